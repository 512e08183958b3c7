"""How many hands a second the scoring library counts on one core: `.venv/bin/python -m tests.performance.scoring`.

Seconds are the processor's, not the wall's, because a busy machine affects them less. Beside every figure is a floor of
the same run: building the same facts, card by card for a full record. JSON is left out. The hands are dealt and played
at random by the rules, about a third of them after running the pack.
"""

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import fields
from random import Random

from scoring import RULE_SETS, HandFacts, RuleSet, score_game, score_hand
from tests.scoring.dealing import played_hand, seating_of, seatings_of

ROUNDS = 7
HANDS = 1500
AIM_FACTS, AIM_RECORDS = 50_000, 10_000
PLAYERS, HOURS, TURNS, HANDS_A_TURN = 200, 2, 3, 8
NAMES = [each.name for each in fields(HandFacts)]


def rate(work: Callable[[], object], number: int) -> float:
    """Returns how many a second: the median of the rounds, after one that warms up."""
    seconds = []
    for _ in range(ROUNDS + 1):
        began = time.process_time()
        work()
        seconds.append(time.process_time() - began)
    return number / statistics.median(seconds[1:])


def count_all(rules: RuleSet, hands: Sequence[tuple[HandFacts, dict[str, int]]]) -> None:
    for facts, start in hands:
        score_hand(rules, facts, start)


def build_all(values: Sequence[dict[str, object]]) -> None:
    """Measures the floor: makes the facts, and walks over the cards if there are any."""
    for each in values:
        facts = HandFacts(**each)  # type: ignore[arg-type]
        for trick in facts.tricks or ():
            for _player, _card in trick:
                pass


def figures_of(rules: RuleSet) -> str:
    chance = Random(1674)
    seatings = seatings_of(rules)
    played = [played_hand(rules, seatings[place % len(seatings)], chance) for place in range(HANDS)]
    figures = []
    for what, hands in (("facts", [each.facts for each in played]), ("records", [each.record for each in played])):
        given = [(facts, dict.fromkeys(facts.seating.side_names, 0)) for facts in hands]
        values = [{name: getattr(facts, name) for name in NAMES} for facts in hands]
        counted = rate(lambda given=given: count_all(rules, given), HANDS)  # type: ignore[misc]
        floor = rate(lambda values=values: build_all(values), HANDS)  # type: ignore[misc]
        figures.append(f"{what} {counted:>7,.0f}/s (floor {floor:>9,.0f}/s)")
    cards = sum(len(trick) for each in played for trick in each.record.tricks or ()) / HANDS
    return f"{rules.id:<16} {figures[0]}   {figures[1]} of {cards:.0f} cards"


def evening() -> str:
    """Counts every match of a Kent evening again from its hands, as after a correction of the rules."""
    rules, chance = RULE_SETS["kent"], Random(1674)
    seating = seating_of(2, 1)
    matches = [
        [played_hand(rules, seating, chance).facts for _ in range(HANDS_A_TURN)]
        for _ in range(PLAYERS // 2 * TURNS * HOURS)
    ]
    start = dict.fromkeys(seating.side_names, 0)
    evenings = rate(lambda: [score_game(rules, hands, start) for hands in matches], 1)
    return f"{PLAYERS} players, {len(matches)} matches of {HANDS_A_TURN} hands: {1000 / evenings:,.0f} ms"


def main() -> None:
    gc.disable()
    print(f"aims on one core: {AIM_FACTS:,} facts/s, {AIM_RECORDS:,} records/s")
    for rules in RULE_SETS.values():
        print(figures_of(rules))
    print(evening())


if __name__ == "__main__":
    main()
