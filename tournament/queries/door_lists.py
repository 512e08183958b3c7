"""Everybody entered, from A to Z: the list for the door, and name badges."""

from dataclasses import dataclass

from tournament.models import Enters, Event
from tournament.queries.dues import Dues, dues_of
from tournament.queries.paper import filed_as


@dataclass(frozen=True)
class Guest:
    """`letter` is what the name is filed under, on the first name of each letter; `team` the name of his pair or team,
    or his partners where a pair has none; `comes_from` his club. `has_left` has gone home. `dues` where money is
    taken."""

    letter: str
    name: str
    team: str
    comes_from: str
    has_left: bool
    is_here: bool
    dues: Dues | None


def guests_of(event: Event) -> tuple[Guest, ...]:
    """One query, and one more where money is taken."""
    entries = sorted(event.entries.select_related("player", "team"), key=lambda entry: (filed_as(entry.name), entry.pk))
    dues = dues_of(event, entries)
    partners: dict[int, list[str]] = {}
    for entry in entries:
        if entry.team_id is not None:
            partners.setdefault(entry.team_id, []).append(entry.name)
    guests, before = [], ""
    for entry in entries:
        letter = filed_as(entry.name)[:1].upper()
        team = ""
        if entry.team is not None and event.enters != Enters.PLAYERS:
            others = [name for name in partners[entry.team.pk] if name != entry.name]
            team = entry.team.name or ", ".join(others)
        guests.append(
            Guest(
                letter if letter != before else "",
                entry.name,
                team,
                entry.comes_from,
                has_left=entry.left_at is not None,
                is_here=entry.here,
                dues=dues.get(entry.pk),
            )
        )
        before = letter
    return tuple(guests)
