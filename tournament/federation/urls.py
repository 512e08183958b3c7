from django.urls import path

from tournament.federation import views

urlpatterns = [
    path("federation/", views.federation, name="federation"),
    path("federation/clubs/", views.federation_clubs, name="federation_clubs"),
]
