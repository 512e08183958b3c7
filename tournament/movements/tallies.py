"""How often two have met, in one number, their tally: PARTNERS for each time as partners, OPPONENTS for each time as
opponents; and what a tally costs a plan.
"""

import math
from functools import lru_cache
from itertools import combinations
from operator import sub

MOST_TIMES = 256
PARTNERS, OPPONENTS = 1, MOST_TIMES
KEPT_APART = 100 * OPPONENTS
"""Who is to be kept apart counts as if they had met so often already."""


@lru_cache(maxsize=1)
def costs() -> tuple[int, ...]:
    """What a tally costs: 40 for a second time as partners, 10 for each time as opponents beyond two, and for each
    meeting of any kind as much as there were before it, so that meetings spread evenly."""
    return tuple(
        40 * math.comb(partners, 2) + 10 * max(opponents - 2, 0) + math.comb(partners + opponents, 2)
        for opponents in range(MOST_TIMES)
        for partners in range(MOST_TIMES)
    )


@lru_cache(maxsize=1)
def prices() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What it costs to be partners once more, and opponents, from each tally on."""
    of_tallies = costs()
    return tuple(map(sub, of_tallies[PARTNERS:], of_tallies)), tuple(map(sub, of_tallies[OPPONENTS:], of_tallies))


@lru_cache(maxsize=16)
def relations(size: int, in_pairs: bool) -> tuple[tuple[int, int, int], ...]:
    """Every two seats of a table, and what those who sit there are to each other."""
    return tuple(
        (one, other, PARTNERS if in_pairs and (other - one) % 2 == 0 else OPPONENTS)
        for one, other in combinations(range(size), 2)
    )
