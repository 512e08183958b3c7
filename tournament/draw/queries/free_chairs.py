"""The chairs of the current hour that a latecomer can take, and a leaver's own chair while nobody else has it."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournament.matches.queries.matches import names_of, others_of, with_sides
from tournament.models import Entry, Hand, Match, Round, Seat, Stage, State, Table


@dataclass(frozen=True)
class Chair:
    """A place at a table that is free from a turn on. `position` may be the fourth chair of a table of three."""

    table: Table
    position: int
    from_turn: int


def free_chairs(stage: Stage) -> list[Chair]:
    """Returns the chairs of leavers, then the fourth chairs of threes, each from the next turn of its bell. Three
    queries."""
    begun = turns_begun(stage)
    left: list[Chair] = []
    fourth: list[Chair] = []
    for table in Table.objects.filter(stage=stage).prefetch_related("seats"):
        next_turn, last = begun.get(table.pk, 0) + 1, table.turns
        if next_turn > last:
            continue
        for position in range(1, table.size + 1):
            if max((seat.until_turn for seat in table.seats.all() if seat.position == position), default=0) < last:
                left.append(Chair(table, position, next_turn))
        if (table.size, table.turns) == (3, 3):  # a three of Kent is a four whose fourth chair is vacant
            fourth.append(Chair(table, 4, next_turn))
    return left + fourth


def chair_kept_for(entry: Entry, stage: Stage) -> Chair | None:
    """Returns the chair that somebody gave up in this hour, while nobody else has it and no turn has begun without
    them; else None."""
    seat = Seat.objects.filter(entry=entry, table__stage=stage).select_related("table").first()
    if seat is None or seat.until_turn == seat.table.turns:
        return None
    taken = Seat.objects.filter(table=seat.table, position=seat.position, until_turn__gt=seat.until_turn)
    if taken.exists() or turns_begun(stage).get(seat.table_id, 0) > seat.until_turn:
        return None
    return Chair(seat.table, seat.position, seat.until_turn + 1)


def turns_begun(stage: Stage) -> dict[int, int]:
    """Returns, by table, how many of its turns have begun: the director has started their round, or a result or a hand
    has come in. Two queries."""
    rounds = Round.objects.filter(stage=stage, started_at__isnull=False).order_by("number")
    rung = dict(rounds.values_list("turns", "number"))
    begun: dict[int, int] = {}
    matches = Match.objects.filter(table__stage=stage).select_related("round")
    for match in matches.annotate(has_hands=Exists(Hand.objects.filter(match=OuterRef("pk"), superseded_at=None))):
        reported = match.has_hands or match.state not in (State.WAITING, State.CALLED_OFF)
        known = max(rung.get(match.round.turns, 0), match.round.number if reported else 0)
        begun[match.table_id] = max(begun.get(match.table_id, 0), known)
    return begun


def seat_in_turn(seats: list[Seat], position: int, turn: int) -> Seat | None:
    """Returns the seat of the player who has a place of a table in a turn."""
    return next(
        (seat for seat in seats if seat.position == position and seat.from_turn <= turn <= seat.until_turn), None
    )


def turns_of(seat: Seat) -> list[tuple[int, str]]:
    """Returns whom somebody meets from their first turn on, by name; "" means they sit out the turn."""
    matches = Match.objects.filter(table=seat.table_id, sides__players__entry=seat.entry_id)
    meets = {
        match.round.number: names_of(others_of(match, seat.entry_id))
        for match in with_sides(matches.exclude(state=State.CALLED_OFF).select_related("round"))
    }
    return [(turn, meets.get(turn, "")) for turn in range(seat.from_turn, seat.until_turn + 1)]
