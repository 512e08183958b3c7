"""The tables of the current round for reseating two players, and the changes already made in it."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tournament.draw.log_actions import RESEAT
from tournament.event.queries.competitors import key_of
from tournament.models import Entry, LogEntry, Rest, Seat, Stage, entry_names, join_names


@dataclass(frozen=True)
class ReseatPlace:
    """One player, or partners, who sit at a table together or rest. The tick box stands for `entry`."""

    entry: Entry
    name: str


@dataclass(frozen=True)
class TableOfPlaces:
    """A table with its places; `number` is None for those who rest."""

    number: int | None
    places: tuple[ReseatPlace, ...]


@dataclass(frozen=True)
class SeatChange:
    """A change of seats that was made, by the names of who changed. Reseating the same two undoes it."""

    at: datetime
    one: str
    other: str
    pair: tuple[int, int]


def places_of(stage: Stage) -> list[TableOfPlaces]:
    """Returns the tables of a round with their places, then those who rest. Two queries."""
    at: dict[int | None, dict[object, list[Entry]]] = {}
    seats = Seat.objects.filter(table__stage=stage).select_related("entry__player", "table")
    for seat in seats.order_by("table__number", "position"):
        at.setdefault(seat.table.number, {}).setdefault(key_of(stage.event, seat.entry), []).append(seat.entry)
    for rest in Rest.objects.filter(stage=stage).select_related("entry__player").order_by("pk"):
        at.setdefault(None, {}).setdefault(key_of(stage.event, rest.entry), []).append(rest.entry)
    return [
        TableOfPlaces(
            number,
            tuple(ReseatPlace(members[0], join_names([one.name for one in members])) for members in units.values()),
        )
        for number, units in at.items()
    ]


def changes_made(stage: Stage) -> int:
    """Returns how many changes were made in this round, including those undone. One query."""
    return _reseat_log_of(stage).count()


def _reseat_log_of(stage: Stage) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(event=stage.event, action=RESEAT.name, after__hour=stage.number, undone_at=None)


def changes_of(stage: Stage) -> list[SeatChange]:
    """Returns the changes that stand, the latest first. A change made twice in a row is undone. Two queries."""
    names = entry_names(stage.event.entries.all())
    stand: list[LogEntry] = []
    for log in _reseat_log_of(stage).order_by("pk"):
        if stand and _who_sits(stand[-1]) == _who_sits(log):
            stand.pop()
        else:
            stand.append(log)
    changes = []
    for log in reversed(stand):
        pairs: list[list[int]] = log.after["entries"]
        one, other = (join_names([names.get(pair[side], "?") for pair in pairs]) for side in (0, 1))
        changes.append(SeatChange(log.at, one, other, (pairs[0][0], pairs[0][1])))
    return changes


def _who_sits(log: LogEntry) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in log.after["entries"]}
