"""Whether a request's reader sees every name in an evening that is over, and which names otherwise.

While an evening is on, everybody who opens its pages sees its names, because people have to find their seats.
Afterwards the club's choice counts (`Club.past_names_to`). Whoever may not see every name sees those of the people whom
the club shows to them anywhere (`club.visibility`), and a number for everybody else.
"""

from collections.abc import Hashable
from datetime import timedelta
from functools import cached_property

from django.http import HttpRequest
from django.utils import timezone

from tournament.club.members import audience_of
from tournament.club.queries import names_shown_to
from tournament.club.visibility import NamesShown
from tournament.models import Audience, Club, Event, PastNames
from tournament.web.guards import asks_in_the_hall
from tournament.web.table_codes import STILL_PLAYED

LEFT_OPEN = timedelta(days=7)
"""How long an evening that nobody locks counts as being on, unless the club has another one before."""


class ReaderOfRequest:
    """The reader of one request; what it finds out is good for that request."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self._names: dict[int, NamesShown | None] = {}
        self._shown: NamesShown | None = None

    @property
    def mark(self) -> tuple[Hashable, Hashable] | None:
        if self._shown is None:
            return None
        return "outside", hash(frozenset(self._shown.names.items()))

    def names_in(self, event: Event | int) -> NamesShown | None:
        pk = event if isinstance(event, int) else event.pk
        if pk not in self._names:
            self._names[pk] = self._read_names(event)
        return self._names[pk]

    def _read_names(self, event: Event | int) -> NamesShown | None:
        if isinstance(event, int):
            event = Event.with_binned.select_related("club").get(pk=event)
        is_for_all = self._rule_of(event.club) == PastNames.PUBLIC
        return None if is_for_all or not is_past(event) else self.names_outside(event.club)

    def names_outside(self, club: Club) -> NamesShown | None:
        rule = self._rule_of(club)
        if self._shown is None and rule != PastNames.PUBLIC:
            to = audience_of(self.request, club)
            if to is not None and not (to == Audience.MEMBERS and rule == PastNames.MEMBERS):
                self._shown = names_shown_to(to, club)
        return self._shown

    def _rule_of(self, club: Club) -> str:
        if club.past_names_to != PastNames.HALL:
            return club.past_names_to
        return PastNames.PUBLIC if self._is_in_the_hall else PastNames.MEMBERS

    @cached_property
    def _is_in_the_hall(self) -> bool:
        return asks_in_the_hall(self.request)


def is_past(event: Event) -> bool:
    """Returns whether an evening is over: it is locked, or it was left open and a week has gone by or the club has had
    another evening since. Two queries at most."""
    now = timezone.now()
    today = timezone.localdate(now)
    if event.locked_at is not None:
        return True
    if event.date >= today:
        return False
    later = Event.objects.filter(club=event.club_id, date__gt=event.date, date__lte=today)
    return (event.date <= today - LEFT_OPEN or later.exists()) and not event.has_gone_on_since(now - STILL_PLAYED)
