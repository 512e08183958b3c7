"""The movement "round-robin": all meet once, by the circle method; if the number is odd, all rest in turn.

The first of the circle stays, the others move round by one. Table numbers are given out so that everybody sees the
whole room. An evening that goes on after all have met begins another cycle: a double round robin.
"""

from collections.abc import Mapping, Sequence

from .draw import CannotSeat, Draw, E, Field, Movement, Rounds, Why, first_round_order, fits_from, number_tables
from .schedule import SchedulePlan, ScheduleState, SlotRound, follow_plan


def rounds_for_all_to_meet(size: int) -> int:
    return max(1, size - 1 + size % 2)


def rounds_for(size: int) -> Rounds:
    """Returns enough rounds for all to meet once. A director who asks for more has all meet again."""
    full = rounds_for_all_to_meet(size)
    return Rounds(1, full, full)


def circle_of(slots: int) -> tuple[SlotRound, ...]:
    """Returns the rounds in which an even number of slots all meet once."""
    ring = list(range(1, slots))
    drawn = []
    for shift in range(slots - 1):
        places = [0, *ring[shift:], *ring[:shift]]
        drawn.append(tuple(zip(places[: slots // 2], reversed(places[slots // 2 :]), strict=True)))
    return tuple(drawn)


def next_draws(field: Field[E]) -> tuple[Draw[E], ...]:
    if len(field.entries) < 2:
        raise CannotSeat("too_few_sides")
    first = first_round_order(field)
    slots = (*first, None) if len(first) % 2 else first
    plan = SchedulePlan(slots, circle_of(len(slots)), _number_evenly, _explain_meeting, finished="all_played")
    return follow_plan(field, plan, rounds_for_all_to_meet(max(len(first), len(field.entries))))


def _number_evenly(now: ScheduleState[E], pairs: Sequence[tuple[E, E]], stays: Mapping[E, int]) -> tuple[int, ...]:
    """Returns table numbers at which both of a pair have sat least. Nobody has sat at a table that was added later."""
    numbers = len(pairs) + 1
    nowhere = [0] * numbers
    sat = [[(*now.sat.get(entry, ()), *nowhere)[:numbers] for entry in pair] for pair in pairs]
    costs = [[here * here + there * there for here, there in zip(one, other, strict=True)] for one, other in sat]
    return number_tables(pairs, len(pairs), stays, costs)


def _explain_meeting(_slot: int, round: int) -> Why:
    return Why("schedule", {"round": round})


ROUND_ROBIN = Movement(
    "round-robin",
    fits_from(2, "too_few_sides"),
    next_draws,
    rounds=rounds_for,
    meets_once=True,
    cycle=rounds_for_all_to_meet,
)
