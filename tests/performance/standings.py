"""How long standings take from built records: `.venv/bin/python -m tests.performance.standings`.

Entries meet at random over some rounds, and two rest in each, so that credits and strengths matter. Milliseconds are
the processor's, not the wall's: the median of many runs after one that warms up. The floor is to build the same
records. Reading them from a database and making a page are not included.
"""

import gc
import statistics
import time
from collections.abc import Callable
from random import Random

from tournament.ranking import CRITERIA, MatchRecord, Record, add_strengths, credit_records, prizes_of, rank_records

RUNS = 30
SWISS = ("match_points", "opponents_strength", "game_difference", "head_to_head", "point_difference", "hang_jacks_for")
LEVEL = ("head_to_head", "games_between", "points_between", *SWISS)


def milliseconds(work: Callable[[], object]) -> float:
    seconds = []
    for _ in range(RUNS + 1):
        began = time.process_time()
        work()
        seconds.append(time.process_time() - began)
    return 1000 * statistics.median(seconds[1:])


def field_of(entries: int, rounds: int) -> list[Record[int]]:
    chance = Random(1674)
    matches: dict[int, list[MatchRecord[int]]] = {entry: [] for entry in range(entries)}
    for number in range(1, rounds + 1):
        seated = [entry for entry in range(entries) if entry != number]
        chance.shuffle(seated)
        matches[number].append(MatchRecord(number))
        matches[seated.pop()].append(MatchRecord(number))
        for one, other in zip(seated[::2], seated[1::2], strict=True):
            games, points = chance.choice([(2, 0), (2, 1), (1, 1), (0, 2)]), (chance.randint(9, 40), 30)
            hung = (chance.randint(0, 3), chance.randint(0, 3))
            for entry, opponent, step in ((one, other, 1), (other, one, -1)):
                figures = (*points[::step], *games[::step], *hung[::step], 0)
                matches[entry].append(MatchRecord(number, (opponent,), (), *figures))
    return [Record(entry, f"{entry:04}", matches=tuple(own)) for entry, own in matches.items()]


def figures_of(entries: int, rounds: int) -> str:
    records = field_of(entries, rounds)
    ready = add_strengths(credit_records(records))
    swiss, level = ([CRITERIA[key] for key in keys] for keys in (SWISS, LEVEL))
    placings = rank_records(ready, swiss)
    parts = {
        "build": milliseconds(lambda: field_of(entries, rounds)),
        "credits": milliseconds(lambda: credit_records(records)),
        "strengths": milliseconds(lambda: add_strengths(ready)),
        "rank": milliseconds(lambda: rank_records(ready, swiss)),
        "rank, all level first": milliseconds(lambda: rank_records(ready, level)),
        "prizes": milliseconds(lambda: prizes_of(placings)),
        "all": milliseconds(lambda: rank_records(add_strengths(credit_records(records)), swiss)),
    }
    return f"{entries} entries, {rounds} rounds: " + ", ".join(f"{name} {ms:.1f} ms" for name, ms in parts.items())


def main() -> None:
    gc.disable()
    for entries, rounds in ((88, 5), (1000, 9)):
        print(figures_of(entries, rounds))


if __name__ == "__main__":
    main()
