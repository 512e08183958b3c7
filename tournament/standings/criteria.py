"""The criteria that rank, each asked for the values of those still level; a higher value stands higher.

A value of None means unknown, and unknown for one is skipped for all who are still level. Labels and explanations are
plain English that pages translate. Which criteria an evening uses, and in which order, its format says.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Protocol

from .matches import SHARES_OF, Amount, MatchRecord
from .records import Record, added


class Comparable(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


Figure = Callable[[Record[Any]], Amount | None]


@dataclass(frozen=True)
class Criterion:
    """`figure_of` is what a column of it shows, where there is one; fewer may be better."""

    key: str
    label: str
    explanation: str
    value_of: Callable[[Record[Any], Sequence[Record[Any]]], Comparable | None]
    figure_of: Figure | None = None


def _most(key: str, label: str, explanation: str, figure_of: Figure) -> Criterion:
    return Criterion(key, label, explanation, lambda record, group: figure_of(record), figure_of)


def _fewest(key: str, label: str, explanation: str, figure_of: Figure) -> Criterion:
    def fewest(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable | None:
        figure = figure_of(record)
        return None if figure is None else -figure

    return Criterion(key, label, explanation, fewest, figure_of)


CUT_ORDER = (3, 2, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4)
"""Ranks from the best: 004, "Cutting for deal" puts the three and the two above the ace (K12)."""


def _hour(number: int) -> Criterion:
    def adjusted(record: Record[Any]) -> Amount:
        hour = record.hours[number - 1] if len(record.hours) >= number else None
        return hour.adjusted if hour else 0

    return _most(
        f"hour_{number}",
        f"Hour {number}",
        f"Most points in hour {number}; where somebody sat out, as if for the whole hour.",
        adjusted,
    )


def _between(
    record: Record[Any], group: Sequence[Record[Any]], figure_of: Callable[[MatchRecord[Any]], Amount | None]
) -> Amount | None:
    """In the meetings with the others of the group, each match once; unknown unless it met every one of them."""
    if sum(len(match.opponents) for match in record.matches) < len(group) - 1:
        return None
    others = {other.entry for other in group if other.entry != record.entry}
    between = [match for match in record.matches if match.is_meeting and not others.isdisjoint(match.opponents)]
    if not others <= {opponent for match in between for opponent in match.opponents}:
        return None
    return added(figure_of(match) for match in between)


def _head_to_head(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable | None:
    def match_points(match: MatchRecord[Any]) -> Amount | None:
        return None if match.result is None else record.scale.value(SHARES_OF[match.result])

    return _between(record, group, match_points)


def _games_between(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable | None:
    return _between(record, group, lambda match: match.games)


def _points_between(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable | None:
    if record.matches:
        return _between(record, group, lambda match: match.points)
    points = [record.meetings.get(other.entry) for other in group if other.entry != record.entry]
    return None if None in points else sum(won for won in points if won is not None)


def _games(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable:
    """Whoever has no result yet stands below all who have, also below nought."""
    return -1 if record.games is None else record.games


def _all_fours(record: Record[Any]) -> Amount | None:
    """As the record says, or else its matches."""
    return record.sum_of("all_fours") if record.all_fours is None and record.matches else record.all_fours


def _difference(own: Figure, other: Figure) -> Figure:
    def difference(record: Record[Any]) -> Amount | None:
        figure, against = own(record), other(record)
        return None if figure is None or against is None else figure - against

    return difference


def _play_off(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable | None:
    """Unknown between those who did not play the same one."""
    if record.play_off is None or any(other.play_off_number != record.play_off_number for other in group):
        return None
    return -record.play_off


def _cut(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable | None:
    """The first card in which the group differs; those whose cards are equal so far have to cut again."""
    cuts = [member.cut or () for member in group]
    equal = sum(1 for _ in takewhile(lambda cards: len(set(cards)) == 1, zip(*cuts, strict=False)))
    cards = record.cut or ()
    return -CUT_ORDER.index(cards[equal]) if len(cards) > equal else None


def _second_table(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable:
    """Whoever had no table in hour two stands below all who had one."""
    return (0, 0) if record.table_number is None else (1, -record.table_number)


OF_HOURS = (
    _most(
        "total",
        "Total",
        "Most points; where somebody sat out, as if for the whole hour.",
        lambda record: record.adjusted,
    ),
    Criterion("games", "Games won", "Most games won.", _games, lambda record: record.games),
    _most("points", "Points", "Most points, of all games together.", lambda record: record.total),
    _hour(1),
    _hour(2),
    Criterion(
        "points_between",
        "Points between them",
        "Most points in the matches between those still level, if they have all met.",
        _points_between,
    ),
    _most("all_fours", "All Fours", "Most hands in which all four points were won.", _all_fours),
    _most("best_round", "Best round", "Most points in a single round.", lambda record: record.best_round),
    Criterion(
        "cut",
        "Cut of the cards",
        "The better card cut: 3, 2, ace, king, queen, jack, 10 and so on down to 4. Equal cards: cut again.",
        _cut,
    ),
    Criterion(
        "second_table",
        "Second-hour table",
        "Table 1 of the second hour stands before table 2, and so on.",
        _second_table,
    ),
)

OF_MATCHES = (
    _most(
        "match_points",
        "Match points",
        "Most points for matches won and drawn, as the club counts them, less penalties.",
        lambda record: record.match_points,
    ),
    _most("matches_won", "Matches won", "Most matches won.", lambda record: record.won),
    _most("games_won", "Games won", "Most games won, of all matches together.", lambda record: record.games_won),
    _fewest("games_lost", "Games lost", "Fewest games lost.", lambda record: record.games_lost),
    _most(
        "game_difference",
        "Game difference",
        "Games won less games lost: the more the better.",
        _difference(lambda record: record.games_won, lambda record: record.games_lost),
    ),
    _most("points_for", "Points for", "Most points made, of all matches together.", lambda record: record.points_for),
    _fewest("points_against", "Points against", "Fewest points given away.", lambda record: record.points_against),
    _most(
        "point_difference",
        "Point difference",
        "Points made less points given away: the more the better.",
        _difference(lambda record: record.points_for, lambda record: record.points_against),
    ),
    Criterion(
        "head_to_head",
        "Head to head",
        "Most match points in the matches between those still level, if they have all met.",
        _head_to_head,
    ),
    Criterion(
        "games_between",
        "Games between them",
        "Most games won in the matches between those still level, if they have all met.",
        _games_between,
    ),
    _most("hang_jacks_for", "Hang jacks", "Most hang jacks made.", lambda record: record.hang_jacks_for),
    _fewest(
        "hang_jacks_against",
        "Hang jacks against",
        "Fewest hang jacks suffered.",
        lambda record: record.hang_jacks_against,
    ),
    _most(
        "hang_jack_difference",
        "Hang-jack difference",
        "Hang jacks made less hang jacks suffered: the more the better.",
        _difference(lambda record: record.hang_jacks_for, lambda record: record.hang_jacks_against),
    ),
    _most(
        "opponents_strength",
        "Opponents' strength",
        "Most match points of all opponents together: who met the stronger ones stands higher.",
        lambda record: record.strength,
    ),
    _most(
        "settlement",
        "Settlement",
        "Most received in settlement, less what was paid.",
        lambda record: record.sum_of("settlement"),
    ),
    _fewest("set_backs", "Set-backs", "Fewest times set back.", lambda record: record.sum_of("set_backs")),
    Criterion("play_off", "Play-off", "The better place in a play-off between those still level.", _play_off),
)
"""Asked of the matches of a record; `with_strengths` has to come before "opponents_strength"."""

CRITERIA: Mapping[str, Criterion] = {criterion.key: criterion for criterion in (*OF_HOURS, *OF_MATCHES)}
