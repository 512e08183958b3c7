"""Draws read back from the database, for the draw page, for checks, and for who sits where."""

from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.event.queries.competitors import as_players_sit, ready, units_of, wanted_here
from tournament.event.queries.hours import hour_of, place_of
from tournament.matches.queries.matches import others_of, side_of, with_sides
from tournament.models import Enters, Entry, Event, Match, Rest, Seat, Stage, State, Table, together
from tournament.movements import MOVEMENTS
from tournament.movements.draw import Draw, Field, Movement, TableDraw, Threes
from tournament.movements.kent import FEWEST, KENT, ranked_sizes
from tournament.ranking import Placing, ties_across
from tournament.standings.queries.standings import Standings, standings_of

WHO_SITS = Prefetch("seats", Seat.objects.select_related("entry__player"))
"""By joining: fetched after the seats, people are asked for one by one in a sentence that SQLite ends at a thousand."""


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
    units = units_of(event)
    whole = {entry.pk for key in ready(event, units) for entry in units[key].here[: wanted_here(event)]}
    return [entry for entry in here if entry.pk in whole]


def movement_of(event: Event, number: int = 1) -> Movement:
    """That of stage `number`, as it looks at a table to those who sit there."""
    return as_players_sit(event, MOVEMENTS[place_of(event, number).part.movement])


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
    newcomers = tuple(entry for entry in here.values() if entry.pk not in set(ranked))
    order = (*ranked, *(entry.pk for entry in newcomers))
    sizes = ranked_sizes(len(order), prefer_five, threes_of(event))
    return SecondHour(order, sizes, ties_across(placings, sizes), newcomers, standings)


@dataclass(frozen=True)
class SeatDifference:
    """Somebody whom a correction would have seated elsewhere."""

    entry: Entry
    sits_at: int
    would_sit_at: int


def seat_differences(event: Event) -> list[SeatDifference]:
    """Whose table in the released second hour differs from what hour one's standings give now; nobody is moved."""
    stage = hour_of(event, 2) if event.has_turns else None
    if stage is None or stage.moved_by_hand:
        return []
    seated = {
        seat.entry_id: seat.table.number
        for seat in Seat.objects.filter(table__stage=stage, from_turn=1).select_related("table")
    }
    standings = standings_of(event, hours=1)
    ranked = [placing.record.entry for placing in standings.placings if placing.record.entry in seated]
    order = [*ranked, *(entry for entry in seated if entry not in set(ranked))]
    sizes = ranked_sizes(len(order), stage.prefer_five, threes_of(event))
    would = [number for number, size in enumerate(sizes, start=1) for _ in range(size)]
    entries = Entry.objects.select_related("player").in_bulk(seated)
    return [
        SeatDifference(entries[entry], seated[entry], table)
        for entry, table in zip(order, would, strict=True)
        if seated[entry] != table
    ]


@dataclass(frozen=True)
class TurnOfSeat:
    """One turn of a seat: the side of whoever sits there, his `partners` in it, and the other sides. Without any it is
    a sit-out."""

    number: int
    own: tuple[Entry, ...] = ()
    others: tuple[tuple[Entry, ...], ...] = ()
    partners: tuple[Entry, ...] = ()

    @property
    def with_whom(self) -> str:
        return together([entry.name for entry in self.partners]) if self.partners else ""

    @property
    def against(self) -> str:
        """The other sides by name; empty for a sit-out."""
        return ", ".join(together([entry.name for entry in side]) for side in self.others)


@dataclass(frozen=True)
class SeatView:
    """A seat with whom it meets, turn by turn."""

    position: int
    entry: Entry
    turns: tuple[TurnOfSeat, ...]


@dataclass(frozen=True)
class TableView:
    table: Table
    seats: tuple[SeatView, ...]
    matches: tuple[Match, ...]


def tables_of(stage: Stage) -> list[TableView]:
    """The tables of a stage with seats, opponents and matches in order. Five queries, whatever the number."""
    tables = list(Table.objects.filter(stage=stage).prefetch_related(WHO_SITS))
    matches = list(with_sides(Match.objects.filter(table__stage=stage).select_related("round")))
    views = []
    for table in tables:
        own = tuple(match for match in matches if match.table_id == table.pk)
        seats = tuple(
            SeatView(seat.position, seat.entry, _turns(seat, table, own, stage)) for seat in table.seats.all()
        )
        views.append(TableView(table, seats, own))
    return views


def _turns(seat: Seat, table: Table, matches: tuple[Match, ...], stage: Stage) -> tuple[TurnOfSeat, ...]:
    """Before release there are no matches yet: the pattern of the table says who would meet whom."""
    if stage.released_at is None:
        return _drafted_turns(seat, table, movement_of(stage.event, stage.number))
    played = [match for match in matches if match.state != State.CALLED_OFF]
    turns = []
    for number in range(seat.from_turn, min(seat.until_turn, table.turns) + 1):
        of_turn = (match for match in played if match.round.number == number)
        match = next((match for match in of_turn if side_of(match, seat.entry_id)), None)
        turns.append(_played(seat.entry_id, match) if match else TurnOfSeat(number))
    return tuple(turns)


def _played(entry: int, match: Match) -> TurnOfSeat:
    own = side_of(match, entry)
    others = tuple(side.entries for side in others_of(match, entry))
    entries = own.entries if own else ()
    return TurnOfSeat(match.round.number, entries, others, tuple(one for one in entries if one.pk != entry))


def _drafted_turns(seat: Seat, table: Table, movement: Movement) -> tuple[TurnOfSeat, ...]:
    seats: list[Entry | None] = [None] * table.size
    for other in table.seats.all():
        seats[other.position - 1] = other.entry
    drawn: TableDraw[Entry] = movement.table_of(table.number, seats)
    turns = []
    for turn in drawn.turns:
        sides = next((match.sides for match in turn.matches if seat.entry in match.entries), ())
        own = next((side for side in sides if seat.entry in side), ())
        others = tuple(side for side in sides if side != own)
        turns.append(TurnOfSeat(turn.number, own, others, tuple(one for one in own if one != seat.entry)))
    return tuple(turns)


def tables_in_words(event: Event, players: int, *, prefer_five: bool = False) -> str:
    """ "7 tables of four and one of three"; where so many cannot be seated, what to do. Not of an evening of rounds."""
    movement = movement_of(event)
    missing = FEWEST - players
    if movement is KENT and missing > 0:
        return ngettext(
            "%(n)s more makes a table: three can play.", "%(n)s more make a table: three can play.", missing
        ) % {"n": missing}
    if not (fit := movement.fits(players)):
        return _(fit.why_not)
    field = Field(tuple(range(players)), prefer_five=prefer_five, table_size=event.table_size)
    sizes = [len(table.seats) for draw in movement.next_draws(field) for table in draw.tables]
    first, *rest = [(sizes.count(size), SIZES[size]) for size in dict.fromkeys(sizes)]
    words = [_first_tables(*first), *(_more_tables(*more) for more in rest)]
    return together(words)


def five_instead(event: Event, players: int) -> str:
    """The other way to seat them where there is one: a table of five in place of three threes. Else empty."""
    has_choice = movement_of(event) is KENT and players > 5 and players % 4 == 1
    return tables_in_words(event, players, prefer_five=True) if has_choice else ""


SIZES = {2: _lazy("two"), 3: _lazy("three"), 4: _lazy("four"), 5: _lazy("five"), 6: _lazy("six"), 7: _lazy("seven")}


def _first_tables(count: int, size: str | Promise) -> str:
    words = ngettext("one table of %(size)s", "%(n)s tables of %(size)s", count)
    return words % {"n": count, "size": size}


def _more_tables(count: int, size: str | Promise) -> str:
    return ngettext("one of %(size)s", "%(n)s of %(size)s", count) % {"n": count, "size": size}
