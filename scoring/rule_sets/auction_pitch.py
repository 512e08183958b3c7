"""Auction Pitch to 7 for two to seven players: 001 "Auction Pitch", Bicycle Playing Cards.

Decided: the whole hand is counted for everybody, the pitcher first; what a revoker made is nobody's; when all pass the
deal passes with no points; only a pitcher's failure is a set-back when settling up.
"""

from collections.abc import Mapping

from scoring.hand import Award, Contract, HandFacts
from scoring.rules import FOUR, Auction, Penalties, Players, Points, RuleSet, SettleUp


def settle(
    rules: RuleSet, contract: Contract, made: list[Award], facts: HandFacts, score: Mapping[str, int]
) -> tuple[list[Award], str | None]:
    """The pitcher's points first, if he kept his bid, then the others'; revokers score nothing.

    What a revoke costs is counted when it is called, before all this.
    """
    side_of = facts.seating.side_of
    pitcher = side_of[contract.pitcher or ""]
    revokers = {
        side_of[event.player or ""]
        for event in facts.events
        if event.kind == "revoke" and rules.penalties.uphold(event)
    }
    own = [award for award in made if award.side == pitcher]
    counted = [award for award in made if award.side != pitcher and award.side not in revokers]
    if pitcher in revokers:
        return counted, None
    if sum(award.points for award in own) < contract.bid and not revokers:
        return [Award("set_back", pitcher, -contract.bid), *counted], None
    outright = None
    if rules.auction is not None and contract.bid >= rules.auction.smudge_bid and len(own) == len(FOUR):
        smudge = rules.auction.smudge
        if smudge == "always" or smudge == "unless_in_the_hole" and score[pitcher] >= 0:
            outright = pitcher
    return own + counted, outright


AUCTION_PITCH = RuleSet(
    id="auction-pitch",
    name="Auction Pitch",
    source='001 "Auction Pitch", Bicycle Playing Cards',
    players=Players(singles=(2, 3, 4, 5, 6, 7)),
    target=7,
    count_rest_after_win=True,
    points=Points(),
    penalties=Penalties(misdeal_passes_deal=True, revoke_costs_bid=True, revoke_correctable="never"),
    auction=Auction(),
    settle_up=SettleUp(),
    direction="clockwise",
    labels={"below_zero": "in the hole", "elder_hand": "first to bid"},
    notes=(
        "Two to seven players, each for himself. Deal and play are clockwise, and the deal passes to the left.",
        "Each player draws a card; the highest deals and chooses his seat.",
        "Six cards each, three at a time. The player on the dealer's left bids first; each in turn bids two, three or "
        "four, above the last bid, or passes. The dealer may take the bid at the same figure, but not a smudge.",
        "The pitcher leads, and the suit of the first card is trumps. A trump led must be followed with a trump. To "
        "any other lead follow suit or trump; void of the suit, play any card.",
        "A pitcher who makes less than he bid is set back: the bid is taken off his score. A score below nought is in "
        "the hole, and has a ring around it. A bid of four is a smudge.",
        "A revoke stands. Whoever revoked scores nothing and loses the bid; the others score what they make, the "
        "pitcher even without his bid.",
        "An Ace, Jack or Two exposed in the deal is a misdeal: the deal is lost.",
        "A bid out of turn or not above the last is void, and the offender must pass.",
        "Who pitches before the auction is over has bid four; a player before him who has not bid may bid four and "
        "pitch in his turn, and the cards played are taken back.",
        "A wrong lead after the auction may be taken back on the pitcher's request, and he may say what the offender "
        "must play; once the pitcher has played to it, it stands and he names the trump at once.",
    ),
    settle=settle,
)
