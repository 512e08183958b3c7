"""Reads draws back from the database, for the draw page, for checks, and to show who sits where."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.event.queries.competitors import competitors_among, competitors_ready, players_needed, seat_players_of
from tournament.event.queries.entry_rows import EntryRow, entry_rows
from tournament.event.queries.hours import place_of
from tournament.matches.queries.match_rows import MatchRow, SeatRow, TableRow, match_rows, seat_rows
from tournament.models import Enters, Event, Rest, Stage, State, Table, join_names
from tournament.movements import MOVEMENTS
from tournament.movements.draw import Draw, Field, Movement, TableDraw, Threes
from tournament.movements.kent import FEWEST, KENT, ranked_sizes_for
from tournament.ranking import Placing, find_ties_across
from tournament.standings.queries.standings import Standings, standings_of


def draw_of(stage: Stage) -> Draw[int]:
    """Returns the draw of a stage as it was seated, by entry. Later changes are only in its matches."""
    movement = movement_of(stage.event, stage.number)
    tables = []
    for table in Table.objects.filter(stage=stage).prefetch_related("seats"):
        seats: list[int | None] = [None] * table.size
        for seat in table.seats.all():
            if seats[seat.position - 1] is None:
                seats[seat.position - 1] = seat.entry_id
        tables.append(movement.table_of(table.number, seats))
    return Draw(tuple(tables), tuple(Rest.objects.filter(stage=stage).order_by("pk").values_list("entry", flat=True)))


def field_of(event: Event, entries: Mapping[int, EntryRow] | None = None) -> list[EntryRow]:
    """Returns who is to be seated in the next draw: entries that are here and have not left, in the order of the door
    list. If pairs or teams enter, only those that can be seated complete. One query, none if the `entries` of the event
    are given."""
    if entries is None:
        entries = entry_rows(event)
    here = [entry for entry in entries.values() if entry.here and entry.left_at is None]
    if event.enters == Enters.PLAYERS:
        return here
    units = competitors_among(event, entries)
    whole = {entry.pk for key in competitors_ready(event, units) for entry in units[key].here[: players_needed(event)]}
    return [entry for entry in here if entry.pk in whole]


def movement_of(event: Event, number: int = 1) -> Movement:
    """Returns the movement of stage `number`, as those who sit at a table see it."""
    return seat_players_of(event, MOVEMENTS[place_of(event, number).part.movement])


def threes_of(event: Event) -> Threes:
    """Returns where the club wants tables of three in a ranked hour."""
    return "spread" if event.threes == "spread" else "bottom"


@dataclass(frozen=True)
class SecondHour:
    """Hour 2 as it would be, seated by the standings of hour 1."""

    order: tuple[int, ...]
    sizes: tuple[int, ...]
    ties: tuple[tuple[Placing[int], ...], ...]
    newcomers: tuple[EntryRow, ...]
    standings: Standings


def second_hour_of(
    event: Event, *, prefer_five: bool = False, standings: Standings | None = None, field: Sequence[EntryRow] = ()
) -> SecondHour:
    """Returns hour 2 with everybody still here in rank order, newcomers after them. `ties` are those that only a cut of
    cards can break. `standings` are those of hour 1 and `field` the people from `field_of`, if they are known."""
    standings = standings or standings_of(event, hours=1)
    here = {entry.pk: entry for entry in field or field_of(event)}
    placings = [placing for placing in standings.placings if placing.record.entry in here]
    ranked = [placing.record.entry for placing in placings]
    seen = set(ranked)
    newcomers = tuple(entry for entry in here.values() if entry.pk not in seen)
    order = (*ranked, *(entry.pk for entry in newcomers))
    sizes = ranked_sizes_for(len(order), prefer_five, threes_of(event))
    return SecondHour(order, sizes, find_ties_across(placings, sizes), newcomers, standings)


class TurnOfSeat(NamedTuple):
    """One turn of a seat: the player's own side, their `partners` in it, and the other sides. Without other sides it is
    a sit-out."""

    number: int
    own: tuple[EntryRow, ...] = ()
    others: tuple[tuple[EntryRow, ...], ...] = ()
    partners: tuple[EntryRow, ...] = ()

    @property
    def with_whom(self) -> str:
        return join_names([entry.name for entry in self.partners]) if self.partners else ""

    @property
    def against(self) -> str:
        """The other sides by name; "" for a sit-out."""
        return ", ".join([join_names([entry.name for entry in side]) for side in self.others])


class SeatView(NamedTuple):
    """A seat, and whom its player meets turn by turn."""

    position: int
    entry: EntryRow
    turns: tuple[TurnOfSeat, ...]


@dataclass(frozen=True)
class TableView:
    table: TableRow
    seats: tuple[SeatView, ...]
    matches: tuple[MatchRow, ...]


def tables_of(stage: Stage, entries: Mapping[int, EntryRow] | None = None) -> list[TableView]:
    """Returns the tables of a stage with seats, opponents and matches in order. Four queries, two for a draft; one
    fewer if the `entries` of the event are given."""
    if entries is None:
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
            _add_turns(turn_of, match.round.number, [side.entries for side in match.sides])
    return tuple(
        SeatView(
            seat.position,
            seat.entry,
            tuple(
                _turn_of(turn_of, number, seat.entry)
                for number in range(seat.from_turn, min(seat.until_turn, table.turns) + 1)
            ),
        )
        for seat in taken
    )


def _drafted_seats(table: TableRow, taken: Sequence[SeatRow], movement: Movement) -> tuple[SeatView, ...]:
    """Returns the seats of a draft. It has no matches yet, so the table's pattern tells who would meet whom."""
    seats: list[EntryRow | None] = [None] * table.size
    for seat in taken:
        seats[seat.position - 1] = seat.entry
    drawn: TableDraw[EntryRow] = movement.table_of(table.number, seats)
    turn_of: dict[tuple[int, int], TurnOfSeat] = {}
    for turn in drawn.turns:
        for match in turn.matches:
            _add_turns(turn_of, turn.number, match.sides)
    numbers = [turn.number for turn in drawn.turns]
    return tuple(
        SeatView(seat.position, seat.entry, tuple([_turn_of(turn_of, number, seat.entry) for number in numbers]))
        for seat in taken
    )


def _add_turns(turn_of: dict[tuple[int, int], TurnOfSeat], number: int, sides: Sequence[tuple[EntryRow, ...]]) -> None:
    """Adds the turn of everybody in a match, by turn and entry. The first match of a turn counts."""
    for side in sides:
        others = tuple([other for other in sides if other is not side])
        for entry in side:
            partners = tuple([one for one in side if one is not entry])
            turn_of.setdefault((number, entry.pk), TurnOfSeat(number, side, others, partners))


def _turn_of(turn_of: Mapping[tuple[int, int], TurnOfSeat], number: int, entry: EntryRow) -> TurnOfSeat:
    return turn_of.get((number, entry.pk)) or TurnOfSeat(number)


def tables_in_words(event: Event, players: int, *, prefer_five: bool = False) -> str:
    """Returns words such as "7 tables of 4 and 1 table of 3", or what to do if so many cannot be seated. Not for an
    evening of rounds."""
    movement = movement_of(event)
    missing = FEWEST - players
    if movement is KENT and missing > 0:
        return ngettext(
            "%(n)s more player makes the first table.", "%(n)s more players make the first table.", missing
        ) % {"n": missing}
    if not (fit := movement.fits(players)):
        return _(fit.why_not)
    sizes = _sizes_drawn(movement, players, prefer_five, event.table_size)
    return join_names([_count_tables(count, size) for size, count in sizes.items()])


@cache
def _sizes_drawn(movement: Movement, players: int, prefer_five: bool, table_size: int) -> Counter[int]:
    """Returns how many tables of each size so many players are drawn to. It does not depend on who they are."""
    field = Field(tuple(range(players)), prefer_five=prefer_five, table_size=table_size)
    return Counter(len(table.seats) for draw in movement.next_draws(field) for table in draw.tables)


def five_instead(event: Event, players: int) -> str:
    """Returns the other way to seat them in words, with a table of five in place of three threes; "" if there is
    none."""
    has_choice = movement_of(event) is KENT and players > 5 and players % 4 == 1
    return tables_in_words(event, players, prefer_five=True) if has_choice else ""


def _count_tables(count: int, size: int) -> str:
    return ngettext("1 table of %(size)s", "%(n)s tables of %(size)s", count) % {"n": count, "size": size}
