"""Counts a hand: facts in, points out, by one procedure for every rule set.

Awards come in the order in which they count: first what happened before and during the play, in the order it was
called, then High, Low, Jack and Game. The first side to reach the target in that order wins.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scoring.cards import rank_of, suit_of
from scoring.checks import CheckedHand, check
from scoring.errors import ImpossibleFacts, Problem
from scoring.hand import Award, Contract, HandEvent, HandFacts, Revoke, TrumpFact
from scoring.rules import FOUR, RuleSet, SettleUp
from scoring.words import N_

# A hand whose cards and words contradict each other only in these ways can still be counted.
CONTRADICTIONS = frozenset(
    {"turned", "old_suit", "jack_in_trick", "too_many", "too_few", "unattainable", "room", "both_out"}
)
AFTER_THE_END = Problem("hand", "after_the_end", N_("This hand came after the end of the game and is not counted."))
TRICKS_MISSING = Problem("tricks", "missing", N_("Tricks are missing: the hand was not played to its end."))
NOT_PLAYED = Problem("events", "not_played", N_("Nothing of the play is reported, so only what came before it counts."))


class ScoredHand(NamedTuple):
    """What one hand did to the game. `uncounted` are awards that came after a side was out, or after the hand had
    ended."""

    awards: tuple[Award, ...]
    uncounted: tuple[Award, ...]
    score: dict[str, int]
    winner: str | None
    next_dealer: str | None
    settlement: dict[str, int] | None
    doubts: tuple[Problem, ...]
    revokes: tuple[Revoke, ...] | None


@dataclass(frozen=True, slots=True)
class Game:
    """All hands of a game. Those after the winning one are kept but not counted."""

    hands: tuple[ScoredHand, ...]
    score: Mapping[str, int]
    set_backs: Mapping[str, int]
    winner: str | None
    won_by_hand: int | None
    """The number of the winning hand, from 1."""
    next_dealer: str | None


def score_hand(
    rules: RuleSet,
    facts: HandFacts,
    score: Mapping[str, int],
    *,
    set_backs: Mapping[str, int] | None = None,
    was_counted: bool = False,
) -> ScoredHand:
    """Counts one hand on top of `score`. Raises ImpossibleFacts with every problem if the hand cannot have happened.

    With `was_counted` a hand that contradicts itself is counted with a doubt instead: it was stored before the check
    was added, and otherwise nobody could open or correct its match.
    """
    checked = check(rules, facts, score)
    if was_counted and all(problem.code in CONTRADICTIONS for problem in checked.problems):
        checked = checked._replace(problems=(), doubts=checked.problems + checked.doubts)
    if checked.problems:
        raise ImpossibleFacts(checked.problems, checked.doubts)
    facts, ended = checked.facts, checked.early_end
    called, barred = _awards_of_events(rules, checked, score)
    made = _awards_of_points(rules, facts, barred) if checked.is_played else []
    smudger = None
    if rules.settle is not None and ended is None:
        made, smudger = rules.settle(rules, checked.contract, made, facts, score)
    awards = called if ended is not None else called + made
    counted, uncounted, new_score, winner = _add_up_awards(rules, awards, score, smudger)
    if ended is not None:
        uncounted += made
    doubts, settlement, next_dealer = checked.doubts, None, None
    if winner is None:
        if checked.is_unfinished and ended is None:
            raise ImpossibleFacts([TRICKS_MISSING], doubts)
        next_dealer = _next_dealer_of(rules, checked)
        if not checked.is_played and ended is None and not _is_thrown_in(facts):
            doubts += (NOT_PLAYED,)
    elif rules.settle_up is not None:
        settlement = settlement_of(rules.settle_up, new_score, winner, set_backs or {}, counted)
    return ScoredHand(
        tuple(counted), tuple(uncounted), new_score, winner, next_dealer, settlement, doubts, checked.revokes
    )


def score_game(
    rules: RuleSet, hands: Iterable[HandFacts | ScoredHand], start: Mapping[str, int], *, counted: Container[int] = ()
) -> Game:
    """Counts a game from its first hand. Hands after the winning one are kept with all their awards uncounted.

    A `ScoredHand` is added with the awards and winner it has and is not scored again. Raises ImpossibleFacts for the
    first hand that cannot have happened, unless its number (from 1) is in `counted`: see `was_counted` of `score_hand`.
    """
    score, set_backs = dict(start), dict.fromkeys(start, 0)
    scored: list[ScoredHand] = []
    winner, won_by, next_dealer = None, None, None
    for number, given_hand in enumerate(hands, start=1):
        was_counted = number in counted
        if winner is not None:
            hand = (
                given_hand
                if isinstance(given_hand, ScoredHand)
                else score_hand(rules, given_hand, start, was_counted=was_counted)
            )
            late, doubts = hand.awards + hand.uncounted, (*hand.doubts, AFTER_THE_END)
            scored.append(ScoredHand((), late, score, winner, None, None, doubts, hand.revokes))
            continue
        if isinstance(given_hand, ScoredHand):
            after, settlement = dict(score), None
            for _kind, side, points in given_hand.awards:
                after[side] += points
            if given_hand.winner is not None and rules.settle_up is not None:
                settlement = settlement_of(rules.settle_up, after, given_hand.winner, set_backs, given_hand.awards)
            hand = given_hand._replace(score=after, settlement=settlement)
        else:
            hand = score_hand(rules, given_hand, score, set_backs=set_backs, was_counted=was_counted)
        scored.append(hand)
        score, winner, next_dealer = hand.score, hand.winner, hand.next_dealer
        for award in hand.awards:
            if award.kind == "set_back":
                set_backs[award.side] += 1
        if winner is not None:
            won_by = number
    return Game(tuple(scored), score, set_backs, winner, won_by, next_dealer)


def _add_up_awards(
    rules: RuleSet, awards: list[Award], start: Mapping[str, int], smudger: str | None
) -> tuple[list[Award], list[Award], dict[str, int], str | None]:
    """Returns the awards that count, those that came too late, the score and the winner: the first side to reach the
    target, or the side that made a smudge once all its four points are counted."""
    target, floor, go_on = rules.target, rules.score_floor, rules.count_rest_after_win
    score = dict(start)
    counted: list[Award] = []
    uncounted: list[Award] = []
    winner, over = None, False
    left = len(FOUR)
    for award in awards:
        if over:
            uncounted.append(award)
            continue
        kind, side, points = award
        if kind == "game_lost":
            counted.append(award)
            winner, over = max((other for other in score if other != side), key=score.__getitem__), True
            if rules.penalties.revoke_credits_target and target is not None:
                counted.append(Award("revoke", winner, target - score[winner]))
                score[winner] = target
            continue
        if floor is not None and points < 0:
            points = max(points, min(0, floor - score[side]))
            award = Award(kind, side, points)
        counted.append(award)
        score[side] += points
        if side == smudger:
            left -= kind in FOUR or kind == "hang_jack"
        if winner is None and (target is not None and score[side] >= target or not left):
            winner, over = side, not go_on
    return counted, uncounted, score, winner


def _next_dealer_of(rules: RuleSet, checked: CheckedHand) -> str:
    """The deal passes to the next player, unless the hand was thrown in, misdealt or passed out and the rules then keep
    the dealer."""
    facts, ended = checked.facts, checked.early_end
    stays = (
        checked.is_suit_open
        or (ended == "misdeal" and not rules.penalties.misdeal_passes_deal)
        or (ended == "passed_out" and rules.auction is not None and rules.auction.all_pass == "same_dealer")
        or (not checked.is_played and _is_thrown_in(facts))
    )
    return facts.dealer if stays else facts.seating.after[facts.dealer]


def _is_thrown_in(facts: HandFacts) -> bool:
    return bool(facts.events) and facts.events[-1].kind == "redeal"


def _awards_of_events(rules: RuleSet, checked: CheckedHand, start: Mapping[str, int]) -> tuple[list[Award], set[str]]:
    """Returns the awards of the events in order, and the sides that are barred from Game."""
    facts = checked.facts
    side_of, side_names = facts.seating.side_of, facts.seating.side_names
    dealers = side_of[facts.dealer]
    turn_ups, take_one, penalties = rules.turn_ups, rules.take_one, rules.penalties
    awards: list[Award] = []
    barred: set[str] = set()
    paid: set[str] = set()
    deal, suit = 0, ""
    for event in facts.events:
        kind = event.kind
        if kind == "turn_up" and turn_ups is not None:
            card = event.card or ""
            points = turn_ups.values.get(rank_of(card), 0)
            if points and (turn_ups.same_suit_scores or not suit or suit != suit_of(card)):
                awards.append(Award("turn_up", dealers, points))
            suit = suit_of(card) or suit
        elif kind == "take_one" and take_one is not None:
            beggar = side_of[facts.seating.after[facts.dealer]]
            for side in [beggar] if take_one.to == "beggar" else [side for side in side_names if side != dealers]:
                if take_one.withheld_at_target and rules.target is not None:
                    score = start[side] + sum(award.points for award in awards if award.side == side)
                    if score < rules.target <= score + take_one.points:
                        continue
                if take_one.points:
                    awards.append(Award("take_one", side, take_one.points))
        elif kind == "revoke":
            awards += _awards_of_revoke(rules, facts, event, checked.contract, barred, paid)
        elif kind == "misdeal":
            if penalties.misdeal_cancels_turn_ups:
                awards[deal:] = [award for award in awards[deal:] if award.kind != "turn_up"]
            if penalties.misdeal:
                awards += [Award("misdeal", side, penalties.misdeal) for side in side_names if side != dealers]
            deal, suit = len(awards), ""
        elif kind == "redeal":
            deal, suit = len(awards), ""
    return awards, barred


def _awards_of_revoke(
    rules: RuleSet, facts: HandFacts, event: HandEvent, contract: Contract, barred: set[str], paid: set[str]
) -> list[Award]:
    """Returns what one upheld failure to follow costs; adds to `barred` and `paid`. A side pays the bid, and for having
    pitched, once a hand."""
    penalties = rules.penalties
    if not penalties.has_penalty_for(event):
        return []
    player = event.player or ""
    side = facts.seating.side_of_player[player]
    loses = penalties.revoke_loses_game
    held = {"trump_lead": True, "top_trump": event.held_top_trump, "bare_jack": event.bare_jack}
    if loses == "any" or (event.led == "trump" and held.get(loses)):
        return [Award("game_lost", side, 0)]
    if penalties.revoke_bars_game != "no":
        barred.add(side)
    awards = []
    given = penalties.revoke_to_opponents
    has_pitched = side == facts.seating.side_of_player[contract.pitcher or facts.seating.after[facts.dealer]]
    is_first = side not in paid
    paid.add(side)
    if is_first and has_pitched:
        given += penalties.revoke_by_pitchers
    if given:
        awards += [Award("revoke", other, given) for other in facts.seating.side_names if other != side]
    deducted = penalties.revoke_from_offender_with_jack if event.jack_in_trick else penalties.revoke_from_offender
    if deducted:
        awards.append(Award("revoke", side, -deducted))
    if is_first and rules.auction is not None and penalties.revoke_costs_bid and contract.bid:
        awards.append(Award("set_back" if has_pitched else "revoke", side, -rules.auction.value_of(contract.bid)))
    return awards


def _awards_of_points(rules: RuleSet, facts: HandFacts, barred: set[str]) -> list[Award]:
    """Returns the awards for High, Low, Jack and Game in the rule set's order, and for what each side took, as far as
    they were reported."""
    side_of = facts.seating.side_of
    points = rules.points
    made: list[Award] = []
    for kind in points.order:
        if kind == "high":
            high = facts.high
            if points.high and type(high) is TrumpFact:
                made.append(Award("high", side_of[high.holder or ""], points.high))
        elif kind == "low":
            low = facts.low
            if points.low and type(low) is TrumpFact:
                to = low.holder if points.low_to == "holder" else low.won_by
                made.append(Award("low", side_of[to or ""], points.low))
        elif kind == "jack":
            jack = facts.jack
            if type(jack) is TrumpFact:
                side = side_of[jack.won_by or ""]
                captured = points.jack != points.hang_jack and side_of[jack.holder or ""] != side
                worth = points.hang_jack if captured else points.jack
                if worth:
                    made.append(Award("hang_jack" if worth > points.jack else "jack", side, worth))
        elif points.game:
            made += [Award("game", side, points.game) for side in _find_sides_with_game(rules, facts, barred)]
    if rules.taken is not None and facts.pips is not None:
        made += _awards_of_taken(rules, facts.pips, barred)
    return made


def _awards_of_taken(rules: RuleSet, taken: Mapping[str, int], barred: set[str]) -> Iterator[Award]:
    """Yields what each side took. What a barred side took goes to nobody or to the other side."""
    for side, points in taken.items():
        others = [other for other in taken if other not in barred]
        if side not in barred:
            to: str | None = side
        else:
            to = others[0] if rules.penalties.revoke_bars_game == "opponents" and len(others) == 1 else None
        if points and to is not None:
            yield Award("taken", to, points)


def _find_sides_with_game(rules: RuleSet, facts: HandFacts, barred: set[str]) -> list[str]:
    """Returns who scores Game: the side with most pips; in a tie, whom the rules name. A barred side's Game, tied or
    not, goes to nobody or to the other side."""
    pips, points = facts.pips, rules.points
    sides = facts.seating.side_names
    if facts.game is not None and facts.game != "tie":
        best = [facts.game]
    elif facts.game == "tie":
        best = list(sides) if len(sides) == 2 else []
    elif pips is not None:
        most = max(pips.values())
        best = [side for side in sides if pips[side] == most]
    else:
        return []
    if len(best) > 1:
        best = _break_tie(points.game_tie, best, facts.seating.side_of[facts.dealer])
    if rules.penalties.revoke_bars_game == "opponents" and len(sides) == 2:
        other = dict(zip(sides, reversed(sides), strict=True))
        best = list(dict.fromkeys(other[side] if side in barred else side for side in best))
    return [side for side in best if side not in barred]


def _break_tie(game_tie: str, level: list[str], dealers: str) -> list[str]:
    """Returns which of the sides that are level for Game score it: each of them; the dealer, if among them; the only
    one that does not deal; or nobody."""
    if game_tie == "each":
        return level
    named = [side for side in level if (side == dealers) == (game_tie == "dealer")]
    return named if game_tie != "nobody" and len(named) == 1 else []


def settlement_of(
    settle_up: SettleUp,
    score: Mapping[str, int],
    winner: str,
    set_backs: Mapping[str, int],
    last_hand: Iterable[Award] = (),
) -> dict[str, int]:
    """Returns what each loser pays the winner at the end of a game. `set_backs` are those before the last hand, whose
    own are added."""
    owed = {}
    for side, points in score.items():
        if side == winner:
            continue
        due = settle_up.owed if points >= 1 else settle_up.owed_at_zero
        if settle_up.set_backs:
            due += set_backs.get(side, 0)
            due += sum(1 for award in last_hand if award.side == side and award.kind == "set_back")
        owed[side] = due * settle_up.stake
    return owed
