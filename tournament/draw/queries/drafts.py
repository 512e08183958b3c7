"""The draw page of an hour: its tables turn by turn, how hour 2 would be seated, and what changed since the draft."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from django.utils.translation import ngettext

from tournament.draw.queries.draws import SeatView, TableView, second_hour_of, tables_of
from tournament.event.queries.entry_rows import EntryRow
from tournament.event.queries.head_counts import count_in_words
from tournament.models import Event, Stage, join_names
from tournament.standings.queries.cuts import Tie, ties_of
from tournament.standings.queries.shared_standings import shared_standings
from tournament.standings.queries.standings import Standings, StandingsLine


class TurnOfTable(NamedTuple):
    """One turn of a table: its matches, each by the names of its sides, and who rests."""

    number: int
    matches: tuple[tuple[str, ...], ...]
    resting: tuple[EntryRow, ...]


class TableShown(NamedTuple):
    """A table as it was drawn, or as it is played after latecomers and leavers have changed it."""

    number: int
    size: int
    seats: tuple[SeatView, ...]
    turns: tuple[TurnOfTable, ...]


def stage_numbered(event: Event, number: int) -> Stage | None:
    """Returns a drafted or released stage, or None before it is drawn. One query."""
    stage = Stage.objects.filter(event=event, number=number).first()
    if stage is not None:
        stage.event = event
    return stage


def tables_shown(stage: Stage, entries: Mapping[int, EntryRow] | None = None) -> list[TableShown]:
    """Returns the tables with seats and turns in order. As many queries as `tables_of`."""
    return [
        TableShown(view.table.number, view.table.size, view.seats, turns_of_table(view))
        for view in tables_of(stage, entries)
    ]


def turns_of_table(view: TableView) -> tuple[TurnOfTable, ...]:
    """Returns the turns of a table. Each match is listed once, from the seat that comes first."""
    turns = []
    for number in range(1, view.table.turns + 1):
        matches, resting, met = [], [], set[int]()
        for entry, turn in [(seat.entry, turn) for seat in view.seats for turn in seat.turns if turn.number == number]:
            if not turn.others:
                resting.append(entry)
            elif entry.pk not in met:
                sides = (turn.own, *turn.others)
                met.update([one.pk for side in sides for one in side])
                matches.append(tuple([join_names([one.name for one in side]) for side in sides]))
        turns.append(TurnOfTable(number, tuple(matches), tuple(resting)))
    return tuple(turns)


def say_size_of_draw(event: Event, entries: int, tables: int, *, resting: int = 0, has_byes: bool = False) -> str:
    """Returns what a draw comes to, as in "13 pairs, 6 tables, 1 sits out"."""
    words = [count_in_words(event, entries), ngettext("%(n)s table", "%(n)s tables", tables) % {"n": tables}]
    if resting and has_byes:
        words.append(ngettext("%(n)s bye", "%(n)s byes", resting) % {"n": resting})
    elif resting:
        words.append(ngettext("%(n)s sits out", "%(n)s sit out", resting) % {"n": resting})
    return ", ".join(words)


def mark_of(tables: Sequence[TableShown]) -> str:
    """Returns a mark that changes whenever somebody sits elsewhere, so that a director releases only the draft that
    they saw."""
    seated = [(table.number, [seat.entry.pk for seat in table.seats]) for table in tables]
    return sha256(repr(seated).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Changes:
    """Who came and who left since a draft was made. If anybody did, the draft cannot be released."""

    came: tuple[EntryRow, ...]
    went: tuple[EntryRow, ...]

    def __bool__(self) -> bool:
        return bool(self.came or self.went)


def changes_between(seated: Iterable[EntryRow], here: Iterable[EntryRow]) -> Changes:
    were, are = ({entry.pk: entry for entry in entries} for entries in (seated, here))
    came = tuple(entry for pk, entry in are.items() if pk not in were)
    return Changes(came, tuple(entry for pk, entry in were.items() if pk not in are))


@dataclass(frozen=True)
class PlaceInPlan:
    """A line of the ranking from which hour 2 is seated. `line` is None for a newcomer. `is_last` marks the last line
    of a table; `is_level` a tie with somebody at another table, until they have cut the cards."""

    entry: int
    name: str
    line: StandingsLine | None
    table: int
    is_last: bool
    is_level: bool


@dataclass(frozen=True)
class DraftPlan:
    places: tuple[PlaceInPlan, ...]
    sizes: tuple[int, ...]
    ties: tuple[Tie, ...]
    standings: Standings


def plan_of(event: Event, here: Sequence[EntryRow], *, prefer_five: bool = False) -> DraftPlan:
    """Returns hour 2 as the standings of hour 1 would seat it now, for pages; `here` are the people from `field_of`.
    Raises CannotSeat below three players."""
    standings = shared_standings(event, hours=1)
    second = second_hour_of(event, prefer_five=prefer_five, standings=standings, field=here)
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
    return DraftPlan(places, second.sizes, ties_of(event, 1, second.ties), second.standings)


def is_still_the_plan(stage: Stage, tables: Sequence[TableShown], plan: DraftPlan) -> bool:
    """Returns whether a draft of hour 2 still seats everybody where the standings would now, or was changed by hand."""
    seated = {seat.entry.pk: table.number for table in tables for seat in table.seats}
    return stage.moved_by_hand or seated == {place.entry: place.table for place in plan.places}
