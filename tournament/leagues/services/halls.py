"""Sends matches of a league to other halls and takes their results back; opens a match of another league here.

A result may come in any order and more than once. Of each evening it counts in its latest version; it replaces what
came from that evening before, and whatever else it contradicts is settled by the secretary.
"""

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.club.queries import the_club
from tournament.club.services import make_club
from tournament.door.services.teams import NotATeam
from tournament.foundation.errors import NameShared, TournamentError
from tournament.foundation.log_actions import LogAction
from tournament.foundation.writing import log, note, write_transaction, writing
from tournament.leagues.captain_links import token_of_hall
from tournament.leagues.hall_file import HallResult, MatchForHall, read_result
from tournament.leagues.log_actions import (
    ALLOW_VISITOR,
    CHANGE_HALL_LINK,
    FOLLOW_HALL,
    OPEN_VISIT,
    RECEIVE_RESULT,
    SEND_VISIT,
    TAKE_FROM_EVENING,
)
from tournament.leagues.outcomes import OUTCOMES
from tournament.leagues.queries.halls import name_of_match, result_in_evening
from tournament.leagues.queries.reports import reported_match
from tournament.leagues.queries.results import results_of
from tournament.leagues.queries.tables import UsualTables
from tournament.leagues.reported import Figures, figures_of_report
from tournament.leagues.services.cups import draw_as_in_hall, follow_cup
from tournament.leagues.services.evenings import create_match_evening, require_free
from tournament.leagues.services.log import result_for_log, writing_league
from tournament.leagues.services.reports import MatchNotOpen, conclude_reports, current_version
from tournament.leagues.services.teams import rename_entered
from tournament.leagues.services.versions import replace_result
from tournament.leagues.spelling import name_key
from tournament.models import (
    Account,
    Event,
    HallLink,
    League,
    LeagueReport,
    LeagueResult,
    Stage,
    State,
    Team,
    VisitingMatch,
    make_captain_key,
    of_shown_club,
)
from tournament.movements.bracket import rounds_to_final_of


class UnknownMatch(TournamentError):
    message = _("This result is of a match that was not sent from here.")
    status = 422


class LinkRevoked(TournamentError):
    message = _("The link of this match was revoked, so its result is not taken. Ask the league’s secretary.")


class OlderResult(TournamentError):
    message = _("A later version of this result is here already, so this one was not taken.")


class PlayedInLeague(TournamentError):
    message = _("This match is linked to an evening at the league’s own computer. Unlink that first.")


class VisitInBin(TournamentError):
    message = _("The evening of this match is in the bin. Restore it under All evenings.")


@dataclass(frozen=True)
class ReceivedResult:
    """What became of a result: the match as it stands, the figures that came, whether they were `known` before, and
    whether they are `disputed`."""

    match: LeagueResult
    figures: Figures
    is_known: bool
    is_disputed: bool

    @property
    def in_words(self) -> str:
        words = _("%(teams)s: %(score)s is in the table.")
        if self.is_disputed:
            words = _(
                "%(teams)s: %(score)s is not what was entered or reported before. The league’s secretary decides."
            )
        elif self.is_known:
            words = _("%(teams)s: %(score)s was here already. Nothing changed.")
        score = f"{self.figures.games}–{self.figures.other_games}"
        return str(words) % {"teams": f"{self.match.team} – {self.match.other}", "score": score}


def send_to_hall(fixture: LeagueResult, *, by: Account | None, now: datetime) -> HallLink:
    """Makes the link under which a match is played in another hall; the same if it has one. Raises AlreadyPlayed,
    ResultReplaced."""
    with writing_league(fixture.league) as league:
        current = require_free(fixture)
        of_teams = {"team": current.team, "other": current.other, "round": current.round}
        link = HallLink.objects.filter(
            round=current.round, team__in=(current.team, current.other), other__in=(current.team, current.other)
        ).first()
        if link is None or not link.key:
            link = link or HallLink(**of_teams)
            _save_key(league, link, make_captain_key(), by=by, now=now)
    return link


def renew_hall_link(link: HallLink, *, by: Account | None, now: datetime) -> None:
    """Gives a match another link; results under the one before are refused."""
    with writing_league(link.team.league) as league:
        _save_key(league, link, make_captain_key(), by=by, now=now)


def revoke_hall_link(link: HallLink, *, by: Account | None, now: datetime) -> None:
    """Ends the link of a match; what came under it stays."""
    with writing_league(link.team.league) as league:
        _save_key(league, link, "", by=by, now=now)


def _save_key(league: League, link: HallLink, key: str, *, by: Account | None, now: datetime) -> None:
    link.key = key
    link.save()
    after = {"teams": [link.team.name, link.other.name], "made": bool(key)}
    log(CHANGE_HALL_LINK, league=league, by=by, now=now, after=after)


def receive_result(
    content: bytes, *, by: Account | None, now: datetime, under: HallLink | None = None
) -> ReceivedResult:
    """Takes the result of a match that was sent to another hall, if it is one; `under` is the link that it has to be
    of, None for any. Nothing is stored before all of it is checked. Raises UnreadableHallFile, UnknownMatch,
    LinkRevoked, OlderResult, MatchGone, MatchNotOpen, PlayedInLeague."""
    links: list[HallLink] = []

    def token_of_match(match: str) -> str:
        link = _link_of(match)
        if link is None or (under is not None and link.pk != under.pk):
            raise UnknownMatch
        if not link.key:
            raise LinkRevoked
        links.append(link)
        return token_of_hall(link)

    result = read_result(content, token_of_match)
    with writing_league(links[0].team.league) as league:
        return _take_result(league, links[0], result, by=by, now=now)


def _link_of(match: str) -> HallLink | None:
    _club, _dash, pk = match.rpartition("-")
    if not (pk.isascii() and pk.isdecimal() and len(pk) < 12):
        return None
    links = HallLink.objects.filter(of_shown_club("team__league__club"), pk=int(pk))
    link = links.select_related("team__league__club", "other").first()
    return link if link is not None and name_of_match(link) == match else None


def _take_result(
    league: League,
    link: HallLink,
    result: HallResult,
    *,
    by: Account | None,
    now: datetime,
    action: LogAction = RECEIVE_RESULT,
) -> ReceivedResult:
    of_match = LeagueResult(league=league, round=link.round, team=link.team, other=link.other)
    current = current_version(league, of_match)
    _require_open(current)
    own: dict[str, Any] = {"team": link.team, "other": link.other, "round": link.round, "evening": result.evening}
    report = LeagueReport.objects.defer("card").filter(**own).first()
    former = None if report is None else (figures_of_report(report), report.played_on)
    is_known = former == (result.figures, result.day)
    if report is not None and report.revision is not None and result.revision < report.revision:
        if not is_known:
            raise OlderResult
        result = replace(result, revision=report.revision)
    follows = report is not None and report.settled_at is None and report.reported_at == current.imported_at
    said: dict[str, Any] = {**result.figures.fields, **result.figures.fields_of_tables}
    said |= {"players": [[*names] for names in result.players], "notes": [*result.notes]}
    said |= {"revision": result.revision, "played_on": result.day, "allowed": [[*each] for each in result.allowed]}
    if not is_known:
        said |= {"reported_at": now, "settled_at": None}
    report, _is_new = LeagueReport.objects.update_or_create(**own, defaults=said)
    if not is_known:
        names = {"teams": [link.team.name, link.other.name], "round": link.round, "version": result.revision}
        before, after = ({**names, **_figures_for_log(each)} for each in (former and former[0], result.figures))
        log(action, league=league, by=by, now=now, before=before, after=after)
        current = _conclude(league, current, report, follows=follows, now=now)
    elif current.is_fixture and not current.outcome:  # its result was removed since, and is brought again
        LeagueReport.objects.filter(pk=report.pk).update(reported_at=now, settled_at=None)
        current = conclude_reports(league, current, now)
        is_known = current.is_fixture
    is_disputed = reported_match(current).state is State.DISPUTED
    return ReceivedResult(current, result.figures, is_known, is_disputed)


def take_cup_evening(cup: League, event: Event, *, by: Account | None, now: datetime) -> list[ReceivedResult]:
    """Takes each match of a cup that is agreed in an evening in which its teams play, round by round; if nothing was
    played before, the draw of the evening is that of the cup. Again, it takes what is new or was corrected. Returns
    what it took. Raises as `receive_result`."""
    first = Stage.objects.filter(event=event, number=1, released_at__isnull=False).first()
    taken: list[ReceivedResult] = []
    with write_transaction():
        if first is not None:
            keys = {pk: name_key(name) for pk, name in Team.objects.filter(event=event).values_list("pk", "name")}
            draw_as_in_hall(cup, [keys[pk] for pk in first.order if pk in keys], lot=first.seed, by=by, now=now)
        for number in range(1, rounds_to_final_of(cup.teams.exclude(number=None).count()) + 1):
            follow_cup(cup, now=now)
            for match in [each for each in results_of(cup) if each.round == number and each.other]:
                link = HallLink(team=match.team, other=match.other, round=number)
                result = result_in_evening(event, "", (match.team.key, link.other.key))
                if result is not None and match.evening is None and not _is_closed(match):
                    taken.append(_take_result(cup, link, result, by=by, now=now, action=TAKE_FROM_EVENING))
    return [each for each in taken if not each.is_known]


def _is_closed(match: LeagueResult) -> bool:
    """Returns whether it is decided otherwise than by playing."""
    outcome = OUTCOMES.get(match.outcome)
    is_ruled = outcome is not None and outcome.counting != "open"
    return is_ruled or (not match.is_fixture and match.games is None)


def _require_open(current: LeagueResult) -> None:
    if _is_closed(current):
        raise MatchNotOpen
    if current.evening is not None:
        raise PlayedInLeague


def _conclude(
    league: League, current: LeagueResult, report: LeagueReport, *, follows: bool, now: datetime
) -> LeagueResult:
    """Lets the table follow a result from another hall: `follows` says that what counts came from there before."""
    reported = reported_match(current)
    if not follows or current.is_fixture:
        return conclude_reports(league, current, now)
    figures = reported.figures_from(report)
    values = {**figures.fields, "day": report.played_on or current.day}
    new = replace_result(current, values, reason=_now("It was corrected where it was played."), by=None, now=now)
    log(FOLLOW_HALL, league=league, by=None, now=now, before=result_for_log(current), after=result_for_log(new))
    return new


def _figures_for_log(figures: Figures | None) -> dict[str, list[int | None]]:
    if figures is None:
        return {"games": [None, None], "hang_jacks": [None, None]}
    return {
        "games": [figures.games, figures.other_games],
        "hang_jacks": [figures.hang_jacks, figures.other_hang_jacks],
    }


def open_visit(match: MatchForHall, *, address: str = "", by: Account | None, now: datetime) -> VisitingMatch:
    """Opens an evening for a match of another league, with both squads as far as they can be entered. The same match
    again is the same evening, whose link and names of teams are brought up to date. Raises VisitInBin."""
    with write_transaction():
        of_club = VisitingMatch.objects.filter(of_shown_club("event__club"), match=match.match)
        visit = of_club.select_related("event").first()
        if visit is None:
            visit = VisitingMatch(match=match.match, event=_create_evening(match, by=by, now=now))
            note(visit.event, OPEN_VISIT, by=by, now=now, after={"league": match.league})
        if visit.event.binned_at is not None:
            raise VisitInBin
        former = [name_key(name) for name in (visit.team, visit.other) if name]
        for old, new in zip(former, match.teams, strict=False):
            if name_key(new) not in former:
                rename_entered(Team.objects.filter(event=visit.event), old, new)
        visit.token, visit.address = match.token, address or visit.address
        visit.league, visit.round = match.league, match.round
        visit.team, visit.other = match.teams
        visit.cup_teams = match.cup_teams
        visit.eligibility = {**asdict(match.eligibility), "squads": match.squads} if match.eligibility else {}
        visit.save()
    return visit


def _create_evening(match: MatchForHall, *, by: Account | None, now: datetime) -> Event:
    squads = dict(zip(match.teams, match.squads, strict=True))
    day = match.day or timezone.localdate(now)
    club = the_club() or make_club(match.venue[:80] or match.teams[0])
    usual = UsualTables(match.games_a_table, match.singles)
    try:
        with transaction.atomic():
            return create_match_evening(club, squads, day, match, usual, by=by, now=now)
    except (NameShared, NotATeam):  # the door says why, and asks who is meant
        nobody: dict[str, tuple[str, ...]] = dict.fromkeys(match.teams, ())
        return create_match_evening(club, nobody, day, match, usual, by=by, now=now)


def allow_in_visit(event: Event, team: str, name: str, *, reason: str, by: Account, now: datetime) -> None:
    """Lets somebody play for a team in a match of another league that is played here, if it is; the league gets the
    reason with the result."""
    visit = VisitingMatch.objects.filter(event=event).first()
    if visit is None:
        return
    with writing(event) as current:
        visit.refresh_from_db(fields=["allowed"])
        visit.allowed = [each for each in visit.allowed if each[:2] != [team, name]] + [[team, name, reason]]
        visit.save(update_fields=["allowed"])
        note(current, ALLOW_VISITOR, by=by, now=now, after={"team": team, "player": name}, reason=reason)


def note_sent(
    visit: VisitingMatch, result: HallResult, *, address: str = "", by: Account | None, now: datetime
) -> None:
    """Notes that the result of a match was sent to its league, in these figures; to which `address`, if to a link, so
    that it can be sent again after a correction."""
    address = address or visit.address
    with writing(visit.event, even_locked=True) as event:
        VisitingMatch.objects.filter(pk=visit.pk).update(sent=result.figures.key, sent_at=now, address=address)
        note(event, SEND_VISIT, by=by, now=now, after={"league": visit.league})
