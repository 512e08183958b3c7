"""The criteria that rank, each asked for the values of those still level; a higher value stands higher.

A value of None means unknown, and then the criterion is skipped for all who are still level; only the first criterion
counts by what is known so far. Labels and explanations are plain English that pages translate. The format says which
criteria an evening uses, and in which order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Protocol

from tournament.ranking.matches import E
from tournament.ranking.records import average

from .matches import SHARES_OF, Amount, Column, MatchRecord
from .records import Record, added


class Comparable(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


Figure = Callable[[Record[Any]], Amount | None]
Group = Sequence[Record[Any]]


def _always(group: Group) -> bool:
    return True


def _never(group: Group) -> bool:
    return False


@dataclass(frozen=True)
class Criterion:
    """`figure_of` is what a column of it shows, where there is one; fewer may be better. `so_far` is the same figure by
    what is known. `waits_for_results` says of a group for which a value is unknown whether results are what is missing:
    not where some never met, nor where nobody has cut."""

    key: str
    label: str
    explanation: str
    value_of: Callable[[Record[Any], Group], Comparable | None]
    figure_of: Figure | None = None
    so_far: Callable[[Record[Any]], Amount] | None = None
    waits_for_results: Callable[[Group], bool] = _always
    fewer_is_better: bool = False

    def value_so_far(self, record: Record[Any], group: Group) -> Comparable | None:
        """The value, or what is known of it where that is not all."""
        value = self.value_of(record, group)
        if value is not None or self.so_far is None:
            return value
        known = self.so_far(record)
        return -known if self.fewer_is_better else known

    def figure_so_far(self, record: Record[Any]) -> Amount | None:
        """What a column shows of it, by what is known."""
        figure = self.figure_of(record) if self.figure_of else None
        return self.so_far(record) if figure is None and self.so_far else figure


def _most(
    key: str,
    label: str,
    explanation: str,
    figure_of: Figure,
    so_far: Callable[[Record[Any]], Amount] | None = None,
) -> Criterion:
    return Criterion(key, label, explanation, lambda record, group: figure_of(record), figure_of, so_far)


def _fewest(
    key: str, label: str, explanation: str, figure_of: Figure, so_far: Callable[[Record[Any]], Amount]
) -> Criterion:
    def fewest(record: Record[Any], group: Group) -> Comparable | None:
        figure = figure_of(record)
        return None if figure is None else -figure

    return Criterion(key, label, explanation, fewest, figure_of, so_far, fewer_is_better=True)


NEVER = 1_000_000
"""Later than any round."""
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


def _have_all_met(group: Group) -> bool:
    """Whether each was drawn to meet each of the others, told or not."""
    entries = {record.entry for record in group}
    return all(entries <= {record.entry, *_met_by(record)} for record in group)


def _met_by(record: Record[Any]) -> Iterator[Any]:
    if not record.matches:
        yield from record.meetings
    for match in record.matches:
        if match.is_meeting:
            yield from match.opponents


def _between(
    record: Record[Any], group: Group, figure_of: Callable[[MatchRecord[Any]], Amount | None]
) -> Amount | None:
    """In the meetings with the others of the group, each match once; unknown unless it met every one of them."""
    if sum(len(match.opponents) for match in record.matches) < len(group) - 1:
        return None
    others = {other.entry for other in group if other.entry != record.entry}
    between = [match for match in record.matches if match.is_meeting and not others.isdisjoint(match.opponents)]
    if not others <= {opponent for match in between for opponent in match.opponents}:
        return None
    return added(figure_of(match) for match in between)


def _head_to_head(record: Record[Any], group: Group) -> Comparable | None:
    def match_points(match: MatchRecord[Any]) -> Amount | None:
        return None if match.result is None else record.scale.value(SHARES_OF[match.result])

    return _between(record, group, match_points)


def _games_between(record: Record[Any], group: Group) -> Comparable | None:
    return _between(record, group, lambda match: match.games)


def _points_between(record: Record[Any], group: Group) -> Comparable | None:
    if record.matches:
        return _between(record, group, lambda match: match.points)
    points = [record.meetings.get(other.entry) for other in group if other.entry != record.entry]
    return None if None in points else sum(won for won in points if won is not None)


def _games(record: Record[Any], group: Group) -> Comparable:
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


def _known(column: Column, less: Column | None = None) -> Callable[[Record[Any]], Amount]:
    return lambda record: record.known_sum(column, less)


def _games_known(less: Column | None = None) -> Callable[[Record[Any]], Amount]:
    return lambda record: record.known_sum("games", less) - record.games_penalty


def _play_off(record: Record[Any], group: Group) -> Comparable | None:
    """Unknown between those who did not play the same one. First in one play-off says nothing of second in another."""
    if record.play_off is None or any(other.play_off_number != record.play_off_number for other in group):
        return None
    return -record.play_off


def _cut(record: Record[Any], group: Group) -> Comparable | None:
    """The first card in which the group differs; those whose cards are equal so far have to cut again. Only cards cut
    together count: a card that settled one tie does not settle another with somebody who never cut against it."""
    cuts = [member.cut or () for member in group]
    equal = sum(1 for _ in takewhile(lambda cards: len(set(cards)) == 1, zip(*cuts, strict=False)))
    cards = record.cut or ()
    return -CUT_ORDER.index(cards[equal]) if len(cards) > equal else None


def _second_table(record: Record[Any], group: Group) -> Comparable:
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
        waits_for_results=_have_all_met,
    ),
    _most("all_fours", "All Fours", "Most hands in which all four points were won.", _all_fours, _known("all_fours")),
    _most(
        "best_round",
        "Best round",
        "Most points in a single round.",
        lambda record: record.best_round,
        lambda record: max(record.round_points, default=0),
    ),
    Criterion(
        "cut",
        "Cut of the cards",
        "The better card cut: 3, 2, ace, king, queen, jack, 10 and so on down to 4. Equal cards: cut again.",
        _cut,
        waits_for_results=_never,
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
        lambda record: record.earned_so_far - record.penalty,
    ),
    _most(
        "matches_won",
        "Matches won",
        "Most matches won.",
        lambda record: record.won,
        lambda record: record.shares_so_far.won,
    ),
    _most(
        "games_won",
        "Games won",
        "Most games won, of all matches together.",
        lambda record: record.games_won,
        _games_known(),
    ),
    _fewest(
        "games_lost",
        "Games lost",
        "Fewest games lost.",
        lambda record: record.games_lost,
        _known("games_against"),
    ),
    _most(
        "game_difference",
        "Game difference",
        "Games won less games lost: the more the better.",
        _difference(lambda record: record.games_won, lambda record: record.games_lost),
        _games_known(less="games_against"),
    ),
    _most(
        "points_for",
        "Points for",
        "Most points made, of all matches together.",
        lambda record: record.points_for,
        _known("points"),
    ),
    _fewest(
        "points_against",
        "Points against",
        "Fewest points given away.",
        lambda record: record.points_against,
        _known("against"),
    ),
    _most(
        "point_difference",
        "Point difference",
        "Points made less points given away: the more the better.",
        _difference(lambda record: record.points_for, lambda record: record.points_against),
        _known("points", less="against"),
    ),
    Criterion(
        "head_to_head",
        "Head to head",
        "Most match points in the matches between those still level, if they have all met.",
        _head_to_head,
        waits_for_results=_have_all_met,
    ),
    Criterion(
        "games_between",
        "Games between them",
        "Most games won in the matches between those still level, if they have all met.",
        _games_between,
        waits_for_results=_have_all_met,
    ),
    _most(
        "hang_jacks_for",
        "Hang jacks",
        "Most hang jacks made.",
        lambda record: record.hang_jacks_for,
        _known("hang_jacks"),
    ),
    _fewest(
        "hang_jacks_against",
        "Hang jacks against",
        "Fewest hang jacks suffered.",
        lambda record: record.hang_jacks_against,
        _known("hang_jacks_against"),
    ),
    _most(
        "hang_jack_difference",
        "Hang-jack difference",
        "Hang jacks made less hang jacks suffered: the more the better.",
        _difference(lambda record: record.hang_jacks_for, lambda record: record.hang_jacks_against),
        _known("hang_jacks", less="hang_jacks_against"),
    ),
    _most(
        "opponents_strength",
        "Opponents' strength",
        "Most match points of all opponents together: who met the stronger ones stands higher.",
        lambda record: record.strength,
        lambda record: record.strength_so_far,
    ),
    _most(
        "settlement",
        "Settlement",
        "Most received in settlement, less what was paid.",
        lambda record: record.sum_of("settlement"),
        _known("settlement"),
    ),
    _fewest(
        "set_backs",
        "Set-backs",
        "Fewest times set back.",
        lambda record: record.sum_of("set_backs"),
        _known("set_backs"),
    ),
    Criterion(
        "play_off",
        "Play-off",
        "The better place in a play-off between those still level.",
        _play_off,
        waits_for_results=_never,
    ),
)
"""Asked of the matches of a record; `with_strengths` has to come before "opponents_strength"."""

CRITERIA: Mapping[str, Criterion] = {criterion.key: criterion for criterion in (*OF_HOURS, *OF_MATCHES)}


def with_strengths(records: Sequence[Record[E]], *, unmet: Amount | None = None) -> tuple[Record[E], ...]:
    """The same records, each with the strength of its opponents; all whom they met have to be among them.

    A round that was rested, or not played, counts as the entry's own average opponent, or as the club says (`unmet`).
    Several opponents in one match count their average. A penalty does not make an opponent weaker.
    """
    earned = {record.entry: record.earned for record in records}
    strengths = {record.entry: _strength(record, earned, unmet) for record in records}
    if None not in strengths.values():
        return tuple(replace(record, strength=strengths[record.entry]) for record in records)
    known = {record.entry: record.earned_so_far for record in records}
    return tuple(
        replace(record, strength=strengths[record.entry], strength_so_far=_strength(record, known, unmet) or 0)
        for record in records
    )


def _strength(record: Record[E], earned: Mapping[E, Amount | None], unmet: Amount | None) -> Amount | None:
    met = [_met(match, earned) for match in record.matches if match.is_meeting and match.is_reported]
    missed = sum(1 for match in record.matches if not match.is_meeting)
    if not missed:
        return added(met)
    return added([*met, *[average(met) if unmet is None else unmet] * missed])


def _met(match: MatchRecord[E], earned: Mapping[E, Amount | None]) -> Amount | None:
    points = [earned.get(opponent) for opponent in match.opponents]
    return points[0] if len(points) == 1 else average(points)


def knock_out_from(first: int) -> Criterion:
    """Asked of the matches from round `first`, with which a knock-out began. Whoever was not in it stands last."""

    def place_of(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable:
        played = sorted((match for match in record.matches if match.round >= first), key=lambda match: match.round)
        if not played:
            return (0, 0)
        lost = next((match.round for match in played if _has_lost(match)), NEVER)
        return (lost, int(_has_won(played[-1])))

    return Criterion(
        "knock_out",
        "Knock-out",
        "Who lost later stands higher, who never lost stands first; of two who lost in the same round, who won the "
        "last match after it, as for third place.",
        place_of,
    )


def _has_lost(match: MatchRecord[Any]) -> bool:
    return match.unplayed == "absent" or (_was_played(match) and match.result == "lost")


def _has_won(match: MatchRecord[Any]) -> bool:
    return match.unplayed == "walk_over" or (_was_played(match) and match.result == "won")


def _was_played(match: MatchRecord[Any]) -> bool:
    """Also where it could play only a part of its round: one of the two went on."""
    return match.is_played or match.unplayed == "shared"
