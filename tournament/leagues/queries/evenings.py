"""League matches that are played here: the evening of each, and what it comes to for the league."""

from collections.abc import Sequence
from uuid import UUID

from tournament.leagues.queries.results import ResultRow
from tournament.leagues.spelling import name_key
from tournament.matches.queries.team_matches import team_matches_of
from tournament.models import SETTLED, Enters, Event, League, LeagueResult, Match, Stage, Team

FIGURES = ("games", "hang_jacks", "other_games", "other_hang_jacks")
LATEST = 20
"""Among so many of the latest evenings of teams, one can be linked to a match."""


def linked_results_of(league: League) -> list[LeagueResult]:
    """Returns the matches of a league that are played here. One query."""
    linked = league.results.filter(superseded_at=None, evening__isnull=False)
    return list(linked.select_related("league", "team", "other", "awarded"))


def evenings_by_uid(results: Sequence[LeagueResult] | Sequence[ResultRow]) -> dict[UUID, Event]:
    """Returns the evenings of these matches, but for those that were deleted or are in the bin. One query."""
    uids = [result.evening for result in results if result.evening]
    return {event.uid: event for event in Event.objects.filter(uid__in=uids)} if uids else {}


def figures_from(event: Event, result: LeagueResult) -> dict[str, int | None]:
    """Returns the figures of a match as its evening has them, by fields of a result; all None until they have
    played to the end, both halves too, and every table where they met is agreed. Six queries at most."""
    nothing = dict.fromkeys(FIGURES)
    teams = {name_key(name): pk for pk, name in Team.objects.filter(event=event).values_list("pk", "name")}
    assert result.other is not None
    pair = (teams.get(result.team.key), teams.get(result.other.key))
    if None in pair:
        return nothing
    stages = Stage.objects.filter(event=event).values_list("pk", flat=True)
    met = [each for each in team_matches_of(event, list(stages)) if {side.key for side in each.teams} == set(pair)]
    tables = [table.match for each in met for table in each.tables]
    is_over = bool(met) and all(each.is_over for each in met)
    if not is_over or Match.objects.filter(pk__in=tables).exclude(state__in=SETTLED).exists():
        return nothing
    figures = []
    for key in pair:
        sides = [side for each in met for side in each.teams if side.key == key]
        jacks = [side.hang_jacks for side in sides]
        known = None if None in jacks else sum(each for each in jacks if each is not None)
        figures += [sum(side.games for side in sides), known]
    return dict(zip(FIGURES, figures, strict=True))


def evenings_to_link(result: LeagueResult) -> list[Event]:
    """Returns the latest evenings in which both teams of a match are entered by name, unless they are linked. Three
    queries."""
    assert result.other is not None
    taken = LeagueResult.objects.filter(superseded_at=None, evening__isnull=False).values_list("evening", flat=True)
    latest = Event.objects.filter(club=result.league.club_id, enters=Enters.TEAMS).exclude(uid__in=list(taken))
    events = list(latest.order_by("-date", "-pk")[:LATEST])
    entered: dict[int, set[str]] = {}
    for event, name in Team.objects.filter(event__in=events).values_list("event", "name"):
        entered.setdefault(event, set()).add(name_key(name))
    wanted = {result.team.key, result.other.key}
    return [event for event in events if wanted <= entered.get(event.pk, set())]
