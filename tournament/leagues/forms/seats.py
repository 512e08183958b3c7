"""Who sat at which table of a match, as boxes of a form: two names for either side, typed or picked from its squad."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.leagues.reported import Figures, Names, Seated
from tournament.leagues.spelling import name_key
from tournament.models import LeagueReport, LeagueResult
from tournament.web.fields import LineField

SIDES = ("own", "opponent")
PLACES = (1, 2)
LONGEST_NAME = 80


def box_of(table: int, side: str, place: int) -> str:
    """Returns the name of a box, as in "table_3_own_1"."""
    return f"table_{table}_{side}_{place}"


def boxes_at(table: int, side: str) -> list[str]:
    return [box_of(table, side, place) for place in PLACES]


def add_seats(form: forms.Form, table: int, teams: Sequence[str]) -> None:
    """Adds the boxes of a table to a form; `teams` are the names of both sides."""
    label = str(_("Table %(number)s, player %(place)s of %(name)s"))
    for side, name in zip(SIDES, teams, strict=True):
        for place, box in zip(PLACES, boxes_at(table, side), strict=True):
            attrs = {"list": f"squad-{side}", "autocomplete": "off", "autocapitalize": "words"}
            form.fields[box] = LineField(
                label=label % {"number": table, "place": place, "name": name},
                required=False,
                max_length=LONGEST_NAME,
                widget=forms.TextInput(attrs=attrs),
            )


def initial_seats(known: LeagueReport | LeagueResult | Figures) -> dict[str, str]:
    """Returns what the boxes start with, the side of a report's or result's team first."""
    return {
        box: name
        for table, sides in enumerate(known.seated, start=1)
        for side, names in zip(SIDES, sides, strict=True)
        for box, name in zip(boxes_at(table, side), names, strict=False)
    }


def seat_boxes_in(data: QueryDict) -> list[str]:
    """Returns the names of these boxes among what was posted."""
    return [box for box in data if box.startswith("table_") and box.count("_") == len(SIDES) + 1]


def names_at(cleaned: Mapping[str, Any], table: int) -> Seated:
    """Returns who is named at a table in cleaned data."""
    own, other = (tuple(filter(None, map(cleaned.get, boxes_at(table, side)))) for side in SIDES)
    return own, other


def check_seats(form: forms.Form, table: int, *, is_singles: bool) -> None:
    """Marks names at a table that cannot be: somebody twice, or two on a side of singles."""
    seen: dict[str, str] = {}
    for side in SIDES:
        for place, box in zip(PLACES, boxes_at(table, side), strict=True):
            name = form.cleaned_data.get(box)
            if not name:
                continue
            if name_key(name) in seen:
                form.add_error(box, _("%(name)s is named twice at this table.") % {"name": name})
            elif is_singles and place == PLACES[-1] and form.cleaned_data.get(box_of(table, side, PLACES[0])):
                form.add_error(box, _("Singles have one player a side."))
            seen[name_key(name)] = box


def names_of_side(cleaned: Mapping[str, Any], tables: Sequence[int], side: str) -> Names:
    """Returns everybody who is named for a side at some table, each once."""
    names = [cleaned.get(box) for table in tables for box in boxes_at(table, side)]
    return tuple({name_key(name): name for name in names if name}.values())
