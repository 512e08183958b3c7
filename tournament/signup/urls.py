from django.urls import path

from tournament.signup import views

urlpatterns = [
    path("sign-up/", views.find_sign_up, name="find_sign_up"),
    path("e/<int:pk>/sign-up/", views.sign_up, name="sign_up"),
    path("e/<int:pk>/sign-up/<str:token>/", views.own_sign_up, name="own_sign_up"),
    path("e/<int:pk>/sign-ups/", views.sign_ups, name="sign_ups"),
]
