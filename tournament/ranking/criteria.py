"""The criteria that rank. Each gives a value to the entries that are still level; a higher value stands higher.

None means unknown: then the criterion is skipped for all who are still level. Only the first criterion counts what is
known so far. Labels and explanations are plain English that pages translate. The format says which criteria an evening
uses, and in which order.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile
from typing import Any, Protocol

from tournament import N_

from .matches import SHARES_OF, Amount, Column, E, MatchRecord
from .records import Record, add_figures, average, subtract


class Comparable(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


Figure = Callable[[Record[Any]], Amount | None]
Group = Sequence[Record[Any]]


@dataclass(frozen=True)
class Criterion:
    """One criterion. `figure_of` gives the figure of its column, if it has one; `so_far` gives the figure from what is
    known. `waits_for_results` says whether an unknown value means a missing result; False if some of the group never
    met, or nobody has cut the cards."""

    key: str
    label: str
    explanation: str
    value_of: Callable[[Record[Any], Group], Comparable | None]
    figure_of: Figure | None = None
    so_far: Callable[[Record[Any]], Amount] | None = None
    waits_for_results: Callable[[Group], bool] = lambda group: True
    fewer_is_better: bool = False

    def value_so_far(self, record: Record[Any], group: Group) -> Comparable | None:
        """Returns the value, or what is known of it."""
        value = self.value_of(record, group)
        if value is not None or self.so_far is None:
            return value
        known = self.so_far(record)
        return -known if self.fewer_is_better else known

    def figure_so_far(self, record: Record[Any]) -> Amount | None:
        """Returns the figure for its column, from what is known so far."""
        figure = self.figure_of(record) if self.figure_of else None
        return self.so_far(record) if figure is None and self.so_far else figure


def _rank_by_most(
    key: str, label: str, explanation: str, figure_of: Figure, so_far: Callable[[Record[Any]], Amount] | None = None
) -> Criterion:
    return Criterion(key, label, explanation, lambda record, group: figure_of(record), figure_of, so_far)


def _rank_by_fewest(
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


def _rank_by_hour(number: int, label: str, explanation: str) -> Criterion:
    return _rank_by_most(f"hour_{number}", label, explanation, lambda record: record.adjusted_total_in(number))


def _have_all_met(group: Group) -> bool:
    """Returns whether everybody was drawn to meet all of the others, reported or not."""
    entries = {record.entry for record in group}
    return all(entries - record.opponents_met <= {record.entry} for record in group)


def _sum_between(
    figure_of: Callable[[MatchRecord[Any], Record[Any]], Amount | None],
) -> Callable[[Record[Any], Group], Comparable | None]:
    """Makes the sum over an entry's meetings with the others of the group. It is unknown unless the entry met all of
    them."""

    def sum_between(record: Record[Any], group: Group) -> Comparable | None:
        met = record.opponents_met
        if len(met) < len(group) - 1 or any(other.entry not in met for other in group if other.entry != record.entry):
            return None
        others = {other.entry for other in group if other.entry != record.entry}
        between = (match for match in record.meetings if not others.isdisjoint(match.opponents))
        return add_figures(figure_of(match, record) for match in between)

    return sum_between


def _match_points_of(match: MatchRecord[Any], record: Record[Any]) -> Amount | None:
    return None if match.result is None else record.scale.value(SHARES_OF[match.result])


def _difference_of(own: Figure, other: Figure) -> Figure:
    return lambda record: subtract(own(record), other(record))


def _known_sum_of(column: Column, less: Column | None = None) -> Callable[[Record[Any]], Amount]:
    return lambda record: record.known_sum(column, less)


def _known_games_of(less: Column | None = None) -> Callable[[Record[Any]], Amount]:
    return lambda record: record.known_sum("games", less) - record.games_penalty


def _place_in_play_off(record: Record[Any], group: Group) -> Comparable | None:
    """Returns the place in the play-off; unknown unless all of the group played the same play-off."""
    if record.play_off is None or any(other.play_off_number != record.play_off_number for other in group):
        return None
    return -record.play_off


def _rank_of_cut(record: Record[Any], group: Group) -> Comparable | None:
    """Returns the rank of the first card in which the group differs. Those whose cards are equal have to cut again.
    Only cards cut together count: a card that settled one tie settles no other."""
    if record.cut is None:
        return None
    cuts = [member.cut or () for member in group]
    equal = sum(1 for _ in takewhile(lambda cards: len(set(cards)) == 1, zip(*cuts, strict=False)))
    return -CUT_ORDER.index(record.cut[equal]) if len(record.cut) > equal else None


def _table_in_second_hour(record: Record[Any], group: Group) -> Comparable:
    """Entries without a table in hour two stand below all others."""
    tables = [match.table for match in record.matches if match.round > 1 and match.table is not None]
    return (1, -tables[-1]) if tables else (0, 0)


OF_HOURS = (
    _rank_by_most(
        "total",
        N_("Total"),
        N_("Most points; players who sat out are scored per minute played."),
        lambda record: record.adjusted_total,
    ),
    Criterion(
        "games",
        N_("Games won"),
        N_("Most games won."),
        lambda record, group: -1 if record.games is None else record.games,
        lambda record: record.games,
    ),
    _rank_by_most("points", N_("Points"), N_("Most points in all games."), lambda record: record.total),
    _rank_by_hour(1, N_("Hour 1"), N_("Most points in hour 1; players who sat out are scored per minute played.")),
    _rank_by_hour(2, N_("Hour 2"), N_("Most points in hour 2; players who sat out are scored per minute played.")),
    Criterion(
        "points_between",
        N_("Points between them"),
        N_("Most points in the matches between those still tied, if they have all met."),
        _sum_between(lambda match, _record: match.points),
        waits_for_results=_have_all_met,
    ),
    _rank_by_most(
        "all_fours",
        N_("All Fours"),
        N_("Most hands with all 4 points won."),
        lambda record: record.all_fours,
        _known_sum_of("all_fours"),
    ),
    _rank_by_most(
        "best_round",
        N_("Best round"),
        N_("Most points in a single round."),
        lambda record: record.best_round,
        lambda record: max(record.round_points, default=0),
    ),
    Criterion(
        "cut",
        N_("Cut of the cards"),
        N_("The better card cut: 3, 2, ace, king, queen, jack, 10 and so on down to 4. Equal cards: cut again."),
        _rank_of_cut,
        waits_for_results=lambda group: False,
    ),
    Criterion(
        "second_table",
        N_("Second-hour table"),
        N_("Table 1 of the second hour ranks above table 2, and so on."),
        _table_in_second_hour,
    ),
)

OF_MATCHES = (
    _rank_by_most(
        "match_points",
        N_("Match points"),
        N_("Most points for matches won and drawn, as the club counts them, less penalties."),
        lambda record: record.match_points,
        lambda record: record.match_points_so_far - record.penalty,
    ),
    _rank_by_most(
        "matches_won",
        N_("Matches won"),
        N_("Most matches won."),
        lambda record: record.won,
        lambda record: record.shares_so_far.won,
    ),
    _rank_by_most(
        "games_won",
        N_("Games won"),
        N_("Most games won in all matches."),
        lambda record: record.games_won,
        _known_games_of(),
    ),
    _rank_by_fewest(
        "games_lost",
        N_("Games lost"),
        N_("Fewest games lost."),
        lambda record: record.games_lost,
        _known_sum_of("games_against"),
    ),
    _rank_by_most(
        "game_difference",
        N_("Game difference"),
        N_("Games won less games lost: the higher, the better."),
        _difference_of(lambda record: record.games_won, lambda record: record.games_lost),
        _known_games_of(less="games_against"),
    ),
    _rank_by_most(
        "points_for",
        N_("Points for"),
        N_("Most points made in all matches."),
        lambda record: record.points_for,
        lambda record: record.known_points(),
    ),
    _rank_by_fewest(
        "points_against",
        N_("Points against"),
        N_("Fewest points conceded."),
        lambda record: record.points_against,
        _known_sum_of("against"),
    ),
    _rank_by_most(
        "point_difference",
        N_("Point difference"),
        N_("Points made less points conceded: the higher, the better."),
        _difference_of(lambda record: record.points_for, lambda record: record.points_against),
        lambda record: record.known_points(less="against"),
    ),
    Criterion(
        "head_to_head",
        N_("Head to head"),
        N_("Most match points in the matches between those still tied, if they have all met."),
        _sum_between(_match_points_of),
        waits_for_results=_have_all_met,
    ),
    Criterion(
        "games_between",
        N_("Games between them"),
        N_("Most games won in the matches between those still tied, if they have all met."),
        _sum_between(lambda match, _record: match.games),
        waits_for_results=_have_all_met,
    ),
    _rank_by_most(
        "hang_jacks_for",
        N_("Hang jacks"),
        N_("Most hang jacks made."),
        lambda record: record.hang_jacks_for,
        _known_sum_of("hang_jacks"),
    ),
    _rank_by_fewest(
        "hang_jacks_against",
        N_("Hang jacks against"),
        N_("Fewest hang jacks conceded."),
        lambda record: record.hang_jacks_against,
        _known_sum_of("hang_jacks_against"),
    ),
    _rank_by_most(
        "hang_jack_difference",
        N_("Hang-jack difference"),
        N_("Hang jacks made less hang jacks conceded: the higher, the better."),
        _difference_of(lambda record: record.hang_jacks_for, lambda record: record.hang_jacks_against),
        _known_sum_of("hang_jacks", less="hang_jacks_against"),
    ),
    _rank_by_most(
        "opponents_strength",
        N_("Opponents’ strength"),
        N_("Most match points of all opponents together: stronger opponents rank you higher."),
        lambda record: record.strength,
        lambda record: record.strength_so_far,
    ),
    _rank_by_most(
        "settlement",
        N_("Settlement"),
        N_("Most received in settlement, less what was paid."),
        lambda record: record.sum_of("settlement"),
        _known_sum_of("settlement"),
    ),
    _rank_by_fewest(
        "set_backs",
        N_("Set-backs"),
        N_("Fewest times set back."),
        lambda record: record.sum_of("set_backs"),
        _known_sum_of("set_backs"),
    ),
    Criterion(
        "play_off",
        N_("Play-off"),
        N_("The better place in a play-off between those still tied."),
        _place_in_play_off,
        waits_for_results=lambda group: False,
    ),
)
"""The criteria that read the matches of a record. Call `add_strengths` before "opponents_strength"."""

CRITERIA: Mapping[str, Criterion] = {criterion.key: criterion for criterion in (*OF_HOURS, *OF_MATCHES)}


def add_strengths(records: Sequence[Record[E]], *, unmet: Amount | None = None) -> tuple[Record[E], ...]:
    """Returns the records with the strength of their opponents, who all have to be among them.

    A round without an opponent counts as the entry's own average opponent, or as the club says (`unmet`). Several
    opponents in one match count their average. A penalty does not make an opponent weaker.
    """
    earned = {record.entry: record.earned for record in records}
    strengths = {record.entry: _strength_of(record, earned, unmet) for record in records}
    if None not in strengths.values():
        return tuple(replace(record, strength=strengths[record.entry]) for record in records)
    known = {record.entry: record.match_points_so_far for record in records}
    return tuple(
        replace(record, strength=strengths[record.entry], strength_so_far=_strength_of(record, known, unmet) or 0)
        for record in records
    )


def _strength_of(record: Record[E], earned: Mapping[E, Amount | None], unmet: Amount | None) -> Amount | None:
    met = [_points_of_opponents(match, earned) for match in record.matches if match.is_meeting and match.is_reported]
    missed = sum(1 for match in record.matches if not match.is_meeting and not match.to_come)
    if not missed:
        return add_figures(met)
    return add_figures([*met, *[average(met) if unmet is None else unmet] * missed])


def _points_of_opponents(match: MatchRecord[E], earned: Mapping[E, Amount | None]) -> Amount | None:
    points = [earned.get(opponent) for opponent in match.opponents]
    return points[0] if len(points) == 1 else average(points)


@cache
def rank_by_knock_out(first: int, second_cup: frozenset[Any] = frozenset()) -> Criterion:
    """Ranks by a knock-out that began with round `first`. Those in a second cup beside it stand after all in the first,
    and entries that were in neither last. Cached, so that equal standings are equal: a function made again is another
    one."""

    def last_if_unbeaten(record: Record[Any]) -> int:
        """Returns the last round of an entry that has not lost; 0 if it has, or was not in the knock-out."""
        played = [match for match in record.matches_begun if match.round >= first]
        return 0 if any(map(_has_lost, played)) else max((match.round for match in played), default=0)

    def place_of(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable:
        drawn = (match for match in record.matches_begun if match.round >= first)
        played = sorted(drawn, key=lambda match: match.round)
        if not played:
            return (0, 0, 0, 0)
        is_second = record.entry in second_cup
        cup = 1 if is_second else 2
        last = played[-1]
        out = next((match for match in played if _has_lost(match) or (match is last and _was_not_played(match))), None)
        if out is not None:
            return (cup, out.round, int(not _was_not_played(out)), int(_has_won(last)))
        # Somebody who never lost and has no match while others of the same cup play on has left.
        if last.round < (record.last_begun or 0) and any(
            last_if_unbeaten(other) > last.round for other in group if (other.entry in second_cup) == is_second
        ):
            return (cup, last.round + 1, 0, 0)
        return (cup, NEVER, 1, int(_has_won(last)))

    return Criterion(
        "knock_out",
        N_("Knock-out"),
        N_(
            "The later you lose, the higher you rank; the one who never lost ranks first. If 2 lost in the same "
            "round, the winner of the last match after it ranks higher, as for third place. If neither side came to a "
            "match, both rank below those who played and lost in that round."
        )
        if not second_cup
        else N_(
            "First all in the cup, then all in the second cup. In each, the later you lose, the higher you rank; if 2 "
            "lost in the same round, the winner of the last match after it ranks higher, as for third place. If "
            "neither side came to a match, both rank below those who played and lost in that round."
        ),
        place_of,
    )


def _has_lost(match: MatchRecord[Any]) -> bool:
    return match.unplayed in ("absent", "neither") or (_was_played(match) and match.result == "lost")


def _was_not_played(match: MatchRecord[Any]) -> bool:
    """Returns whether nobody went on from a match, because neither side came or it was called off."""
    return match.unplayed in ("neither", "abandoned")


def _has_won(match: MatchRecord[Any]) -> bool:
    return match.unplayed == "walk_over" or (_was_played(match) and match.result == "won")


def _was_played(match: MatchRecord[Any]) -> bool:
    """Returns whether a match was played. One that had only part of its round counts too, since its entry played on."""
    return match.is_played or match.unplayed == "shared"
