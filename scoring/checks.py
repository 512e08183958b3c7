"""Can this hand have happened? Problems refuse it, all of them at once; doubts only ask for a second look.

The turned cards are in nobody's hand, trumps above the High and below the Low were not dealt, and whatever is left
decides exactly which card totals are possible.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from scoring.cards import HIGHER, LOWER, PACK, RANKS, STRENGTH, TOP_FIVE, attainable_totals
from scoring.deal import Deal, deal_of
from scoring.errors import Problem
from scoring.hand import NOT_REPORTED, HandFacts, Revoke, Seating, TrumpFact, game_in
from scoring.rules import RuleSet
from scoring.tricks import read_tricks


class Checked(NamedTuple):
    """A hand after all checks: in `facts` what a full record says stands where the table reported nothing."""

    facts: HandFacts
    problems: tuple[Problem, ...]
    doubts: tuple[Problem, ...]
    suit_open: bool
    revokes: tuple[Revoke, ...] | None
    unfinished: bool
    """The tricks of a full record stop before the last: possible only when the hand had ended."""
    ended: str | None
    """How the hand ended before its play: abandoned, misdeal, passed_out."""


def is_played(facts: HandFacts) -> bool:
    """Was anything of the play reported?"""
    return (
        facts.pips is not None
        or facts.high is not NOT_REPORTED
        or facts.low is not NOT_REPORTED
        or facts.jack is not NOT_REPORTED
        or facts.game is not None
    )


def check(rules: RuleSet, facts: HandFacts, start: Mapping[str, int]) -> Checked:
    """Everything that is wrong or odd with a hand that begins at the score `start`."""
    seating = facts.seating
    problems: list[Problem] = []
    doubts: list[Problem] = []
    check_seating(rules, seating, problems)
    seated = not problems
    if facts.dealer not in seating.place:
        problems.append(Problem("dealer", "unknown", "The dealer is not one of the players."))
    check_start(rules, seating, start, problems)
    if not seated:
        return Checked(facts, tuple(problems), (), False, None, False, None)
    deal = deal_of(rules, facts, problems, doubts)
    revokes, unfinished, derived = None, False, False
    if facts.tricks is not None or facts.dealt is not None:
        _count_cards(facts, deal, problems, doubts)
        read = read_tricks(rules, facts, deal, problems, doubts)
        revokes, unfinished, derived = read.revokes, read.unfinished, read.facts is not facts
        facts = read.facts
    elif facts.cards_in_play is not None:
        _count_cards(facts, deal, problems, doubts)
    played = is_played(facts)
    if deal.suit_open and deal.ended is None and (played or deal.stood or deal.taken or facts.tricks):
        problems.append(Problem("turn_up", "old_suit", "A run that turned the old suit again cannot be played."))
    if played and not derived:
        _check_cards(rules, facts, deal, problems, doubts)
    if deal.revoked:
        _check_revokes(facts, deal, problems)
    open_suit = deal.suit_open and not played
    return Checked(facts, tuple(problems), tuple(doubts), open_suit, revokes, unfinished, deal.ended)


def check_seating(rules: RuleSet, seating: Seating, problems: list[Problem]) -> None:
    problems += seating.faults
    seats, players = len(seating.seats), rules.players
    if seats not in players.singles and seats not in players.pairs:
        problems.append(Problem("seats", "number", f"{rules.name} is not played by {seats}."))
        return
    if seating.faults:
        return
    size = seating.size_of_side
    if not (size == 1 and seats in players.singles or size == 2 and seats in players.pairs):
        together = "two pairs" if seats in players.pairs else "everyone for himself"
        problems.append(Problem("sides", "number", f"{rules.name} with {seats} is {together}."))


def check_start(rules: RuleSet, seating: Seating, start: Mapping[str, int], problems: list[Problem]) -> None:
    if len(start) != len(seating.side_names) or any(side not in seating.sides for side in start):
        problems.append(Problem("start", "sides", "Every side needs a score before the hand, and nobody else."))
    target = rules.target
    if target is not None:
        for points in start.values():
            if points >= target:
                problems.append(Problem("start", "over", "A side had already reached the target: the game was over."))
                return


def _count_cards(facts: HandFacts, deal: Deal, problems: list[Problem], doubts: list[Problem]) -> None:
    """`cards_in_play` overrides what the events say, as far as it can."""
    stated = facts.cards_in_play
    if stated is None:
        return
    seats = len(facts.seating.seats)
    expected = seats * deal.in_hand
    if stated == expected:
        return
    each, odd = divmod(stated, seats)
    if (
        odd
        or each < 1
        or stated + len(deal.turned) > PACK
        or (each > deal.each and (deal.turned or deal.runs))
        or (each < min(deal.in_hand, 6))
    ):
        problems.append(
            Problem("cards_in_play", "number", f"{stated} cards cannot have been in play; the events say {expected}.")
        )
        return
    doubts.append(Problem("cards_in_play", "unusual", f"The events say that {expected} cards were in play."))
    deal.in_hand = each
    deal.each = max(deal.each, each)


def _check_cards(rules: RuleSet, facts: HandFacts, deal: Deal, problems: list[Problem], doubts: list[Problem]) -> None:
    """High, Low, Jack and pips against each other, the turned cards and the number of cards in play."""
    before = len(problems)
    _check_trumps(rules, facts, deal, problems, doubts)
    sound = len(problems) == before
    pips = facts.pips
    if pips is not None:
        _check_pips(rules, facts, deal, pips, sound, problems, doubts)
    game = facts.game
    if game is not None:
        if game != "tie" and game not in facts.seating.sides:
            problems.append(Problem("game", "side", "Game belongs to a side, or is a tie."))
        elif pips and game != game_in(pips):
            problems.append(Problem("game", "pips", "The card totals say otherwise."))
    elif pips is None:
        doubts.append(Problem("pips", "not_reported", "Nobody reported Game."))


def _check_trumps(rules: RuleSet, facts: HandFacts, deal: Deal, problems: list[Problem], doubts: list[Problem]) -> None:
    high, low, jack = facts.high, facts.low, facts.jack
    side_of = facts.seating.side_of
    points = rules.points
    discards = deal.in_hand < deal.each
    lacks = False
    if type(high) is TrumpFact:
        lacks = _lacks("high", high, side_of, problems, holder=True)
        if high.rank is not None and high.won_by is not None and high.won_by not in side_of:
            lacks = True
    elif high is None:
        if rules.auction is not None and deal.ended is None:
            problems.append(Problem("high", "pitch", "The first card pitched is a trump, so there is a High."))
    else:
        doubts.append(Problem("high", "not_reported", "Nobody reported High."))
    if type(low) is TrumpFact:
        to_winner = points.low_to == "winner"
        lacks |= _lacks("low", low, side_of, problems, holder=not to_winner, winner=to_winner)
        if high is None:
            problems.append(Problem("low", "no_trump", "No trump was dealt, so there is no Low."))
    elif low is None:
        if type(high) is TrumpFact:
            if discards:
                doubts.append(Problem("low", "discarded", "Every trump was discarded."))
            else:
                problems.append(Problem("low", "no_low", "A trump was dealt, so there is a Low."))
    elif high is not None:
        doubts.append(Problem("low", "not_reported", "Nobody reported Low."))
    if type(jack) is TrumpFact:
        lacks |= _lacks("jack", jack, side_of, problems, holder=points.jack != points.hang_jack, winner=True)
        if high is None or low is None:
            problems.append(Problem("jack", "no_trump", "No trump was in play, so there is no Jack."))
    elif jack is not None and high is not None:
        doubts.append(Problem("jack", "not_reported", "Nobody reported the Jack."))
    if lacks:
        return
    _check_turned(facts, deal, problems, doubts)
    _check_ranks(facts, discards, problems, doubts)
    if PACK - deal.each * len(facts.seating.seats) - len(deal.turned) < len(RANKS):
        _check_room(facts, deal, problems)


def _lacks(
    kind: str,
    fact: TrumpFact,
    side_of: Mapping[str, str],
    problems: list[Problem],
    *,
    holder: bool = False,
    winner: bool = False,
) -> bool:
    """Names that are missing where the rules need them, or belong to nobody here."""
    found = len(problems)
    if fact.holder is None:
        if holder:
            problems.append(Problem(kind, "holder", "Say who held it."))
    elif fact.holder not in side_of:
        problems.append(Problem(kind, "holder", "Nobody of this name plays at this table."))
    if fact.won_by is None:
        if winner:
            problems.append(Problem(kind, "won_by", "Say who won the trick."))
    elif fact.won_by not in side_of:
        problems.append(Problem(kind, "won_by", "Nobody of this name plays at this table."))
    if fact.rank is not None and (len(fact.rank) != 1 or fact.rank not in RANKS):
        problems.append(Problem(kind, "rank", "There is no such rank."))
    return len(problems) > found


def _check_turned(facts: HandFacts, deal: Deal, problems: list[Problem], doubts: list[Problem]) -> None:
    """A turned card lies on the table. A bare rank has no suit to check."""
    trump = deal.trump
    if trump is None or not deal.turned:
        if deal.turned and deal.turned[-1] == "J" and type(facts.jack) is TrumpFact:
            doubts.append(Problem("jack", "turned", "The Jack was turned up."))
        return
    turned = {card[0] for card in deal.turned if card[1:] == trump}
    for kind, fact, code in (("high", facts.high, ""), ("low", facts.low, ""), ("jack", facts.jack, "J")):
        if type(fact) is TrumpFact and (code or fact.rank) in turned:
            problems.append(Problem(kind, "turned", "This card was turned up, so nobody held it."))


def _check_ranks(facts: HandFacts, discards: bool, problems: list[Problem], doubts: list[Problem]) -> None:
    """High, Low and Jack against each other; the later of two that disagree is named."""
    high, low, jack = facts.high, facts.low, facts.jack
    top = high.rank if type(high) is TrumpFact else None
    bottom = low.rank if type(low) is TrumpFact else None
    differ = facts.seating.side_of
    if type(high) is TrumpFact and type(low) is TrumpFact and top is not None and bottom is not None:
        if STRENGTH[bottom] > STRENGTH[top]:
            problems.append(Problem("low", "above_high", "Low is above High."))
        elif top == bottom and (
            _are_others(high.holder, low.holder, differ) or _are_others(high.holder, low.won_by, differ)
        ):
            problems.append(Problem("low", "one_trump", "The only trump was held and won by one player."))
    if type(jack) is TrumpFact:
        if top is not None and type(high) is TrumpFact:
            if STRENGTH[top] < STRENGTH["J"]:
                problems.append(Problem("jack", "above_high", "The Jack would have been High."))
            elif top == "J" and (
                _are_others(high.holder, jack.holder, differ) or _are_others(high.holder, jack.won_by, differ)
            ):
                problems.append(Problem("jack", "is_high", "The Jack was High: its holder kept it."))
            elif top == "Q" and not discards and _is_captured_by_another(high, jack, differ):
                problems.append(Problem("jack", "capture", "Only the Queen was above the Jack, and another held it."))
        if bottom is not None and type(low) is TrumpFact:
            if STRENGTH[bottom] > STRENGTH["J"]:
                problems.append(Problem("jack", "below_low", "The Jack would have been Low."))
            elif bottom == "J" and (
                _are_others(low.holder, jack.holder, differ) or _are_others(low.won_by, jack.won_by, differ)
            ):
                problems.append(Problem("jack", "is_low", "The Jack was Low: the two must agree."))
    elif jack is None:
        if bottom == "J":
            problems.append(Problem("jack", "is_low", "The Jack is reported as Low, so it was dealt."))
        elif top == "J" and discards:
            doubts.append(Problem("jack", "discarded", "The Jack was High and is reported as not played."))
        elif top == "J":
            problems.append(Problem("jack", "is_high", "The Jack is reported as High, so it was dealt."))


def _are_others(one: str | None, other: str | None, side_of: Mapping[str, str]) -> bool:
    """Certainly not the same player: of different sides, or two players by name."""
    if one is None or other is None or one == other:
        return False
    return side_of[one] != side_of[other] or not _is_side(one, side_of) and not _is_side(other, side_of)


def _is_side(name: str, side_of: Mapping[str, str]) -> bool:
    return side_of[name] == name


def _is_captured_by_another(high: TrumpFact, jack: TrumpFact, side_of: Mapping[str, str]) -> bool:
    if jack.holder is None or jack.won_by is None or high.holder is None:
        return False
    winner = side_of[jack.won_by]
    return winner != side_of[jack.holder] and winner != side_of[high.holder]


def _check_room(facts: HandFacts, deal: Deal, problems: list[Problem]) -> None:
    """When nearly all cards were dealt, trumps that nobody had must fit among the few that were not."""
    seats = len(facts.seating.seats)
    turned = {card[0] for card in deal.turned if deal.trump is not None and card[1:] == deal.trump}
    unseen = PACK - deal.each * seats - len(deal.turned)
    unplayed = PACK - deal.in_hand * seats - len(deal.turned)
    unseen += sum(1 for card in deal.turned if deal.trump is None or len(card) == 1)
    unplayed += sum(1 for card in deal.turned if deal.trump is None or len(card) == 1)
    high, low = facts.high, facts.low
    absent = set(RANKS) - turned if high is None else set()
    if type(high) is TrumpFact and high.rank is not None:
        absent = set(HIGHER[high.rank]) - turned
    if len(absent) > unseen:
        problems.append(Problem("high", "room", "A higher trump must have been dealt."))
        return
    if type(low) is TrumpFact and low.rank is not None:
        absent |= set(LOWER[low.rank]) - turned
    if len(absent) > unplayed:
        problems.append(Problem("low", "room", "A lower trump must have been in play."))
    elif facts.jack is None and len(absent | {"J"} - turned) > unplayed:
        problems.append(Problem("jack", "room", "The Jack must have been in play."))


def _check_pips(
    rules: RuleSet,
    facts: HandFacts,
    deal: Deal,
    pips: Mapping[str, int],
    sound: bool,
    problems: list[Problem],
    doubts: list[Problem],
) -> None:
    sides = facts.seating.sides
    if len(pips) != len(sides) or any(side not in sides for side in pips):
        problems.append(Problem("pips", "sides", "Every side needs a card total, 0 if it has none, and nobody else."))
        return
    values = rules.points.pips
    high, low, jack = facts.high, facts.low, facts.jack
    top = bottom = None
    knave = "?"
    if sound:
        top = "" if high is None else high.rank if type(high) is TrumpFact else None
        bottom = "" if low is None else low.rank if type(low) is TrumpFact else None
        knave = "in" if type(jack) is TrumpFact else "out" if jack is None else "?"
    seats = len(facts.seating.seats)
    discards = deal.in_hand < deal.each
    possible = _possible_totals(
        tuple(values.items()), tuple(deal.turned), deal.trump, top, bottom, knave, seats * deal.in_hand, discards
    )
    total = sum(pips.values())
    if min(pips.values()) < 0:
        problems.append(Problem("pips", "negative", "A card total is 0 or more."))
    elif total >= possible.bit_length():
        most = possible.bit_length() - 1
        problems.append(Problem("pips", "too_many", f"The cards in play count {max(most, 0)} at most, not {total}."))
    elif not possible >> total & 1:
        least = (possible & -possible).bit_length() - 1
        few = f"The cards in play count {least} at least, not {total}."
        if total < least:
            problems.append(Problem("pips", "too_few", few))
        else:
            problems.append(Problem("pips", "unattainable", f"No cards in play can count {total} together."))
    if sound:
        _check_least(rules, facts, discards, pips, problems, doubts)


def _check_least(
    rules: RuleSet,
    facts: HandFacts,
    discards: bool,
    pips: Mapping[str, int],
    problems: list[Problem],
    doubts: list[Problem],
) -> None:
    """High always wins its own trick, so its value is on its holder's side; so are the Jack's and Low's if known."""
    values, side_of = rules.points.pips, facts.seating.side_of
    high, low, jack = facts.high, facts.low, facts.jack
    least: dict[str, int] = {}
    top = None
    if type(high) is TrumpFact and high.rank is not None and high.holder is not None:
        top = high.rank
        least[side_of[high.holder]] = values.get(top, 0)
        if discards:
            side = side_of[high.holder]
            if pips[side] < least[side]:
                doubts.append(Problem("pips", "high_discarded", "The holder of High has not even its value."))
            least[side], top = 0, None
    if type(jack) is TrumpFact and top != "J" and jack.won_by is not None:
        side = side_of[jack.won_by]
        least[side] = least.get(side, 0) + values.get("J", 0)
    if type(low) is TrumpFact and low.won_by is not None and low.rank not in (None, top, "J"):
        side = side_of[low.won_by]
        least[side] = least.get(side, 0) + values.get(low.rank or "", 0)
    for side, value in least.items():
        if pips[side] < value:
            problems.append(Problem("pips", "trumps", f"{side} won trumps that count {value}."))


def _check_revokes(facts: HandFacts, deal: Deal, problems: list[Problem]) -> None:
    """A revoke against the cards: nobody held a high trump, or a trump at all, that was not dealt."""
    high = facts.high
    if high is NOT_REPORTED:
        return
    weak = high is not None and high.rank is not None and high.rank not in TOP_FIVE
    for event in facts.events:
        if event.kind != "revoke" or event.corrected:
            continue
        if high is None and event.led == "trump":
            problems.append(Problem("revoke", "no_trump", "No trump was dealt, so none was led."))
        elif weak and event.led == "trump" and event.held_top_trump:
            problems.append(Problem("revoke", "held_top_trump", "None of the top five trumps was dealt."))
        elif facts.jack is None and event.jack_in_trick:
            problems.append(Problem("revoke", "jack_in_trick", "The trump Jack was not in play."))


@lru_cache(maxsize=65536)
def _possible_totals(
    values: tuple[tuple[str, int], ...],
    turned: tuple[str, ...],
    trump: str | None,
    top: str | None,
    bottom: str | None,
    knave: str,
    in_play: int,
    discards: bool,
) -> int:
    """All totals that the cards in play can have, as bits. `top` and `bottom` are High and Low: "" when there was
    none, None when unknown. Where a turned card's suit is unknown, the reading that allows more is taken."""
    pips = dict(values)
    absent = set()
    if top == "" or bottom == "":
        absent = set(RANKS)
    else:
        if top is not None:
            absent |= set(HIGHER[top])
        if bottom is not None:
            absent |= set(LOWER[bottom])
        if knave == "out":
            absent.add("J")
    left = dict.fromkeys(RANKS, 4)
    on_table = {card[0] for card in turned if trump is not None and card[1:] == trump}
    for rank in absent | on_table:
        left[rank] -= 1
    for card in turned:
        suitless = trump is None or len(card) == 1
        if (suitless and card[0] not in absent) or (not suitless and card[1] != trump):
            left[card[0]] -= 1
    held = {rank for rank in (None if discards else top, bottom, "J" if knave == "in" else None) if rank}
    base = sum(pips.get(rank, 0) for rank in held)
    for rank in held:
        left[rank] -= 1
    valued: dict[int, int] = {}
    for rank, number in left.items():
        worth = pips.get(rank, 0)
        valued[worth] = valued.get(worth, 0) + max(number, 0)
    blanks = valued.pop(0, 0)
    return attainable_totals(tuple(sorted(valued.items())), blanks, in_play - len(held)) << base
