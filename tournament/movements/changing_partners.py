"""The movement "changing partners": tables of four in pairs, everybody with a new partner each round.

In a full cycle everybody partners everybody once and plays against everybody twice, for every number of 4 to 32 that
four divide, or with one left over who rests. Fewer rounds, other numbers and an evening on which people come and go
have a plan that is searched for: partners twice are avoided first, then opponents three times, then any second meeting.
"""

from .ahead import Met, Sides, draws_ahead, rounds_ahead
from .designs import cycle, cycle_rounds, transversal, turned
from .draw import CannotSeat, Draw, E, Field, Fit, Movement, Rounds, Why, two_pairs, whole_stage
from .mixing import Task
from .words import CANNOT_SEAT_TEXTS

FEWEST = 4
EVENING = 7
"""As many rounds as an evening holds."""


def fits(size: int) -> Fit:
    return Fit() if size >= FEWEST else Fit(CANNOT_SEAT_TEXTS["too_few_players_for_pairs"])


def rounds(size: int) -> Rounds:
    full = cycle_rounds(max(size, FEWEST))
    return Rounds(1, min(full, EVENING), full)


def next_draws(field: Field[E]) -> tuple[Draw[E], ...]:
    """Every round from the one that is asked for to the last, as it is planned if nobody comes or leaves."""
    if len(field.entries) < FEWEST:
        raise CannotSeat("too_few_players_for_pairs")
    last = max(field.round, field.rounds or rounds(len(field.order or field.entries)).usual)
    ahead = rounds_ahead(field, last, _task)
    rests = Why("mix_rests", {"left": len(ahead.people) % 4})
    return draws_ahead(field, ahead, two_pairs, _why, rests, in_pairs=True)


def _task(people: int, rounds: int) -> Task:
    known = transversal(people, rounds) or turned(people, rounds) or cycle(people, rounds)
    return Task(people, rounds, (4,) * (people // 4), in_pairs=True, known=known)


def _why(entry: E, sides: Sides[E], met: Met[E]) -> Why:
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
    fits,
    next_draws,
    two_pairs,
    whole_stage,
    sizes=(4,),
    turns=1,
    rounds=rounds,
    partners_once=True,
    cycle=cycle_rounds,
)
"""Everybody in turn with everybody else."""
