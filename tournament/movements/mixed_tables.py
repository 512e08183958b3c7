"""The movement "mixed tables": everybody for himself at tables that are made anew each round, so that people meet as
few twice as can be: nobody, where so many tables and rounds allow it and a plan is known or found. Nobody rests. Where
tables of five would bring people together twice, and tables of four and three do not, those of three are taken.
"""

from collections.abc import Sequence
from functools import partial

from .ahead import Met, Sides, draws_ahead, rounds_ahead
from .designs import fours_and_threes
from .draw import CannotSeat, Draw, E, Field, Fit, Movement, Rounds, Why
from .mixing import Task
from .tables import Sizes, table_of, table_sizes, turn_seconds
from .words import CANNOT_SEAT_TEXTS

USUAL = 4
"""Rounds of an evening at pitch; small numbers, who must meet again, may play as many too."""
USUAL_SIZE = 4


def fits(sizes: Sizes, n: int) -> Fit:
    try:
        _sizes(sizes, n, None)
    except CannotSeat as error:
        return Fit(CANNOT_SEAT_TEXTS[error.code])
    return Fit()


def rounds(n: int) -> Rounds:
    """At most as many as tables of four could play without a second meeting, and never fewer than usual."""
    return Rounds(1, USUAL, max(USUAL, (n - 1) // 3))


def next_draws(sizes: Sizes, field: Field[E]) -> tuple[Draw[E], ...]:
    """Every round from the one that is asked for to the last, as it is planned if nobody comes or leaves."""
    _sizes(sizes, len(field.entries), field.table_size)
    last = max(field.round, field.rounds or USUAL)

    def task_of(people: int, rounds: int) -> Task:
        seated = _sizes(sizes, people, field.table_size)
        known = None
        if field.table_size in (None, USUAL_SIZE) and {3, 4} <= set(sizes.singles):
            known = None if _has_room_for_fives(seated, rounds) else fours_and_threes(people, rounds)
        if known is not None:
            seated = tuple(map(len, known.tables[0]))
        return Task(people, rounds, seated, in_pairs=False, known=known)

    ahead = rounds_ahead(field, last, task_of)
    why = partial(_why, len(ahead.people), last)
    return draws_ahead(field, ahead, partial(table_of, sizes), why, Why("lot"), in_pairs=False)


def _has_room_for_fives(seated: Sequence[int], rounds: int) -> bool:
    """Whether so many rounds with tables of five can be found in which nobody meets anybody twice: the five must come
    from five tables."""
    return 5 in seated and (rounds == 1 or len(seated) >= 5) and 6 * rounds <= sum(seated)


def _sizes(sizes: Sizes, n: int, wanted: int | None) -> tuple[int, ...]:
    if n < min(sizes.singles):
        raise CannotSeat("too_few_for_tables")
    return table_sizes(sizes, n, wanted)


def _why(people: int, rounds: int, entry: E, sides: Sides[E], met: Met[E]) -> Why:
    """Somebody who sits at tables of this size in all rounds would have to meet more than there are."""
    before = {other: met.opponents.get(frozenset((entry, other)), []) for (other,) in sides if other != entry}
    again = max(before, key=lambda other: len(before[other]))
    if before[again]:
        code = "mix_must_meet_again" if rounds * (len(sides) - 1) >= people else "mix_meets_again"
        params = {"entry": entry, "opponent": again, "round": before[again][-1], "people": people, "rounds": rounds}
        return Why(code, params)
    return Why("mix_all_new") if met.sat else Why("lot")


def mixed_tables(key: str, *, singles: Sequence[int] = (3, 4, 5, 6, 7)) -> Movement:
    """The movement of a game that is played at tables of these sizes, everybody for himself."""
    sizes = Sizes(tuple(singles))
    return Movement(
        key,
        partial(fits, sizes),
        partial(next_draws, sizes),
        partial(table_of, sizes),
        turn_seconds,
        sizes=sizes.all,
        turns=1,
        rounds=rounds,
    )
