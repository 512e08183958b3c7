"""Checks whether a hand can have happened. Problems refuse it, and all are listed at once; doubts only ask for a second
look.

`deal` checks the events, `tricks` and `totals` check the cards. This module checks High, Low and the Jack as the table
reported them against each other, the turned cards and the cards in play, and calls the others.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.cards import HIGHER, LOWER, OTHER, PACK, RANKS, STRENGTH, TOP_FIVE
from scoring.deal import JACK_TURNED, Deal, deal_of
from scoring.errors import Findings, Problem
from scoring.hand import NO_CONTRACT, NOT_REPORTED, Contract, HandFacts, Revoke, Seating, TrumpFact, most_pips_of
from scoring.rules import RuleSet
from scoring.taken import check_taken
from scoring.totals import check_pips, possible_totals_of
from scoring.tricks import read_tricks
from scoring.words import N_


class CheckedHand(NamedTuple):
    """A hand after all checks. Where the table reported nothing, `facts` has what a full record of the tricks shows."""

    facts: HandFacts
    problems: tuple[Problem, ...]
    doubts: tuple[Problem, ...] = ()
    is_played: bool = False
    """Whether the table reported anything of the play."""
    early_end: str | None = None
    """How the hand ended before its play: abandoned, misdeal, passed_out."""
    is_suit_open: bool = False
    """Whether the last run turned the old suit again, with nothing played after it."""
    contract: Contract = NO_CONTRACT
    revokes: tuple[Revoke, ...] | None = None
    is_unfinished: bool = False
    """Whether the tricks of a full record stop before the last one, which is only possible if the hand ended early."""


def check(rules: RuleSet, facts: HandFacts, start: Mapping[str, int]) -> CheckedHand:
    """Finds everything that is wrong or odd with a hand that begins at the score `start`."""
    seating = facts.seating
    findings = Findings()
    check_seating(rules, seating, findings)
    is_seated = not findings.problems
    if facts.dealer not in seating.place:
        findings.refuse("dealer", "unknown", N_("The dealer is not one of the players."))
    if start.keys() != seating.sides.keys():
        findings.refuse("start", "sides", N_("Every side needs a score before the hand, and nobody else."))
    if rules.target is not None and start and max(start.values()) >= rules.target:
        findings.refuse("start", "over", N_("A side had already reached the target: the game was over."))
    if not is_seated:
        return CheckedHand(facts, tuple(findings.problems))
    deal = deal_of(rules, facts, findings)
    if facts.cards_in_play is not None:
        _count_cards(rules, facts, facts.cards_in_play, deal, findings)
    revokes, unfinished, derived = None, False, False
    if rules.points.order and (facts.tricks is not None or facts.dealt is not None):
        read = read_tricks(rules, facts, deal, findings)
        revokes, unfinished, derived = read.revokes, read.is_unfinished, read.facts is not facts
        facts = read.facts
    reports_no_point = facts.high is facts.low is facts.jack is NOT_REPORTED
    is_played = not reports_no_point or facts.pips is not None or facts.game is not None
    if (
        deal.is_suit_open
        and deal.early_end is None
        and (is_played or deal.has_stood or deal.has_revoke or facts.tricks)
    ):
        findings.refuse("turn_up", "old_suit", N_("A run that turned the old suit again cannot be played."))
    if rules.taken is not None:
        check_taken(rules, rules.taken, facts, start, deal.has_revoke or deal.early_end is not None, findings)
    if rules.points.order and is_played and not derived:
        _check_cards(rules, facts, deal, findings)
    if deal.has_revoke:
        _check_revokes(facts, deal, findings)
    return CheckedHand(
        facts,
        tuple(dict.fromkeys(findings.problems)),
        tuple(findings.doubts),
        is_played,
        deal.early_end,
        deal.is_suit_open and not is_played,
        deal.contract,
        revokes,
        unfinished,
    )


def sum_of_pips(rules: RuleSet, facts: HandFacts) -> int | None:
    """Returns the sum of what all sides report as pips if the cards in play, or the game, allow only one; else
    None."""
    if not rules.points.pips:
        return rules.sum_taken
    findings = Findings()
    check_seating(rules, facts.seating, findings)
    if findings.problems or facts.dealer not in facts.seating.place:
        return None
    deal = deal_of(rules, facts, findings)
    check_trumps(rules, facts, deal, findings)
    possible = possible_totals_of(rules, facts, deal, is_sound=not findings.problems)
    return possible.bit_length() - 1 if possible.bit_count() == 1 else None


def check_seating(rules: RuleSet, seating: Seating, findings: Findings) -> None:
    findings.problems += seating.faults
    seats, players = len(seating.seats), rules.players
    if seats not in players.singles and seats not in players.pairs:
        findings.refuse("seats", "number", N_("%(game)s is not played by %(n)s."), game=rules.name, n=seats)
        return
    if seating.faults:
        return
    size = seating.size_of_side
    if not (size == 1 and seats in players.singles or size == 2 and seats in players.pairs):
        pairs, alone = N_("%(game)s with %(n)s is played in 2 pairs."), N_("%(game)s with %(n)s is singles.")
        findings.refuse("sides", "number", pairs if seats in players.pairs else alone, game=rules.name, n=seats)


def _count_cards(rules: RuleSet, facts: HandFacts, stated: int, deal: Deal, findings: Findings) -> None:
    """Applies the reported `cards_in_play`, which overrides the events where that is possible, but not the tricks."""
    seats = len(facts.seating.seats)
    expected = seats * deal.in_hand
    if stated == expected:
        return
    each, odd = divmod(stated, seats)
    if (
        odd
        or each < 1
        or stated + len(deal.on_table) > PACK
        or (each > deal.cards_each and (deal.turned_cards or deal.runs))
        or (each < min(deal.in_hand, rules.cards.each))
        or sum(map(len, facts.tricks or ())) == expected
    ):
        cannot = N_("%(stated)s cards cannot have been in play; the events say %(expected)s.")
        findings.refuse("cards_in_play", "number", cannot, stated=stated, expected=expected)
        return
    findings.doubt("cards_in_play", "unusual", N_("The events say that %(n)s cards were in play."), n=expected)
    deal.in_hand = each
    deal.cards_each = max(deal.cards_each, each)


def _check_cards(rules: RuleSet, facts: HandFacts, deal: Deal, findings: Findings) -> None:
    """Checks High, Low, Jack and pips against each other, the turned cards and the number of cards in play."""
    before = len(findings.problems)
    check_trumps(rules, facts, deal, findings)
    is_sound = len(findings.problems) == before
    pips = facts.pips
    if pips is not None:
        check_pips(rules, facts, deal, pips, is_sound, findings)
    game = facts.game
    if game is not None:
        if game != "tie" and game not in facts.seating.sides:
            findings.refuse("game", "side", N_("Game belongs to a side, or is a tie."))
        elif pips and game != most_pips_of(pips):
            findings.refuse("game", "pips", N_("The card totals say otherwise."))
        elif game == "tie" and pips is None and len(facts.seating.sides) > 2 and rules.points.game_tie != "nobody":
            findings.doubt(
                "pips", "tied_sides", N_("Who scores Game depends on who tied: enter everybody’s card total.")
            )
    elif pips is None:
        findings.doubt("pips", "not_reported", N_("Nobody reported Game."))


def _check_revokes(facts: HandFacts, deal: Deal, findings: Findings) -> None:
    """Checks the reported revokes against the cards: nobody can have held a trump that was not dealt."""
    high = facts.high
    if high is NOT_REPORTED:
        return
    weak = high is not None and high.rank is not None and high.rank not in TOP_FIVE
    for event in facts.events:
        if event.kind != "revoke" or event.corrected:
            continue
        if high is None and event.led == "trump":
            findings.refuse("revoke", "no_trump", N_("No trump was dealt, so none was led."))
        elif weak and event.led == "trump" and event.held_top_trump:
            findings.refuse("revoke", "held_top_trump", N_("None of the top five trumps was dealt."))
        elif facts.jack is None and event.jack_in_trick and "J" not in deal.turned_trumps:
            findings.refuse("revoke", "jack_in_trick", N_("The trump Jack was not in play."))
        elif facts.jack is None and event.bare_jack:
            findings.refuse("revoke", "bare_jack", N_("The trump Jack was not in play."))


def check_trumps(rules: RuleSet, facts: HandFacts, deal: Deal, findings: Findings) -> None:
    high, low, jack = facts.high, facts.low, facts.jack
    side_of = facts.seating.side_of
    points = rules.points
    discards = deal.in_hand < deal.cards_each
    lacks = False
    if type(high) is TrumpFact:
        lacks = _refuse_missing_names("high", high, side_of, findings, holder=True)
        if high.rank is not None and high.won_by is not None and high.won_by not in side_of:
            lacks = True
    elif high is None:
        if rules.turn_ups is None and deal.early_end is None:
            findings.refuse("high", "pitch", N_("The first card pitched is a trump, so there is a High."))
    else:
        findings.doubt("high", "not_reported", N_("Nobody reported High."))
    if type(low) is TrumpFact:
        to_winner = points.low_to == "winner"
        lacks |= _refuse_missing_names("low", low, side_of, findings, holder=not to_winner, winner=to_winner)
        if high is None:
            findings.refuse("low", "no_trump", N_("No trump was dealt, so there is no Low."))
    elif low is None:
        if type(high) is TrumpFact:
            if discards:
                findings.doubt("low", "discarded", N_("Every trump was discarded."))
            else:
                findings.refuse("low", "no_low", N_("A trump was dealt, so there is a Low."))
    elif high is not None:
        findings.doubt("low", "not_reported", N_("Nobody reported Low."))
    if type(jack) is TrumpFact:
        lacks |= _refuse_missing_names(
            "jack", jack, side_of, findings, holder=points.jack != points.hang_jack, winner=True
        )
        if high is None or low is None:
            findings.refuse("jack", "no_trump", N_("No trump was in play, so there is no Jack."))
    elif jack is not None and high is not None and "J" not in deal.turned_trumps:
        findings.doubt("jack", "not_reported", N_("Nobody reported the Jack."))
    _check_turned(facts, deal, findings)
    if lacks:
        return
    _check_ranks(facts, discards, findings)
    if PACK - deal.cards_each * len(facts.seating.seats) - len(deal.on_table) < len(RANKS):
        _check_room(facts, deal, findings)


def _refuse_missing_names(
    kind: str,
    fact: TrumpFact,
    side_of: Mapping[str, str],
    findings: Findings,
    *,
    holder: bool = False,
    winner: bool = False,
) -> bool:
    """Adds a problem for each name that the rules need and the table left out, or that nobody here has; also for a rank
    that does not exist. Returns whether it found any."""
    problems_before = len(findings.problems)
    if fact.holder is None:
        if holder:
            findings.refuse(kind, "holder", N_("Say who held it."))
    elif fact.holder not in side_of:
        findings.refuse(kind, "holder", N_("Nobody with this name plays at this table."))
    if fact.won_by is None:
        if winner:
            findings.refuse(kind, "won_by", N_("Say who won the trick."))
    elif fact.won_by not in side_of:
        findings.refuse(kind, "won_by", N_("Nobody with this name plays at this table."))
    if fact.rank is not None and (len(fact.rank) != 1 or fact.rank not in RANKS):
        findings.refuse(kind, "rank", N_("There is no such rank."))
    return len(findings.problems) > problems_before


def _check_turned(facts: HandFacts, deal: Deal, findings: Findings) -> None:
    """Refuses a High, Low or Jack that was turned up: that card lies on the table, so nobody held it."""
    turned = deal.turned_trumps
    for kind, fact in (("high", facts.high), ("low", facts.low)):
        if type(fact) is TrumpFact and fact.rank in turned:
            findings.refuse(kind, "turned", N_("This card was turned up, so nobody held it."))
    if type(facts.jack) is TrumpFact and "J" in turned:
        findings.refuse("jack", "turned", JACK_TURNED)


def _check_ranks(facts: HandFacts, discards: bool, findings: Findings) -> None:
    """Checks the ranks of High, Low and Jack against each other. If two disagree, the problem is at the later one."""
    high, low, jack = facts.high, facts.low, facts.jack
    top = high.rank if type(high) is TrumpFact else None
    bottom = low.rank if type(low) is TrumpFact else None
    differ = facts.seating.side_of
    if type(high) is TrumpFact and type(low) is TrumpFact and top is not None and bottom is not None:
        if STRENGTH[bottom] > STRENGTH[top]:
            findings.refuse("low", "above_high", N_("Low is above High."))
        elif top == bottom and (
            _are_others(high.holder, low.holder, differ) or _are_others(high.holder, low.won_by, differ)
        ):
            findings.refuse("low", "one_trump", N_("The only trump was held and won by one player."))
    if type(jack) is TrumpFact:
        if top is not None and type(high) is TrumpFact:
            if STRENGTH[top] < STRENGTH["J"]:
                findings.refuse("jack", "above_high", N_("The Jack would have been High."))
            elif top == "J" and (
                _are_others(high.holder, jack.holder, differ) or _are_others(high.holder, jack.won_by, differ)
            ):
                findings.refuse("jack", "is_high", N_("The Jack was High: its holder kept it."))
            elif top == "Q" and not discards and _is_captured_by_another(high, jack, differ):
                findings.refuse("jack", "capture", N_("Only the Queen was above the Jack, and another held it."))
        if bottom is not None and type(low) is TrumpFact:
            if STRENGTH[bottom] > STRENGTH["J"]:
                findings.refuse("jack", "below_low", N_("The Jack would have been Low."))
            elif bottom == "J" and (
                _are_others(low.holder, jack.holder, differ) or _are_others(low.won_by, jack.won_by, differ)
            ):
                findings.refuse("jack", "is_low", N_("The Jack was Low: the two must agree."))
    elif jack is None:
        if bottom == "J":
            findings.refuse("jack", "is_low", N_("The Jack is reported as Low, so it was dealt."))
        elif top == "J" and discards:
            findings.doubt("jack", "discarded", N_("The Jack was High and is reported as not played."))
        elif top == "J":
            findings.refuse("jack", "is_high", N_("The Jack is reported as High, so it was dealt."))


def _are_others(one: str | None, other: str | None, side_of: Mapping[str, str]) -> bool:
    """Returns whether two names are certainly different players: they are of different sides, or both name a player."""
    if one is None or other is None or one == other:
        return False
    return side_of[one] != side_of[other] or one not in side_of.values() and other not in side_of.values()


def _is_captured_by_another(high: TrumpFact, jack: TrumpFact, side_of: Mapping[str, str]) -> bool:
    if jack.holder is None or jack.won_by is None or high.holder is None:
        return False
    winner = side_of[jack.won_by]
    return winner != side_of[jack.holder] and winner != side_of[high.holder]


def _check_room(facts: HandFacts, deal: Deal, findings: Findings) -> None:
    """Checks that the trumps nobody had fit among the cards that were not dealt, which are few when nearly all were."""
    seats = len(facts.seating.seats)
    turned = deal.turned_trumps
    unnamed = bool(deal.on_table) and not deal.has_card_to_turn and deal.on_table[-1] == OTHER
    unseen = PACK - deal.cards_each * seats - len(deal.on_table) + unnamed
    unplayed = PACK - deal.in_hand * seats - len(deal.on_table) + unnamed
    high, low = facts.high, facts.low
    absent = set(RANKS) - turned if high is None else set()
    if type(high) is TrumpFact and high.rank is not None:
        absent = set(HIGHER[high.rank]) - turned
    if len(absent) > unseen:
        findings.refuse("high", "room", N_("A higher trump must have been dealt."))
        return
    if type(low) is TrumpFact and low.rank is not None:
        absent |= set(LOWER[low.rank]) - turned
    if len(absent) > unplayed:
        findings.refuse("low", "room", N_("A lower trump must have been in play."))
    elif facts.jack is None and len(absent | {"J"} - turned) > unplayed:
        findings.refuse("jack", "room", N_("The Jack must have been in play."))
