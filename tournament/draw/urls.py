from django.urls import path

from tournament.draw.views import draw, reseat, seats

urlpatterns = [
    path("e/<int:pk>/reseat/<int:hour>/", reseat.reseat, name="reseat"),
    path("e/<int:pk>/draw/", draw.now, name="draw_now"),
    path("e/<int:pk>/draw/<int:hour>/", draw.draw, name="draw"),
    path("e/<int:pk>/draw/<int:hour>/cut/", draw.record_cut, name="draw_cut"),
    path("e/<int:pk>/seats/", seats.seats, name="seats"),
    path("e/<int:pk>/seats/out/", seats.seats_out, name="seats_out"),
]
