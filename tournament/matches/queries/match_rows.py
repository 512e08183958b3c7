"""Matches as plain values, for pages that show many: each with its table, its turn, its sides and who plays for them,
under the same names as the models have. A `Match` with all that costs ten times as much to read."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, TextField
from django.db.models.functions import Cast

from tournament.event.queries.entry_rows import EntryRow
from tournament.models import SETTLED, Adjustment, Match, Seat, SidePlayer, Stage, join_names, name_seats

OF_TABLE = ("table", "table__number", "table__size", "table__turns")
OF_SEAT = (*OF_TABLE, "position", "entry", "from_turn", "until_turn")
OF_SIDE = ("side", "side__number", "side__points", "side__games")
OF_MATCH = (
    *(
        "pk",
        "state",
        "cross_checked",
        "walk_over",
        "part",
        "is_decider",
        "are_in",
        "is_adjusted",
        "round",
        "round__number",
        "has_begun",
        "has_ended",
    ),
    *("table", "table__stage", "table__number", "table__size", "table__turns"),
)


class TableRow(NamedTuple):
    pk: int
    stage_id: int
    number: int
    size: int
    turns: int


class RoundRow(NamedTuple):
    number: int
    has_begun: bool
    has_ended: bool


class SideRow(NamedTuple):
    """A side of a match; `entries` are in the order of their seats. If somebody took a seat in the middle of the match,
    `earlier` has for each seat who sat there before, in order."""

    pk: int
    number: int
    points: int | None
    games: int | None
    entries: tuple[EntryRow, ...]
    earlier: tuple[tuple[EntryRow, ...], ...] = ()

    @property
    def name(self) -> str:
        """Everybody who played in the match for this side."""
        if self.earlier:
            return name_seats([[one.name for one in seat] for seat in self.seats])
        return self.entries[0].name if len(self.entries) == 1 else join_names([entry.name for entry in self.entries])

    @property
    def seats(self) -> tuple[tuple[EntryRow, ...], ...]:
        """Returns those who sat in each seat, in order."""
        earlier = self.earlier or ((),) * len(self.entries)
        return tuple([(*sat, entry) for sat, entry in zip(earlier, self.entries, strict=True)])

    def partners_of(self, entry: int) -> str:
        """Names those who sat in the seats that somebody did not sit in."""
        others = [seat for seat in self.seats if all(one.pk != entry for one in seat)]
        return name_seats([[one.name for one in seat] for seat in others]) if others else ""

    @property
    def key(self) -> str:
        """The side's name in scoring: a player alone is a side under their own id."""
        return f"side-{self.number}" if len(self.entries) > 1 else str(self.entries[0].pk)


class MatchRow(NamedTuple):
    """A match; `is_adjusted` is whether the director gave points or games in it, which its sides' figures have."""

    pk: int
    table: TableRow
    round: RoundRow
    state: str
    cross_checked: bool
    walk_over: int | None
    part: str
    is_decider: bool
    hands_are_in: bool
    sides: tuple[SideRow, ...]
    is_adjusted: bool = False

    @property
    def table_id(self) -> int:
        return self.table.pk

    @property
    def name(self) -> str:
        """The name of the match, as in "Ann – Bea"."""
        return " – ".join([side.name for side in self.sides])

    @property
    def is_reported(self) -> bool:
        """Whether something is known of each side: its points, or at least its games."""
        return all(side.points is not None or side.games is not None for side in self.sides)

    def side_of(self, entry: int) -> SideRow | None:
        """Returns the side for which somebody plays or played, or None if they are not in this match."""
        return next((side for side in self.sides if any(one.pk == entry for seat in side.seats for one in seat)), None)

    def others_of(self, entry: int) -> tuple[SideRow, ...]:
        """Returns the sides that somebody plays against."""
        own = self.side_of(entry)
        return tuple(side for side in self.sides if side is not own)


class SeatRow(NamedTuple):
    table: TableRow
    position: int
    entry: EntryRow
    from_turn: int
    until_turn: int


def seat_rows(stage: Stage, entries: Mapping[int, EntryRow]) -> list[SeatRow]:
    """Returns the seats of a stage by table and place; a place that changed hands has several, in order. One query."""
    tables: dict[int, TableRow] = {}
    seat_rows_read = []
    seats = Seat.objects.filter(table__stage=stage).order_by("table__number", "position", "from_turn")
    for pk, number, size, turns, position, entry, *bounds in seats.values_list(*OF_SEAT):
        if pk not in tables:
            tables[pk] = TableRow(pk, stage.pk, number, size, turns)
        seat_rows_read.append(SeatRow(tables[pk], position, entries[entry], *bounds))
    return seat_rows_read


def match_rows(
    entries: Mapping[int, EntryRow], *, are_sides_of_open_enough: bool = False, **among: Any
) -> list[MatchRow]:
    """Returns the matches that `among` filters, by stage and table, then by turn and id; `entries` has all who play in
    them. With `are_sides_of_open_enough` settled matches have no sides. Two queries, one if no sides are needed."""
    known = _matches_among(among)
    seated = SidePlayer.objects.filter(**{f"side__match__{name}": value for name, value in among.items()})
    if are_sides_of_open_enough:
        is_open = any(state not in SETTLED for _pk, state, *_told in known)
        seated = seated.exclude(side__match__state__in=SETTLED) if is_open else SidePlayer.objects.none()
    # As text, because decoding JSON in each row takes half as long as the query, and almost nobody took a seat later.
    seated = seated.annotate(sat_before=Cast("before", TextField())).order_by("side__number", "seat")
    own: dict[int, tuple[int, int, int | None, int | None, list[EntryRow]]] = {}
    earlier: dict[int, dict[int, tuple[EntryRow, ...]]] = {}
    for entry, before, match, side, *of_side in seated.values_list("entry", "sat_before", "side__match", *OF_SIDE):
        if side not in own:
            own[side] = (match, *of_side, [])
        if before != "[]":
            sat = tuple([entries[who] for who, _last in json.loads(before)])
            earlier.setdefault(side, {})[len(own[side][-1])] = sat
        own[side][-1].append(entries[entry])
    sides: dict[int, list[SideRow]] = {}
    for side, (match, number, points, games, players) in own.items():
        seats = earlier.get(side)
        sat_before = () if seats is None else tuple([seats.get(place, ()) for place in range(len(players))])
        sides.setdefault(match, []).append(SideRow(side, number, points, games, tuple(players), sat_before))
    rounds: dict[int, RoundRow] = {}
    tables: dict[int, TableRow] = {}
    played = []
    for pk, state, checked, came, part, is_decider, are_in, adjusted, round, number, begun, ended, *of_table in known:
        if round not in rounds:
            rounds[round] = RoundRow(number, begun, ended)
        table = tables.setdefault(of_table[0], TableRow(*of_table))
        of_match = (state, checked, came, part, is_decider, are_in, tuple(sides.get(pk, ())), adjusted)
        played.append(MatchRow(pk, table, rounds[round], *of_match))
    return sorted(played, key=lambda match: (match.table.stage_id, match.table.number, match.round.number, match.pk))


def _matches_among(among: Mapping[str, Any]) -> "QuerySet[Match, tuple[Any, ...]]":
    flagged = Match.objects.filter(**among).annotate(
        has_begun=Q(round__started_at__isnull=False),
        has_ended=Q(round__ended_at__isnull=False),
        are_in=Q(hands_finished_at__isnull=False),
        is_adjusted=Exists(Adjustment.objects.filter(side__match=OuterRef("pk"), superseded_at=None)),
    )
    return flagged.order_by().values_list(*OF_MATCH)
