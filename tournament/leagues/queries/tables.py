"""What is known of the tables of league matches that were not played here: games at each, which were singles, and who
sat there."""

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from tournament.leagues.queries.results import ResultRow
from tournament.leagues.reported import Figures, figures_of_report, typed_tables_of
from tournament.models import League, LeagueReport, LeagueResult


class KnownTables(NamedTuple):
    """The figures of a match with those of its tables, `team` of the result first, and the report of another hall that
    they come from, None if somebody typed them."""

    figures: Figures
    hall: LeagueReport | None = None


class UsualTables(NamedTuple):
    """How many games each table of a match plays, and the numbers of those that are singles, from 1; empty as long as
    nobody knows."""

    games: tuple[int, ...] = ()
    singles: tuple[int, ...] = ()


def tables_of_results(
    results: Sequence[ResultRow] | Sequence[LeagueResult], reports: Sequence[LeagueReport]
) -> dict[int, KnownTables]:
    """Returns by the ids of these results what the secretary typed of the tables of each, else what captains or another
    hall reported, if it adds up to what counts. One query."""
    typed = LeagueResult.objects.filter(pk__in=[each.pk for each in results]).exclude(tables=[])
    known = {each.pk: KnownTables(figures) for each in typed if (figures := typed_tables_of(each)) is not None}
    of_meeting: dict[tuple[int, frozenset[int | None]], list[LeagueReport]] = {}
    for report in sorted(reports, key=lambda each: (each.evening is None, not each.singles, not each.seated)):
        of_meeting.setdefault((report.round, frozenset((report.team_id, report.other_id))), []).append(report)
    for result in results:
        said = of_meeting.get((result.round, frozenset((result.team_id, result.other_id))), [])
        if result.pk not in known and (found := _tables_in(said, result)) is not None:
            known[result.pk] = found
    return known


def _tables_in(said: Sequence[LeagueReport], result: ResultRow | LeagueResult) -> KnownTables | None:
    """Returns the tables of the first report that adds up to the result, with the names that others know besides."""
    fitting = []
    for each in said:
        figures = figures_of_report(each)
        figures = figures.from_other_side if each.team_id == result.other_id else figures
        if (figures.games, figures.other_games) == (result.games, result.other_games) and figures.tables_add_up:
            fitting.append((figures, each))
    if not fitting:
        return None
    first = fitting[0][1]
    figures = reduce(Figures.completed_by, [figures for figures, _report in fitting])
    return KnownTables(figures, first if first.evening is not None else None)


def usual_tables(league: League) -> UsualTables:
    """Returns the tables of a match of this league as in the latest match of the club with as many tables: a league
    plays every match alike. Two queries at most, none if the league does not count its tables."""
    for model in (LeagueResult, LeagueReport) if league.tables else ():
        alike = model.objects.filter(team__league__club=league.club_id, team__league__tables=league.tables)
        for tables, singles in alike.exclude(tables=[]).order_by("-pk").values_list("tables", "singles")[:1]:
            return UsualTables(tuple(map(sum, tables)), tuple(singles))
    return UsualTables()
