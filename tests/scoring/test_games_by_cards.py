"""Games that are counted by the points in the cards, dealt and counted here card by card, from the sources alone:
whatever can be played is accepted and scores what the cards say. Nothing here asks the library what a card is worth."""

from collections.abc import Mapping
from random import Random

import pytest

from scoring import RULE_SETS, HandFacts, bid, revoke, score_hand
from tests.scoring.dealing import ORDER, PACK, VALUE
from tests.scoring.tables import PAIRS

MATE = {"S": "C", "C": "S", "H": "D", "D": "H"}
COURT = {"A": 4, "K": 3, "Q": 2, "J": 1}
DON = 9, 121, COURT | {"9": 9, "5": 10}, {"5": 5}
# cards each, target, worth of trumps and of all other cards
PEGGED = {"nine-card-don": DON, "welsh-don": DON, "phat": (13, 181, COURT | {"9": 18, "5": 10}, {"9": 9, "5": 5})}
# lowest and highest bid, target, worth of trumps (* is a joker) and of the cards that are trumps by their colour
BID = {
    "pedro": (7, 14, 62, {"A": 1, "J": 1, "T": 1, "5": 5, "2": 1}, {"5": 5}),
    "cinch": (1, 14, 51, {"A": 1, "J": 1, "T": 1, "5": 5, "2": 1}, {"5": 5}),
    "california-pedro": (6, 16, 100, {"A": 1, "J": 3, "T": 1, "5": 5, "2": 1}, {"5": 5}),
    "ten-point-pitch": (4, 10, 52, {"A": 1, "J": 1, "T": 1, "3": 3, "2": 1, "*": 1}, {"J": 1}),
    "smear": (2, 10, 21, {"J": 1, "3": 3, "*": 1}, {"J": 1}),
}


def give_to_higher(won: Mapping[str, list[str]], points: int) -> dict[str, int]:
    counts = {side: sum(VALUE.get(card[0], 0) for card in won[side]) for side in won}
    return {side: points * (counts[side] > min(counts.values())) for side in won}


def peg(name: str, chance: Random, start: Mapping[str, int], bonus: int) -> dict[str, int]:
    """Plays a hand trick by trick until a side is out, and returns what each side pegged."""
    each, target, trumps, others = PEGGED[name]
    cards, trump = chance.sample(PACK, 4 * each), chance.choice("SHDC")
    pegged, won = {"A": 0, "B": 0}, {"A": list[str](), "B": list[str]()}
    for first in range(0, len(cards), 4):
        side, trick = chance.choice("AB"), cards[first : first + 4]
        won[side] += trick
        pegged[side] += sum((trumps if suit == trump else others).get(rank, 0) for rank, suit in trick)
        if start[side] + pegged[side] >= target:
            return pegged
    higher = give_to_higher(won, bonus)
    return {side: pegged[side] + higher[side] for side in pegged}


def take(name: str, chance: Random) -> dict[str, int]:
    """Deals out the cards as they are won, all of them or, in Smear, those of ten cards each."""
    trump, (*_bids, trumps, mates) = chance.choice("SHDC"), BID[name]
    pack, won, taken = [*PACK, "*S", "*H"], {"A": list[str](), "B": list[str]()}, {"A": 0, "B": 0}
    for rank, suit in chance.sample(pack, 40) if name == "smear" else pack:
        side = chance.choice("AB")
        won[side].append(rank + suit)
        worth = trumps if suit == trump or rank == "*" else mates if suit == MATE[trump] else {}
        taken[side] += worth.get(rank, 0)
    if name == "smear":
        held = [(ORDER.find(card[0]), side) for side in won for card in won[side] if card[1] == trump]
        natural = sorted(each for each in held if each[0] >= 0)
        for _rank, side in natural[:1] + natural[-1:]:  # Low and High
            taken[side] += 1
        taken = {side: taken[side] + points for side, points in give_to_higher(won, 1).items()}
    return taken


def play_pegged(name: str, chance: Random, number: int) -> None:
    score, bonus = {"A": 0, "B": 0}, 8
    for _ in range(number):
        dealer, pegged = chance.choice(PAIRS.seats), peg(name, chance, score, bonus)
        offender = chance.choice(PAIRS.seats) if name == "welsh-don" and chance.random() < 0.1 else ""
        after = {side: score[side] + pegged[side] for side in score}
        if offender:
            side = PAIRS.side_of_player[offender]
            after[side] = score[side]
            if side != PAIRS.side_of_player[dealer]:  # the pitcher sits after the dealer, in the other pair
                [other] = set(score) - {side}
                by_then = score[other] + 20
                after[other] = by_then if by_then >= PEGGED[name][1] else after[other] + 20
        scored = score_hand(
            RULE_SETS[name], HandFacts(PAIRS, dealer, (revoke(offender),) if offender else (), pips=pegged), score
        )
        winner = next((side for side in after if after[side] >= PEGGED[name][1]), None)
        assert (scored.score, scored.winner) == (after, winner)
        shared = name == "phat" and winner is None and sum(pegged.values()) == 80
        score, bonus = ({"A": 0, "B": 0} if winner else after), min(bonus + 8, 24) if shared else 8


def play_bid(name: str, chance: Random, number: int) -> None:
    score, (least, most, target, *_worth) = {"A": 0, "B": 0}, BID[name]
    for _ in range(number):
        taken, bidder, height = take(name, chance), chance.choice(PAIRS.seats), chance.randint(least, most)
        ours = PAIRS.side_of_player[bidder]
        after = {
            side: score[side] + (-height if side == ours and taken[side] < height else taken[side]) for side in score
        }
        out = [side for side in sorted(after, key=lambda side: side != ours) if after[side] >= target]
        winner = (max(out, key=lambda side: after[side]) if name == "smear" else out[0]) if out else None
        scored = score_hand(RULE_SETS[name], HandFacts(PAIRS, "Ann", (bid(bidder, height),), pips=taken), score)
        assert (scored.score, scored.winner) == (after, winner)
        score = {"A": 0, "B": 0} if winner else after


def play(name: str, number: int) -> None:
    (play_pegged if name in PEGGED else play_bid)(name, Random(f"{name} by its cards"), number)


@pytest.mark.parametrize("name", [*PEGGED, *BID])
def test_games_played_by_their_cards_score_what_the_cards_say(name: str) -> None:
    play(name, 2_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*PEGGED, *BID])
def test_20_000_hands_played_by_their_cards_score_what_the_cards_say(name: str) -> None:
    play(name, 20_000)
