"""Private links that open one thing without an account: how they are signed, drawn as a QR code, and refused.

A link ends in the id of what it opens and a mark. The mark is signed with the secret key of this computer, so nobody
makes one from a backup, an export or the log.
"""

from base64 import b32encode
from datetime import timedelta
from math import ceil

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.web.guards import asks_at_this_computer
from tournament.web.throttle import Throttle
from tournament.web.visitors import source_of

MARK_LENGTH = 26
"""In letters of five bits: nobody guesses 130 bits."""
WRONG_LINKS = Throttle("wrong_links", limit=20, window=timedelta(minutes=10))
"""Counts wrong links by address. A right link always opens, so a guesser behind a pub's Wi-Fi locks nobody out."""


def sign_link(purpose: str, pk: int, key: object) -> str:
    """Returns what a link ends in; another `purpose` or `key` gives another."""
    mark = b32encode(salted_hmac(purpose, f"{pk} {key}", algorithm="sha256").digest())
    return f"{pk}-{mark.decode()[:MARK_LENGTH].lower()}"


def pk_of_link(token: str) -> int:
    """Returns the id in what a link ends in, which is still to be compared with the signed one; 0, which nothing has,
    if it cannot be a link."""
    pk, _dash, mark = token.partition("-")
    return int(pk) if len(mark) == MARK_LENGTH and pk.isascii() and pk.isdecimal() and len(pk) < 12 else 0


def draw_link(link: str, *, border: int = 4, title: str = "") -> SafeString:
    """Draws the QR code of a link, that of a captain unless a `title` says otherwise, as SVG, which has none of the
    link as text; "" without one."""
    if not link:
        return mark_safe("")
    title = title or _("QR code of the captain’s page")
    drawn = segno.make(link, error="m", micro=False).svg_inline(border=border, omitsize=True, title=title)
    return mark_safe(drawn)  # the library escapes what it writes


def refuse_link(request: HttpRequest, message: str) -> HttpResponse:
    """Answers a wrong link with the `message`, and after too many of them with the time to wait."""
    now, source = timezone.now(), source_of(request.META["REMOTE_ADDR"])
    wait = timedelta()
    if not asks_at_this_computer(request):
        wait = WRONG_LINKS.wait(source, now)
        WRONG_LINKS.count(source, now)
    if wait:
        words = _("Too many wrong links were tried from here. Wait %(minutes)s min, then open your link again.")
        message = words % {"minutes": ceil(wait / timedelta(minutes=1))}
    return render(request, "web/error.html", {"message": message, "back": "/"}, status=429 if wait else 404)
