from django.urls import path

from tournament.seasons.views import club, seasons, secretary

urlpatterns = [
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/new/", secretary.season_new, name="season_new"),
    path("seasons/<int:pk>/", seasons.season, name="season"),
    path("seasons/<int:pk>/change/", secretary.season_change, name="season_change"),
    path("seasons/<int:pk>/show/", secretary.season_show, name="season_show"),
    path("seasons/<int:pk>/series/new/", secretary.series_new, name="series_new"),
    path("seasons/<int:pk>/series/<int:series>/", seasons.season, name="series"),
    path("seasons/<int:pk>/series/<int:series>/change/", secretary.series_change, name="series_change"),
    path("seasons/<int:pk>/series/<int:series>/delete/", secretary.series_delete, name="series_delete"),
    path("seasons/<int:pk>/series/<int:series>/table.csv", seasons.series_csv, name="series_csv"),
    path("seasons/<int:pk>/series/<int:series>/table.pdf", seasons.series_pdf, name="series_pdf"),
    path("records/", club.club_records, name="club_records"),
    path("records/records.csv", club.records_csv, name="records_csv"),
    path("ratings/", club.ratings, name="ratings"),
    path("ratings/ratings.csv", club.ratings_csv, name="ratings_csv"),
    path("ratings/rules/", secretary.rating_rules, name="rating_rules"),
]
