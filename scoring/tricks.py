"""Reads a full record, the cards dealt and every trick: derives High, Low, Jack and pips and finds revokes.

Plays that no table can have seen (a card not held, a wrong leader, a missing trick) are refused. A failure to follow is
possible, and is listed.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from scoring.cards import CARDS, STRENGTH, SUITS, TOP_FIVE
from scoring.deal import JACK_TURNED, Deal
from scoring.errors import Findings, Problem
from scoring.hand import NOT_REPORTED, HandEvent, HandFacts, MissingType, Revoke, Trick, TrumpFact, most_pips_of
from scoring.rules import RuleSet
from scoring.words import N_

# (key of a fact, what the table reported, what the cards show)
StatedFact = tuple[str, TrumpFact | None | Literal[MissingType.NOT_REPORTED], TrumpFact | None]


class TricksResult(NamedTuple):
    """`facts` are those given; if the record is complete and sound, with High, Low, Jack and pips from the cards."""

    facts: HandFacts
    revokes: tuple[Revoke, ...] | None
    is_unfinished: bool


def read_tricks(rules: RuleSet, facts: HandFacts, deal: Deal, findings: Findings) -> TricksResult:
    """Follows the play card by card."""
    problems_before = len(findings.problems)
    dealt, tricks = facts.dealt, facts.tricks
    if dealt is not None:
        _check_dealt(facts, deal, dealt, findings)
    if deal.trump is not None and "J" in deal.turned_trumps:
        in_hands = [card for cards in (dealt or {}).values() for card in cards]
        played = [card for trick in tricks or () for _player, card in trick]
        if "J" + deal.trump in in_hands + played:
            findings.refuse("jack", "turned", JACK_TURNED)
    if tricks is None:
        findings.doubt("tricks", "not_reported", N_("The cards are reported without the play."))
        if dealt is not None and deal.trump is not None and len(findings.problems) == problems_before:
            _compare_with_dealt(facts, deal, deal.trump, dealt, findings)
        return TricksResult(facts, None, False)
    if not tricks:
        return TricksResult(facts, (), True)
    trump = deal.trump
    if rules.turn_ups is None and tricks[0]:
        pitched = tricks[0][0][1][1:]
        if trump is not None and trump != pitched:
            findings.refuse("trump", "pitched", N_("The first card led is of another suit."))
        trump = pitched
    if trump is None:
        findings.refuse("trump", "unknown", N_("The trump suit is needed to follow the play."))
        return TricksResult(facts, None, False)
    return _follow_play(rules, facts, deal, trump, findings, problems_before)


def _check_dealt(facts: HandFacts, deal: Deal, dealt: Mapping[str, tuple[str, ...]], findings: Findings) -> None:
    if len(dealt) != len(facts.seating.seats) or any(player not in facts.seating.place for player in dealt):
        findings.refuse("dealt", "players", N_("Every player was dealt cards, and nobody else."))
    cards = [card for hand in dealt.values() for card in hand]
    distinct = set(cards)
    if not distinct <= CARDS:
        findings.refuse("dealt", "card", N_("There is no such card."))
    if len(distinct) != len(cards):
        findings.refuse("dealt", "twice", N_("A card was dealt twice."))
    if not distinct.isdisjoint(deal.on_table):
        findings.refuse("dealt", "turned", N_("A card that was turned up is in nobody’s hand."))
    for hand in dealt.values():
        if len(hand) != deal.cards_each:
            findings.refuse("dealt", "number", N_("Every player received %(n)s cards."), n=deal.cards_each)
            break


def _compare_with_dealt(
    facts: HandFacts, deal: Deal, trump: str, dealt: Mapping[str, tuple[str, ...]], findings: Findings
) -> None:
    """Compares the reported facts with the cards dealt: High always; Low and the Jack unless players discarded."""
    holder = {card: player for player, hand in dealt.items() for card in hand if card[1:] == trump}
    high = low = jack = None
    if holder:
        top, bottom = max(holder, key=_strength_of), min(holder, key=_strength_of)
        high, low = TrumpFact(holder[top], top[0]), TrumpFact(holder[bottom], bottom[0])
    if "J" + trump in holder:
        jack = TrumpFact(holder["J" + trump])
    facts_stated: list[StatedFact] = [("high", facts.high, high)]
    if deal.in_hand == deal.cards_each:
        facts_stated += [("low", facts.low, low), ("jack", facts.jack, jack)]
    _refuse_contradictions(facts_stated, facts.seating.side_of, findings)


def _follow_play(
    rules: RuleSet, facts: HandFacts, deal: Deal, trump: str, findings: Findings, problems_before: int
) -> TricksResult:
    """Finds who won which cards, card by card, and what follows from that. Derives nothing if the play cannot be
    followed."""
    seats, side_of = facts.seating.seats, facts.seating.side_of_player
    tricks = facts.tricks or ()
    hands, faults = _collect_hands(facts, deal, tricks)
    unfinished = len(tricks) < deal.in_hand or len(tricks[-1]) < len(seats)
    revokes: list[Revoke] = []
    trumps: dict[str, tuple[str, str]] = {}
    pips = dict.fromkeys(facts.seating.side_names, 0)
    if faults.isdisjoint(UNREADABLE):
        pips_of, follow = rules.points.pips, rules.penalties.follow
        asks_bare_jack = rules.penalties.revoke_loses_game == "bare_jack"
        leader = facts.seating.after.get(facts.dealer) if rules.auction is None else deal.contract.pitcher
        for number, trick in enumerate(tricks, start=1):
            players, cards = zip(*trick, strict=True)
            first, led = facts.seating.place[players[0]], cards[0][1]
            if leader is not None and players[0] != leader:
                faults.add("leader")
            if players != (seats[first:] + seats[:first])[: len(players)]:
                faults.add("order")
            strength = STRENGTHS[trump + led]
            leader = winner = players[cards.index(max(cards, key=strength.__getitem__))]
            value = 0
            for player, card in trick:
                suit = card[1]
                value += pips_of.get(card[0], 0)
                if suit == trump:
                    trumps[card] = player, winner
                if (
                    suit != led
                    and (suit != trump or follow == "suit_only")
                    and _must_follow(
                        follow, led, trump, rest := _cards_left_of(facts, deal, player, number, hands[player])
                    )
                ):
                    held_top = any(rank + trump in rest for rank in TOP_FIVE)
                    suit_led = "trump" if led == trump else "plain"
                    bare_jack = rest.count(trump) == 1 and "J" + trump in rest if asks_bare_jack else None
                    revokes.append(Revoke(player, number, suit_led, held_top, "J" + trump in cards, False, bare_jack))
            pips[side_of[winner]] += value
    findings.problems += [Problem("tricks", code, MESSAGES[code]) for code in MESSAGES if code in faults]
    reported = _match_claims(facts, revokes, findings, complete=not unfinished)
    if unfinished or len(findings.problems) > problems_before:
        return TricksResult(facts, reported, unfinished)
    high = _find_high(facts, deal, trump, trumps, findings)
    return TricksResult(_derive_facts(facts, trump, high, trumps, pips, findings), reported, False)


def _collect_hands(facts: HandFacts, deal: Deal, tricks: tuple[Trick, ...]) -> tuple[dict[str, str], set[str]]:
    """Returns each player's cards in one string, first those played in order and then those kept; and the codes of what
    is wrong."""
    seats = facts.seating.seats
    hands: dict[str, list[str]] = {player: [] for player in seats}
    faults: set[str] = set()
    for trick in tricks:
        for player, card in trick:
            if player in hands:
                hands[player].append(card)
            else:
                faults.add("player")
        if len(trick) != len(seats):
            if not trick:
                faults.add("empty")
            if len(trick) > len(seats) or trick is not tricks[-1]:
                faults.add("length")
    played = [card for cards in hands.values() for card in cards]
    distinct = set(played)
    if not distinct <= CARDS:
        faults.add("card")
    if len(distinct) != len(played):
        faults.add("twice")
    if not distinct.isdisjoint(deal.on_table):
        faults.add("turned")
    if len(tricks) > deal.in_hand or max(map(len, hands.values())) > deal.in_hand:
        faults.add("number")
    if facts.dealt is not None:
        for player, cards in hands.items():
            dealt = facts.dealt.get(player, ())
            kept = set(dealt).difference(cards)
            if len(kept) + len(cards) != len(dealt) and not set(cards) <= set(dealt):
                faults.add("not_held")
            before = deal.cards_each - deal.draws  # the others are drawn from the stock, one after each trick
            if deal.draws and any(card not in dealt[: before + drawn] for drawn, card in enumerate(cards)):
                faults.add("not_held")
            if deal.in_hand == deal.cards_each:
                cards.extend(kept)
    return {player: "".join(cards) for player, cards in hands.items()}, faults


def _cards_left_of(facts: HandFacts, deal: Deal, player: str, number: int, hand: str) -> str:
    """Returns what a player still held after playing to this trick. In a game with a stock, `dealt` has to say what
    they had drawn by then: it lists the cards in the order received."""
    if number > deal.draws:
        return hand[2 * number :]
    received = (facts.dealt or {}).get(player, ())[: deal.cards_each - deal.draws + number - 1]
    played = hand[: 2 * number]
    return "".join([card for card in received if card not in played])


def _strengths_of(trump: str, led: str) -> dict[str, int]:
    """Returns the strength of each card in a trick: any trump beats the suit led, and the suit led beats the rest."""
    above = dict.fromkeys(SUITS, 0) | {led: 100} | {trump: 200}
    return {card: above[card[1]] + STRENGTH[card[0]] for card in CARDS}


STRENGTHS = {trump + led: _strengths_of(trump, led) for trump in SUITS for led in SUITS}
UNREADABLE = frozenset({"player", "card", "empty"})
MESSAGES = {
    "player": N_("Somebody who is not at the table played a card."),
    "card": N_("There is no such card."),
    "empty": N_("A trick has no cards."),
    "length": N_("Every player plays one card to a trick."),
    "leader": N_("The winner of a trick leads to the next, and the first lead is fixed by the deal or the auction."),
    "order": N_("The cards of a trick are played in the order of the seats."),
    "not_held": N_("A card was played that its player was not dealt."),
    "twice": N_("A card was played that its player no longer held."),
    "turned": N_("A card that was turned up was played: it lies on the table."),
    "number": N_("More cards were played than the players held."),
}


def _must_follow(follow: str, led: str, trump: str, rest: str) -> bool:
    """Returns whether the rules asked for a card still in hand, when neither the suit led nor, unless only the suit may
    be played, a trump was.

    A suit's letter is never a rank's, so it is enough to look for it in the hand's letters.
    """
    if follow == "free" or (follow == "trumps" and led != trump):
        return False
    return led in rest or (follow == "suit_or_trump" and trump in rest)


def _match_claims(facts: HandFacts, revokes: list[Revoke], findings: Findings, *, complete: bool) -> tuple[Revoke, ...]:
    """Matches each claim with the first failure that it describes, and marks the failures that were claimed."""
    claims = [event for event in facts.events if event.kind == "revoke" and not event.corrected]
    result = []
    for revoke in revokes:
        claim = next((claim for claim in claims if _is_described_by(claim, revoke)), None)
        if claim is not None:
            claims.remove(claim)
        result.append(revoke._replace(reported=claim is not None))
    if claims and complete:
        findings.doubt("revoke", "not_found", N_("A claimed revoke is not in the record of the play."))
    if any(not revoke.reported for revoke in result):
        findings.doubt("revoke", "not_reported", N_("There is a failure to follow that nobody claimed."))
    return tuple(result)


def _is_described_by(claim: HandEvent, revoke: Revoke) -> bool:
    return (
        claim.player == revoke.player
        and claim.led in (None, revoke.led)
        and (claim.held_top_trump in (None, revoke.held_top_trump) or revoke.led == "plain")
        and claim.jack_in_trick in (None, revoke.jack_in_trick)
        and (claim.bare_jack in (None, revoke.bare_jack) or revoke.led == "plain")
    )


def _find_high(
    facts: HandFacts, deal: Deal, trump: str, trumps: Mapping[str, tuple[str, str]], findings: Findings
) -> TrumpFact | None:
    """Finds the highest trump dealt. After a discard it may not have been played; then it comes from the hands dealt or
    from the table's report."""
    top = max(trumps, key=_strength_of) if trumps else None
    high = TrumpFact(trumps[top][0], top[0]) if top is not None else None
    if deal.in_hand == deal.cards_each:
        return high
    if facts.dealt is not None:
        dealt = {card: player for player, hand in facts.dealt.items() for card in hand if card[1] == trump}
        top = max(dealt, key=_strength_of) if dealt else None
        return TrumpFact(dealt[top], top[0]) if top is not None else None
    stated = facts.high
    if (
        type(stated) is TrumpFact
        and stated.holder in facts.seating.side_of
        and stated.rank in STRENGTH
        and (top is None or STRENGTH[stated.rank] > STRENGTH[top[0]])
        and stated.rank + trump not in deal.on_table
    ):
        return stated
    if stated is NOT_REPORTED:
        findings.doubt("high", "discarded", N_("A higher trump may have been discarded: say what High was."))
    return high


def _derive_facts(
    facts: HandFacts,
    trump: str,
    high: TrumpFact | None,
    trumps: Mapping[str, tuple[str, str]],
    pips: Mapping[str, int],
    findings: Findings,
) -> HandFacts:
    """Derives the facts that follow from the play. Reported ones that disagree are problems at their own fields.

    `trumps` are those played, each with its holder and the winner of its trick.
    """
    low = jack = None
    if trumps:
        bottom = min(trumps, key=_strength_of)
        low = TrumpFact(trumps[bottom][0], bottom[0], trumps[bottom][1])
    knave = trumps.get("J" + trump)
    if knave is not None:
        jack = TrumpFact(knave[0], None, knave[1])
    facts_stated: list[StatedFact] = [("high", facts.high, high), ("low", facts.low, low), ("jack", facts.jack, jack)]
    _refuse_contradictions(facts_stated, facts.seating.side_of, findings)
    if facts.pips is not None and facts.pips != pips:
        findings.refuse("pips", "record", N_("The record of the play says otherwise."))
    if facts.game is not None and facts.game != most_pips_of(pips):
        findings.refuse("game", "record", N_("The record of the play says otherwise."))
    return HandFacts(
        facts.seating,
        facts.dealer,
        facts.events,
        high,
        low,
        jack,
        pips,
        cards_in_play=facts.cards_in_play,
        trump=trump,
        dealt=facts.dealt,
        tricks=facts.tricks,
    )


def _strength_of(card: str) -> int:
    return STRENGTH[card[0]]


def _refuse_contradictions(facts_stated: list[StatedFact], side_of: Mapping[str, str], findings: Findings) -> None:
    for kind, stated, true in facts_stated:
        if stated is not NOT_REPORTED and not _is_same_fact(stated, true, side_of):
            findings.refuse(kind, "record", N_("The record of the cards says otherwise."))


def _is_same_fact(stated: TrumpFact | None, true: TrumpFact | None, side_of: Mapping[str, str]) -> bool:
    if stated is None or true is None:
        return stated is true
    return (
        stated.rank in (None, true.rank)
        and _is_named(stated.holder, true.holder, side_of)
        and (true.won_by is None or _is_named(stated.won_by, true.won_by, side_of))
    )


def _is_named(stated: str | None, player: str | None, side_of: Mapping[str, str]) -> bool:
    return stated is None or stated == player or stated == side_of[player or ""]
