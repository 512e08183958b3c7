"""The door: who is entered, who is here, who has no seat, and the tables that those who are here make."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.models import Entry, Event, Match, Player, Seat, Stage, State, Table, together
from tournament.movements.draw import Field
from tournament.movements.kent import FEWEST, KENT
from tournament.queries.chairs import Chair, free_chairs
from tournament.queries.draws import movement_of
from tournament.queries.hours import hour_numbers, hours_of
from tournament.queries.matches import with_sides
from tournament.queries.paper import filed_as


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
    """`hour` is the latest released hour, 0 before the first; `chair` is the one that a late-comer would take now,
    where there is one waiting. `tables` says what those who are here make, or what to do where it is not `enough`."""

    people: tuple[Person, ...]
    hour: int
    chair: Chair | None
    draws_left: bool
    tables: str
    enough: bool

    @property
    def here(self) -> int:
        return sum(person.is_here for person in self.people)

    @property
    def waiting(self) -> tuple[Person, ...]:
        return tuple(person for person in self.people if person.waits)


def door_of(event: Event) -> Door:
    """Everybody entered, in order of name. Three queries, and three more while somebody waits for a seat."""
    stages = hours_of(event)
    seats = list(Seat.objects.filter(table__stage__in=stages).select_related("table"))
    latest = stages[-1] if stages else None
    seated = {seat.entry_id: seat for seat in seats if latest and seat.table.stage_id == latest.pk}
    ever = {seat.entry_id for seat in seats}
    people = tuple(
        _person(entry, seated.get(entry.pk), entry.pk in ever, latest)
        for entry in sorted(
            Entry.objects.filter(event=event).select_related("player"), key=lambda entry: filed_as(entry.name)
        )
    )
    wanted = latest is not None and any(person.never_had_a_seat for person in people)
    chair = next(iter(free_chairs(latest)), None) if latest and wanted else None
    number = latest.number if latest else 0
    here = sum(person.is_here for person in people)
    return Door(
        people,
        number,
        chair,
        draws_left=number < len(hour_numbers(event)),
        tables=tables_in_words(event, here),
        enough=bool(movement_of(event).fits(here)),
    )


def _person(entry: Entry, seat: Seat | None, ever_seated: bool, latest: Stage | None) -> Person:
    here = entry.here and entry.left_at is None
    gave_up = seat is not None and seat.until_turn < seat.table.turns
    return Person(entry, seat, ever_seated, waits=here and latest is not None and (seat is None or gave_up))


def players_to_pick(event: Event, typed: str) -> list[Player]:
    """Players of the club who are not on tonight's list, those whose name has a word that begins with what was typed
    first; everybody when nothing was."""
    players = Player.objects.filter(club=event.club_id).exclude(entries__event=event)
    asked = " ".join(filed_as(typed).split())
    found = [player for player in players if asked in filed_as(player.name)]
    return sorted(found, key=lambda player: (f" {asked}" not in f" {filed_as(player.name)}", filed_as(player.name)))


def match_in_play(entry: Entry) -> Match | None:
    """The match of somebody in a round that is on, while nothing is reported of it. Three queries."""
    matches = Match.objects.filter(sides__players__entry=entry, state=State.WAITING)
    begun = matches.filter(round__started_at__isnull=False, round__ended_at__isnull=True)
    return with_sides(begun.select_related("round")).last()


def plays_on(table: Table) -> bool:
    """Whether there is a match at this table still to be played. One query."""
    return Match.objects.filter(table=table, state=State.WAITING).exists()


def tables_in_words(event: Event, players: int, *, prefer_five: bool = False) -> str:
    """ "7 tables of four and one of three"; where so many cannot be seated, what to do."""
    movement = movement_of(event)
    missing = FEWEST - players
    if movement is KENT and missing > 0:
        return ngettext(
            "%(n)s more makes a table: three can play.", "%(n)s more make a table: three can play.", missing
        ) % {"n": missing}
    if not (fit := movement.fits(players)):
        return _(fit.why_not)
    field = Field(tuple(range(players)), prefer_five=prefer_five, table_size=event.table_size)
    sizes = [len(table.seats) for draw in movement.next_draws(field) for table in draw.tables]
    first, *rest = [(sizes.count(size), SIZES[size]) for size in dict.fromkeys(sizes)]
    words = [_first_tables(*first), *(_more_tables(*more) for more in rest)]
    return together(words)


def five_instead(event: Event, players: int) -> str:
    """The other way to seat them where there is one: a table of five in place of three threes. Else empty."""
    has_choice = movement_of(event) is KENT and players > 5 and players % 4 == 1
    return tables_in_words(event, players, prefer_five=True) if has_choice else ""


SIZES = {2: _lazy("two"), 3: _lazy("three"), 4: _lazy("four"), 5: _lazy("five"), 6: _lazy("six"), 7: _lazy("seven")}


def _first_tables(count: int, size: str | Promise) -> str:
    words = ngettext("one table of %(size)s", "%(n)s tables of %(size)s", count)
    return words % {"n": count, "size": size}


def _more_tables(count: int, size: str | Promise) -> str:
    return ngettext("one of %(size)s", "%(n)s of %(size)s", count) % {"n": count, "size": size}
