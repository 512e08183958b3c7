"""Draws read back from the database, for the draw page, for checks, and for who sits where."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.event.queries.competitors import competitors_of, competitors_ready, players_needed, seat_players_of
from tournament.event.queries.entry_rows import EntryRow, entry_rows
from tournament.event.queries.hours import hour_of, place_of
from tournament.foundation.revision_cache import RevisionCache
from tournament.matches.queries.match_rows import MatchRow, SeatRow, TableRow, match_rows, seat_rows
from tournament.models import Enters, Entry, Event, Rest, Seat, Stage, State, Table, join_names
from tournament.movements import MOVEMENTS
from tournament.movements.draw import Draw, DrawnTurn, Field, Movement, TableDraw, Threes
from tournament.movements.kent import FEWEST, KENT, ranked_sizes_for
from tournament.ranking import Placing, find_ties_across
from tournament.standings.queries.standings import Standings, standings_of


def draw_of(stage: Stage) -> Draw[int]:
    """The draw of a stage as it was seated, by entry; later comings and goings are in its matches."""
    movement = movement_of(stage.event, stage.number)
    tables = []
    for table in Table.objects.filter(stage=stage).prefetch_related("seats"):
        seats: list[int | None] = [None] * table.size
        for seat in table.seats.all():
            if seats[seat.position - 1] is None:
                seats[seat.position - 1] = seat.entry_id
        tables.append(movement.table_of(table.number, seats))
    return Draw(tuple(tables), tuple(Rest.objects.filter(stage=stage).order_by("pk").values_list("entry", flat=True)))


def field_of(event: Event) -> list[Entry]:
    """Who is to be seated in the next draw: entered, here, and not gone home; in the order of the door list. Where
    pairs or teams enter, those who can be seated whole."""
    here = event.entries.filter(here=True, left_at=None).select_related("player")
    if event.enters == Enters.PLAYERS:
        return list(here)
    units = competitors_of(event)
    whole = {entry.pk for key in competitors_ready(event, units) for entry in units[key].here[: players_needed(event)]}
    return [entry for entry in here if entry.pk in whole]


def movement_of(event: Event, number: int = 1) -> Movement:
    """That of stage `number`, as it looks at a table to those who sit there."""
    return seat_players_of(event, MOVEMENTS[place_of(event, number).part.movement])


def threes_of(event: Event) -> Threes:
    """Where the club wants tables of three in a ranked hour."""
    return "spread" if event.threes == "spread" else "bottom"


@dataclass(frozen=True)
class SecondHour:
    """What hour two would be, cut from the standings of hour one."""

    order: tuple[int, ...]
    sizes: tuple[int, ...]
    ties: tuple[tuple[Placing[int], ...], ...]
    newcomers: tuple[Entry, ...]
    standings: Standings


def second_hour_of(event: Event, *, prefer_five: bool = False) -> SecondHour:
    """Everybody still here in rank order, newcomers after them; `ties` are those only a cut of cards can settle."""
    standings = standings_of(event, hours=1)
    here = {entry.pk: entry for entry in field_of(event)}
    placings = [placing for placing in standings.placings if placing.record.entry in here]
    ranked = [placing.record.entry for placing in placings]
    seen = set(ranked)
    newcomers = tuple(entry for entry in here.values() if entry.pk not in seen)
    order = (*ranked, *(entry.pk for entry in newcomers))
    sizes = ranked_sizes_for(len(order), prefer_five, threes_of(event))
    return SecondHour(order, sizes, find_ties_across(placings, sizes), newcomers, standings)


@dataclass(frozen=True)
class SeatDifference:
    """Somebody whom a correction would have seated elsewhere."""

    entry: EntryRow
    sits_at: int
    would_sit_at: int


DIFFERENCES: RevisionCache[list[SeatDifference]] = RevisionCache(most=4)


def seat_differences(event: Event) -> list[SeatDifference]:
    """Whose table in the latest hour differs from what the standings before it give now; nobody is moved."""
    stage = hour_of(event) if event.kind.ranks_each_stage else None
    if stage is None or stage.number == 1 or stage.moved_by_hand:
        return []
    seats = Seat.objects.filter(table__stage=stage, from_turn=1)
    seated = dict(seats.values_list("entry", "table__number"))
    standings = standings_of(event, hours=stage.number - 1)
    ranked = [placing.record.entry for placing in standings.placings if placing.record.entry in seated]
    order = list(dict.fromkeys([*ranked, *seated]))
    sizes = ranked_sizes_for(len(order), stage.prefer_five, threes_of(event))
    would = [number for number, size in enumerate(sizes, start=1) for _ in range(size)]
    entries = entry_rows(event)
    return [
        SeatDifference(entries[entry], seated[entry], table)
        for entry, table in zip(order, would, strict=True)
        if seated[entry] != table
    ]


def known_seat_differences(event: Event) -> list[SeatDifference]:
    """The same, read once per revision: for pages, which show them until something is written again."""
    return DIFFERENCES.of(event.pk, event.revision, partial(seat_differences, event))


class TurnOfSeat(NamedTuple):
    """One turn of a seat: the side of whoever sits there, their `partners` in it, and the other sides. Without any it
    is a sit-out."""

    number: int
    own: tuple[EntryRow, ...] = ()
    others: tuple[tuple[EntryRow, ...], ...] = ()
    partners: tuple[EntryRow, ...] = ()

    @property
    def with_whom(self) -> str:
        return join_names([entry.name for entry in self.partners]) if self.partners else ""

    @property
    def against(self) -> str:
        """The other sides by name; empty for a sit-out."""
        return ", ".join([join_names([entry.name for entry in side]) for side in self.others])


class SeatView(NamedTuple):
    """A seat with whom it meets, turn by turn."""

    position: int
    entry: EntryRow
    turns: tuple[TurnOfSeat, ...]


@dataclass(frozen=True)
class TableView:
    table: TableRow
    seats: tuple[SeatView, ...]
    matches: tuple[MatchRow, ...]


def tables_of(stage: Stage) -> list[TableView]:
    """The tables of a stage with seats, opponents and matches in order. Four queries, two of a draft."""
    entries = entry_rows(stage.event)
    taken: dict[TableRow, list[SeatRow]] = {}
    for seat in seat_rows(stage, entries):
        taken.setdefault(seat.table, []).append(seat)
    if stage.released_at is None:
        movement = movement_of(stage.event, stage.number)
        return [TableView(table, _drafted_seats(table, own, movement), ()) for table, own in taken.items()]
    matches: dict[TableRow, list[MatchRow]] = {table: [] for table in taken}
    for match in match_rows(entries, table__stage=stage.pk):
        matches[match.table].append(match)
    return [TableView(table, _seats(table, own, matches[table]), tuple(matches[table])) for table, own in taken.items()]


def _seats(table: TableRow, taken: Sequence[SeatRow], matches: Sequence[MatchRow]) -> tuple[SeatView, ...]:
    turn_of: dict[tuple[int, int], TurnOfSeat] = {}
    for match in matches:
        if match.state != State.CALLED_OFF:
            number = match.round.number
            for side in match.sides:
                others = tuple(other.entries for other in match.sides if other is not side)
                for entry in side.entries:
                    partners = tuple(one for one in side.entries if one is not entry)
                    turn_of.setdefault((number, entry.pk), TurnOfSeat(number, side.entries, others, partners))
    return tuple(
        SeatView(
            seat.position,
            seat.entry,
            tuple(
                turn_of.get((number, seat.entry.pk)) or TurnOfSeat(number)
                for number in range(seat.from_turn, min(seat.until_turn, table.turns) + 1)
            ),
        )
        for seat in taken
    )


def _drafted_seats(table: TableRow, taken: Sequence[SeatRow], movement: Movement) -> tuple[SeatView, ...]:
    """Before release there are no matches yet: the pattern of the table says who would meet whom."""
    seats: list[EntryRow | None] = [None] * table.size
    for seat in taken:
        seats[seat.position - 1] = seat.entry
    drawn: TableDraw[EntryRow] = movement.table_of(table.number, seats)
    return tuple(
        SeatView(seat.position, seat.entry, tuple(_drafted_turn(turn, seat.entry) for turn in drawn.turns))
        for seat in taken
    )


def _drafted_turn(turn: DrawnTurn[EntryRow], entry: EntryRow) -> TurnOfSeat:
    sides = next((match.sides for match in turn.matches if entry in match.entries), ())
    own = next((side for side in sides if entry in side), ())
    others = tuple(side for side in sides if side != own)
    return TurnOfSeat(turn.number, own, others, tuple(one for one in own if one != entry))


def tables_in_words(event: Event, players: int, *, prefer_five: bool = False) -> str:
    """ "7 tables of 4 and 1 table of 3"; where so many cannot be seated, what to do. Not of an evening of rounds."""
    movement = movement_of(event)
    missing = FEWEST - players
    if movement is KENT and missing > 0:
        return ngettext("%(n)s more makes a table: 3 can play.", "%(n)s more make a table: 3 can play.", missing) % {
            "n": missing
        }
    if not (fit := movement.fits(players)):
        return _(fit.why_not)
    field = Field(tuple(range(players)), prefer_five=prefer_five, table_size=event.table_size)
    sizes = [len(table.seats) for draw in movement.next_draws(field) for table in draw.tables]
    return join_names([_count_tables(sizes.count(size), size) for size in dict.fromkeys(sizes)])


def five_instead(event: Event, players: int) -> str:
    """The other way to seat them where there is one: a table of five in place of three threes. Else empty."""
    has_choice = movement_of(event) is KENT and players > 5 and players % 4 == 1
    return tables_in_words(event, players, prefer_five=True) if has_choice else ""


def _count_tables(count: int, size: int) -> str:
    return ngettext("1 table of %(size)s", "%(n)s tables of %(size)s", count) % {"n": count, "size": size}
