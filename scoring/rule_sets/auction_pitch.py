"""Auction Pitch to 7 for two to seven players, or four in pairs: 001 "Auction Pitch", Bicycle Playing Cards.

Decided: the whole hand is counted for everybody, the pitcher first; what a revoker made is nobody's; when all pass the
deal passes with no points; only a pitcher's failure is a set-back when settling up. In pairs (D40) what either partner
makes is the side's, the side is set back, and the pitcher's side is counted first.
"""

from collections.abc import Mapping

from scoring.hand import Award, Contract, HandFacts
from scoring.rules import FOUR, Auction, Cards, Penalties, Players, Points, RuleSet, SettleUp
from scoring.words import N_


def settle(
    rules: RuleSet, contract: Contract, made: list[Award], facts: HandFacts, score: Mapping[str, int]
) -> tuple[list[Award], str | None]:
    """Counts the pitcher's points first, if the bid was made, then the others', unless the highest score counts first.
    A side that revoked scores nothing.

    What a revoke costs was counted earlier, when it was called.
    """
    side_of = facts.seating.side_of
    pitcher = side_of[contract.pitcher or ""]
    revokers = {
        side_of[event.player or ""]
        for event in facts.events
        if event.kind == "revoke" and rules.penalties.has_penalty_for(event)
    }
    own = [award for award in made if award.side == pitcher]
    counted = [award for award in made if award.side != pitcher and award.side not in revokers]
    if pitcher in revokers:
        return counted, None
    assert rules.auction is not None
    auction, value = rules.auction, rules.auction.value_of(contract.bid)
    is_made = sum(award.points for award in own) >= contract.bid
    if not is_made and not revokers:
        if auction.failed_bid == "to_opponents":
            return [*(Award("bid", side, value) for side in score if side != pitcher), *counted], None
        return [Award("set_back", pitcher, -value), *counted], None
    if is_made and value > contract.bid:
        own.append(Award("bid", pitcher, value - contract.bid))
    if auction.out_first == "higher":
        after = dict(score)
        for award in own + counted:
            after[award.side] += award.points
        return sorted(own + counted, key=lambda award: (-after[award.side], award.side != pitcher)), None
    is_smudge = contract.bid >= auction.smudge_bid and len(own) == len(FOUR)
    wins = auction.smudge == "always" or auction.smudge == "unless_in_the_hole" and score[pitcher] >= 0
    return own + counted, pitcher if is_smudge and wins else None


VOID_BID = N_("A bid out of turn or not above the last one is void, and that player must pass.")

RULE_SET = RuleSet(
    id="auction-pitch",
    name=N_("Auction Pitch"),
    source='001 "Auction Pitch", Bicycle Playing Cards',
    players=Players(singles=(2, 3, 4, 5, 6, 7), pairs=(4,)),
    cards=Cards(each=6),
    target=7,
    count_rest_after_win=True,
    points=Points(),
    penalties=Penalties(misdeal_passes_deal=True, revoke_costs_bid=True, revoke_correctable="never"),
    auction=Auction(lowest_bids=(1, 2, 3)),
    settle_up=SettleUp(),
    direction="clockwise",
    labels={
        "below_zero": N_("in the hole"),
        "elder_hand": N_("first to bid"),
        "in_pairs": N_("Pitch in pairs"),
    },
    notes=(
        N_("Draw cards: the highest deals and chooses a seat."),
        N_("Deal three at a time. An Ace, Jack or Two exposed in the deal is a misdeal."),
    ),
    counting=(N_("A single trump dealt is both High and Low."),),
    mistakes=(
        VOID_BID,
        N_(
            "A player who leads before the bidding is over has bid 4. Anybody before them who has not bid yet may bid "
            "4 in turn and pitch instead; the cards played are then taken back."
        ),
        N_(
            "If the wrong player leads after the bidding, the pitcher may have the cards taken back and tell that "
            "player to play the highest or lowest card of the suit led, or to trump or not. A pitcher who has played "
            "to it must let it stand, name trumps at once and lead them on first winning a trick."
        ),
    ),
    settle=settle,
)
