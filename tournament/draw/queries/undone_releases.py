"""Tells whether the release of seats can still be undone, and what pages say once it was."""

from django.db.models import Exists, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.event.queries.hours import of_hour
from tournament.foundation.prepared_queries import prepare_query
from tournament.models import Event, Hand, LogEntry, Match, Round, Ruling, SheetLine, Stage, State


def why_seats_stay(stage: Stage) -> str:
    """Returns why the release of these seats can no longer be undone, in a sentence; "" if it can. One query."""
    event = stage.event
    if event.locked_at is not None:
        return _("The evening is locked, so the seats stay.")
    ((later, begun, *recorded),) = _what_followed(event.pk, stage.pk, stage.number)
    if later:
        return _("Later seats are released. Undo their release first.")
    if begun:
        return _("Play has started, so the seats stay. Move single players instead.")
    if any(recorded):
        return _("Something has been recorded for these seats, so they stay. Move single players instead.")
    return ""


@prepare_query
def _what_followed(event: int, stage: int, number: int) -> "QuerySet[Stage, tuple[bool, ...]]":
    """Returns whether later seats are released, play has begun, and anything was recorded."""
    matches = Match.objects.filter(table__stage=stage)
    return Stage.objects.filter(pk=stage).values_list(
        Exists(Stage.objects.filter(event=event, number__gt=number, released_at__isnull=False)),
        Exists(Round.objects.filter(stage=stage, started_at__isnull=False)),
        Exists(matches.exclude(state__in=(State.WAITING, State.CALLED_OFF), walk_over=None, part="")),
        Exists(Hand.objects.filter(match__table__stage=stage)),
        Exists(SheetLine.objects.filter(side__match__table__stage=stage)),
        Exists(Ruling.objects.filter(match__table__stage=stage)),
    )


def undone_release(event: Event) -> str:
    """Returns the message for people who may have seen seats whose release was undone, until seats are released again;
    "" if there is none to give. One query."""
    last = next(iter(_last_release(event.pk)), None)
    if last is None or last.action == "release_draw" or event.locked_at is not None:
        return ""
    at = f"{timezone.localtime(last.at):%H:%M}"
    words = _("The director withdrew the seats%(of_hour)s at %(at)s. Do not go to them; new seats will appear here.")
    return words % {"of_hour": of_hour(event, last.before["hour"]), "at": at}


@prepare_query
def _last_release(event: int) -> "QuerySet[LogEntry]":
    """Returns the latest release of seats, or the action that undid one."""
    taken_back = Q(action="undo_release") | Q(action="go_back", before__hour__isnull=False)
    logged = LogEntry.objects.filter(taken_back | Q(action="release_draw"), event=event, undone_at=None)
    return logged.order_by("-pk")[:1]


def is_of_undone_seats(event: Event, match: int) -> bool:
    """Returns whether a match that no longer exists belonged to seats whose release was undone. One query."""
    taken_back = LogEntry.objects.filter(event=event, action__in=("undo_release", "go_back"), undone_at=None)
    return any(match in before["matches"] for before in taken_back.values_list("before", flat=True))
