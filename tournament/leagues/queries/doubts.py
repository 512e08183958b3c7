"""What a league's results leave in doubt, and which of them are missing."""

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext as _

from tournament.leagues.doubts import LeagueDoubts, NamedResult, find_league_doubts
from tournament.leagues.queries.counting import result_as_played, team_result_of, withdrawn_from
from tournament.leagues.queries.leagues import teams_of
from tournament.leagues.queries.results import ResultRow, results_of, results_taken_out_of
from tournament.leagues.results_file import ResultLine
from tournament.models import PLAY_AGAIN, League, LeagueResult, LeagueTeam
from tournament.ranking import TeamResult


def name_results(results: Sequence[LeagueResult] | Sequence[ResultRow], today: date | None = None) -> list[NamedResult]:
    """Returns the results with the names of their teams. A fixture is still to come on its day and before, while it is
    postponed and, without a day, as long as no match of its round or a later one was played. Nobody waits for a match
    to which something else happened, and one of a team that withdrew is a bye of the other."""
    last = max((result.round for result in results if result.games is not None), default=0)

    def is_to_come(result: LeagueResult | ResultRow) -> bool:
        if result.day is not None:
            return today is not None and result.day >= today
        return result.postponed_from is not None or result.round > last

    named = []
    for result in results:
        played = result_as_played(result)
        if gone := {team.name for team in withdrawn_from(result)}:
            teams = [team for team in (played.team, played.other) if team and team not in gone]
            named += [NamedResult(TeamResult(result.round, team)) for team in teams]
        elif result.outcome and not result.is_fixture and result.outcome != PLAY_AGAIN:
            named.append(NamedResult(TeamResult(result.round, played.team, other=played.other), is_later=True))
        else:
            named.append(NamedResult(played, is_later=result.is_fixture and is_to_come(result)))
    return named


def doubts_after(
    league: League,
    new: Sequence[ResultLine],
    fill: Sequence[tuple[ResultLine, LeagueResult]],
    *,
    today: date | None = None,
) -> LeagueDoubts:
    """Returns the doubts that an import of these lines would add, and what would be missing after it; with `today`, a
    match on a later day is not. Three queries."""
    teams, gone = teams_of(league), results_taken_out_of(league)
    results = results_of(league, teams)
    filled = {there.pk for _line, there in fill}
    stay = name_results([each for each in results if each.pk not in filled], today)
    coming = [
        NamedResult(
            team_result_of(line)
            if line.outcome in ("", PLAY_AGAIN)
            else TeamResult(line.round, line.team_a, other=line.team_b),
            _("line %(line)s") % {"line": line.line},
            is_later=line.outcome not in ("", PLAY_AGAIN)
            or line.is_open
            and (
                line.is_postponed
                or bool(line.postponed_from and not line.day)
                or bool(today and line.day and line.day >= today)
            ),
        )
        for line in (*new, *(line for line, _there in fill))
    ]
    before = find_doubts_of(league, teams, name_results(results, today), gone).doubts
    after = find_doubts_of(league, teams, [*stay, *coming], gone)
    return LeagueDoubts(tuple(doubt for doubt in after.doubts if doubt not in before), after.missing)


def find_doubts_of(
    league: League, teams: Sequence[LeagueTeam], results: Sequence[NamedResult], gone: Sequence[LeagueResult]
) -> LeagueDoubts:
    names = [team.name for team in teams if team.withdrawn_on is None]
    removed = [
        (each.round, frozenset((each.team.name, each.other.name))) for each in gone if each.other and each.is_fixture
    ]
    return find_league_doubts(
        results,
        teams=names,
        wins=league.wins,
        meetings=league.meetings,
        removed=removed,
        is_knock_out=league.is_cup,
    )
