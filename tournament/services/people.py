"""People who come late and people who leave, between the hours and within them."""

from datetime import datetime

from tournament.errors import CannotSeatNow
from tournament.models import Account, Entry, Event, Match, Round, Seat, Stage, State, Table
from tournament.movements.kent import TURNS
from tournament.services.draws import plan_match
from tournament.services.writing import note, writing


def leave(entry: Entry, *, by: Account | None, now: datetime) -> list[Match]:
    """Somebody goes home: what is played stays, what is not begun is called off, and those opponents sit out instead.

    Returns the matches called off. A match of a round that is on stays: its result may still be brought.
    """
    with writing(entry.event) as event:
        Entry.objects.filter(pk=entry.pk).update(left_at=now)
        called_off = []
        for seat in Seat.objects.filter(entry=entry, table__stage__released_at__isnull=False).select_related("table"):
            ahead = Match.objects.filter(table=seat.table, round__started_at=None, state=State.WAITING).select_related(
                "round"
            )
            for match in ahead:
                if entry.pk in (match.entry_a_id, match.entry_b_id):
                    Match.objects.filter(pk=match.pk).update(state=State.CALLED_OFF)
                    called_off.append(match)
            begun = _turns_begun(seat.table)
            Seat.objects.filter(pk=seat.pk).update(until_turn=min(seat.until_turn, begun))
        note(event, "leave", by=by, now=now, after={"entry": entry.pk, "called_off": [m.pk for m in called_off]})
    return called_off


def come_back(entry: Entry, *, by: Account | None, now: datetime) -> None:
    """Somebody who had left is here again, for the next draw or the next free seat."""
    with writing(entry.event) as event:
        Entry.objects.filter(pk=entry.pk).update(left_at=None, here=True)
        note(event, "come_back", by=by, now=now, after={"entry": entry.pk})


def seat_late(entry: Entry, *, by: Account | None, now: datetime) -> Seat:
    """Seat a late-comer from the next round: in a leaver's chair first, else as the fourth of a table of three.

    Rounds missed count nothing. Raises CannotSeatNow when every chair of the hour is taken.
    """
    with writing(entry.event) as event:
        stage = Stage.objects.filter(event=event, released_at__isnull=False).last()
        if stage is None or Seat.objects.filter(table__stage=stage, entry=entry).exists():
            raise CannotSeatNow
        for table, position in _free_chairs(stage):
            begun = _turns_begun(table)
            last = len(TURNS[table.size])
            if begun < last:
                seat = _take_chair(event, table, position, entry, from_turn=begun + 1)
                note(event, "seat_late", by=by, now=now, after={"entry": entry.pk, "table": table.number})
                return seat
        raise CannotSeatNow


def _free_chairs(stage: Stage) -> list[tuple[Table, int]]:
    """Chairs of leavers, then the fourth chairs of threes; the smallest tables first."""
    left: list[tuple[Table, int]] = []
    fourth: list[tuple[Table, int]] = []
    for table in Table.objects.filter(stage=stage).prefetch_related("seats"):
        last = len(TURNS[table.size])
        for position in range(1, table.size + 1):
            if max((seat.until_turn for seat in table.seats.all() if seat.position == position), default=0) < last:
                left.append((table, position))
        if table.size == 3:
            fourth.append((table, 4))
    return left + fourth


def _turns_begun(table: Table) -> int:
    """How many turns of a table's bell have been rung in."""
    rounds = Round.objects.filter(stage_id=table.stage_id, turns=len(TURNS[table.size]), started_at__isnull=False)
    return max((round.number for round in rounds), default=0)


def _take_chair(event: Event, table: Table, position: int, entry: Entry, *, from_turn: int) -> Seat:
    if position > table.size:
        # A table of three is a four with its fourth chair vacant: the turns of those who sit do not change.
        Table.objects.filter(pk=table.pk).update(size=position)
        table.size = position
    seat = Seat.objects.create(
        table=table, position=position, entry=entry, from_turn=from_turn, until_turn=len(TURNS[table.size])
    )
    seats = list(Seat.objects.filter(table=table))
    for number in range(from_turn, len(TURNS[table.size]) + 1):
        for one, other in TURNS[table.size][number - 1].pairs:
            if position in (one, other):
                opponent = _sitting(seats, other if one == position else one, number)
                if opponent is not None:
                    plan_match(table, number, opponent.entry_id, entry.pk, event)
    return seat


def _sitting(seats: list[Seat], position: int, turn: int) -> Seat | None:
    return next(
        (seat for seat in seats if seat.position == position and seat.from_turn <= turn <= seat.until_turn), None
    )
