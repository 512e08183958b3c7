"""The movement "changing partners": tables of four in pairs, where everybody has a new partner each round.

In a full cycle everybody partners everybody once and plays against everybody twice. Full cycles exist for 4 to 32
players if the number is a multiple of four, or one more (that one rests). In all other cases the program searches for a
plan that avoids, in this order, second partnerships, third times as opponents, and any second meeting.
"""

from .ahead import EarlierMeetings, Sides, draw_rounds_ahead, plan_rounds_ahead
from .designs import cycle_rounds_of, find_cycle, find_transversal, find_turned_plan
from .draw import CannotSeat, Draw, E, Field, Movement, Rounds, Why, fits_from, seat_pairs
from .mixing import Task

FEWEST = 4
EVENING = 7
"""A usual evening has at most so many rounds."""


def rounds_for(size: int) -> Rounds:
    full = cycle_rounds_of(max(size, FEWEST))
    return Rounds(1, min(full, EVENING), full)


def next_draws(field: Field[E]) -> tuple[Draw[E], ...]:
    """Returns every round from the field's to the last, as planned if nobody comes or leaves."""
    if len(field.entries) < FEWEST:
        raise CannotSeat("too_few_players_for_pairs")
    last = max(field.round, field.rounds or rounds_for(len(field.order or field.entries)).usual)
    ahead = plan_rounds_ahead(field, last, _task_for)
    rests = Why("mix_rests", {"left": len(ahead.people) % 4})
    return draw_rounds_ahead(field, ahead, seat_pairs, _explain_seat, rests, in_pairs=True)


def _task_for(people: int, rounds: int) -> Task:
    known = find_transversal(people, rounds) or find_turned_plan(people, rounds) or find_cycle(people, rounds)
    return Task(people, rounds, (4,) * (people // 4), in_pairs=True, known=known)


def _explain_seat(entry: E, sides: Sides[E], met: EarlierMeetings[E]) -> Why:
    own, against = sorted(sides, key=lambda side: entry not in side)
    (partner,) = (other for other in own if other != entry)
    if before := met.partners.get(frozenset((entry, partner))):
        return Why("mix_partners_again", {"entry": entry, "opponent": partner, "round": before[-1]})
    for opponent in against:
        if len(before := met.opponents.get(frozenset((entry, opponent)), [])) > 1:
            return Why("mix_opponents_often", {"entry": entry, "opponent": opponent, "round": before[-1]})
    if not met.sat:
        return Why("lot")
    pairs = [frozenset((entry, other)) for other in (partner, *against)]
    if any(pair in met.partners or pair in met.opponents for pair in pairs):
        return Why("mix_new_partner", {"entry": entry, "opponent": partner})
    return Why("mix_all_new")


CHANGING_PARTNERS = Movement(
    "changing-partners",
    fits_from(FEWEST, "too_few_players_for_pairs"),
    next_draws,
    seat_pairs,
    sizes=(4,),
    rounds=rounds_for,
    partners_once=True,
    cycle=cycle_rounds_of,
)
"""Everybody partners everybody in turn."""
