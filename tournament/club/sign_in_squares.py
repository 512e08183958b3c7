"""One-time squares: a director shows one at Accounts, and somebody scans it with their phone and is signed in there
without a password. A square works once and for `VALID_FOR`; it is not stored.

The hall's network is plain http, so anybody on the Wi-Fi can read a password typed on a phone. A square is worth
nothing once it is used. The session that follows crosses the network too, as after a password: an eavesdropper can use
it for as long as it lasts, but learns nothing to come back with.

The alternative was https with a certificate of the laptop's own (`cryptography`, and uvicorn on a second port). It is
cheap: 0.1 s and 12 MB to make the certificate, 5 MB for the port, 5 ms instead of 0.3 for a connection. But nobody can
vouch for a private address. Chromium refuses the page (ERR_CERT_AUTHORITY_INVALID), and people have to click through
its full-page warning, in each browser, and again when another network gives the laptop another address. People who
learn that at the desk will also accept an attacker's certificate one day; and the other pages, with the same session,
would still be http. A club that has a name and a certificate puts a proxy in front (`HANGJACK_HTTPS`).
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
"""In letters of five bits: nobody guesses 130 bits."""


@dataclass(frozen=True)
class Square:
    """`picture` is the QR code as inline SVG."""

    account: Account
    picture: SafeString
    valid_until: datetime


def make_square(account: Account, *, address: str, now: datetime) -> Square:
    """Makes a square. `address` is the hall's address for phones, as in "http://10.0.0.7:8000"."""
    until = (now + VALID_FOR).replace(microsecond=0)
    link = address + reverse("sign_in_by_square", args=[token_of(account, until)])
    drawn = segno.make(link, error="m", micro=False).svg_inline(border=4, omitsize=True)
    return Square(account, mark_safe(drawn), until)  # the library escapes what it writes


def token_of(account: Account, until: datetime) -> str:
    """Signs with the account's password and last sign-in, so that any sign-in or new password makes the token
    invalid."""
    seconds = int(until.timestamp())
    text = f"{account.pk} {seconds} {account.password} {account.last_login}"
    mark = b32encode(salted_hmac("tournament.sign_in_square", text, algorithm="sha256").digest())
    return f"{account.pk}-{seconds}-{mark.decode()[:MARK_LENGTH].lower()}"


def account_of_token(token: str, now: datetime) -> Account | None:
    """Returns the account that a token signs in, or None if it was used, is too old or is not genuine. One query."""
    pk, _dash, rest = token.partition("-")
    seconds, _dash, _mark = rest.partition("-")
    if not all(number.isascii() and number.isdecimal() and len(number) < 12 for number in (pk, seconds)):
        return None
    account = Account.objects.filter(of_shown_club(), pk=int(pk), is_active=True).first()
    if account is None or not now.timestamp() < int(seconds) <= (now + VALID_FOR).timestamp():
        return None
    made = token_of(account, datetime.fromtimestamp(int(seconds), UTC))
    return account if constant_time_compare(made, token) else None
