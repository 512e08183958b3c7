"""The standings of an event after an hour or at the end: one reading for page, paper and draw alike."""

from dataclasses import dataclass
from typing import Literal

from tournament.formats import FORMATS, FinalOrder, final_criteria, hour_criteria
from tournament.models import Cut, Entry, Event, Match, Round, Seat, Stage, State
from tournament.standings import CRITERIA, CUT_ORDER, HourRecord, Placing, Record, rank

Side = Literal["a", "b"]
SETTLED = (State.AGREED, State.RULED)
RANKS = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14} | {str(rank): rank for rank in range(2, 10)}


@dataclass(frozen=True)
class HourOfEntry:
    """What a line of the standings shows of one hour."""

    number: int
    table: int | None
    record: HourRecord | None


@dataclass(frozen=True)
class Line:
    placing: Placing[int]
    name: str
    left: bool
    hours: tuple[HourOfEntry, ...]
    all_fours: int | None
    jacks_turned: int | None
    decided_by: str
    skipped: tuple[str, ...]

    @property
    def record(self) -> Record[int]:
        return self.placing.record

    @property
    def is_adjusted(self) -> bool:
        return self.record.adjusted != self.record.total


@dataclass(frozen=True)
class Standings:
    """`hours` 1 is after hour one; 2 is final. Provisional as long as any match is not agreed or ruled."""

    event: Event
    hours: int
    lines: tuple[Line, ...]
    provisional: bool
    open_matches: int
    agreed_only: bool

    @property
    def any_adjusted(self) -> bool:
        return any(line.is_adjusted for line in self.lines)

    @property
    def placings(self) -> tuple[Placing[int], ...]:
        return tuple(line.placing for line in self.lines)


def standings_of(event: Event, *, hours: int | None = None, agreed_only: bool = False) -> Standings:
    """Rank everybody who was seated in the first `hours` released hours (None: all of them). Six queries.

    With `agreed_only`, what is not agreed or ruled counts as not reported.
    """
    stages = list(Stage.objects.filter(event=event, released_at__isnull=False))
    stages = [stage for stage in stages if hours is None or stage.number <= hours]
    matches = list(
        Match.objects.filter(table__stage__in=stages).exclude(state=State.CALLED_OFF).select_related("round")
    )
    records = _records(event, stages, matches, agreed_only=agreed_only)
    format = FORMATS[event.format]
    final = len(stages) > 1
    order: FinalOrder = "second_table" if event.final_order == "second_table" else "totals"
    placings = rank(list(records.values()), final_criteria(format, order) if final else hour_criteria(format))
    entries = Entry.objects.select_related("player").in_bulk(records)
    tables = {(seat.table.stage_id, seat.entry_id): seat.table.number for seat in _seats(stages)}
    open_matches = sum(1 for match in matches if match.state not in SETTLED)
    return Standings(
        event=event,
        hours=len(stages),
        lines=tuple(_line(placing, stages, entries, tables) for placing in placings),
        provisional=open_matches > 0 or not stages,
        open_matches=open_matches,
        agreed_only=agreed_only,
    )


def _line(
    placing: Placing[int], stages: list[Stage], entries: dict[int, Entry], tables: dict[tuple[int, int], int]
) -> Line:
    record = placing.record
    return Line(
        placing=placing,
        name=record.name,
        left=entries[record.entry].left_at is not None,
        hours=tuple(
            HourOfEntry(stage.number, tables.get((stage.pk, record.entry)), hour)
            for stage, hour in zip(stages, record.hours, strict=True)
        ),
        all_fours=record.all_fours,
        jacks_turned=record.jacks_turned,
        decided_by=CRITERIA[placing.decided_by].label if placing.decided_by else "",
        skipped=tuple(CRITERIA[key].label for key in placing.skipped),
    )


def _seats(stages: list[Stage]) -> list[Seat]:
    return list(Seat.objects.filter(table__stage__in=stages).select_related("table"))


def _records(event: Event, stages: list[Stage], matches: list[Match], *, agreed_only: bool) -> dict[int, Record[int]]:
    """Entry -> its record over these hours."""
    seats = _seats(stages)
    names = dict(Entry.objects.filter(event=event).values_list("pk", "player__name"))
    seconds = {
        (round.stage_id, round.turns, round.number): int(round.length.total_seconds())
        for round in Round.objects.filter(stage__in=stages)
    }
    played: dict[tuple[int, int, int], tuple[Match, Side]] = {}
    for match in matches:
        played[match.table_id, match.entry_a_id, match.round.number] = (match, "a")
        played[match.table_id, match.entry_b_id, match.round.number] = (match, "b")
    cuts = _cuts(stages[-1]) if stages else {}
    records = {}
    for entry in {seat.entry_id for seat in seats}:
        hours = []
        own: list[tuple[Match, Side]] = []
        table_number = None
        for stage in stages:
            seat = next((seat for seat in seats if seat.entry_id == entry and seat.table.stage_id == stage.pk), None)
            hours.append(_hour(event, stage, seat, played, seconds, own, agreed_only=agreed_only))
            if seat and stage.number > 1:
                table_number = seat.table.number
        records[entry] = Record(
            entry=entry,
            name=names[entry],
            hours=tuple(hours),
            all_fours=_sum([_known(match, f"all_fours_{side}", agreed_only) for match, side in own]),
            jacks_turned=_sum([_known(match, f"jacks_turned_{side}", agreed_only) for match, side in own]),
            meetings=_meetings(own, agreed_only),
            cut=cuts.get(entry),
            table_number=table_number,
        )
    return records


def _hour(
    event: Event,
    stage: Stage,
    seat: Seat | None,
    played: dict[tuple[int, int, int], tuple[Match, Side]],
    seconds: dict[tuple[int, int, int], int],
    own: list[tuple[Match, Side]],
    *,
    agreed_only: bool,
) -> HourRecord | None:
    """A turn inside the seat's bounds without a match that is played is a sit-out; `own` gathers the matches."""
    if seat is None:
        return None
    turns = 5 if seat.table.size == 5 else 3
    points: list[int | None] = []
    sat_out = 0
    for turn in range(seat.from_turn, min(seat.until_turn, turns) + 1):
        place = played.get((seat.table_id, seat.entry_id, turn))
        if place is None:
            sat_out += seconds[stage.pk, turns, turn]
        else:
            own.append(place)
            points.append(_known(place[0], f"points_{place[1]}", agreed_only))
    return HourRecord(tuple(points), sat_out, event.hour_seconds, event.adjust_sit_outs)


def _known(match: Match, field: str, agreed_only: bool) -> int | None:
    if agreed_only and match.state not in SETTLED:
        return None
    value: int | None = getattr(match, field)
    return value


def _sum(values: list[int | None]) -> int | None:
    """Unknown as soon as one of them is."""
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def _meetings(own: list[tuple[Match, Side]], agreed_only: bool) -> dict[int, int | None]:
    meetings: dict[int, int | None] = {}
    for match, side in own:
        opponent = match.entry_b_id if side == "a" else match.entry_a_id
        points = _known(match, f"points_{side}", agreed_only)
        before = meetings.get(opponent, 0)
        meetings[opponent] = None if points is None or before is None else before + points
    return meetings


def _cuts(stage: Stage) -> dict[int, tuple[int, ...]]:
    return {
        cut.entry_id: tuple(RANKS[rank] for rank in cut.cards)
        for cut in Cut.objects.filter(stage=stage, superseded_at=None)
    }


def cut_order_shown() -> str:
    """The ranks of a cut from the best, as a page prints them."""
    names = {value: name for name, value in RANKS.items()} | {10: "10"}
    return " ".join(names[rank] for rank in CUT_ORDER)
