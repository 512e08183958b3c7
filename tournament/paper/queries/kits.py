"""What is still to be played of an evening, for the power-cut kit."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import groupby

from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament.clock.queries.rounds import rounds_still_played
from tournament.draw.queries.draws import field_of, movement_of
from tournament.draw.queries.round_drafts import draws_ahead
from tournament.event.queries.competitors import boards_of, competitors_of, seat_competitors
from tournament.event.queries.hours import hour_label, hour_name, hour_numbers
from tournament.foundation.wording import order_key
from tournament.matches.queries.matches import length_at, with_sides
from tournament.models import Event, Match, Rest, Round, Seat, Stage, State, join_names
from tournament.paper.queries.hour_sheets import PaperSheetLine, ScoreSheet, ScoreSheets, boxes_of
from tournament.paper.queries.table_sheets import TableSheet, sheet_for, sheet_for_names


@dataclass(frozen=True)
class RestOfEvening:
    """`stage` is the latest released one. For each of its bells, by number of turns, `over` says how many rounds are
    over and `rounds` how many there are. `mark` changes whenever an earlier kit is out of date or is for another paper
    size."""

    event: Event
    stage: Stage
    over: Mapping[int, int]
    rounds: Mapping[int, int]
    mark: str

    @property
    def is_on(self) -> bool:
        """Whether the stage is still being played."""
        return any(self.over[turns] < self.rounds[turns] for turns in self.rounds)

    @property
    def rounds_over(self) -> int:
        """Returns how many rounds of the hall's bell are over."""
        return self.over[min(self.over)] if self.over else 0

    @property
    def stands(self) -> str:
        """Says where the evening is, as in "Hour 1, after round 2"."""
        number, event = self.stage.number, self.event
        name = hour_name(event, number)
        if not self.is_on:
            return _("After %(round)s") % {"round": event.name_stage(number)}
        if not event.kind.has_several_stages:
            return _("%(round)s is on") % {"round": name}
        if event.kind.turns_per_seating == 1 or not self.rounds_over:
            return name
        return _("%(hour)s, after round %(number)s") % {"hour": name, "number": self.rounds_over}

    @property
    def filename(self) -> str:
        """Returns a name as in "2026-11-21-kent-evening-hour-1-after-round-2.pdf"; the same for the same state of
        play."""
        event = self.event
        word = f"{event.kind.stage_word}"
        where = slugify(f"{word} {self.stage.number}" if event.kind.has_several_stages else word, allow_unicode=True)
        if not self.is_on:
            where = f"after-{where}"
        elif event.kind.turns_per_seating > 1 and self.rounds_over:
            where += f"-after-round-{self.rounds_over}"
        return f"{event.date.isoformat()}-{slugify(event.name, allow_unicode=True)}-{where}.pdf".replace("--", "-")

    @property
    def not_drawn(self) -> tuple[int, ...]:
        """Returns the numbers of the hours or rounds that are not released."""
        return tuple(number for number in hour_numbers(self.event) if number > self.stage.number)


@dataclass(frozen=True)
class TableAhead:
    number: int
    sides: tuple[str, ...]


@dataclass(frozen=True)
class RoundAhead:
    """A round that is not released, as it will be drawn if nobody comes or goes."""

    label: str
    tables: tuple[TableAhead, ...]
    resting: tuple[str, ...]


def evenings_in_play(now: datetime) -> list[Event]:
    """Returns evenings of today and yesterday that have seats, drawn or released, and are not locked. One query."""
    yesterday = now.date() - timedelta(days=1)
    events = Event.objects.filter(locked_at=None, date__gte=yesterday, stages__isnull=False)
    return list(events.select_related("club").distinct())


def stages_with_seats(stages: Iterable[int]) -> set[int]:
    """Returns which stages are still released: that may have been undone since a kit was made. One query."""
    released = Stage.objects.filter(pk__in=stages, released_at__isnull=False)
    return set(released.values_list("pk", flat=True))


def rest_of_evening(event: Event) -> RestOfEvening | None:
    """Returns what is left to play, or None before any seats are released. Five queries for an evening read with its
    club."""
    return next(iter(rests_of_evenings([event])), None)


def rests_of_evenings(events: Sequence[Event]) -> list[RestOfEvening]:
    """Returns what is left to play of each evening that has released seats. Five queries, for however many."""
    by_pk = {event.pk: event for event in events}
    released = Stage.objects.filter(event__in=by_pk, released_at__isnull=False).order_by("number")
    latest = {stage.event_id: stage for stage in released}.values()
    rounds, seats, rests = defaultdict(list), defaultdict(list), defaultdict(list)
    for round in Round.objects.filter(stage__in=latest).order_by("turns", "number"):
        rounds[round.stage_id].append(round)
    open_rounds = rounds_still_played(events)
    shown = ("table__number", "position", "entry__player__name", "entry__namesake_note", "from_turn", "until_turn")
    for stage, *seat in Seat.objects.filter(table__stage__in=latest).order_by("pk").values_list("table__stage", *shown):
        seats[stage].append(tuple(seat))
    for stage, entry in Rest.objects.filter(stage__in=latest).order_by("pk").values_list("stage", "entry"):
        rests[stage].append(entry)
    left = []
    for stage in latest:
        stage.event = event = by_pk[stage.event_id]
        by_bell = {turns: list(own) for turns, own in groupby(rounds[stage.pk], key=lambda round: round.turns)}
        over = {turns: _count_rounds_over(own, open_rounds) for turns, own in by_bell.items()}
        where = (event.club.sheet, stage.pk, stage.released_at, sorted(over.items()))
        mark = sha256(repr((where, seats[stage.pk], rests[stage.pk])).encode()).hexdigest()[:16]
        left.append(RestOfEvening(event, stage, over, {turns: len(own) for turns, own in by_bell.items()}, mark))
    return left


def _count_rounds_over(rounds: Sequence[Round], open_rounds: set[int]) -> int:
    """Counts the rounds of a bell that are over: each match has at least a partial result, or a later round has
    begun."""
    begun = max((round.number for round in rounds if round.started_at is not None), default=0)
    over = 0
    for round in rounds:
        if round.number >= begun and round.pk in open_rounds:
            break
        over = round.number
    return over


def rounds_ahead_of(left: RestOfEvening) -> tuple[RoundAhead, ...]:
    """Returns the rounds after the released one, if they do not depend on results."""
    event = left.event
    units = competitors_of(event)
    names = {entry.pk: entry.name for unit in units.values() for entry in unit.entries}
    rounds = []
    for number, draw in draws_ahead(event):
        tables = tuple(
            TableAhead(table.number, tuple(join_names([names[one] for one in side]) for side in match.sides))
            for table in seat_competitors(event, units, draw).tables
            for match in table.turns[0].matches
        )
        resting = tuple(units[key].name for key in draw.resting)
        rounds.append(RoundAhead(hour_label(event, number), tables, resting))
    return tuple(rounds)


def table_sheets_left(left: RestOfEvening, ahead: Sequence[RoundAhead], most: int) -> tuple[TableSheet, ...]:
    """Returns sheets for matches without any result, then for whole rounds ahead, `most` sheets at most."""
    event = left.event
    waiting = Match.objects.filter(table__stage=left.stage, state=State.WAITING).select_related("table__stage", "round")
    ordered = with_sides(waiting.order_by("round__number", "table__number", "pk"))
    sheets = [sheet_for(event, match) for match in ordered if match.round.number > left.over[match.round.turns]]
    for round in ahead:
        if len(sheets) + len(round.tables) > most:
            break
        of_table = _("%(round)s · table %(number)s")
        sheets += [
            sheet_for_names(
                event,
                table.sides,
                of_table % {"round": round.label, "number": table.number},
                length_at(event, table.number),
            )
            for table in round.tables
        ]
    return tuple(sheets)


def score_sheets_ahead(left: RestOfEvening, ahead: Sequence[RoundAhead], most: int) -> tuple[ScoreSheets, ...]:
    """Returns personal sheets of whole rounds ahead, `most` sheets at most."""
    event = left.event
    papers: list[ScoreSheets] = []
    for round in ahead:
        many = sum(len(table.sides) for table in round.tables)
        if many + sum(len(paper.sheets) for paper in papers) > most:
            break
        sheets = tuple(
            ScoreSheet(name, table.number, None, (PaperSheetLine(1, event.turn_length(1), opponents),))
            for table in round.tables
            for name in table.sides
            for opponents in [", ".join(other for other in table.sides if other != name)]
        )
        papers.append(ScoreSheets(round.label, is_draft=False, sheets=sheets, **boxes_of(event)))
    return tuple(papers)


def sheets_for_next_hour(left: RestOfEvening) -> ScoreSheets | None:
    """Returns a sheet for everybody here, with blank lines for the next hour; None if there is no next hour."""
    if not left.not_drawn or not left.event.kind.has_sheets:
        return None
    number = left.not_drawn[0]
    people = sorted(field_of(left.event), key=lambda entry: order_key(entry.name))
    movement = movement_of(left.event, number)
    length = left.event.turn_length(movement.turns)
    lines = tuple(PaperSheetLine(turn + 1, length, "", is_blank=True) for turn in range(movement.turns))
    sheets = tuple(ScoreSheet(entry.name, None, None, lines) for entry in people)
    return ScoreSheets(hour_label(left.event, number), is_draft=False, sheets=sheets, **boxes_of(left.event))


def count_blank_tables(left: RestOfEvening) -> int:
    """Returns how many blank table sheets to print: one for each table if later rounds are not known, otherwise a few
    spare ones."""
    if not left.not_drawn:
        return 2
    tables = left.stage.tables.count()
    return min(max(tables, boards_of(left.event), 2), 30)
