from django.urls import path

from tournament.transfer import views

urlpatterns = [
    path("transfer/", views.transfer, name="transfer"),
    path("transfer/import/", views.import_preview, name="import_preview"),
    path("transfer/club.json.gz", views.club_export, name="club_export"),
    path("e/<int:pk>/evening.json.gz", views.evening_export, name="evening_export"),
    path("e/<int:pk>/points/", views.restore_points, name="restore_points"),
    path("e/<int:pk>/points/<int:point>/", views.restore_point, name="restore_point"),
]
