"""Who signed up for an evening: who has a place, who waits, and who plays with whom."""

from dataclasses import dataclass, replace
from datetime import date

from tournament.models import Entry, Event, SignUp, SignUpState, of_shown_club

MOST_SHOWN = 5
"""The most coming evenings that a page links to."""


@dataclass(frozen=True)
class SignedUp:
    """Somebody who signed up. `waits` is set if they have no place yet; `partner` is the one they named, or who was
    found for them."""

    pk: int
    name: str
    partner: str
    needs_partner: bool
    waits: bool
    token: str

    @property
    def is_alone(self) -> bool:
        return self.needs_partner and not self.partner


def sign_ups_of(event: Event) -> list[SignedUp]:
    """Returns the sign-ups in their order, without those cancelled: by `signed_up_at`, which only grows. Nobody
    overtakes: everybody after somebody who waits also waits. Those who need a partner are paired in their order. One
    query."""
    columns = ("pk", "name", "partner_name", "needs_partner", "token")
    in_order = SignUp.objects.filter(event=event, cancelled_at=None).order_by("signed_up_at", "pk")
    rows = list(in_order.values_list(*columns))
    found: list[SignedUp] = []
    players, places = 0, event.sign_up_places
    for pk, name, partner, needs_partner, token in rows:
        players += 2 if partner else 1
        waits = places is not None and (players > places or any(each.waits for each in found[-1:]))
        found.append(SignedUp(pk, name, partner, needs_partner, waits, token))
    alone = [each for each in found if each.needs_partner and not each.waits]
    partners: dict[int, str] = {}
    for one, other in zip(alone[::2], alone[1::2], strict=False):
        partners |= {one.pk: other.name, other.pk: one.name}
    return [replace(each, partner=partners.get(each.pk, each.partner)) for each in found]


def evenings_to_sign_up_for(today: date) -> list[Event]:
    """Returns the shown club's evenings from `today` on that take sign-ups, the next first. One query."""
    taking = Event.objects.filter(of_shown_club(), date__gte=today, sign_up=SignUpState.OPEN, locked_at=None)
    return list(taking.order_by("date", "pk")[:MOST_SHOWN])


def expected_at_door(event: Event) -> list[str]:
    """Returns who signed up, has a place and is not on the evening's list yet, each as typed at the door: "Ann" or "Ann
    & Bea". Two queries; none if sign-up is not used, and one if nobody has a place."""
    signed_up = [each for each in sign_ups_of(event) if not each.waits] if event.has_sign_up else []
    if not signed_up:
        return []
    entered = Entry.objects.filter(event=event, here=True).values_list("player__name", flat=True)
    here = {name.lower() for name in entered}
    lines: list[str] = []
    done: set[int | str] = set()
    for each in signed_up:
        names = [each.name, *([each.partner] if each.partner else [])]
        if each.name in done or all(name.lower() in here for name in names):
            continue
        done |= set(names)
        lines.append(" & ".join(names) if event.enters == "pairs" else "\n".join(names))
    return lines
