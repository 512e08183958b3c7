"""The paper of an hour: personal score sheets, and the seating by name and by table.

A stage that is still a draft can be printed too, as the director's preview; the values say so.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import F
from django.utils.translation import gettext, ngettext

from tournament.draw.queries.drafts import TurnOfTable, turns_of_table
from tournament.draw.queries.draws import SeatView, TableView, tables_of
from tournament.draw.queries.seats import names_of_rests, rests_of
from tournament.event.queries.competitors import names_of_teams
from tournament.event.queries.hours import hour_label, hour_numbers, say_waves_on_paper
from tournament.formats.formats import BELL_RULES, EMPTY_BOX_LABELS
from tournament.foundation.wording import letters_of, order_key
from tournament.models import SETTLED, Entry, Event, Match, Round, Seat, Stage, State, entry_names, join_note
from tournament.rules.queries.rules import rules_of

ALL_LEFT: Mapping[int, int] = {}


@dataclass(frozen=True)
class PaperSheetLine:
    """One turn of a player's sheet. Without an opponent it is a sit-out. `open_chair` means that a late-comer may still
    turn it into a match; then the opponent's name is written in. `partner` is the player on the same side. If it
    `is_blank`, nobody is known yet."""

    turn: int
    length: timedelta
    opponent: str
    open_chair: bool = False
    partner: str = ""
    is_blank: bool = False

    @property
    def time(self) -> str:
        return words_for_length(self.length)


@dataclass(frozen=True)
class ScoreSheet:
    """A player's sheet; a missing name, table or seat is a line to write on."""

    name: str
    table: int | None
    seat: int | None
    lines: tuple[PaperSheetLine, ...]


@dataclass(frozen=True)
class ScoreSheets:
    """`bell` is the sentence that says what happens to the hand in play when the bell rings. `empty_boxes` says what an
    empty box for All Fours or Jacks turned means, `has_check_box` whether there is a box for what the opponent won: the
    boxes that the scorer keys, in the same order. `first_deal` says who deals first against an opponent, if the rules
    do. `is_rest` is true if rounds of the hour were played on other sheets."""

    stage_label: str
    is_draft: bool
    bell: str
    empty_boxes: str
    has_check_box: bool
    first_deal: str
    sheets: tuple[ScoreSheet, ...]
    is_rest: bool = False


@dataclass(frozen=True)
class SeatingLine:
    """A name with its seat; without a table the player sits out. `letter` is on the first name of each letter,
    `goes_on` on all names but the last of it. An opponent "" is a sit-out."""

    name: str
    table: int | None
    seat: int
    turns: tuple[PaperSheetLine, ...]
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
        return words_for_length(self.length)


@dataclass(frozen=True)
class TablePlan:
    """A table with its seats in order; a chair with two players has two names, each with its turns."""

    number: int
    seats: tuple["SeatPlan", ...]
    turns: tuple[TableTurn, ...]
    teams: tuple[str, ...] = ()

    @property
    def time(self) -> str:
        """Returns the length of each turn, or "" if they differ."""
        times = {turn.time for turn in self.turns}
        return times.pop() if len(times) == 1 else ""

    @property
    def pace(self) -> str:
        """Says the turns as in "3 turns of 20 minutes"."""
        of_each = ngettext("%(n)s turn of %(time)s", "%(n)s turns of %(time)s", len(self.turns))
        words = of_each if self.time else ngettext("%(n)s turn", "%(n)s turns", len(self.turns))
        return words % {"n": len(self.turns), "time": self.time}


@dataclass(frozen=True)
class SeatPlan:
    """A player at a seat; `from_turn` and `until_turn` are None for the whole hour."""

    position: int
    name: str
    from_turn: int | None = None
    until_turn: int | None = None


@dataclass(frozen=True)
class SeatingList:
    """`waves` are sentences about tables that the hall does not have."""

    stage_label: str
    is_draft: bool
    by_name: tuple[SeatingLine, ...]
    by_table: tuple[TablePlan, ...]
    resting: tuple[str, ...] = ()
    waves: tuple[str, ...] = ()


class SheetToPick(NamedTuple):
    """A player who has a sheet, for a list to choose from."""

    entry: int
    words: str


@dataclass(frozen=True)
class HourOnPaper:
    """An hour of the evening; `stage` is None until it is drawn; `seats` are those with a sheet, A to Z."""

    number: int
    label: str
    stage: Stage | None
    seats: tuple[SheetToPick, ...]
    open_matches: int

    @property
    def is_released(self) -> bool:
        return self.stage is not None and self.stage.released_at is not None


def hours_on_paper_of(event: Event, *, with_seats: bool) -> tuple[HourOnPaper, ...]:
    """Returns every hour that the evening has or will have. Three queries, one of them `with_seats`."""
    stages = {stage.number: stage for stage in Stage.objects.filter(event=event)}
    seated = Seat.objects.filter(table__stage__event=event, until_turn__gte=F("from_turn")).order_by("pk")
    of_seat = ("entry", "entry__player__name", "entry__namesake_note", "table__number", "table__stage__number")
    sheets: dict[int, list[tuple[str, SheetToPick]]] = {}
    for entry, player, note, table, number in seated.values_list(*of_seat) if with_seats else ():
        name = join_note(player, note)
        words = gettext("%(name)s, table %(table)s") % {"name": name, "table": table}
        sheets.setdefault(number, []).append((order_key(name), SheetToPick(entry, words)))
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
            seats=tuple(sheet for _filed, sheet in sorted(sheets.get(number, []), key=itemgetter(0))),
            open_matches=open_matches[number],
        )
        for number in hour_numbers(event)
    )


def words_for_length(length: timedelta) -> str:
    """Says a length as in "20 minutes", or "16 min 40 s"."""
    minutes, seconds = divmod(int(length.total_seconds()), 60)
    if seconds:
        return gettext("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": seconds}
    return ngettext("%(minutes)s minute", "%(minutes)s minutes", minutes) % {"minutes": minutes}


def score_sheets_of(
    event: Event, stage: Stage, entry: Entry | None = None, *, over: Mapping[int, int] = ALL_LEFT
) -> ScoreSheets:
    """Returns the sheets in order of tables and seats, or only those of one entry. `over` says for each bell, by number
    of turns, how many rounds are over and left out."""
    bells = _bells_of(event, stage)
    sheets = (
        ScoreSheet(seat.entry.name, table.table.number, seat.position, _lines_of(seat, table, bells))
        for table in _tables_left_of(stage, over)
        for seat in _seats_in_use(table)
        if entry is None or seat.entry.pk == entry.pk
    )
    return ScoreSheets(
        stage_label=hour_label(event, stage.number),
        is_draft=stage.released_at is None,
        sheets=tuple(sheets),
        is_rest=any(over.values()),
        **boxes_of(event),
    )


def boxes_of(event: Event) -> dict[str, Any]:
    """Returns what score sheets say of the first deal, the bell and empty boxes, and whether they have a check box."""
    bell, empty_boxes = BELL_RULES[event.bell_rule].sentence, EMPTY_BOX_LABELS[event.empty_means_none]
    cut = rules_of(event).labels.get("first_deal")
    first_deal = gettext("first deal: %s") % gettext(cut) if cut else ""
    return {
        **{"bell": str(bell), "empty_boxes": str(empty_boxes)},
        **{"first_deal": first_deal, "has_check_box": event.has_check_box},
    }


def seating_of(event: Event, stage: Stage, *, over: Mapping[int, int] = ALL_LEFT) -> SeatingList:
    """Returns the seats of an hour by name and by table; `over` as in `score_sheets_of`."""
    bells = _bells_of(event, stage)
    tables = _tables_left_of(stage, over)
    teams = names_of_teams(event)
    lines = [
        SeatingLine(
            seat.entry.name,
            table.table.number,
            seat.position,
            _lines_of(seat, table, bells),
            teams.get(seat.entry.pk, ""),
        )
        for table in tables
        for seat in _seats_in_use(table)
    ]
    lines += [SeatingLine(entry.name, None, 0, (), teams.get(entry.pk, "")) for entry in rests_of(event, stage)]
    return SeatingList(
        stage_label=hour_label(event, stage.number),
        is_draft=stage.released_at is None,
        by_name=_add_letters(sorted(lines, key=lambda line: (order_key(line.name), line.table or 0, line.seat))),
        by_table=tuple(_plan_of_table(table, bells, teams, over) for table in tables if _seats_in_use(table)),
        resting=tuple(sorted(names_of_rests(event, stage), key=order_key)),
        waves=say_waves_on_paper(event, max((table.table.number for table in tables), default=0)),
    )


def _add_letters(lines: Sequence[SeatingLine]) -> tuple[SeatingLine, ...]:
    letters = letters_of(line.name for line in lines)
    return tuple(
        replace(line, letter=letter, goes_on=goes_on) for line, (letter, goes_on) in zip(lines, letters, strict=True)
    )


@dataclass(frozen=True)
class _Bells:
    """The length of each turn of each bell (by its number of turns), from its round or as planned, and whether it has
    begun."""

    event: Event
    rounds: Mapping[tuple[int, int], Round]

    def length(self, turns: int, turn: int) -> timedelta:
        round = self.rounds.get((turns, turn))
        return round.length if round else self.event.turn_length(turns)

    def has_begun(self, turns: int, turn: int) -> bool:
        round = self.rounds.get((turns, turn))
        return round is not None and round.started_at is not None


def _bells_of(event: Event, stage: Stage) -> _Bells:
    rounds = {(round.turns, round.number): round for round in Round.objects.filter(stage=stage)}
    return _Bells(event, rounds)


def _tables_left_of(stage: Stage, over: Mapping[int, int]) -> list[TableView]:
    """Returns the tables with only the turns that are not over."""
    tables_left = []
    for table in tables_of(stage):
        first = over.get(table.table.turns, 0) + 1
        left = (seat._replace(turns=tuple(turn for turn in seat.turns if turn.number >= first)) for seat in table.seats)
        tables_left.append(replace(table, seats=tuple(left)))
    return tables_left


def _seats_in_use(table: TableView) -> list[SeatView]:
    """Returns the seats that have turns left, played or sat out."""
    return [seat for seat in table.seats if seat.turns]


def _lines_of(seat: SeatView, table: TableView, bells: _Bells) -> tuple[PaperSheetLine, ...]:
    bell = table.table.turns
    return tuple(
        PaperSheetLine(
            turn=turn.number,
            length=bells.length(bell, turn.number),
            opponent=turn.against,
            open_chair=not turn.others and bell == 3 and not bells.has_begun(bell, turn.number),
            partner=turn.with_whom,
        )
        for turn in seat.turns
    )


def _plan_of_table(table: TableView, bells: _Bells, teams: Mapping[int, str], over: Mapping[int, int]) -> TablePlan:
    bell = table.table.turns
    first = over.get(bell, 0) + 1
    seats = _seats_in_use(table)
    return TablePlan(
        number=table.table.number,
        seats=tuple(_plan_of_seat(seat, first, bell) for seat in seats),
        turns=tuple(
            _turn_of_table(turn, bells.length(bell, turn.number))
            for turn in turns_of_table(table)
            if turn.number >= first
        ),
        teams=tuple(dict.fromkeys(teams[seat.entry.pk] for seat in seats if seat.entry.pk in teams)),
    )


def _plan_of_seat(seat: SeatView, first: int, last: int) -> SeatPlan:
    begins, ends = seat.turns[0].number, seat.turns[-1].number
    return SeatPlan(
        position=seat.position,
        name=seat.entry.name,
        from_turn=begins if begins > first else None,
        until_turn=ends if ends < last else None,
    )


def _turn_of_table(turn: TurnOfTable, length: timedelta) -> TableTurn:
    return TableTurn(turn.number, length, turn.matches, tuple(entry.name for entry in turn.resting))


def names_with_letters(event: Event, letters: Collection[str]) -> list[str]:
    """Returns the names of players and teams with any of these letters, in order. Two queries, none without letters."""
    if not letters:
        return []
    names = {*entry_names(event.entries.all()).values()}
    names |= {*event.teams.values_list("name", flat=True)}
    return sorted(name for name in names if not set(name).isdisjoint(letters))
