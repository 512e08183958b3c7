"""Competitors of an evening: the players, pairs or teams that enter the draw and the standings.

Within an event all are of one kind. A competitor's number is the entry's id if players enter, otherwise the team's.
Seats and hands belong to players, so a substitute can play for a pair. Two teams meet at as many tables as a team has
pairs, and then single players; their games are added up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from django.db.models import Q

from tournament.event.queries.entry_rows import EntryRow, entry_rows
from tournament.models import Apart, Enters, Entry, Event, Names, Rest, Seat, Stage, Team, join_names, names_in
from tournament.movements.draw import Draw, E, Movement, TableDraw, seat_pairs, seat_sides

PAIR = 2


@dataclass(frozen=True)
class Competitor:
    """A player, a pair or a team, with its players in the order entered; those `here` can sit down now."""

    key: int
    name: str
    entries: tuple[EntryRow, ...]

    @property
    def beside_others(self) -> str:
        names = [entry.name for entry in self.entries if entry.left_at is None] or [one.name for one in self.entries]
        return " & ".join(names) if self.name == join_names(names) else self.name

    @property
    def here(self) -> tuple[EntryRow, ...]:
        """Those who can sit down now, in the order of their line-up if they have given one; a reserve takes the place
        of somebody who is not here."""
        present = tuple(entry for entry in self.entries if entry.here and entry.left_at is None)
        lined_up = sorted((entry.line_up, entry) for entry in self.entries if entry.line_up is not None)
        if not lined_up:
            return present
        reserves = iter([entry for entry in present if entry.line_up is None])
        placed = [entry if entry in present else next(reserves, None) for _place, entry in lined_up]
        return (*(entry for entry in placed if entry is not None), *reserves)


def key_of(event: Event, entry: Entry | EntryRow) -> int | None:
    """Returns the number of an entry's competitor; None for a player without a pair or team."""
    return entry.pk if event.enters == Enters.PLAYERS else entry.team_id


def competitors_of(event: Event, names: Names | None = None) -> dict[int, Competitor]:
    """Returns all competitors by number, in the order entered, without players who have no pair or team; with `names`
    as readers outside the hall see them. One query, two with `names`."""
    return competitors_among(event, entry_rows(event, names))


def competitors_among(event: Event, entries: Mapping[int, EntryRow]) -> dict[int, Competitor]:
    members: dict[int, list[EntryRow]] = {}
    for _pk, entry in sorted(entries.items()):
        if (key := key_of(event, entry)) is not None:
            members.setdefault(key, []).append(entry)
    return {key: Competitor(key, _name_of(event, entries), tuple(entries)) for key, entries in sorted(members.items())}


def _name_of(event: Event, entries: list[EntryRow]) -> str:
    """Returns the name of a competitor; a pair without one gets the names of its present or last players."""
    if event.enters == Enters.PLAYERS:
        return entries[0].name
    if entries[0].team_name:
        return entries[0].team_name
    playing = [entry for entry in entries if entry.left_at is None] or entries
    return join_names([entry.name for entry in playing])


def names_of_teams(event: Event) -> dict[int, str]:
    """Returns entry -> the name of its pair or team, if that has one. One query if pairs or teams enter."""
    if event.enters == Enters.PLAYERS:
        return {}
    if names_in(event) is not None:
        return {pk: row.team_name for pk, row in entry_rows(event).items() if row.team_name}
    return dict(Entry.objects.filter(event=event, team__name__gt="").values_list("pk", "team__name"))


def sides_of_competitor(event: Event) -> tuple[int, ...]:
    """Returns how many players of a competitor sit at each of its tables: of a team first pairs, then single
    players."""
    if event.enters == Enters.TEAMS:
        return (PAIR,) * max(event.pairs_a_team, 1) + (1,) * event.singles_a_team
    return (1,) if event.enters == Enters.PLAYERS else (PAIR,)


def boards_of(event: Event) -> int:
    """Returns at how many tables a competitor plays at once."""
    return len(sides_of_competitor(event))


def players_needed(event: Event) -> int:
    """Returns how many players of a competitor have to be here for it to be seated."""
    return sum(sides_of_competitor(event))


def players_at_boards(event: Event) -> tuple[slice, ...]:
    """Returns which players of a competitor sit at each of its tables, in the order in which they were entered."""
    sizes = sides_of_competitor(event)
    return tuple(slice(last - size, last) for last, size in zip(accumulate(sizes), sizes, strict=True))


def competitors_ready(event: Event, units: Mapping[int, Competitor]) -> tuple[int, ...]:
    return tuple(key for key, unit in units.items() if len(unit.here) >= players_needed(event))


def entries_left_over(event: Event) -> list[Entry]:
    if event.enters == Enters.PLAYERS:
        return []
    return list(event.entries.filter(team=None).select_related("player"))


def was_seated(*teams: Team) -> bool:
    """Returns whether one of these pairs or teams had a seat or a rest in a released round."""
    released = {"stage__released_at__isnull": False, "entry__team__in": teams}
    at_table = Seat.objects.filter(entry__team__in=teams, table__stage__released_at__isnull=False)
    return at_table.exists() or Rest.objects.filter(**released).exists()


def substitute_of(entry: Entry) -> Entry | None:
    """Returns who has the place of a player of a pair who went home; None while their partner waits for them."""
    if entry.team_id is None or entry.left_at is None or entry.event.enters != Enters.PAIRS:
        return None
    playing = Entry.objects.filter(team=entry.team_id, left_at=None).select_related("player").order_by("pk")
    return playing.last() if playing.count() >= PAIR else None


def seat_players_of(event: Event, movement: Movement) -> Movement:
    """Returns the movement as players sit: two against two if pairs or teams enter, or one against one where a team has
    single players."""
    if event.enters == Enters.PLAYERS:
        return movement
    sizes = {2 * size: None for size in sides_of_competitor(event)}
    return replace(movement, table_of=_seat_players, sizes=tuple(sizes))


def _seat_players(number: int, seats: Sequence[E | None]) -> TableDraw[E]:
    return seat_pairs(number, seats) if len(seats) == 2 * PAIR else seat_sides(number, seats)


def seat_competitors(event: Event, units: Mapping[int, Competitor], draw: Draw[int]) -> Draw[int]:
    """Turns a draw of competitors into one of players: partners sit opposite each other, a team at several tables.
    Reserves neither sit nor rest."""
    if event.enters == Enters.PLAYERS:
        return draw
    boards = players_at_boards(event)
    tables = []
    for table in draw.tables:
        one, other = (units[key].here for key in table.entries)
        for number, at in enumerate(boards, start=(table.number - 1) * len(boards) + 1):
            chairs = [entry.pk for facing in zip(one[at], other[at], strict=True) for entry in facing]
            tables.append(_seat_players(number, chairs))
    resting = tuple(entry.pk for key in draw.resting for entry in units[key].here[: players_needed(event)])
    return replace(draw, tables=tuple(tables), resting=resting)


def draw_of_competitors(stage: Stage, movement: Movement) -> Draw[int]:
    """Returns the draw of a stage by the numbers of its competitors, as they were seated. Two queries."""
    event = stage.event
    chairs: dict[int, dict[int, int | None]] = {}
    sizes: dict[int, int] = {}
    for seat in Seat.objects.filter(table__stage=stage).select_related("table", "entry").order_by("-from_turn"):
        chairs.setdefault(seat.table.number, {})[seat.position] = key_of(event, seat.entry)
        sizes[seat.table.number] = seat.table.size
    tables: list[TableDraw[int]] = []
    for number in sorted(chairs):
        if event.enters == Enters.PLAYERS:
            seats = [chairs[number].get(position) for position in range(1, sizes[number] + 1)]
            tables.append(movement.table_of(number, seats))
        elif (number - 1) % boards_of(event) == 0:
            sides = [chairs[number].get(1) or chairs[number].get(3), chairs[number].get(2) or chairs[number].get(4)]
            tables.append(seat_sides((number - 1) // boards_of(event) + 1, sides))
    resting = {key_of(event, rest.entry): None for rest in Rest.objects.filter(stage=stage).select_related("entry")}
    return Draw(tuple(tables), tuple(key for key in resting if key is not None))


def those_apart_from(entry: Entry) -> list[Entry]:
    """Returns the entries that the club keeps apart from this one, by name. Two queries."""
    pairs = Apart.objects.filter(Q(one=entry) | Q(other=entry)).values_list("one", "other")
    others = {pk for pair in pairs for pk in pair} - {entry.pk}
    return list(Entry.objects.filter(pk__in=others).select_related("player"))
