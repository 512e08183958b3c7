"""The standings of an event after an hour or a round or at the end, for pages, paper and draw alike."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.club.visibility import NamesShown
from tournament.event.queries.hours import hour_numbers, released_stages
from tournament.models import Enters, Event, Stage
from tournament.ranking import Criterion, Placing, Record, rank_records
from tournament.standings.queries.counted_matches import (
    CountedAdjustment,
    CountedEvening,
    CountedMatch,
    CountedRest,
    Counting,
    EnteredPerson,
    counted_evening_of,
    with_games_in_play,
)
from tournament.standings.queries.credits_in_words import say_credit
from tournament.standings.queries.groups import in_order, letters_of_groups, part_in_groups, stages_in_groups
from tournament.standings.queries.places import (
    Standings,
    StandingsLine,
    criteria_of,
    cuts_of_stage,
    missing_in_words,
    play_off_places,
)
from tournament.standings.queries.records import CountedRecords, PlayOffPlace, last_round_begun, records_of
from tournament.standings.queries.seat_tenures import with_tenures

__all__ = ["Standings", "StandingsLine", "criteria_of", "standings_of"]


def standings_of(
    event: Event,
    *,
    first_hour: int = 1,
    hours: int | None = None,
    agreed_only: bool = False,
    counting: Counting = "entered",
    names: NamesShown | None = None,
) -> Standings:
    """Ranks everybody who was seated in the released hours or rounds up to number `hours` (None: all of them). Six
    queries, whatever the number of entries and rounds; one more if people sit out at tables or teams are still playing,
    and one if somebody's points were adjusted.

    `first_hour` 2 leaves hour one out, for the second hour by itself. With `agreed_only`, what is not agreed or ruled
    counts as not reported. Until something of a released round is known, places stay as they were before it. `counting`
    is another table from the same results (`tables_of`). With `names`, people are named as readers outside the hall see
    them. For pages, `shared_standings` ranks once per revision.
    """
    ranked = rank_evening(
        event, first_hour=first_hour, hours=hours, agreed_only=agreed_only, counting=counting, names=names
    )
    return ranked.standings


def rank_evening(
    event: Event,
    *,
    first_hour: int = 1,
    hours: int | None = None,
    agreed_only: bool = False,
    counting: Counting = "entered",
    names: NamesShown | None = None,
    before: "Ranked | None" = None,
) -> "Ranked":
    """Returns `standings_of` with what they were made from. `before` is the same table in an earlier state: what is
    equal is taken from there, all of it if nothing that ranks has changed."""
    last_hour = len(hour_numbers(event)) if hours is None else hours
    stages = [stage for stage in released_stages(event) if first_hour <= stage.number <= last_hour]
    if counting == "groups":
        stages = stages_in_groups(event, stages)
    counted = counted_evening_of(event, stages, names=names)
    counted = replace(counted, matches=with_games_in_play(event, counted.matches))
    if counting in ("players", "pairs"):
        counted = replace(counted, matches=with_tenures(counted.matches, stages))
    last_begun = last_round_begun(counted.matches, agreed_only=agreed_only)
    begun = [stage for stage in stages if stage.number <= (last_begun or 0)] or stages[:1]
    criteria = criteria_of(event, hours=len(begun), counting=counting)
    is_of_entered = counting in ("entered", "groups")
    counts_cuts = begun and is_of_entered and first_hour == 1
    inputs = _Inputs(
        stored=(_stored_fields(event), *map(_stored_fields, stages)),
        matches=counted.matches,
        rests=counted.rests,
        rests_to_come=counted.rests_to_come,
        people=counted.people,
        adjustments=counted.adjustments,
        last_begun=last_begun,
        cuts=cuts_of_stage(event, begun[-1]) if counts_cuts else {},
        play_offs=play_off_places(criteria, begun) if is_of_entered else {},
    )
    if before is not None and before.inputs == inputs:
        return before
    return _rank(counted, stages, criteria, inputs, before, agreed_only=agreed_only, counting=counting)


class _Inputs(NamedTuple):
    """Everything that standings depend on. `stored` is the text of all columns of the event and its stages, except the
    event's revision."""

    stored: tuple[str, ...]
    matches: tuple[CountedMatch, ...]
    rests: tuple[CountedRest, ...]
    rests_to_come: frozenset[int]
    people: Mapping[int, EnteredPerson]
    adjustments: tuple[CountedAdjustment, ...]
    last_begun: int | None
    cuts: Mapping[int, tuple[int, ...]]
    play_offs: Mapping[int, PlayOffPlace]

    @property
    def for_all_lines(self) -> tuple[object, ...]:
        """What makes every line anew when it changes."""
        return self.stored, self.people, self.adjustments


class Ranked(NamedTuple):
    """Standings with what they were made from."""

    inputs: _Inputs
    records: CountedRecords
    standings: Standings


def _stored_fields(row: Event | Stage) -> str:
    """Returns a row's columns as text, because some are lists that somebody may change in place."""
    columns = (field.attname for field in row._meta.concrete_fields)
    return repr([getattr(row, column) for column in columns if column != "revision"])


def _rank(
    counted: CountedEvening,
    stages: Sequence[Stage],
    criteria: Sequence[Criterion],
    inputs: _Inputs,
    before: Ranked | None,
    *,
    agreed_only: bool,
    counting: Counting,
) -> Ranked:
    """Ranks without a query. Records and lines that are equal to those ranked before are the same objects, because a
    result changes only those of its players. The standings get their own copy of the event, because they outlive the
    caller's."""
    if before is not None and before.inputs.for_all_lines != inputs.for_all_lines:
        before = None
    event = deepcopy(counted.event) if before is None else before.standings.event
    records = records_of(
        counted,
        counting=counting,
        agreed_only=agreed_only,
        cuts=inputs.cuts,
        play_offs=inputs.play_offs,
        last_begun=inputs.last_begun,
        strengths=any(criterion.key == "opponents_strength" for criterion in criteria),
        before=None if before is None else before.records,
    )
    letters = letters_of_groups(counted, stages) if counting in ("entered", "groups") else {}
    placings = rank_in_groups(records.records, counting, letters, criteria)
    columns = tuple(criterion for criterion in criteria if criterion.figure_of is not None)
    open_matches = sum(1 for match in counted.matches if match.is_open)
    standings = Standings(
        event=event,
        hours=len(stages),
        stages=tuple(stage.number for stage in stages),
        lines=_lines_of(
            counted, placings, counting, criteria, columns, letters, () if before is None else before.standings.lines
        ),
        provisional=open_matches > 0 or not stages or any(record.matches_in_play for record in records.records),
        open_matches=open_matches,
        agreed_only=agreed_only,
        criteria=tuple(criteria),
        of=counting,
        others=tuple(each for each in tables_of(event) if each != counting),
        missing=() if agreed_only else missing_in_words(event, counted.matches),
    )
    return Ranked(inputs, records, standings)


def tables_of(event: Event) -> tuple[Counting, ...]:
    """Returns the tables that an evening's results give; the first is the one that counts. Players who change partners
    enter by themselves, so theirs is that one."""
    groups: tuple[Counting, ...] = ("groups",) if part_in_groups(event) is not None else ()
    others: tuple[Counting, ...] = ("pairs",) if event.enters == Enters.TEAMS else ()
    players: tuple[Counting, ...] = ("players",) if event.enters != Enters.PLAYERS else ()
    return ("entered", *groups, *others, *players)


def rank_in_groups(
    records: Sequence[Record[int]], counting: Counting, letters: Mapping[int, str], criteria: Sequence[Criterion]
) -> list[Placing[int]]:
    """Returns the placings: of each group by itself, one after the other, if groups are counted; `letters` are those of
    the competitors' groups."""
    if counting != "groups":
        return list(rank_records(records, criteria))
    in_group: dict[str, list[Record[int]]] = {letter: [] for letter in letters.values()}
    for record in records:
        in_group[letters[record.entry]].append(record)
    return [
        placing for letter in sorted(in_group, key=in_order) for placing in rank_records(in_group[letter], criteria)
    ]


def _lines_of(
    counted: CountedEvening,
    placings: Sequence[Placing[int]],
    counting: Counting,
    criteria: Sequence[Criterion],
    columns: tuple[Criterion, ...],
    letters: Mapping[int, str],
    before: Sequence[StandingsLine],
) -> tuple[StandingsLine, ...]:
    """Returns a line for each placing: the one of `before` if nothing of it has changed."""
    known = {line.placing.record.entry: line for line in before}
    members, people, adjusted = counted.members(counting), counted.people, counted.adjustments_by_key(counting)
    labels = {criterion.key: _(criterion.label) for criterion in criteria}
    at_rank: dict[int, set[int]] = {}
    for placing in placings:
        at_rank.setdefault(placing.rank, set()).add(placing.record.entry)
    lines = []
    for placing in placings:
        record = placing.record
        group, line = letters.get(record.entry, ""), known.get(record.entry)
        is_same = line is not None and (line.placing, line.group) == (placing, group)
        if line is not None and is_same and not (placing.shared and line.partners):
            lines.append(line)
            continue
        # Those who move change partners, or enter together with them.
        partners = (
            ()
            if counted.event.kind.has_several_stages
            else tuple(dict.fromkeys(partner for match in record.matches for partner in match.partners))
        )
        # If only partners share this place, they are level because they are partners, and no criterion failed.
        level_with = {record.entry, *partners}
        is_level_with_partners = placing.shared and partners and at_rank[placing.rank] <= level_with
        lines.append(
            StandingsLine(
                placing=placing,
                name=record.name,
                left=all(people[entry].is_gone for entry in members[record.entry]),
                partners=tuple(people[partner].name for partner in partners),
                decided_by=labels[placing.decided_by] if placing.decided_by else "",
                skipped=() if is_level_with_partners else tuple(labels[key] for key in placing.skipped),
                is_so_far=bool(columns) and columns[0].figure_of is not None and columns[0].figure_of(record) is None,
                credits=(
                    *(
                        say_credit(record, match, columns)
                        for match in record.matches_to_mention
                        if not match.is_sit_out
                    ),
                    *(each.say(counted.event) for each in adjusted.get(record.entry, ())),
                ),
                group=group,
                entries=counted.entries_that_played(members[record.entry]),
                named=counted.entries_in_name(counting, members[record.entry]),
            )
        )
    return tuple(lines)
