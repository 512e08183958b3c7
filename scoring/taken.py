"""Games that are counted by the points in the cards (`Taken`): the order of what each side took, and its checks."""

from collections.abc import Mapping

from scoring.errors import Findings
from scoring.hand import NOT_REPORTED, Award, Contract, HandFacts
from scoring.rules import RuleSet, Taken
from scoring.words import N_


def peg_out(
    rules: RuleSet, contract: Contract, made: list[Award], facts: HandFacts, score: Mapping[str, int]
) -> tuple[list[Award], str | None]:
    """Counts the side that is out last, because the hand ends there: a hook for `RuleSet.settle`."""
    return sorted(made, key=lambda award: score[award.side] + award.points), None


def check_taken(
    rules: RuleSet, taken: Taken, facts: HandFacts, start: Mapping[str, int], may_end_early: bool, findings: Findings
) -> None:
    """Checks that what the sides took can be one hand of this game, and that nobody reports what it does not have."""
    for kind, fact in (("high", facts.high), ("low", facts.low), ("jack", facts.jack)):
        if fact is not NOT_REPORTED:
            findings.refuse(kind, "not_counted", N_("This is not counted in this game: report what each side took."))
    for kind, cards in (("game", facts.game), ("dealt", facts.dealt), ("tricks", facts.tricks)):
        if cards is not None:
            findings.refuse(kind, "not_counted", N_("This is not counted in this game: report what each side took."))
    pips = facts.pips
    if pips is None:
        return
    if pips.keys() != facts.seating.sides.keys():
        findings.refuse("pips", "each_side", N_("Say what every side took, 0 if it took nothing, and nobody else."))
        return
    total, target = sum(pips.values()), rules.target
    barred = _barred_sides(rules, facts)
    left = [side for side in pips if side not in barred]
    out = [side for side in left if target is not None and start.get(side, 0) + pips[side] >= target]
    if total > taken.most:
        many = N_("All sides together can take %(most)s points in a hand, not %(total)s.")
        findings.refuse("pips", "too_many", many, most=taken.most, total=total)
    elif len(out) > 1 and not rules.count_rest_after_win:
        first = N_(
            "Only one side can reach %(target)s in a hand: it ends there. Enter what each side had taken by then."
        )
        findings.refuse("pips", "both_out", first, target=target)
    elif taken.all_in_play and total not in taken.sums:
        if may_end_early or out and not rules.count_rest_after_win:
            return
        _refuse_sum(taken, total, findings)


def _barred_sides(rules: RuleSet, facts: HandFacts) -> set[str]:
    """Returns the sides that forfeit what they took, for a failure to follow."""
    if rules.penalties.revoke_bars_game == "no":
        return set()
    revokes = [event for event in facts.events if event.kind == "revoke" and rules.penalties.has_penalty_for(event)]
    return {facts.seating.side_of_player[event.player or ""] for event in revokes}


def _refuse_sum(taken: Taken, total: int, findings: Findings) -> None:
    sums, missing = " / ".join(map(str, sorted(taken.sums))), taken.sums[0] - total
    if missing > 0:
        few = N_("A hand has %(sums)s points. These are %(total)s: %(missing)s are missing.")
        findings.refuse("pips", "too_few", few, sums=sums, total=total, missing=missing)
    else:
        findings.refuse(
            "pips", "unattainable", N_("A hand has %(sums)s points, not %(total)s."), sums=sums, total=total
        )
