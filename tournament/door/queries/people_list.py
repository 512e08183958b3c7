"""Everybody on tonight's list, as a table that readers sort and filter, and as a file."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.door.queries.door import Door, PersonAtDoor
from tournament.event.queries.dues import Dues, price_of
from tournament.models import Enters, Event
from tournament.web.tables import SortColumn, SortedTable, sort_table


class ListedPerson(NamedTuple):
    """A person in the table. `team` is "" if players enter by themselves; `dues` is None if no money is taken."""

    pk: int
    name: str
    state: str
    table: int | None
    team: str
    dues: Dues | None


def sort_people(event: Event, door: Door, asked: Mapping[str, str]) -> SortedTable[ListedPerson]:
    """Lists people, by name unless another order is asked for; a search looks at names and teams."""
    teams = {person.entry.pk: team.name for team in door.teams for person in team.people}
    people = [
        ListedPerson(
            *(person.entry.pk, person.entry.name, _state_of(person)),
            *(person.seat.table.number if person.seat else None, teams.get(person.entry.pk, ""), person.dues),
        )
        for person in door.people
    ]
    return sort_table(
        people,
        tuple(_columns_of(event)),
        asked,
        names_of=lambda person: f"{person.name} {person.team}",
        order=_("In order of name."),
    )


def _columns_of(event: Event) -> Iterator[SortColumn[ListedPerson]]:
    yield SortColumn("name", _("Name"), lambda person: person.name)
    yield SortColumn("state", _("Here"), lambda person: person.state)
    yield SortColumn("table", _("Table"), lambda person: person.table, "number")
    if event.enters != Enters.PLAYERS:
        label = _("Pair") if event.enters == Enters.PAIRS else _("Team")
        yield SortColumn("team", label, lambda person: person.team or None, "more")
    if price_of(event) is not None:
        yield SortColumn(
            "owes", _("Owes"), lambda person: person.dues and person.dues.owed, "number", is_highest_first=True
        )
        yield SortColumn(
            "paid", _("Paid"), lambda person: person.dues and person.dues.paid, "number more", is_highest_first=True
        )


def _state_of(person: PersonAtDoor) -> str:
    if person.entry.left_at:
        return _("left early")
    return _("here") if person.entry.here else _("not here")


def file_of_people(event: Event, table: SortedTable[ListedPerson]) -> Iterator[Sequence[object]]:
    """Yields the same list for a spreadsheet; amounts have no currency."""
    yield [head.label for head in table.heads]
    for person in table.rows:
        row: list[object] = [person.name, person.state, "" if person.table is None else person.table]
        row += [person.team] if event.enters != Enters.PLAYERS else []
        yield row + ([person.dues.owed, person.dues.paid] if person.dues else [])
