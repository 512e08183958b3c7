from django.urls import path

from tournament.clock.views import clock, hall_clock

urlpatterns = [
    path("e/<int:pk>/clock/", clock.clock, name="clock"),
    path("e/<int:pk>/clock/parts/", clock.clock_parts, name="clock_parts"),
    path("e/<int:pk>/clock/press/", hall_clock.press, name="clock_press"),
    path("e/<int:pk>/clock/table/", hall_clock.table_time, name="table_time"),
    path("e/<int:pk>/clock/break/", hall_clock.set_a_break, name="set_break"),
    path("e/<int:pk>/clock/settings/", hall_clock.clock_settings, name="clock_settings"),
    path("e/<int:pk>/timetable/", clock.timetable, name="timetable"),
    path("e/<int:pk>/screen/clock/", clock.clock_screen, name="clock_screen"),
]
