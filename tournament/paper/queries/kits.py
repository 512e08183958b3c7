"""What is still to be played of an evening, for the power-cut kit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import groupby

from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament.clock.queries.rounds import rounds_still_played
from tournament.draw.queries.draws import field_of, movement_of
from tournament.draw.queries.round_drafts import draws_ahead
from tournament.event.queries.competitors import boards_of, seated, units_of
from tournament.event.queries.hours import hour_label, hour_name, hour_numbers
from tournament.formats.formats import BELL_RULES, EMPTY_BOX_LABELS
from tournament.foundation.wording import filed_as
from tournament.matches.queries.matches import with_sides
from tournament.models import Event, Match, Rest, Round, Seat, Stage, State, together
from tournament.paper.queries.hour_sheets import ScoreSheet, ScoreSheets, SheetLine
from tournament.paper.queries.table_sheets import TableSheet, sheet_at, sheet_for


@dataclass(frozen=True)
class Left:
    """`stage` is the latest whose seats are out. `over` says of each of its bells, by its turns, how many rounds are
    over, `rounds` how many it has. `mark` is another one whenever paper made before is out of date, or does not fit the
    club's printer."""

    event: Event
    stage: Stage
    over: Mapping[int, int]
    rounds: Mapping[int, int]
    mark: str

    @property
    def is_on(self) -> bool:
        """Whether something is left of the stage."""
        return any(self.over[turns] < self.rounds[turns] for turns in self.rounds)

    @property
    def played(self) -> int:
        """Rounds of the hall's own bell that are over."""
        return self.over[min(self.over)] if self.over else 0

    @property
    def stands(self) -> str:
        """Where the evening is, as in "Hour 1, after round 2"."""
        number, event = self.stage.number, self.event
        if event.is_one_round:
            return _("The round is on") if self.is_on else _("After the round")
        name = hour_name(event, number)
        if not self.is_on:
            return _("After %(round)s") % {"round": name[:1].lower() + name[1:]}
        if not event.has_turns or not self.played:
            return name
        return _("%(hour)s, after round %(number)s") % {"hour": name, "number": self.played}

    @property
    def filename(self) -> str:
        """As in "2026-11-21-kent-evening-hour-1-after-round-2.pdf"; the same for the same state of play."""
        event = self.event
        word = "round" if not event.has_turns else "hour"
        where = word if event.is_one_round else f"{word}-{self.stage.number}"
        if not self.is_on:
            where = f"after-{where}"
        elif event.has_turns and self.played:
            where += f"-after-round-{self.played}"
        return f"{event.date.isoformat()}-{slugify(event.name, allow_unicode=True)}-{where}.pdf".replace("--", "-")

    @property
    def not_drawn(self) -> tuple[int, ...]:
        """Numbers of the hours or rounds whose seats are not out."""
        return tuple(number for number in hour_numbers(self.event) if number > self.stage.number)


@dataclass(frozen=True)
class TableAhead:
    number: int
    sides: tuple[str, ...]


@dataclass(frozen=True)
class RoundAhead:
    """A round that is not out, as it will be drawn if nobody comes or goes."""

    label: str
    tables: tuple[TableAhead, ...]
    resting: tuple[str, ...]


def evenings_in_play(now: datetime) -> list[Event]:
    """Those of today and yesterday that have seats, out or drawn, and are not locked. One query."""
    yesterday = now.date() - timedelta(days=1)
    found = Event.objects.filter(locked_at=None, date__gte=yesterday, stages__isnull=False)
    return list(found.select_related("club").distinct())


def seats_are_out(stage: int) -> bool:
    """Whether the seats of which a kit was made are still out: their release may have been undone. One query."""
    return Stage.objects.filter(pk=stage, released_at__isnull=False).exists()


def left_of(event: Event) -> Left | None:
    """None before any seats are out. Five queries of an evening read with its club, whatever the number of players."""
    stage = Stage.objects.filter(event=event, released_at__isnull=False).order_by("-number").first()
    if stage is None:
        return None
    stage.event = event
    rounds = list(Round.objects.filter(stage=stage).order_by("turns", "number"))
    open_rounds = rounds_still_played(event)
    by_bell = {turns: list(own) for turns, own in groupby(rounds, key=lambda round: round.turns)}
    over = {turns: _over(own, open_rounds) for turns, own in by_bell.items()}
    seats = Seat.objects.filter(table__stage=stage).order_by("pk")
    shown = ("table__number", "position", "entry__player__name", "entry__namesake_note", "from_turn", "until_turn")
    told = (
        (event.club.sheet, stage.pk, stage.released_at, sorted(over.items())),
        list(seats.values_list(*shown)),
        list(Rest.objects.filter(stage=stage).order_by("pk").values_list("entry", flat=True)),
    )
    mark = sha256(repr(told).encode()).hexdigest()[:16]
    return Left(event, stage, over, {turns: len(own) for turns, own in by_bell.items()}, mark)


def _over(rounds: Sequence[Round], open_rounds: set[int]) -> int:
    """How many of a bell's are over: those with something known of every match, and those before one that has begun."""
    begun = max((round.number for round in rounds if round.started_at is not None), default=0)
    over = 0
    for round in rounds:
        if round.number >= begun and round.pk in open_rounds:
            break
        over = round.number
    return over


def rounds_ahead(left: Left) -> tuple[RoundAhead, ...]:
    """Those after the one that is out, where no results decide who meets whom."""
    event = left.event
    units = units_of(event)
    names = {entry.pk: entry.name for unit in units.values() for entry in unit.entries}
    found = []
    for number, draw in draws_ahead(event):
        tables = tuple(
            TableAhead(table.number, tuple(together([names[one] for one in side]) for side in match.sides))
            for table in seated(event, units, draw).tables
            for match in table.turns[0].matches
        )
        resting = tuple(units[key].name for key in draw.resting)
        found.append(RoundAhead(hour_label(event, number), tables, resting))
    return tuple(found)


def table_sheets_left(left: Left, ahead: Sequence[RoundAhead], most: int) -> tuple[TableSheet, ...]:
    """For each match of which nothing is known yet, then for the rounds ahead: whole ones, up to so many sheets."""
    event = left.event
    waiting = Match.objects.filter(table__stage=left.stage, state=State.WAITING).select_related("table__stage", "round")
    ordered = with_sides(waiting.order_by("round__number", "table__number", "pk"))
    sheets = [sheet_for(event, match) for match in ordered if match.round.number > left.over[match.round.turns]]
    for round in ahead:
        if len(sheets) + len(round.tables) > most:
            break
        of_table = _("%(round)s · table %(number)s")
        sheets += [
            sheet_at(event, of_table % {"round": round.label, "number": table.number}, table.sides)
            for table in round.tables
        ]
    return tuple(sheets)


def score_sheets_ahead(left: Left, ahead: Sequence[RoundAhead], most: int) -> tuple[ScoreSheets, ...]:
    """The personal sheets of each round ahead, as many whole rounds as so many sheets are enough for."""
    event = left.event
    found: list[ScoreSheets] = []
    for round in ahead:
        many = sum(len(table.sides) for table in round.tables)
        if many + sum(len(paper.sheets) for paper in found) > most:
            break
        sheets = tuple(
            ScoreSheet(name, table.number, None, (SheetLine(1, timedelta(seconds=event.hour_seconds), opponents),))
            for table in round.tables
            for name in table.sides
            for opponents in [", ".join(other for other in table.sides if other != name)]
        )
        found.append(ScoreSheets(round.label, False, *_said_on_sheets(event), sheets))
    return tuple(found)


def _said_on_sheets(event: Event) -> tuple[str, str]:
    """What happens at the bell, and what an empty box means."""
    return str(BELL_RULES[event.bell_rule].sentence), str(EMPTY_BOX_LABELS[event.empty_means_none])


def sheets_for_next_hour(left: Left) -> ScoreSheets | None:
    """One for everybody who is here, with lines for whatever table the next hour brings; None where none is to come."""
    if not left.not_drawn or not left.event.has_sheets:
        return None
    number = left.not_drawn[0]
    people = sorted(field_of(left.event), key=lambda entry: filed_as(entry.name))
    movement = movement_of(left.event, number)
    length = timedelta(seconds=movement.turn_seconds(movement.turns, left.event.hour_seconds))
    lines = tuple(SheetLine(turn + 1, length, "", is_blank=True) for turn in range(movement.turns))
    sheets = tuple(ScoreSheet(entry.name, None, None, lines) for entry in people)
    return ScoreSheets(hour_label(left.event, number), False, *_said_on_sheets(left.event), sheets)


def blank_tables(left: Left) -> int:
    """How many blank table sheets to keep: one a table for a round that cannot be known yet, else a few to spare."""
    if not left.not_drawn:
        return 2
    tables = left.stage.tables.count()
    return min(max(tables, boards_of(left.event), 2), 30)
