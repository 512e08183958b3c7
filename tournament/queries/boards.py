"""The results of an hour as the director sees them: every match of every table, who said what, and who has not yet."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import QuerySet

from tournament.models import Account, Entry, Event, Hand, Match, Ruling, SheetLine, Stage, State, Table
from tournament.queries.results import Pair, running_tally
from tournament.queries.standings import SETTLED


@dataclass(frozen=True)
class Version:
    """What one witness says of a match: a player's sheet, the hands, or a ruling with its reason. `replaced_at` is set
    when something newer counts instead."""

    kind: Literal["sheet", "hands", "ruling"]
    points: Pair
    by: Account | None
    at: datetime
    entry: Entry | None = None
    reason: str = ""
    replaced_at: datetime | None = None


@dataclass(frozen=True)
class MatchOnBoard:
    """`missing` are the players whose sheets have not come; `running` is the score of a match in its hands."""

    match: Match
    versions: tuple[Version, ...]
    missing: tuple[Entry, ...]
    running: Pair | None
    hands: int

    @property
    def state(self) -> str:
        """The state with one word more: a match whose round is on is being played."""
        round = self.match.round
        if self.match.state == State.WAITING and (self.hands or (round.started_at and not round.ended_at)):
            return "playing"
        return str(self.match.state)

    @property
    def current(self) -> tuple[Version, ...]:
        return tuple(version for version in self.versions if version.replaced_at is None)

    @property
    def earlier(self) -> tuple[Version, ...]:
        return tuple(version for version in self.versions if version.replaced_at is not None)

    @property
    def is_unchecked(self) -> bool:
        """Counted on one witness alone."""
        return self.match.state in (State.ENTERED, State.AGREED) and not self.match.cross_checked

    @property
    def can_be_agreed(self) -> bool:
        return self.match.state == State.ENTERED and None not in (self.match.points_a, self.match.points_b)

    @property
    def can_be_ruled(self) -> bool:
        return self.match.state not in (State.WAITING, State.CALLED_OFF)


@dataclass(frozen=True)
class TableOnBoard:
    table: Table
    matches: tuple[MatchOnBoard, ...]

    @property
    def to_agree(self) -> int:
        """How many results one press would agree."""
        return sum(1 for match in self.matches if match.can_be_agreed)


@dataclass(frozen=True)
class Missing:
    """Somebody whose sheet has not come, and at which table he sat."""

    entry: Entry
    table: int


@dataclass(frozen=True)
class Board:
    stage: Stage
    tables: tuple[TableOnBoard, ...]
    missing: tuple[Missing, ...]

    @property
    def matches(self) -> tuple[MatchOnBoard, ...]:
        """All that are to be played."""
        found = (match for table in self.tables for match in table.matches)
        return tuple(match for match in found if match.match.state != State.CALLED_OFF)

    @property
    def settled(self) -> int:
        return sum(1 for match in self.matches if match.match.state in SETTLED)

    @property
    def disputes(self) -> tuple[MatchOnBoard, ...]:
        return tuple(match for match in self.matches if match.match.state == State.DISPUTED)


def board_of(stage: Stage) -> Board:
    """Every match of an hour with all its versions. Four queries, whatever the number."""
    matches = _with_versions(Match.objects.filter(table__stage=stage).order_by("table__number", "round__number", "pk"))
    tables: dict[Table, list[MatchOnBoard]] = {}
    for found in matches:
        tables.setdefault(found.match.table, []).append(found)
    missing = {entry.pk: Missing(entry, found.match.table.number) for found in matches for entry in found.missing}
    on_board = tuple(TableOnBoard(table, tuple(own)) for table, own in tables.items())
    return Board(stage, on_board, tuple(missing.values()))


def match_on_board(event: Event, pk: int) -> MatchOnBoard | None:
    """One match of a released hour, with all its versions; None when the event has no such match."""
    released = Match.objects.filter(pk=pk, table__stage__event=event, table__stage__released_at__isnull=False)
    return next(iter(_with_versions(released)), None)


def _with_versions(found: QuerySet[Match]) -> list[MatchOnBoard]:
    matches = list(found.select_related("table__stage__event", "round", "entry_a__player", "entry_b__player"))
    lines: dict[int, list[SheetLine]] = {}
    for line in SheetLine.objects.filter(match__in=matches).select_related("entered_by", "entry__player"):
        lines.setdefault(line.match_id, []).append(line)
    rulings: dict[int, list[Ruling]] = {}
    for ruling in Ruling.objects.filter(match__in=matches).select_related("ruled_by"):
        rulings.setdefault(ruling.match_id, []).append(ruling)
    hands: dict[int, list[Hand]] = {}
    for hand in Hand.objects.filter(match__in=matches, superseded_at=None).select_related("entered_by"):
        hands.setdefault(hand.match_id, []).append(hand)
    return [
        _on_board(match, lines.get(match.pk, []), rulings.get(match.pk, []), hands.get(match.pk, []))
        for match in matches
    ]


def _on_board(match: Match, lines: list[SheetLine], rulings: list[Ruling], hands: list[Hand]) -> MatchOnBoard:
    versions = [_of_sheet(match, line) for line in lines]
    running = running_tally(match, hands).points if hands else None
    if running and match.hands_finished_at:
        versions.append(Version("hands", running, hands[-1].entered_by, match.hands_finished_at))
    versions += [
        Version(
            "ruling",
            (ruling.points_a, ruling.points_b),
            ruling.ruled_by,
            ruling.ruled_at,
            reason=ruling.reason,
            replaced_at=ruling.superseded_at,
        )
        for ruling in rulings
    ]
    said = {line.entry_id for line in lines if line.superseded_at is None}
    is_open = match.state not in (*SETTLED, State.CALLED_OFF)
    missing = tuple(entry for entry in (match.entry_a, match.entry_b) if is_open and entry.pk not in said)
    return MatchOnBoard(match, tuple(versions), missing, running, len(hands))


def _of_sheet(match: Match, line: SheetLine) -> Version:
    points = (line.mine, line.theirs) if line.entry_id == match.entry_a_id else (line.theirs, line.mine)
    return Version("sheet", points, line.entered_by, line.entered_at, line.entry, replaced_at=line.superseded_at)
