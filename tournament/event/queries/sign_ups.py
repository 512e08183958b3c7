"""Who signed up for an evening: who has a place, who waits, and who plays with whom."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date

from tournament.models import Entry, Event, SignUp, SignUpState, join_note, of_shown_club

MOST_SHOWN = 5
"""The most coming evenings that a page links to."""


@dataclass(frozen=True)
class SignedUp:
    """Somebody who signed up. `waits` is set if they have no place yet; `partner` is the one they named, or who was
    found for them; `size` is how many places they take. `known` and `known_partner` are the names that the club knows
    them by, or as they wrote them; `person` and `partner_person` are the ids of people of the club, if it is known
    which they are. `has_moved_up` is set if they waited before they had a place."""

    pk: int
    name: str
    partner: str
    needs_partner: bool
    waits: bool
    token: str
    size: int
    known: str
    known_partner: str
    person: int | None
    partner_person: int | None
    has_moved_up: bool

    @property
    def is_alone(self) -> bool:
        return self.needs_partner and not self.partner


COLUMNS = (
    *("pk", "name", "partner_name", "needs_partner", "token", "placed_at"),
    *("signed_up_at", "person", "person__name", "person__note"),
    *("partner_person", "partner_person__name", "partner_person__note"),
)


def sign_ups_of(event: Event) -> list[SignedUp]:
    """Returns the sign-ups in their order, without those cancelled: by `signed_up_at`, which only grows. Who has a
    place keeps it; the others get what is free in their order, and somebody alone takes a place that is too little for
    a pair ahead of them. Those who need a partner are paired in their order. One query."""
    in_order = SignUp.objects.filter(event=event, cancelled_at=None).order_by("signed_up_at", "pk")
    rows = list(in_order.values_list(*COLUMNS))
    places = event.sign_up_places
    free = 2 * len(rows) if places is None else places
    placed: set[int] = set()
    for row in sorted(rows, key=lambda row: (row[5] is None, row[5] or 0)):
        size = 2 if row[2] else 1
        if size <= free:
            placed.add(row[0])
            free -= size
    sign_ups = [
        SignedUp(
            *(pk, name, partner, needs_partner, pk not in placed, token, 2 if partner else 1),
            known=join_note(own or name, note or ""),
            known_partner=join_note(others or partner, others_note or ""),
            person=person,
            partner_person=other,
            has_moved_up=placed_at is not None and placed_at > signed_at and pk in placed,
        )
        for pk, name, partner, needs_partner, token, placed_at, signed_at, *people in rows
        for person, own, note, other, others, others_note in [people]
    ]
    alone = [each for each in sign_ups if each.needs_partner and not each.waits]
    partners: dict[int, SignedUp] = {}
    for one, other in zip(alone[::2], alone[1::2], strict=False):
        partners |= {one.pk: other, other.pk: one}
    return [
        replace(each, partner=found.name, known_partner=found.known, partner_person=found.person)
        if (found := partners.get(each.pk))
        else each
        for each in sign_ups
    ]


@dataclass(frozen=True)
class OwnSignUp:
    """A sign-up as its owner's phone shows it: `ahead` players have a place, or wait, before them; `placed` have a
    place."""

    event: Event
    signed: SignedUp
    ahead: int
    placed: int


def own_sign_up_in(event: Event, sign_ups: Collection[SignedUp], pk: int) -> OwnSignUp | None:
    """Returns one of an evening's sign-ups as its owner sees it; None if it is cancelled."""
    signed = next((each for each in sign_ups if each.pk == pk), None)
    if signed is None:
        return None
    alike = [each for each in sign_ups if each.waits == signed.waits]
    ahead = sum(each.size for each in alike[: alike.index(signed)])
    placed = sum(each.size for each in sign_ups if not each.waits)
    return OwnSignUp(event, signed, ahead, placed)


def sign_ups_with(tokens: Collection[str], today: date) -> list[OwnSignUp]:
    """Returns the sign-ups that these tokens open, of evenings from `today` on, the next first. One query, and one for
    each evening; none without tokens."""
    if not tokens:
        return []
    rows = SignUp.objects.filter(of_shown_club("event__club"), token__in=tokens, cancelled_at=None)
    rows = rows.filter(event__date__gte=today, event__locked_at=None, event__binned_at=None)
    signed = [(row.event, row.pk) for row in rows.select_related("event__club").order_by("event__date", "pk")]
    lists = {event.pk: sign_ups_of(event) for event in {event.pk: event for event, _pk in signed}.values()}
    own = [own_sign_up_in(event, lists[event.pk], pk) for event, pk in signed]
    return [each for each in own if each is not None]


def entered_people_of(event: Event) -> dict[str, tuple[int, str]]:
    """Returns the people entered in an evening who signed up for it, by the tokens of their sign-ups in order: their
    ids and names. Who did not say which person they are is the one of their name, and nobody if there are several. Two
    queries; none if nobody could sign up."""
    if not event.has_sign_up:
        return {}
    entries = Entry.objects.filter(event=event).select_related("player")
    names = {entry.player_id: entry.name for entry in entries}
    called: dict[str, set[int]] = {}
    for entry in entries:
        for name in (entry.player.name, entry.player.full_name):
            called.setdefault(name.lower(), set()).add(entry.player_id)
    found = [
        (each.token, {each.person} & names.keys() if each.person else called.get(each.known.lower(), set()))
        for each in sign_ups_of(event)
    ]
    return {token: (person, names[person]) for token, people in found if len(people) == 1 for person in people}


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
    entered = Entry.objects.filter(event=event, here=True).values_list("player", "player__name", "player__note")
    here: set[int | str] = {player for player, _name, _note in entered}
    here |= {each.lower() for _player, name, note in entered for each in (name, join_note(name, note))}
    lines: list[str] = []
    done: set[str] = set()
    for each in signed_up:
        people = [(each.known, each.person), (each.known_partner, each.partner_person)][: 2 if each.partner else 1]
        names = [name for name, _person in people]
        if each.known in done or all((person or name.lower()) in here for name, person in people):
            continue
        done |= set(names)
        lines.append(" & ".join(names) if event.enters == "pairs" else "\n".join(names))
    return lines
