"""Whole evenings of every movement for every number: `python -m tests.performance.draws [KEY...]`.

It plays from 2 to 60 entries with the usual number of rounds, and 100 and 200 with seven rounds at most. A checker that
knows nothing of the movements counts rounds that cannot be played, second meetings and partnerships, and unfair rests;
the slowest evening is shown too.
"""

import sys
import time

from tests.movements.counting import play_evening
from tournament.movements import MOVEMENTS

SIZES = (*range(2, 61), 100, 200)


def main(keys: list[str]) -> None:
    for key, movement in MOVEMENTS.items():
        if movement.rounds(12).most == 1 or keys and key not in keys:
            continue
        wrong, again, partners, unfair, slowest = 0, 0, 0, 0, (0.0, 0)
        sizes = [size for size in SIZES if movement.fits(size)]
        for size in sizes:
            began = time.process_time()
            usual = movement.rounds(size).usual
            count = play_evening(movement, size, usual if size <= 60 else min(usual, 7))
            slowest = max(slowest, (time.process_time() - began, size))
            wrong += len(count.wrong)
            again += count.second_meetings if movement.meets_once else 0
            partners += count.second_partnerships if movement.partners_once else 0
            unfair += count.unfair_rests
        taken = f"slowest {slowest[0]:.2f} s with {slowest[1]}"
        print(
            f"{key:22} {len(sizes)} evenings, {wrong} wrong, {again} second meetings and {partners} second "
            f"partnerships where none are promised, {unfair} unfair rests, {taken}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
