"""Competitors of an evening: who enters the draw and the standings, a player, a pair or a team.

Within an event all are of one kind and are known by one number: the entry's id where players enter, otherwise the
team's. Players sit and play, so that a substitute plays for the pair and what was played stays with whoever played it.
Two teams meet at as many tables as a team has pairs, and their games are added.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Q

from tournament.models import Apart, Enters, Entry, Event, Rest, Seat, Stage, Team, together
from tournament.movements.draw import Draw, Movement, TableDraw, two_pairs, two_sides

PAIR = 2


@dataclass(frozen=True)
class Unit:
    """A player, a pair or a team, with those who play for it in the order entered; `here` are those who can sit down
    now."""

    key: int
    name: str
    entries: tuple[Entry, ...]

    @property
    def beside_others(self) -> str:
        """As it is called in a sentence that names several: "Ann & Bea"."""
        names = [entry.name for entry in self.entries if entry.left_at is None] or [one.name for one in self.entries]
        return " & ".join(names) if self.name == together(names) else self.name

    @property
    def here(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.here and entry.left_at is None)


def key_of(event: Event, entry: Entry) -> int | None:
    """The number of whom an entry plays for; None for a player who has no pair or team yet."""
    return entry.pk if event.enters == Enters.PLAYERS else entry.team_id


def units_of(event: Event) -> dict[int, Unit]:
    """All who enter, by number, in the order entered. One query. Players without a pair or team are left out."""
    entries = Entry.objects.filter(event=event).select_related("player", "team").order_by("pk")
    members: dict[int, list[Entry]] = {}
    for entry in entries:
        if (key := key_of(event, entry)) is not None:
            members.setdefault(key, []).append(entry)
    return {key: Unit(key, _name_of(event, of), tuple(of)) for key, of in sorted(members.items())}


def _name_of(event: Event, entries: list[Entry]) -> str:
    """A pair without a name is called by those who play for it now, or played for it last."""
    if event.enters == Enters.PLAYERS:
        return entries[0].name
    team = entries[0].team
    if team is not None and team.name:
        return team.name
    playing = [entry for entry in entries if entry.left_at is None] or entries
    return together([entry.name for entry in playing])


def names_of_teams(event: Event) -> dict[int, str]:
    """Entry -> the name of its pair or team, where that has one. One query where pairs or teams enter."""
    if event.enters == Enters.PLAYERS:
        return {}
    return dict(Entry.objects.filter(event=event, team__name__gt="").values_list("pk", "team__name"))


def boards_of(event: Event) -> int:
    """At how many tables one unit plays at once: a team as many as it has pairs."""
    return max(event.pairs_a_team, 1) if event.enters == Enters.TEAMS else 1


def wanted_here(event: Event) -> int:
    """How many players of a unit have to be here for it to be seated."""
    return 1 if event.enters == Enters.PLAYERS else PAIR * boards_of(event)


def ready(event: Event, units: Mapping[int, Unit]) -> tuple[int, ...]:
    """Numbers of those who can be seated in the next draw."""
    return tuple(key for key, unit in units.items() if len(unit.here) >= wanted_here(event))


def without_unit(event: Event) -> list[Entry]:
    """Players entered who have no pair or team: no draw seats them."""
    if event.enters == Enters.PLAYERS:
        return []
    return list(event.entries.filter(team=None).select_related("player"))


def was_seated(team: Team) -> bool:
    """Whether a pair or team has had a place in a round, or rested in one."""
    released = {"stage__released_at__isnull": False, "entry__team": team}
    at_table = Seat.objects.filter(entry__team=team, table__stage__released_at__isnull=False)
    return at_table.exists() or Rest.objects.filter(**released).exists()


def plays_in_place_of(entry: Entry) -> Entry | None:
    """Who has the place of somebody of a pair who went home; None while his partner waits for him."""
    if entry.team_id is None or entry.left_at is None or entry.event.enters != Enters.PAIRS:
        return None
    playing = Entry.objects.filter(team=entry.team_id, left_at=None).select_related("player").order_by("pk")
    return playing.last() if playing.count() >= PAIR else None


def as_players_sit(event: Event, movement: Movement) -> Movement:
    """The movement as it looks at a table, where pairs or teams enter: two against two, whoever they play for."""
    return movement if event.enters == Enters.PLAYERS else replace(movement, table_of=two_pairs, sizes=(2 * PAIR,))


def seated(event: Event, units: Mapping[int, Unit], draw: Draw[int]) -> Draw[int]:
    """A draw of units as their players sit: partners opposite each other, a team at as many tables as it has pairs. Who
    is more than these, a reserve, neither sits nor rests."""
    if event.enters == Enters.PLAYERS:
        return draw
    boards = boards_of(event)
    tables = []
    for table in draw.tables:
        one, other = (units[key].here for key in table.entries)
        for board in range(boards):
            at = slice(board * PAIR, (board + 1) * PAIR)
            chairs = [entry.pk for pair in zip(one[at], other[at], strict=True) for entry in pair]
            tables.append(two_pairs((table.number - 1) * boards + board + 1, chairs))
    resting = tuple(entry.pk for key in draw.resting for entry in units[key].here[: wanted_here(event)])
    return replace(draw, tables=tuple(tables), resting=resting)


def draw_in_units(stage: Stage, movement: Movement) -> Draw[int]:
    """The draw of a stage by the numbers of its units, as it was seated. Two queries."""
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
            tables.append(two_sides((number - 1) // boards_of(event) + 1, sides))
    resting = {key_of(event, rest.entry): None for rest in Rest.objects.filter(stage=stage).select_related("entry")}
    return Draw(tuple(tables), tuple(key for key in resting if key is not None))


def apart_from(entry: Entry) -> list[Entry]:
    """Whom the club keeps apart from somebody, in order of name. Two queries."""
    pairs = Apart.objects.filter(Q(one=entry) | Q(other=entry)).values_list("one", "other")
    others = {pk for pair in pairs for pk in pair} - {entry.pk}
    return list(Entry.objects.filter(pk__in=others).select_related("player"))
