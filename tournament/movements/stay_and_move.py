"""The movement "stay-and-move": one half of the field stays at its tables, the other moves up a table each round.

The first half of the order stays, and each of it meets each of the second half, as at the pitch drives of Kansas City.
So two clubs meet when the first half is one of them (the larger one). An odd number rests in turn.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tournament.movements.draw import table_numbers

from .draw import CannotSeat, Draw, E, Field, Fit, Movement, Rounds, Why, drawn, two_sides, whole_stage
from .schedule import Now, Plan, SlotRound, follow
from .words import CANNOT_SEAT_TEXTS


def fits(size: int) -> Fit:
    return Fit() if size >= 2 else Fit(CANNOT_SEAT_TEXTS["too_few_sides"])


def tables_for(size: int) -> int:
    return max(1, -(-size // 2))


def rounds(size: int) -> Rounds:
    """As a rule and at most one for each table: then everybody who moves is back where he began."""
    return Rounds(1, tables_for(size), tables_for(size))


def turns_of_the_room(tables: int) -> tuple[SlotRound, ...]:
    """Slots up to the number of tables stay; the others are one table further each round."""
    return tuple(
        tuple((table, tables + (table - moved) % tables) for table in range(tables)) for moved in range(tables)
    )


def next_draws(field: Field[E]) -> tuple[Draw[E], ...]:
    if len(field.entries) < 2:
        raise CannotSeat("too_few_sides")
    first = drawn(field)
    tables = tables_for(len(first))
    plan = Plan(
        _halves(first, tables, field.stays),
        turns_of_the_room(tables),
        partial(_numbers, tables),
        partial(_why, tables),
        finished="all_moved",
        half=tables,
    )
    return follow(field, plan, tables_for(max(len(first), len(field.entries))))


def _halves(order: Sequence[E], tables: int, stays: Mapping[Any, int]) -> tuple[E | None, ...]:
    """Who stays, then who moves. Where only some of the second half cannot move, that half stays; where some of both
    cannot, they change places with who can."""
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


def _numbers(tables: int, now: Now[E], pairs: Sequence[tuple[E, E]], stays: Mapping[E, int]) -> tuple[int, ...]:
    """The table of whoever stays."""
    room = max(tables, len(pairs))
    own = [min(now.slot_of.get(entry, tables) for entry in pair) + 1 for pair in pairs]
    elsewhere = [[number <= tables and number != each for each in range(room + 1)] for number in own]
    return table_numbers(pairs, room, stays, elsewhere)


def _why(tables: int, slot: int, _round: int) -> Why:
    return Why("stays_put" if slot < tables else "moves_up")


STAY_AND_MOVE = Movement(
    "stay-and-move",
    fits,
    next_draws,
    two_sides,
    whole_stage,
    sizes=(2,),
    turns=1,
    rounds=rounds,
    meets_once=True,
    cycle=tables_for,
)
