"""Somebody's years at other clubs of the server, where both clubs have linked them."""

from dataclasses import dataclass

from django.db.models import Q

from tournament.club.visibility import is_visible
from tournament.models import Audience, PersonLink, Player
from tournament.seasons.queries.club_records import all_ended_evenings
from tournament.statistics.queries.person_page import profile_of


@dataclass(frozen=True)
class YearsElsewhere:
    """`rows` stand under `heads`, as on the person's own page there."""

    club: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def years_elsewhere(person: Player, *, desk: bool) -> list[YearsElsewhere]:
    """Returns a person's years at other clubs, by club: all to the desk; to everybody else only what the other club
    and the person show to everybody. One query without a link."""
    links = PersonLink.objects.filter(Q(person=person, other__isnull=False) | Q(other=person))
    found = []
    for link in links.select_related("person__club", "other__club"):
        there = link.person if link.other_id == person.pk else link.other
        if there and (desk or is_visible(there.shown_to, there.club.shows_people_to, Audience.PUBLIC)):
            shown = profile_of(there.club, there.pk, all_ended_evenings(there.club))
            found.append(YearsElsewhere(there.club.name, shown.heads, shown.rows))
    return sorted(found, key=lambda each: each.club.casefold())
