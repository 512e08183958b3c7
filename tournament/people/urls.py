from django.urls import path

from tournament.people.views import duplicates, links, money, people, spreadsheet

urlpatterns = [
    path("people/", people.people, name="people"),
    path("people/new/", people.person_new, name="person_new"),
    path("people/settings/", people.people_settings, name="people_settings"),
    path("people/import/", spreadsheet.people_import, name="people_import"),
    path("people/people.csv", spreadsheet.people_file, {"kind": "csv"}, name="club_people_csv"),
    path("people/people.xlsx", spreadsheet.people_file, {"kind": "xlsx"}, name="club_people_xlsx"),
    path("money/", money.money, name="money"),
    path("money/money.csv", money.money_csv, name="money_csv"),
    path("people/duplicates/", duplicates.duplicates, name="duplicates"),
    path("people/<int:pk>/", people.person, name="person"),
    path("people/<int:pk>/fees/", people.person_fees, name="person_fees"),
    path("people/<int:pk>/links/", links.person_links, name="person_links"),
    path("people/<int:pk>/forget/", duplicates.person_forget, name="person_forget"),
]
