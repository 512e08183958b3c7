"""Entries as plain values, for pages that show everybody: an `Entry` costs ten times as much to read."""

from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from tournament.models import Entry, Event, Names, join_note, names_in

COLUMNS = (
    *("pk", "player__name", "namesake_note", "here", "left_at", "team", "due", "team__name"),
    *("comes_from", "stays_at", "line_up", "helps_out", "is_stand_in"),
)


class EntryRow(NamedTuple):
    """An entry, with the model's field names; `name` is the one that every page of the evening shows."""

    pk: int
    name: str
    here: bool
    left_at: datetime | None
    team_id: int | None
    due: Decimal | None = None
    team_name: str = ""
    comes_from: str = ""
    stays_at: int | None = None
    line_up: int | None = None
    helps_out: bool = False
    is_stand_in: bool = False


def entry_rows(event: Event, names: Names | None = None) -> dict[int, EntryRow]:
    """Returns everybody entered, by id, in the order of the door's list; with `names` as readers outside the hall see
    them, otherwise as the present reader does (`models.reader`). One query, two where names may be hidden."""
    names = names or names_in(event)
    entries = Entry.objects.filter(event=event).values_list(*COLUMNS)
    rows = {
        pk: EntryRow(pk, join_note(name, note), here, left, team, due, team_name or "", *counts)
        for pk, name, note, here, left, team, due, team_name, *counts in entries
    }
    return rows if names is None else _rename_rows(event, rows, names)


def _rename_rows(event: Event, rows: dict[int, EntryRow], names: Names) -> dict[int, EntryRow]:
    person_of = dict(event.entries.values_list("pk", "player"))
    members: dict[int | None, list[int]] = {}
    for pk, row in rows.items():
        members.setdefault(row.team_id, []).append(person_of[pk])
    teams = {row.team_id: names.name_of_team(row.team_name, members[row.team_id]) for row in rows.values()}
    return {
        pk: row._replace(name=names.name_of(person_of[pk]), team_name=teams[row.team_id], comes_from="")
        for pk, row in rows.items()
    }
