"""The private link of a team's captain: an address that opens the pages of that team's matches, and nothing else.

The database has only a key per team; the link is signed with the secret key of this computer. So nobody makes a link
from a backup, an export or the log. A new key ends the link; an empty one leaves the team without.
"""

from base64 import b32encode

import segno
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.models import LeagueTeam, of_shown_club

MARK_LENGTH = 26
"""In letters of five bits: nobody guesses 130 bits."""


def token_of(team: LeagueTeam) -> str:
    """Returns what the link of a team's captain ends in; "" if it was revoked."""
    if not team.captain_key:
        return ""
    mark = b32encode(salted_hmac("tournament.captain", f"{team.pk} {team.captain_key}", algorithm="sha256").digest())
    return f"{team.pk}-{mark.decode()[:MARK_LENGTH].lower()}"


def team_of_token(token: str) -> LeagueTeam | None:
    """Returns the team whose captain has this link, with its league and club; None for any other. One query."""
    pk, _dash, mark = token.partition("-")
    if len(mark) != MARK_LENGTH or not (pk.isascii() and pk.isdecimal() and len(pk) < 12):
        return None
    teams = LeagueTeam.objects.filter(of_shown_club("league__club"), pk=int(pk))
    team = teams.select_related("league__club").first()
    return team if team and constant_time_compare(token_of(team), token) else None


def link_of(team: LeagueTeam, address: str) -> str:
    """Returns the whole link, below the `address` at which phones find Hangjack; "" without either."""
    token = token_of(team)
    return f"{address}{reverse('captain', args=[token])}" if token and address else ""


def draw_link(link: str, *, border: int = 4) -> SafeString:
    """Draws the QR code of a link as SVG, which has none of the link as text; "" without one."""
    if not link:
        return mark_safe("")
    title = _("QR code of the captain’s page")
    drawn = segno.make(link, error="m", micro=False).svg_inline(border=border, omitsize=True, title=title)
    return mark_safe(drawn)  # the library escapes what it writes
