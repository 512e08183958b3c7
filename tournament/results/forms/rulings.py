"""The director's decisions about a match: points for each side, and the reason, which is saved with the result."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import NeedsReason
from tournament.matches.queries.match_on_board import SideOnBoard
from tournament.matches.queries.matches import PARTS, length_of_match, sides_of
from tournament.matches.result_checks import check_result
from tournament.models import Match
from tournament.results.forms.sheets import lowest_of, most_of
from tournament.rules.queries.rules import rules_of
from tournament.web.fields import Number

NEEDED = {
    "points": {"required": _("Enter how many points count; 0 for none.")},
    "games": {"required": _("Enter how many games count; 0 for none.")},
}
REASON = _("Reason")


def _ask_reason(label: Any = REASON, help_text: Any = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=300,
        help_text=help_text,
        error_messages={"required": NeedsReason.message},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RulingForm(forms.Form):
    """Asks for each side's points (`points_1` is side 1) and, if they count, its games. Where games count, the points
    of all may be left empty: unknown, as on a slip. They start with what counts now or with one of the versions
    (`is_filled`); then only the reason is to type. The cursor starts in the first box with a problem, else in the first
    to type."""

    reason = _ask_reason(help_text=_("Saved with the result. Everybody can read it."))

    def __init__(
        self,
        match: Match,
        data: QueryDict | None = None,
        *,
        start: Sequence[SideOnBoard],
        reason: str = "",
        is_filled: bool = False,
    ) -> None:
        super().__init__(data, initial={"reason": reason})
        self.match, event = match, match.table.stage.event
        rules = rules_of(event)
        self.by_games = rules.target is not None
        for side, known in zip(sides_of(match), start, strict=True):
            name = {"name": side.name}
            if self.by_games:
                self._add_box(f"games_{side.number}", Number(label=_("Games of %(name)s") % name), known.games)
            label = _("Points for %(name)s") % name
            self._add_box(
                f"points_{side.number}", Number(label=label, least=lowest_of(rules), most=most_of(rules)), known.points
            )
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])
        wrong = [name for name in self.fields if name in self.errors] if self.is_bound else []
        to_type = ["reason"] if is_filled else list(self.fields)
        self.fields[[*wrong, *to_type][0]].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        """Allows any points, of all sides or of none, but no more games than the match can have."""
        cleaned = super().clean() or self.cleaned_data
        points = {name: made for name, made in cleaned.items() if name.startswith("points_")}
        if any(made is not None for made in points.values()):
            for name, made in points.items():
                if made is None:
                    self.add_error(name, NEEDED["points"]["required"])
        rules, sides = rules_of(self.match.table.stage.event), sides_of(self.match)
        games = [cleaned.get(f"games_{side.number}") for side in sides]
        names = [side.name for side in sides]
        for doubt in check_result(rules, length_of_match(self.match), names, [None] * len(sides), games):
            if doubt.grade == "impossible":
                self.add_error(f"games_{sides[-1 if doubt.side is None else doubt.side].number}", doubt.sentence)
        return cleaned

    def _add_box(self, name: str, box: Number, start: int | None) -> None:
        kind = name.partition("_")[0]
        box.initial, box.required = start, kind == "games" or not self.by_games
        box.error_messages |= NEEDED[kind]
        self.fields[name] = box

    def ruling_arguments(self) -> dict[str, Any]:
        """Returns the arguments that a valid form passes to `make_ruling`."""
        cleaned = self.cleaned_data
        points, games = ([cleaned[name] for name in cleaned if name.startswith(kind)] for kind in ("points_", "games_"))
        return {"points": points, "games": games or None, "reason": cleaned["reason"]}


class CallOffForm(forms.Form):
    """Why a match was not played."""

    off_reason = _ask_reason(_("Why it was not played"))


class WalkOverForm(forms.Form):
    """Which side came, if the other did not; 0 if neither did."""

    came = forms.TypedChoiceField(
        label=_("Who came?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose which side came.")},
    )
    walk_over_reason = _ask_reason()

    def __init__(
        self, match: Match, data: QueryDict | None = None, *, came: int | None = None, reason: str = ""
    ) -> None:
        super().__init__(data, initial={"came": came, "walk_over_reason": reason or _("They did not come.")})
        choice = self.fields["came"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [*((side.number, side.name) for side in sides_of(match)), (0, _("Neither side"))]


class SharedTableForm(forms.Form):
    """How much of its round a match could play because it shared its table."""

    part = forms.ChoiceField(
        label=_("How much of the round could it play?"),
        required=False,
        choices=[("", _("all of it")), *((part, part) for part in PARTS)],
    )
    shared_reason = _ask_reason()

    def __init__(self, match: Match, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"part": match.part, "shared_reason": _("Two matches shared one table.")})


class TakeBackWalkOverForm(forms.Form):
    back_reason = _ask_reason()
