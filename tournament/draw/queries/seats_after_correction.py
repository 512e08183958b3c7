"""Finds who would sit elsewhere in the current hour or round after a correction. A round is drawn again with its own
seed and the people it seated, from the present results, so that it follows the same rules as any draw. Nobody is
moved."""

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.draw.log_actions import RESEAT
from tournament.draw.queries.draws import threes_of
from tournament.draw.queries.fields import field_of_round
from tournament.event.queries.competitors import boards_of, competitors_of, draw_of_competitors, key_of
from tournament.event.queries.entry_rows import EntryRow, entry_rows
from tournament.event.queries.hours import place_of, released_stage
from tournament.foundation.log_actions import names_of_actions
from tournament.foundation.revision_cache import RevisionCache
from tournament.foundation.wording import numbers_in_words
from tournament.models import Event, LogEntry, Match, Seat, Stage
from tournament.movements import MOVEMENTS
from tournament.movements.draw import CannotSeat, Draw
from tournament.movements.kent import ranked_sizes_for
from tournament.standings.queries.standings import standings_of


class Elsewhere(NamedTuple):
    """A player, a pair or a team that would sit elsewhere, with both places in words."""

    name: str
    sits: str
    would_sit: str


@dataclass(frozen=True)
class Corrected:
    """A released round, and who in it would sit elsewhere."""

    number: int
    elsewhere: tuple[Elsewhere, ...]

    def __bool__(self) -> bool:
        return bool(self.elsewhere)

    def __len__(self) -> int:
        return len(self.elsewhere)


def corrected_round(event: Event, stage: Stage | None) -> Corrected | None:
    """Returns who would sit elsewhere in a released round. None if nothing before it was corrected since it was drawn,
    or its seats do not depend on results. At most two queries then, else about twenty, whatever the number."""
    if stage is None or stage.released_at is None or stage.moved_by_hand:
        return None
    if stage.number == 1 or not event.kind.is_planned:
        return None
    place = place_of(event, stage.number)
    movement = MOVEMENTS[place.part.movement]
    if not (movement.wants_results or place.begins_later_part) or not _is_corrected(stage):
        return None
    was = draw_of_competitors(stage, movement)
    here = tuple(sorted({*was.entries, *was.resting, *stage.out}))
    try:
        would = movement.next_draws(field_of_round(event, stage.number, seed=stage.seed, here=here))[0]
    except CannotSeat:
        would = Draw(())
    # The draw no longer shows where it had placed those who were reseated after the release.
    logged = LogEntry.objects.filter(event=event, action=RESEAT.name, after__hour=stage.number, undone_at=None)
    reseated = {entry for log in logged for pair in log.after["entries"] for entry in pair}
    moved = {key_of(event, entry) for entry in event.entries.filter(pk__in=reseated)}
    boards = boards_of(event)
    was_at, would_be_at = _places_of(was, boards), _places_of(would, boards)
    names = {key: unit.name for key, unit in competitors_of(event).items()}
    nowhere = _("out")
    placed = [
        Elsewhere(names[key], was_at.get(key, nowhere), would_be_at.get(key, nowhere))
        for key in here
        if key not in moved
    ]
    return Corrected(stage.number, tuple(each for each in placed if each.sits != each.would_sit))


@dataclass(frozen=True)
class SeatDifference:
    """A player whom a correction would have seated elsewhere."""

    entry: EntryRow
    sits_at: int
    would_sit_at: int


DIFFERENCES: RevisionCache[list[SeatDifference]] = RevisionCache(most=4)


def seat_differences(event: Event) -> list[SeatDifference]:
    """Returns the players who would have another table in the latest hour, if the standings before it were corrected
    since it was drawn. Nobody is moved. Three queries if nothing was corrected."""
    stage = released_stage(event) if event.kind.ranks_each_stage else None
    if stage is None or stage.number == 1 or stage.moved_by_hand or not _is_corrected(stage):
        return []
    seats = Seat.objects.filter(table__stage=stage, from_turn=1)
    seated = dict(seats.values_list("entry", "table__number"))
    standings = standings_of(event, hours=stage.number - 1)
    ranked = [placing.record.entry for placing in standings.placings if placing.record.entry in seated]
    order = list(dict.fromkeys([*ranked, *seated]))
    sizes = ranked_sizes_for(len(order), stage.prefer_five, threes_of(event))
    would = [number for number, size in enumerate(sizes, start=1) for _ in range(size)]
    entries = entry_rows(event)
    return [
        SeatDifference(entries[entry], seated[entry], table)
        for entry, table in zip(order, would, strict=True)
        if seated[entry] != table
    ]


def known_seat_differences(event: Event) -> list[SeatDifference]:
    """Returns the same as `seat_differences`, read once per revision, for pages."""
    return DIFFERENCES.get_or_make(event.pk, event.revision, partial(seat_differences, event))


def _is_corrected(stage: Stage) -> bool:
    """Returns whether a result of an earlier round was changed since this one was drawn, or points adjusted with one.
    Two queries."""
    touched: set[int] = set()
    since = LogEntry.objects.filter(event=stage.event_id, at__gte=stage.drawn_at, undone_at=None)
    corrections = since.filter(action__in=names_of_actions(lambda action: action.decides_results))
    for before, after in corrections.values_list("before", "after"):
        values = {**before, **after}
        if "adjustment" in values and values["hour"] < stage.number:
            return True
        touched |= {*values.get("matches", ()), *([values["match"]] if "match" in values else [])}
    return bool(touched) and Match.objects.filter(pk__in=touched, table__stage__number__lt=stage.number).exists()


def _places_of(draw: Draw[int], boards: int) -> dict[int, str]:
    """Returns where each sits, in words; a team sits at as many tables as it has pairs."""
    places = dict.fromkeys(draw.resting, _("sitting out"))
    for table in draw.tables:
        numbers = numbers_in_words(range((table.number - 1) * boards + 1, table.number * boards + 1))
        words = ngettext("at table %(numbers)s", "at tables %(numbers)s", boards) % {"numbers": numbers}
        places |= dict.fromkeys(table.entries, words)
    return places
