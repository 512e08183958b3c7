"""The movement "one-match": 2 teams meet, in 1 round or in 2 halves with a break between."""

from .draw import CannotSeat, Draw, E, Field, Movement, Rounds, SizeFit, Why, seat_sides, starting_order
from .words import CANNOT_SEAT_TEXTS


def fits(size: int) -> SizeFit:
    return SizeFit() if size == 2 else SizeFit(CANNOT_SEAT_TEXTS["not_two"])


def order_of(field: Field[E]) -> tuple[E, ...]:
    """Returns the 2 in the order entered: there is nothing to draw by lot."""
    return field.order or field.entries


def next_draws(field: Field[E]) -> tuple[Draw[E], ...]:
    here = [entry for entry in starting_order(field) if entry in field.entries]
    if len(here) != 2:
        raise CannotSeat("not_two")
    if field.round > 2:
        raise CannotSeat("all_played")
    both = [entry for entry in order_of(field) if entry in here]
    draw = Draw((seat_sides(1, both),), why={entry: Why("one_match") for entry in both})
    return (draw,) * (min(field.rounds or 1, 2) - field.round + 1 or 1)


ONE_MATCH = Movement(
    "one-match",
    fits,
    next_draws,
    rounds=lambda size: Rounds(1, 1, 2),
    cycle=lambda size: 1,
    starts_from=order_of,
    has_halves=True,
)
