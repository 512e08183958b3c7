"""The form of an import: a file, or lines that were pasted or read before."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from tournament.people.spreadsheet import MOST_BYTES, TOO_LARGE, TextTable, UnreadableTable, read_table, read_text


class PeopleImportForm(forms.Form):
    """A file takes precedence over text. `seen` is the fingerprint of what the page showed. `sent` is the size of the
    request in bytes, because Django does not read the file if the request is too large."""

    file = forms.FileField(
        label=_("Spreadsheet"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
        help_text=_("CSV or XLSX, up to 2 MB and 2,000 lines."),
    )
    text = forms.CharField(
        label=_("Or paste the lines"),
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("Copied from a spreadsheet, with the headings in the first line."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: QueryDict | None = None, files: MultiValueDict[str, Any] | None = None, *, sent: int = 0
    ) -> None:
        super().__init__(data, files)
        self.sent = sent
        self.table = TextTable(())

    def clean(self) -> dict[str, Any]:
        file: Any = self.cleaned_data.get("file")
        text = self.cleaned_data.get("text") or ""
        name = "file" if file else "text"
        try:
            if self.sent > MOST_BYTES * 2 or (file and file.size > MOST_BYTES):
                raise UnreadableTable(TOO_LARGE)
            self.table = read_table(file.read()) if file else read_text(text)
            if not self.table.rows and not self.errors:
                raise UnreadableTable(_("Choose a file, or paste the lines here."))
        except UnreadableTable as error:
            self.add_error(name, str(error))
        return self.cleaned_data
