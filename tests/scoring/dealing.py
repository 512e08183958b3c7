"""Deals and plays random hands by the rules, and works out separately what a table would report of them.

Nothing here asks the library what the cards are worth, who wins a trick or who failed to follow.
"""

from random import Random
from typing import NamedTuple

from scoring import (
    RULE_SETS,
    HandEvent,
    HandFacts,
    Revoke,
    RuleSet,
    Seating,
    TrumpFact,
    beg,
    bid,
    discard_to,
    pass_bid,
    redeal,
    run,
    stand,
    take_one,
    turn_up,
)
from scoring.rules import Auction, Taken, TurnUps

PLAYERS = ("Ann", "Bea", "Cy", "Dan", "Eve", "Fay", "Gus")
PACK = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]
ORDER = "23456789TJQKA"
VALUE = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
KEPT_BIDS = 0.8
"""How often a side that bid takes at least as much, in a game of which the table reports what each side took."""


class Played(NamedTuple):
    """One hand twice, with all its cards and as a table reports it; and the failures to follow in it."""

    record: HandFacts
    facts: HandFacts
    revokes: tuple[Revoke, ...]


def seating_of(number: int, size: int) -> Seating:
    """Returns a seating of this many players, in sides of one or two."""
    if size == 1:
        return Seating.of_singles(*PLAYERS[:number])
    return Seating(PLAYERS[:number], {"A": ("Ann", "Cy"), "B": ("Bea", "Dan")})


def seatings_of(rules: RuleSet) -> list[Seating]:
    """Returns every table that the rule set can be played at."""
    return [seating_of(number, 1) for number in rules.players.singles] + [
        seating_of(number, 2) for number in rules.players.pairs
    ]


ALL_TABLES = [(rules, seating) for rules in RULE_SETS.values() for seating in seatings_of(rules)]
TABLES = [(rules, seating) for rules, seating in ALL_TABLES if rules.taken is None]
"""The tables at which cards are reported; at the others only what each side took."""


def played_hand(rules: RuleSet, seating: Seating, chance: Random, *, revokes: float = 0.0) -> Played:
    """Plays one whole hand; with the probability `revokes`, a player who must follow throws another card away."""
    dealer = chance.choice(seating.seats)
    order = [seating.seats[(seating.seats.index(dealer) + step) % len(seating.seats)] for step in range(1, 99)]
    order = order[: len(seating.seats)]
    if rules.taken is not None:
        return taken_hand(rules, rules.taken, seating, dealer, order, chance)
    if rules.turn_ups is not None:
        events, dealt, held, pack = dealt_by_turn_up(rules, rules.turn_ups, order, chance)
        trump = [event.card or "" for event in events if event.kind == "turn_up"][-1][1]
        leader = order[0]
    else:
        events, leader = bids_of(rules.auction or Auction(), order, chance)
        pack = chance.sample(PACK, len(PACK))
        dealt = {player: [pack.pop() for _ in range(rules.cards.each)] for player in order}
        held, trump = dealt, ""
    stock = pack if rules.cards.stock == "drawn" else []
    return played_out(rules, seating, dealer, events, dealt, held, stock, trump, leader, chance, revokes)


def taken_hand(rules: RuleSet, taken: Taken, seating: Seating, dealer: str, order: list[str], chance: Random) -> Played:
    """Returns a hand of which a table reports only what each side took, whatever the score before it: all of it is one
    side's if the count stops when a side is out, because only one can be. Mostly who bid makes it: so games end."""
    events = bids_of(rules.auction, order, chance)[0] if rules.auction is not None else []
    sides = chance.sample(seating.side_names, 2)
    calls = [(each.number, seating.side_of[each.player or ""]) for each in events if each.number]
    least = 0
    if calls and chance.random() < KEPT_BIDS:
        least, bidder = calls[-1]
        sides.sort(key=lambda side: side != bidder)
    totals = taken.sums if taken.all_in_play else range(1, taken.most + 1)
    total = chance.choice([each for each in totals if each >= least] or totals)
    part = chance.randint(min(least, total), total) if rules.count_rest_after_win else total
    first, second = sides
    facts = HandFacts(seating, dealer, tuple(events), pips={first: part, second: total - part})
    return Played(facts, facts, ())


def dealt_by_turn_up(
    rules: RuleSet, turn_ups: TurnUps, order: list[str], chance: Random
) -> tuple[list[HandEvent], dict[str, list[str]], dict[str, list[str]], list[str]]:
    """Returns events, cards received, cards held for the play, and the rest of the pack. A pack that runs out is dealt
    again."""
    events: list[HandEvent] = []
    while True:
        pack = chance.sample(PACK, len(PACK))
        dealt = {player: [pack.pop() for _ in range(rules.cards.each)] for player in order}
        card = pack.pop()
        events.append(turn_up(card))
        if not turn_ups.may_beg:
            return events, dealt, dealt, [card, *pack]
        answer = chance.choice(["stand", "take one", "run"])
        if answer == "stand":
            events.append(stand(order[0]))
            return events, dealt, dealt, pack
        events.append(beg(order[0]))
        if answer == "take one":
            events.append(take_one())
            return events, dealt, dealt, pack
        suit, runs = card[1], 0
        limit = turn_ups.run_limit or 99
        while card[1] == suit and runs < limit and len(pack) > turn_ups.run_cards * len(order):
            events.append(run(turn_ups.run_cards))
            runs += 1
            for player in order:
                dealt[player] += [pack.pop() for _ in range(turn_ups.run_cards)]
            card = pack.pop()
            events.append(turn_up(card))
        if card[1] == suit and turn_ups.last_kick:
            card = pack.pop()
            events.append(turn_up(card))
        if card[1] == suit:
            events.append(redeal())
            continue
        held = dealt
        if turn_ups.discard_to is not None:
            events.append(discard_to(turn_ups.discard_to))
            held = {player: chance.sample(cards, turn_ups.discard_to) for player, cards in dealt.items()}
        return events, dealt, held, pack


def bids_of(auction: Auction, order: list[str], chance: Random) -> tuple[list[HandEvent], str]:
    """Returns an auction in turn, and the pitcher; the last to speak bids the least if nobody has bid."""
    events: list[HandEvent] = []
    least, smudge = auction.min_bid, auction.smudge_bid
    highest, pitcher = least - 1, order[-1]
    for player in order:
        dealer = player == order[-1]
        bids = range(least, auction.max_bid + 1)
        may_equal = dealer and auction.dealer_may_equal
        fitting = [number for number in bids if number > highest or (may_equal and number == highest != smudge)]
        number = chance.choice([0, *fitting]) if highest >= least or not dealer else least
        if number:
            highest, pitcher = number, player
        events.append(bid(player, number) if number else pass_bid(player))
    return events, pitcher


def played_out(
    rules: RuleSet,
    seating: Seating,
    dealer: str,
    events: list[HandEvent],
    dealt: dict[str, list[str]],
    held: dict[str, list[str]],
    stock: list[str],
    trump: str,
    leader: str,
    chance: Random,
    revokes: float,
) -> Played:
    """Plays the tricks and notes everything that a table sees in them. After each trick the winner draws first."""
    hands = {player: list(cards) for player, cards in held.items()}
    dealt = {player: list(cards) for player, cards in dealt.items()}
    seats = seating.seats
    tricks, found = [], []
    won_by: dict[str, str] = {}
    number = 0
    while hands[leader]:
        number += 1
        first = seats.index(leader)
        trick: list[tuple[str, str]] = []
        failed = []
        for player in seats[first:] + seats[:first]:
            led = trick[0][1][1] if trick else ""
            may = may_play(rules, hands[player], led, trump)
            wrong = [card for card in hands[player] if card not in may]
            revokes_now = bool(wrong) and chance.random() < revokes
            card = chance.choice(wrong if revokes_now else may)
            hands[player].remove(card)
            trick.append((player, card))
            trump = trump or card[1]
            if revokes_now:
                failed.append((player, any(each[1] == trump and each[0] in "AKQJT" for each in hands[player])))
        led = trick[0][1][1]
        leader = max(trick, key=lambda play: (play[1][1] == trump, play[1][1] == led, ORDER.index(play[1][0])))[0]
        won_by |= {card: leader for _, card in trick}
        tricks.append(tuple(trick))
        first = seats.index(leader)
        for player in seats[first:] + seats[:first] if len(stock) >= len(seats) else ():
            dealt[player].append(stock.pop())
            hands[player].append(dealt[player][-1])
        with_jack = "J" + trump in [card for _, card in trick]
        found += [
            Revoke(player, number, "trump" if led == trump else "plain", top, with_jack, False)
            for player, top in failed
        ]
    record = HandFacts(
        seating,
        dealer,
        tuple(events),
        dealt={player: tuple(cards) for player, cards in dealt.items()},
        tricks=tuple(tricks),
    )
    facts = reported(seating, dealer, events, dealt, tricks, trump, won_by)
    return Played(record, facts, tuple(found))


def may_play(rules: RuleSet, hand: list[str], led: str, trump: str) -> list[str]:
    """Returns the cards that may be played: follow suit or trump; by some rules a player void in the suit must
    trump."""
    if not led:
        return hand
    follows = [card for card in hand if card[1] == led]
    trumps = [card for card in hand if card[1] == trump]
    if follows:
        return [card for card in hand if card[1] in (led, trump)]
    return trumps if trumps and rules.penalties.follow == "suit_or_trump" else hand


def reported(
    seating: Seating,
    dealer: str,
    events: list[HandEvent],
    dealt: dict[str, list[str]],
    tricks: list[tuple[tuple[str, str], ...]],
    trump: str,
    won_by: dict[str, str],
) -> HandFacts:
    """Reports High, Low, Jack and pips. High looks at every card dealt, Low and the Jack at those played."""
    received = {card: player for player, cards in dealt.items() for card in cards if card[1] == trump}
    played = {card: player for trick in tricks for player, card in trick if card[1] == trump}
    high = low = jack = None
    if received:
        top = max(received, key=lambda card: ORDER.index(card[0]))
        high = TrumpFact(received[top], top[0])
    if played:
        bottom = min(played, key=lambda card: ORDER.index(card[0]))
        low = TrumpFact(played[bottom], bottom[0], won_by[bottom])
    if "J" + trump in played:
        jack = TrumpFact(played["J" + trump], None, won_by["J" + trump])
    side_of = {player: side for side, players in seating.sides.items() for player in players}
    pips = dict.fromkeys(seating.sides, 0)
    for card, player in won_by.items():
        pips[side_of[player]] += VALUE.get(card[0], 0)
    return HandFacts(seating, dealer, tuple(events), high, low, jack, pips)
