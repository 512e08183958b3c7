"""The form for the options of a document before it is printed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document
from tournament.press.labels import LABELS
from tournament.press.sheets import PIECES_TO_A_SHEET, SHEETS, Options, usual_options

TO_A_SHEET = dict(zip(PIECES_TO_A_SHEET, (_("One"), _("Two"), _("Four")), strict=True))
TO_LIE = {"flat": _("Flat"), "folded": _("Folded, to stand")}
TO_TURN = {"one": _("One side"), "both": _("Both sides: print double-sided, turned over the long edge")}
TO_BACK = {"one": _("Nothing"), "both": _("The rules: print double-sided, turned over the long edge")}
TO_STICK: dict[str, str | Promise] = {
    "": _("None: plain paper to cut apart"),
    **{stock.key: stock.words for stock in LABELS.values()},
}


class PaperForm(forms.Form):
    """The paper size, how many pieces share a sheet, whether they are folded to stand or have their names on both
    sides, and labels with a paper size of their own and the first one that is left, as the document offers them.
    It is read from an address, so a wrong value counts as not chosen; so does a number of pieces that was chosen for
    another paper size."""

    sheet = forms.ChoiceField(label=_("Paper"), choices=[(sheet.key, sheet.label) for sheet in SHEETS.values()])
    pieces = forms.TypedChoiceField(label=_("How many on a sheet"), choices=list(TO_A_SHEET.items()), coerce=int)
    pieces_for = forms.CharField(widget=forms.HiddenInput)
    lies = forms.ChoiceField(label=_("How it lies on the table"), choices=list(TO_LIE.items()))
    sides = forms.ChoiceField(label=_("Sides with the name"), choices=list(TO_TURN.items()))
    labels = forms.ChoiceField(label=_("Sheets of labels"), choices=list(TO_STICK.items()), required=False)
    first_label = forms.TypedChoiceField(label=_("First label that is left"), coerce=int)

    def __init__(self, asked: Mapping[str, str], document: Document, *, usual_sheet: str) -> None:
        sheets = [sheet.key for sheet in SHEETS.values() if document.has_large_print or not sheet.usual]
        usual = usual_options(asked["sheet"] if asked.get("sheet") in sheets else usual_sheet, document.usual_pieces)
        usual = document.offer(usual)
        known = {
            **{"sheet": usual.sheet, "pieces": str(usual.pieces), "lies": "flat", "sides": "one"},
            **{"labels": "", "first_label": "1"},
        }
        pieces = [each for each in PIECES_TO_A_SHEET if document.offer(replace(usual, pieces=each)).pieces == each]
        may_fold = document.may_fold and not usual.is_large
        offered: dict[str, Sequence[str]] = {
            "sheet": sheets,
            "pieces": [str(each) for each in pieces],
            "lies": list(TO_LIE) if may_fold else ["flat"],
            "sides": list(TO_TURN) if document.may_turn or document.has_rules_back else ["one"],
            "labels": list(TO_STICK) if document.fits_labels else [""],
        }
        stock = LABELS.get(asked.get("labels", "")) if document.fits_labels else None
        offered["first_label"] = [str(number) for number in range(1, stock.to_a_sheet + 1 if stock else 2)]
        chosen = {name: asked.get(name, "") for name in known}
        if asked.get("pieces_for", usual.sheet) != usual.sheet:
            chosen["pieces"] = ""
        right = {name: chosen[name] if chosen[name] in offered[name] else known[name] for name in known}
        super().__init__(right | {"pieces_for": usual.sheet})
        labels: dict[str, dict[Any, str | Promise]] = {
            "sheet": {key: sheet.label for key, sheet in SHEETS.items()},
            "pieces": {**TO_A_SHEET},
            "lies": {**TO_LIE},
            "sides": {**(TO_BACK if document.has_rules_back else TO_TURN)},
            "labels": {**TO_STICK},
            "first_label": {number: number for number in offered["first_label"]},
        }
        for name, keys in offered.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [(key, label) for key, label in labels[name].items() if str(key) in keys]
        if document.has_rules_back:
            self.fields["sides"].label = _("On the back")
            self.fields["sides"].help_text = _(
                "As many rules as have room in readable letters; four on a sheet have little more than what counts."
            )
        is_asked_of = {
            **{"sheet": not document.has_own_size, "pieces": bool(document.pieces)},
            **{
                "lies": document.may_fold,
                "sides": document.may_turn or document.has_rules_back,
                "labels": document.fits_labels,
                "first_label": document.fits_labels,
            },
        }
        for name, is_asked in is_asked_of.items():
            if not is_asked:
                self.fields[name].widget = forms.HiddenInput()

    @property
    def options(self) -> Options:
        assert self.is_valid()
        chosen = self.cleaned_data
        if stock := LABELS.get(chosen["labels"]):
            return Options(stock.sheet, labels=stock.key, first_label=chosen["first_label"])
        is_folded, is_on_both = chosen["lies"] == "folded", chosen["sides"] == "both"
        return Options(chosen["sheet"], chosen["pieces"], is_folded, both_sides=is_on_both)
