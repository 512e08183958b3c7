"""The auction of one hand in a form: what each player called, in turn from the left of the dealer."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring import Event, HandFacts, RuleSet, Seating, bid, pass_bid
from tournament.hands.forms.ticks import Ticked, Ticks, lettered, letters_of

PASS = "pass"


def fields_of_auction(rules: RuleSet, players: Mapping[str, str]) -> dict[str, forms.Field]:
    """`players` is letter -> name, in the order of the deal; nobody is asked twice, and most pass."""
    if rules.auction is None:
        return {}
    numbers = range(rules.auction.min_bid, rules.auction.max_bid + 1)
    calls = [(PASS, _("Pass")), *((str(number), str(number)) for number in numbers)]
    return {f"bid_{letter}": Ticks(name, calls, start=PASS) for letter, name in players.items()}


def in_turn(seating: Seating, dealer: str | None) -> list[str]:
    """The letters of the players as they bid: the dealer last, or the last seat while nobody knows who deals."""
    letters = list(lettered(seating.seats))
    first = letters.index(dealer) + 1 if dealer in letters else 0
    return letters[first:] + letters[:first]


def events_of_auction(rules: RuleSet, seating: Seating, ticked: Ticked) -> list[Event]:
    if rules.auction is None:
        return []
    players = lettered(seating.seats)
    calls = [(players[letter], ticked.get(f"bid_{letter}")) for letter in in_turn(seating, ticked["dealer"])]
    return [pass_bid(player) if call == PASS else bid(player, int(call)) for player, call in calls if call]


def ticks_of_auction(rules: RuleSet, facts: HandFacts) -> dict[str, Any]:
    """The other way round; what a player called first counts."""
    if rules.auction is None:
        return {}
    letters = letters_of(facts.seating.seats)
    ticked = {f"bid_{letter}": "" for letter in letters.values()}
    for event in reversed(facts.events):
        if event.kind in ("bid", "pass"):
            ticked[f"bid_{letters[event.player or '']}"] = PASS if event.kind == "pass" else str(event.number)
    return ticked


def can_pass_out(rules: RuleSet) -> bool:
    """Whether by these rules nobody pitches where nobody has bid."""
    return rules.auction is not None and rules.auction.all_pass not in ("dealer_bids", "elder_pitches_free")


def is_passed_out(rules: RuleSet, ticked: Ticked) -> bool:
    """Whether nobody bid, and by these rules nobody pitches then."""
    return can_pass_out(rules) and all(call in ("", PASS) for name, call in ticked.items() if name.startswith("bid_"))


def field_not_higher(rules: RuleSet, seating: Seating, ticked: Ticked) -> str:
    """The first bid that does not stand, where one is asked back about; else the first in turn."""
    highest, order = 0, in_turn(seating, ticked["dealer"])
    for letter in order:
        call = ticked.get(f"bid_{letter}")
        number = int(call) if call not in (None, "", PASS) else 0
        if number and not stands(rules, number, highest, is_dealer=letter == order[-1]):
            return f"bid_{letter}"
        highest = max(highest, number)
    return f"bid_{order[0]}"


def stands(rules: RuleSet, number: int, highest: int, *, is_dealer: bool) -> bool:
    """Whether a bid can follow this highest one: above it, or the dealer at the same figure; none after a smudge."""
    auction = rules.auction
    if auction is None or auction.smudge != "off" and highest >= auction.smudge_bid:
        return False
    return number > highest or (number == highest and is_dealer and auction.dealer_may_equal)
