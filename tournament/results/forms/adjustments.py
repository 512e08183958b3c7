"""The director's form for points or games off, or added."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.club.named_penalties import NamedPenalty
from tournament.event.queries.competitors import Competitor
from tournament.foundation.errors import NeedsReason
from tournament.models import MOST_ADJUSTED
from tournament.web.fields import Number


class AdjustmentForm(forms.Form):
    """Whose points or games, how many, off or added, and why."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    who = forms.TypedChoiceField(label=_("Who"), coerce=int, error_messages={"required": _("Choose who it is for.")})
    points = Number(_("How many"), least=1, most=MOST_ADJUSTED)
    unit = forms.ChoiceField(
        label=_("Points or games"),
        choices=[("points", _("Points")), ("games", _("Games"))],
        initial="points",
        required=False,
        widget=forms.RadioSelect,
    )
    way = forms.TypedChoiceField(
        label=_("Off or added"),
        coerce=int,
        choices=[(-1, _("Off")), (1, _("Added"))],
        initial=-1,
        widget=forms.RadioSelect,
    )
    match_of = forms.ChoiceField(label=_("Counts in"), required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        help_text=_("Shown beside the name in the standings, where everybody can read it."),
        error_messages={"required": NeedsReason.message},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self,
        competitors: Mapping[int, Competitor],
        rounds: Mapping[tuple[int, int], str],
        data: QueryDict | None = None,
        *,
        who: int | None = None,
        penalty: NamedPenalty | None = None,
        match_of: str = "",
    ) -> None:
        """Starts with who it is for, with a penalty that was picked by its name, and with one of the `rounds` that were
        drawn, each with its name."""
        start: dict[str, Any] = {"key": uuid4(), "who": who, "match_of": match_of}
        if penalty is not None:
            start |= {"points": abs(penalty.number), "way": 1 if penalty.number > 0 else -1, "reason": penalty.name}
            start["unit"] = penalty.unit
        super().__init__(data, initial=start)
        choice, points, counts_in = self.fields["who"], self.fields["points"], self.fields["match_of"]
        assert isinstance(choice, forms.ChoiceField) and isinstance(counts_in, forms.ChoiceField)
        in_round = [
            (f"{stage}.{turn}", _("Their match in %(round)s") % {"round": name})
            for (stage, turn), name in rounds.items()
        ]
        counts_in.choices = [("", _("The whole evening")), *in_round]
        named = sorted((each.name.casefold(), key, each.name) for key, each in competitors.items())
        choice.choices = [("", _("choose a name")), *((key, name) for _folded, key, name in named)]
        if penalty is not None and who is None:
            choice.widget.attrs["autofocus"] = True
        points.required = True
        points.error_messages["required"] = _("Enter how many, from 1 to 100.")

    def adjustment_arguments(self) -> dict[str, Any]:
        """Returns the arguments that a valid form passes to `adjust_points`."""
        cleaned = self.cleaned_data
        number = cleaned["way"] * cleaned["points"]
        figures = {"points": 0, "games": number} if cleaned["unit"] == "games" else {"points": number}
        stage, _dot, turn = cleaned["match_of"].partition(".")
        where = {"match_of": (int(stage), int(turn)) if stage else None}
        return {"competitor": cleaned["who"], "reason": cleaned["reason"], "key": cleaned["key"]} | figures | where
