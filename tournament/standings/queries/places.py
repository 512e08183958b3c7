"""The values of standings (`Standings`, its lines and hours), the criteria that rank them, and doubts about results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.event.queries.hours import name_within_sentence, parts_of
from tournament.formats.formats import FORMATS, FinalOrder, final_criteria, hour_criteria
from tournament.foundation.prepared_queries import prepare_query
from tournament.foundation.wording import numbers_in_words
from tournament.models import Cut, Enters, Event, PlayOff, Seat, Stage
from tournament.ranking import (
    CRITERIA,
    DOUBT_TEXTS,
    Amount,
    Criterion,
    DrawnMeeting,
    Placing,
    Record,
    Report,
    find_doubts,
    rank_by_knock_out,
    reported_points,
)
from tournament.standings.queries.counted_matches import CountedEvening, CountedMatch, Counting, counted_evening_of

KNOCK_OUTS = ("knock-out", "knock-out-plate")
RANKS = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14} | {str(rank): rank for rank in range(2, 10)}


class HourOfEntry(NamedTuple):
    """What a line of the standings shows of one hour: the table, the points of each match played or to be played
    there, and what is reported of them together. `was_there` says whether the entry had a seat at all."""

    table: int | None
    points: tuple[Amount | None, ...]
    reported_total: Amount | None
    was_there: bool


@dataclass(frozen=True)
class StandingsLine:
    """`partners` are those of the sides that somebody played for. Of an evening of rounds `credits` are what counts for
    matches that were not played, in words, and `group` the letter of the group that it plays in; `entries` are those
    counted together. `is_so_far` where the first of `Standings.columns`, what ranks, counts only what is known of
    it."""

    placing: Placing[int]
    name: str
    left: bool
    partners: tuple[str, ...]
    decided_by: str
    skipped: tuple[str, ...]
    credits: tuple[str, ...] = ()
    group: str = ""
    is_so_far: bool = False
    entries: tuple[int, ...] = ()

    @property
    def record(self) -> Record[int]:
        return self.placing.record

    @cached_property
    def is_adjusted(self) -> bool:
        """Whether turns that were sat out are credited in the total."""
        credits = (match.credit for match in self.record.matches if match.credit is not None)
        return any(credit.kind == "same_pace" and credit.points for credit in credits)

    def hour(self, number: int) -> HourOfEntry:
        """One hour by itself."""
        matches = [match for match in self.record.matches if match.round == number]
        if not matches:
            return HourOfEntry(None, (), None, was_there=False)
        points = tuple([match.points for match in matches if match.opponents])
        return HourOfEntry(matches[0].table, points, reported_points(matches), was_there=True)


class PlayOffPlace(NamedTuple):
    """Somebody's place in a play-off, by its number."""

    play_off: int
    place: int


@dataclass(frozen=True, eq=False)
class Standings:
    """The same object wherever all that ranks is the same; only `event.revision` may then be an older one.
    `hours` is how many hours are counted, `stages` their numbers. Provisional as long as any match is not agreed or
    ruled. `missing` says in sentences of which tables results have not come, or only in part.
    Of an evening of rounds `columns` are what ranks, as far as it has a figure, `of` says who is counted, and `others`
    which further tables the same results give."""

    event: Event
    hours: int
    stages: tuple[int, ...]
    lines: tuple[StandingsLine, ...]
    provisional: bool
    open_matches: int
    agreed_only: bool
    columns: tuple[Criterion, ...] = ()
    of: Counting = "entered"
    others: tuple[Counting, ...] = ()
    missing: tuple[str, ...] = ()

    @cached_property
    def any_adjusted(self) -> bool:
        return any(line.is_adjusted for line in self.lines)

    @property
    def placings(self) -> tuple[Placing[int], ...]:
        return tuple(line.placing for line in self.lines)


class ReportedSides(NamedTuple):
    """Of a match at a table, as each side's result has come or not."""

    hour: int
    table: int
    sides: tuple[bool, ...]


def missing_in_words(event: Event, told: Iterable[ReportedSides]) -> tuple[str, ...]:
    """As in "No result yet: round 2, tables 1 and 4." and "Half reported: round 2, table 3."; none once all is in."""
    at_table: dict[tuple[int, int], list[bool]] = {}
    for match in told:
        at_table.setdefault((match.hour, match.table), []).extend(match.sides)
    nothing = _tables_in_words(event, [at for at, sides in at_table.items() if not any(sides)])
    in_part = _tables_in_words(event, [at for at, sides in at_table.items() if any(sides) and not all(sides)])
    return (
        *([_("No result yet: %(tables)s.") % {"tables": nothing}] if nothing else []),
        *([_("Half reported: %(tables)s.") % {"tables": in_part}] if in_part else []),
    )


def _tables_in_words(event: Event, tables: Iterable[tuple[int, int]]) -> str:
    found = []
    for hour, at in groupby(sorted(tables), key=lambda table: table[0]):
        numbers = [number for _hour, number in at]
        words = ngettext("table %(numbers)s", "tables %(numbers)s", len(numbers))
        said = words % {"numbers": numbers_in_words(numbers)}
        found.append(said if not event.kind.has_several_stages else f"{name_within_sentence(event, hour)}, {said}")
    return "; ".join(found)


def says_what_decided(lines: Sequence[StandingsLine], first: Criterion) -> tuple[bool, ...]:
    """Of each line whether it is the first of those that are level by what ranks first, and were parted by the same:
    what decided is said there for all of them."""
    parted = [
        (line.group, first.figure_of(line.record) if first.figure_of else None, line.placing.decided_by)
        for line in lines
    ]
    return tuple(line != before for before, line in zip([None, *parted], parted, strict=False))


def criteria_of(event: Event, *, hours: int, of: Counting = "entered") -> tuple[Criterion, ...]:
    """What ranks one hour by itself or several together, in the order in which it is asked."""
    bracket = _of_the_bracket(event) if of != "groups" else ()
    if event.criteria:
        return (*bracket, *(CRITERIA[key] for key in event.criteria if key in CRITERIA))
    order: FinalOrder = "second_table" if event.final_order == "second_table" else "totals"
    evening = FORMATS[event.format]
    return (*bracket, *(final_criteria(evening, order) if hours > 1 else hour_criteria(evening)))


def _of_the_bracket(event: Event) -> tuple[Criterion, ...]:
    """Where an evening ends in a knock-out, that decides before all else. The runner-up may have won fewer games than
    the third."""
    *before, last = parts_of(event)
    if last.movement not in KNOCK_OUTS:
        return ()
    return (rank_by_knock_out(1 + sum(max(part.rounds, 1) for part in before)),)


def cuts_of_stage(event: Event, stage: Stage) -> dict[int, tuple[int, ...]]:
    """By the number of whom they cut for."""
    cut = [(entry if event.enters == Enters.PLAYERS else team, cards) for entry, team, cards in _cuts_of(stage.pk)]
    return {key: tuple(RANKS[rank] for rank in cards) for key, cards in cut if key is not None}


@prepare_query
def _cuts_of(stage: int) -> "QuerySet[Cut, tuple[Any, ...]]":
    return Cut.objects.filter(stage=stage, superseded_at=None).values_list("entry", "entry__team", "cards")


def play_off_places(criteria: Sequence[Criterion], stages: Sequence[Stage]) -> dict[int, PlayOffPlace]:
    """By who played, of the play-offs after the last of these stages, where such rank. One query there, else none."""
    if not stages or all(criterion.key != "play_off" for criterion in criteria):
        return {}
    return {
        key: PlayOffPlace(play_off.pk, 1 + sum(len(better) for better in play_off.order[:place]))
        for play_off in PlayOff.objects.filter(stage=stages[-1], superseded_at=None)
        for place, keys in enumerate(play_off.order)
        for key in keys
    }


def with_play_offs(records: Sequence[Record[int]], places: Mapping[int, PlayOffPlace]) -> tuple[Record[int], ...]:
    """The same records with their places in play-offs. A play-off counts only among those who played it: after a
    correction somebody else may be level."""
    return tuple(
        replace(record, play_off_number=place.play_off, play_off=place.place)
        if (place := places.get(record.entry))
        else record
        for record in records
    )


def doubts_of(event: Event) -> tuple[str, ...]:
    """Meetings of the released rounds without a result or with two, and results between those who were not seated
    together; none elsewhere. Six queries, whatever the number of entries and rounds."""
    if event.kind.has_free_chairs:
        return ()
    stages = list(Stage.objects.filter(event=event, released_at__isnull=False).only("pk", "number"))
    counted = counted_evening_of(event, stages)
    keys, members = counted.keys("entered"), counted.members("entered")
    drawn = [DrawnMeeting(number, keys(entries)) for number, entries in _groups_seated(stages)]
    reports = [
        Report(match.round, keys(_entries_of(match)), _("table %(number)s") % {"number": match.table})
        for match in counted.matches
        if not match.is_open or _is_told(match)
    ]
    return tuple(
        doubt.in_words(_(DOUBT_TEXTS[doubt.code]), lambda key: _name_of(counted, members, key))
        for doubt in find_doubts(drawn, reports)
    )


def _name_of(counted: CountedEvening, members: dict[int, tuple[int, ...]], key: int) -> str:
    return counted.name_of("entered", members[key])


def _entries_of(match: CountedMatch) -> tuple[int, ...]:
    return tuple(entry for side in match.sides for entry in side.entries)


def _is_told(match: CountedMatch) -> bool:
    """Whether something is known of each side."""
    return all(side.points is not None or side.games is not None for side in match.sides)


def _groups_seated(stages: list[Stage]) -> list[tuple[int, tuple[int, ...]]]:
    """Who sits together, table by table: of a place that changed hands, whoever has it now."""
    seats = Seat.objects.filter(table__stage__in=stages)
    places: dict[tuple[int, int], dict[int, int]] = {}
    found = seats.order_by("table__stage__number", "table__number", "position", "from_turn")
    for number, table, position, entry in found.values_list("table__stage__number", "table", "position", "entry"):
        places.setdefault((number, table), {})[position] = entry
    return [(number, tuple(at.values())) for (number, _table), at in places.items()]
