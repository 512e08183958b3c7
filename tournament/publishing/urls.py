from django.urls import path

from tournament.publishing import views

urlpatterns = [
    path("web-site/", views.web_site, name="web_site"),
    path("e/<int:pk>/standings/share/", views.share_standings, name="share_standings"),
    path("e/<int:pk>/standings.png", views.standings_picture, name="standings_picture"),
    path("seasons/<int:pk>/series/<int:series>/share/", views.series_share, name="series_share"),
    path("seasons/<int:pk>/series/<int:series>/table.png", views.series_picture, name="series_picture"),
]
