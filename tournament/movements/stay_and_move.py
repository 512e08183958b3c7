"""The movement "stay-and-move": half of the field stays at its tables, the other half moves up a table each round.

Everybody in the first half of the order meets everybody in the second, as at the pitch drives of Kansas City. So two
clubs meet if the first half is the larger club. If the number is odd, all rest in turn.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from .draw import CannotSeat, Draw, E, Field, Movement, Rounds, Why, first_round_order, fits_from, number_tables
from .schedule import SchedulePlan, ScheduleState, SlotRound, follow_plan


def tables_for(size: int) -> int:
    return max(1, -(-size // 2))


def rounds_for(size: int) -> Rounds:
    """Returns one round for each table: then all who move are back where they began."""
    return Rounds(1, tables_for(size), tables_for(size))


def turns_of_room(tables: int) -> tuple[SlotRound, ...]:
    """Returns the rounds in which the first half of the slots stays and the others move one table further each time."""
    return tuple(
        tuple((table, tables + (table - moved) % tables) for table in range(tables)) for moved in range(tables)
    )


def next_draws(field: Field[E]) -> tuple[Draw[E], ...]:
    if len(field.entries) < 2:
        raise CannotSeat("too_few_sides")
    first = first_round_order(field)
    tables = tables_for(len(first))
    plan = SchedulePlan(
        _split_in_halves(first, tables, field.stays),
        turns_of_room(tables),
        partial(_number_tables, tables),
        partial(_explain_seat, tables),
        finished="all_moved",
        half=tables,
    )
    return follow_plan(field, plan, tables_for(max(len(first), len(field.entries))))


def _split_in_halves(order: Sequence[E], tables: int, stays: Mapping[Any, int]) -> tuple[E | None, ...]:
    """Returns the slots of those who stay, then of those who move. If only people of the second half cannot move, that
    half stays; if some of both cannot, they swap with others who can."""
    staying: list[E | None] = list(order[:tables])
    moving: list[E | None] = [*order[tables:], *[None] * (2 * tables - len(order))]
    if not stays.keys() & set(staying) and stays.keys() & set(moving):
        staying, moving = moving, staying
    for place, entry in enumerate(moving):
        free = [table for table in range(tables) if staying[table] not in stays]
        if entry in stays and free:
            table = place if place in free else free[0]
            staying[table], moving[place] = entry, staying[table]
    for entry in [entry for entry in staying if entry in stays]:
        here, there = staying.index(entry), stays[entry] - 1
        if there < tables and stays.get(staying[there]) != there + 1:
            staying[here], staying[there] = staying[there], entry
    return (*staying, *moving)


def _number_tables(
    tables: int, now: ScheduleState[E], pairs: Sequence[tuple[E, E]], stays: Mapping[E, int]
) -> tuple[int, ...]:
    """Returns the table of the one who stays."""
    room = max(tables, len(pairs))
    own = [min(now.slot_of.get(entry, tables) for entry in pair) + 1 for pair in pairs]
    elsewhere = [[number <= tables and number != each for each in range(room + 1)] for number in own]
    return number_tables(pairs, room, stays, elsewhere)


def _explain_seat(tables: int, slot: int, _round: int) -> Why:
    return Why("stays_put" if slot < tables else "moves_up")


STAY_AND_MOVE = Movement(
    "stay-and-move", fits_from(2, "too_few_sides"), next_draws, rounds=rounds_for, meets_once=True, cycle=tables_for
)
