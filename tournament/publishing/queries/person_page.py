"""A person as the site shows them: everything on their page, from the evenings that the site shows."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from tournament.club.visibility import NamesShown
from tournament.models import Club
from tournament.seasons.queries.results import EndedEvening, lines_of
from tournament.statistics.queries.person_page import MOST_MET, name_people, profile_of, rating_of


def evenings_of_people(evenings: Sequence[EndedEvening]) -> dict[int, list[EndedEvening]]:
    """Returns the evenings of each person, in the order played. One query at most."""
    tables = lines_of(evenings)
    evenings_by_person: dict[int, list[EndedEvening]] = defaultdict(list)
    for evening in evenings:
        for person in {person for lines in tables[evening.event].values() for line in lines for person in line.people}:
            evenings_by_person[person].append(evening)
    return evenings_by_person


def read_person(
    club: Club,
    person: int,
    *,
    shown: Sequence[EndedEvening],
    ended: Sequence[EndedEvening],
    names: NamesShown,
    paths: Mapping[int, str],
    people_paths: Mapping[int, str],
) -> Mapping[str, Any]:
    """Returns the context of a person's page. `shown` are the evenings that have a page on the site; `paths` lead to
    them from the site's root. Ratings use all evenings that have `ended`. Six queries at most."""
    profile = profile_of(club, person, shown)
    evenings = [
        (evening, paths[evening.event], [names.name_of(other) for other in evening.beside])
        for evening in profile.evenings
    ]
    return {
        "at": "people",
        "name": names.name_of(person),
        "shown": profile,
        "best": profile.best,
        "partners": name_people(profile.partners[:MOST_MET], names.names, people_paths),
        "opponents": name_people(profile.opponents[:MOST_MET], names.names, people_paths),
        "rating": rating_of(club, person, profile, ended, desk=False),
        "evenings": evenings,
    }
