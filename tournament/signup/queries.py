"""The sign-ups of an evening, as they stand."""

from dataclasses import dataclass
from datetime import date

from tournament.event.queries.sign_ups import SignedUp, sign_ups_of
from tournament.models import Event, SignUp


@dataclass(frozen=True)
class SignUpList:
    """`is_past` is set once the evening's day is over. `places_left` is how many places are free: None for no limit and
    0 while somebody waits, so that nobody overtakes."""

    is_open: bool
    is_past: bool
    places: int | None
    people: tuple[SignedUp, ...]

    @property
    def players(self) -> int:
        return sum(2 if each.partner and not each.needs_partner else 1 for each in self.people if not each.waits)

    @property
    def places_left(self) -> int | None:
        return None if self.places is None else 0 if self.waiting else self.places_free

    @property
    def places_free(self) -> int:
        """Returns the places that nobody has, even while a pair waits for two of them."""
        return 0 if self.places is None else max(self.places - self.players, 0)

    def ahead_of(self, waiting: SignedUp) -> int:
        """Returns how many players get a place before one who waits."""
        ahead = [each for each in self.people[: self.people.index(waiting)] if each.waits]
        return sum(2 if each.partner else 1 for each in ahead)

    @property
    def waiting(self) -> int:
        return sum(each.waits for each in self.people)


def sign_up_list(event: Event, today: date) -> SignUpList:
    """Reads the sign-ups of an evening. One query."""
    people = tuple(sign_ups_of(event))
    return SignUpList(event.takes_sign_ups(today), event.date < today, event.sign_up_places, people)


def cancelled_sign_ups(event: Event) -> list[SignUp]:
    """Returns the sign-ups that were cancelled, the latest first. One query."""
    return list(SignUp.objects.filter(event=event, cancelled_at__isnull=False).order_by("-cancelled_at", "-pk"))
