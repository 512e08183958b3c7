"""The private link of a team's captain, which opens the pages of that team's matches, and that of a match which was
sent to another hall; neither opens anything else.

The database has only a key per team or match, from which the link is signed. A new key ends the link; an empty one
leaves the team or the match without.
"""

from django.urls import reverse
from django.utils.crypto import constant_time_compare

from tournament.models import HallLink, LeagueTeam, of_shown_club
from tournament.web.private_links import pk_of_link, sign_link


def token_of(team: LeagueTeam) -> str:
    """Returns what the link of a team's captain ends in; "" if it was revoked."""
    return sign_link("tournament.captain", team.pk, team.captain_key) if team.captain_key else ""


def team_of_token(token: str) -> LeagueTeam | None:
    """Returns the team whose captain has this link, with its league and club; None for any other. One query."""
    teams = LeagueTeam.objects.filter(of_shown_club("league__club"), pk=pk_of_link(token))
    team = teams.select_related("league__club").first()
    return team if team and constant_time_compare(token_of(team), token) else None


def link_of(team: LeagueTeam, address: str) -> str:
    """Returns the whole link, below the `address` at which phones find Hangjack; "" without either."""
    token = token_of(team)
    return f"{address}{reverse('captain', args=[token])}" if token and address else ""


def token_of_hall(link: HallLink) -> str:
    """Returns what the link of a match in another hall ends in, which also signs its result; "" if it was revoked."""
    return sign_link("tournament.hall", link.pk, link.key) if link.key else ""


def hall_of_token(token: str) -> HallLink | None:
    """Returns the match that was sent under this link, with its league and club; None for any other. One query."""
    links = HallLink.objects.filter(of_shown_club("team__league__club"), pk=pk_of_link(token))
    link = links.select_related("team__league__club", "other").first()
    return link if link and constant_time_compare(token_of_hall(link), token) else None
