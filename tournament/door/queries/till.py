"""The door's list with what everybody on it pays."""

from dataclasses import replace

from tournament.door.queries.door import Door
from tournament.event.queries.dues import dues_of
from tournament.models import Event


def with_dues(event: Event, door: Door) -> Door:
    """Returns the door's list with what everybody pays. One query if money is taken, else none."""
    dues = dues_of(event, [person.entry for person in door.people])
    if not dues:
        return door
    people = {person.entry.pk: replace(person, dues=dues[person.entry.pk]) for person in door.people}
    return replace(
        door,
        people=tuple(people.values()),
        teams=tuple(replace(t, people=tuple(people[one.entry.pk] for one in t.people)) for t in door.teams),
        alone=tuple(people[one.entry.pk] for one in door.alone),
    )
