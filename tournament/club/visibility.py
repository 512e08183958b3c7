"""Decides who may see whose name outside the hall: the one rule for public pages, paper, the published site and the
API."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.club.name_search import NameSearch, words_of
from tournament.models import Audience

WIDTH = {Audience.NOBODY: 0, Audience.MEMBERS: 1, Audience.PUBLIC: 2}


@cache
def is_visible(shown_to: str, club_shows_to: str, to: Audience) -> bool:
    """Returns whether the audience `to` may see somebody: only as far as both the person and the club allow. Cached,
    because a page asks for everybody the club knows and there are only a few answers."""
    return 0 < WIDTH[to] <= min(WIDTH[Audience(shown_to)], WIDTH[Audience(club_shows_to)])


def hidden_name(number: int) -> str:
    """Returns the words in place of a name that is hidden; `number` is the person's id."""
    return _("Player %(number)s") % {"number": number}


def visible_name(number: int, name: str, shown_to: str, club_shows_to: str, to: Audience) -> str:
    return name if is_visible(shown_to, club_shows_to, to) else hidden_name(number)


class NamedPerson(NamedTuple):
    """A name as readers see it. `person` is None for the name of a team, or if readers may not open that person's
    page."""

    person: int | None
    name: str


@dataclass(frozen=True)
class NamesShown:
    """The names that some readers see: `names` by person, and in `hidden` the real name of each person hidden from
    them."""

    names: Mapping[int, str]
    hidden: Mapping[int, str]

    def name_of(self, person: int) -> str:
        return self.names.get(person) or hidden_name(person)

    def describe(self, person: int) -> NamedPerson:
        has_page = person in self.names and person not in self.hidden
        return NamedPerson(person if has_page else None, self.name_of(person))

    def name_of_team(self, name: str, members: Iterable[int]) -> str:
        """Returns a team's own name, or "" if it reveals a hidden member; then the team is called by its players."""
        words = set(words_of(name))
        for member in members:
            if words & {word for word in words_of(self.hidden.get(member, "")) if len(word) > 1}:
                return ""
        return "" if self.redact(name) != name else name

    def redact(self, text: str) -> str:
        """Removes the names of hidden people, however they are spelt, from text that somebody typed, or from a page
        with such text. A name of one word stays, because "Jack" is also a card; so does a name that is part of a
        visible person's name."""
        return self._search.replace(text)

    @cached_property
    def _search(self) -> NameSearch:
        visible = {name: None for person, name in self.names.items() if person not in self.hidden}
        return NameSearch({**{name: hidden_name(person) for person, name in self.hidden.items()}, **visible})
