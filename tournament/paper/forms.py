"""The form for the options of a document before it is printed."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.press.sheets import PIECES_TO_A_SHEET, SHEETS, Options, usual_options

TO_A_SHEET = dict(zip(PIECES_TO_A_SHEET, (_("One"), _("Two"), _("Four")), strict=True))
TO_LIE = {"flat": _("Flat"), "folded": _("Folded, to stand")}


class PaperForm(forms.Form):
    """The paper size, how many pieces share a sheet, and whether they are folded to stand. It is read from an address,
    so a wrong value counts as not chosen; so does a number of pieces that was chosen for another paper size."""

    sheet = forms.ChoiceField(label=_("Paper"), choices=[(sheet.key, sheet.label) for sheet in SHEETS.values()])
    pieces = forms.TypedChoiceField(label=_("How many on a sheet"), choices=list(TO_A_SHEET.items()), coerce=int)
    pieces_for = forms.CharField(widget=forms.HiddenInput)
    lies = forms.ChoiceField(label=_("How it lies on the table"), choices=list(TO_LIE.items()))

    def __init__(
        self, asked: Mapping[str, str], *, usual_sheet: str, usual_pieces: int, is_cut: bool, may_fold: bool
    ) -> None:
        usual = usual_options(asked["sheet"] if asked.get("sheet") in SHEETS else usual_sheet, usual_pieces)
        known = {"sheet": usual.sheet, "pieces": str(usual.pieces), "lies": "flat"}
        offered: dict[str, set[str]] = {
            "sheet": set(SHEETS),
            "pieces": {str(pieces) for pieces in PIECES_TO_A_SHEET},
            "lies": set(TO_LIE) if may_fold else {"flat"},
        }
        chosen = {name: asked.get(name, "") for name in known}
        if asked.get("pieces_for", usual.sheet) != usual.sheet:
            chosen["pieces"] = ""
        right = {name: chosen[name] if chosen[name] in offered[name] else known[name] for name in known}
        super().__init__(right | {"pieces_for": usual.sheet})
        for name, is_asked in (("pieces", is_cut), ("lies", may_fold)):
            if not is_asked:
                self.fields[name].widget = forms.HiddenInput()

    @property
    def options(self) -> Options:
        assert self.is_valid()
        chosen = self.cleaned_data
        return Options(chosen["sheet"], chosen["pieces"], chosen["lies"] == "folded")
