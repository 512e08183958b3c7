"""The form in which a list comes: a file or pasted lines, and of a workbook with several sheets the one that is
meant."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.lists.check import Question
from tournament.lists.contacts import spread_addresses
from tournament.lists.parsing import MOST_BYTES, MOST_LETTERS, MOST_ROWS, MOST_SHEETS
from tournament.lists.tables import FileText, TextTable, UnreadableTable, read_as_text, read_text

SHEET = "sheet"
OF_LINES = ("row-", "typed-", "edit")
"""How the fields of single lines begin."""


class UploadForm(forms.Form):
    """A file takes precedence over the text. `seen` is the fingerprint of what the page showed, and `sheets` has what
    stands in the other sheets of a workbook, so that the file is sent once."""

    text = forms.CharField(
        label=_("The list"),
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("Paste it as it is: from a spreadsheet with its headings, a message, a newspaper or a chat."),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
        help_text=_("CSV or XLSX, as any spreadsheet saves it, up to 2 MB."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    sheets = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: QueryDict | None = None,
        files: MultiValueDict[str, Any] | None = None,
        *,
        kinds: Sequence[str] = (),
        most_rows: int = MOST_ROWS,
        sent: int = 0,
    ) -> None:
        """`kinds` are those of the columns that are looked for. `sent` is the size of the request in bytes, because
        Django does not read the file if the request is too large."""
        super().__init__(data, files)
        self.kinds, self.most_rows, self.sent = kinds, most_rows, sent
        self.read, self.table = FileText(""), TextTable(())
        self.is_other_sheet = False
        self.answers = {key: str(data[key]) for key in data} if data is not None else {}

    def clean(self) -> dict[str, Any]:
        file: Any = self.cleaned_data.get("file")
        text = self.cleaned_data.get("text") or ""
        try:
            if self.sent > MOST_BYTES * 2 or (file and file.size > MOST_BYTES):
                raise UnreadableTable("too_large")
            if file:
                self.read = read_as_text(file.read(), self.kinds, most_rows=self.most_rows)
            else:
                self.read = self._choose_sheet(spread_addresses(text))
            if len(self.read.text) > MOST_LETTERS:
                raise UnreadableTable("too_much")
            self.table = read_text(self.read.text, most_rows=self.most_rows)
            self.table = replace(self.table, doubts=tuple(dict.fromkeys([*self.read.doubts, *self.table.doubts])))
            if not self.table.rows and not self.errors:
                raise UnreadableTable("nothing")
        except UnreadableTable as error:
            self.add_error("file" if file or self.sent > MOST_BYTES * 2 else "text", str(error))
        return self.cleaned_data

    def _choose_sheet(self, text: str) -> FileText:
        """Returns the text of the sheet that somebody has chosen; corrections of the other one's lines go."""
        sheets, shown = self._read_sheets()
        chosen = self.answers.get(SHEET, "")
        if not sheets or not chosen.isdecimal() or not int(chosen) < len(sheets) or int(chosen) == shown:
            return FileText(text, (), sheets, shown)
        self.is_other_sheet = True
        self.answers = {key: value for key, value in self.answers.items() if not key.startswith(OF_LINES)}
        sheets = tuple((title, text if at == shown else lines) for at, (title, lines) in enumerate(sheets))
        return FileText(sheets[int(chosen)][1], (), sheets, int(chosen))

    def _read_sheets(self) -> tuple[tuple[tuple[str, str], ...], int]:
        try:
            shown, *sheets = json.loads(self.cleaned_data.get("sheets") or "[0]")
            titled = tuple((str(title), str(lines)) for title, lines in sheets[:MOST_SHEETS])
            return titled, int(shown)
        except (ValueError, TypeError):
            return (), 0

    def show_again(self, seen: str) -> "UploadForm":
        """Returns the form with what was read, to be sent again with the fingerprint of what is shown."""
        again = UploadForm()
        shown = self.read.shown
        others = [(title, "" if at == shown else lines) for at, (title, lines) in enumerate(self.read.sheets)]
        sheets = json.dumps([shown, *others], ensure_ascii=False) if others else ""
        again.initial = {"text": self.read.text, "seen": seen, "sheets": sheets}
        return again

    def ask_sheet(self) -> tuple[Question, ...]:
        """Asks which of several sheets is the list; the likeliest is chosen already."""
        if not self.read.sheets:
            return ()
        choices = []
        for at, (title, lines) in enumerate(self.read.sheets):
            number = len((self.read.text if at == self.read.shown else lines).splitlines())
            words = ngettext("“%(title)s”: %(n)s line", "“%(title)s”: %(n)s lines", number)
            choices.append((str(at), words % {"title": title, "n": number}))
        words = _now("The file has %(n)s sheets with something in them. Which one is the list?")
        hint = _now("Only this one is read. After another choice, press “Check again”.")
        text = words % {"n": len(choices)}
        return (Question(SHEET, text, tuple(choices), str(self.read.shown), hint),)
