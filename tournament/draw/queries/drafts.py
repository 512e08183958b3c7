"""The draw page of an hour: its tables turn by turn, how hour two would be, and what changed since the draft."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from tournament.draw.queries.draws import SeatView, TableView, second_hour_of, tables_of
from tournament.models import Entry, Event, Seat, Stage, together
from tournament.standings.queries.cuts import Tie, ties_of
from tournament.standings.queries.standings import Line, Standings


@dataclass(frozen=True)
class TurnOfTable:
    """Who meets whom in one turn of a table, each match by the names of its sides, and who rests."""

    number: int
    matches: tuple[tuple[str, ...], ...]
    resting: tuple[Entry, ...]


@dataclass(frozen=True)
class TableShown:
    """A table as it is drawn, or as it is played once late-comers and leavers have changed it."""

    number: int
    size: int
    seats: tuple[SeatView, ...]
    turns: tuple[TurnOfTable, ...]


def tables_shown(stage: Stage) -> list[TableShown]:
    """Tables with seats and turns in order. Six queries, whatever the number."""
    return [
        TableShown(view.table.number, view.table.size, view.seats, turns_of_table(view)) for view in tables_of(stage)
    ]


def turns_of_table(view: TableView) -> tuple[TurnOfTable, ...]:
    """Each match is told once, from the seat that comes first."""
    turns = []
    for number in range(1, view.table.turns + 1):
        here = {seat.entry: turn for seat in view.seats for turn in seat.turns if turn.number == number}
        matches: dict[frozenset[tuple[Entry, ...]], tuple[str, ...]] = {}
        for turn in here.values():
            if turn.others:
                sides = (turn.own, *turn.others)
                matches.setdefault(frozenset(sides), tuple(together([one.name for one in side]) for side in sides))
        resting = tuple(entry for entry, turn in here.items() if not turn.others)
        turns.append(TurnOfTable(number, tuple(matches.values()), resting))
    return tuple(turns)


def mark_of(tables: Sequence[TableShown]) -> str:
    """Another one whenever somebody sits elsewhere: a director releases the draft that was seen, or is told."""
    seated = [(table.number, [seat.entry.pk for seat in table.seats]) for table in tables]
    return sha256(repr(seated).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Changes:
    """Who came and who went since a draft was made; either makes it unfit to be released."""

    came: tuple[Entry, ...]
    went: tuple[Entry, ...]

    def __bool__(self) -> bool:
        return bool(self.came or self.went)


def changes_since(stage: Stage, here: Sequence[Entry]) -> Changes:
    seated = list(Entry.objects.filter(seats__table__stage=stage).select_related("player"))
    return Changes(
        tuple(entry for entry in here if entry not in seated), tuple(entry for entry in seated if entry not in here)
    )


@dataclass(frozen=True)
class PlaceInPlan:
    """A line of the ranking that hour two is cut from. `line` is None for somebody new in it; `is_last` of a table;
    `is_level` with somebody at another table, until they have cut the cards."""

    entry: int
    name: str
    line: Line | None
    table: int
    is_last: bool
    is_level: bool


@dataclass(frozen=True)
class Plan:
    places: tuple[PlaceInPlan, ...]
    sizes: tuple[int, ...]
    ties: tuple[Tie, ...]
    standings: Standings


def plan_of(event: Event, *, prefer_five: bool = False) -> Plan:
    """Hour two as the standings of hour one would seat it now. Raises CannotSeat below three players."""
    second = second_hour_of(event, prefer_five=prefer_five)
    lines = {line.record.entry: line for line in second.standings.lines}
    names = {entry.pk: entry.name for entry in second.newcomers}
    tables = [number for number, size in enumerate(second.sizes, start=1) for _ in range(size)]
    level = {placing.record.entry for tie in second.ties for placing in tie}
    places = tuple(
        PlaceInPlan(
            entry,
            lines[entry].name if entry in lines else names[entry],
            lines.get(entry),
            tables[index],
            is_last=index + 1 < len(tables) and tables[index] != tables[index + 1],
            is_level=entry in level,
        )
        for index, entry in enumerate(second.order)
    )
    return Plan(places, second.sizes, ties_of(event, 1, second.ties), second.standings)


def is_still_the_plan(stage: Stage, plan: Plan) -> bool:
    """Whether a draft of hour two, not moved by hand, seats everybody where the standings would now."""
    seated = dict(Seat.objects.filter(table__stage=stage).values_list("entry_id", "table__number"))
    return stage.moved_by_hand or seated == {place.entry: place.table for place in plan.places}
