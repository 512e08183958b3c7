"""Names as a reader may see them: of the club's people, and of those who play at an evening."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.api.reader import Reader
from tournament.club.queries import names_shown_to
from tournament.club.visibility import NamesShown
from tournament.models import Entry, Event, join_names


def names_shown(reader: Reader) -> NamesShown:
    """Returns the names that a reader may see. One query."""
    return names_shown_to(reader.audience, reader.club)


def describe_person(names: NamesShown, number: int) -> dict[str, Any]:
    return {"id": number, "name": names.name_of(number)}


@dataclass(frozen=True)
class EveningNames:
    """Those who play at an evening: `people` and `team_of` by entry, `teams` has names by the id of the team."""

    shown: NamesShown
    people: Mapping[int, int]
    team_of: Mapping[int, int]
    teams: Mapping[int, str]

    def player(self, entry: int) -> dict[str, Any]:
        person = self.people[entry]
        return {"entry": entry, "person": person, "name": self.shown.name_of(person)}

    def players(self, entries: Sequence[int]) -> list[dict[str, Any]]:
        return [self.player(entry) for entry in entries]

    def name_of(self, entries: Sequence[int], team: int | None = None) -> str:
        """Names competitors: the team by its own name if it has one, otherwise the players."""
        own = self.teams.get(team, "") if team is not None else ""
        return own or (join_names([self.shown.name_of(self.people[entry]) for entry in entries]) if entries else "")


def evening_names(event: Event, reader: Reader) -> EveningNames:
    """Reads the names of an evening's players. Three queries."""
    shown = names_shown(reader)
    entries = list(Entry.objects.filter(event=event).order_by("pk").values_list("pk", "player", "team", "team__name"))
    members: dict[int, list[int]] = {}
    for _entry, person, team, _name in entries:
        if team is not None:
            members.setdefault(team, []).append(person)
    named = {team: name for _entry, _person, team, name in entries if team is not None and name}
    return EveningNames(
        shown,
        {entry: person for entry, person, _team, _name in entries},
        {entry: team for entry, _person, team, _name in entries if team is not None},
        {team: shown.name_of_team(name, members[team]) for team, name in named.items()},
    )
