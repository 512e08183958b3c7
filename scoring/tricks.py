"""A full record: the cards dealt and every trick, from which High, Low, Jack and pips follow and revokes are found.

Plays that no table can have seen (a card not held, a wrong leader, a missing trick) are refused; a failure to follow
is possible, and is listed.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from scoring.cards import CARDS, STRENGTH, TOP_FIVE
from scoring.deal import Deal
from scoring.errors import Problem
from scoring.hand import NOT_REPORTED, Event, HandFacts, Revoke, TrumpFact, game_in
from scoring.rules import RuleSet


class Read(NamedTuple):
    """`facts` are those given, or with High, Low, Jack and pips from the record when it is complete and sound."""

    facts: HandFacts
    revokes: tuple[Revoke, ...] | None
    unfinished: bool


def read_tricks(rules: RuleSet, facts: HandFacts, deal: Deal, problems: list[Problem], doubts: list[Problem]) -> Read:
    """Follow the play card by card."""
    found = len(problems)
    dealt, tricks = facts.dealt, facts.tricks
    if dealt is not None:
        _check_dealt(facts, deal, dealt, problems)
    if tricks is None:
        doubts.append(Problem("tricks", "not_reported", "The cards are reported without the play."))
        return Read(facts, None, False)
    if not tricks:
        return Read(facts, (), True)
    trump = deal.trump
    if rules.auction is not None and tricks[0]:
        pitched = tricks[0][0][1][1:]
        if trump is not None and trump != pitched:
            problems.append(Problem("trump", "pitched", "The first card led is of another suit."))
        trump = pitched
    if trump is None:
        problems.append(Problem("trump", "unknown", "The trump suit is needed to follow the play."))
        return Read(facts, None, False)
    return _follow(rules, facts, deal, trump, problems, doubts, found)


def _check_dealt(facts: HandFacts, deal: Deal, dealt: Mapping[str, tuple[str, ...]], problems: list[Problem]) -> None:
    if len(dealt) != len(facts.seating.seats) or any(player not in facts.seating.place for player in dealt):
        problems.append(Problem("dealt", "players", "Every player was dealt cards, and nobody else."))
    cards = [card for hand in dealt.values() for card in hand]
    distinct = set(cards)
    if not distinct <= CARDS:
        problems.append(Problem("dealt", "card", "There is no such card."))
    if len(distinct) != len(cards):
        problems.append(Problem("dealt", "twice", "A card was dealt twice."))
    if not distinct.isdisjoint(deal.turned):
        problems.append(Problem("dealt", "turned", "A card that was turned up is in nobody's hand."))
    for hand in dealt.values():
        if len(hand) != deal.each:
            problems.append(Problem("dealt", "number", f"Every player received {deal.each} cards."))
            break


def _follow(
    rules: RuleSet,
    facts: HandFacts,
    deal: Deal,
    trump: str,
    problems: list[Problem],
    doubts: list[Problem],
    found: int,
) -> Read:
    seating = facts.seating
    after, side_of = seating.after, seating.side_of_player
    seats = len(seating.seats)
    tricks = facts.tricks or ()
    pips_of = rules.points.pips
    faults: set[str] = set()
    hands: dict[str, set[str]] = {player: set() for player in seating.seats}
    for trick in tricks:
        for player, card in trick:
            if player in hands:
                hands[player].add(card)
    played = {player: len(cards) for player, cards in hands.items()}
    discards = deal.in_hand < deal.each
    if facts.dealt is not None:
        for player, cards in hands.items():
            if not cards.issubset(facts.dealt.get(player, ())):
                faults.add("not_held")
            if not discards:
                cards.update(facts.dealt.get(player, ()))
    leader: str | None = None
    if facts.dealer in after:
        leader = after[facts.dealer] if rules.auction is None else deal.contract.pitcher
    pips = dict.fromkeys(seating.side_names, 0)
    won_by: dict[str, str] = {}
    trumps: list[str] = []
    revokes: list[Revoke] = []
    follow = rules.penalties.follow
    seen: set[str] = set()
    in_order = 0
    for number, trick in enumerate(tricks, start=1):
        if not trick:
            faults.add("empty")
            continue
        turn, lead = trick[0]
        if leader is not None and turn != leader:
            faults.add("leader")
        led = lead[1:]
        winner, best, best_suit = turn, -1, led
        value = 0
        for player, card in trick:
            if player != turn:
                faults.add("order")
                if player not in after:
                    faults.add("player")
                    break
                turn = player
            turn = after.get(turn, turn)
            hand = hands.get(player)
            if hand is None:
                faults.add("player")
                break
            if card not in hand or card in seen:
                faults.add("twice" if card in CARDS else "card")
            seen.add(card)
            hand.discard(card)
            rank, suit = card[:1], card[1:]
            value += pips_of.get(rank, 0)
            if suit == trump:
                trumps.append(card)
            strength = STRENGTH.get(rank, -1)
            if suit == best_suit:
                if strength > best:
                    winner, best = player, strength
            elif suit == trump:
                winner, best, best_suit = player, strength, trump
            elif suit != led and _must_follow(follow, led, trump, hand):
                revokes.append(_revoke(player, number, led == trump, trump, hand, trick))
        if len(trick) != seats and number < len(tricks) or len(trick) > seats:
            faults.add("length")
        for _, card in trick:
            if card[1:] == trump:
                won_by[card] = winner
        if winner in side_of:
            pips[side_of[winner]] += value
        leader = winner
        in_order += len(trick)
    unfinished = len(tricks) < deal.in_hand or len(tricks[-1]) < seats
    if len(tricks) > deal.in_hand or max(played.values()) > deal.in_hand:
        faults.add("number")
    problems += [Problem("tricks", code, MESSAGES[code]) for code in MESSAGES if code in faults]
    reported = _matched(facts, revokes, doubts, complete=not unfinished)
    if unfinished or len(problems) > found:
        return Read(facts, reported, unfinished)
    everything = trumps
    if facts.dealt is not None and discards:
        everything = [card for hand in facts.dealt.values() for card in hand if card[1:] == trump]
    return Read(_derived(facts, deal, trump, trumps, everything, won_by, pips, problems), reported, False)


MESSAGES = {
    "player": "Somebody who is not at the table played a card.",
    "card": "There is no such card.",
    "empty": "A trick has no cards.",
    "length": "Every player plays one card to a trick.",
    "leader": "The winner of a trick leads to the next, and the first lead is fixed by the deal or the auction.",
    "order": "The cards of a trick are played in the order of the seats.",
    "not_held": "A card was played that its player was not dealt.",
    "twice": "A card was played that its player no longer held.",
    "number": "More cards were played than the players held.",
}


def _must_follow(follow: str, led: str, trump: str, hand: set[str]) -> bool:
    """With neither the suit led nor a trump played: did the rules ask for one that is still in hand?"""
    if follow == "free" or (follow == "trumps" and led != trump):
        return False
    asked = (led, trump) if follow == "suit_or_trump" else (led,)
    return any(card[1:] in asked for card in hand)


def _revoke(
    player: str, number: int, trump_led: bool, trump: str, hand: set[str], trick: tuple[tuple[str, str], ...]
) -> Revoke:
    return Revoke(
        player,
        number,
        "trump" if trump_led else "plain",
        any(card[1:] == trump and card[0] in TOP_FIVE for card in hand),
        any(card == "J" + trump for _, card in trick),
        False,
    )


def _matched(facts: HandFacts, revokes: list[Revoke], doubts: list[Problem], *, complete: bool) -> tuple[Revoke, ...]:
    """Which of the failures found were claimed; a claim is matched with the first failure that it describes."""
    claims = [event for event in facts.events if event.kind == "revoke" and not event.corrected]
    result = []
    for revoke in revokes:
        claim = next((claim for claim in claims if _describes(claim, revoke)), None)
        if claim is not None:
            claims.remove(claim)
        result.append(revoke._replace(reported=claim is not None))
    if claims and complete:
        doubts.append(Problem("revoke", "not_found", "A claimed revoke is not in the record of the play."))
    if any(not revoke.reported for revoke in result):
        doubts.append(Problem("revoke", "not_reported", "There is a failure to follow that nobody claimed."))
    return tuple(result)


def _describes(claim: Event, revoke: Revoke) -> bool:
    return (
        claim.player == revoke.player
        and claim.led in (None, revoke.led)
        and (claim.held_top_trump in (None, revoke.held_top_trump) or revoke.led == "plain")
        and claim.jack_in_trick in (None, revoke.jack_in_trick)
    )


def _derived(
    facts: HandFacts,
    deal: Deal,
    trump: str,
    trumps: list[str],
    everything: list[str],
    won_by: Mapping[str, str],
    pips: Mapping[str, int],
    problems: list[Problem],
) -> HandFacts:
    """The facts that follow from the play; stated ones that disagree are problems at their own fields."""
    tricks = facts.tricks or ()
    holder = {card: player for trick in tricks for player, card in trick if card[1:] == trump}
    if everything is not trumps:
        holder |= {card: player for player, hand in (facts.dealt or {}).items() for card in hand}
    high = low = jack = None
    if everything:
        top = max(everything, key=_strength)
        high = TrumpFact(holder[top], top[0])
    if trumps:
        bottom = min(trumps, key=_strength)
        low = TrumpFact(holder[bottom], bottom[0], won_by[bottom])
        knave = "J" + trump
        if knave in won_by:
            jack = TrumpFact(holder[knave], None, won_by[knave])
    side_of = facts.seating.side_of
    for kind, stated, true in (("high", facts.high, high), ("low", facts.low, low), ("jack", facts.jack, jack)):
        if stated is not NOT_REPORTED and not _agree(stated, true, side_of):
            problems.append(Problem(kind, "record", "The record of the play says otherwise."))
    if facts.pips is not None and facts.pips != pips:
        problems.append(Problem("pips", "record", "The record of the play says otherwise."))
    if facts.game is not None and facts.game != game_in(pips):
        problems.append(Problem("game", "record", "The record of the play says otherwise."))
    return replace(facts, high=high, low=low, jack=jack, pips=pips, game=None, trump=trump)


def _strength(card: str) -> int:
    return STRENGTH[card[0]]


def _agree(stated: TrumpFact | None, true: TrumpFact | None, side_of: Mapping[str, str]) -> bool:
    if stated is None or true is None:
        return stated is true
    return (
        stated.rank in (None, true.rank)
        and _is_named(stated.holder, true.holder, side_of)
        and (true.won_by is None or _is_named(stated.won_by, true.won_by, side_of))
    )


def _is_named(stated: str | None, player: str | None, side_of: Mapping[str, str]) -> bool:
    return stated is None or stated == player or stated == side_of[player or ""]
