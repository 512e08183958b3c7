"""The private link of a team's captain on an evening: it opens the line-up of that team, and nothing else.

It is signed with the secret key of this computer, so nobody makes one from a backup, an export or the log.
"""

from base64 import b32encode

import segno
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.models import Enters, Team, of_shown_club

MARK_LENGTH = 26
"""In letters of five bits: nobody guesses 130 bits."""


def token_of(team: Team) -> str:
    mark = b32encode(salted_hmac("tournament.line_up", f"{team.pk} {team.event.uid}", algorithm="sha256").digest())
    return f"{team.pk}-{mark.decode()[:MARK_LENGTH].lower()}"


def team_of_token(token: str) -> Team | None:
    """Returns the team whose captain has this link, with its evening; None for any other, or an evening in the bin. One
    query."""
    pk, _dash, mark = token.partition("-")
    if len(mark) != MARK_LENGTH or not (pk.isascii() and pk.isdecimal() and len(pk) < 12):
        return None
    shown = Team.objects.filter(of_shown_club("event__club"), event__binned_at=None, event__enters=Enters.TEAMS)
    team = shown.select_related("event__club").filter(pk=int(pk)).first()
    return team if team and constant_time_compare(token_of(team), token) else None


def link_of(team: Team, address: str) -> str:
    """Returns the whole link, below the `address` at which phones find Hangjack; "" without one."""
    return f"{address}{reverse('line_up', args=[token_of(team)])}" if address else ""


def draw_link(link: str) -> SafeString:
    """Draws the QR code of a link as SVG; "" without one."""
    if not link:
        return mark_safe("")
    title = _("QR code of the captain’s page")
    drawn = segno.make(link, error="m", micro=False).svg_inline(border=4, omitsize=True, title=title)
    return mark_safe(drawn)  # the library escapes what it writes
