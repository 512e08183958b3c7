"""The door's list: who is entered, who is here, who has no seat, and how many tables they make."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from tournament.draw.queries.draws import movement_of, tables_in_words
from tournament.draw.queries.free_chairs import Chair, free_chairs
from tournament.event.queries.competitors import PAIR, key_of, players_needed
from tournament.event.queries.dues import NOTHING, Dues, add_dues, dues_of
from tournament.event.queries.entry_rows import EntryRow, entry_rows
from tournament.event.queries.head_counts import HeadCount, count_heads, describe_round
from tournament.event.queries.hours import hour_numbers, place_of, released_stages
from tournament.event.queries.namesakes import people_to_offer
from tournament.event.queries.prize_money import PrizeMoney, prize_money_at_door
from tournament.foundation.wording import order_key
from tournament.matches.queries.match_rows import SeatRow, seat_rows
from tournament.matches.queries.matches import with_sides
from tournament.models import SETTLED, Enters, Entry, Event, Match, Player, Rest, Seat, Stage, State, Table, join_names
from tournament.movements import MOVEMENTS

T = TypeVar("T")

MOST_FOUND = 40
"""The most members of the club that a search shows at once."""
OF_PLAY = ("leave", "back", "seat")
"""Actions on a line that move seats or call matches off: for directors, not for the secretary."""


class PersonAtDoor(NamedTuple):
    """One line of the door's list. `seat` is the seat in the latest released hour; `waits` is set for somebody here who
    has no seat there, or gave it up. In an evening of rounds, `rests` and `out` say that they sit out the current
    round, or were taken out of it; `match` is the undecided match of somebody who has left. `with_dues` fills in
    `dues`."""

    entry: EntryRow
    seat: SeatRow | None
    ever_seated: bool
    waits: bool
    rests: bool = False
    out: bool = False
    match: int | None = None
    dues: Dues | None = None

    @property
    def is_here(self) -> bool:
        return self.entry.here and self.entry.left_at is None

    @property
    def never_had_a_seat(self) -> bool:
        return self.waits and self.seat is None


@dataclass(frozen=True)
class Together:
    """A pair or team as one line, with all who play for it or did. `wanted` is how many of them have to be here."""

    pk: int
    name: str
    people: tuple[PersonAtDoor, ...]
    wanted: int

    @property
    def here(self) -> int:
        return sum(person.is_here for person in self.people)

    @property
    def is_whole(self) -> bool:
        return self.here >= self.wanted

    @property
    def missing(self) -> tuple[PersonAtDoor, ...]:
        """Those who are not here, as long as too few are."""
        return () if self.is_whole else tuple(person for person in self.people if not person.is_here)

    @property
    def missing_names(self) -> str:
        return join_names([person.entry.name for person in self.missing])

    @property
    def has_left(self) -> bool:
        return all(person.entry.left_at for person in self.people)

    @property
    def ever_seated(self) -> bool:
        return any(person.ever_seated for person in self.people)

    @property
    def tables(self) -> tuple[int, ...]:
        return tuple(sorted({person.seat.table.number for person in self.people if person.seat}))

    @property
    def rests(self) -> bool:
        return any(person.rests for person in self.people)

    @property
    def out(self) -> bool:
        return any(person.out for person in self.people)

    @property
    def waits(self) -> bool:
        return self.is_whole and any(person.waits for person in self.people) and not self.tables

    @property
    def match(self) -> int | None:
        return next((person.match for person in self.people if person.match), None)

    @property
    def dues(self) -> Dues | None:
        return add_dues(person.dues for person in self.people)


@dataclass(frozen=True)
class Door:
    """`hour` is the latest released hour, 0 before the first; `chair` is the one that a latecomer would take now, if
    somebody waits for one. `tables` says how many tables those here make, or what to do if it is not `enough`. If pairs
    or teams enter, `teams` are these, and `alone` are players without a partner."""

    people: tuple[PersonAtDoor, ...]
    heads: HeadCount
    hour: int
    chair: Chair | None
    draws_left: bool
    tables: str
    enough: bool
    teams: tuple[Together, ...] = ()
    alone: tuple[PersonAtDoor, ...] = ()
    prize_money: PrizeMoney | None = None

    @property
    def possible_pairs(self) -> tuple[tuple[PersonAtDoor, PersonAtDoor], ...]:
        """Those without a partner who are here, two by two: whoever has waited longest is first."""
        waiting = self._waiting_alone
        return tuple(zip(waiting[::2], waiting[1::2], strict=False))

    @property
    def left_over(self) -> PersonAtDoor | None:
        """Who stays without a partner once all others are paired: whoever came last."""
        return self._waiting_alone[-1] if len(self._waiting_alone) % 2 else None

    @property
    def helpers(self) -> list[PersonAtDoor]:
        """Those of a pair who would take turns with a guest; who sits out this round is first."""
        willing = [one for one in self.people if one.entry.helps_out and one.is_here and one.entry.team_id is not None]
        return sorted(willing, key=lambda one: not one.rests)

    @property
    def _waiting_alone(self) -> list[PersonAtDoor]:
        return sorted((one for one in self.alone if one.is_here), key=lambda one: one.entry.pk)

    @property
    def next_hour(self) -> int:
        return self.hour + 1

    @property
    def here(self) -> int:
        return self.heads.here

    @property
    def waiting(self) -> tuple[PersonAtDoor, ...]:
        return tuple(person for person in self.people if person.waits)

    @property
    def dues(self) -> Dues | None:
        return add_dues(person.dues for person in self.people)

    @property
    def debtors(self) -> tuple[PersonAtDoor, ...]:
        return tuple(person for person in self.people if person.dues and person.dues.owing)


def door_of(event: Event, hours: Sequence[Stage] | None = None) -> Door:
    """Returns everybody entered, in order of name; `hours` are the released hours, if already read. Three queries, and
    three more while somebody waits for a seat; four or five in an evening of rounds."""
    stages = released_stages(event) if hours is None else hours
    latest = stages[-1] if stages else None
    rows = entry_rows(event)
    entries = sorted(rows.values(), key=lambda entry: order_key(entry.name))
    seated = {seat.entry.pk: seat for seat in seat_rows(latest, rows)} if latest else {}
    earlier = [stage.pk for stage in stages if stage is not latest]
    ever = {*seated, *Seat.objects.filter(table__stage__in=earlier).order_by().values_list("entry", flat=True)}
    if not event.kind.has_free_chairs:
        return _door_of_rounds(event, entries, latest, seated, ever)
    people = tuple(_person_at_door(entry, seated.get(entry.pk), entry.pk in ever, latest) for entry in entries)
    wanted = latest is not None and any(person.never_had_a_seat for person in people)
    chair = next(iter(free_chairs(latest)), None) if latest and wanted else None
    number = latest.number if latest else 0
    heads = count_heads(event, entries)
    return Door(
        people,
        heads,
        number,
        chair,
        draws_left=number < len(hour_numbers(event)),
        tables=tables_in_words(event, heads.here),
        enough=bool(movement_of(event).fits(heads.here)),
    )


def _person_at_door(entry: EntryRow, seat: SeatRow | None, ever_seated: bool, latest: Stage | None) -> PersonAtDoor:
    here = entry.here and entry.left_at is None
    gave_up = seat is not None and seat.until_turn < seat.table.turns
    return PersonAtDoor(entry, seat, ever_seated, waits=here and latest is not None and (seat is None or gave_up))


def _door_of_rounds(
    event: Event, entries: list[EntryRow], latest: Stage | None, seated: Mapping[int, SeatRow], ever: set[int]
) -> Door:
    """Returns the list for an evening of rounds. Nobody takes a free chair there: latecomers wait for the next draw."""
    released = Rest.objects.filter(stage__event=event, stage__released_at__isnull=False).order_by("stage__number")
    rests = dict(released.values_list("entry", "stage"))
    resting = {entry for entry, stage in rests.items() if latest and stage == latest.pk}
    playing = {key_of(event, entry) for entry in entries if entry.pk in seated}
    open_matches = _open_matches(latest) if latest and any(entry.left_at for entry in entries) else {}
    people = []
    for entry in entries:
        person = _person_at_door(entry, seated.get(entry.pk), entry.pk in ever or entry.pk in rests, latest)
        out = latest is not None and key_of(event, entry) in latest.out
        key = key_of(event, entry)
        plays_later = entry.pk not in seated and key in playing  # others of their pair or team have begun the match
        free = entry.pk not in resting and not out and key is not None and not plays_later
        people.append(
            person._replace(
                waits=person.waits and free,
                rests=entry.pk in resting,
                out=out,
                match=open_matches.get(entry.pk) if entry.left_at else None,
            )
        )
    teams = _teams_of(event, people)
    number = latest.number if latest else 0
    heads = count_heads(event, entries)
    return Door(
        tuple(people),
        heads,
        number,
        None,
        draws_left=number < len(hour_numbers(event)),
        tables=describe_round(event, number + 1, heads.drawable),
        enough=bool(MOVEMENTS[place_of(event, number + 1).part.movement].fits(heads.drawable)),
        teams=teams,
        alone=() if event.enters == Enters.PLAYERS else tuple(one for one in people if one.entry.team_id is None),
    )


def _open_matches(stage: Stage) -> dict[int, int]:
    """Returns entry -> their undecided match in a round. One query."""
    matches = Match.objects.filter(table__stage=stage, walk_over=None).exclude(state__in=[*SETTLED, State.CALLED_OFF])
    return dict(matches.values_list("sides__players__entry", "pk"))


def _teams_of(event: Event, people: list[PersonAtDoor]) -> tuple[Together, ...]:
    """Returns the pairs or teams, in order of their name or of the first name in each."""
    if event.enters == Enters.PLAYERS:
        return ()
    members: dict[int, list[PersonAtDoor]] = {}
    for person in people:
        if person.entry.team_id is not None:
            members.setdefault(person.entry.team_id, []).append(person)
    teams = []
    for pk, people in members.items():
        in_order = tuple(sorted(people, key=lambda person: person.entry.pk))
        playing = [person for person in in_order if person.entry.left_at is None]
        named = playing if len(playing) >= PAIR else in_order
        name = people[0].entry.team_name or join_names([person.entry.name for person in named])
        teams.append(Together(pk, name, in_order, players_needed(event)))
    return tuple(sorted(teams, key=lambda team: order_key(team.name)))


def with_dues(event: Event, door: Door) -> Door:
    """Returns the door's list with what everybody pays. One query if money is taken, else none."""
    dues = dues_of(event, [person.entry for person in door.people])
    if not dues:
        return door
    people = {person.entry.pk: person._replace(dues=dues[person.entry.pk]) for person in door.people}
    paid = sum((each.paid for each in dues.values()), NOTHING)
    return replace(
        door,
        people=tuple(people.values()),
        prize_money=prize_money_at_door(event, paid, [person.entry for person in door.people]),
        teams=tuple(replace(t, people=tuple(people[one.entry.pk] for one in t.people)) for t in door.teams),
        alone=tuple(people[one.entry.pk] for one in door.alone),
    )


class FoundPeople(NamedTuple):
    """What a search at the door finds: `here` on tonight's list, `others` of the club, and the number of `more`
    found."""

    here: tuple[EntryRow, ...]
    others: tuple[Player, ...]
    more: int


def find_people(event: Event, typed: str) -> FoundPeople:
    """Finds people of the club, on tonight's list or not; names with a word that begins with what was typed come first.
    If nothing is typed, returns those who are not on the list. Those who left the club are not among them. Two
    queries."""
    asked = " ".join(order_key(typed).split())
    entries = entry_rows(event).values() if asked else ()
    here = _in_order([(entry.name, entry.pk, entry) for entry in entries], asked)
    players = people_to_offer(event).exclude(pk__in=event.entries.order_by().values("player"))
    others = _in_order([(player.full_name, player.pk, player) for player in players], asked)
    return FoundPeople(tuple(here), tuple(others[:MOST_FOUND]), max(len(others) - MOST_FOUND, 0))


def _in_order(named: Sequence[tuple[str, int, T]], asked: str) -> list[T]:
    filed = [(order_key(name), pk, one) for name, pk, one in named]
    matching = [(f" {asked}" not in f" {name}", name, pk, one) for name, pk, one in filed if asked in name]
    return [one for *_order, one in sorted(matching, key=lambda each: each[:3])]


def match_in_play(entry: Entry) -> Match | None:
    """Returns somebody's match in the current round, while nothing of it is reported. Three queries."""
    matches = Match.objects.filter(sides__players__entry=entry, state=State.WAITING)
    begun = matches.filter(round__started_at__isnull=False, round__ended_at__isnull=True)
    return with_sides(begun.select_related("round")).last()


def match_left_open(entry: Entry) -> Match | None:
    """Returns somebody's match in the latest round, while it is undecided. Five queries."""
    latest = Stage.objects.filter(event=entry.event_id, released_at__isnull=False).last()
    pk = _open_matches(latest).get(entry.pk) if latest else None
    return with_sides(Match.objects.filter(pk=pk).select_related("table")).first() if pk else None


def plays_on(table: Table) -> bool:
    """Returns whether a match at this table is still to be played. One query."""
    return Match.objects.filter(table=table, state=State.WAITING).exists()
