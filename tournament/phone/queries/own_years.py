"""The people whose results over the years "My page" shows below tonight."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tournament.club.visibility import is_visible
from tournament.models import Audience, Club, Player


class YearsOnPhone(NamedTuple):
    """Somebody on this phone; `needs_code` is set if the members' code would show their page."""

    person: int
    name: str
    needs_code: bool


def years_on_phone(
    club: Club, names: Sequence[tuple[int, str]], to: Audience | None, own: Collection[int]
) -> list[YearsOnPhone]:
    """Returns the people whom this reader may see, or could with the members' code, in the order of `names`; those of
    `own` need no code. One query."""
    players = Player.objects.filter(pk__in=[person for person, _name in names], club=club, forgotten_at=None)
    shown_to = dict(players.values_list("pk", "shown_to"))

    def can_see(person: int, to: Audience | None) -> bool:
        return to is None or is_visible(shown_to[person], club.shows_people_to, to)

    def sees_now(person: int) -> bool:
        return can_see(person, to) or (person in own and can_see(person, Audience.MEMBERS))

    return [
        YearsOnPhone(person, name, not sees_now(person))
        for person, name in names
        if person in shown_to and (sees_now(person) or (club.members_code and can_see(person, Audience.MEMBERS)))
    ]
