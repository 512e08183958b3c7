"""How soon ratings find the true order, and how long ten years take: `python -m tests.performance.ratings`.

It simulates 1,000 evenings of a club of 60, of whom 24 come: singles, fixed pairs, changing partners and tables of four
singles in turn. The winner is random, weighted by hidden strengths. It prints the rank correlation (Spearman's) between
ratings and strengths after so many evenings. The floor of the same run is to order people by their share of matches
won.
"""

import math
import time
from collections.abc import Mapping, Sequence
from random import Random

from tournament.seasons.evening import PlayedMatch, PlayedSide
from tournament.seasons.ratings import rate_people

PEOPLE, EVENINGS, HERE, ROUNDS = 60, 1000, 24, 4
AFTER = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def simulate_evenings(
    *, people: int, evenings: int, chance: Random
) -> tuple[dict[int, float], list[tuple[PlayedMatch, ...]]]:
    """Returns true strengths, and the matches of each evening."""
    strengths = {person: chance.gauss(0, 1) for person in range(1, people + 1)}
    return strengths, [_play_evening(number, strengths, chance) for number in range(evenings)]


def _play_evening(number: int, strengths: Mapping[int, float], chance: Random) -> tuple[PlayedMatch, ...]:
    here = chance.sample(sorted(strengths), min(HERE, len(strengths) // 4 * 4))
    sides_of = ((2, 1), (2, 2), (2, 2), (4, 1))[number % 4]
    is_fixed = number % 4 == 1
    played = []
    for turn in range(1, ROUNDS + 1):
        if is_fixed:
            pairs = [here[place : place + 2] for place in range(0, len(here), 2)]
            chance.shuffle(pairs)
            here = [person for pair in pairs for person in pair]
        else:
            chance.shuffle(here)
        count, size = sides_of
        for table, start in enumerate(range(0, len(here) - count * size + 1, count * size), start=1):
            sides = [tuple(here[start + side * size : start + (side + 1) * size]) for side in range(count)]
            played.append(PlayedMatch(1, turn, table, _play_match(sides, strengths, chance)))
    return tuple(played)


def _play_match(
    sides: Sequence[tuple[int, ...]], strengths: Mapping[int, float], chance: Random
) -> tuple[PlayedSide, ...]:
    """Plays a match: each side makes about as many points as it is strong, with the luck of the cards."""
    scores = [sum(strengths[person] for person in side) / len(side) + chance.gauss(0, 1.5) for side in sides]
    order = sorted(scores, reverse=True)
    return tuple(
        PlayedSide(side, None, 14 - 2 * order.index(score), None, None)
        for side, score in zip(sides, scores, strict=True)
    )


def rank_correlation(found: Mapping[int, float], true: Mapping[int, float]) -> float:
    """Returns Spearman's correlation, over those who are in both."""
    people = sorted(found.keys() & true.keys())
    places = [
        {person: place for place, person in enumerate(sorted(people, key=lambda who: of[who]))} for of in (found, true)
    ]
    gaps = sum((places[0][person] - places[1][person]) ** 2 for person in people)
    return 1 - 6 * gaps / (len(people) ** 3 - len(people)) if len(people) > 2 else math.nan


def parts_won(matches: Sequence[PlayedMatch]) -> dict[int, float]:
    won: dict[int, list[int]] = {}
    for match in matches:
        for side, rank in zip(match.sides, match.ranks or (), strict=False):
            for person in side.people:
                won.setdefault(person, []).append(rank == 1)
    return {person: sum(each) / len(each) for person, each in won.items()}


def main() -> None:
    strengths, evenings = simulate_evenings(people=PEOPLE, evenings=EVENINGS, chance=Random(1674))
    print("evenings   people   ratings   part won (floor)")
    for number in AFTER:
        matches = [match for evening in evenings[:number] for match in evening]
        began = time.process_time()
        ratings = {each.person: each.value for each in rate_people(matches, {}).values()}
        seconds = time.process_time() - began
        found, floor = rank_correlation(ratings, strengths), rank_correlation(parts_won(matches), strengths)
        print(f"{number:8} {len(ratings):8} {found:9.3f} {floor:12.3f}     {len(matches):,} matches in {seconds:.2f} s")


if __name__ == "__main__":
    main()
