"""The score sheets of an hour in the order in which they lie: by table, then by seat."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.models import Entry, Event, Hand, Match, Seat, SheetLine, Stage, State
from tournament.queries.results import Pair, running_tally
from tournament.queries.standings import SETTLED


@dataclass(frozen=True)
class LineOfSheet:
    """A match as one player's sheet has it. `said` is this sheet's line, `crosswise` the opponent's; `hands_won` is
    what the finished hands of the match give this player and his opponent."""

    match: Match
    opponent: Entry
    said: SheetLine | None
    crosswise: SheetLine | None
    hands_won: Pair | None = None

    @property
    def is_missing(self) -> bool:
        return self.said is None and self.match.state not in SETTLED


@dataclass(frozen=True)
class Sheet:
    """`seat` is the number of the place at the table."""

    entry: Entry
    hour: int
    table: int
    seat: int
    lines: tuple[LineOfSheet, ...]

    @property
    def keyed(self) -> int:
        return sum(1 for line in self.lines if line.said)

    @property
    def total(self) -> int:
        return sum(line.said.mine for line in self.lines if line.said)

    @property
    def is_missing(self) -> bool:
        return any(line.is_missing for line in self.lines)

    @property
    def state(self) -> str:
        """One word for the whole sheet: the one that most needs somebody."""
        states = {line.match.state for line in self.lines}
        if State.DISPUTED in states:
            return State.DISPUTED.value
        if self.is_missing:
            return State.WAITING.value
        return State.AGREED.value if states <= set(SETTLED) else State.ENTERED.value


def hour_of(event: Event, number: int | None = None) -> Stage | None:
    """A released hour by its number, else the latest; None before the first release."""
    stages = Stage.objects.filter(event=event, released_at__isnull=False)
    return (stages.filter(number=number) if number else stages).last()


def hours_of(event: Event) -> list[Stage]:
    """The hours that have been released, in order."""
    return list(Stage.objects.filter(event=event, released_at__isnull=False))


def sheets_of(stage: Stage) -> list[Sheet]:
    """Every sheet of an hour that has a match to be played on it. Four queries, whatever the number."""
    matches = list(
        Match.objects.filter(table__stage=stage)
        .exclude(state=State.CALLED_OFF)
        .select_related("round", "entry_a__player", "entry_b__player")
    )
    said = {
        (line.match_id, line.entry_id): line
        for line in SheetLine.objects.filter(match__table__stage=stage, superseded_at=None)
    }
    hands: dict[int, list[Hand]] = {}
    finished = Hand.objects.filter(
        match__table__stage=stage, match__hands_finished_at__isnull=False, superseded_at=None
    )
    for hand in finished:
        hands.setdefault(hand.match_id, []).append(hand)
    seats = Seat.objects.filter(table__stage=stage).select_related("table", "entry__player", "entry__event")
    sheets = []
    for seat in seats.order_by("table__number", "position", "from_turn"):
        own = [match for match in matches if seat.entry_id in (match.entry_a_id, match.entry_b_id)]
        lines = tuple(
            _line(match, seat, said, hands.get(match.pk, [])) for match in own if match.table_id == seat.table_id
        )
        if lines:
            sheets.append(Sheet(seat.entry, stage.number, seat.table.number, seat.position, lines))
    return sheets


def _line(match: Match, seat: Seat, said: dict[tuple[int, int], SheetLine], hands: list[Hand]) -> LineOfSheet:
    is_a = match.entry_a_id == seat.entry_id
    opponent = match.entry_b if is_a else match.entry_a
    won = running_tally(match, hands).points if match.hands_finished_at else None
    return LineOfSheet(
        match=match,
        opponent=opponent,
        said=said.get((match.pk, seat.entry_id)),
        crosswise=said.get((match.pk, opponent.pk)),
        hands_won=(won if is_a else (won[1], won[0])) if won else None,
    )


def next_missing(sheets: Sequence[Sheet], after: int | None = None) -> Sheet | None:
    """The next sheet that is missing, going on from an entry and round again; the first when nothing is said."""
    start = next((place + 1 for place, sheet in enumerate(sheets) if sheet.entry.pk == after), 0)
    return next((sheet for sheet in [*sheets[start:], *sheets[:start]] if sheet.is_missing), None)
