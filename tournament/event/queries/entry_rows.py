"""Those entered as plain values, for pages that show everybody: an `Entry` costs ten times as much to read."""

from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from tournament.models import Entry, Event, join_note


class EntryRow(NamedTuple):
    """An entry under the same names as the model has; `name` is the one that every page of the evening shows."""

    pk: int
    name: str
    here: bool
    left_at: datetime | None
    team_id: int | None
    due: Decimal | None = None
    team_name: str = ""


def entry_rows(event: Event) -> dict[int, EntryRow]:
    """Everybody entered, by id, in the order of the door's list. One query."""
    columns = ("pk", "player__name", "namesake_note", "here", "left_at", "team", "due", "team__name")
    found = Entry.objects.filter(event=event).values_list(*columns)
    return {
        pk: EntryRow(pk, join_note(name, note), here, left, team, due, of or "")
        for pk, name, note, here, left, team, due, of in found
    }
