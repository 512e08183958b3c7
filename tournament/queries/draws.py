"""Draws read back from the database: for the director's page, for the checks, and for who sits where."""

from dataclasses import dataclass

from tournament.formats import FORMATS
from tournament.models import Entry, Event, Match, Seat, Stage, State, Table
from tournament.movements.draw import Draw, TableDraw
from tournament.movements.kent import ranked_sizes, table_of
from tournament.queries.standings import Standings, standings_of
from tournament.standings import Placing, ties_across


def draw_of(stage: Stage) -> Draw[int]:
    """The draw of a stage as it was seated, by entry; later comings and goings are in its matches."""
    tables = []
    for table in Table.objects.filter(stage=stage).prefetch_related("seats"):
        seats: list[int | None] = [None] * table.size
        for seat in table.seats.all():
            if seats[seat.position - 1] is None:
                seats[seat.position - 1] = seat.entry_id
        tables.append(table_of(table.number, seats))
    return Draw(tuple(tables))


def field_of(event: Event) -> list[Entry]:
    """Who is to be seated in the next draw: entered, here, and not gone home; in the order of the door list."""
    return list(event.entries.filter(here=True, left_at=None).select_related("player"))


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
    sizes = ranked_sizes(len(order), prefer_five, "spread" if event.threes == "spread" else "bottom")
    return SecondHour(order, sizes, ties_across(placings, sizes), newcomers, standings)


@dataclass(frozen=True)
class SeatDifference:
    """Somebody whom a correction would have seated elsewhere."""

    entry: Entry
    sits_at: int
    would_sit_at: int


def seat_differences(event: Event) -> list[SeatDifference]:
    """Whose table in the released second hour differs from what hour one's standings give now; nobody is moved."""
    stage = Stage.objects.filter(event=event, number=2, released_at__isnull=False).first()
    if stage is None or stage.moved_by_hand:
        return []
    seated = {
        seat.entry_id: seat.table.number
        for seat in Seat.objects.filter(table__stage=stage, from_turn=1).select_related("table")
    }
    standings = standings_of(event, hours=1)
    ranked = [placing.record.entry for placing in standings.placings if placing.record.entry in seated]
    order = [*ranked, *(entry for entry in seated if entry not in set(ranked))]
    sizes = ranked_sizes(len(order), stage.prefer_five, "spread" if event.threes == "spread" else "bottom")
    would = [number for number, size in enumerate(sizes, start=1) for _ in range(size)]
    entries = Entry.objects.select_related("player").in_bulk(seated)
    return [
        SeatDifference(entries[entry], seated[entry], table)
        for entry, table in zip(order, would, strict=True)
        if seated[entry] != table
    ]


@dataclass(frozen=True)
class TurnOfSeat:
    number: int
    opponent: Entry | None
    match: Match | None


@dataclass(frozen=True)
class SeatView:
    """A seat with whom it meets, turn by turn; no opponent is a sit-out."""

    position: int
    entry: Entry
    turns: tuple[TurnOfSeat, ...]


@dataclass(frozen=True)
class TableView:
    table: Table
    seats: tuple[SeatView, ...]
    matches: tuple[Match, ...]


def tables_of(stage: Stage) -> list[TableView]:
    """The tables of a stage with seats, opponents and matches in order. Three queries, whatever the number."""
    tables = list(Table.objects.filter(stage=stage).prefetch_related("seats__entry__player"))
    matches = list(
        Match.objects.filter(table__stage=stage).select_related("round", "entry_a__player", "entry_b__player")
    )
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
    last = min(seat.until_turn, 5 if table.size == 5 else 3)
    if stage.released_at is None:
        return _drafted_turns(seat, table)
    turns = []
    for number in range(seat.from_turn, last + 1):
        match = next(
            (
                match
                for match in matches
                if match.round.number == number
                and match.state != State.CALLED_OFF
                and seat.entry_id in (match.entry_a_id, match.entry_b_id)
            ),
            None,
        )
        opponent = None
        if match:
            opponent = match.entry_b if match.entry_a_id == seat.entry_id else match.entry_a
        turns.append(TurnOfSeat(number, opponent, match))
    return tuple(turns)


def _drafted_turns(seat: Seat, table: Table) -> tuple[TurnOfSeat, ...]:
    seats: list[Entry | None] = [None] * table.size
    for other in table.seats.all():
        seats[other.position - 1] = other.entry
    drawn: TableDraw[Entry] = table_of(table.number, seats)
    turns = []
    for turn in drawn.turns:
        pair = next((match.entries for match in turn.matches if seat.entry in match.entries), None)
        opponent = next((entry for entry in pair if entry != seat.entry), None) if pair else None
        turns.append(TurnOfSeat(turn.number, opponent, None))
    return tuple(turns)


def hour_names(event: Event) -> tuple[int, ...]:
    """The numbers of the hours of this event's format."""
    return tuple(range(1, FORMATS[event.format].stages + 1))
