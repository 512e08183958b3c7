"""The rows of the ratings page."""

from collections.abc import Sequence
from typing import NamedTuple

from tournament.club.visibility import NamedPerson, NamesShown
from tournament.seasons.ratings import SkillEstimate


class RatingRow(NamedTuple):
    """`value` and `uncertainty` have one decimal."""

    who: NamedPerson
    value: float
    uncertainty: float
    matches: int


def rating_rows(ratings: Sequence[SkillEstimate], names: NamesShown, *, fewest: int) -> tuple[list[RatingRow], int]:
    """Returns the rows of those who played enough matches, and how many others are hidden."""
    shown = [rating for rating in ratings if rating.matches >= fewest and rating.person in names.names]
    rows = [
        RatingRow(names.describe(each.person), round(each.value, 1), round(each.uncertainty, 1), each.matches)
        for each in shown
    ]
    return rows, len(ratings) - len(shown)
