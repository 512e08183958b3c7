"""Who sits in whose chair: substitutes, and latecomers who took the chair of somebody who left."""

from dataclasses import dataclass
from datetime import datetime

from tournament.door.log_actions import SUBSTITUTE
from tournament.door.queries.door import Door
from tournament.models import Event, LogEntry


@dataclass(frozen=True)
class TakenChair:
    """`came` has the chair of `gone`; `table` is where they sit now, None if nowhere. `entry` is the id of `came`."""

    entry: int
    came: str
    gone: str
    table: int | None
    since: datetime | None


def taken_chairs(event: Event, door: Door) -> tuple[TakenChair, ...]:
    """Returns them by table. One query if somebody has left, else none."""
    people = {person.entry.pk: person for person in door.people}
    if not any(person.entry.left_at for person in door.people):
        return ()
    taken = []
    lines = LogEntry.objects.filter(event=event, action=SUBSTITUTE.name, undone_at=None).order_by("pk")
    for before, after, at in lines.values_list("before", "after", "at"):
        gone, came = people.get(before.get("entry")), people.get(after.get("entry"))
        # A substitution that was undone, or after which they came back, has left another time of leaving.
        if gone and came and gone.entry.left_at == at and came.is_here:
            table = came.seat.table.number if came.seat else None
            taken.append(TakenChair(came.entry.pk, came.entry.name, gone.entry.name, table, at))
    seats = [person.seat for person in door.people if person.seat]
    given_up = {(seat.table.number, seat.position, seat.until_turn): seat.entry for seat in seats}
    for seat in seats:
        gone_before = given_up.get((seat.table.number, seat.position, seat.from_turn - 1))
        if gone_before is not None:
            number = seat.table.number
            taken.append(TakenChair(seat.entry.pk, seat.entry.name, gone_before.name, number, None))
    return tuple(sorted(taken, key=lambda each: (each.table is None, each.table or 0, each.came)))
