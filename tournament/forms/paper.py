"""What somebody chooses before a document is printed."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.paper import PIECES_TO_A_SHEET, SHEETS, Options

TO_A_SHEET = dict(zip(PIECES_TO_A_SHEET, (_("One to a sheet"), _("Two to a sheet"), _("Four to a sheet")), strict=True))


class PaperForm(forms.Form):
    """The sheet, and for what is cut apart how many to a sheet; read from an address, so that what makes no sense is
    taken as not chosen."""

    sheet = forms.ChoiceField(label=_("Paper"), choices=[(sheet.key, sheet.label) for sheet in SHEETS.values()])
    pieces = forms.TypedChoiceField(label=_("How many to a sheet"), choices=list(TO_A_SHEET.items()), coerce=int)

    def __init__(self, asked: Mapping[str, str], *, usual_sheet: str, usual_pieces: int, is_cut: bool) -> None:
        known = {"sheet": usual_sheet if usual_sheet in SHEETS else Options().sheet, "pieces": str(usual_pieces)}
        offered: dict[str, set[str]] = {"sheet": set(SHEETS), "pieces": {str(pieces) for pieces in PIECES_TO_A_SHEET}}
        chosen = {name: asked.get(name, "") for name in known}
        super().__init__({name: chosen[name] if chosen[name] in offered[name] else known[name] for name in known})
        if not is_cut:
            self.fields["pieces"].widget = forms.HiddenInput()

    @property
    def options(self) -> Options:
        assert self.is_valid()
        return Options(self.cleaned_data["sheet"], self.cleaned_data["pieces"])
