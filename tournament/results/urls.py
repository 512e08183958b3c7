from django.urls import path

from tournament.results.views import adjustments, feats, lateness, results, sheets, slips

urlpatterns = [
    path("e/<int:pk>/sheets/", sheets.sheets, name="sheets"),
    path("e/<int:pk>/sheets.csv", sheets.sheets_csv, name="sheets_csv"),
    path("e/<int:pk>/sheets/<int:hour>/from-opponents/", sheets.from_opponents, name="from_opponents"),
    path("e/<int:pk>/sheets/<int:hour>/<int:entry>/", sheets.sheet, name="sheet"),
    path("e/<int:pk>/sheets/<int:hour>/<int:entry>/again/", sheets.sheet_again, name="sheet_again"),
    path("e/<int:pk>/slips/", slips.slips, name="slips"),
    path("e/<int:pk>/slips/lines/", slips.slip_lines, name="slip_lines"),
    path("e/<int:pk>/match/<int:match>/slip/", slips.slip, name="slip"),
    path("e/<int:pk>/match/<int:match>/slip/2/", slips.slip, {"number": 2}, name="second_slip"),
    path("e/<int:pk>/results/", results.results, name="results"),
    path("e/<int:pk>/results/list/", results.result_list, name="result_list"),
    path("e/<int:pk>/results.csv", results.results_csv, name="results_csv"),
    path("e/<int:pk>/adjustments/", adjustments.adjustments, name="adjustments"),
    path("e/<int:pk>/results/agree/", results.agree_results, name="agree"),
    path("e/<int:pk>/results/<int:match>/ruling/", results.ruling, name="ruling"),
    path("e/<int:pk>/results/<int:match>/call-off/", results.call_off_match, name="call_off"),
    path("e/<int:pk>/results/<int:match>/walk-over/", results.walk_over, name="walk_over"),
    path("e/<int:pk>/results/<int:match>/late/", lateness.late, name="late"),
    path("e/<int:pk>/results/<int:match>/feats/", feats.feats, name="feats"),
    path("e/<int:pk>/results/<int:match>/shared-table/", results.shared_table, name="shared_table"),
]
