from django.urls import path

from tournament.statistics.views import hands, people

urlpatterns = [
    path("players/", people.players, name="players"),
    path("players/<int:pk>/", people.profile, name="profile"),
    path("players/<int:pk>/<int:year>.pdf", people.profile_pdf, name="profile_pdf"),
    path("players/<int:pk>/<str:name>.csv", people.profile_csv, name="profile_csv"),
    path("e/<int:pk>/statistics/", hands.evening_statistics, name="evening_statistics"),
    path("e/<int:pk>/statistics/statistics.csv", hands.evening_statistics_csv, name="evening_statistics_csv"),
    path("seasons/<int:pk>/statistics/", hands.season_statistics, name="season_statistics"),
    path("seasons/<int:pk>/statistics/poster.pdf", hands.season_poster, name="season_poster"),
    path("seasons/<int:pk>/statistics/statistics.csv", hands.season_statistics_csv, name="season_statistics_csv"),
]
