"""The door: events, the club's players, and who is here."""

from collections.abc import Iterable
from datetime import date, datetime

from tournament.models import Account, Club, Entry, Event, Player
from tournament.services.writing import note, writing


def create_event(club: Club, *, name: str, date: date, by: Account | None, now: datetime) -> Event:
    event = Event.objects.create(club=club, name=name, date=date)
    note(event, "create_event", by=by, now=now, after={"name": name})
    return event


def enter_players(event: Event, names: Iterable[str], *, by: Account | None, now: datetime) -> list[Entry]:
    """Enter people by name, in the order given; whoever the club does not know yet becomes one of its players.

    White space is tidied, upper and lower case name the same player, and somebody already entered is simply here
    again. Returns the entries, once each.
    """
    tidy = list(dict.fromkeys(" ".join(name.split())[:80] for name in names if name.split()))
    with writing(event) as current:
        known = {player.name.lower(): player for player in Player.objects.filter(club=current.club_id)}
        entries: dict[int, Entry] = {}
        for name in tidy:
            player = known.get(name.lower()) or Player.objects.create(club_id=current.club_id, name=name)
            known[name.lower()] = player
            entry, made = Entry.objects.get_or_create(event=current, player=player)
            if not made and (not entry.here or entry.left_at):
                entry.here, entry.left_at = True, None
                entry.save(update_fields=["here", "left_at"])
            entries[entry.pk] = entry
        note(current, "enter_players", by=by, now=now, after={"names": tidy})
    return list(entries.values())


def set_here(entry: Entry, here: bool, *, by: Account | None, now: datetime) -> None:
    """Tick somebody off at the door, or back on."""
    with writing(entry.event) as event:
        Entry.objects.filter(pk=entry.pk).update(here=here)
        note(event, "set_here", by=by, now=now, before={"entry": entry.pk}, after={"here": here})


def remove_entry(entry: Entry, *, by: Account | None, now: datetime) -> None:
    """Take back a wrong entry; only somebody who was never seated can be taken off the list."""
    with writing(entry.event) as event:
        if entry.seats.exists():
            Entry.objects.filter(pk=entry.pk).update(here=False)
        else:
            Entry.objects.filter(pk=entry.pk).delete()
        note(event, "remove_entry", by=by, now=now, before={"name": entry.name})
