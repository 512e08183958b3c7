"""Every address of the app. Public pages first; what the scorer and the director see is guarded in its view."""

from django.urls import path

from tournament.views import accounts, clock, director, door, draw, paper, public, results, sheets

urlpatterns = [
    path("", public.home, name="home"),
    path("sign-in/", accounts.sign_in, name="sign_in"),
    path("sign-out/", accounts.sign_out, name="sign_out"),
    path("new-password/", accounts.new_password, name="new_password"),
    path("accounts/", accounts.accounts, name="accounts"),
    path("events/", director.events, name="events"),
    path("events/new/", director.event_new, name="event_new"),
    path("e/<int:pk>/", director.event, name="event"),
    path("e/<int:pk>/settings/", director.settings_of_event, name="settings_of_event"),
    path("e/<int:pk>/lock/", director.lock, name="lock"),
    path("e/<int:pk>/show/", director.show, name="show_standings"),
    path("e/<int:pk>/log/", director.log, name="log"),
    path("e/<int:pk>/door/", door.door, name="door"),
    path("e/<int:pk>/door/players/", door.players, name="door_players"),
    path("e/<int:pk>/door/<int:entry>/", door.entry, name="door_entry"),
    path("e/<int:pk>/draw/<int:hour>/", draw.draw, name="draw"),
    path("e/<int:pk>/draw/<int:hour>/cut/", draw.cut, name="draw_cut"),
    path("e/<int:pk>/clock/", clock.clock, name="clock"),
    path("e/<int:pk>/clock/parts/", clock.clock_parts, name="clock_parts"),
    path("e/<int:pk>/screen/clock/", clock.clock_screen, name="clock_screen"),
    path("e/<int:pk>/seats/", public.seats, name="seats"),
    path("e/<int:pk>/standings/", public.standings, name="standings"),
    path("e/<int:pk>/sheets/", sheets.sheets, name="sheets"),
    path("e/<int:pk>/sheets/<int:hour>/<int:entry>/", sheets.sheet, name="sheet"),
    path("e/<int:pk>/match/<int:match>/", results.match, name="match"),
    path("e/<int:pk>/results/", results.results, name="results"),
    path("e/<int:pk>/results/agree/", results.agree_results, name="agree"),
    path("e/<int:pk>/results/<int:match>/ruling/", results.ruling, name="ruling"),
    path("e/<int:pk>/paper/", paper.paper, name="paper"),
    path("e/<int:pk>/paper/<slug:document>.pdf", paper.pdf, name="pdf"),
]
