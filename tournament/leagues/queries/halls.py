"""Matches of a league that are played in other halls, and matches of other leagues that are played here."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.db.models import Min
from django.utils import timezone

from tournament.door.line_up_remarks import LineUps, Remark
from tournament.leagues.captain_links import token_of_hall
from tournament.leagues.eligibility import Doubted, LineUpPlayed, Membership, Squads, SubstituteRules, find_doubted
from tournament.leagues.hall_file import (
    MOST_BARRED,
    MOST_NAMES,
    MOST_NOTES,
    THE_NAME,
    Eligibility,
    HallResult,
    MatchForHall,
    mark_of_name,
)
from tournament.leagues.queries.evenings import details_of, figures_between
from tournament.leagues.queries.reports import reports_of
from tournament.leagues.queries.results import results_of
from tournament.leagues.queries.tables import usual_tables
from tournament.leagues.queries.teams import EligibilityBook, allowed_in, squad_on
from tournament.leagues.reported import Meeting, ReportedMatch, meeting_of, pair_with_reports
from tournament.leagues.spelling import name_key
from tournament.models import (
    Entry,
    Event,
    HallLink,
    League,
    LeagueResult,
    LeagueTeam,
    Round,
    VisitingMatch,
    of_shown_club,
)


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


def match_for_hall(link: HallLink, book: EligibilityBook | None = None) -> MatchForHall | None:
    """Returns a match as another hall needs it, the first team of its link in front, wherever it is played by now; None
    if its link was revoked, or if it is no longer in the league. With the book of its league it says who may not play.
    Ten queries at most."""
    league, teams = link.team.league, (link.team_id, link.other_id)
    found = league.results.filter(superseded_at=None, round=link.round, team__in=teams, other__in=teams)
    match = found.select_related("team", "other").order_by("pk").first()
    if match is None or match.other is None or not link.key:
        return None
    of_link = (match.team, match.other) if match.team_id == link.team_id else (match.other, match.team)
    usual, token = usual_tables(league), token_of_hall(link)
    return MatchForHall(
        match=name_of_match(link),
        token=token,
        league=str(league),
        round=match.round,
        teams=(of_link[0].name, of_link[1].name),
        squads=(_who_plays_for(of_link[0], match), _who_plays_for(of_link[1], match)),
        day=match.day,
        starts=match.starts,
        venue=match.place,
        race_to=league.race_to,
        counts_games_in_play=league.counts_games_in_play,
        tables=league.tables,
        games_a_table=usual.games,
        singles=usual.singles,
        cup_teams=league.drawn_teams if league.is_cup else 0,
        eligibility=_eligibility_for_hall(book, match, of_link, token) if book else None,
    )


def _who_plays_for(team: LeagueTeam, match: LeagueResult) -> tuple[str, ...]:
    """Returns the squad of a team on the day of a match, and whom the secretary has allowed to play in it."""
    squad = squad_on(team, match.day or timezone.localdate())
    return tuple(dict.fromkeys([*squad, *(name for name, _why in allowed_in(match, team))]))[:MOST_NAMES]


def _eligibility_for_hall(
    book: EligibilityBook, match: LeagueResult, teams: tuple[LeagueTeam, LeagueTeam], token: str
) -> Eligibility:
    day, squads = match.day or timezone.localdate(), book.squads
    own = {book.owners.get(team.pk) for team in teams}
    others: dict[str, list[str]] = {}
    for each in squads.memberships:
        if each.team not in own and each.has_day(day):
            others.setdefault(squads.teams[each.team], []).append(mark_of_name(each.name, token))
    one, other = (
        tuple((mark_of_name(name, token), why.replace(name, THE_NAME)) for name, why in book.find_barred(match, team))
        for team in teams
    )
    return Eligibility(
        substitutes=book.rules.most,
        lent=book.rules.lent,
        others=tuple((team, tuple(marks[:MOST_NAMES])) for team, marks in others.items()),
        barred=(one[:MOST_BARRED], other[:MOST_BARRED]),
    )


def visit_doubts(event: Event, line_ups: LineUps) -> list[Remark]:
    """Says who of some line-ups may not play in the match of another league that is played here. One query."""
    visit = VisitingMatch.objects.filter(event=event).exclude(eligibility={}).first()
    if visit is None:
        return []
    visit.event = event
    sides = {name_key(team): at for at, team in enumerate((visit.team, visit.other))}
    return [
        Remark(team, *each)
        for team, names in line_ups.items()
        if (at := sides.get(name_key(team))) is not None
        for each in _judge_visitors(visit, at, names)
        if [team, each.name] not in [said[:2] for said in visit.allowed]
    ]


def _judge_visitors(visit: VisitingMatch, at: int, names: Sequence[str]) -> list[Doubted]:
    """Returns who may not play for the first team (0) or the other (1), as far as the file of the match says."""
    known, marks = visit.eligibility, {name: mark_of_name(name, visit.token) for name in names}
    barred = dict(known["barred"][at])
    teams = dict(enumerate([visit.team, visit.other, *(team for team, _of_team in known["others"])]))
    members = [Membership(name, side) for side, squad in enumerate(known["squads"]) for name in squad]
    for side, (_team, of_team) in enumerate(known["others"], start=2):
        members += [Membership(name, side) for name in names if marks[name] in of_team]
    others = tuple(name for name in names if marks[name] not in barred)
    line_up = LineUpPlayed(0, at, visit.event.date, others)
    rules = SubstituteRules(known["substitutes"], None, known["lent"])
    doubted = [Doubted(name, barred[mark].replace(THE_NAME, name)) for name, mark in marks.items() if mark in barred]
    return [*doubted, *find_doubted([line_up], Squads(members, teams), rules).get((0, at), [])]


def result_of_visit(visit: VisitingMatch) -> HallResult | None:
    """Returns the result of a match of another league that is played here; None until every table is agreed."""
    result = result_in_evening(visit.event, visit.match, (name_key(visit.team), name_key(visit.other)))
    allowed = tuple((name, why) for _team, name, why in visit.allowed[:MOST_NAMES])
    return None if result is None else replace(result, allowed=allowed)


def result_in_evening(event: Event, match: str, keys: tuple[str, str]) -> HallResult | None:
    """Returns the result of a match of two teams in an evening, by the keys of their names; None until every table is
    agreed. `match` is what its league calls it."""
    figures = figures_between(event, keys)
    if figures is None:
        return None
    details = details_of(event, keys)
    sat = Entry.objects.filter(team__isnull=False, played_in__side__match__in=details.matches).distinct()
    sat = sat.order_by("pk")
    names = [(name_key(team), name) for team, name in sat.values_list("team__name", "player__name")]
    one, other = (tuple(name for team, name in names if team == key) for key in keys)
    notes = (*details.halves, *details.feats)[:MOST_NOTES]
    figures = replace(figures, tables=details.tables, singles=details.singles, seated=details.seated)
    begun = Round.objects.filter(stage__event=event).aggregate(first=Min("started_at"))["first"]
    day = timezone.localdate(begun) if begun else event.date
    return HallResult(match, event.uid, event.revision, figures, (one, other), notes, day)


def list_visits() -> list[VisitingMatch]:
    """Returns the matches of other leagues that are played here, the latest first. One query."""
    visits = VisitingMatch.objects.filter(of_shown_club("event__club"), event__binned_at=None)
    return list(visits.select_related("event__club"))
