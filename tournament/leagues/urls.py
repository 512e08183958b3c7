from django.urls import path

from tournament.leagues.views import captains, fixtures, reports, rulings, week
from tournament.leagues.views import leagues as views

urlpatterns = [
    path("leagues/", views.leagues, name="leagues"),
    path("leagues/new/", views.league_new, name="league_new"),
    path("leagues/<int:pk>/", views.league, name="league"),
    path("leagues/<int:pk>/rules/", views.league_rules, name="league_rules"),
    path("leagues/<int:pk>/show/", views.league_show, name="league_show"),
    path("leagues/<int:pk>/penalties/", views.league_penalties, name="league_penalties"),
    path("leagues/<int:pk>/penalties/<int:penalty>/", views.league_penalty, name="league_penalty"),
    path("leagues/<int:pk>/log/", views.league_changes, name="league_log"),
    path("leagues/<int:pk>/fixtures/", fixtures.league_fixtures, name="league_fixtures"),
    path("leagues/<int:pk>/fixtures/<int:result>/", fixtures.league_fixture, name="league_fixture"),
    path("leagues/<int:pk>/import/", views.league_import, name="league_import"),
    path("leagues/<int:pk>/results/<int:result>/", views.league_result, name="league_result"),
    path("leagues/<int:pk>/results/<int:result>/ruling/", rulings.league_ruling, name="league_ruling"),
    path("leagues/<int:pk>/results/<int:result>/evening/", rulings.league_evening, name="league_evening"),
    path("leagues/<int:pk>/teams/<int:team>/", views.league_team, name="league_team"),
    path("leagues/<int:pk>/teams/<int:team>/squad/", rulings.league_squad, name="league_squad"),
    path("leagues/<int:pk>/teams/", rulings.league_teams, name="league_teams"),
    path("leagues/<int:pk>/teams/<int:team>/withdrawal/", rulings.league_withdrawal, name="league_withdrawal"),
    path("leagues/<int:pk>/week/", week.league_week, name="league_week"),
    path("leagues/<int:pk>/week.pdf", week.league_week_pdf, name="league_week_pdf"),
    path("leagues/<int:pk>/teams/<int:team>/captain/", reports.league_captain, name="league_captain"),
    path("leagues/<int:pk>/reports/", reports.league_reports, name="league_reports"),
    path("leagues/<int:pk>/reports/<int:result>/", reports.league_report, name="league_report"),
    path("leagues/<int:pk>/reports/<int:result>/<int:team>/card/", reports.league_card, name="league_card"),
    path("leagues/<int:pk>/captains.pdf", reports.league_captains_pdf, name="league_captains_pdf"),
    path("captain/<str:link>/", captains.captain, name="captain"),
    path("captain/<str:link>/<int:result>/", captains.captain_match, name="captain_match"),
    path("captain/<str:link>/<int:result>/card/<int:side>/", captains.captain_card, name="captain_card"),
    path("leagues/<int:pk>/results.csv", views.league_csv, name="league_csv"),
    path("leagues/<int:pk>/table.csv", views.league_table_csv, name="league_table_csv"),
    path("leagues/<int:pk>/table.pdf", views.league_pdf, name="league_pdf"),
    path("leagues/<int:pk>/fixtures.pdf", views.league_fixtures_pdf, name="league_fixtures_pdf"),
]
