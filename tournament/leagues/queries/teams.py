"""Squads of teams, who played in the matches of a league, and who of them may not have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from django.db.models import Q
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _

from tournament.door.line_up_remarks import LineUps, Remark
from tournament.event.queries.hours import is_knock_out
from tournament.foundation.wording import order_key
from tournament.leagues.eligibility import (
    Doubted,
    LineUpPlayed,
    Membership,
    Squads,
    SubstituteRules,
    find_doubted,
)
from tournament.leagues.log_actions import OF_SQUADS
from tournament.leagues.outcomes import OUTCOMES
from tournament.leagues.queries.seasons import divisions_of
from tournament.leagues.reported import meeting_of
from tournament.leagues.spelling import name_key
from tournament.lists.likeness import AlikeNames, KnownName
from tournament.models import (
    Enters,
    Entry,
    Event,
    League,
    LeaguePlayer,
    LeagueReport,
    LeagueResult,
    LeagueTeam,
    LogEntry,
    PersonMerge,
    Player,
    Team,
    names_outside,
)

MOST_ALIKE = 3


def team_with_squad(team: LeagueTeam) -> LeagueTeam:
    """Returns the team whose squad counts: that of the league from which a cup was drawn, or itself. One query for each
    cup above it."""
    while team.league.drawn_from is not None:
        own = LeagueTeam.objects.filter(league__in=divisions_of(team.league.drawn_from), key=team.key)
        found = own.select_related("league__drawn_from").first()
        if found is None:
            break
        team = found
    return team


def squad_on(team: LeagueTeam, day: date) -> list[str]:
    """Returns the names of those who are in a team's squad on a day, in the order they came. One query, more for a
    cup."""
    members = team_with_squad(team).squad.filter(Q(since=None) | Q(since__lte=day), Q(until=None) | Q(until__gt=day))
    return [each.name for each in members]


def squads_of(league: League, day: date) -> dict[int, list[str]]:
    """Returns the names of each squad of a league on a day, by the id of the team, in the order they came. One
    query."""
    members = LeaguePlayer.objects.filter(Q(since=None) | Q(since__lte=day), Q(until=None) | Q(until__gt=day))
    squads: dict[int, list[str]] = {}
    for team, name in members.filter(team__league=league).order_by("pk").values_list("team", "name"):
        squads.setdefault(team, []).append(name)
    return squads


def file_of_teams(league: League) -> list[list[object]]:
    """Returns the teams as rows for a spreadsheet, below a head that `leagues.team_list` reads. One query."""
    heads = [_("Team"), _("Captain"), _("Contact"), _("Venue"), _("Night"), _("Time")]
    rows: list[list[object]] = []
    for team in league.teams.all():
        night = "" if team.night is None else str(WEEKDAYS[team.night])
        starts = f"{team.starts:%H:%M}" if team.starts else ""
        rows.append([team.name, team.captain, team.contact, team.home, night, starts])
    return [[*heads], *rows]


def file_of_squads(league: League) -> list[list[object]]:
    """Returns who is in squads as rows for a spreadsheet, below a head that `leagues.team_list` reads. One query."""
    members = LeaguePlayer.objects.filter(team__league=league, until=None).order_by("team__name", "pk")
    rows: list[list[object]] = [[*row] for row in members.values_list("team__name", "name", "since")]
    return [[_("Team"), _("Player"), _("From")], *rows]


def squads_for(match: LeagueResult, team: LeagueTeam) -> tuple[list[str], list[str]]:
    """Returns who is in the squad of a team on the day of its match, and, if it is played at tables, who is in the
    other's, without names that are hidden from the present reader. Two queries at most, more for a cup."""
    other, day = match.other if team.pk == match.team_id else match.team, match.day or timezone.localdate()
    own = squad_on(team, day)
    if other is None or not match.league.tables:
        return own, []
    other.league = match.league
    names = names_outside(match.league.club)
    return own, [name for name in squad_on(other, day) if names is None or names.redact(name) == name]


def line_up_said(match: LeagueResult, team: LeagueTeam) -> LeagueReport:
    """Returns the report of a team in a match, an empty one if there is none: `players` are those whom its captain or
    the secretary has named, also before there are figures. One query."""
    said = LeagueReport.objects.filter(
        team=team, round=match.round, other__in=(match.team_id, match.other_id), evening=None
    )
    return said.defer("card").first() or LeagueReport(team=team)


def players_said(match: LeagueResult, team: LeagueTeam) -> list[str]:
    """Returns who plays for a team in a match, as its captain or the secretary has said. One query."""
    return [*line_up_said(match, team).players]


def allowed_in(match: LeagueResult, team: LeagueTeam) -> list[tuple[str, str]]:
    """Returns who was allowed to play for a team in a match, with the reasons. One query."""
    said = LeagueReport.objects.filter(
        team=team, round=match.round, other__in=(match.team_id, match.other_id), evening=None
    )
    return [(name, why) for name, why in said.values_list("allowed", flat=True).first() or ()]


def allowed_in_hall(match: LeagueResult) -> dict[str, str]:
    """Returns whom the director of another hall let play in a match, with the reasons. One query."""
    teams = (match.team_id, match.other_id)
    said = LeagueReport.objects.filter(team__in=teams, other__in=teams, round=match.round, evening__isnull=False)
    return {name: why for allowed in said.values_list("allowed", flat=True) for name, why in allowed}


def last_squad_change(team: LeagueTeam) -> LogEntry | None:
    """Returns the log's line of the last change of a squad, if it can be undone. One query."""
    lines = LogEntry.objects.filter(league=team.league_id, action__in=[each.name for each in OF_SQUADS])
    return lines.filter(after__squads__has_key=team.name, undone_at=None).order_by("-pk").first()


@dataclass(frozen=True)
class DoubtedMatch:
    """A match in which somebody played who by the rules may not, with those of each team."""

    match: LeagueResult
    doubted: Sequence[tuple[LeagueTeam, list[Doubted]]]


@dataclass(frozen=True)
class EligibilityBook:
    """Who is in which squad of a league and its divisions, and who played in its matches. A team of a cup is known by
    the team of the league whose squad counts: `owners` has their ids."""

    league: League
    squads: Squads
    line_ups: Sequence[LineUpPlayed]
    matches: Sequence[LeagueResult]
    allowed: frozenset[tuple[int, int, str]]
    owners: dict[int, int]
    people: tuple[str, ...]

    @property
    def rules(self) -> SubstituteRules:
        league = self.league
        return SubstituteRules(league.substitutes, league.substitute_matches, league.lent_matches)

    def players_of(self, match: LeagueResult, team: LeagueTeam) -> tuple[str, ...]:
        """Returns who played for a team in a match, as far as somebody has said so."""
        key = (match.pk, self.owners.get(team.pk, team.pk))
        return next((each.names for each in self.line_ups if (each.match, each.team) == key), ())

    def judge(
        self,
        match: LeagueResult,
        team: LeagueTeam,
        names: Sequence[str] | None = None,
        *,
        rules: SubstituteRules | None = None,
    ) -> list[Doubted]:
        """Returns those who may not play for a team in a match, of those who did or of `names`, without those whom the
        secretary has allowed; by other `rules` than those of the league if they are given."""
        owner = self.owners.get(team.pk, team.pk)
        key, line_ups = (match.pk, owner), list(self.line_ups)
        if names is not None:
            own = LineUpPlayed(match.pk, owner, match.day or timezone.localdate(), tuple(names), match.round)
            others = [each for each in line_ups if (each.match, each.team) != key]
            before = [each for each in others if each.order < own.order]
            line_ups = [*before, own]
        return self._not_allowed(find_doubted(line_ups, self.squads, rules or self.rules)).get(key, [])

    def find_barred(self, match: LeagueResult, team: LeagueTeam) -> list[Doubted]:
        """Returns who may not play for a team in a match, however few substitutes it has: of those who are or were in
        its squad or played for it, and of those in no squad. Who is in another squad is plain from that."""
        owner, day, of_key = self.owners.get(team.pk, team.pk), match.day or timezone.localdate(), self.squads.key_of
        members = self.squads.memberships
        elsewhere = {of_key(each.name) for each in members if each.team != owner and each.has_day(day)}
        names = [each.name for each in members if each.team == owner]
        for each in self.line_ups:
            names += [name for name in each.names if each.team == owner or of_key(name) not in elsewhere]
        by_key = {of_key(name): name for name in names}
        return self.judge(match, team, [*by_key.values()], rules=replace(self.rules, most=None))

    def _not_allowed(self, found: dict[tuple[int, int], list[Doubted]]) -> dict[tuple[int, int], list[Doubted]]:
        of_key = self.squads.key_of
        return {
            key: left
            for key, doubted in found.items()
            if (left := [each for each in doubted if (*key, of_key(each.name)) not in self.allowed])
        }

    def doubted_matches(self, *, of_season: bool = False) -> list[DoubtedMatch]:
        """Returns the matches of the league, or of all its divisions, in which somebody may not have played for a team
        whose case nobody has ruled on."""
        found = self._not_allowed(find_doubted(self.line_ups, self.squads, self.rules))
        of_match: list[DoubtedMatch] = []
        for match in self.matches:
            if match.league_id != self.league.pk and not of_season:
                continue
            teams = [team for team in (match.team, match.other) if team is not None and not is_ruled_on(match, team)]
            doubted = [(team, found.get((match.pk, self.owners.get(team.pk, team.pk)), [])) for team in teams]
            if any(names for _team, names in doubted):
                of_match.append(DoubtedMatch(match, [each for each in doubted if each[1]]))
        return of_match

    def is_known(self, name: str) -> bool:
        return self.squads.key_of(name) in self._known_keys

    def find_alike(self, name: str) -> list[str]:
        """Returns the names of squads and people that may be the same person, if nobody has just this name."""
        if self.is_known(name):
            return []
        found = self._alike.find(KnownName(-1, order_key(name)))
        return [self._known_names[each.pk] for each in found[:MOST_ALIKE]]

    @cached_property
    def _known_names(self) -> list[str]:
        names = [*(each.name for each in self.squads.memberships), *self.people]
        return list({self.squads.key_of(name): name for name in reversed(names)}.values())[::-1]

    @cached_property
    def _known_keys(self) -> set[str]:
        return {self.squads.key_of(name) for name in self._known_names}

    @cached_property
    def _alike(self) -> AlikeNames:
        return AlikeNames(KnownName(pk, order_key(name)) for pk, name in enumerate(self._known_names))


def is_ruled_on(match: LeagueResult, team: LeagueTeam) -> bool:
    """Returns whether a ruling settled who of a team might not play. What was forfeited by one team leaves the case of
    the other open."""
    outcome = OUTCOMES.get(match.outcome)
    if outcome is None or outcome.counting == "open":
        return False
    if outcome.key == "forfeited":
        return team.pk != match.awarded_id
    side = "team" if team.pk == match.team_id else "other"
    return not outcome.asks_offender or match.forfeited_by in ("", "both", side)


def eligibility_of(league: League) -> EligibilityBook:
    """Reads the squads of a league's divisions and who played in their matches. Nine queries at most, more for a
    cup."""
    root = league
    while root.drawn_from is not None:
        root = root.drawn_from
    divisions = divisions_of(root)
    teams = list(LeagueTeam.objects.filter(league__in={each.pk for each in (*divisions, league)}))
    by_key = {team.key: team.pk for team in teams if team.league_id != league.pk or not league.is_cup}
    owners = {team.pk: by_key.get(team.key, team.pk) if team.league_id == league.pk else team.pk for team in teams}
    if not league.is_cup:
        owners = {team.pk: team.pk for team in teams}
    rows = LeaguePlayer.objects.filter(team__league__in=divisions).values_list("name", "team", "since", "until")
    squads = Squads([Membership(*row) for row in rows], {team.pk: team.name for team in teams}, aliases_of(league))
    matches, reports = _played_in([*divisions, *([league] if league.is_cup else [])], {team.pk: team for team in teams})
    line_ups, allowed = [], set()
    played_here = _players_of_evenings(matches)
    for match in matches:
        for team in (match.team, match.other):
            assert team is not None
            said = reports.get(meeting_of(match), ())
            report = next((each for each in said if each.team_id == team.pk and each.evening is None), None)
            names = played_here.get((match.evening, team.key)) or _players_elsewhere(said, team)
            names = names or tuple(report.players if report else ()) or _seated_in(match, team)
            day = match.day or timezone.localdate(report.reported_at if report else None)
            owner = owners[team.pk]
            if names:
                line_ups.append(LineUpPlayed(match.pk, owner, day, tuple(names), match.round))
            if report:
                allowed |= {(match.pk, owner, squads.key_of(name)) for name, _why in report.allowed}
    line_ups.sort(key=lambda each: each.order)
    people = Player.objects.filter(club=league.club_id, forgotten_at=None).order_by("pk").values_list("name", flat=True)
    return EligibilityBook(league, squads, line_ups, matches, frozenset(allowed), owners, tuple(people))


def matches_of_evening(event: Event) -> dict[str, tuple[LeagueResult, LeagueTeam]]:
    """Returns the match that each team plays in an evening, by the team's key: the one that is linked to it, or in a
    knock-out its next in the cup all of whose teams are entered there. One query if it is linked, four at most."""
    current = LeagueResult.objects.filter(superseded_at=None).exclude(other=None)
    current = current.select_related("league__drawn_from", "team", "other")
    matches = [*current.filter(evening=event.uid)] if event.enters == Enters.TEAMS else []
    if not matches and (cup := _cup_of_evening(event)):
        matches = [each for each in current.filter(league=cup) if each.is_fixture]
    return {team.key: (match, team) for match in matches for team in (match.team, match.other) if team}


def _cup_of_evening(event: Event) -> int | None:
    if event.enters != Enters.TEAMS or not is_knock_out(event, 1):
        return None
    entered = {name_key(name) for name in Team.objects.filter(event=event).values_list("name", flat=True)}
    drawn = LeagueTeam.objects.filter(league__club=event.club_id, league__is_cup=True).exclude(number=None)
    teams: dict[int, set[str]] = {}
    for cup, key in drawn.order_by("league").values_list("league", "key"):
        teams.setdefault(cup, set()).add(key)
    return max((cup for cup, keys in teams.items() if keys <= entered), default=None)


def line_up_doubts(event: Event, line_ups: LineUps) -> list[Remark]:
    """Says who of some line-ups may not play in the match of a league that their teams play in an evening."""
    matches = matches_of_evening(event)
    playing = [(team, *matches[name_key(team)]) for team in line_ups if name_key(team) in matches]
    if not playing:
        return []
    book = eligibility_of(playing[0][1].league)
    return [Remark(team, *each) for team, match, side in playing for each in book.judge(match, side, line_ups[team])]


def aliases_of(league: League) -> dict[str, str]:
    """Returns the keys of names that were merged into another person's, unless somebody still has them. Two queries at
    most."""
    merges = list(PersonMerge.objects.filter(club=league.club_id, undone_at=None).select_related("kept"))
    if not merges:
        return {}
    still = {name_key(name) for name in Player.objects.filter(club=league.club_id).values_list("name", flat=True)}
    merged = {name_key(each.gone["name"]): name_key(each.kept.name) for each in reversed(merges)}
    return {gone: kept for gone, kept in merged.items() if gone not in still}


def _played_in(
    leagues: Sequence[League], teams: Mapping[int, LeagueTeam]
) -> tuple[list[LeagueResult], dict[tuple[int, frozenset[int | None]], list[LeagueReport]]]:
    """Returns the matches that count in some leagues and of which somebody may have said who played, and what was said
    of each. Two queries."""
    by_pk = {league.pk: league for league in leagues}
    reports: dict[tuple[int, frozenset[int | None]], list[LeagueReport]] = {}
    said = LeagueReport.objects.filter(team__league__in=leagues).exclude(players=[], allowed=[])
    for report in said.only("team", "other", "round", "evening", "players", "allowed", "reported_at"):
        reports.setdefault(meeting_of(report), []).append(report)
    is_said = Q(round__in={number for number, _teams in reports}) | Q(evening__isnull=False) | ~Q(seated=[])
    found = LeagueResult.objects.filter(is_said, league__in=leagues, superseded_at=None).exclude(other=None)
    matches = {}
    of_ruling = ("outcome", "awarded", "forfeited_by")
    for match in found.order_by("-pk").only("league", "team", "other", "round", "day", "evening", "seated", *of_ruling):
        match.league, match.team = by_pk[match.league_id], teams[match.team_id]
        match.other = teams[match.other_id] if match.other_id else None
        matches[meeting_of(match)] = match
    return sorted(matches.values(), key=lambda match: match.pk), reports


def _players_elsewhere(said: Sequence[LeagueReport], team: LeagueTeam) -> tuple[str, ...]:
    """Returns who played for a team in another hall, if it said so."""
    for each in said:
        if each.evening is not None:
            return tuple(each.players[each.team_id != team.pk])
    return ()


def _seated_in(match: LeagueResult, team: LeagueTeam) -> tuple[str, ...]:
    """Returns who sat at a table for a team as the secretary typed it, each once."""
    names = [name for sides in match.seated for name in sides[team.pk != match.team_id]]
    return tuple({name_key(name): name for name in names}.values())


def _players_of_evenings(matches: Sequence[LeagueResult]) -> dict[tuple[object, str], tuple[str, ...]]:
    """Returns who sat at a table for a team, by the evening's uid and the key of the team. One query, none if nothing
    is played here."""
    uids = {match.evening for match in matches if match.evening}
    if not uids:
        return {}
    sat = Entry.objects.filter(event__uid__in=uids, team__isnull=False, played_in__isnull=False).distinct()
    players: dict[tuple[object, str], tuple[str, ...]] = {}
    for uid, team, name in sat.order_by("pk").values_list("event__uid", "team__name", "player__name"):
        players[uid, name_key(team)] = (*players.get((uid, name_key(team)), ()), name)
    return players
