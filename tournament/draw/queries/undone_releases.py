"""Whether the release of seats can still be undone, and what pages say once it was."""

from django.db.models import Exists, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.event.queries.hours import of_hour
from tournament.foundation.prepared_queries import prepare_query
from tournament.models import Event, Hand, LogEntry, Match, Round, Ruling, SheetLine, Stage, State


def why_seats_stay(stage: Stage) -> str:
    """Why the release of these seats cannot be undone any more, in a sentence; empty where it can. One query."""
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
    """Whether later seats are out, play has begun, and anything was recorded."""
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
    """What everybody is told who may have seen seats whose release was undone, until seats come out again; empty where
    there are none. One query."""
    last = next(iter(_last_release(event.pk)), None)
    if last is None or last.action == "release_draw" or event.locked_at is not None:
        return ""
    at = f"{timezone.localtime(last.at):%H:%M}"
    words = _("The director withdrew the seats%(of_hour)s at %(at)s. Do not go to them; new seats will appear here.")
    return words % {"of_hour": of_hour(event, last.before["hour"]), "at": at}


@prepare_query
def _last_release(event: int) -> "QuerySet[LogEntry]":
    """The latest release of seats, or what took one back."""
    taken_back = Q(action="undo_release") | Q(action="go_back", before__hour__isnull=False)
    logged = LogEntry.objects.filter(taken_back | Q(action="release_draw"), event=event, undone_at=None)
    return logged.order_by("-pk")[:1]


def is_of_undone_seats(event: Event, match: int) -> bool:
    """Whether a match that is not there any more was one of seats whose release was undone. One query."""
    taken_back = LogEntry.objects.filter(event=event, action__in=("undo_release", "go_back"), undone_at=None)
    return any(match in before["matches"] for before in taken_back.values_list("before", flat=True))
