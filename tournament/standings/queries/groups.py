"""Groups of an evening: the part in which they play, and who is in which group."""

from collections.abc import Mapping, Sequence

from tournament.event.queries.hours import parts_of, place_of, released_stages
from tournament.formats.formats import StagePlace
from tournament.models import Event, Stage
from tournament.movements import MOVEMENTS
from tournament.movements.draw import Field, PastMatch
from tournament.movements.groups import letter_of
from tournament.standings.queries.counted_matches import CountedEvening, Counting


def part_in_groups(event: Event) -> StagePlace | None:
    """Returns the first round of the last part that is played in groups, or None if the plan has none."""
    place, first = None, 1
    for index, part in enumerate(parts_of(event)):
        if MOVEMENTS[part.movement].groups_of is not None:
            place = StagePlace(part, 1, first, index)
        first += max(part.rounds, 1)
    return place


def plays_in_groups(event: Event, number: int) -> bool:
    return MOVEMENTS[place_of(event, number).part.movement].groups_of is not None


def counting_now(event: Event) -> Counting:
    """Returns the table of the standings that counts: by groups while groups play, since each sends on its best, unless
    the best of all go on. One query if there are groups, else none."""
    part = part_in_groups(event)
    if part is None or any(later.of_all for later in parts_of(event)[part.index + 1 :]):
        return "entered"
    hours = released_stages(event)
    return "groups" if hours and plays_in_groups(event, hours[-1].number) else "entered"


def stages_in_groups(event: Event, stages: Sequence[Stage]) -> list[Stage]:
    """Returns the stages of the last part in groups."""
    part = part_in_groups(event)
    if part is None:
        return []
    return [stage for stage in stages if place_of(event, stage.number).index == part.index]


def letters_of_groups(counted: CountedEvening, stages: Sequence[Stage]) -> Mapping[int, str]:
    """Returns entry -> the letter of its group; empty if there are no groups, or they are not drawn yet. No query."""
    own = stages_in_groups(counted.event, stages)
    part = part_in_groups(counted.event)
    if part is None or not own or own[0].number != part.first:
        return {}
    keys = counted.keys("entered")
    numbers = {stage.number for stage in own}
    past = tuple(
        PastMatch(match.round, match.table, tuple(keys(side.entries) for side in match.sides))
        for match in counted.matches
        if match.round in numbers
    )
    rested = (key for rest in counted.rests if rest.round in numbers for key in keys((rest.entry,)))
    seated = {*(entry for each in past for entry in each.entries), *rested}
    groups_of = MOVEMENTS[part.part.movement].groups_of
    assert groups_of is not None
    groups = groups_of(Field(tuple(sorted(seated)), order=tuple(own[0].order), past=past))
    return {entry: letter_of(number) for number, group in enumerate(groups) for entry in group}


def in_order(letters: str) -> tuple[int, str]:
    """Sorts groups with A to Z before AA."""
    return (len(letters), letters)
