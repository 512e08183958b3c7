from django.urls import path

from tournament.backup import views

urlpatterns = [
    path("backups/", views.backups, name="backups"),
    path("backups/upload/", views.backup_upload, name="backup_upload"),
    path("backups/<str:name>/", views.backup, name="backup"),
    path("backups/<str:name>/file/", views.backup_file, name="backup_file"),
    path("backups/<str:name>/restore/", views.backup_restore, name="backup_restore"),
    path("backups/<str:name>/delete/", views.backup_delete, name="backup_delete"),
]
