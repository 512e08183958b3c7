from django.urls import path

from tournament.door.views import door, line_ups, people, person, till

urlpatterns = [
    path("e/<int:pk>/price/", till.price, name="price"),
    path("e/<int:pk>/prize-money/", till.prize_money, name="prize_money"),
    path("e/<int:pk>/door/", door.door, name="door"),
    path("e/<int:pk>/door/players/", door.players, name="door_players"),
    path("e/<int:pk>/door/list/", people.people_list, name="people_list"),
    path("e/<int:pk>/door/people.csv", people.people_csv, name="people_csv"),
    path("e/<int:pk>/door/<int:entry>/", door.entry, name="door_entry"),
    path("e/<int:pk>/door/<int:entry>/name/", door.name, name="door_name"),
    path("e/<int:pk>/door/<int:entry>/more/", person.person, name="door_person"),
    path("e/<int:pk>/door/<int:entry>/paid/", till.take_payment, name="door_paid"),
    path("e/<int:pk>/door/<int:entry>/dues/", till.dues, name="door_dues"),
    path("e/<int:pk>/door/team/<int:team>/paid/", till.team_paid, name="team_paid"),
    path("e/<int:pk>/door/together/", door.together, name="door_together"),
    path("e/<int:pk>/door/team/<int:team>/", person.team, name="door_team"),
    path("e/<int:pk>/door/team/<int:team>/line-up/", line_ups.team_line_up, name="team_line_up"),
    path("line-up/<str:link>/", line_ups.line_up, name="line_up"),
]
