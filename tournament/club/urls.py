from django.urls import path

from tournament.club import views

urlpatterns = [
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-in/<str:token>/", views.sign_in_by_square, name="sign_in_by_square"),
    path("members/", views.members, name="members"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("new-password/", views.new_password, name="new_password"),
    path("accounts/", views.accounts, name="accounts"),
    path("accounts/<int:pk>/square/", views.square, name="square"),
    path("club/", views.club, name="club"),
    path("club/colour/", views.colour_change, name="colour_change"),
    path("club/colour.css", views.club_colour, name="club_colour"),
    path("club/emblem/", views.emblem_change, name="emblem_change"),
    path("club/emblem.png", views.emblem, name="emblem"),
]
