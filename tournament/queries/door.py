"""The door: who is entered, who is here, who has no seat, and the tables that those who are here make."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Entry, Event, Player, Round, Seat, Stage
from tournament.movements.kent import TURNS, CannotSeat, describe

FEWEST = 3


@dataclass(frozen=True)
class Person:
    """One line of the door's list. `seat` is the one in the latest released hour; `waits` is somebody here who has
    none there, or gave it up."""

    entry: Entry
    seat: Seat | None
    ever_seated: bool
    waits: bool

    @property
    def is_here(self) -> bool:
        return self.entry.here and self.entry.left_at is None

    @property
    def never_had_a_seat(self) -> bool:
        return self.waits and self.seat is None


@dataclass(frozen=True)
class Door:
    """`hour` is the latest released hour, 0 before the first; `can_seat` says that rounds of it have yet to begin."""

    people: tuple[Person, ...]
    hour: int
    can_seat: bool
    draws_left: bool

    @property
    def here(self) -> int:
        return sum(person.is_here for person in self.people)

    @property
    def waiting(self) -> tuple[Person, ...]:
        return tuple(person for person in self.people if person.waits)

    @property
    def tables(self) -> str:
        return tables_in_words(self.here)

    @property
    def enough(self) -> bool:
        return self.here >= FEWEST


def door_of(event: Event) -> Door:
    """Everybody entered, in order of name. Four queries, whatever the number."""
    stages = list(Stage.objects.filter(event=event, released_at__isnull=False))
    seats = list(Seat.objects.filter(table__stage__in=stages).select_related("table"))
    latest = stages[-1] if stages else None
    seated = {seat.entry_id: seat for seat in seats if latest and seat.table.stage_id == latest.pk}
    ever = {seat.entry_id for seat in seats}
    people = tuple(
        _person(entry, seated.get(entry.pk), entry.pk in ever, latest)
        for entry in Entry.objects.filter(event=event).select_related("player")
    )
    can_seat = latest is not None and Round.objects.filter(stage=latest, started_at=None).exists()
    number = latest.number if latest else 0
    return Door(people, number, can_seat, draws_left=number < 2)


def _person(entry: Entry, seat: Seat | None, ever_seated: bool, latest: Stage | None) -> Person:
    here = entry.here and entry.left_at is None
    gave_up = seat is not None and seat.until_turn < len(TURNS[seat.table.size])
    return Person(entry, seat, ever_seated, waits=here and latest is not None and (seat is None or gave_up))


def players_to_pick(event: Event, typed: str) -> list[Player]:
    """Players of the club who are not on tonight's list, those whose name has a word that begins with what was typed
    first; everybody when nothing was."""
    players = Player.objects.filter(club=event.club_id).exclude(entries__event=event)
    asked = " ".join(typed.casefold().split())
    found = [player for player in players if asked in player.name.casefold()]
    return sorted(found, key=lambda player: not f" {player.name.casefold()}".count(f" {asked}"))


def tables_in_words(players: int, *, prefer_five: bool = False) -> str:
    """ "7 tables of four and one of three"; below three players, how many are missing."""
    try:
        counts = describe(players, prefer_five)
    except CannotSeat:
        missing = FEWEST - players
        return ngettext(
            "%(n)s more makes a table: three can play.", "%(n)s more make a table: three can play.", missing
        ) % {"n": missing}
    first, *rest = [
        (count, size) for size, count in ((4, counts.fours), (3, counts.threes), (5, counts.fives)) if count
    ]
    words = [_first_tables(*first), *(_more_tables(*more) for more in rest)]
    return _(" and ").join(words)


def five_instead(players: int) -> str:
    """The other way to seat them where there is one: a table of five in place of three threes. Else empty."""
    return tables_in_words(players, prefer_five=True) if players > 5 and players % 4 == 1 else ""


def _first_tables(count: int, size: int) -> str:
    words = {
        4: ngettext("one table of four", "%(n)s tables of four", count),
        3: ngettext("one table of three", "%(n)s tables of three", count),
        5: ngettext("one table of five", "%(n)s tables of five", count),
    }
    return words[size] % {"n": count}


def _more_tables(count: int, size: int) -> str:
    words = {
        3: ngettext("one of three", "%(n)s of three", count),
        5: ngettext("one of five", "%(n)s of five", count),
    }
    return words[size] % {"n": count}
