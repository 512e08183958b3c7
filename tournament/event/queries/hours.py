"""The hours of an evening, or its rounds: all that are planned, their names, and those whose seats are released."""

from dataclasses import replace

from django.utils.text import capfirst
from django.utils.translation import gettext

from tournament.formats.formats import Part, StagePlace, find_halves, find_place
from tournament.formats.hall import say_short_hall, say_waiting, say_waves, say_when_printed, wave_of
from tournament.models import Event, Match, Stage

KNOCK_OUTS = ("knock-out", "knock-out-plate")


def parts_of(event: Event) -> tuple[Part, ...]:
    return event.kind.parts_of(event.plan)


def place_of(event: Event, number: int) -> StagePlace:
    return find_place(event.kind.parts_of(event.plan), number)


def is_knock_out(event: Event, number: int) -> bool:
    """Returns whether the winners of a stage's matches go on, and the others are out."""
    return place_of(event, number).part.movement in KNOCK_OUTS


def halves_of(event: Event, number: int) -> tuple[int, ...]:
    return find_halves(event.kind.parts_of(event.plan), number)


def plan_with_rounds(event: Event, index: int, rounds: int) -> list[list[object]]:
    """Returns the plan as an event stores it, with this many rounds in the part with this index."""
    parts = enumerate(parts_of(event))
    return [(replace(part, rounds=rounds) if at == index else part).in_a_plan for at, part in parts]


def hour_numbers(event: Event) -> tuple[int, ...]:
    return tuple(range(1, sum(max(part.rounds, 1) for part in parts_of(event)) + 1))


def hour_label(event: Event, number: int) -> str:
    """Returns the format's name for an hour, as in "First hour"; else its number, as in "Round 3"."""
    labels = event.kind.stage_labels
    return str(labels[number - 1]) if labels else hour_name(event, number)


def current_draw_of(event: Event) -> int:
    """Returns the number of the draw to show: a draft, else the next one, and at the end the last. One query."""
    released = dict(event.stages.values_list("number", "released_at"))
    not_out = [number for number in hour_numbers(event) if released.get(number) is None]
    return (*not_out, hour_numbers(event)[-1])[0]


def hour_name(event: Event, number: int) -> str:
    """Returns the name of an hour, as in "Hour 2" or "Round 3"; "The round" if there is only one."""
    return capfirst(event.name_stage(number))


def what_to_draw(event: Event, number: int) -> str:
    """Returns what a button says is drawn: "the first hour", "round 3", or "the tables" if they are drawn only once."""
    kind = event.kind
    if not kind.has_several_stages:
        return gettext("the tables")
    if kind.is_planned:
        return event.name_stage(number)
    stage = str(kind.stage_labels[number - 1])
    return gettext("the %(stage)s") % {"stage": stage[:1].lower() + stage[1:]}


def round_name(event: Event, stage: int, turn: int) -> str:
    """Returns what a bell rings for, as in "round 3": a stage, or one turn of a table that has several."""
    if event.kind.turns_per_seating == 1:
        return event.name_stage(stage)
    return gettext("round %(number)s") % {"number": turn}


def name_round_of_evening(event: Event, stage: int, turn: int) -> str:
    """Returns what `round_name` does, with the hour if there are several, as in "round 3, hour 1"."""
    name = round_name(event, stage, turn)
    is_of_hour = event.kind.turns_per_seating > 1 and event.kind.has_several_stages
    return f"{name}, {event.name_stage(stage)}" if is_of_hour else name


def say_where(event: Event, match: Match) -> str:
    """Says where a match is, as in "Hour 1 · table 4 · round 2", "Round 3 · table 4", or "Table 4" if there is only one
    round; with "deciding game" after it if it is one."""
    where = say_where_drawn(event, match.table.stage.number, match.table.number, match.round.number)
    return gettext("%(where)s · deciding game") % {"where": where} if match.is_decider else where


def say_where_drawn(event: Event, stage: int, table: int, turn: int) -> str:
    """Does what `say_where` does, for a match that is only drawn yet."""
    at = _say_table_and_round(event, table, turn, " · ")
    return f"{hour_name(event, stage)} · {at}" if event.kind.has_several_stages else capfirst(at)


def say_table(event: Event, match: Match, between: str = ", ") -> str:
    """Says the table, as in "table 4, round 2", or "table 4" if a table plays one match."""
    return _say_table_and_round(event, match.table.number, match.round.number, between)


def _say_table_and_round(event: Event, table: int, turn: int, between: str) -> str:
    words = gettext("table %(number)s") % {"number": table}
    if event.kind.turns_per_seating == 1:
        return words
    return words + between + gettext("round %(number)s") % {"number": turn}


def say_wait_for_table(stage: Stage, number: int) -> str:
    """Says where players of this table wait, or play, if the hall has fewer tables, else ""."""
    return say_waiting(number, stage.event.hall_tables, bell=stage.event.bell_of_hall, wave=stage.wave)


def say_wave_on_paper(event: Event, number: int) -> str:
    """Says on a sheet of this table when and where it plays, if the hall has fewer tables, else ""."""
    return say_when_printed(number, event.hall_tables, bell=event.bell_of_hall)


def say_waves_on_paper(event: Event, tables: int) -> tuple[str, ...]:
    """Says on a notice when and where the tables play that the hall does not have, a sentence a wave."""
    return say_waves(tables, event.hall_tables, bell=event.bell_of_hall)


def say_now_or_next(stage: Stage, number: int) -> str:
    """Says the same in one word, for a wall."""
    if not say_wait_for_table(stage, number):
        return ""
    is_on = stage.event.has_waves and wave_of(number, stage.event.hall_tables) == stage.wave
    return gettext("now") if is_on else gettext("next")


def say_hall_is_short(event: Event, tables: int) -> str:
    """Says to the director that a round needs more tables than the hall has, else ""."""
    return say_short_hall(tables, event.hall_tables, bell=event.bell_of_hall)


def all_stages(event: Event) -> list[Stage]:
    """Returns the released hours and the drafts, in order. One query."""
    stages = list(Stage.objects.filter(event=event))
    for stage in stages:
        stage.event = event
    return stages


def released_stages(event: Event) -> list[Stage]:
    return [stage for stage in all_stages(event) if stage.released_at]


def released_stage(event: Event, number: int | None = None) -> Stage | None:
    """Returns a released hour by its number, else the latest; None before the first release."""
    hours = [stage for stage in released_stages(event) if number in (None, stage.number)]
    return hours[-1] if hours else None
