"""The sign-ups of an evening, as they stand."""

from dataclasses import dataclass
from datetime import date
from itertools import groupby

from tournament.event.queries.sign_ups import SignedUp, sign_ups_of
from tournament.models import Event, SignUp


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

    def ahead_of(self, waiting: SignedUp) -> int:
        """Returns how many players have waited longer."""
        return sum(each.size for each in self.people[: self.people.index(waiting)] if each.waits)


def sign_up_list(event: Event, today: date) -> SignUpList:
    """Reads the sign-ups of an evening. One query."""
    people = tuple(sign_ups_of(event))
    return SignUpList(event.takes_sign_ups(today), event.date < today, event.sign_up_places, people)


def cancelled_sign_ups(event: Event) -> list[list[SignUp]]:
    """Returns the sign-ups that were cancelled, the latest first; those cancelled by one press are together. One
    query."""
    cancelled = SignUp.objects.filter(event=event, cancelled_at__isnull=False).order_by("-cancelled_at", "pk")
    return [list(each) for _at, each in groupby(cancelled, key=lambda each: each.cancelled_at)]


def names_signed_up(event: Event, besides: SignUp | None = None) -> list[str]:
    """Returns the names on the list, of partners too, without those of one sign-up. One query."""
    rows = SignUp.objects.filter(event=event, cancelled_at=None)
    rows = rows.exclude(pk=besides.pk) if besides else rows
    return [name for row in rows.order_by("pk").values_list("name", "partner_name") for name in row if name]
