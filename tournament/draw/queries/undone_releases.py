"""Tells whether the release of seats can still be undone, and what pages say once it was."""

from django.db.models import Exists, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.draw.log_actions import UNDO_RELEASE
from tournament.event.log_actions import GO_BACK, RELEASE_DRAW
from tournament.models import Event, Hand, LogEntry, Match, NotedFeat, Round, Ruling, SheetLine, Stage, State


def why_seats_stay(stage: Stage) -> str:
    """Returns why the release of these seats can no longer be undone, in a sentence; "" if it can. One query."""
    event = stage.event
    if event.locked_at is not None:
        return _("The evening is locked, so the seats stay.")
    later, begun, *recorded = _what_followed(stage)
    if later:
        return _("Later seats are shown. Hide those first.")
    if begun:
        return _("Play has started, so the seats stay. Move single players instead.")
    if any(recorded):
        return _("Something has been recorded for these seats, so they stay. Move single players instead.")
    return ""


def _what_followed(stage: Stage) -> tuple[bool, ...]:
    """Returns whether later seats are released, play has begun, and anything was recorded."""
    matches = Match.objects.filter(table__stage=stage)
    later = Stage.objects.filter(event=stage.event_id, number__gt=stage.number, released_at__isnull=False)
    followed: QuerySet[Stage, tuple[bool, ...]] = Stage.objects.filter(pk=stage.pk).values_list(
        Exists(later),
        Exists(Round.objects.filter(stage=stage, started_at__isnull=False)),
        Exists(matches.exclude(state__in=(State.WAITING, State.CALLED_OFF), walk_over=None, part="")),
        Exists(Hand.objects.filter(match__table__stage=stage)),
        Exists(SheetLine.objects.filter(side__match__table__stage=stage)),
        Exists(Ruling.objects.filter(match__table__stage=stage)),
        Exists(NotedFeat.objects.filter(side__match__table__stage=stage)),
    )
    return followed.get()


def undone_release(event: Event) -> str:
    """Returns the message for people who may have seen seats whose release was undone, until seats are released again;
    "" if there is none to give. One query."""
    taken_back = Q(action=UNDO_RELEASE.name) | Q(action=GO_BACK.name, before__hour__isnull=False)
    logged = LogEntry.objects.filter(taken_back | Q(action=RELEASE_DRAW.name), event=event, undone_at=None)
    last = logged.order_by("-pk").first()
    if last is None or last.action == RELEASE_DRAW.name or event.locked_at is not None:
        return ""
    at = f"{timezone.localtime(last.at):%H:%M}"
    words = _("The director withdrew the seats%(of_hour)s at %(at)s. Do not go to them; new seats will appear here.")
    return words % {"of_hour": event.say_of_stage(last.before["hour"]), "at": at}


def is_of_undone_seats(event: Event, match: int) -> bool:
    """Returns whether a match that no longer exists belonged to seats whose release was undone. One query."""
    taken_back = LogEntry.objects.filter(event=event, action__in=(UNDO_RELEASE.name, GO_BACK.name), undone_at=None)
    return any(match in before["matches"] for before in taken_back.values_list("before", flat=True))
