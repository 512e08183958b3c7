"""The hours of an evening, or its rounds: those that it will have, their names, and those whose seats are out."""

from dataclasses import dataclass

from django.utils.translation import gettext

from tournament.formats.formats import FORMATS, Part
from tournament.models import Event, Match, Stage


@dataclass(frozen=True)
class StagePlace:
    """Where a stage stands: in which part of the evening, and the how manyeth round of it, from 1."""

    part: Part
    round: int
    first: int
    """Number of the part's first stage."""
    index: int
    """Of the part, from 0."""

    @property
    def begins_later_part(self) -> bool:
        return self.round == 1 and self.first > 1


def parts_of(event: Event) -> tuple[Part, ...]:
    """How they move, part by part. Where the plan leaves the number of rounds to the movement it is 1 until the first
    draw, which settles it."""
    evening = FORMATS[event.format]
    if not evening.is_of_rounds:
        return (Part(evening.movement, evening.stages),)
    return tuple(Part(*part) for part in event.plan) or (Part(evening.movement),)


def place_of(event: Event, number: int) -> StagePlace:
    """Where stage `number` stands in the plan; beyond its end it belongs to the last part."""
    first = 1
    parts = parts_of(event)
    for index, part in enumerate(parts):
        if number < first + max(part.rounds, 1) or part is parts[-1]:
            return StagePlace(part, number - first + 1, first, index)
        first += max(part.rounds, 1)
    raise AssertionError("Every evening has a part.")


def hour_numbers(event: Event) -> tuple[int, ...]:
    """Of all the hours or rounds that the evening is to have."""
    return tuple(range(1, sum(max(part.rounds, 1) for part in parts_of(event)) + 1))


def hour_label(event: Event, number: int) -> str:
    """What the event's format calls it, as in "First hour"; else its number, as in "Round 3"."""
    labels = FORMATS[event.format].stage_labels
    return str(labels[number - 1]) if labels else gettext("Round %(number)s") % {"number": number}


def draw_now(event: Event) -> int:
    """Number of the draw to look at: a draft, else the next one, and at the end the last. One query."""
    released = dict(event.stages.values_list("number", "released_at"))
    not_out = [number for number in hour_numbers(event) if released.get(number) is None]
    return (*not_out, hour_numbers(event)[-1])[0]


def hour_name(event: Event, number: int) -> str:
    """Its number with the word for it, as in "Hour 2" or "Round 3"."""
    words = gettext("Hour %(number)s") if event.has_turns else gettext("Round %(number)s")
    return words % {"number": number}


def in_hour(event: Event, number: int) -> str:
    """As within a sentence: "hour 2" or "round 3"."""
    words = gettext("hour %(number)s") if event.has_turns else gettext("round %(number)s")
    return words % {"number": number}


def where_of(event: Event, match: Match) -> str:
    """As in "Hour 1 · table 4 · round 2", "Round 3 · table 4", or "Table 4" at an evening of one round."""
    return where_at(event, match.table.stage.number, match.table.number, match.round.number if event.has_turns else 0)


def where_at(event: Event, stage: int, table: int, round: int) -> str:
    """As `where_of`, of a match that is only drawn yet."""
    if event.is_one_round:
        return gettext("Table %(number)s") % {"number": table}
    return f"{hour_name(event, stage)} · {_at(event, table, round, ' · ')}"


def at_table(event: Event, match: Match, between: str = ", ") -> str:
    """As in "table 4, round 2", or "table 4" where a table plays one match."""
    return _at(event, match.table.number, match.round.number if event.has_turns else 0, between)


def _at(event: Event, table: int, round: int, between: str) -> str:
    words = gettext("table %(number)s") % {"number": table}
    return f"{words}{between}{gettext('round %(number)s') % {'number': round}}" if event.has_turns else words


def hours_of(event: Event) -> list[Stage]:
    """The hours that have been released, in order."""
    return list(event.stages.filter(released_at__isnull=False))


def hour_of(event: Event, number: int | None = None) -> Stage | None:
    """A released hour by its number, else the latest; None before the first release."""
    hours = [stage for stage in hours_of(event) if number in (None, stage.number)]
    return hours[-1] if hours else None
