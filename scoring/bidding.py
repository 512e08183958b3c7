"""The auction: who pitches, for how much, and which calls were void."""

from scoring.hand import Contract, HandEvent, HandFacts
from scoring.rules import Auction


def contract_of(auction: Auction, facts: HandFacts) -> Contract:
    """Reads the auction of the last deal. Each player calls once, in the order of the deal; a missing call counts as a
    pass.

    A call is out of turn when its player has called before, or when a player seated before them makes their first call
    after it.
    """
    calls: list[HandEvent] = []
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
    in_turn = turns == sorted(first)
    pitcher, highest, void = None, 0, []
    for number, (call, turn) in enumerate(zip(calls, turns, strict=True)):
        if call.kind == "pass":
            continue
        player, bid = call.player or "", call.number or 0
        if not in_turn and (
            first[turn] != number or any(other < turn and called > number for other, called in first.items())
        ):
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
