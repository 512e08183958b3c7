"""Everybody entered, from A to Z: the list for the door, and name badges."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.event.queries.dues import Dues, dues_of
from tournament.foundation.wording import letters_of, order_key
from tournament.models import Enters, Entry, Event


@dataclass(frozen=True)
class Guest:
    """A name on the list. `letter` is set on the first name under each letter, `goes_on` on all but the last. `team` is
    the name of their pair or team; without one, a pair shows the partner, a team its first player. `comes_from` is
    their club; `has_left` is set if they have gone home; `dues` is None if no money is taken."""

    letter: str
    goes_on: str
    name: str
    team: str
    comes_from: str
    has_left: bool
    is_here: bool
    dues: Dues | None


def guests_of(event: Event) -> tuple[Guest, ...]:
    """Returns everybody entered, from A to Z, without a stand-in. One query, and one more if money is taken."""
    entries = sorted(
        event.entries.select_related("player", "team"), key=lambda entry: (order_key(entry.name), entry.pk)
    )
    dues = dues_of(event, entries)
    members: dict[int | None, list[Entry]] = {}
    for entry in sorted(entries, key=lambda entry: entry.pk):
        members.setdefault(entry.team_id, []).append(entry)
    people = [entry for entry in entries if not entry.is_stand_in]
    letters = letters_of(entry.name for entry in people)
    return tuple(
        Guest(
            letter,
            goes_on,
            entry.name,
            _plays_for(event, entry, members[entry.team_id]),
            entry.comes_from,
            has_left=entry.left_at is not None,
            is_here=entry.here,
            dues=dues.get(entry.pk),
        )
        for entry, (letter, goes_on) in zip(people, letters, strict=True)
    )


def _plays_for(event: Event, entry: Entry, members: list[Entry]) -> str:
    if entry.team is None or event.enters == Enters.PLAYERS:
        return ""
    if entry.team.name:
        return entry.team.name
    if event.enters == Enters.TEAMS:
        return _("Team %(name)s") % {"name": members[0].name}
    return ", ".join(member.name for member in members if member != entry)
