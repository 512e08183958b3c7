"""The private link of a team's captain on an evening: it opens the line-up of that team, and nothing else."""

from django.urls import reverse
from django.utils.crypto import constant_time_compare

from tournament.models import Enters, Team, of_shown_club
from tournament.web.private_links import pk_of_link, sign_link


def token_of(team: Team) -> str:
    """Returns what the link of a team's captain ends in."""
    return sign_link("tournament.line_up", team.pk, team.event.uid)


def team_of_token(token: str) -> Team | None:
    """Returns the team whose captain has this link, with its evening; None for any other, or an evening in the bin. One
    query."""
    shown = Team.objects.filter(of_shown_club("event__club"), event__binned_at=None, event__enters=Enters.TEAMS)
    team = shown.select_related("event__club").filter(pk=pk_of_link(token)).first()
    return team if team and constant_time_compare(token_of(team), token) else None


def link_of(team: Team, address: str) -> str:
    """Returns the whole link, below the `address` at which phones find Hangjack; "" without one."""
    return f"{address}{reverse('line_up', args=[token_of(team)])}" if address else ""
