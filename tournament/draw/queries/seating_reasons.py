"""Says why players sit where they do, and what is wrong with a draw, in sentences with names."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from tournament.draw.queries.fields import field_of_round
from tournament.event.queries.competitors import Competitor, draw_of_competitors
from tournament.event.queries.hours import place_of
from tournament.models import Stage
from tournament.movements import MOVEMENTS
from tournament.movements.faults import Fault, find_field_faults
from tournament.movements.words import FAULT_TEXTS, WHY_TEXTS

NAMED = ("entry", "opponent")


def in_words(faults: Iterable[Fault], names: Mapping[int, str]) -> list[str]:
    return [gettext(FAULT_TEXTS[fault.code]) % fill_in_names(fault.params, names) for fault in faults]


def fill_in_names(params: Mapping[str, object], names: Mapping[int, str]) -> dict[str, object]:
    """Returns the params of a fault or a reason with names in place of entries."""
    return {
        key: names.get(value, value) if key in NAMED and isinstance(value, int) else value
        for key, value in params.items()
    }


@dataclass(frozen=True)
class Reasons:
    """The reasons for a draw. `why` has one for each seated or resting player, by entry; `advice` are faults of a draft
    that the director may accept; `out` are the names of those who no longer play."""

    why: Mapping[int, str]
    advice: tuple[str, ...]
    out: tuple[str, ...]


def reasons_of(stage: Stage, units: Mapping[int, Competitor]) -> Reasons:
    """Returns the reasons for a stage of an evening of rounds. A dozen queries for a draft, else none."""
    names = {key: unit.beside_others for key, unit in units.items()}
    advice: list[Fault] = []
    if not stage.released_at:
        movement = MOVEMENTS[place_of(stage.event, stage.number).part.movement]
        draw = replace(draw_of_competitors(stage, movement), out=tuple(stage.out))
        field = field_of_round(stage.event, stage.number, seed=stage.seed)
        advice = [fault for fault in find_field_faults(movement, draw, field) if fault.is_advice]
    return Reasons(
        why={
            entry.pk: gettext(WHY_TEXTS[code]) % fill_in_names(params, names)
            for key, (code, params) in stage.why.items()
            if int(key) in units
            for entry in units[int(key)].entries
        },
        advice=tuple(in_words(advice, names)),
        out=tuple(names[key] for key in stage.out if key in names),
    )
