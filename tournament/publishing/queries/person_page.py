"""The evenings of people as the site shows them, read from what evenings came to."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.club.visibility import NamesShown
from tournament.ranking import Amount
from tournament.seasons.queries.results import EndedEvening, lines_of
from tournament.statistics.person import PlayedEvening, Score


@dataclass(frozen=True)
class EveningOnSite:
    """`place` among so many (`of`); `beside` names the partner, where they entered together. `played` is the same for
    charts."""

    event: int
    place: int
    of: int
    points: Amount
    hang_jacks: Amount | None
    beside: str
    played: PlayedEvening


def evenings_of_people(evenings: Sequence[EndedEvening], names: NamesShown) -> dict[int, list[EveningOnSite]]:
    """By person, the latest first. One query at most."""
    tables = lines_of(evenings)
    found: dict[int, list[EveningOnSite]] = defaultdict(list)
    for evening in reversed(evenings):
        of = tables[evening.event]
        partners: dict[int, str] = {}
        for line in of.get("pairs", ()):
            if len(line.people) == 2:
                one, other = line.people
                partners |= {one: names.name_of(other), other: names.name_of(one)}
        lines = of.get("players", ())
        for line in lines:
            for person in line.people:
                played = PlayedEvening(
                    *(evening.event, evening.day, line.place, line.sharing, len(lines), line.points_played),
                    *(line.hang_jacks, line.all_fours, Score(line.matches)),
                )
                told = EveningOnSite(
                    *(evening.event, line.place, len(lines), line.points, line.hang_jacks, partners.get(person, "")),
                    played,
                )
                found[person].append(told)
    return found
