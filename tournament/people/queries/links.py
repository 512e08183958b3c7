"""Reads the links of a person with people of other clubs of the server."""

from dataclasses import dataclass

from django.db.models import Q

from tournament.models import Club, PersonLink, Player


@dataclass(frozen=True)
class LinkOfPerson:
    """A link as one of its two people sees it: with somebody of another club, or a code that waits for one."""

    pk: int
    code: str
    name: str = ""
    club: str = ""


def links_of(person: Player) -> list[LinkOfPerson]:
    """Returns the links of a person, the oldest first. One query."""
    links = PersonLink.objects.filter(Q(person=person) | Q(other=person))
    shown = []
    for link in links.select_related("person__club", "other__club"):
        there = link.person if link.other_id == person.pk else link.other
        shown.append(LinkOfPerson(link.pk, link.code, *((there.full_name, there.club.name) if there else ())))
    return shown


def find_offer(code: str, club: Club) -> PersonLink | None:
    """Returns the link that a code of another club offers. One query."""
    open_links = PersonLink.objects.filter(other=None).exclude(person__club=club)
    return open_links.select_related("person__club").filter(code="".join(code.lower().split())).first()
