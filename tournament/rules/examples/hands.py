"""What an example hand is, and how rules score it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.functional import Promise

from scoring import Revoke, RuleSet, ScoredHand, Seating, read_hand, score_hand, with_house_rules

PAIRS = Seating(("Ann", "Bea", "Cy", "Dan"), {"Ann and Cy": ("Ann", "Cy"), "Bea and Dan": ("Bea", "Dan")})
TWO, THREE = Seating.of_singles("Ann", "Bea"), Seating.of_singles("Ann", "Bea", "Cy")

ANN, BEA = {"holder": "Ann", "rank": "K"}, {"holder": "Bea", "rank": "3"}
ANN_LOW, CY_LOW = {"holder": "Ann", "rank": "3"}, {"holder": "Cy", "rank": "3"}
STOOD = ({"turn_up": "9S"}, {"stand": "Bea"})
LEAST, MOST = "least", "most"
"""The lowest and the highest bid, in facts and in stories."""
ALL_BUT_LEAST = -1
"""Points that leave the other side just the lowest bid."""


class Play(NamedTuple):
    """A whole hand: who leads to each trick, and each player's cards in the order in which they play them."""

    leaders: str
    cards: Mapping[str, str]

    def tricks(self, seats: tuple[str, ...]) -> list[list[list[str]]]:
        """Returns the tricks as in a hand record."""
        tricks = []
        for number, leader in enumerate(self.leaders.split()):
            first = seats.index(leader)
            order = seats[first:] + seats[:first]
            tricks.append([[player, self.cards[player].split()[number]] for player in order])
        return tricks


LOOSE_PLAYS: Mapping[int, Play] = {
    4: Play(
        "Bea Bea Cy Cy Dan Bea",
        {"Ann": "7D 3S 8D 4C 7H 8C", "Bea": "AH 4S 9C 5C 8S 8H", "Cy": "5H KS QD 2C 3D 4H", "Dan": "6H 3C 4D 5S 9D 6C"},
    ),
    2: Play("Bea Bea Bea Ann Ann Ann", {"Ann": "7H 6D KD 7C 2D 3S", "Bea": "AH 4S 9D 8H 5C 8S"}),
}
LOOSE_PLAY_AT_AUCTION = Play(
    "Bea Bea Bea Bea Cy Bea",
    {"Ann": "3H 5H 4D 8C 2H 3S", "Bea": "KS AH QD 6C 8H 5D", "Cy": "4S 7D 9C TC 7H 8S", "Dan": "5S 6H 3D 3C 4H 6D"},
)
"""A hand for each number of players, and one where they bid, for three or four. Spades are trumps. One player does not
follow a trump, one does not follow another suit, and one has none of that suit and does not trump. Whoever wins the Two
of a plain suit has Game only if it counts 2."""


@dataclass(frozen=True)
class Example:
    """A hand dealt by Ann; `story` says what happens. `pips`, `start` (the score before) and, where the game is counted
    by it, `took` are in the order of the sides. `short` starts the first sides that many points below the target.
    `given` are house rules that the example needs. `choices` are the values of the rule that it is an example for;
    empty for all. If it `is_loose`, the cards are those of `LOOSE_PLAYS`, and every card that the rules do not allow is
    called."""

    story: str | Promise
    events: tuple[Mapping[str, Any], ...] = STOOD
    high: Mapping[str, Any] = field(default_factory=lambda: ANN)
    low: Mapping[str, Any] = field(default_factory=lambda: BEA)
    jack: Mapping[str, Any] | None = None
    pips: tuple[int, ...] = (31, 22)
    took: tuple[int, ...] = ()
    played: bool = True
    start: tuple[int, ...] = (0, 0, 0)
    short: tuple[int, ...] = ()
    set_backs: tuple[int, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    choices: tuple[Any, ...] = ()
    is_loose: bool = False


class ScoredExample(NamedTuple):
    """The score before the hand, by side, and the hand as the rules score it."""

    start: Mapping[str, int]
    scored: ScoredHand


def seating_for(rules: RuleSet) -> Seating:
    """Returns three players if there is bidding and they play alone, otherwise two pairs if the game has them, or two
    players."""
    if rules.auction is not None and len(THREE.seats) in rules.players.singles:
        return THREE
    return PAIRS if rules.players.pairs else TWO


def score_example(example: Example, rules: RuleSet) -> ScoredExample:
    seating = seating_for(rules)
    sides, rules = seating.side_names, with_house_rules(rules, example.given)
    start = dict(zip(sides, example.start, strict=False))
    if rules.target is not None:
        start |= {side: rules.target - short for side, short in zip(sides, example.short, strict=False)}
        start = {side: min(points, rules.target - 1) for side, points in start.items()}
    hand: dict[str, Any] = {"dealer": "Ann", "events": [_event_with_number(each, rules) for each in example.events]}
    if example.took:
        hand["pips"] = dict(zip(sides, _figures_taken(example, rules), strict=True))
    elif example.is_loose:
        play = LOOSE_PLAY_AT_AUCTION if rules.auction is not None else LOOSE_PLAYS[len(seating.seats)]
        hand["tricks"] = play.tricks(seating.seats)
        found = score_hand(rules, read_hand(hand, seating), start).revokes or ()
        hand["events"] += [_claim_of(each) for each in found]
    elif example.played:
        low = {"won_by": example.low["holder"]} | dict(example.low)
        hand |= {"high": example.high, "low": low, "jack": example.jack}
        hand["pips"] = dict(zip(sides, (*example.pips, 0), strict=False))
    set_backs = dict(zip(sides, example.set_backs, strict=False))
    return ScoredExample(start, score_hand(rules, read_hand(hand, seating), start, set_backs=set_backs))


def _figures_taken(example: Example, rules: RuleSet) -> tuple[int, ...]:
    """Returns what each side took; the second side has the rest if the example names one figure."""
    usual = rules.taken.sums[0] if rules.taken is not None else 0
    first, *rest = example.took
    if first == ALL_BUT_LEAST and rules.auction is not None:
        first = usual - rules.auction.min_bid
    return (first, *rest) if rest else (first, usual - first)


def _event_with_number(event: Mapping[str, Any], rules: RuleSet) -> Mapping[str, Any]:
    if rules.auction is None or "bid" not in event:
        return event
    player, number = event["bid"]
    return {"bid": [player, {LEAST: rules.auction.min_bid, MOST: rules.auction.max_bid}.get(number, number)]}


def _claim_of(found: Revoke) -> dict[str, Any]:
    details = found._asdict()
    player = details.pop("player")
    return {"revoke": player} | {key: value for key, value in details.items() if key not in ("trick", "reported")}


def tell_story(example: Example, rules: RuleSet) -> str:
    """Returns what happens, with the bids of these rules."""
    bids = {LEAST: rules.auction.min_bid, MOST: rules.auction.max_bid} if rules.auction is not None else {}
    return str(example.story) % bids
