"""The auction: who pitches, for how much, and which calls were void."""

from typing import NamedTuple

from scoring.hand import Event, HandFacts
from scoring.rules import RuleSet


class Contract(NamedTuple):
    """`pitcher` is None when nobody bid; `void` are the players whose bids did not stand, with the reason."""

    pitcher: str | None
    bid: int
    void: tuple[tuple[str, str], ...] = ()


NO_CONTRACT = Contract(None, 0)


def contract_of(rules: RuleSet, facts: HandFacts) -> Contract:
    """The auction of the last deal. Each player calls once, in the order of the deal; omitted passes are passes.

    A call is out of turn when its player has called before, or when a player seated before him calls for the first
    time after him.
    """
    auction = rules.auction
    if auction is None:
        return NO_CONTRACT
    calls: list[Event] = []
    for event in facts.events:
        if event.kind == "bid" or event.kind == "pass":
            calls.append(event)
        elif event.kind == "redeal":
            calls.clear()
    place = facts.seating.place
    seats = len(place)
    offset = place[facts.dealer] + 1
    turns = [(place[call.player or ""] - offset) % seats for call in calls]
    first: dict[int, int] = {}
    for number, turn in enumerate(turns):
        first.setdefault(turn, number)
    pitcher, highest, void = None, 0, []
    for number, (call, turn) in enumerate(zip(calls, turns, strict=True)):
        if call.kind == "pass":
            continue
        player, bid = call.player or "", call.number or 0
        if first[turn] != number or any(other < turn and called > number for other, called in first.items()):
            void.append((player, "out_of_turn"))
        elif auction.smudge != "off" and highest >= auction.smudge_bid:
            void.append((player, "smudged"))
        elif bid > highest or (bid == highest and turn == seats - 1 and auction.dealer_may_equal):
            pitcher, highest = player, bid
        else:
            void.append((player, "not_higher"))
    if pitcher is None and auction.all_pass == "dealer_bids":
        pitcher, highest = facts.dealer, auction.min_bid
    elif pitcher is None and auction.all_pass == "elder_pitches_free":
        pitcher = facts.seating.after[facts.dealer]
    return Contract(pitcher, highest, tuple(void))
