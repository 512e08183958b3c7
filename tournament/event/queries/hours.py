"""The hours of an evening, or its rounds: those that it will have, their names, and those whose seats are out."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext

from tournament.formats.formats import Part
from tournament.foundation.prepared_queries import prepare_query
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
    kind = event.kind
    if not kind.is_planned:
        return (Part(kind.movement, kind.stages),)
    return tuple(Part(*part) for part in event.plan) or (Part(kind.movement),)


def place_of(event: Event, number: int) -> StagePlace:
    """Which part of the plan stage `number` is in, and where in it; past the end, the last part."""
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
    labels = event.kind.stage_labels
    return str(labels[number - 1]) if labels else hour_name(event, number)


def current_draw_of(event: Event) -> int:
    """Number of the draw to look at: a draft, else the next one, and at the end the last. One query."""
    released = dict(event.stages.values_list("number", "released_at"))
    not_out = [number for number in hour_numbers(event) if released.get(number) is None]
    return (*not_out, hour_numbers(event)[-1])[0]


def hour_name(event: Event, number: int) -> str:
    """Its number with the word for it, as in "Hour 2" or "Round 3"; "The round" where there is no other."""
    return capfirst(name_within_sentence(event, number))


def name_within_sentence(event: Event, number: int) -> str:
    """As within a sentence: "hour 2", "round 3" or "the round"."""
    kind = event.kind
    if not kind.has_several_stages:
        return _lower_first(kind.stage_labels[0])
    return gettext("%(stage)s %(number)s") % {"stage": kind.stage_word, "number": number}


def of_hour(event: Event, number: int) -> str:
    """As after the name of a page: " of hour 2"; empty where there is no other."""
    name = name_within_sentence(event, number)
    return gettext(" of %(hour)s") % {"hour": name} if event.kind.has_several_stages else ""


def what_to_draw(event: Event, number: int) -> str:
    """As a button says it: "the first hour", "round 3", or "the tables" where they are drawn once."""
    kind = event.kind
    if not kind.has_several_stages:
        return gettext("the tables")
    if kind.is_planned:
        return name_within_sentence(event, number)
    return gettext("the %(stage)s") % {"stage": _lower_first(kind.stage_labels[number - 1])}


def _lower_first(label: str | Promise) -> str:
    return f"{label}"[:1].lower() + f"{label}"[1:]


def round_name(event: Event, stage: int, turn: int) -> str:
    """As in "round 3": what a bell rings for, a stage, or one turn of a table that has several."""
    if event.kind.turns_per_seating == 1:
        return name_within_sentence(event, stage)
    return gettext("round %(number)s") % {"number": turn}


def say_where(event: Event, match: Match) -> str:
    """As in "Hour 1 · table 4 · round 2", "Round 3 · table 4", or "Table 4" at an evening of one round."""
    return say_where_drawn(event, match.table.stage.number, match.table.number, match.round.number)


def say_where_drawn(event: Event, stage: int, table: int, turn: int) -> str:
    """As `say_where`, of a match that is only drawn yet."""
    at = _say_table_and_round(event, table, turn, " · ")
    return f"{hour_name(event, stage)} · {at}" if event.kind.has_several_stages else capfirst(at)


def say_table(event: Event, match: Match, between: str = ", ") -> str:
    """As in "table 4, round 2", or "table 4" where a table plays one match."""
    return _say_table_and_round(event, match.table.number, match.round.number, between)


def _say_table_and_round(event: Event, table: int, turn: int, between: str) -> str:
    words = gettext("table %(number)s") % {"number": table}
    if event.kind.turns_per_seating == 1:
        return words
    return f"{words}{between}{gettext('round %(number)s') % {'number': turn}}"


def hours_of(event: Event) -> list[Stage]:
    """The hours that have been released, in order."""
    stages = _released_stages(event.pk)
    for stage in stages:
        stage.event = event
    return stages


@prepare_query
def _released_stages(event: int) -> "QuerySet[Stage]":
    return Stage.objects.filter(event=event, released_at__isnull=False)


def hour_of(event: Event, number: int | None = None) -> Stage | None:
    """A released hour by its number, else the latest; None before the first release."""
    hours = [stage for stage in hours_of(event) if number in (None, stage.number)]
    return hours[-1] if hours else None
