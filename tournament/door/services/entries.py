"""Entries of an evening: entering players, ticking them off, correcting names and notes, and removing an entry."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.door.log_actions import CORRECT_NAME, ENTER_PLAYERS, REMOVE_ENTRY, SET_HERE
from tournament.event.queries.namesakes import PeopleByName
from tournament.foundation.errors import NameShared, NameTaken
from tournament.foundation.writing import note, tell_followers, writing
from tournament.matches.queries.matches import has_had_place
from tournament.models import Account, Entry, Event, Player, Team, join_note

# After letters without capitals, as in Persian or Hindi, these change how a name reads; anywhere else, as any other
# invisible character, they are a mistake.
JOINERS = "\u200c\u200d"
INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0" + "".join(map(chr, range(0xFE00, 0xFE10)))
LONGEST_NAME = 80
LONGEST_NOTE = 40


def tidy_name(name: str) -> str:
    """Returns a name as it is stored: with single spaces, composed accents and no invisible characters, so that names
    that look the same are the same, and none reverses the text beside it. "" if nothing visible is left."""
    whole = unicodedata.normalize("NFC", " ".join(name.split()))
    shown = ""
    for letter in whole:
        joins = letter in JOINERS and unicodedata.category(shown[-1:] or " ") in ("Lo", "Mn", "Mc")
        if joins or not (letter in INVISIBLE or unicodedata.category(letter) in ("Cc", "Cf", "Cs")):
            shown += letter
    return unicodedata.normalize("NFC", " ".join(shown.strip(JOINERS + " ").split()))


class Namesake(NamedTuple):
    """Another person with a name that somebody already has; `note` distinguishes the two."""

    name: str
    note: str


Arrival = str | Player | Namesake
"""Somebody who comes to the door: a name, a person the club knows, or another person with a known name."""


def name_of(arrival: Arrival) -> str:
    return arrival if isinstance(arrival, str) else arrival.name


def enter_players(event: Event, arrivals: Iterable[Arrival], *, by: Account | None, now: datetime) -> list[Entry]:
    """Enters people in the order given; those whom the club does not know become players of it. Somebody already
    entered is marked as here again. Returns the entries, once each. Raises NameShared as `find_or_add_players` does."""
    with writing(event) as current:
        players = dict.fromkeys(find_or_add_players(current, arrivals))
        known = set(Entry.objects.filter(event=current).values_list("player", flat=True))
        Entry.objects.bulk_create(Entry(event=current, player=player) for player in players if player.pk not in known)
        entered = Entry.objects.filter(event=current, player__in=players)
        entered.exclude(here=True, left_at=None).update(here=True, left_at=None)
        tell_namesakes_apart(current)
        entry_of = {entry.player_id: entry for entry in entered.select_related("player")}
        shown = [entry_of[player.pk] for player in players]
        after = {"names": [entry.name for entry in shown]}
        new = [entry.pk for entry in shown if entry.player_id not in known]
        note(current, ENTER_PLAYERS, by=by, now=now, after=after | {"entries": new})
    return shown


def find_or_add_players(event: Event, arrivals: Iterable[Arrival]) -> list[Player]:
    """Returns players of the club in the order given, creating new ones. Names are tidied, and upper and lower case
    name the same player. Raises NameShared for a name that several have."""
    people = PeopleByName(Player.objects.filter(club=event.club_id))
    players_found: list[Player] = []
    new: list[Player] = []
    for arrival in arrivals:
        if isinstance(arrival, Player):
            players_found.append(arrival)
            continue
        name, beside = arrival if isinstance(arrival, Namesake) else (arrival, "")
        if not (name := tidy_name(name)[:LONGEST_NAME]):
            continue
        beside = tidy_name(beside)[:LONGEST_NOTE]
        called = people.find(name)
        if isinstance(arrival, Namesake):
            called = [player for player in called if player.note.lower() == beside.lower()]
        if len(called) > 1:
            raise NameShared(_("More than one person is called %(name)s. Choose which one.") % {"name": name})
        if not called:
            called = [Player(club_id=event.club_id, name=name, note=beside)]
            people.add(called[0])
            new += called
        players_found += called
    Player.objects.bulk_create(new)
    return players_found


def tell_namesakes_apart(event: Event) -> None:
    """Shows the notes of people who are entered with the same name, and nobody else's. One query if nothing changes."""
    entered = list(Entry.objects.filter(event=event).select_related("player"))
    borne = Counter(entry.player.name.lower() for entry in entered)
    for entry in entered:
        shown = entry.player.note if borne[entry.player.name.lower()] > 1 else ""
        if shown != entry.namesake_note:
            Entry.objects.filter(pk=entry.pk).update(namesake_note=shown)


def set_here(entry: Entry, here: bool, *, by: Account | None, now: datetime) -> None:
    with writing(entry.event) as event:
        Entry.objects.filter(pk=entry.pk).update(here=here)
        note(event, SET_HERE, by=by, now=now, before={"entry": entry.pk}, after={"here": here})


def correct_name(entry: Entry, name: str, beside: str | None = None, *, by: Account | None, now: datetime) -> None:
    """Corrects a player's name, and the note `beside` it that distinguishes people with the same name, on the pages and
    papers of all evenings. Raises NameTaken as `set_note` does."""
    with writing(entry.event) as event:
        player = Player.objects.get(pk=entry.player_id)
        _save_name(
            event, player, tidy_name(name)[:LONGEST_NAME], player.note if beside is None else beside, by=by, now=now
        )


def set_note(player: Player, beside: str, *, event: Event, by: Account | None, now: datetime) -> None:
    """Saves a note that distinguishes a member from others with the same name. Raises NameTaken if the club has another
    player with that name and note, because a spelling cannot settle who is who."""
    with writing(event) as current:
        _save_name(current, player, player.name, beside, by=by, now=now)


def _save_name(event: Event, player: Player, name: str, beside: str, *, by: Account | None, now: datetime) -> None:
    beside = tidy_name(beside)[:LONGEST_NOTE]
    others = Player.objects.filter(club=event.club_id).exclude(pk=player.pk)
    if (name.lower(), beside.lower()) in {(other.name.lower(), other.note.lower()) for other in others}:
        raise NameTaken
    Player.objects.filter(pk=player.pk).update(name=name, note=beside)
    evenings = Event.with_binned.filter(entries__player=player)
    for evening in evenings:
        tell_namesakes_apart(evening)
    tell_followers(evenings.exclude(pk=event.pk).values_list("pk", flat=True))
    note(
        event, CORRECT_NAME, by=by, now=now, before={"name": player.full_name}, after={"name": join_note(name, beside)}
    )


def remove_entry(entry: Entry, *, by: Account | None, now: datetime) -> None:
    """Removes a wrong entry. Somebody who was seated, played a hand or paid stays on the list and is marked as not
    here."""
    with writing(entry.event) as event:
        if has_had_place(entry) or entry.payments.exists():
            Entry.objects.filter(pk=entry.pk).update(here=False)
        else:
            Entry.objects.filter(pk=entry.pk).delete()
            Team.objects.filter(event=event, entries=None).delete()
            tell_namesakes_apart(event)
        note(event, REMOVE_ENTRY, by=by, now=now, before={"name": entry.name})
