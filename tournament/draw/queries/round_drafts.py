"""The draw page of a round, apart from its tables: whom it seats, how they move, and what changed since the draft."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from tournament.draw.queries.drafts import Changes, TableShown, changes_between
from tournament.draw.queries.draws import field_of
from tournament.draw.queries.fields import field_of_round
from tournament.draw.queries.seating_reasons import Reasons, reasons_of
from tournament.event.queries.competitors import Competitor, competitors_ready, entries_left_over, key_of
from tournament.event.queries.entry_rows import EntryRow, entry_rows
from tournament.event.queries.head_counts import HeadCount, count_heads
from tournament.event.queries.hours import hour_numbers, parts_of, place_of
from tournament.event.queries.plans import count_entering, credit_of_sit_outs, entering_of
from tournament.formats.presets import MOVEMENT_LABELS
from tournament.formats.proposals import sit_outs_planned
from tournament.models import Entry, Event, Rest, Seat, Stage
from tournament.movements import MOVEMENTS
from tournament.movements.draw import CannotSeat, Draw


@dataclass(frozen=True)
class RoundToDraw:
    """Round `number` of `rounds`, before it is drawn. `entries` is how many can be seated, `incomplete` the names of
    pairs or teams with somebody missing, `alone` players without a pair or team. `why_not` says why no draw is
    possible, or is "". `sit_outs` say who sits out how often in the rounds of a part that has no draw yet, and what
    that counts for, or who has a bye: in a knock-out (`has_byes`) nobody sits out."""

    number: int
    rounds: int
    movement: str | Promise
    entries: int
    heads: HeadCount
    incomplete: tuple[str, ...]
    alone: tuple[Entry, ...]
    why_not: str
    sit_outs: tuple[str, ...] = ()
    has_byes: bool = False


def round_to_draw(event: Event, number: int, units: Mapping[int, Competitor]) -> RoundToDraw:
    """Returns the round for the draw page. Three queries."""
    alone = entries_left_over(event)
    whole = competitors_ready(event, units)
    place = place_of(event, number)
    movement = MOVEMENTS[place.part.movement]
    fit = movement.fits(len(whole))
    going_on = count_entering(parts_of(event), place.index, len(whole))
    to_be_settled = movement.rounds(going_on).usual - 1 if fit and not place.part.rounds else 0
    sit_outs: tuple[str, ...] = ()
    if fit and place.round == 1:
        rounds = place.part.rounds or movement.rounds(going_on).usual
        entering = entering_of(event.enters, event.pairs_a_team, event.singles_a_team)
        sit_outs = tuple(sit_outs_planned(movement, going_on, rounds, entering))
    return RoundToDraw(
        number,
        len(hour_numbers(event)) + to_be_settled,
        MOVEMENT_LABELS[place.part.movement],
        len(whole),
        count_heads(event, [*(entry for unit in units.values() for entry in unit.entries), *alone]),
        tuple(unit.name for key, unit in units.items() if key not in whole and unit.here),
        tuple(entry for entry in alone if entry.here and entry.left_at is None),
        fit.why_not,
        (*sit_outs, credit_of_sit_outs(event)) if sit_outs and movement.shares_rests else sit_outs,
        has_byes=not movement.shares_rests,
    )


def changes_in_round(stage: Stage) -> Changes:
    """Returns who came and who left since a draft was made, of those who play in it. Four queries."""
    event = stage.event
    entries = entry_rows(event)
    seated = Seat.objects.filter(table__stage=stage).order_by("pk").values_list("entry", flat=True)
    resting = Rest.objects.filter(stage=stage).order_by("pk").values_list("entry", flat=True)
    here = [entry for entry in field_of(event) if key_of(event, entry) not in stage.out]
    return changes_between([entries[pk] for pk in (*seated, *resting)], here)


@dataclass(frozen=True)
class LineDrawn:
    """A place in a round: a player, or a pair or team by its name. The tick box stands for `entry`; `why` is the reason
    for the place."""

    entry: Entry | EntryRow
    name: str
    why: str


@dataclass(frozen=True)
class TableDrawn:
    """A table of a round; `matches` are the names of their sides."""

    number: int
    matches: tuple[tuple[str, ...], ...]
    lines: tuple[LineDrawn, ...]


@dataclass(frozen=True)
class RoundDrawn:
    """A round as it is drawn; `entries` is how many players, pairs or teams are in it."""

    tables: tuple[TableDrawn, ...]
    resting: tuple[LineDrawn, ...]
    reasons: Reasons
    entries: int

    @property
    def lines(self) -> tuple[LineDrawn, ...]:
        """Every place, table by table, and then who rests."""
        return (*(line for table in self.tables for line in table.lines), *self.resting)


def round_drawn(stage: Stage, tables: Sequence[TableShown], units: Mapping[int, Competitor]) -> RoundDrawn:
    """Returns a round with a reason for every place. One query, and a dozen more for a draft."""
    event, reasons = stage.event, reasons_of(stage, units)
    names = {key: unit.name for key, unit in units.items()}
    rests = [rest.entry for rest in Rest.objects.filter(stage=stage).select_related("entry__player").order_by("pk")]
    drawn = {key_of(event, seat.entry) for table in tables for seat in table.seats}
    drawn |= {key_of(event, entry) for entry in rests}
    return RoundDrawn(
        tuple(
            TableDrawn(
                table.number,
                tuple(names for turn in table.turns for names in turn.matches),
                _lines_of(event, [seat.entry for seat in table.seats], names, reasons),
            )
            for table in tables
        ),
        _lines_of(event, rests, names, reasons),
        reasons,
        len(drawn),
    )


def _lines_of(
    event: Event, entries: Sequence[Entry | EntryRow], names: Mapping[int, str], reasons: Reasons
) -> tuple[LineDrawn, ...]:
    first = {key_of(event, entry): entry for entry in reversed(entries)}
    in_order = dict.fromkeys(key_of(event, entry) for entry in entries)
    return tuple(
        LineDrawn(first[key], names.get(key, first[key].name), reasons.why.get(first[key].pk, ""))
        for key in in_order
        if key is not None
    )


def draws_ahead(event: Event) -> list[tuple[int, Draw[int]]]:
    """Returns the stage number and draw, by unit ids, of the rounds to the end of the current part; nothing if results
    decide who meets whom."""
    last = Stage.objects.filter(event=event, released_at__isnull=False).order_by("-number").first()
    if not event.kind.is_planned or event.locked_at or last is None or last.number >= len(hour_numbers(event)):
        return []
    place, after = place_of(event, last.number), place_of(event, last.number + 1)
    movement = MOVEMENTS[place.part.movement]
    if movement.wants_results or after.index != place.index:
        return []
    try:
        draws = movement.next_draws(field_of_round(event, last.number + 1, seed=last.seed))
    except CannotSeat:
        return []
    end = place.first + place.part.rounds - 1
    return [(number, draw) for number, draw in enumerate(draws, start=last.number + 1) if number <= end]
