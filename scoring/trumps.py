"""High, Low and Jack as a table reports them: against each other, the turned cards and the cards in play."""

from collections.abc import Mapping

from scoring.cards import HIGHER, LOWER, OTHER, PACK, RANKS, STRENGTH
from scoring.deal import JACK_TURNED, Deal
from scoring.errors import Problem
from scoring.hand import HandFacts, TrumpFact
from scoring.rules import RuleSet


def check_trumps(rules: RuleSet, facts: HandFacts, deal: Deal, problems: list[Problem], doubts: list[Problem]) -> None:
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
    elif jack is not None and high is not None and "J" not in deal.trumps_turned:
        doubts.append(Problem("jack", "not_reported", "Nobody reported the Jack."))
    _check_turned(facts, deal, problems)
    if lacks:
        return
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


def _check_turned(facts: HandFacts, deal: Deal, problems: list[Problem]) -> None:
    """A trump that was turned up lies on the table."""
    turned = deal.trumps_turned
    for kind, fact in (("high", facts.high), ("low", facts.low)):
        if type(fact) is TrumpFact and fact.rank in turned:
            problems.append(Problem(kind, "turned", "This card was turned up, so nobody held it."))
    if type(facts.jack) is TrumpFact and "J" in turned:
        problems.append(Problem("jack", "turned", JACK_TURNED))


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
    turned = deal.trumps_turned
    unnamed = bool(deal.turned) and not deal.ran and deal.turned[-1] == OTHER
    unseen = PACK - deal.each * seats - len(deal.turned) + unnamed
    unplayed = PACK - deal.in_hand * seats - len(deal.turned) + unnamed
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
