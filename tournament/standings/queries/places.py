"""The values of standings (`Standings`, its lines and hours), the criteria that rank them, and doubts about results."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.event.queries.hours import KNOCK_OUTS, parts_of
from tournament.formats.formats import FORMATS, FinalOrder, final_criteria, hour_criteria
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
from tournament.rules.queries.rules import rules_of
from tournament.standings.queries.counted_matches import CountedMatch, Counting, counted_evening_of
from tournament.standings.queries.records import PlayOffPlace

RANKS = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14} | {str(rank): rank for rank in range(2, 10)}


class HourOfEntry(NamedTuple):
    """One hour in a line of the standings: the table, the points of each match played or to be played there, and the
    sum of those reported. `was_there` is whether the entry had a seat at all."""

    table: int | None
    points: tuple[Amount | None, ...]
    reported_total: Amount | None
    was_there: bool


@dataclass(frozen=True)
class StandingsLine:
    """A line of the standings. `partners` are the others on its sides. In an evening of rounds, `credits` says what
    matches that were not played count, and what points the director adjusted; `group` is the letter of its group;
    `entries` are those counted together who have played, `named` those whose names it has. `is_so_far` is whether the
    first of `Standings.columns`, which ranks, counts only part of its results."""

    placing: Placing[int]
    name: str
    left: bool
    partners: tuple[str, ...]
    decided_by: str
    skipped: tuple[str, ...]
    credits: tuple[str, ...]
    group: str
    is_so_far: bool
    entries: tuple[int, ...]
    named: tuple[int, ...]

    @property
    def record(self) -> Record[int]:
        return self.placing.record

    @cached_property
    def is_adjusted(self) -> bool:
        """Whether the total includes credit for turns that were sat out."""
        credits = (match.credit for match in self.record.matches if match.credit is not None)
        return any(credit.kind == "same_pace" and credit.points for credit in credits)

    def hour(self, number: int) -> HourOfEntry:
        matches = [match for match in self.record.matches if match.round == number]
        if not matches:
            return HourOfEntry(None, (), None, was_there=False)
        points = tuple([match.points for match in matches if match.opponents])
        return HourOfEntry(matches[0].table, points, reported_points(matches), was_there=True)


@dataclass(frozen=True, eq=False)
class Standings:
    """Standings. The same object is used as long as nothing that ranks has changed; only its `event.revision` may be
    older.

    `hours` is how many hours are counted, `stages` their numbers. They are provisional as long as any match is not
    agreed or ruled. `missing` says in sentences which tables have not reported, or only in part. `criteria` ranked, in
    order. In an evening of rounds, `of` says who is counted, and `others` are the further tables from the same results.
    """

    event: Event
    hours: int
    stages: tuple[int, ...]
    lines: tuple[StandingsLine, ...]
    provisional: bool
    open_matches: int
    agreed_only: bool
    criteria: tuple[Criterion, ...]
    of: Counting
    others: tuple[Counting, ...]
    missing: tuple[str, ...]

    @cached_property
    def columns(self) -> tuple[Criterion, ...]:
        """The criteria that have a figure."""
        return tuple(criterion for criterion in self.criteria if criterion.figure_of is not None)

    @cached_property
    def any_adjusted(self) -> bool:
        return any(line.is_adjusted for line in self.lines)

    @property
    def placings(self) -> tuple[Placing[int], ...]:
        return tuple(line.placing for line in self.lines)


def missing_in_words(event: Event, matches: Sequence[CountedMatch]) -> tuple[str, ...]:
    """Says which results are missing, as in "No result yet: round 2, tables 1 and 4." and "Half reported: round 2,
    table 3."; empty once all are in."""
    waiting = {(match.round, match.table) for match in matches if not match.is_reported}
    reported = {
        (match.round, match.table)
        for match in matches
        if (match.round, match.table) in waiting and match.is_begun and not match.in_play
    }
    nothing, in_part = _tables_in_words(event, waiting - reported), _tables_in_words(event, reported)
    return (
        *([_("No result yet: %(tables)s.") % {"tables": nothing}] if nothing else []),
        *([_("Half reported: %(tables)s.") % {"tables": in_part}] if in_part else []),
    )


def _tables_in_words(event: Event, tables: Iterable[tuple[int, int]]) -> str:
    sentences = []
    for hour, at in groupby(sorted(tables), key=lambda table: table[0]):
        numbers = [number for _hour, number in at]
        words = ngettext("table %(numbers)s", "tables %(numbers)s", len(numbers))
        sentence = words % {"numbers": numbers_in_words(numbers)}
        sentences.append(sentence if not event.kind.has_several_stages else f"{event.name_stage(hour)}, {sentence}")
    return "; ".join(sentences)


def criteria_of(event: Event, *, hours: int, counting: Counting = "entered") -> tuple[Criterion, ...]:
    """Returns the criteria that rank one hour by itself or several together, in order. A final knock-out decides before
    all else: the runner-up may have won fewer games than the third."""
    *before, last = parts_of(event)
    bracket: tuple[Criterion, ...] = ()
    if counting != "groups" and last.movement in KNOCK_OUTS:
        first = 1 + sum(max(part.rounds, 1) for part in before)
        bracket = (rank_by_knock_out(first, second_cup_of(event)),)
    if event.criteria:
        return (*bracket, *(CRITERIA[key] for key in event.criteria if key in CRITERIA))
    return (*bracket, *usual_criteria_of(event, hours=hours))


def usual_criteria_of(event: Event, *, hours: int) -> tuple[Criterion, ...]:
    """Returns the criteria of the event's format: without what is paid, if nobody settles up."""
    order: FinalOrder = "second_table" if event.final_order == "second_table" else "totals"
    evening = FORMATS[event.format]
    usual = final_criteria(evening, order) if hours > 1 else hour_criteria(evening)
    return tuple(each for each in usual if each.key != "settlement" or rules_of(event).settle_up is not None)


def second_cup_of(event: Event) -> frozenset[int]:
    """Returns who plays the second cup beside the knock-out that ends the evening. One query if there is to be one,
    else none."""
    if not parts_of(event)[-1].second_cup:
        return frozenset()
    drawn = Stage.objects.filter(event=event, released_at__isnull=False).exclude(second_cup=[])
    return frozenset(key for keys in drawn.values_list("second_cup", flat=True) for key in keys)


def cuts_of_stage(event: Event, stage: Stage) -> dict[int, tuple[int, ...]]:
    """Returns the cards cut, by the number of the player, pair or team."""
    cuts = Cut.objects.filter(stage=stage, superseded_at=None).values_list("entry", "entry__team", "cards")
    cut = [(entry if event.enters == Enters.PLAYERS else team, cards) for entry, team, cards in cuts]
    return {key: tuple(RANKS[rank] for rank in cards) for key, cards in cut if key is not None}


def play_off_places(criteria: Sequence[Criterion], stages: Sequence[Stage]) -> dict[int, PlayOffPlace]:
    """Returns the places in play-offs after the last of these stages, by competitor. One query if play-offs are among
    the criteria, else none."""
    if not stages or all(criterion.key != "play_off" for criterion in criteria):
        return {}
    return {
        key: PlayOffPlace(play_off.pk, 1 + sum(len(better) for better in play_off.order[:place]))
        for play_off in PlayOff.objects.filter(stage=stages[-1], superseded_at=None)
        for place, keys in enumerate(play_off.order)
        for key in keys
    }


def doubts_of(event: Event) -> tuple[str, ...]:
    """Returns doubts about the released rounds: meetings without a result or with two, and results between those who
    were not seated together. Empty if players sit at tables in turns. Six queries, whatever the number of entries and
    rounds."""
    if event.kind.has_free_chairs:
        return ()
    stages = list(Stage.objects.filter(event=event, released_at__isnull=False).only("pk", "number"))
    counted = counted_evening_of(event, stages)
    keys, members = counted.keys("entered"), counted.members("entered")
    drawn = [DrawnMeeting(number, keys(entries)) for number, entries in _groups_seated(stages)]
    reports = [
        Report(
            match.round,
            keys(tuple(entry for side in match.sides for entry in side.entries)),
            _("table %(number)s") % {"number": match.table},
        )
        for match in counted.matches
        if not match.is_open or match.is_reported
    ]
    return tuple(
        doubt.in_words(_(DOUBT_TEXTS[doubt.code]), lambda key: counted.name_of("entered", members[key]))
        for doubt in find_doubts(drawn, reports)
    )


def _groups_seated(stages: list[Stage]) -> list[tuple[int, tuple[int, ...]]]:
    """Returns who sits together, table by table; in a seat that changed hands, whoever has it now."""
    seats = Seat.objects.filter(table__stage__in=stages)
    places: dict[tuple[int, int], dict[int, int]] = {}
    in_order = seats.order_by("table__stage__number", "table__number", "position", "from_turn")
    for number, table, position, entry in in_order.values_list("table__stage__number", "table", "position", "entry"):
        places.setdefault((number, table), {})[position] = entry
    return [(number, tuple(at.values())) for (number, _table), at in places.items()]
