from django.urls import path

from tournament.desk.views import director, log, public, steps, tables

urlpatterns = [
    path("", public.home, name="home"),
    path("help/", public.guide, name="guide"),
    path("help/<slug:key>/", public.help_topic, name="help_topic"),
    path("display/", public.display, name="display"),
    path("log/", log.club_log, name="club_log"),
    path("log.csv", log.club_log_csv, name="club_log_csv"),
    path("e/<int:pk>/", director.event, name="event"),
    path("e/<int:pk>/now/", director.now, name="event_now"),
    path("e/<int:pk>/leaders/", director.leaders, name="leaders"),
    path("e/<int:pk>/step/", steps.step, name="step"),
    path("e/<int:pk>/undo/", steps.undo, name="undo"),
    path("e/<int:pk>/calls/", tables.calls, name="calls"),
    path("e/<int:pk>/calls/<int:call>/", tables.call, name="call"),
    path("e/<int:pk>/tables/", tables.tables, name="tables"),
    path("e/<int:pk>/lock/", director.lock, name="lock"),
    path("e/<int:pk>/show/", director.show, name="show_standings"),
    path("e/<int:pk>/log/", log.log, name="log"),
]
