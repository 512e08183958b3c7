from django.urls import path

from tournament.event.views import events, plan, rules

urlpatterns = [
    path("events/", events.events, name="events"),
    path("events/new/", events.event_new, name="event_new"),
    path("events/<int:pk>/restore/", events.event_restore, name="event_restore"),
    path("e/<int:pk>/duplicate/", events.event_duplicate, name="event_duplicate"),
    path("e/<int:pk>/delete/", events.event_delete, name="event_delete"),
    path("e/<int:pk>/settings/", events.settings_of_event, name="settings_of_event"),
    path("e/<int:pk>/plan/", plan.plan, name="plan"),
    path("e/<int:pk>/rules/", rules.rules, name="rules"),
]
