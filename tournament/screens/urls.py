from django.urls import path

from tournament.screens.views import prizes, raffle, screen, screens

urlpatterns = [
    path("screen/", screen.screen, name="screen"),
    path("screen/now/", screen.screen_now, name="screen_now"),
    path("screen/alive/", screen.screen_alive, name="screen_alive"),
    path("screen/here/", screen.screen_here, name="screen_here"),
    path("screens/", screens.screens, name="screens"),
    path("screens/now/", screens.screens_now, name="screens_now"),
    path("screens/lost/", screens.screens_lost, name="screens_lost"),
    path("screens/<int:pk>/", screens.screen_settings, name="screen_settings"),
    path("screens/<slug:press>/", screens.screens_press, name="screens_press"),
    path("e/<int:pk>/call-outs/", screens.call_outs, name="call_outs"),
    path("e/<int:pk>/prizes/", prizes.prizes, name="prizes"),
    path("e/<int:pk>/raffle/", raffle.raffle, name="raffle"),
]
