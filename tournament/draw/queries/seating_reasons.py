"""Says why players sit where they do, and what is wrong with a draw, in sentences with names."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from tournament.draw.queries.fields import field_of_round
from tournament.event.queries.competitors import Competitor, draw_of_competitors
from tournament.event.queries.hours import place_of
from tournament.models import Stage
from tournament.movements import MOVEMENTS
from tournament.movements.faults import Fault, find_field_faults, is_repeat
from tournament.movements.knock_out import SECOND_CUP
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


def _say_reason(code: str, params: Mapping[str, object], names: Mapping[int, str]) -> str:
    why = gettext(WHY_TEXTS[code]) % fill_in_names(params, names)
    return gettext("Second cup. %(why)s") % {"why": why} if params.get(SECOND_CUP) else why


@dataclass(frozen=True)
class Reasons:
    """The reasons for a draw. `shared` hold for most who are drawn, and are said once; `why` has the reason of every
    other player, by entry. `advice` are faults of a draft that the director may accept; `out` are the names of those
    who no longer play."""

    shared: tuple[str, ...]
    why: Mapping[int, str]
    advice: tuple[str, ...]
    out: tuple[str, ...]


def reasons_of(stage: Stage, units: Mapping[int, Competitor]) -> Reasons:
    """Returns the reasons for a stage of an evening of rounds. A dozen queries for a draft, else none."""
    names = {key: unit.beside_others for key, unit in units.items()}
    advice: list[Fault] = []
    if not stage.released_at:
        movement = MOVEMENTS[place_of(stage.event, stage.number).part.movement]
        draw = draw_of_competitors(stage, movement)
        field = field_of_round(stage.event, stage.number, seed=stage.seed)
        is_said = "met_before" if is_repeat(movement, field) else ""  # once, of all, and not of each two
        faults = find_field_faults(movement, draw, field)
        advice = [fault for fault in faults if fault.is_advice and fault.code != is_said]
    sentences = {int(key): _say_reason(code, params, names) for key, (code, params) in stage.why.items()}
    shared = tuple(each for each, times in Counter(sentences.values()).items() if 2 * times > len(sentences) > 1)
    return Reasons(
        shared,
        why={
            entry.pk: sentence
            for key, sentence in sentences.items()
            if key in units and sentence not in shared
            for entry in units[key].entries
        },
        advice=tuple(in_words(advice, names)),
        out=tuple(names[key] for key in stage.out if key in names),
    )
