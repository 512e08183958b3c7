"""The door: the club's players, and who is here."""

import unicodedata
from collections.abc import Iterable
from datetime import datetime

from tournament.errors import NameTaken
from tournament.models import Account, Entry, Event, Player, Rest, Team
from tournament.queries.matches import gave_up_a_seat
from tournament.services.writing import note, tell_followers, writing

# Between letters of a few scripts these change how a name reads; every other character that shows nothing is a slip.
JOINERS = "\u200c\u200d"


def tidy_name(name: str) -> str:
    """A name as it is kept: single spaces, accents in one piece, and no character that shows nothing, so that two names
    that look the same are the same, and none turns round what stands beside it. Empty when nothing is left to see."""
    whole = unicodedata.normalize("NFC", " ".join(name.split()))
    shown = "".join(
        letter for letter in whole if letter in JOINERS or unicodedata.category(letter) not in ("Cc", "Cf", "Cs")
    )
    return " ".join(shown.split()) if shown.strip(JOINERS + " ") else ""


def enter_players(event: Event, names: Iterable[str], *, by: Account | None, now: datetime) -> list[Entry]:
    """Enter people by name, in the order given; whoever the club does not know yet becomes one of its players.

    Names are tidied, upper and lower case name the same player, and somebody already entered is simply here
    again. Returns the entries, once each.
    """
    tidy = list(dict.fromkeys(tidied[:80] for name in names if (tidied := tidy_name(name))))
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


def correct_name(entry: Entry, name: str, *, by: Account | None, now: datetime) -> None:
    """Spell a player's name right, on this evening's pages and papers and on all others. Raises NameTaken where the
    club has another player of that name: who is who is not settled by a spelling."""
    right = tidy_name(name)[:80]
    with writing(entry.event) as event:
        others = Player.objects.filter(club=event.club_id).exclude(pk=entry.player_id)
        if right.lower() in {player.name.lower() for player in others}:
            raise NameTaken
        wrong = Player.objects.get(pk=entry.player_id).name
        Player.objects.filter(pk=entry.player_id).update(name=right)
        others_of_his = Event.objects.filter(entries__player=entry.player_id).exclude(pk=event.pk)
        tell_followers(others_of_his)
        note(event, "correct_name", by=by, now=now, before={"name": wrong}, after={"name": right})


def remove_entry(entry: Entry, *, by: Account | None, now: datetime) -> None:
    """Take back a wrong entry; only somebody who was never seated, played no hand and paid nothing can be taken off the
    list."""
    with writing(entry.event) as event:
        sat = entry.seats.exists() or Rest.objects.filter(entry=entry).exists() or gave_up_a_seat(entry)
        if sat or entry.payments.exists():
            Entry.objects.filter(pk=entry.pk).update(here=False)
        else:
            Entry.objects.filter(pk=entry.pk).delete()
            Team.objects.filter(event=event, entries=None).delete()
        note(event, "remove_entry", by=by, now=now, before={"name": entry.name})
