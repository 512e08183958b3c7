from django.urls import path

from tournament.standings.views import cuts, standings

urlpatterns = [
    path("e/<int:pk>/plan/ranking/", standings.ranking, name="ranking"),
    path("e/<int:pk>/standings/", standings.standings, name="standings"),
    path("e/<int:pk>/standings.csv", standings.standings_csv, name="standings_csv"),
    path("e/<int:pk>/standings/cut/", cuts.final_cut, name="final_cut"),
    path("e/<int:pk>/standings/play-off/", cuts.play_off, name="play_off"),
    path("e/<int:pk>/standings/play-off/<int:kept>/back/", cuts.no_play_off, name="no_play_off"),
]
