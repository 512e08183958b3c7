"""Can this hand have happened? Problems refuse it, all of them at once; doubts only ask for a second look.

What the events say is in `deal`, what the cards say in `tricks`, `trumps` and `totals`; here is who asks them.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.cards import PACK, TOP_FIVE
from scoring.deal import Deal, deal_of
from scoring.errors import Problem
from scoring.hand import NO_CONTRACT, NOT_REPORTED, Contract, HandFacts, Revoke, Seating, game_in
from scoring.rules import RuleSet
from scoring.totals import check_pips, totals_possible
from scoring.tricks import read_tricks
from scoring.trumps import check_trumps


class Checked(NamedTuple):
    """A hand after all checks: in `facts` what a full record says stands where the table reported nothing."""

    facts: HandFacts
    problems: tuple[Problem, ...]
    doubts: tuple[Problem, ...] = ()
    played: bool = False
    """Something of the play was reported."""
    ended: str | None = None
    """How the hand ended before its play: abandoned, misdeal, passed_out."""
    suit_open: bool = False
    """The last run turned the old suit again, and nothing was played."""
    contract: Contract = NO_CONTRACT
    revokes: tuple[Revoke, ...] | None = None
    unfinished: bool = False
    """The tricks of a full record stop before the last: possible only when the hand had ended."""


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
        return Checked(facts, tuple(problems))
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
    if deal.suit_open and deal.ended is None and (played or deal.stood or deal.revoked or facts.tricks):
        problems.append(Problem("turn_up", "old_suit", "A run that turned the old suit again cannot be played."))
    if played and not derived:
        _check_cards(rules, facts, deal, problems, doubts)
    if deal.revoked:
        _check_revokes(facts, deal, problems)
    return Checked(
        facts,
        tuple(dict.fromkeys(problems)),
        tuple(doubts),
        played,
        deal.ended,
        deal.suit_open and not played,
        deal.contract,
        revokes,
        unfinished,
    )


def sum_of_pips(rules: RuleSet, facts: HandFacts) -> int | None:
    """What the card totals of all sides come to together, where the cards in play leave only one possibility."""
    problems: list[Problem] = []
    check_seating(rules, facts.seating, problems)
    if problems or facts.dealer not in facts.seating.place:
        return None
    deal = deal_of(rules, facts, problems, [])
    check_trumps(rules, facts, deal, problems, [])
    possible = totals_possible(rules, facts, deal, sound=not problems)
    return possible.bit_length() - 1 if possible.bit_count() == 1 else None


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
    if start.keys() != seating.sides.keys():
        problems.append(Problem("start", "sides", "Every side needs a score before the hand, and nobody else."))
    if rules.target is not None and start and max(start.values()) >= rules.target:
        problems.append(Problem("start", "over", "A side had already reached the target: the game was over."))


def _count_cards(facts: HandFacts, deal: Deal, problems: list[Problem], doubts: list[Problem]) -> None:
    """`cards_in_play` overrides what the events say, as far as it can; not what the tricks show."""
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
        or sum(map(len, facts.tricks or ())) == expected
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
    check_trumps(rules, facts, deal, problems, doubts)
    sound = len(problems) == before
    pips = facts.pips
    if pips is not None:
        check_pips(rules, facts, deal, pips, sound, problems, doubts)
    game = facts.game
    if game is not None:
        if game != "tie" and game not in facts.seating.sides:
            problems.append(Problem("game", "side", "Game belongs to a side, or is a tie."))
        elif pips and game != game_in(pips):
            problems.append(Problem("game", "pips", "The card totals say otherwise."))
    elif pips is None:
        doubts.append(Problem("pips", "not_reported", "Nobody reported Game."))


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
        elif facts.jack is None and event.jack_in_trick and "J" not in deal.trumps_turned:
            problems.append(Problem("revoke", "jack_in_trick", "The trump Jack was not in play."))
