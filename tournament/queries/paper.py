"""What paper shows: personal score sheets and the seating of a stage, by name and by table.

A stage that is still a draft can be printed too, as the director's preview; the values say so.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta

from django.utils.translation import gettext, ngettext

from tournament.formats import BELL_RULES, FORMATS
from tournament.models import Entry, Event, Round, Stage
from tournament.movements.kent import TURNS, turn_seconds
from tournament.queries.draws import SeatView, TableView, tables_of


@dataclass(frozen=True)
class SheetLine:
    """One turn of a player's sheet. Without an opponent it is a sit-out; `open_chair` says that a late-comer may
    still turn it into a match, whose name is then written in."""

    turn: int
    length: timedelta
    opponent: str
    open_chair: bool = False

    @property
    def time(self) -> str:
        return length_words(self.length)


@dataclass(frozen=True)
class ScoreSheet:
    name: str
    table: int
    seat: int
    lines: tuple[SheetLine, ...]


@dataclass(frozen=True)
class ScoreSheets:
    """`bell` is the sentence that says what happens to the hand in play when the bell rings."""

    stage_label: str
    is_draft: bool
    bell: str
    sheets: tuple[ScoreSheet, ...]


@dataclass(frozen=True)
class SeatingLine:
    """`letter` is what the name is filed under, on the first name of each letter; opponents "" are sit-outs."""

    letter: str
    name: str
    table: int
    seat: int
    turns: tuple[SheetLine, ...]


@dataclass(frozen=True)
class TableTurn:
    number: int
    length: timedelta
    pairs: tuple[tuple[str, str], ...]
    sit_outs: tuple[str, ...]

    @property
    def time(self) -> str:
        return length_words(self.length)


@dataclass(frozen=True)
class TablePlan:
    """A table with its seats in order; a chair that changed hands has two names, each with its turns."""

    number: int
    seats: tuple["SeatPlan", ...]
    turns: tuple[TableTurn, ...]


@dataclass(frozen=True)
class SeatPlan:
    """`from_turn` and `until_turn` are None for somebody who sits there for the whole hour."""

    position: int
    name: str
    from_turn: int | None = None
    until_turn: int | None = None


@dataclass(frozen=True)
class Seating:
    stage_label: str
    is_draft: bool
    by_name: tuple[SeatingLine, ...]
    by_table: tuple[TablePlan, ...]


def length_words(length: timedelta) -> str:
    """As in "20 minutes", or "16 min 40 s" where minutes do not come out even."""
    minutes, seconds = divmod(int(length.total_seconds()), 60)
    if seconds:
        return gettext("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": seconds}
    return ngettext("%(minutes)s minute", "%(minutes)s minutes", minutes) % {"minutes": minutes}


def stage_label(event: Event, number: int) -> str:
    """What the evening's format calls this stage, as in "First hour"."""
    return str(FORMATS[event.format].stage_labels[number - 1])


def score_sheets_of(event: Event, stage: Stage, entry: Entry | None = None) -> ScoreSheets:
    """In table order, seat by seat; only this entry's when one is given."""
    lengths = _lengths(event, stage)
    sheets = (
        ScoreSheet(seat.entry.name, table.table.number, seat.position, _lines(seat, table, lengths))
        for table in tables_of(stage)
        for seat in _taken(table)
        if entry is None or seat.entry == entry
    )
    return ScoreSheets(
        stage_label=stage_label(event, stage.number),
        is_draft=stage.released_at is None,
        bell=str(BELL_RULES[event.bell_rule].sentence),
        sheets=tuple(sheets),
    )


def seating_of(event: Event, stage: Stage) -> Seating:
    lengths = _lengths(event, stage)
    tables = tables_of(stage)
    lines = (
        SeatingLine("", seat.entry.name, table.table.number, seat.position, _lines(seat, table, lengths))
        for table in tables
        for seat in _taken(table)
    )
    return Seating(
        stage_label=stage_label(event, stage.number),
        is_draft=stage.released_at is None,
        by_name=_lettered(sorted(lines, key=lambda line: (filed_as(line.name), line.table, line.seat))),
        by_table=tuple(_plan(table, lengths) for table in tables),
    )


def filed_as(name: str) -> str:
    """How a name is put in order: accents and case do not count, so that Élise stands with Elise."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).strip()


def _lettered(lines: Iterable[SeatingLine]) -> tuple[SeatingLine, ...]:
    lettered = []
    before = ""
    for line in lines:
        letter = filed_as(line.name)[:1].upper()
        lettered.append(replace(line, letter=letter) if letter != before else line)
        before = letter
    return tuple(lettered)


def _lengths(event: Event, stage: Stage) -> dict[tuple[int, int], timedelta]:
    """(turns of the bell, turn) -> how long it lasts: as the rounds have it, or as they will."""
    lengths = {
        (len(turns), turn): timedelta(seconds=turn_seconds(size, event.hour_seconds))
        for size, turns in TURNS.items()
        for turn in range(1, len(turns) + 1)
    }
    return lengths | {(round.turns, round.number): round.length for round in Round.objects.filter(stage=stage)}


def _taken(table: TableView) -> list[SeatView]:
    """The seats with a turn to play or sit out; somebody who left before the first has none."""
    return [seat for seat in table.seats if seat.turns]


def _lines(seat: SeatView, table: TableView, lengths: dict[tuple[int, int], timedelta]) -> tuple[SheetLine, ...]:
    bell = len(TURNS[table.table.size])
    return tuple(
        SheetLine(
            turn=turn.number,
            length=lengths[bell, turn.number],
            opponent=turn.opponent.name if turn.opponent else "",
            open_chair=turn.opponent is None and table.table.size < 5,
        )
        for turn in seat.turns
    )


def _plan(table: TableView, lengths: dict[tuple[int, int], timedelta]) -> TablePlan:
    bell = len(TURNS[table.table.size])
    seats = _taken(table)
    return TablePlan(
        number=table.table.number,
        seats=tuple(_seat_plan(seat, bell) for seat in seats),
        turns=tuple(_table_turn(seats, turn, lengths[bell, turn]) for turn in range(1, bell + 1)),
    )


def _seat_plan(seat: SeatView, bell: int) -> SeatPlan:
    first, last = seat.turns[0].number, seat.turns[-1].number
    return SeatPlan(
        position=seat.position,
        name=seat.entry.name,
        from_turn=first if first > 1 else None,
        until_turn=last if last < bell else None,
    )


def _table_turn(seats: list[SeatView], number: int, length: timedelta) -> TableTurn:
    pairs: list[tuple[str, str]] = []
    sit_outs: list[str] = []
    named: set[int] = set()
    for seat in seats:
        turn = next((turn for turn in seat.turns if turn.number == number), None)
        if turn is None or seat.entry.pk in named:
            continue
        if turn.opponent is None:
            sit_outs.append(seat.entry.name)
        else:
            pairs.append((seat.entry.name, turn.opponent.name))
            named.add(turn.opponent.pk)
    return TableTurn(number, length, tuple(pairs), tuple(sit_outs))
