"""The sign-ups of an evening, as they stand."""

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import NamedTuple

from django.db.models import F
from django.utils.crypto import constant_time_compare

from tournament.event.queries.sign_ups import SignedUp, sign_ups_of
from tournament.models import Event, SignUp, of_shown_club
from tournament.web.own_sign_ups import code_of_sign_up

CODES_LAST = timedelta(days=31)
"""How long after its evening the code of a sign-up still opens their page of it."""


@dataclass(frozen=True)
class SignUpList:
    """`is_past` is set once the evening's day is over. `players` have a place, `waiting` have none."""

    is_open: bool
    is_past: bool
    places: int | None
    people: tuple[SignedUp, ...]

    @property
    def players(self) -> int:
        return sum(each.size for each in self.people if not each.waits)

    @property
    def waiting(self) -> int:
        return sum(each.size for each in self.people if each.waits)

    @property
    def places_left(self) -> int | None:
        """Returns how many places are free; None for no limit. While a pair waits, 1 may be."""
        return None if self.places is None else max(self.places - self.players, 0)


def sign_up_list(event: Event, today: date) -> SignUpList:
    """Reads the sign-ups of an evening. One query."""
    people = tuple(sign_ups_of(event))
    return SignUpList(event.takes_sign_ups(today), event.date < today, event.sign_up_places, people)


def cancelled_sign_ups(event: Event) -> list[list[SignUp]]:
    """Returns the sign-ups that were cancelled, the latest first; those cancelled by one press are together. One
    query."""
    cancelled = SignUp.objects.filter(event=event, cancelled_at__isnull=False).order_by("-cancelled_at", "pk")
    return [list(each) for _at, each in groupby(cancelled, key=lambda each: each.cancelled_at)]


class MovedUp(NamedTuple):
    """Somebody who waited and has a place now; `mail` is what became of the e-mail to them, "" if none was sent."""

    name: str
    mail: str


def moved_up(event: Event) -> list[MovedUp]:
    """Returns those who waited and have a place now, the latest first. One query."""
    rows = SignUp.objects.filter(event=event, cancelled_at=None, placed_at__gt=F("signed_up_at"))
    told = rows.order_by("-placed_at", "pk").values_list("name", "partner_name", "mail")
    return [MovedUp(" & ".join(filter(None, (name, partner))), mail) for name, partner, mail in told]


def sign_up_of_code(code: str, today: date) -> SignUp | None:
    """Returns the sign-up that a short code opens, of the evenings to come and of the last month. Two queries."""
    since = today - CODES_LAST
    rows = SignUp.objects.filter(of_shown_club("event__club"), event__date__gte=since, event__binned_at=None)
    tokens = rows.order_by("-pk").values_list("token", flat=True)
    token = next((token for token in tokens if constant_time_compare(code_of_sign_up(token), code)), None)
    return None if token is None else SignUp.objects.filter(token=token).first()


def cancelled_sign_up(event: Event, token: str) -> dict[str, object]:
    """Returns the name and partner of a sign-up that was cancelled, to sign up again; nothing for any other token. One
    query."""
    rows = SignUp.objects.filter(event=event, token=token, cancelled_at__isnull=False)
    known = rows.values("name", "needs_partner", partner=F("partner_name")).first()
    return dict(known) if known else {}


def names_signed_up(event: Event, besides: SignUp | None = None) -> list[str]:
    """Returns the names on the list, of partners too, without those of one sign-up. One query."""
    rows = SignUp.objects.filter(event=event, cancelled_at=None)
    rows = rows.exclude(pk=besides.pk) if besides else rows
    return [name for row in rows.order_by("pk").values_list("name", "partner_name") for name in row if name]
