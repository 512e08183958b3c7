"""Turns the cleaned fields of a hand's form into the facts that scoring counts, in the order in which things happen at
a table.

A mark names a player by the letter of the seat, and a side by the letter of its place in the order of sides. "none"
means that no such card was dealt; "" means that nobody said.

A place is one turn-up with its answer, numbered from 1 through all packs of a hand. Each pack has as many places as its
cards allow; a hand has another pack only if the first was thrown in or misdealt and dealt again. The form asks once
about a pack run or a point taken without a reported beg, or a beg without its answer, and then scores the hand: the
dealer's answer shows that somebody begged, and a refusal would lose a hand that was played.

The deal says who held each card of a trick, so the deal is reported with the tricks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from scoring import (
    NOT_REPORTED,
    HandEvent,
    HandFacts,
    RuleSet,
    Seating,
    TrumpFact,
    abandon,
    beg,
    bid,
    discard_to,
    misdeal,
    pass_bid,
    redeal,
    revoke,
    run,
    stand,
    sum_of_pips,
    take_one,
    turn_up,
)

Ticked = Mapping[str, Any]

LETTERS = "abcdefg"
NONE, TIE, KEPT, PASS, NOBODY = "none", "tie", "kept", "pass", "none"
PACK = 52
GOES_ON = ("run", "kick")
ENDS = ("misdeal", "redeal", "bunch")


def letter_keys(keys: Sequence[str]) -> dict[str, str]:
    """Returns letter -> key: players by their seats, sides by their order, "a" for the first."""
    return dict(zip(LETTERS, keys, strict=False))


def letters_of(keys: Sequence[str]) -> dict[str, str]:
    """Returns key -> letter, the reverse of `letter_keys`."""
    return {key: letter for letter, key in letter_keys(keys).items()}


def facts_from(rules: RuleSet, seating: Seating, ticked: Ticked) -> HandFacts:
    """Returns the facts that cleaned fields report. `seating` gives the keys of players and sides in the facts."""
    players = letter_keys(seating.seats)
    dealer = players[ticked["dealer"]]
    places = places_of(rules, len(seating.seats), ticked)
    events = _events_of_deals(rules, seating, ticked, places, seating.after[dealer])
    if ticked.get(f"answer_{places[-1]}") in ENDS:
        return HandFacts(seating, dealer, tuple(events))
    if rules.auction is not None:
        calls = [(players[letter], ticked.get(f"bid_{letter}")) for letter in in_turn(seating, ticked["dealer"])]
        events += [pass_bid(player) if call == PASS else bid(player, int(call)) for player, call in calls if call]
    events += [_revoke_of(players, ticked, place) for place in revokes_called(ticked)]
    known: dict[str, Any] = {}
    dealt = {player: ticked.get(f"dealt_{letter}") for letter, player in players.items()}
    if any(dealt.values()):
        owners = card_owners(seating, ticked)
        known["dealt"] = {player: cards for player, cards in dealt.items() if cards}
        if ticked["tricks"]:
            known["tricks"] = tuple(tuple((owners.get(card, ""), card) for card in trick) for trick in ticked["tricks"])
    if ticked.get("stopped"):
        return HandFacts(seating, dealer, (*events, abandon("bell")), **known)
    known |= _play_of(rules, seating, ticked, has_tricks="tricks" in known)
    facts = HandFacts(seating, dealer, tuple(events), **known)
    return _with_other_pips(rules, facts) if facts.pips is not None else facts


def deals_of(rules: RuleSet, seats: int) -> int:
    """Returns how often this many players can be dealt to before the pack, or the rules, end it: the first deal, and
    one after each run."""
    if rules.turn_ups is None or not rules.may_beg:
        return 1
    by_pack = (PACK - 1 - seats * rules.cards.each) // (seats * rules.turn_ups.run_cards + 1) + 1
    limit = rules.turn_ups.run_limit
    return by_pack if limit is None else min(by_pack, limit + 1)


def has_last_kick(rules: RuleSet, seats: int) -> bool:
    """Returns whether a card may be turned without dealing after the last run, and the pack has a card left for it."""
    deals = deals_of(rules, seats)
    if rules.turn_ups is None or not rules.turn_ups.last_kick or rules.turn_ups.run_limit != deals - 1:
        return False
    return seats * rules.cards_dealt(deals - 1) + deals < PACK


@lru_cache(maxsize=64)
def places_in_pack(rules: RuleSet, seats: int) -> int:
    return deals_of(rules, seats) + has_last_kick(rules, seats)


def places_of(rules: RuleSet, seats: int, ticked: Ticked) -> list[int]:
    """Returns the places that count: a run leads to the next place in the pack, a thrown-in deal to the next pack."""
    size = places_in_pack(rules, seats)
    places = [1]
    while True:
        place, answer = places[-1], ticked.get(f"answer_{places[-1]}")
        next_pack = place + size - (place - 1) % size
        if answer in GOES_ON and place % size:
            places.append(place + 1)
        elif answer in ENDS and f"answer_{next_pack}" in ticked:
            places.append(next_pack)
        else:
            return places


def runs_in(rules: RuleSet, seats: int, ticked: Ticked) -> int:
    """Returns how often the pack that was played was run."""
    size = places_in_pack(rules, seats)
    places = places_of(rules, seats, ticked)
    last = (places[-1] - 1) // size
    return sum(ticked.get(f"answer_{place}") == "run" for place in places if (place - 1) // size == last)


def _events_of_deals(
    rules: RuleSet, seating: Seating, ticked: Ticked, places: Sequence[int], elder: str
) -> list[HandEvent]:
    """Returns what was turned up and what followed each card. `elder` is the player after the dealer, who stands or
    begs."""
    events: list[HandEvent] = []
    seats, turn_ups = len(seating.seats), rules.turn_ups
    size = places_in_pack(rules, seats)
    for place in places:
        card, answer = ticked.get(f"card_{place}") or ticked.get(f"turned_{place}"), ticked.get(f"answer_{place}")
        is_first = place % size == 1 % size
        if card:
            events.append(turn_up(card))
        if answer == "stand" and is_first:
            events.append(stand(elder))
        elif answer == "take_one":
            events += [beg(elder), take_one()]
        elif answer == "run":
            cards = run(turn_ups.run_cards if turn_ups else 0)
            events += [beg(elder), cards] if is_first else [cards]
        elif answer in ENDS:
            events.append(misdeal() if answer == "misdeal" else redeal("bunch" if answer == "bunch" else None))
    kept = turn_ups.discard_to if turn_ups else None
    is_thrown_in = ticked.get(f"answer_{places[-1]}") in ENDS
    if kept and ticked.get("discarded") and not is_thrown_in and runs_in(rules, seats, ticked):
        events.append(discard_to(kept))
    return events


def in_turn(seating: Seating, dealer: str | None) -> list[str]:
    """Returns the letters of the players in the order of bidding: the dealer last, or the last seat if nobody knows who
    deals."""
    letters = list(letter_keys(seating.seats))
    first = letters.index(dealer) + 1 if dealer in letters else 0
    return letters[first:] + letters[:first]


def with_pitch(ticked: Ticked) -> dict[str, Any]:
    """Returns the marks with the pitcher's bid in its place among everybody's."""
    pitcher, number = ticked.get("pitcher"), ticked.get("bid")
    return {**ticked, f"bid_{pitcher}": number} if pitcher and number else dict(ticked)


def pitch_of(rules: RuleSet, seating: Seating, ticked: Ticked) -> tuple[str, str]:
    """Returns the pitcher's letter and the bid, of the bids that can follow each other; ("", "") if nobody bid."""
    pitcher, highest, order = "", 0, in_turn(seating, ticked["dealer"])
    for letter in order:
        call = ticked.get(f"bid_{letter}")
        number = int(call) if call not in (None, "", PASS) else 0
        if number and can_follow_bid(rules, number, highest, is_dealer=letter == order[-1]):
            pitcher, highest = letter, number
    return pitcher, str(highest or "")


def can_follow_bid(rules: RuleSet, number: int, highest: int, *, is_dealer: bool) -> bool:
    """Returns whether a bid can follow the highest so far: above it, or by the dealer at the same figure; never after a
    smudge."""
    auction = rules.auction
    if auction is None or auction.smudge != "off" and highest >= auction.smudge_bid:
        return False
    return number > highest or (number == highest and is_dealer and auction.dealer_may_equal)


def can_pass_out(rules: RuleSet) -> bool:
    """Returns whether a hand can be passed out under these rules: nobody pitches if nobody bids."""
    return rules.auction is not None and rules.auction.all_pass not in ("dealer_bids", "elder_pitches_free")


def is_passed_out(rules: RuleSet, ticked: Ticked) -> bool:
    """Returns whether the hand is passed out: nobody bid, and under these rules nobody pitches then."""
    return can_pass_out(rules) and all(call in ("", PASS) for name, call in ticked.items() if name.startswith("bid_"))


def revokes_called(ticked: Ticked) -> list[int]:
    """Returns the places of the revokes that were called, in order."""
    names = [name for name in ticked if name.startswith("revoke_") and name[7:].isdigit()]
    return sorted(int(name[7:]) for name in names if ticked[name] not in ("", NOBODY))


def _revoke_of(players: Mapping[str, str], ticked: Ticked, place: int) -> HandEvent:
    is_trump_led = ticked.get(f"revoke_led_{place}") == "trump"
    return revoke(
        players[ticked[f"revoke_{place}"]],
        led=ticked.get(f"revoke_led_{place}") or None,
        held_top_trump=read_yes_no(ticked.get(f"revoke_top_{place}")) if is_trump_led else None,
        jack_in_trick=read_yes_no(ticked.get(f"revoke_jack_{place}")),
        corrected=bool(ticked.get(f"revoke_corrected_{place}")),
        bare_jack=read_yes_no(ticked.get(f"revoke_bare_{place}")) if is_trump_led else None,
    )


def read_yes_no(answer: str | None) -> bool | None:
    """Reads the answer to a `YesNo`, or None if there is none."""
    return {"yes": True, "no": False}.get(answer or "")


def card_owners(seating: Seating, ticked: Ticked) -> dict[str, str]:
    """Returns card -> the player who was dealt it."""
    players = letter_keys(seating.seats)
    return {card: player for letter, player in players.items() for card in ticked.get(f"dealt_{letter}") or ()}


def _play_of(rules: RuleSet, seating: Seating, ticked: Ticked, *, has_tricks: bool) -> dict[str, Any]:
    """Returns the facts of the play for HandFacts. Empty if nothing of the play is marked; "no Jack dealt" does not
    count as a mark, because a form starts with it. If no trump was dealt, there is no Low and no Jack; if the tricks
    are given, they say whether there was a Jack. A Jack was kept unless the form says from whom it was hung."""
    sides = letter_keys(seating.side_names)
    pips = {side: ticked[f"pips_{letter}"] for letter, side in sides.items() if ticked[f"pips_{letter}"] is not None}
    if not rules.points.order:
        return {"pips": pips} if pips else {}
    marked = (ticked["high"], ticked["low"], ticked["game"], ticked["high_rank"], ticked["low_rank"])
    if not any(marked) and ticked["jack"] in ("", NONE) and not pips:
        return {}
    known: dict[str, Any] = {"game": sides.get(ticked["game"], ticked["game"]) or None}
    if pips:
        known["pips"] = pips
    if ticked["high"] == NONE:
        return known | {"high": None, "low": None, "jack": None}
    high, low, jack = (sides.get(ticked[kind]) for kind in ("high", "low", "jack"))
    low_goes = {"won_by": low} if rules.points.low_to == "winner" else {"holder": low}
    known["high"] = TrumpFact(high, ticked["high_rank"] or None) if high else NOT_REPORTED
    known["low"] = None if ticked["low"] == NONE else NOT_REPORTED
    if low:
        known["low"] = TrumpFact(rank=ticked["low_rank"] or None, **low_goes)
    known["jack"] = None if ticked["jack"] == NONE and not has_tricks else NOT_REPORTED
    if jack:
        origin = ticked.get("jack_from")
        known["jack"] = TrumpFact(jack if origin == KEPT else sides.get(origin or ""), won_by=jack)
    return known


def _with_other_pips(rules: RuleSet, facts: HandFacts) -> HandFacts:
    """Works out the second side's card total from the first's, if the values of all cards in play are known."""
    pips, sides = facts.pips, facts.seating.side_names
    if pips is None or len(pips) != 1 or len(sides) != 2:
        return facts
    total = sum_of_pips(rules, facts)
    (side,) = pips
    if total is None or pips[side] > total:
        return facts
    other = sides[1 - sides.index(side)]
    return replace(facts, pips={side: pips[side], other: total - pips[side]})


def derive_pips(seating: Seating, ticked: Ticked, facts: HandFacts) -> dict[str, int]:
    """Returns side -> card value for the values that nobody keyed but that follow from the other side's."""
    keyed = {side: ticked.get(f"pips_{letter}") for letter, side in letter_keys(seating.side_names).items()}
    known = facts.pips or {}
    return {side: known[side] for side, value in keyed.items() if value is None and side in known}
