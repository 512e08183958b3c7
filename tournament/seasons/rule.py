"""The rule of a series, as data: what a night gives, which nights count, and how competitors are ranked.

A rule is a JSON object. A missing field has the default given here; fractions are text, as in "1/2".

    counts      "points" (default), "place", "match_points" or "percentage"
    places      for "place": points of place 1, 2, 3 ...; []
    others      for "place": points of everybody placed lower; 0
    shared      for "place": those who share a place get the "average" (default) of the places they take together, or
                each the "full" points of it
    win, draw, loss    for "match_points", of each match; 2, 1, 0
    sit_outs    "as_evening" (default): what the evening credited for matches not played counts; "nothing": it does not
    best        how many of the best nights count; null: all of them
    minimum     evenings needed to be ranked; 0
    feats       points for each "hang_jack", "all_fours", "bullseye" (a game won) and "evening_won"; {}
    tie_breaks  what separates equals, in this order, of TIE_BREAKS; ["evenings_won", "best_evening"]

A night is one evening at which a competitor was drawn. Its figure is one of these:

    points        those made in all matches, and what the evening credited for matches not played
    place         points for the place in the evening's own standings, tie-breaks included; a player of an evening of
                  pairs or teams has the place of theirs, with its points in full, and partners do not share it
    match_points  win x matches won + draw x matches drawn + loss x matches lost
    percentage    100 x (won + drawn / 2) / (won + drawn + lost); 0 if nothing was played

The score of a night is that figure plus the points for feats; a feat that nobody recorded counts as none. The best
nights count; of equal ones the earlier. The total is the sum of the nights that count, or their average for
"percentage". The highest total ranks first. Tie-breaks look at all matches of all nights, dropped ones too, and are
asked again of each smaller group, as in an evening. Those who are still level share the place. A table of a quarter
(January to March and so on) counts all its nights and has no minimum. Nothing is rounded: figures are integers or exact
fractions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, get_args
from typing import Literal as OneOf

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.ranking import Amount, as_amount

Counts = OneOf["points", "place", "match_points", "percentage"]
COUNTS: Mapping[Counts, str | Promise] = {
    "points": _("Points as they are"),
    "place": _("Points for the place"),
    "match_points": _("Match points"),
    "percentage": _("Percentage of matches won"),
}
FEATS: Mapping[str, str | Promise] = {
    "hang_jack": _("Hang jack"),
    "all_fours": _("All Fours"),
    "bullseye": _("Game won (bullseye)"),
    "evening_won": _("Evening won"),
}
TIE_BREAKS = (
    *("evenings_won", "best_evening", "attendance"),
    *("head_to_head", "games_between", "points_between", "matches_won", "games_won", "games_lost", "game_difference"),
    *("points_for", "point_difference", "hang_jacks_for", "hang_jacks_against", "all_fours"),
)
"""The first three exist only for series, the others as in an evening."""
WORDS = {"counts": get_args(Counts), "shared": ("average", "full"), "sit_outs": ("as_evening", "nothing")}
MOST_PLACES, MOST_POINTS, MOST_NIGHTS = 60, 1000, 999


class WrongRule(ValueError):
    """The message is the name of the field that has an impossible value."""


@dataclass(frozen=True)
class SeriesRule:
    """The module's docstring explains each field."""

    counts: Counts = "points"
    places: tuple[Amount, ...] = ()
    others: Amount = 0
    shared: OneOf["average", "full"] = "average"
    win: Amount = 2
    draw: Amount = 1
    loss: Amount = 0
    sit_outs: OneOf["as_evening", "nothing"] = "as_evening"
    best: int | None = None
    minimum: int = 0
    feats: Mapping[str, Amount] = field(default_factory=dict)
    tie_breaks: tuple[str, ...] = ("evenings_won", "best_evening")

    def to_document(self) -> dict[str, Any]:
        """Returns the rule as it is stored: only the fields that differ from the defaults."""
        usual = SeriesRule()
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: write_plain(value) for name, value in values.items() if value != getattr(usual, name)}


def read_rule(document: Mapping[str, Any]) -> SeriesRule:
    """Reads a stored rule. Raises WrongRule for an unknown field or an impossible value."""
    values: dict[str, Any] = {}
    for name, value in document.items():
        try:
            values[name] = _read_field(name, value)
        except (TypeError, ValueError, AttributeError, ZeroDivisionError):
            raise WrongRule(name) from None
    return SeriesRule(**values)


def write_amount(amount: Amount) -> int | str:
    """Writes an amount as 49, or as "99/2"."""
    return int(amount) if amount == int(amount) else f"{amount.numerator}/{amount.denominator}"


def read_amount(plain: int | str) -> Amount:
    """Reads what `write_amount` wrote."""
    if isinstance(plain, bool) or not isinstance(plain, int | str):
        raise TypeError
    return as_amount(plain)


def write_plain(value: Any) -> Any:
    if isinstance(value, int | Fraction):
        return write_amount(value)
    if isinstance(value, tuple):
        return [write_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {name: write_plain(each) for name, each in value.items()}
    return value


def _read_field(name: str, plain: Any) -> Any:
    """Reads the value of a field; raises some error if it is unknown or impossible."""
    match name:
        case "counts" | "shared" | "sit_outs":
            if plain not in WORDS[name]:
                raise ValueError
            return plain
        case "places":
            if not isinstance(plain, list) or len(plain) > MOST_PLACES:
                raise ValueError
            return tuple(_read_points(each) for each in plain)
        case "others" | "win" | "draw" | "loss":
            return _read_points(plain)
        case "best":
            return None if plain is None else max(1, _read_nights(plain))
        case "minimum":
            return _read_nights(plain)
        case "feats":
            if not plain.keys() <= FEATS.keys():
                raise ValueError
            return {feat: _read_points(points) for feat, points in plain.items()}
        case "tie_breaks":
            if not isinstance(plain, list) or len(set(plain)) < len(plain) or not set(plain) <= set(TIE_BREAKS):
                raise ValueError
            return tuple(plain)
    raise ValueError


def _read_points(plain: Any) -> Amount:
    amount = read_amount(plain)
    if not -MOST_POINTS <= amount <= MOST_POINTS or amount.denominator > MOST_POINTS:
        raise ValueError
    return amount


def _read_nights(plain: Any) -> int:
    if isinstance(plain, bool) or not isinstance(plain, int) or not 0 <= plain <= MOST_NIGHTS:
        raise ValueError
    return plain
