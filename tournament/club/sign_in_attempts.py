"""Decides who may try a password now, and who has to wait.

Everybody in the hall can reach the sign-in page, often from behind one shared address. A guest who guesses must lock
out neither the director nor every new phone, so wrong passwords are counted

- by device, which a signed cookie names for 400 days: one person's slips do not count against their neighbours;
- by name and address, and by name alone, for guessers who delete their cookies. These two never stop a device on which
  this account has signed in before; it has a count of its own;
- not at all at this computer itself.

So a guest who keeps guessing a name can only stop devices that are new to this name, for five minutes at a time. Their
owners can sign in with a one-time square (`sign_in_squares`), at this computer, or from another address.

A guesser gets 20 tries in five minutes at one name from one address, and 40 from any number of addresses: 1,200 and
2,400 in an evening of five hours. A one-time password is one of 27^12 (57 bits), so the chance in an evening is 1 in 60
million million. A chosen one has at least eight letters and is none of Django's 20,000 common ones, which alone would
take 42 hours. Unknown names share one count for each address, and after that they are refused without hashing, because
a hash costs a quarter of a second. A restart forgets all counts; each of several workers counts by
itself, unless they share a cache (`web.common_cache`).
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse

from tournament.models import Account, of_shown_club
from tournament.web.guards import asks_at_this_computer
from tournament.web.throttle import Throttle
from tournament.web.visitors import source_of

WINDOW = timedelta(minutes=5)
BY_DEVICE = Throttle("by_device", limit=10, window=WINDOW)
BY_NAME_AND_ADDRESS = Throttle("by_name_and_address", limit=20, window=WINDOW)
BY_NAME = Throttle("by_name", limit=40, window=WINDOW)

COOKIE = f"{settings.COOKIES}-device"
COOKIE_AGE = timedelta(days=400)
COOKIE_PATH = "/sign-in/"
MOST_ACCOUNTS = 8
SIGNER = Signer(salt="tournament.sign_in_device")


@dataclass(frozen=True)
class Device:
    """A browser as its cookie describes it: a random `key`, and the accounts that signed in on it, the latest last."""

    key: str = ""
    accounts: tuple[int, ...] = ()


@dataclass(frozen=True)
class Attempt:
    """One try of a password. `account` is None for an unknown name."""

    account: int | None
    address: str
    device: Device
    is_at_this_computer: bool

    def wait(self, now: datetime) -> timedelta:
        """Returns how long this try has to wait; zero if it may be made now."""
        return max((throttle.wait(key, now) for throttle, key in self._counts()), default=timedelta())

    def count_wrong(self, now: datetime) -> None:
        for throttle, key in self._counts():
            throttle.count(key, now)

    def _counts(self) -> Iterator[tuple[Throttle, str]]:
        if self.is_at_this_computer:
            return
        if self.account in self.device.accounts:
            yield BY_DEVICE, f"{self.device.key} {self.account}"
            return
        if self.device.key:
            yield BY_DEVICE, self.device.key
        yield BY_NAME_AND_ADDRESS, f"{self.account} {self.address}"
        if self.account is not None:
            yield BY_NAME, str(self.account)


def attempt_of(request: HttpRequest, name: str) -> Attempt:
    """Reads who tries to sign in, and from where. One query."""
    accounts = Account.objects.filter(of_shown_club(), username=name, is_active=True)
    account = accounts.values_list("pk", flat=True).first()
    source = source_of(request.META["REMOTE_ADDR"])
    return Attempt(account, source, device_of(request), asks_at_this_computer(request))


def device_of(request: HttpRequest) -> Device:
    """Returns the device of a request, without a key if the browser has no cookie of ours."""
    try:
        key, *accounts = SIGNER.unsign(request.COOKIES.get(COOKIE, "")).split(".")
    except BadSignature:
        return Device()
    return Device(key, tuple(int(account) for account in accounts))


def name_device(request: HttpRequest, response: HttpResponse, account: Account | None = None) -> HttpResponse:
    """Gives the browser a cookie if it has none, with the account that has just signed in on it."""
    device = device_of(request)
    accounts = device.accounts
    if account:
        accounts = (*(pk for pk in accounts if pk != account.pk), account.pk)[-MOST_ACCOUNTS:]
    if not device.key or accounts != device.accounts:
        written = ".".join([device.key or secrets.token_hex(8), *map(str, accounts)])
        response.set_cookie(
            COOKIE,
            SIGNER.sign(written),
            max_age=COOKIE_AGE,
            path=COOKIE_PATH,
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )
    return response
