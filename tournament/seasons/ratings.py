"""Rates people by the matches they played, in order of date. Uses openskill's Plackett-Luce model, which handles
singles, pairs, changing partners and tables of many alike. Pure.

Everybody begins at 25 with an uncertainty of 25/3. Each match moves the winners up and the losers down, further if the
result was unexpected, and makes all of them more certain. People change slowly, so each match also adds a little
uncertainty (TAU). Only the order of the sides counts, not their points. Ratings are derived from results; those that
an evening changed are stored with its result for speed, and derived again when any evening up to it is another.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from tournament.seasons.evening import PlayedMatch

NINETY_FIVE_PERCENT = 1.96
TAU = 0.02
"""A quarter of openskill's default: a club sees the same people for years."""
MODEL = PlackettLuce(tau=TAU)


class _Sides(list[list[PlackettLuceRating]]):
    """The sides of a match, with ratings that openskill may change in place: it would copy them first, which takes
    longer than to rate them, and its result replaces them anyway."""

    def __deepcopy__(self, _memo: object) -> "_Sides":
        return self


class SkillEstimate(NamedTuple):
    """`value` is the most likely strength; with a probability of 95 % the true one is within `uncertainty` of it."""

    person: int
    value: float
    sigma: float
    matches: int

    @property
    def uncertainty(self) -> float:
        return NINETY_FIVE_PERCENT * self.sigma


def rate_people(matches: Iterable[PlayedMatch], before: Mapping[int, SkillEstimate]) -> dict[int, SkillEstimate]:
    """Returns the new ratings of those who played, by person. `matches` are in the order played and follow those that
    gave `before`. A match counts for those who sat there when it began; one whose winner nobody knows is ignored."""
    ratings: dict[int, PlackettLuceRating] = {}
    played: dict[int, int] = {}
    for match in matches:
        ranks = match.ranks
        people = match.people_at_start
        if ranks is None or any(not side for side in people):
            continue
        rated = _Sides([ratings.get(person) or _rating_of(before.get(person)) for person in side] for side in people)
        after = MODEL.rate(rated, ranks=[float(rank) for rank in ranks])
        for side, of_side in zip(people, after, strict=True):
            for person, rating in zip(side, of_side, strict=True):
                ratings[person] = rating
                played[person] = played.get(person, 0) + 1
    return {
        person: SkillEstimate(
            *(person, rating.mu, rating.sigma), played[person] + (before[person].matches if person in before else 0)
        )
        for person, rating in ratings.items()
    }


def _rating_of(known: SkillEstimate | None) -> PlackettLuceRating:
    return MODEL.rating() if known is None else MODEL.rating(known.value, known.sigma)


def write_ratings(ratings: Mapping[int, SkillEstimate]) -> list[Any]:
    return [list(each) for each in ratings.values()]


def read_ratings(plain: Sequence[Any]) -> dict[int, SkillEstimate]:
    return {each[0]: SkillEstimate(*each) for each in plain}
