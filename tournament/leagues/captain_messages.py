"""What the secretary writes to captains: their link, the reports they owe, the money their team owes. Pure, except that
pages translate the words."""

import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote, urlencode

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.event.queries.dues import Money
from tournament.lists.contacts import take_contact_off
from tournament.models import LeagueResult, LeagueTeam


class CaptainMessage(NamedTuple):
    """A message to the captain of a team, and the links that begin it in a mail or as a text message; "" without such a
    contact."""

    team: LeagueTeam
    text: str

    @property
    def captain(self) -> str:
        return ", ".join(filter(None, (self.team.captain, self.team.contact)))

    @property
    def mail_link(self) -> str:
        mail = take_contact_off(self.team.contact)[2].partition(",")[0]
        written = {"subject": str(self.team.league), "body": self.text}
        return f"mailto:{quote(mail, safe='@')}?{urlencode(written, quote_via=quote)}" if mail else ""

    @property
    def phone_link(self) -> str:
        phone = re.sub(r"[^\d+]", "", take_contact_off(self.team.contact)[1].partition(",")[0])
        return f"sms:{phone}?{urlencode({'body': self.text}, quote_via=quote)}" if phone else ""


def say_late(team: LeagueTeam, matches: Sequence[LeagueResult], link: str) -> CaptainMessage:
    """Asks a captain for their reports, with their link if there is one."""
    lines = [_("%(team)s, please report:") % {"team": team.name}]
    for match in matches:
        when = date_format(match.day, "j M Y") if match.day else _("round %(number)s") % {"number": match.round}
        lines.append(f"{match.team} – {match.other}, {when}")
    if link:
        lines.append(_("Your own page, without an account: %(link)s") % {"link": link})
    return CaptainMessage(team, "\n".join(lines))


def say_link(team: LeagueTeam, link: str) -> CaptainMessage:
    """Gives a captain their link."""
    words = _("Captain of %(team)s: see your matches and report their results here, without an account. %(link)s")
    return CaptainMessage(team, words % {"team": team.name, "link": link})


def say_owed(team: LeagueTeam, owed: Money) -> CaptainMessage:
    """Asks a captain for what the team owes the league."""
    words = _("%(team)s, please pay what your team still owes the league: %(owed)s")
    return CaptainMessage(team, words % {"team": team.name, "owed": owed})
