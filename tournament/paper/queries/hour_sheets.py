"""The paper of an hour: personal score sheets, and the seating by name and by table.

A stage that is still a draft can be printed too, as the director's preview; the values say so.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db.models import F
from django.utils.translation import gettext, ngettext

from tournament.draw.queries.drafts import TurnOfTable, turns_of_table
from tournament.draw.queries.draws import SeatView, TableView, movement_of, tables_of
from tournament.draw.queries.seats import names_of_rests, rests_of
from tournament.event.queries.competitors import names_of_teams
from tournament.event.queries.hours import hour_label, hour_numbers
from tournament.formats.formats import BELL_RULES, EMPTY_BOX_LABELS
from tournament.foundation.wording import filed_as, letters_of
from tournament.models import SETTLED, Entry, Event, Match, Round, Seat, Stage, State, entry_names
from tournament.movements.draw import Movement

ALL_LEFT: Mapping[int, int] = {}


@dataclass(frozen=True)
class SheetLine:
    """One turn of a player's sheet. Without an opponent it is a sit-out; `open_chair` says that a late-comer may
    still turn it into a match, whose name is then written in; `partner` is whoever plays on the same side. On a blank
    one nobody is known yet."""

    turn: int
    length: timedelta
    opponent: str
    open_chair: bool = False
    partner: str = ""
    is_blank: bool = False

    @property
    def time(self) -> str:
        return length_words(self.length)


@dataclass(frozen=True)
class ScoreSheet:
    """Without a name, table or seat there is a line to write it on."""

    name: str
    table: int | None
    seat: int | None
    lines: tuple[SheetLine, ...]


@dataclass(frozen=True)
class ScoreSheets:
    """`bell` is the sentence that says what happens to the hand in play when the bell rings, `empty_boxes`
    what a box for All Fours or Jacks turned means that is left empty. `is_rest` where rounds of
    the hour were played on other sheets."""

    stage_label: str
    is_draft: bool
    bell: str
    empty_boxes: str
    sheets: tuple[ScoreSheet, ...]
    is_rest: bool = False


@dataclass(frozen=True)
class SeatingLine:
    """`letter` is what the name is filed under, on the first name of each letter, `goes_on` on all but the last of it;
    opponents "" are sit-outs. Without a table somebody rests this round."""

    name: str
    table: int | None
    seat: int
    turns: tuple[SheetLine, ...]
    team: str = ""
    letter: str = ""
    goes_on: str = ""


@dataclass(frozen=True)
class TableTurn:
    number: int
    length: timedelta
    matches: tuple[tuple[str, ...], ...]
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
    teams: tuple[str, ...] = ()

    @property
    def time(self) -> str:
        """Of each of its turns; empty where they differ."""
        times = {turn.time for turn in self.turns}
        return times.pop() if len(times) == 1 else ""

    @property
    def pace(self) -> str:
        """As in "3 turns of 20 minutes"."""
        of_each = ngettext("%(n)s turn of %(time)s", "%(n)s turns of %(time)s", len(self.turns))
        words = of_each if self.time else ngettext("%(n)s turn", "%(n)s turns", len(self.turns))
        return words % {"n": len(self.turns), "time": self.time}


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
    resting: tuple[str, ...] = ()


@dataclass(frozen=True)
class HourOnPaper:
    """An hour of the evening's format: `stage` is None until it is drawn; `seats` are those with a sheet, A to Z."""

    number: int
    label: str
    stage: Stage | None
    seats: tuple[Seat, ...]
    open_matches: int

    @property
    def released(self) -> bool:
        return self.stage is not None and self.stage.released_at is not None


def hours_on_paper(event: Event) -> tuple[HourOnPaper, ...]:
    """Every hour that the evening has or will have. Three queries."""
    stages = {stage.number: stage for stage in Stage.objects.filter(event=event)}
    seated = Seat.objects.filter(table__stage__event=event, until_turn__gte=F("from_turn"))
    seats = sorted(
        seated.select_related("table__stage", "entry__player"), key=lambda seat: (filed_as(seat.entry.name), seat.pk)
    )
    open_matches = Counter(
        Match.objects.filter(table__stage__event=event)
        .exclude(state__in=[*SETTLED, State.CALLED_OFF])
        .values_list("table__stage__number", flat=True)
    )
    return tuple(
        HourOnPaper(
            number=number,
            label=hour_label(event, number),
            stage=stages.get(number),
            seats=tuple(seat for seat in seats if seat.table.stage.number == number),
            open_matches=open_matches[number],
        )
        for number in hour_numbers(event)
    )


def length_words(length: timedelta) -> str:
    """As in "20 minutes", or "16 min 40 s" where minutes do not come out even."""
    minutes, seconds = divmod(int(length.total_seconds()), 60)
    if seconds:
        return gettext("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": seconds}
    return ngettext("%(minutes)s minute", "%(minutes)s minutes", minutes) % {"minutes": minutes}


def score_sheets_of(
    event: Event, stage: Stage, entry: Entry | None = None, *, over: Mapping[int, int] = ALL_LEFT
) -> ScoreSheets:
    """In table order, seat by seat; only this entry's when one is given. `over` says of each bell, by its turns, how
    many are over and left out."""
    bells = _bells(event, stage)
    sheets = (
        ScoreSheet(seat.entry.name, table.table.number, seat.position, _lines(seat, table, bells))
        for table in _tables_left(stage, over)
        for seat in _taken(table)
        if entry is None or seat.entry == entry
    )
    return ScoreSheets(
        stage_label=hour_label(event, stage.number),
        is_draft=stage.released_at is None,
        bell=str(BELL_RULES[event.bell_rule].sentence),
        empty_boxes=str(EMPTY_BOX_LABELS[event.empty_means_none]),
        sheets=tuple(sheets),
        is_rest=any(over.values()),
    )


def seating_of(event: Event, stage: Stage, *, over: Mapping[int, int] = ALL_LEFT) -> Seating:
    """`over`: see `score_sheets_of`."""
    bells = _bells(event, stage)
    tables = _tables_left(stage, over)
    teams = names_of_teams(event)
    lines = [
        SeatingLine(
            seat.entry.name,
            table.table.number,
            seat.position,
            _lines(seat, table, bells),
            teams.get(seat.entry.pk, ""),
        )
        for table in tables
        for seat in _taken(table)
    ]
    lines += [SeatingLine(entry.name, None, 0, (), teams.get(entry.pk, "")) for entry in rests_of(event, stage)]
    return Seating(
        stage_label=hour_label(event, stage.number),
        is_draft=stage.released_at is None,
        by_name=_lettered(sorted(lines, key=lambda line: (filed_as(line.name), line.table or 0, line.seat))),
        by_table=tuple(_plan(table, bells, teams, over) for table in tables if _taken(table)),
        resting=tuple(sorted(names_of_rests(event, stage), key=filed_as)),
    )


def _lettered(lines: Sequence[SeatingLine]) -> tuple[SeatingLine, ...]:
    letters = letters_of(line.name for line in lines)
    return tuple(
        replace(line, letter=letter, goes_on=goes_on) for line, (letter, goes_on) in zip(lines, letters, strict=True)
    )


@dataclass(frozen=True)
class _Bells:
    """Of each bell (by its number of turns) and turn: how long it lasts, as the rounds have it or as they will; and
    which have begun."""

    movement: Movement
    hour_seconds: int
    rounds: Mapping[tuple[int, int], Round]

    def length(self, turns: int, turn: int) -> timedelta:
        round = self.rounds.get((turns, turn))
        return round.length if round else timedelta(seconds=self.movement.turn_seconds(turns, self.hour_seconds))

    def has_begun(self, turns: int, turn: int) -> bool:
        round = self.rounds.get((turns, turn))
        return round is not None and round.started_at is not None


def _bells(event: Event, stage: Stage) -> _Bells:
    rounds = {(round.turns, round.number): round for round in Round.objects.filter(stage=stage)}
    return _Bells(movement_of(event, stage.number), event.hour_seconds, rounds)


def _tables_left(stage: Stage, over: Mapping[int, int]) -> list[TableView]:
    """The tables with those turns that are not over."""
    found = []
    for table in tables_of(stage):
        first = over.get(table.table.turns, 0) + 1
        left = (replace(seat, turns=tuple(turn for turn in seat.turns if turn.number >= first)) for seat in table.seats)
        found.append(replace(table, seats=tuple(left)))
    return found


def _taken(table: TableView) -> list[SeatView]:
    """The seats with a turn to play or sit out; somebody who left before the first has none."""
    return [seat for seat in table.seats if seat.turns]


def _lines(seat: SeatView, table: TableView, bells: _Bells) -> tuple[SheetLine, ...]:
    bell = table.table.turns
    return tuple(
        SheetLine(
            turn=turn.number,
            length=bells.length(bell, turn.number),
            opponent=turn.against,
            open_chair=not turn.others and bell == 3 and not bells.has_begun(bell, turn.number),
            partner=turn.with_whom,
        )
        for turn in seat.turns
    )


def _plan(table: TableView, bells: _Bells, teams: Mapping[int, str], over: Mapping[int, int]) -> TablePlan:
    bell = table.table.turns
    first = over.get(bell, 0) + 1
    seats = _taken(table)
    return TablePlan(
        number=table.table.number,
        seats=tuple(_seat_plan(seat, first, bell) for seat in seats),
        turns=tuple(
            _table_turn(turn, bells.length(bell, turn.number)) for turn in turns_of_table(table) if turn.number >= first
        ),
        teams=tuple(dict.fromkeys(teams[seat.entry.pk] for seat in seats if seat.entry.pk in teams)),
    )


def _seat_plan(seat: SeatView, first: int, last: int) -> SeatPlan:
    begins, ends = seat.turns[0].number, seat.turns[-1].number
    return SeatPlan(
        position=seat.position,
        name=seat.entry.name,
        from_turn=begins if begins > first else None,
        until_turn=ends if ends < last else None,
    )


def _table_turn(turn: TurnOfTable, length: timedelta) -> TableTurn:
    return TableTurn(turn.number, length, turn.matches, tuple(entry.name for entry in turn.resting))


def names_with(event: Event, letters: Collection[str]) -> list[str]:
    """Of players and teams of the evening, in order. Two queries, none without letters."""
    if not letters:
        return []
    names = {*entry_names(event.entries.all()).values()}
    names |= {*event.teams.values_list("name", flat=True)}
    return sorted(name for name in names if not set(name).isdisjoint(letters))
