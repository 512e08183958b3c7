"""What captains report of their team's matches, and what becomes of it: equal versions agree, the other captain's
silence agrees at the deadline, unequal ones wait until the secretary settles the match. What another hall sends
(`services.halls`) agrees by itself.

Nothing runs beside the requests: whoever is about to read a table calls `bring_up_to_date`.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import log
from tournament.leagues.log_actions import (
    AGREE_REPORTS,
    CHANGE_CAPTAIN_LINK,
    REPORT_RESULT,
    SETTLE_REPORTS,
    UNDO_SETTLEMENT,
)
from tournament.leagues.outcomes import OUTCOMES
from tournament.leagues.queries.cups import teams_in_cups
from tournament.leagues.queries.reports import reported_match
from tournament.leagues.reported import Figures, ReportedMatch, figures_of_result
from tournament.leagues.services.cups import follow_cup
from tournament.leagues.services.evenings import follow_evenings
from tournament.leagues.services.leagues import PlayedHere
from tournament.leagues.services.log import result_for_log, writing_league
from tournament.leagues.services.versions import (
    ResultReplaced,
    reopen_reports,
    replace_result,
    require_current,
    set_reports_aside,
)
from tournament.models import Account, League, LeagueReport, LeagueResult, LeagueTeam, make_captain_key

SETTLED_FIELDS = ("day", "games", "other_games", "hang_jacks", "other_hang_jacks", "tables", "singles", "seated")


class MatchNotOpen(TournamentError):
    message = _("The secretary has decided this match already. Tell them if it is wrong.")


class MatchGone(TournamentError):
    message = _("This match is no longer in the league. Ask the secretary.")


class NothingSettled(TournamentError):
    message = _("This match was changed since it was settled. Correct its result instead.")


def report_result(
    match: LeagueResult,
    team: LeagueTeam,
    figures: Figures,
    *,
    players: Sequence[str] = (),
    card: bytes | None = None,
    now: datetime,
) -> LeagueResult:
    """Saves what the captain of a team reports of its match, in place of what they reported before, and agrees the
    result if the other captain has reported the same. The same again changes nothing. Returns the match as it stands.
    Raises MatchGone, MatchNotOpen."""
    with writing_league(match.league) as league:
        current = current_version(league, match)
        report = _report_to_write(current, team, now)
        said = {**figures.fields, **figures.fields_of_tables, "players": [*players]}
        if card is not None:
            report.card = card
            report.save(update_fields=["card"])
        if report.settled_at is None and said == {name: getattr(report, name) for name in said}:
            return current
        before = {
            "games": [report.games, report.other_games],
            "hang_jacks": [report.hang_jacks, report.other_hang_jacks],
        }
        for name, value in said.items():
            setattr(report, name, value)
        report.reported_at, report.settled_at = now, None
        report.save(update_fields=[*said, "reported_at", "settled_at"])
        _log_report(league, report, figures, before, now)
        return conclude_reports(league, current, now)


def save_card(match: LeagueResult, team: LeagueTeam, card: bytes, *, now: datetime) -> None:
    """Saves a photograph of the card before the figures are right, so that it need not be taken again. Raises
    MatchGone, MatchNotOpen."""
    with writing_league(match.league) as league:
        report = _report_to_write(current_version(league, match), team, now)
        report.card = card
        report.save(update_fields=["card"])


def current_version(league: League, match: LeagueResult) -> LeagueResult:
    """Returns the version of a match that counts now."""
    teams = (match.team_id, match.other_id)
    results = league.results.filter(superseded_at=None, round=match.round, team__in=teams, other__in=teams)
    current = results.select_related("league", "team", "other", "awarded").order_by("pk").first()
    if current is None:
        raise MatchGone
    return current


def _report_to_write(current: LeagueResult, team: LeagueTeam, now: datetime) -> LeagueReport:
    """Returns the report of a team, a new one if there is none; one that was settled starts anew once the match is to
    be played again."""
    if not current.is_fixture and current.games is None:
        raise MatchNotOpen
    other = current.other_id if team.pk == current.team_id else current.team_id
    own = {"team": team, "other_id": other, "round": current.round, "evening": None}
    report, _is_new = LeagueReport.objects.defer("card").get_or_create(**own, defaults={"reported_at": now})
    if report.settled_at and not current.is_fixture:
        raise MatchNotOpen
    if report.settled_at:
        LeagueReport.objects.filter(pk=report.pk).update(card=None)
    return report


def _log_report(
    league: League, report: LeagueReport, figures: Figures, before: dict[str, list[int | None]], now: datetime
) -> None:
    names = {"team": report.team.name, "teams": [report.team.name, report.other.name], "round": report.round}
    after = {
        **names,
        "games": [figures.games, figures.other_games],
        "hang_jacks": [figures.hang_jacks, figures.other_hang_jacks],
    }
    log(REPORT_RESULT, league=league, by=None, now=now, before={**names, **before}, after=after)


def conclude_reports(league: League, current: LeagueResult, now: datetime) -> LeagueResult:
    """Agrees a match that both captains have reported alike, or that came from another hall and no captain says
    otherwise. A single captain's report waits for the other captain, from now on for as long as the league says; once
    there is more than one version, none agrees by itself."""
    reported = reported_match(current)
    reports = [report.pk for report in reported.open_reports]
    waits = current.is_fixture and current.evening is None
    alone = len(reports) == len(reported.open_of_captains) == 1 and waits and league.agree_hours
    deadline = now + timedelta(hours=league.agree_hours or 0) if alone else None
    LeagueReport.objects.filter(pk__in=reports).update(agrees_at=deadline)
    figures = reported.agreed_figures if waits else None
    if figures is None:
        return current
    is_from_hall = len(reported.open_of_captains) < len(reports)
    reason = _now("From the evening in which it was played.") if is_from_hall else _now("Both captains reported it.")
    return agree_match(league, reported, figures, reason, now)


def agree_match(league: League, reported: ReportedMatch, figures: Figures, reason: str, now: datetime) -> LeagueResult:
    """Lets a match count what was agreed. The caller has opened the league's transaction."""
    current = reported.match
    values = {**figures.fields, "day": reported.played_on or current.day}
    agreed = replace_result(current, values, reason=reason, by=None, now=now)
    before, after = result_for_log(current), result_for_log(agreed)
    log(AGREE_REPORTS, league=league, by=None, now=now, before=before, after=after, reason=reason)
    return agreed


def bring_up_to_date(league: League, *, now: datetime) -> int:
    """Brings the results of a league up to the evenings in which they are played and to the captains' deadlines, and
    the rounds of a cup up to its results; returns how many changed. Two queries if nothing happened since, four for a
    cup. Never call it within a read of the table."""
    changed = follow_evenings(league, now=now) + agree_silent_reports(league, now=now)
    return changed + follow_cup(league, now=now)


def agree_silent_reports(league: League, *, now: datetime) -> int:
    """Agrees the matches that one captain has reported and of which the other has said nothing until the deadline,
    unless they have another result by now. Returns how many. One query if there are none."""
    waiting = LeagueReport.objects.filter(team__league=league, settled_at=None, agrees_at__lte=now)
    if not waiting.exists():
        return 0
    agreed = 0
    with writing_league(league) as current:
        for report in waiting.select_related("team", "other").defer("card"):
            match = LeagueResult(league=current, round=report.round, team=report.team, other=report.other)
            agreed += _agree_by_silence(current, match, report, now)
    return agreed


def _agree_by_silence(league: League, match: LeagueResult, report: LeagueReport, now: datetime) -> bool:
    deadline, report.agrees_at = report.agrees_at, None
    report.save(update_fields=["agrees_at"])
    try:
        current = current_version(league, match)
    except MatchGone:
        return False
    reported = reported_match(current)
    if not current.is_fixture or current.evening is not None or len(reported.open_reports) != 1:
        return False
    assert deadline is not None
    hours = round((deadline - report.reported_at) / timedelta(hours=1))
    reason = ngettext(
        "The other captain did not object within %(n)s hour.",
        "The other captain did not object within %(n)s hours.",
        hours,
    )
    agree_match(league, reported, reported.figures_from(report), reason % {"n": hours}, now)
    return True


def settle_reports(
    match: LeagueResult, figures: Figures, *, reason: str, by: Account | None, now: datetime
) -> LeagueResult:
    """Decides what a match counts, with its tables if they are known, in the order of `match`, whatever was reported.
    Raises NeedsReason, ResultReplaced, and PlayedHere if the evening in which it is played says otherwise."""
    with writing_league(match.league) as league:
        current = require_current(match, reason)
        counted = figures_of_result(current)
        if current.evening is not None and (counted is None or counted.fields != figures.fields):
            raise PlayedHere
        outcome = OUTCOMES.get(current.outcome)
        if outcome is not None and not outcome.keeps_figures:
            raise ResultReplaced
        day = reported_match(current).played_on or current.day
        values = {**figures.fields, **figures.fields_of_tables, "day": day}
        settled = replace_result(current, values, reason=reason, by=by, now=now)
        set_reports_aside(settled, now=now)
        before, after = result_for_log(current), result_for_log(settled)
        log(SETTLE_REPORTS, league=league, by=by, now=now, before=before, after=after, reason=reason)
    return settled


def undo_settlement(match: LeagueResult, *, reason: str, by: Account | None, now: datetime) -> LeagueResult:
    """Puts back what stood before the secretary settled a match, and opens the reports again; silence agrees to a
    single one after the hours of the league, counted from now. Raises NeedsReason, ResultReplaced, and NothingSettled
    if the result was changed since."""
    with writing_league(match.league) as league:
        current = require_current(match, reason)
        former = current.replaces.values(*SETTLED_FIELDS).first()
        if former is None or not reopen_reports(current):
            raise NothingSettled
        back = replace_result(current, former, reason=reason, by=by, now=now)
        before, after = result_for_log(current), result_for_log(back)
        log(UNDO_SETTLEMENT, league=league, by=by, now=now, before=before, after=after, reason=reason)
        return conclude_reports(league, back, now)


def renew_captain_link(team: LeagueTeam, *, by: Account | None, now: datetime) -> None:
    """Gives a team's captain another link, in cups too; the one before opens nothing any more."""
    _set_key(team, has_link=True, by=by, now=now)


def revoke_captain_link(team: LeagueTeam, *, by: Account | None, now: datetime) -> None:
    """Ends the link of a team's captain, in cups too."""
    _set_key(team, has_link=False, by=by, now=now)


def _set_key(team: LeagueTeam, *, has_link: bool, by: Account | None, now: datetime) -> None:
    with writing_league(team.league) as league:
        current = league.teams.get(pk=team.pk)
        if not has_link and not current.captain_key:
            return
        for each in (current, *teams_in_cups(current)):
            each.captain_key = make_captain_key() if has_link else ""
            each.save(update_fields=["captain_key"])
        after = {"team": current.name, "made": has_link}
        log(CHANGE_CAPTAIN_LINK, league=league, by=by, now=now, after=after)
