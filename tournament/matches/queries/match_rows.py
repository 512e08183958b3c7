"""Matches as plain values, for pages that show many: each with its table, its turn, its sides and who plays for them,
under the same names as the models have. A `Match` with all that costs ten times as much to read."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.db.models import ExpressionWrapper, IntegerField, Q, QuerySet

from tournament.event.queries.entry_rows import EntryRow
from tournament.foundation.prepared_queries import prepare_query
from tournament.models import SETTLED, Match, Seat, SidePlayer, Stage, join_names

OF_TABLE = ("table", "table__number", "table__size", "table__turns")
OF_SEAT = (*OF_TABLE, "position", "entry", "from_turn", "until_turn")
OF_SIDE = ("side", "side__number", "side__points", "side__games")
OF_MATCH = (
    *("pk", "state", "is_checked", "walk_over", "part", "are_in", "round", "round__number", "has_begun", "has_ended"),
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
    """A side of a match; `entries` are in the order of their seats."""

    pk: int
    number: int
    points: int | None
    games: int | None
    entries: tuple[EntryRow, ...]

    @property
    def name(self) -> str:
        return self.entries[0].name if len(self.entries) == 1 else join_names([entry.name for entry in self.entries])

    @property
    def key(self) -> str:
        """The side's name in scoring: a player alone is a side under their own id."""
        return f"side-{self.number}" if len(self.entries) > 1 else str(self.entries[0].pk)


class MatchRow(NamedTuple):
    pk: int
    table: TableRow
    round: RoundRow
    state: str
    cross_checked: bool
    walk_over: int | None
    part: str
    hands_are_in: bool
    sides: tuple[SideRow, ...]

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
        """Returns the side for which somebody plays, or None if they are not in this match."""
        return next((side for side in self.sides if any(one.pk == entry for one in side.entries)), None)

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
    found = []
    for pk, number, size, turns, position, entry, *bounds in _seats_of(stage.pk):
        if pk not in tables:
            tables[pk] = TableRow(pk, stage.pk, number, size, turns)
        found.append(SeatRow(tables[pk], position, entries[entry], *bounds))
    return found


@prepare_query
def _seats_of(stage: int) -> "QuerySet[Seat, tuple[Any, ...]]":
    seats = Seat.objects.filter(table__stage=stage).order_by("table__number", "position", "from_turn")
    return seats.values_list(*OF_SEAT)


def match_rows(
    entries: Mapping[int, EntryRow], *, are_sides_of_open_enough: bool = False, **among: Any
) -> list[MatchRow]:
    """Returns the matches that `among` filters, by stage and table, then by turn and id; `entries` has all who play in
    them. With `are_sides_of_open_enough` settled matches have no sides. Two queries, one if no sides are needed."""
    matches_among, players_among, players_of_open_among = _prepare_queries(tuple(among))
    known = matches_among(*among.values())
    if not are_sides_of_open_enough:
        seated = players_among(*among.values())
    else:
        is_open = any(state not in SETTLED for _pk, state, *_told in known)
        seated = players_of_open_among(*among.values()) if is_open else []
    players: dict[tuple[Any, ...], list[EntryRow]] = {}
    for entry_and_side in seated:
        players.setdefault(entry_and_side[1:], []).append(entries[entry_and_side[0]])
    sides: dict[int, list[SideRow]] = {}
    for (match, pk, number, points, games), own in players.items():
        sides.setdefault(match, []).append(SideRow(pk, number, points, games, tuple(own)))
    rounds: dict[int, RoundRow] = {}
    tables: dict[int, TableRow] = {}
    found = []
    for pk, state, checked, came, part, are_in, round, number, begun, ended, table, *of_table in known:
        if round not in rounds:
            rounds[round] = RoundRow(number, bool(begun), bool(ended))
        if table not in tables:
            tables[table] = TableRow(table, *of_table)
        values = (state, bool(checked), came, part, bool(are_in), tuple(sides.get(pk, ())))
        found.append(MatchRow(pk, tables[table], rounds[round], *values))
    return sorted(found, key=lambda match: (match.table.stage_id, match.table.number, match.round.number, match.pk))


@cache
def _prepare_queries(names: tuple[str, ...]) -> tuple[Callable[..., list[Any]], ...]:
    """Returns three queries for these lookups: the matches, who plays them, and who plays those that are not
    settled."""

    def write_matches(*values: object) -> QuerySet[Match, tuple[Any, ...]]:
        flagged = Match.objects.filter(**dict(zip(names, values, strict=True))).annotate(
            has_begun=_as_number(round__started_at__isnull=False),
            has_ended=_as_number(round__ended_at__isnull=False),
            is_checked=_as_number(cross_checked=True),
            are_in=_as_number(hands_finished_at__isnull=False),
        )
        return flagged.order_by().values_list(*OF_MATCH)

    def write_players(*values: object) -> QuerySet[SidePlayer, tuple[Any, ...]]:
        of_matches = {f"side__match__{name}": value for name, value in zip(names, values, strict=True)}
        seated = SidePlayer.objects.filter(**of_matches).order_by("side__number", "seat")
        return seated.values_list("entry", "side__match", *OF_SIDE)

    def write_players_of_open(*values: object) -> QuerySet[SidePlayer, tuple[Any, ...]]:
        return write_players(*values).exclude(side__match__state__in=SETTLED)

    return prepare_query(write_matches), prepare_query(write_players), prepare_query(write_players_of_open)


def _as_number(**condition: Any) -> "ExpressionWrapper[Q]":
    """Returns a condition as 0 or 1. Django converts every single value of a boolean."""
    return ExpressionWrapper(Q(**condition), output_field=IntegerField())
