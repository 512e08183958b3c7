"""Ratings of people from the matches they played, in order of date: openskill's Plackett-Luce, which takes singles,
pairs, changing partners and tables of many alike. Pure.

Everybody begins at 25 with an uncertainty of 25/3. Each match moves those who won up and those who lost down, the more
the less it was expected, and makes all of them more certain. People change only slowly: so each match takes a little of
that certainty back (TAU). Points within a match do not count, only the order of its sides. A rating is derived from
results and is never stored.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from tournament.seasons.evening import PlayedMatch

NINETY_FIVE_PERCENT = 1.96
TAU = 0.02
"""A quarter of what openskill would take: a club sees the same people for years."""
MODEL = PlackettLuce(tau=TAU)


@dataclass(frozen=True, slots=True)
class PersonRating:
    """`value` is the most likely strength; with a probability of 95 % it is within `uncertainty` of it."""

    person: int
    value: float
    sigma: float
    matches: int

    @property
    def uncertainty(self) -> float:
        return NINETY_FIVE_PERCENT * self.sigma


def rate_people(matches: Iterable[PlayedMatch], before: Sequence[PersonRating] = ()) -> tuple[PersonRating, ...]:
    """From the highest. `matches` in the order played, after those that gave the ratings `before`; one whose winner
    nobody knows rates nobody."""
    known = {each.person: each for each in before}
    ratings: dict[int, PlackettLuceRating] = {}
    played: dict[int, int] = {}
    for match in matches:
        ranks = match.ranks
        if ranks is None or any(not side.people for side in match.sides):
            continue
        people = [side.people for side in match.sides]
        rated = [[ratings.get(person) or _rating_of(known.get(person)) for person in side] for side in people]
        after = MODEL.rate(rated, ranks=[float(rank) for rank in ranks])
        for side, of_side in zip(people, after, strict=True):
            for person, rating in zip(side, of_side, strict=True):
                ratings[person] = rating
                played[person] = played.get(person, 0) + 1
    for person, matches_now in played.items():
        matches_before = known[person].matches if person in known else 0
        known[person] = PersonRating(person, ratings[person].mu, ratings[person].sigma, matches_before + matches_now)
    return tuple(sorted(known.values(), key=lambda each: (-each.value, each.person)))


def _rating_of(known: PersonRating | None) -> PlackettLuceRating:
    return MODEL.rating() if known is None else MODEL.rating(known.value, known.sigma)
