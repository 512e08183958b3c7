from django.urls import path

from tournament.statistics.views import hands, people

urlpatterns = [
    path("players/", people.players, name="players"),
    path("players/<int:pk>/", people.profile, name="profile"),
    path("e/<int:pk>/statistics/", hands.evening_statistics, name="evening_statistics"),
    path("seasons/<int:pk>/statistics/", hands.season_statistics, name="season_statistics"),
]
