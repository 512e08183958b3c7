"""Those entered as plain values, for pages that show everybody: an `Entry` costs ten times as much to read."""

from datetime import datetime
from typing import NamedTuple

from tournament.models import Entry, Event, join_note


class EntryRow(NamedTuple):
    """An entry under the same names as the model has; `name` is the one that every page of the evening shows."""

    pk: int
    name: str
    here: bool
    left_at: datetime | None
    team_id: int | None


def row_of(entry: Entry) -> EntryRow:
    """Of one that was read with its player."""
    return EntryRow(entry.pk, entry.name, entry.here, entry.left_at, entry.team_id)


def entry_rows(event: Event) -> dict[int, EntryRow]:
    """Everybody entered, by id, in the order of the door's list. One query."""
    found = Entry.objects.filter(event=event).values_list(
        "pk", "player__name", "namesake_note", "here", "left_at", "team"
    )
    return {pk: EntryRow(pk, join_note(name, note), here, left, team) for pk, name, note, here, left, team in found}
