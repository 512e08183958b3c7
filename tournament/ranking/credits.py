"""Credits: what a match counts for that was not played as drawn (a rest, a walk-over, a match broken off, a shared
table).

The club chooses a rule for each (`Credit`); `credited` applies it in exact fractions. Averages are of matches played as
drawn and reported; while there is none, an average is nothing.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Literal, get_args

from .matches import SHARES_OF, Amount, CreditColumn, Credited, CreditKind, E, MatchRecord, Result, Shares, Unplayed
from .records import Record, added, average

COLUMNS: tuple[CreditColumn, ...] = get_args(CreditColumn)


@dataclass(frozen=True)
class Credit:
    """A club's rule. The figures are those of "fixed" and "win"; one left open (None) is nothing, or the entry's own
    average (`left_open`). `result` is what the match counts as: unless told, an average counts the parts of its
    matches, "win" a match won, and the others none. `rounded_down` leaves no fractions of what is an average.
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
}
"""What counts until a club says otherwise. A match broken off and a shared table count as they stood."""


def usual_credit(match: MatchRecord[E]) -> Credit | None:
    reason = match.why_unplayed
    return None if reason is None else USUAL_CREDITS.get(reason)


def credited(
    records: Sequence[Record[E]], rule_of: Callable[[MatchRecord[E]], Credit | None] = usual_credit
) -> tuple[Record[E], ...]:
    """The same records, each match that was not played as drawn with its credit. Where the rule is None, the match
    counts as it stood. `rule_of` is asked of no other match; the side that stayed away is "absent" in its own record.
    """

    def winners_of(round: int) -> list[MatchRecord[E]]:
        of_round = (match for record in records for match in record.matches if match.round == round)
        return [match for match in of_round if match.is_played and match.result == "won"]

    return tuple(_credited(record, winners_of, rule_of) for record in records)


def _credited(
    record: Record[E],
    winners_of: Callable[[int], Sequence[MatchRecord[E]]],
    rule_of: Callable[[MatchRecord[E]], Credit | None],
) -> Record[E]:
    if all(match.why_unplayed is None for match in record.matches):
        return record
    own = [match for match in record.matches if match.is_played]
    matches = []
    for match in record.matches:
        if match.why_unplayed is not None:
            rule = rule_of(match)
            waits = rule is None or _waits(rule, match)
            credit = None if rule is None or waits else _reckoned(rule, match, own, partial(winners_of, match.round))
            if rule is not None and credit is not None and any(match.is_half_told for match in own):
                told = [match for match in own if not match.is_half_told]
                known = _reckoned(rule, match, told, partial(winners_of, match.round))
                credit = replace(credit, so_far=known)
            match = match._replace(credit=credit)
        matches.append(match)
    return replace(record, matches=tuple(matches))


def _waits(rule: Credit, match: MatchRecord[E]) -> bool:
    """Whether a credit is still to come: of a rest until its round is over, and of the missing part of a match until
    the other part is told."""
    if match.to_come:
        return rule.kind != "nothing" or rule.result is not None
    return rule.kind == "missing_part" and not match.is_reported


def _reckoned(
    rule: Credit,
    of: MatchRecord[E],
    own: Sequence[MatchRecord[E]],
    winners_of: Callable[[], Sequence[MatchRecord[E]]],
) -> Credited:
    match rule.kind:
        case "own_average":
            figures, shares = _averages(own, rule), _average_shares(own)
        case "missing_part":
            figures, shares = _with_the_missing_part(of, _averages(own, rule), _average_shares(own))
        case "winners_average":
            winners = winners_of()
            figures, shares = _averages(winners, rule), _average_shares(winners)
        case "fixed" | "win":
            open_ones = _averages(own if rule.left_open == "own_average" else (), rule)
            told: dict[CreditColumn, Amount | None] = {column: getattr(rule, column) for column in COLUMNS}
            figures = {column: open_ones[column] if told[column] is None else told[column] for column in COLUMNS}
            shares = SHARES_OF["won"] if rule.kind == "win" else Shares()
        case _:
            figures, shares = {}, Shares()
    return Credited(rule.kind, shares=SHARES_OF[rule.result] if rule.result else shares, so_far=None, **figures)


def _with_the_missing_part(
    match: MatchRecord[E], averages: Mapping[CreditColumn, Amount | None], average_shares: Shares | None
) -> tuple[dict[CreditColumn, Amount | None], Shares | None]:
    """What was played as it stood, and the part that was not as such a part of the average; won or lost is shared out
    likewise. Of a match of which no part is told all was played."""
    part = Fraction(1) if match.part is None else match.part
    figures = {
        column: added((getattr(match, column), None if of is None else (1 - part) * of))
        for column, of in averages.items()
    }
    stood = None if match.result is None else SHARES_OF[match.result]
    if stood is None or average_shares is None:
        return figures, None
    both = zip(stood, average_shares, strict=True)
    return figures, Shares(*(part * played + (1 - part) * usual for played, usual in both))


def _averages(matches: Sequence[MatchRecord[E]], rule: Credit) -> dict[CreditColumn, Amount | None]:
    averages = {column: average(match.figure(column) for match in matches) for column in COLUMNS}
    if not rule.rounded_down:
        return averages
    return {column: None if figure is None else math.floor(figure) for column, figure in averages.items()}


def _average_shares(matches: Sequence[MatchRecord[E]]) -> Shares | None:
    known = [match.shares for match in matches if match.shares is not None]
    if len(known) < len(matches):
        return None
    return Shares(*(average(shares[place] for shares in known) or 0 for place in range(3)))
