"""The restore points of an evening, and what going back to one would undo."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from tournament.event.log_actions import GO_BACK
from tournament.event.services.restore_points import BY_HAND
from tournament.event.snapshot import Snapshot, unpack_event
from tournament.foundation.log_actions import ACTIONS
from tournament.models import Entry, Event, Hand, LogEntry, Match, Payment, RestorePoint, State


def points_of(event: Event) -> list[RestorePoint]:
    """Returns the points, the latest first, without their content. One query."""
    return list(RestorePoint.objects.filter(event=event).defer("content").select_related("made_by"))


def name_of_point(event: Event, point: RestorePoint) -> str:
    if point.name:
        return point.name
    if point.action == BY_HAND:
        return gettext("Set by hand")
    action = ACTIONS.get(point.action)
    words = action.restore_point if action else None
    hour = event.name_stage(point.hour) if point.hour else ""
    round = hour
    if point.hour and event.kind.turns_per_seating > 1:
        round = gettext("round %(number)s") % {"number": point.round} + event.say_of_stage(point.hour)
    return str(words) % {"hour": hour, "round": round} if words else point.action.replace("_", " ")


@dataclass(frozen=True)
class UndoneWork:
    """What going back to a point undoes. `lines` is the number of log lines, `entries` are people who came since, by
    id; those in `paying` stay, because their money is in the till. `late` are hands that go to the late list. `lost` is
    the number of hands whose match is gone then; they and the `matches` stay only in the log and in the point that
    saves the present."""

    lines: int
    entries: tuple[int, ...]
    paying: tuple[int, ...]
    late: tuple[Hand, ...]
    lost: int
    matches: tuple[int, ...]
    hours: tuple[int, ...]


def read_point(event: Event, point: RestorePoint) -> tuple[Snapshot, UndoneWork]:
    """Returns what a point holds, and what going back to it undoes. Six queries."""
    snapshot = unpack_event(bytes(point.content))
    matches = snapshot.numbers_of(Match)
    hands = Hand.objects.filter(match__table__stage__event=event)
    since = [hand for hand in hands.order_by("pk") if hand.pk not in snapshot.numbers_of(Hand)]
    came = Entry.objects.filter(event=event).exclude(pk__in=snapshot.numbers_of(Entry)).order_by("pk")
    entries = tuple(came.values_list("pk", flat=True))
    paying = Payment.objects.filter(entry__in=entries).values_list("entry", flat=True)
    gone = Match.objects.filter(table__stage__event=event).exclude(pk__in=matches).order_by("pk")
    lines = LogEntry.objects.filter(event=event, pk__gt=point.last_line, undone_at=None)
    undone = UndoneWork(
        lines=lines.count(),
        entries=entries,
        paying=tuple(sorted(set(paying))),
        late=tuple(hand for hand in since if hand.match_id in matches and counts_or_waits(hand)),
        lost=sum(hand.match_id not in matches and counts_or_waits(hand) for hand in since),
        matches=tuple(gone.values_list("pk", flat=True)),
        hours=tuple(sorted(set(gone.values_list("table__stage__number", flat=True)))),
    )
    return snapshot, undone


def counts_or_waits(hand: Hand) -> bool:
    """Returns whether a hand counts or waits; False for a version that somebody has replaced or set aside."""
    return hand.superseded_at is None or hand.state in (State.DISPUTED, State.LATE) and not hand.reason


def undone_hands(event: Event) -> list[Hand]:
    """Returns the hands that the last going back undid and that still wait for the director, by match and number. Two
    queries."""
    lines = LogEntry.objects.filter(event=event, action=GO_BACK.name, undone_at=None).order_by("-pk")
    last = lines.values_list("after", flat=True).first() or {}
    waiting = Hand.objects.filter(pk__in=last.get("late", ()), state=State.LATE, reason="")
    return list(waiting.select_related("match__table__stage__event").order_by("match", "number", "pk"))


def names_of_entries(entries: Sequence[int]) -> list[str]:
    people: Any = Entry.objects.filter(pk__in=entries).select_related("player")
    return [entry.name for entry in people]
