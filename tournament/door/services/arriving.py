"""Enters a list of people that was pasted at the door, with what stood beside their names: all of it or nothing; and
takes it back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef

from tournament.door.log_actions import CHANGE_PERSON, ENTER_LIST, ENTER_PLAYERS, PAY, SET_HERE, TEAM_UP
from tournament.door.services.entries import (
    Arrival,
    Namesake,
    enter_players,
    set_here,
    set_note,
    tell_namesakes_apart,
    tidy_name,
)
from tournament.door.services.teams import Party, enter_parties
from tournament.door.services.till import pay_owed, take_back_payment
from tournament.event.queries.competitors import was_seated
from tournament.event.queries.dues import dues_of
from tournament.foundation.model_rows import ways_to
from tournament.foundation.writing import log, note, writing
from tournament.models import Account, Club, Enters, Entry, Event, LogEntry, Payment, Player, Rest, Seat, Team

OF_DOOR = "=door"
"""Under this, which no heading is, `Club.list_headings` has those of lists at the door."""
OF_A_LIST = (ENTER_PLAYERS, TEAM_UP, PAY, SET_HERE)
"""What is logged besides the list itself by the press that enters one."""


class ArrivalMarks(NamedTuple):
    """What stood beside the name of somebody in a list."""

    arrival: Arrival
    is_paid: bool = False
    is_reserve: bool = False
    phone: str = ""
    email: str = ""


def enter_list(
    event: Event,
    parties: Sequence[Party],
    *,
    notes: Mapping[Player, str],
    marks: Sequence[ArrivalMarks],
    headings: Mapping[str, str] | None = None,
    by: Account | None,
    now: datetime,
) -> list[Entry]:
    """Enters players, pairs or teams. `notes` are new notes of people whom the club knows. Somebody who has paid pays
    what they owe, a reserve is not here yet, and a contact is saved for the desk where there is none. The club
    remembers what `headings` mean. More than one line is logged as a list, which one press takes back. Raises as
    `enter_parties` and `set_note` do."""
    with writing(event) as current:
        if headings:
            club = Club.objects.get(pk=current.club_id)
            club.list_headings[OF_DOOR] = dict(headings)
            club.save(update_fields=["list_headings"])
        newest = Player.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        listed = dict(Entry.objects.filter(event=current).values_list("pk", "here"))
        left = Entry.objects.filter(event=current, left_at__isnull=False).values_list("pk", "left_at")
        gone = {pk: at.isoformat() for pk, at in left if at}
        before = {str(player.uid): {"note": [player.note, tidy_name(beside)]} for player, beside in notes.items()}
        for player, beside in notes.items():
            set_note(player, beside, event=current, by=by, now=now)
        if current.enters == Enters.PLAYERS:
            people = [person for party in parties for person in party.people]
            entered = enter_players(current, people, by=by, now=now)
        else:
            entered = enter_parties(current, parties, by=by, now=now)
        contacts = {}
        for each in marks:
            entry = _find_entry(each.arrival, entered)
            if entry is not None and (saved := _save_marks(current, entry, each, by=by, now=now)):
                contacts[str(entry.player.uid)] = saved
        if len(parties) > 1:
            after = {
                "names": [entry.name for entry in entered],
                "entries": [entry.pk for entry in entered if entry.pk not in listed],
                "came": [entry.pk for entry in entered if listed.get(entry.pk) is False],
                "left": {str(entry.pk): gone[entry.pk] for entry in entered if entry.pk in gone},
                "people": [str(entry.player.uid) for entry in entered if entry.player_id > newest],
                "contacts": contacts,
            }
            note(current, ENTER_LIST, by=by, now=now, before={"notes": before}, after=after)
    return entered


@dataclass(frozen=True)
class ListUndo:
    """What taking a list back removes: the entries that are `free`. Those in `used` have a seat, or have paid since,
    and stay. Those of `free` who have `paid` with the list stay on it as not here."""

    free: tuple[Entry, ...]
    used: tuple[Entry, ...]
    paid: tuple[Entry, ...]


def check_list_undo(event: Event, line: LogEntry) -> ListUndo:
    """Returns what taking the list of this line of the log back would do. One query."""
    entries = Entry.objects.filter(event=event, pk__in=line.after["entries"]).select_related("player")
    paid_since = Exists(Payment.objects.filter(entry=OuterRef("pk")).exclude(paid_at=line.at))
    sat = Exists(Seat.objects.filter(entry=OuterRef("pk"))) | Exists(Rest.objects.filter(entry=OuterRef("pk")))
    is_used = ExpressionWrapper(sat | paid_since, BooleanField())
    has_paid = Exists(Payment.objects.filter(entry=OuterRef("pk")))
    rows = list(entries.annotate(is_used=is_used, has_paid=has_paid).order_by("pk"))
    free = tuple(row for row in rows if not row.is_used)
    return ListUndo(free, tuple(row for row in rows if row.is_used), tuple(row for row in free if row.has_paid))


def take_back_list(event: Event, line: LogEntry, *, by: Account | None, now: datetime) -> None:
    """Takes back what a list of this line of the log has done: its entries that nothing depends on, with their
    payments, pairs and teams; people whom the club had not known before; and notes and contacts that were not changed
    since. Somebody whose payment is taken back stays on the list as not here, because no payment is deleted. Whoever
    had left before the list has left again, unless the evening has gone on since."""
    with writing(event) as current:
        undo = check_list_undo(current, line)
        free = [entry.pk for entry in undo.free]
        for payment in Payment.objects.filter(entry__in=free, paid_at=line.at, takes_back=None):
            take_back_payment(payment, by=by, now=now)
        teams = list(Team.objects.filter(event=current, entries__in=free).distinct())
        Team.objects.filter(pk__in=[team.pk for team in teams if not was_seated(team)]).delete()
        Entry.objects.filter(pk__in=free, payments=None, team=None).delete()
        Entry.objects.filter(pk__in=[*free, *line.after["came"]], seats=None, rests=None).update(here=False)
        if not current.has_gone_on_since(line.at):
            for pk, left in line.after["left"].items():
                Entry.objects.filter(event=current, pk=pk, left_at=None).update(left_at=datetime.fromisoformat(left))
        _take_back_details(current, line)
        tell_namesakes_apart(current)
        same_press = LogEntry.objects.filter(event=current, at=line.at, by=line.by_id, undone_at=None)
        same_press.filter(action__in=[each.name for each in OF_A_LIST]).update(undone_at=now)


def _take_back_details(event: Event, line: LogEntry) -> None:
    changed = LogEntry.objects.filter(club=event.club_id, action=CHANGE_PERSON.name, pk__gt=line.pk)
    changed_since = {each.before.get("person") for each in changed}
    contacts, notes = line.after["contacts"], line.before["notes"]
    for player in Player.objects.filter(uid__in=[*contacts, *notes]):
        key = str(player.uid)
        back = {} if player.full_name in changed_since else dict.fromkeys(contacts.get(key, ()), "")
        if key in notes and player.note == notes[key]["note"][1]:
            back["note"] = notes[key]["note"][0]
        if back:
            Player.objects.filter(pk=player.pk).update(**back)
    new = Player.objects.filter(uid__in=line.after["people"], forgotten_at=None)
    named = {
        pk
        for model, way in ways_to(Player)
        for pk in model._default_manager.filter(**{f"{way.name}__in": new}).values_list(way.attname, flat=True)
    }
    new.exclude(pk__in=named).delete()


def _find_entry(arrival: Arrival, entered: Sequence[Entry]) -> Entry | None:
    for entry in entered:
        player = entry.player
        name, note = (tidy_name(arrival.name), arrival.note) if isinstance(arrival, Namesake) else (str(arrival), "")
        is_same = player == arrival if isinstance(arrival, Player) else player.name.lower() == name.lower()
        if is_same and (not note or player.note.lower() == note.lower()):
            return entry
    return None


def _save_marks(event: Event, entry: Entry, marks: ArrivalMarks, *, by: Account | None, now: datetime) -> list[str]:
    """Returns the fields of a contact that were saved."""
    dues = dues_of(event, [entry]).get(entry.pk) if marks.is_paid else None
    if dues and dues.owed:
        pay_owed(event, [entry], seen=dues.owed, by=by, now=now)
    if marks.is_reserve:
        set_here(entry, False, by=by, now=now)
    player = entry.player
    new = {name: getattr(marks, name) for name in ("phone", "email") if not getattr(player, name)}
    new = {name: value for name, value in new.items() if value}
    if new:
        Player.objects.filter(pk=player.pk).update(**new)
        log(CHANGE_PERSON, by=by, now=now, before={"person": player.full_name}, after={"fields": sorted(new)})
    return sorted(new)
