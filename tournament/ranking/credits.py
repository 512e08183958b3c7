"""Credits: what a match counts for that was not played as drawn (a rest, a walk-over, a match broken off, a shared
table).

The club chooses a rule for each (`Credit`), and `credit_records` applies it in exact fractions. Averages are of matches
played as drawn and reported; an average of no matches is zero.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Literal, get_args

from .matches import SHARES_OF, Amount, CreditColumn, CreditKind, E, MatchCredit, MatchRecord, Result, Shares, Unplayed
from .records import Record, add_figures, average

COLUMNS: tuple[CreditColumn, ...] = get_args(CreditColumn)


@dataclass(frozen=True)
class Credit:
    """A club's rule. The figures are those of "fixed" and "win"; one left open (None) is zero, or the entry's own
    average (`left_open`). `result` is what the match counts as; without it an average counts the average shares of
    matches won, drawn and lost, "win" a match won, and the other kinds nothing. `rounded_down` rounds averages down.
    """

    kind: CreditKind
    points: Amount | None = None
    games: Amount | None = None
    hang_jacks: Amount | None = None
    against: Amount | None = None
    games_against: Amount | None = None
    hang_jacks_against: Amount | None = None
    result: Result | None = None
    left_open: Literal["nothing", "own_average"] = "nothing"
    rounded_down: bool = False


NOTHING = Credit("nothing")
USUAL_CREDITS: Mapping[Unplayed, Credit] = {
    "rest": Credit("own_average"),
    "walk_over": Credit("own_average", result="won"),
    "absent": Credit("nothing", result="lost"),
    "neither": Credit("nothing", result="lost"),
}
"""Used unless a club says otherwise. A match broken off and a shared table count as they stood."""


def usual_credit_of(match: MatchRecord[E]) -> Credit | None:
    reason = match.why_unplayed
    return None if reason is None else USUAL_CREDITS.get(reason)


def credit_records(
    records: Sequence[Record[E]], rule_of: Callable[[MatchRecord[E]], Credit | None] = usual_credit_of
) -> tuple[Record[E], ...]:
    """Returns the records with a credit for each match that was not played as drawn. Without a rule the match counts as
    it stood. `rule_of` is called for these matches only. The side that stayed away is "absent" in its own record."""

    def winners_of(round: int) -> list[MatchRecord[E]]:
        of_round = (match for record in records for match in record.matches if match.round == round)
        return [match for match in of_round if match.is_played and match.result == "won"]

    return tuple(_credit_record(record, winners_of, rule_of) for record in records)


def _credit_record(
    record: Record[E],
    winners_of: Callable[[int], Sequence[MatchRecord[E]]],
    rule_of: Callable[[MatchRecord[E]], Credit | None],
) -> Record[E]:
    if all(match.opponents and match.unplayed is None for match in record.matches):
        return record
    own = [match for match in record.matches if match.is_played]
    matches = []
    for match in record.matches:
        if match.why_unplayed is not None:
            rule = rule_of(match)
            is_to_come = rule is None or _is_waiting(rule, match)
            of_round = [other for other in record.matches if other.round == match.round]
            winners = partial(winners_of, match.round)
            credit = None if rule is None or is_to_come else _apply_credit(rule, match, own, of_round, winners)
            if rule is not None and credit is not None and any(match.is_half_reported for match in own):
                known_in_full = [match for match in own if not match.is_half_reported]
                known = _apply_credit(rule, match, known_in_full, of_round, winners)
                credit = replace(credit, so_far=known)
            match = match._replace(credit=credit)
        matches.append(match)
    return replace(record, matches=tuple(matches))


def _is_waiting(rule: Credit, match: MatchRecord[E]) -> bool:
    """Returns whether the credit is still to come: for a rest until its round is over, for the missing part of a match
    until the other part is reported."""
    if match.to_come:
        return rule.kind != "nothing" or rule.result is not None
    return rule.kind == "missing_part" and not match.is_reported


def _apply_credit(
    rule: Credit,
    unplayed: MatchRecord[E],
    own: Sequence[MatchRecord[E]],
    of_round: Sequence[MatchRecord[E]],
    winners_of: Callable[[], Sequence[MatchRecord[E]]],
) -> MatchCredit:
    match rule.kind:
        case "own_average":
            figures, shares = _averages_of(own, rule), _average_shares_of(own)
        case "missing_part":
            figures, shares = _add_missing_part(unplayed, _averages_of(own, rule), _average_shares_of(own))
        case "same_pace":
            figures, shares = {"points": _points_at_same_pace(unplayed, of_round)}, Shares()
        case "winners_average":
            winners = winners_of()
            figures, shares = _averages_of(winners, rule), _average_shares_of(winners)
        case "fixed" | "win":
            open_ones = _averages_of(own if rule.left_open == "own_average" else (), rule)
            fixed_figures: dict[CreditColumn, Amount | None] = {column: getattr(rule, column) for column in COLUMNS}
            figures = {
                column: open_ones[column] if fixed_figures[column] is None else fixed_figures[column]
                for column in COLUMNS
            }
            shares = SHARES_OF["won"] if rule.kind == "win" else Shares()
        case _:
            figures, shares = {}, Shares()
    return MatchCredit(rule.kind, shares=SHARES_OF[rule.result] if rule.result else shares, so_far=None, **figures)


def _points_at_same_pace(rest: MatchRecord[E], of_round: Sequence[MatchRecord[E]]) -> Amount:
    """Returns as many points a minute as in the turns of the hour that were played, as far as they are known. Each hour
    is credited by itself, so that a rest in one does not stretch the points of another (K17)."""
    rested = sum(match.length for match in of_round if not match.opponents)
    points = sum(match.points for match in of_round if match.points is not None)
    return points * rest.length / (1 - rested) if rested < 1 else 0


def _add_missing_part(
    match: MatchRecord[E], averages: Mapping[CreditColumn, Amount | None], average_shares: Shares | None
) -> tuple[dict[CreditColumn, Amount | None], Shares | None]:
    """Adds the missing part of the average to what was played; wins and losses are shared out in the same way. A match
    that names no part was played in full."""
    part = Fraction(1) if match.part is None else match.part
    figures = {
        column: add_figures((getattr(match, column), None if average is None else (1 - part) * average))
        for column, average in averages.items()
    }
    stood = None if match.result is None else SHARES_OF[match.result]
    if stood is None or average_shares is None:
        return figures, None
    both = zip(stood, average_shares, strict=True)
    return figures, Shares(*(part * played + (1 - part) * usual for played, usual in both))


def _averages_of(matches: Sequence[MatchRecord[E]], rule: Credit) -> dict[CreditColumn, Amount | None]:
    averages = {column: average(match.figure(column) for match in matches) for column in COLUMNS}
    if not rule.rounded_down:
        return averages
    return {column: None if figure is None else math.floor(figure) for column, figure in averages.items()}


def _average_shares_of(matches: Sequence[MatchRecord[E]]) -> Shares | None:
    known = [match.shares for match in matches if match.shares is not None]
    if len(known) < len(matches):
        return None
    return Shares(*(average(shares[place] for shares in known) or 0 for place in range(3)))
