"""Versions of a league's results. Nothing is overwritten: each says since when, by whom and why it counts no more."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import NeedsReason, TournamentError
from tournament.models import Account, LeagueReport, LeagueResult

OF_SUPERSEDED = ("superseded_at", "superseded_by", "reason", "replaced_by")
"""The fields of a version that counts no more."""


class ResultReplaced(TournamentError):
    message = _("Somebody else has changed this result in the meantime. Check it again.")


def save_version(result: LeagueResult, values: Mapping[str, Any], *, by: Account | None, now: datetime) -> LeagueResult:
    """Saves a version of a result with other values; the caller supersedes the one before."""
    version = LeagueResult.objects.get(pk=result.pk)
    version.pk, version.imported_at, version.imported_by = None, now, by
    version._state.adding = True
    for name, value in values.items():
        setattr(version, name, value)
    version.save()
    return version


def require_current(result: LeagueResult, reason: str | None) -> LeagueResult:
    """Returns the result as it is stored; the reason is None where none is asked. Raises NeedsReason, and
    ResultReplaced if it counts no longer."""
    if reason is not None and not reason.strip():
        raise NeedsReason
    current = LeagueResult.objects.select_related("team", "other", "awarded").get(pk=result.pk)
    if current.superseded_at:
        raise ResultReplaced
    return current


def supersede(
    result: LeagueResult, *, by: Account | None, now: datetime, reason: str, replaced_by: LeagueResult | None
) -> None:
    """Lets a version count no longer, and says why."""
    _supersede(result, by=by, now=now, reason=reason, replaced_by=replaced_by)
    result.save(update_fields=OF_SUPERSEDED)


def _supersede(
    result: LeagueResult, *, by: Account | None, now: datetime, reason: str, replaced_by: LeagueResult | None
) -> None:
    result.superseded_at, result.superseded_by = now, by
    result.reason, result.replaced_by = reason.strip(), replaced_by


def supersede_all(
    replaced: Sequence[tuple[LeagueResult, LeagueResult, str]], *, by: Account | None, now: datetime
) -> None:
    """Lets many versions count no longer, each given after the one in its place and before the reason."""
    for new, former, reason in replaced:
        _supersede(former, by=by, now=now, reason=reason, replaced_by=new)
    LeagueResult.objects.bulk_update([former for _new, former, _reason in replaced], OF_SUPERSEDED, batch_size=100)


def replace_result(
    current: LeagueResult, values: Mapping[str, Any], *, reason: str, by: Account | None, now: datetime
) -> LeagueResult:
    """Saves a version with other values in the place of the current one, which is superseded first: an evening has one
    match at any time."""
    supersede(current, by=by, now=now, reason=reason, replaced_by=None)
    counts = {"superseded_at": None, "superseded_by": None, "reason": ""}
    new = save_version(current, {**values, **counts}, by=by, now=now)
    supersede(current, by=by, now=now, reason=reason, replaced_by=new)
    return new


def set_reports_aside(result: LeagueResult, *, now: datetime) -> None:
    """Lets what captains reported of a match stand open no longer, because somebody has decided it."""
    _reports_of(result).filter(settled_at=None).update(settled_at=now, agrees_at=None)


def reopen_reports(result: LeagueResult, aside_at: datetime | None = None) -> bool:
    """Undoes what `set_reports_aside` did at that moment, by default when this version of the result was made; returns
    whether there were reports."""
    return bool(_reports_of(result).filter(settled_at=aside_at or result.imported_at).update(settled_at=None))


def _reports_of(result: LeagueResult) -> QuerySet[LeagueReport]:
    teams = (result.team_id, result.other_id)
    return LeagueReport.objects.filter(round=result.round, team__in=teams, other__in=teams)
