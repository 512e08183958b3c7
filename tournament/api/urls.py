"""Addresses of the API, its documentation, tokens and calendars."""

from django.urls import URLPattern, path

from tournament.api import views
from tournament.api.resources import api
from tournament.web.guards import everybody

ROOT = "api/v1/"
# django-ninja's own root is left out, because its pages load files from other hosts.
RESOURCES = [
    path(f"{ROOT}{found.pattern}", everybody(found.callback), name=found.name)
    for found in api.urls[0]
    if isinstance(found, URLPattern) and found.name != "api-root"
]

urlpatterns = [
    path("sharing/", views.data_sharing, name="data_sharing"),
    path("sharing/tokens/<int:pk>/revoke/", views.token_revoke, name="token_revoke"),
    path("api/", views.api_docs, name="api_docs"),
    path(f"{ROOT}openapi.json", views.api_schema, name="api_schema"),
    *RESOURCES,
    path(f"{ROOT}<path:rest>", views.api_unknown, name="api_unknown"),
    path("calendar/", views.calendar, name="calendar"),
    path("calendar/evenings.ics", views.calendar_ics, name="calendar_ics"),
    path("calendar/season-<int:pk>.ics", views.season_ics, name="season_ics"),
    path("calendar/sign-up-<str:token>.ics", views.sign_up_ics, name="sign_up_ics"),
    path("calendar/league-<int:pk>/", views.calendar_of_league, name="calendar_of_league"),
    path("calendar/league-<int:pk>.ics", views.fixtures_ics, name="fixtures_ics"),
    path("calendar/league-<int:pk>/team-<int:team>.ics", views.team_ics, name="team_ics"),
]
