"""Forms of matches that travel between halls: files that come back, a match that came, and where its result goes."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournament.leagues.hall_file import MOST_OF_MATCHES, MOST_OF_RESULT
from tournament.leagues.hall_net import LONGEST_LINK

MOST_FILES = 64
TOO_LARGE = _("This file is too large to be a match file. Choose the one that Hangjack made.")


class FilesInput(forms.FileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files at once, each read up to one byte more than a result may have."""

    widget = FilesInput(attrs={"accept": ".json,application/json", "multiple": True})

    def clean(self, data: Any, initial: Any = None) -> list[tuple[str, bytes]]:
        files = data if isinstance(data, Sequence) else [data]
        if len(files) > MOST_FILES:
            raise forms.ValidationError(str(_("Choose at most %s files at once.")) % MOST_FILES)
        for each in files or [None]:
            super().clean(each, initial)
        return [(each.name, each.read(MOST_OF_RESULT + 1)) for each in files]


class ResultFilesForm(forms.Form):
    """The files of results that came from other halls. `sent` is the size of the request in bytes, because Django does
    not read the files of one that is too large."""

    results = FilesField(
        label=_("Files from other halls"),
        allow_empty_file=True,
        help_text=_("Several at once, in any order. A file that was here before changes nothing."),
        error_messages={"required": _("Choose the files first.")},
    )

    def __init__(self, data: Any = None, files: Any = None, *, sent: int = 0) -> None:
        super().__init__(data, files)
        if sent > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            self.fields["results"].error_messages["required"] = TOO_LARGE


class VisitForm(forms.Form):
    """A match of another league, as a file or by its link."""

    file = forms.FileField(
        label=_("File of the match"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        help_text=_("The file that the league’s secretary sent. You see its contents first."),
    )
    link = forms.CharField(
        label=_("Or its link"),
        required=False,
        max_length=LONGEST_LINK,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("If both computers are on one network."),
    )

    def __init__(self, data: Any = None, files: Any = None, *, sent: int = 0) -> None:
        super().__init__(data, files)
        self.sent = sent

    def clean_file(self) -> bytes | None:
        file: Any = self.cleaned_data["file"]
        if file is None and self.sent > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise forms.ValidationError(TOO_LARGE)
        return None if file is None else file.read(MOST_OF_MATCHES + 1)

    def clean(self) -> dict[str, Any]:
        if not self.errors and self.cleaned_data["file"] is None and not self.cleaned_data["link"]:
            self.add_error("file", _("Choose the file, or paste the link."))
        return self.cleaned_data


class SendVisitForm(forms.Form):
    """Where the result of a match goes over the network."""

    link = forms.CharField(
        label=_("Link of the match"),
        max_length=LONGEST_LINK,
        widget=VisitForm.base_fields["link"].widget,
        help_text=_("The league’s secretary sees it at the match, under Other halls."),
        error_messages={"required": _("Paste the link of the match first.")},
    )
