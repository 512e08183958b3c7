"""Every address of the app: each room has its own; who may see a page is said in its view.

They are tried in order, and most requests of an evening are those of phones."""

from django.urls import include, path

from tournament.door.line_up_remarks import RULES, LineUpRule
from tournament.leagues.queries.halls import visit_doubts
from tournament.leagues.queries.teams import line_up_doubts
from tournament.leagues.services.halls import allow_in_visit
from tournament.leagues.services.players import allow_in_evening

RULES.update({LineUpRule(line_up_doubts, allow_in_evening), LineUpRule(visit_doubts, allow_in_visit)})

urlpatterns = [
    path("", include("tournament.phone.urls")),
    path("", include("tournament.club.urls")),
    path("", include("tournament.event.urls")),
    path("", include("tournament.standings.urls")),
    path("", include("tournament.draw.urls")),
    path("", include("tournament.clock.urls")),
    path("", include("tournament.hands.urls")),
    path("", include("tournament.results.urls")),
    path("", include("tournament.door.urls")),
    path("", include("tournament.people.urls")),
    path("", include("tournament.signup.urls")),
    path("", include("tournament.paper.urls")),
    path("", include("tournament.screens.urls")),
    path("", include("tournament.leagues.urls")),
    path("", include("tournament.federation.urls")),
    path("", include("tournament.seasons.urls")),
    path("", include("tournament.statistics.urls")),
    path("", include("tournament.publishing.urls")),
    path("", include("tournament.backup.urls")),
    path("", include("tournament.transfer.urls")),
    path("", include("tournament.api.urls")),
    path("", include("tournament.desk.urls")),
    path("", include("tournament.server.urls")),
]

handler500 = "tournament.storage.storage_faults.answer_server_error"
