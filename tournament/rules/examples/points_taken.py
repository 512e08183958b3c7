"""Examples for games that are counted by what each side takes."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tournament.rules.examples.bids import ALL_FOUR_PASSED
from tournament.rules.examples.hands import ALL_BUT_LEAST, LEAST, MOST, Example

BEA_BIDS_LEAST = ({"bid": ["Bea", LEAST]},)

TAKEN: Mapping[str, tuple[Example, ...]] = {
    "target": (
        Example(
            _("Ann’s side needs 10 more points, Bea’s 30. Ann’s takes 12 and Bea’s 20."),
            (),
            took=(12, 20),
            short=(10, 30),
        ),
    ),
    "penalties.revoke_to_opponents": (
        Example(_("Ann’s side took 12 points, Bea’s none, and Ann revoked."), ({"revoke": "Ann"},), took=(12, 0)),
    ),
    "penalties.revoke_bars_game": (
        Example(
            _("Ann’s side took 12 points, and Ann revoked. Bea’s side, which pitched, took nothing."),
            ({"revoke": "Ann"},),
            took=(12, 0),
        ),
    ),
    "penalties.revoke_by_pitchers": (
        Example(_("Bea pitched, and revoked. Ann’s side took 12 points."), ({"revoke": "Bea"},), took=(12, 0)),
    ),
}
TAKEN_AT_AUCTION: Mapping[str, tuple[Example, ...]] = {
    "target": (
        Example(
            _("Both sides need 2 more points. Bea has the lowest bid; Ann’s side takes 2 points, Bea’s the rest."),
            BEA_BIDS_LEAST,
            took=(2,),
            short=(2, 2),
        ),
    ),
    "auction.min_bid": (
        Example(
            _("Ann makes the lowest bid, %(least)s. Her side takes nothing, Bea’s all."),
            (*ALL_FOUR_PASSED[:3], {"bid": ["Ann", LEAST]}),
            took=(0,),
        ),
    ),
    "auction.failed_bid": (
        Example(_("Bea bids 9; her side takes 8, Ann’s 6."), ({"bid": ["Bea", 9]},), took=(6, 8), start=(20, 20)),
    ),
    "auction.double_bid": (
        Example(_("Bea bids %(most)s, and her side takes all."), ({"bid": ["Bea", MOST]},), took=(0,)),
        Example(_("Bea bids %(most)s; Ann’s side takes 1 point."), ({"bid": ["Bea", MOST]},), took=(1,)),
    ),
    "auction.out_first": (
        Example(
            _("Ann’s side needs 1 more point, Bea’s 2. Bea bids the least and just makes it; Ann’s takes the rest."),
            BEA_BIDS_LEAST,
            took=(ALL_BUT_LEAST,),
            short=(1, 2),
        ),
    ),
    "auction.dealer_may_equal": (
        Example(
            _("Bea has the lowest bid, and Ann, who deals, says the same. Ann’s side takes nothing, Bea’s all."),
            (*BEA_BIDS_LEAST, {"bid": ["Ann", LEAST]}),
            took=(0,),
        ),
    ),
    "auction.all_pass": (
        Example(
            _("All four pass. Nothing is played."),
            ALL_FOUR_PASSED,
            played=False,
            choices=("next_dealer", "same_dealer"),
        ),
        Example(
            _("All four pass. The hand is played: Ann’s side takes nothing, Bea’s all."),
            ALL_FOUR_PASSED,
            took=(0,),
            choices=("dealer_bids", "elder_pitches_free"),
        ),
    ),
}
