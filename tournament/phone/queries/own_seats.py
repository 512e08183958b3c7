"""Who a phone is for in an evening, and where they sit, as the start page says it in a line."""

from collections.abc import Sequence
from typing import NamedTuple

from tournament.clock.queries.rounds import Bell
from tournament.models import Event, PersonMerge
from tournament.phone.queries.own_phone import HallForPhones, OwnPhone, hall_of

MOST_NAMES = 4
Name = tuple[int, str]


class OwnSeats(NamedTuple):
    """The people of a phone who have a seat in this hour or round, or sit out; `tokens` are those of their sign-ups."""

    event: Event
    hour: int
    people: Sequence[OwnPhone]
    tokens: Sequence[str]


def names_known(event: Event, picked: Sequence[Name] | None, tokens: Sequence[str]) -> list[Name]:
    """Returns who a phone is for: who was picked on it or, until somebody was, who signed up on it."""
    if picked is not None or not tokens:
        return list(picked or ())
    signed_up = hall_of(event).signed_up
    return [signed_up[token] for token in tokens if token in signed_up][-MOST_NAMES:]


def names_now(hall: HallForPhones, names: Sequence[Name]) -> list[Name]:
    """Returns these people as who they are now, if they were merged since they were picked. One query where somebody is
    not on the list."""
    if all(player in hall.entries for player, _name in names):
        return list(names)
    merges = PersonMerge.objects.filter(club=hall.event.club_id, undone_at=None)
    kept = dict(merges.values_list("gone__pk", "kept"))
    return [(kept.get(player, player), name) for player, name in names]


def own_seats_in(event: Event, names: Sequence[Name], bells: list[Bell]) -> OwnSeats | None:
    """Returns where these people sit now, None if none of them does or the evening is over."""
    hall = hall_of(event) if names and event.locked_at is None else None
    if hall is None or hall.stage is None:
        return None
    known = [hall.own(player, name, bells) for player, name in names_now(hall, names) if player in hall.entries]
    people = [own for own in known if own.where in ("seated", "resting")]
    players = {own.player for own in people}
    tokens = [token for token, (player, _name) in hall.signed_up.items() if player in players]
    return OwnSeats(event, hall.stage.number, people, tokens) if people else None
