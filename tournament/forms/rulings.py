"""What the director decides of a match: points for each, and the reason, which is kept with the result."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.forms.sheets import Number
from tournament.models import Match

NEEDED = {"required": _("Say how many points count; 0 for none.")}


class RulingForm(forms.Form):
    """The points start as they count now, or as one of the versions has them."""

    points_a = Number(label="")
    points_b = Number(label="")
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        help_text=_("Kept with the result and read by everybody who asks why."),
        error_messages={"required": _("Say why: the reason is kept with the result.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self, match: Match, data: QueryDict | None = None, *, points: tuple[int | None, int | None] = (None, None)
    ) -> None:
        super().__init__(data, initial={"points_a": points[0], "points_b": points[1]})
        for name, entry in (("points_a", match.entry_a), ("points_b", match.entry_b)):
            self.fields[name].label = _("Points for %(name)s") % {"name": entry.name}
            self.fields[name].required = True
            self.fields[name].error_messages |= NEEDED
        self.fields["points_a"].widget.attrs["autofocus"] = True
