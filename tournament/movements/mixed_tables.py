"""The movement "mixed tables": singles at tables made anew each round, so that as few as possible meet twice.

Nobody meets twice if the tables and rounds allow it and a plan is known or found. Nobody rests. Tables of four and
three are preferred to tables of five that would bring people together twice.
"""

from collections.abc import Sequence
from functools import partial

from .ahead import EarlierMeetings, Sides, draw_rounds_ahead, plan_rounds_ahead
from .designs import find_fours_and_threes
from .draw import CannotSeat, Draw, E, Field, Movement, Rounds, SizeFit, Why
from .mixing import Task
from .tables import Sizes, sizes_for, table_of
from .words import CANNOT_SEAT_TEXTS

USUAL = 4
"""The usual rounds of an evening at pitch, also if the players are so few that they must meet again."""
USUAL_SIZE = 4


def fits(sizes: Sizes, n: int) -> SizeFit:
    try:
        _sizes_for(sizes, n, None)
    except CannotSeat as error:
        return SizeFit(CANNOT_SEAT_TEXTS[error.code])
    return SizeFit()


def rounds_for(n: int) -> Rounds:
    """Returns at most as many rounds as tables of four could play without a second meeting, and never fewer than
    usual."""
    return Rounds(1, USUAL, max(USUAL, (n - 1) // 3))


def next_draws(sizes: Sizes, field: Field[E]) -> tuple[Draw[E], ...]:
    """Returns every round from the field's to the last, as planned if nobody comes or leaves."""
    _sizes_for(sizes, len(field.entries), field.table_size)
    last = max(field.round, field.rounds or USUAL)

    def task_of(people: int, rounds: int) -> Task:
        seated = _sizes_for(sizes, people, field.table_size)
        known = None
        if field.table_size in (None, USUAL_SIZE) and {3, 4} <= set(sizes.singles):
            known = None if _has_room_for_fives(seated, rounds) else find_fours_and_threes(people, rounds)
        if known is not None:
            seated = tuple(map(len, known.tables[0]))
        return Task(people, rounds, seated, in_pairs=False, known=known)

    ahead = plan_rounds_ahead(field, last, task_of)
    why = partial(_explain_seat, len(ahead.people), last)
    return draw_rounds_ahead(field, ahead, partial(table_of, sizes), why, Why("lot"), in_pairs=False)


def _has_room_for_fives(seated: Sequence[int], rounds: int) -> bool:
    """Returns whether rounds with tables of five can keep everybody from meeting twice: the five must come from five
    tables."""
    return 5 in seated and (rounds == 1 or len(seated) >= 5) and 6 * rounds <= sum(seated)


def _sizes_for(sizes: Sizes, n: int, wanted: int | None) -> tuple[int, ...]:
    if n < min(sizes.singles):
        raise CannotSeat("too_few_for_tables")
    return sizes_for(sizes, n, wanted)


def _explain_seat(people: int, rounds: int, entry: E, sides: Sides[E], met: EarlierMeetings[E]) -> Why:
    """Explains a second meeting: it was unavoidable if the rounds have more opponents in all than there are people."""
    before = {other: met.opponents.get(frozenset((entry, other)), []) for (other,) in sides if other != entry}
    again = max(before, key=lambda other: len(before[other]))
    if before[again]:
        code = "mix_must_meet_again" if rounds * (len(sides) - 1) >= people else "mix_meets_again"
        params = {"entry": entry, "opponent": again, "round": before[again][-1], "people": people, "rounds": rounds}
        return Why(code, params)
    return Why("mix_all_new") if met.sat else Why("lot")


def make_mixed_tables(key: str, *, singles: Sequence[int] = (3, 4, 5, 6, 7)) -> Movement:
    """Makes the movement of a game that is played in singles at tables of these sizes."""
    sizes = Sizes(tuple(singles))
    return Movement(
        key,
        partial(fits, sizes),
        partial(next_draws, sizes),
        partial(table_of, sizes),
        sizes=sizes.all,
        rounds=rounds_for,
    )
