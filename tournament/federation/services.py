"""Founds a federation, invites clubs into it, accepts and ends."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from tournament.federation.log_actions import END_MEMBERSHIP, FOUND_FEDERATION, INVITE_CLUB, JOIN_FEDERATION
from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import log, write_transaction
from tournament.models import Account, Club, Federation, FederationMember, club_at


class RunsFederation(TournamentError):
    message = _("Your club runs a federation already.")


class NoClubToInvite(TournamentError):
    status = 422
    message = _("No club of this server has its pages at this address.")


class InvitedAlready(TournamentError):
    message = _("This club is invited already, or is in the federation.")


def found_federation(club: Club, name: str, *, by: Account | None, now: datetime) -> Federation:
    """Raises RunsFederation."""
    with write_transaction():
        if Federation.objects.filter(club=club).exists():
            raise RunsFederation
        made = Federation.objects.create(club=club, name=name)
        FederationMember.objects.create(federation=made, club=club, invited_at=now, accepted_at=now)
        log(FOUND_FEDERATION, by=by, now=now, club=club.pk, after={"name": name})
    return made


def invite_club(federation: Federation, host: str, *, by: Account | None, now: datetime) -> FederationMember:
    """Invites the club whose pages are at a host. Raises NoClubToInvite, InvitedAlready."""
    with write_transaction():
        club = club_at(host)
        if club is None:
            raise NoClubToInvite
        invited, is_new = FederationMember.objects.get_or_create(
            federation=federation, club_id=club, defaults={"invited_at": now}
        )
        if not is_new:
            raise InvitedAlready
        log(INVITE_CLUB, by=by, now=now, club=federation.club_id, after={"host": host})
    return invited


def accept_invitation(invited: FederationMember, *, by: Account | None, now: datetime) -> None:
    """Accepts for the invited club. Accepting again changes nothing."""
    with write_transaction():
        if FederationMember.objects.filter(pk=invited.pk, accepted_at=None).update(accepted_at=now):
            log(JOIN_FEDERATION, by=by, now=now, club=invited.club_id, after={"name": invited.federation.name})


def end_membership(ended: FederationMember, *, club: Club, by: Account | None, now: datetime) -> None:
    """Ends a membership or an invitation for either side; `club` is whose word it is."""
    with write_transaction():
        if FederationMember.objects.filter(pk=ended.pk).delete()[0]:
            names = {"club": ended.club.name, "name": ended.federation.name}
            log(END_MEMBERSHIP, by=by, now=now, club=club.pk, after=names)
