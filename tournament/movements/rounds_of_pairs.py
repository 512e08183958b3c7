"""Finds rounds in which an even number of places all meet, from pairs that are still free and each used at most once.

It takes whole rounds by lot. What is left of a regular graph stays regular, so only the last rounds can fail, and then
it tries another lot. The same pairs always give the same rounds.
"""

import random
from collections.abc import Iterable

from .matching import find_matching

TRIES = 60
MOST_PAIRS = 400_000
"""The most pairs to look at in all tries together: enough for twenty tries with sixty places."""


def find_rounds_of_pairs(
    places: int, pairs: Iterable[tuple[int, int]], rounds: int
) -> tuple[frozenset[tuple[int, int]], ...]:
    """Returns so many rounds of these pairs (the lower place first), none of them twice; no rounds at all if it finds
    none."""
    in_order = sorted(pairs)
    weighed = 0
    for attempt in range(TRIES):
        left, matchings = in_order, list[frozenset[tuple[int, int]]]()
        chance = random.Random(attempt)
        while len(matchings) < rounds and weighed <= MOST_PAIRS:
            weighed += len(left)
            matching = find_matching(places, ((one, other, chance.getrandbits(20)) for one, other in left))
            if len(matching) < places // 2:
                break
            matchings.append(matching)
            left = [pair for pair in left if pair not in matching]
        if len(matchings) == rounds:
            return tuple(matchings)
    return ()
