"""Matches of a league that are played in other halls, and matches of other leagues that are played here."""

from dataclasses import dataclass, replace
from itertools import groupby

from django.db.models import Min
from django.utils import timezone

from tournament.leagues.captain_links import token_of_hall
from tournament.leagues.hall_file import MOST_NAMES, MOST_NOTES, HallResult, MatchForHall
from tournament.leagues.queries.evenings import details_of, figures_between
from tournament.leagues.queries.reports import reports_of
from tournament.leagues.queries.results import results_of
from tournament.leagues.queries.tables import usual_tables
from tournament.leagues.queries.teams import squad_on
from tournament.leagues.reported import Meeting, ReportedMatch, meeting_of, pair_with_reports
from tournament.leagues.spelling import name_key
from tournament.models import Entry, HallLink, League, LeagueResult, Round, VisitingMatch, of_shown_club


@dataclass(frozen=True)
class SentMatch:
    """A match with the link under which it was sent to another hall; `version` is the latest that came back, None
    before."""

    reported: ReportedMatch
    link: HallLink

    @property
    def place(self) -> str:
        return self.reported.match.place

    @property
    def version(self) -> int | None:
        return max((each.revision for each in self.reported.reports if each.revision is not None), default=None)


@dataclass(frozen=True)
class HallBoard:
    """The matches of a league that can be sent to another hall, and those that were sent."""

    free: tuple[LeagueResult, ...]
    sent: tuple[SentMatch, ...]

    @property
    def rounds(self) -> list[tuple[int, list[LeagueResult]]]:
        """Returns the matches that can be sent, by round."""
        return [(number, list(group)) for number, group in groupby(self.free, key=lambda each: each.round)]

    @property
    def out(self) -> list[SentMatch]:
        """Returns the matches that are with another hall, by place."""
        out = [each for each in self.sent if each.reported.match.is_fixture and each.link.key]
        return sorted(out, key=lambda each: each.place)

    @property
    def places(self) -> list[tuple[str, list[SentMatch]]]:
        return [(place, list(group)) for place, group in groupby(self.out, key=lambda each: each.place)]

    @property
    def others(self) -> list[SentMatch]:
        """Returns those that are back, or whose link was revoked."""
        out = self.out
        return [each for each in self.sent if each not in out]


def hall_board(league: League) -> HallBoard:
    """Three queries."""
    links: dict[Meeting, HallLink] = {}
    for link in HallLink.objects.filter(team__league=league):
        links[link.round, frozenset((link.team_id, link.other_id))] = link
    reported = pair_with_reports(results_of(league), reports_of(league))
    sent = [(each, links.get(meeting_of(each.match))) for each in reported]
    free = [each.match for each, link in sent if link is None and each.match.is_fixture and not each.match.evening]
    return HallBoard(tuple(free), tuple(SentMatch(each, link) for each, link in sent if link is not None))


def hall_with(match: LeagueResult) -> HallLink | None:
    """Returns the link under which a match is with another hall, if it is. One query."""
    teams = (match.team_id, match.other_id)
    links = HallLink.objects.filter(team__league=match.league_id, round=match.round, team__in=teams, other__in=teams)
    return links.exclude(key="").first()


def name_of_match(link: HallLink) -> str:
    """Returns what a match is called in files, the same for as long as the league has it."""
    return f"{link.team.league.club.uid}-{link.pk}"


def match_for_hall(link: HallLink) -> MatchForHall | None:
    """Returns a match as another hall needs it; None if its link was revoked, or if it is no longer in the league.
    Seven queries at most."""
    league, teams = link.team.league, (link.team_id, link.other_id)
    found = league.results.filter(superseded_at=None, round=link.round, team__in=teams, other__in=teams)
    match = found.select_related("team", "other").order_by("pk").first()
    if match is None or match.other is None or not link.key:
        return None
    day, usual = match.day or timezone.localdate(), usual_tables(league)
    return MatchForHall(
        match=name_of_match(link),
        token=token_of_hall(link),
        league=str(league),
        round=match.round,
        teams=(match.team.name, match.other.name),
        squads=(tuple(squad_on(match.team, day)[:MOST_NAMES]), tuple(squad_on(match.other, day)[:MOST_NAMES])),
        day=match.day,
        starts=match.starts,
        venue=match.place,
        race_to=league.race_to,
        counts_games_in_play=league.counts_games_in_play,
        tables=league.tables,
        games_a_table=usual.games,
        singles=usual.singles,
    )


def result_of_visit(visit: VisitingMatch) -> HallResult | None:
    """Returns the result of a match of another league that is played here; None until every table is agreed."""
    event, keys = visit.event, (name_key(visit.team), name_key(visit.other))
    figures = figures_between(event, keys)
    if figures is None:
        return None
    details = details_of(event, keys)
    sat = Entry.objects.filter(event=event, team__isnull=False, played_in__isnull=False).distinct().order_by("pk")
    names = [(name_key(team), name) for team, name in sat.values_list("team__name", "player__name")]
    one, other = (tuple(name for team, name in names if team == key) for key in keys)
    notes = (*details.halves, *details.feats)[:MOST_NOTES]
    figures = replace(figures, tables=details.tables, singles=details.singles, seated=details.seated)
    begun = Round.objects.filter(stage__event=event).aggregate(first=Min("started_at"))["first"]
    day = timezone.localdate(begun) if begun else event.date
    return HallResult(visit.match, event.uid, event.revision, figures, (one, other), notes, day)


def list_visits() -> list[VisitingMatch]:
    """Returns the matches of other leagues that are played here, the latest first. One query."""
    visits = VisitingMatch.objects.filter(of_shown_club("event__club"), event__binned_at=None)
    return list(visits.select_related("event__club"))
