"""The movement "round-robin": all meet once, by the circle method; an odd number rests in turn.

The first of the circle keeps his place, the others move round it by one. Tables are given out so that everybody sees
the room. An evening that goes on after all have met begins a further cycle: a double round robin.
"""

from collections.abc import Mapping, Sequence

from tournament.movements.draw import table_numbers

from .draw import CannotSeat, Draw, E, Field, Fit, Movement, Rounds, Why, drawn, two_sides, whole_stage
from .schedule import Now, Plan, SlotRound, follow
from .words import CANNOT_SEAT_TEXTS


def fits(size: int) -> Fit:
    return Fit() if size >= 2 else Fit(CANNOT_SEAT_TEXTS["too_few_sides"])


def rounds_in_which_all_meet(size: int) -> int:
    return max(1, size - 1 + size % 2)


def rounds(size: int) -> Rounds:
    """As a rule and at most so many that all meet once; who asks for more has all meet again."""
    full = rounds_in_which_all_meet(size)
    return Rounds(1, full, full)


def circle(slots: int) -> tuple[SlotRound, ...]:
    """The rounds in which an even number of slots all meet once."""
    ring = list(range(1, slots))
    drawn = []
    for shift in range(slots - 1):
        places = [0, *ring[shift:], *ring[:shift]]
        drawn.append(tuple(zip(places[: slots // 2], reversed(places[slots // 2 :]), strict=True)))
    return tuple(drawn)


def next_draws(field: Field[E]) -> tuple[Draw[E], ...]:
    if len(field.entries) < 2:
        raise CannotSeat("too_few_sides")
    first = drawn(field)
    slots = (*first, None) if len(first) % 2 else first
    plan = Plan(slots, circle(len(slots)), _numbers, _why, finished="all_played")
    return follow(field, plan, rounds_in_which_all_meet(max(len(first), len(field.entries))))


def _numbers(now: Now[E], pairs: Sequence[tuple[E, E]], stays: Mapping[E, int]) -> tuple[int, ...]:
    """Tables at which both have sat the least; who has been here since there were fewer has not sat at the others."""
    numbers = len(pairs) + 1
    nowhere = [0] * numbers
    sat = [[(*now.sat.get(entry, ()), *nowhere)[:numbers] for entry in pair] for pair in pairs]
    costs = [[here * here + there * there for here, there in zip(one, other, strict=True)] for one, other in sat]
    return table_numbers(pairs, len(pairs), stays, costs)


def _why(_slot: int, round: int) -> Why:
    return Why("schedule", {"round": round})


ROUND_ROBIN = Movement(
    "round-robin",
    fits,
    next_draws,
    two_sides,
    whole_stage,
    sizes=(2,),
    turns=1,
    rounds=rounds,
    meets_once=True,
    cycle=rounds_in_which_all_meet,
)
