"""Adds the matches of two teams' tables in a round into one team match."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from .matches import Column, E, MatchRecord
from .records import Record, add_figures, average

COLUMNS: tuple[Column, ...] = tuple(column for part in get_args(Column) for column in get_args(part))


def add_up_rounds(
    record: Record[E],
    *,
    drawn_below: int | None = None,
    halves: Mapping[int, int] | None = None,
    is_level_open: bool = False,
) -> Record[E]:
    """Returns the record with all matches of a round against the same opponents added into one team match, which is in
    play until all tables are in and, with `is_level_open`, as long as both sides have won as many games. A table that
    was not played adds nothing. A match with a credit, or without a table played, stays as it is. If tables had only a
    part of the round, the team match has their average part. It is a draw if both sides have won fewer games than
    `drawn_below`. Rounds with the same value in `halves` are one match."""
    tables: dict[Hashable, list[MatchRecord[E]]] = {}
    for place, match in enumerate(record.matches):
        name = place if match.credit else ((halves or {}).get(match.round, match.round), frozenset(match.opponents))
        tables.setdefault(name, []).append(match)
    added = (_add_matches(matches) for matches in tables.values())
    decided = (_keep_open(match) if is_level_open else _rule_draw(match, drawn_below) for match in added)
    return replace(record, matches=tuple(decided))


def _keep_open(match: MatchRecord[E]) -> MatchRecord[E]:
    is_counted = match.credit is None and match.why_unplayed in (None, "shared")
    return match._replace(in_play=True) if is_counted and match.result == "drawn" else match


def _rule_draw(match: MatchRecord[E], drawn_below: int | None) -> MatchRecord[E]:
    games = (match.games, match.games_against)
    if drawn_below is None or match.in_play or match.credit or match.why_unplayed not in (None, "shared"):
        return match
    is_draw = all(won is not None and won < drawn_below for won in games)
    return match._replace(ruled="drawn") if is_draw else match


def _add_matches(matches: Sequence[MatchRecord[E]]) -> MatchRecord[E]:
    first = matches[0]
    counted = [match for match in matches if match.is_open or match.is_reported]
    if len(matches) == 1 or not counted:
        return first
    is_open = any(match.is_open for match in counted)
    sums: dict[str, Any] = {}
    if is_open:
        for column in ("games", "games_against"):
            known = [figure for match in counted if (figure := match.figure(column)) is not None]
            sums[column] = sum(known) if known else None
        sums["in_play"] = sums["games"] is not None
    else:
        sums = {column: add_figures(match.figure(column) for match in counted) for column in COLUMNS}
    if any(match.unplayed == "shared" for match in counted):
        part = average(1 if match.part is None else match.part for match in counted)
        sums |= {"unplayed": "shared", "part": part}
    return MatchRecord(first.round, first.opponents, first.partners, **sums)
