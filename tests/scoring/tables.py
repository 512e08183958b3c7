"""Tables to score single hands at, and the play that most tests use: High and Game to Ann's side, Low to Bea's."""

from collections.abc import Mapping
from typing import Any

from scoring import (
    RANKS,
    RULE_SETS,
    Award,
    HandEvent,
    HandFacts,
    ImpossibleFacts,
    Problem,
    ScoredHand,
    Seating,
    TrumpFact,
    beg,
    run,
    score_hand,
    stand,
    with_house_rules,
)
from scoring.hand import Trick

PAIRS = Seating(("Ann", "Bea", "Cy", "Dan"), {"A": ("Ann", "Cy"), "B": ("Bea", "Dan")})
TWO, THREE = Seating.of_singles("Ann", "Bea"), Seating.of_singles("Ann", "Bea", "Cy")
FOUR = Seating.of_singles("Ann", "Bea", "Cy", "Dan")
STAND, BEG, RUN = stand("Bea"), beg("Bea"), run()
ANN_HIGH, BEA_LOW = TrumpFact("Ann", "A"), TrumpFact("Bea", "3")


def tricks_of(seating: Seating, trump: str, leads: str, **orders: str) -> tuple[Trick, ...]:
    """Returns the tricks if everybody plays their cards in this order, allowed or not, and winners lead."""
    hands = {player: cards.split() for player, cards in orders.items()}
    tricks = []
    for number in range(len(hands[leads])):
        first = seating.seats.index(leads)
        trick = tuple((player, hands[player][number]) for player in seating.seats[first:] + seating.seats[:first])
        led = trick[0][1][1]
        strength = {card: (card[1] == trump, card[1] == led, RANKS.index(card[0])) for _, card in trick}
        leads = max(trick, key=lambda play: strength[play[1]])[0]
        tricks.append(trick)
    return tuple(tricks)


def hand_of(seating: Seating, *events: HandEvent, pips: tuple[int, ...] = (), **facts: Any) -> HandFacts:
    """Returns a hand that Ann deals, by default. With pips but no trumps named, Ann's side has High and Bea's Low."""
    if pips:
        facts = {"high": ANN_HIGH, "low": BEA_LOW, "jack": None} | facts
        facts["pips"] = dict(zip(seating.side_names, pips))
    return HandFacts(**{"seating": seating, "dealer": "Ann", "events": events} | facts)


def score_facts(
    rules: str,
    seating: Seating,
    *events: HandEvent,
    start: tuple[int, ...] = (),
    house_rules: Mapping[str, Any] | None = None,
    set_backs: Mapping[str, int] | None = None,
    **facts: Any,
) -> ScoredHand:
    """Scores the hand on top of `start`, by default 0."""
    names = seating.side_names
    score = dict(zip(names, start or (0,) * len(names)))
    chosen = with_house_rules(RULE_SETS[rules], house_rules or {})
    return score_hand(chosen, hand_of(seating, *events, **facts), score, set_backs=set_backs)


def awards(rules: str, seating: Seating, *events: HandEvent, **facts: Any) -> list[tuple[str, str, int]]:
    return [tuple(award) for award in score_facts(rules, seating, *events, **facts).awards]


def refusals_of(rules: str, seating: Seating, *events: HandEvent, **facts: Any) -> list[tuple[str, str]]:
    """Returns where and why the hand is refused; empty if it is not."""
    try:
        score_facts(rules, seating, *events, **facts)
    except ImpossibleFacts as impossible:
        return where(impossible.problems)
    return []


def doubts_of(rules: str, seating: Seating, *events: HandEvent, **facts: Any) -> list[tuple[str, str]]:
    return where(score_facts(rules, seating, *events, **facts).doubts)


def where(found: tuple[Problem, ...]) -> list[tuple[str, str]]:
    return [(problem.field, problem.code) for problem in found]


def points_of(awarded: tuple[Award, ...], side: str) -> int:
    return sum(award.points for award in awarded if award.side == side)
