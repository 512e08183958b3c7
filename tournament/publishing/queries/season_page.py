"""A season as the site shows it: the tables of its series, for the whole season and each quarter, and its
statistics."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from tournament.club.visibility import NamesShown
from tournament.models import Season
from tournament.seasons.queries.results import EndedEvening
from tournament.seasons.queries.seasons import key_of_quarter, quarters_of, table_of
from tournament.seasons.queries.series_page import explain_tie_breaks, quarter_name, rows_of
from tournament.seasons.series import Quarter, quarter_of, rule_in_words
from tournament.statistics.queries.hands_page import name_sides, statistics_of_season


class PartOfSeason(NamedTuple):
    """A page of a season. `of` is what it is made from besides people's names; `read` returns its context."""

    path: str
    template: str
    made_from: Any
    read: Callable[[], Mapping[str, Any]]


def path_of_season(season: Season, part: str = "") -> str:
    """Returns the path of the season's page, or of the other page that `part` names."""
    return f"seasons/{season.uid.hex[:8]}{'-' if part else ''}{part}.html"


def pages_of_season(
    season: Season, name: str, evenings: Sequence[EndedEvening], names: NamesShown, paths: Mapping[int, str]
) -> Iterator[PartOfSeason]:
    """Yields the pages of the whole season, of its quarters if there are several, and of its statistics. `paths` lead
    to evenings."""
    quarters = quarters_of(evenings)
    parts: list[Quarter | None] = [None, *quarters]
    statistics = path_of_season(season, "statistics") if evenings else ""
    listed = [
        (part, path_of_season(season, key_of_quarter(part) if part else ""), quarter_name(part) if part else "")
        for part in parts
    ]
    context = {"at": "seasons", "season": season, "name": name, "parts": listed if quarters else []}
    context |= {"statistics": statistics, "whole": path_of_season(season)}
    days = [name, str(season.first_day), str(season.last_day)]
    rules = [(series.pk, series.name, series.ranks, series.rule) for series in season.series.all()]
    for part, path, _words in listed:
        links = [(each, paths.get(each.event, "")) for each in evenings if part in (None, quarter_of(each.day))]
        shown = {**context, "quarter": part, "evenings": links}
        made_from = [days, rules, quarters, _key_of(links)]
        yield PartOfSeason(path, "season", made_from, partial(_read_tables, shown, season, evenings, part, names))
    if statistics:
        made_from = [days, _key_of([(each, paths.get(each.event, "")) for each in evenings])]
        read = partial(_read_statistics, context, season, evenings, names, paths)
        yield PartOfSeason(statistics, "season_statistics", made_from, read)


def _key_of(links: Sequence[tuple[EndedEvening, str]]) -> list[Any]:
    return [[each.event, each.name, str(each.day), *each.state, path] for each, path in links]


def _read_tables(
    context: Mapping[str, Any],
    season: Season,
    evenings: Sequence[EndedEvening],
    quarter: Quarter | None,
    names: NamesShown,
) -> Mapping[str, Any]:
    """Returns the name, the rows, the rule in words and its tie-breaks for each series."""
    tables = [table_of(series, evenings, quarter=quarter) for series in season.series.all()]
    rows = [
        (names.redact(each.series.name), rows_of(each, names), rule_in_words(each.rule), explain_tie_breaks(each))
        for each in tables
    ]
    return {**context, "tables": rows}


def _read_statistics(
    context: Mapping[str, Any],
    season: Season,
    evenings: Sequence[EndedEvening],
    names: NamesShown,
    paths: Mapping[int, str],
) -> Mapping[str, Any]:
    statistics = statistics_of_season(season.pk, evenings)
    longest = statistics.longest
    sides = name_sides(longest.match, names.names) if longest else ""
    return {
        **context,
        "found": statistics,
        "sides": sides,
        "path_of_longest": paths.get(longest.event, "") if longest else "",
    }
