"""What happens in a season besides matches: rulings on a match and teams that withdraw. Each has a reason, can be
undone, and is tried out first, so that the secretary sees the table before and after."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import NeedsReason, TournamentError
from tournament.foundation.writing import log, write_transaction
from tournament.leagues.log_actions import RETURN_TEAM, RULE_MATCH, UNDO_MATCH_RULING, WITHDRAW_TEAM
from tournament.leagues.outcomes import OUTCOMES, WITHDRAWALS
from tournament.leagues.queries.page import league_page
from tournament.leagues.queries.results import versions_of
from tournament.leagues.queries.table_change import TableChange, compare_tables
from tournament.leagues.services.log import result_for_log, writing_league
from tournament.leagues.services.reports import conclude_reports
from tournament.leagues.services.versions import (
    ResultReplaced,
    reopen_reports,
    replace_result,
    require_current,
    set_reports_aside,
)
from tournament.models import Account, League, LeagueResult, LeagueTeam

RULED = ("games", "other_games", "hang_jacks", "other_hang_jacks", "outcome", "awarded", "forfeited_by", "why")


class ByeRuled(TournamentError):
    message = _("A bye is no match, so nothing can be ruled about it.")


class IncompleteRuling(TournamentError):
    message = _("Say who gets the match, who forfeited a table, or what the score was when it was abandoned.")


class HasWithdrawn(TournamentError):
    message = _("This team has withdrawn already.")


class NeedsDate(TournamentError):
    message = _("Enter the date up to which its results are kept.")


def try_out(league: League, change: Callable[[], object]) -> TableChange:
    """Returns what a change does to the table. The change is made as it would be, and rolled back. Raises what it
    raises."""
    with write_transaction():
        before = league_page(league)
        change()
        after = league_page(league)
        transaction.set_rollback(True)
    return compare_tables(before, after)


def rule_match(
    result: LeagueResult,
    outcome: str,
    *,
    winner: LeagueTeam | None = None,
    figures: Mapping[str, int | None] | None = None,
    forfeited_by: str = "",
    reason: str,
    by: Account | None,
    now: datetime,
) -> LeagueResult:
    """Rules what happened to a match, with an outcome of `OUTCOMES`: the `winner` if it asks for one, the `figures`
    (fields of the result) if it asks for the score, and by whom a table was forfeited (`FORFEITED_KEYS`). Raises
    NeedsReason, ResultReplaced, ByeRuled, IncompleteRuling."""
    ruling = OUTCOMES[outcome]
    with writing_league(result.league) as league:
        current = require_current(result, reason)
        if current.other is None:
            raise ByeRuled
        scored = {**dict.fromkeys(RULED[:4]), **(figures or {})} if ruling.asks_score else dict.fromkeys(RULED[:4])
        is_whole = winner in (current.team, current.other) if ruling.asks_winner else True
        is_whole = is_whole and bool(forfeited_by) == ruling.asks_offender
        if not is_whole or (ruling.asks_score and None in (scored["games"], scored["other_games"])):
            raise IncompleteRuling
        ruled: dict[str, Any] = {**scored, "outcome": outcome, "why": reason.strip()}
        ruled |= {"awarded": winner if ruling.asks_winner else None, "forfeited_by": forfeited_by}
        new = replace_result(current, ruled, reason=reason, by=by, now=now)
        set_reports_aside(new, now=now)
        before, after = result_for_log(current), result_for_log(new)
        log(RULE_MATCH, league=league, by=by, now=now, before=before, after=after, reason=reason)
    return new


def undo_ruling(result: LeagueResult, *, reason: str, by: Account | None, now: datetime) -> LeagueResult:
    """Puts back what stood before the ruling, as a version of its own, and what captains had reported. Raises
    NeedsReason, ResultReplaced."""
    with writing_league(result.league) as league:
        current = require_current(result, reason)
        former = _find_before_ruling([current, *versions_of(current)])
        if not current.outcome or former is None:
            raise ResultReplaced
        back = replace_result(current, {name: getattr(former, name) for name in RULED}, reason=reason, by=by, now=now)
        reopen_reports(current)
        before, after = result_for_log(current), result_for_log(back)
        log(UNDO_MATCH_RULING, league=league, by=by, now=now, before=before, after=after, reason=reason)
        return conclude_reports(league, back, now)


def _find_before_ruling(versions: Sequence[LeagueResult]) -> LeagueResult | None:
    """Returns what stood before the ruling of the first of these versions, the latest first: one that was undone since
    is left out, so that undoing again goes further back."""
    stood: list[LeagueResult] = []
    for each in reversed(versions):
        at = next((at for at, one in enumerate(stood) if one.outcome == each.outcome), len(stood))
        stood[at:] = [each]
    return stood[-2] if len(stood) > 1 else None


def withdraw_team(
    team: LeagueTeam,
    rule: str,
    *,
    on: date,
    kept_until: date | None = None,
    reason: str,
    by: Account | None,
    now: datetime,
) -> None:
    """Takes a team out of the league from a day on; its results count by a rule of `WITHDRAWALS`. Nothing of them is
    changed, so that undoing it restores all. Raises NeedsReason, NeedsDate, HasWithdrawn."""
    if not reason.strip():
        raise NeedsReason
    if WITHDRAWALS[rule].asks_date and kept_until is None:
        raise NeedsDate
    with writing_league(team.league) as league:
        current = league.teams.get(pk=team.pk)
        if current.withdrawn_on is not None:
            raise HasWithdrawn
        current.withdrawn_on, current.withdrawal, current.why_withdrawn = on, rule, reason.strip()
        current.kept_until = kept_until if WITHDRAWALS[rule].asks_date else None
        _save_withdrawal(current)
        log(WITHDRAW_TEAM, league=league, by=by, now=now, after=_withdrawal_for_log(current), reason=reason)


def return_team(team: LeagueTeam, *, reason: str, by: Account | None, now: datetime) -> None:
    """Undoes a withdrawal, unless it was undone already. Raises NeedsReason."""
    if not reason.strip():
        raise NeedsReason
    with writing_league(team.league) as league:
        current = league.teams.get(pk=team.pk)
        if current.withdrawn_on is None:
            return
        before = _withdrawal_for_log(current)
        current.withdrawn_on, current.kept_until, current.withdrawal, current.why_withdrawn = None, None, "", ""
        _save_withdrawal(current)
        log(RETURN_TEAM, league=league, by=by, now=now, before=before, reason=reason)


def _save_withdrawal(team: LeagueTeam) -> None:
    team.save(update_fields=["withdrawn_on", "withdrawal", "kept_until", "why_withdrawn"])


def _withdrawal_for_log(team: LeagueTeam) -> dict[str, Any]:
    days = {"day": team.withdrawn_on, "until": team.kept_until}
    return {
        "team": team.name,
        "rule": team.withdrawal,
        **{name: day.isoformat() if day else None for name, day in days.items()},
    }
