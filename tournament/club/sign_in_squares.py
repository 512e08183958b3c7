"""One-time squares: a director shows one at Accounts, somebody scans it with their phone and is signed in there,
without a password. Valid once and for `VALID_FOR`; nothing of it is stored.

The hall's network is plain http, so a password typed on a phone can be read by anybody on the Wi-Fi. What crosses it
here is worth nothing once it is used. The session that follows crosses it too, as with a password: whoever listens can
take it for as long as it lasts, but learns nothing to come back with.

Instead of this, https with a certificate of the laptop's own was tried (`cryptography`, and uvicorn on a second port).
It is cheap: 0.1 s and 12 MB to make the certificate, 5 MB for the port, 5 ms instead of 0.3 for a connection. But
nobody can vouch for a private address: Chromium refuses the page (ERR_CERT_AUTHORITY_INVALID), and a person has to go
past its full-page warning, in each browser, and again wherever another network gives the laptop another address.
Whoever learns to do so at the desk will do it as well on the day when somebody in the hall shows them a certificate of
theirs; and the other pages, with the same session, would still be http. A club that has a name and a certificate puts a
proxy in front (`HANGJACK_HTTPS`).
"""

from base64 import b32encode
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import segno
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.safestring import SafeString, mark_safe

from tournament.models import Account, of_shown_club

VALID_FOR = timedelta(minutes=2)
MARK_LENGTH = 26
"""Letters of five bits: nobody guesses 130."""


@dataclass(frozen=True)
class Square:
    """`picture` is the QR code as inline SVG."""

    account: Account
    picture: SafeString
    valid_until: datetime


def make_square(account: Account, *, address: str, now: datetime) -> Square:
    """`address` is the hall's for phones, as in "http://10.0.0.7:8000"."""
    until = (now + VALID_FOR).replace(microsecond=0)
    link = address + reverse("sign_in_by_square", args=[token_of(account, until)])
    drawn = segno.make(link, error="m", micro=False).svg_inline(border=4, omitsize=True)
    return Square(account, mark_safe(drawn), until)  # the library escapes what it writes


def token_of(account: Account, until: datetime) -> str:
    """Signed with the account's password and last sign-in: any sign-in and any new password make it invalid."""
    seconds = int(until.timestamp())
    said = f"{account.pk} {seconds} {account.password} {account.last_login}"
    mark = b32encode(salted_hmac("tournament.sign_in_square", said, algorithm="sha256").digest())
    return f"{account.pk}-{seconds}-{mark.decode()[:MARK_LENGTH].lower()}"


def account_of_token(token: str, now: datetime) -> Account | None:
    """None for a token that was used, is too old or never was one. One query."""
    pk, _dash, rest = token.partition("-")
    seconds, _dash, _mark = rest.partition("-")
    if not all(number.isascii() and number.isdecimal() and len(number) < 12 for number in (pk, seconds)):
        return None
    account = Account.objects.filter(of_shown_club(), pk=int(pk), is_active=True).first()
    if account is None or not now.timestamp() < int(seconds) <= (now + VALID_FOR).timestamp():
        return None
    made = token_of(account, datetime.fromtimestamp(int(seconds), UTC))
    return account if constant_time_compare(made, token) else None
