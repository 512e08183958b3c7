from django.urls import path

from tournament.event.views import events, plan, rules

urlpatterns = [
    path("events/", events.events, name="events"),
    path("events/new/", events.event_new, name="event_new"),
    path("e/<int:pk>/settings/", events.settings_of_event, name="settings_of_event"),
    path("e/<int:pk>/plan/", plan.plan, name="plan"),
    path("e/<int:pk>/rules/", rules.rules, name="rules"),
]
