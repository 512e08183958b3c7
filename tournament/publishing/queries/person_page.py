"""A person as the site shows them: everything on their page, from the evenings that the site shows.

The list of their evenings is written by hand, because a template takes ten times as long for the twenty thousand lines
of all pages.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.club.visibility import NamesShown
from tournament.foundation.wording import points
from tournament.models import Club, join_names
from tournament.seasons.queries.results import EndedEvening, lines_of
from tournament.statistics.queries.person_page import MOST_MET, EveningOfPerson, name_people, profile_of, rating_of


def evenings_of_people(evenings: Sequence[EndedEvening]) -> dict[int, list[EndedEvening]]:
    """Returns the evenings of each person, in the order played. One query at most."""
    tables = lines_of(evenings)
    found: dict[int, list[EndedEvening]] = defaultdict(list)
    for evening in evenings:
        for person in {person for lines in tables[evening.event].values() for line in lines for person in line.people}:
            found[person].append(evening)
    return found


def read_person(
    club: Club,
    person: int,
    *,
    shown: Sequence[EndedEvening],
    ended: Sequence[EndedEvening],
    names: NamesShown,
    links: Mapping[int, str],
    people_paths: Mapping[int, str],
) -> Mapping[str, Any]:
    """Returns the context of a person's page. `shown` are the evenings that have a page on the site; `links` leads to
    them (`link_evenings`). Ratings use all evenings that have `ended`. Six queries at most."""
    profile = profile_of(club, person, shown)
    lines = [_write_evening(evening, links[evening.event], names) for evening in profile.evenings]
    return {
        "at": "people",
        "name": names.name_of(person),
        "shown": profile,
        "best": profile.best,
        "partners": name_people(profile.partners[:MOST_MET], names.names, people_paths),
        "opponents": name_people(profile.opponents[:MOST_MET], names.names, people_paths),
        "rating": rating_of(club, person, profile, ended, desk=False),
        "evenings": SafeString("".join(lines)),
    }


def link_evenings(evenings: Sequence[EndedEvening], paths: Mapping[int, str], root: str) -> dict[int, str]:
    """Writes the first cells of an evening's line, which are the same for everybody: its day, and a link to it."""
    found = {}
    for event, name, day, _state in evenings:
        day_in_words = escape(date_format(day, "j M Y"))
        found[event] = (
            f'<tr>\n    <td class="more"><time datetime="{day}">{day_in_words}</time></td>\n'
            f'    <th scope="row"><a href="{root}{paths[event]}">{escape(name)}</a> '
            f'<span class="why less">{day_in_words}</span>'
        )
    return found


def _write_evening(evening: EveningOfPerson, link: str, names: NamesShown) -> str:
    beside = ""
    if evening.beside:
        words = _("with %(name)s") % {"name": join_names([names.name_of(other) for other in evening.beside])}
        beside = f' <span class="why">{escape(words)}</span>'
    place = escape(_("%(place)s of %(all)s") % {"place": evening.place, "all": evening.lines})
    return (
        f'{link}{beside}</th>\n    <td class="number">{place}</td>\n'
        f'    <td class="total">{points(evening.points)}</td>\n  </tr>'
    )
