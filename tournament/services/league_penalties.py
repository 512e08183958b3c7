"""What a league takes off a team for what it did, and takes back again. Nothing is overwritten."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from tournament.errors import NeedsReason, TournamentError
from tournament.models import Account, LeaguePenalty, LeagueTeam
from tournament.services.league_log import note_of_league, writing_league


class NoPenalty(TournamentError):
    code = "no_penalty"
    message = _("A penalty takes something: league points, bullseyes or both.")


def give_penalty(
    team: LeagueTeam, *, points: int = 0, bullseyes: int = 0, reason: str, by: Account | None, now: datetime
) -> LeaguePenalty:
    """Raises NeedsReason, NoPenalty."""
    if not reason.strip():
        raise NeedsReason
    if not points and not bullseyes:
        raise NoPenalty
    taken = {"points": points, "bullseyes": bullseyes}
    with writing_league(team.league) as league:
        given = LeaguePenalty.objects.create(
            league=league, team=team, **taken, reason=reason.strip(), given_at=now, given_by=by
        )
        after = {"team": team.name, **taken}
        note_of_league(league, "give_penalty", by=by, now=now, after=after, reason=reason)
    return given


def take_back_penalty(penalty: LeaguePenalty, *, reason: str, by: Account | None, now: datetime) -> None:
    """Raises NeedsReason; one that was taken back already stays as it is."""
    if not reason.strip():
        raise NeedsReason
    with writing_league(penalty.league) as league:
        current = LeaguePenalty.objects.select_related("team").get(pk=penalty.pk)
        if current.superseded_at is not None:
            return
        current.superseded_at, current.superseded_by, current.why_superseded = now, by, reason.strip()
        current.save(update_fields=["superseded_at", "superseded_by", "why_superseded"])
        before = {"team": current.team.name, "points": current.points, "bullseyes": current.bullseyes}
        note_of_league(league, "take_back_penalty", by=by, now=now, before=before, reason=reason)
