"""Forms of an import and of restore points."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournament.transfer.queries.in_words import say_name
from tournament.transfer.queries.preview import ImportPreview
from tournament.transfer.services.going_back import LONGEST_NAME
from tournament.transfer.services.importing import NEW, Answers

TOO_LARGE = format_lazy(
    _("This file is too large for a page. On the computer that Hangjack runs on, type {command} and its name."),
    command=f"{settings.COMMAND} import",
)

MANY = 3
ALL_SAME = "all-same"
"""The name of a tick box that answers for everybody in doubt, if there are many."""


class UploadForm(forms.Form):
    """The file to import. `sent` is the number of bytes that came: Django does not read the file of a request that is
    too large."""

    file = forms.FileField(
        label=_("File of an export"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,.gz,application/json,application/gzip"}),
        help_text=_("The file that Export saved on the other computer. You see its contents before importing."),
        error_messages={"required": _("Choose the file first.")},
    )

    def __init__(self, data: Mapping[str, Any] | None = None, files: Any = None, *, sent: int = 0) -> None:
        super().__init__(data, files)
        if sent > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            self.fields["file"].error_messages["required"] = TOO_LARGE


class PreviewForm(forms.Form):
    """Asks who everybody in doubt is, and what to do with evenings that are here already."""

    def __init__(self, seen: ImportPreview, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.seen = seen
        if len(seen.doubts) >= MANY:
            label = _("All of them are the same people, except where I say otherwise")
            self.fields[ALL_SAME] = forms.BooleanField(label=label, required=False)
        for doubt in seen.doubts:
            self.fields[doubt.person.key] = forms.ChoiceField(
                label=doubt.name,
                choices=[
                    *(
                        (str(player.pk), _("The same person as %(name)s") % {"name": player.full_name})
                        for player in doubt.candidates
                    ),
                    (NEW, _("Somebody else with this name")),
                ],
                widget=forms.RadioSelect,
                required=False,
            )
        for coming in seen.evenings:
            name = {"name": say_name(coming)}
            if coming.state == "continues":
                words = _("Replace %(name)s with the one in the file") % name
                self.fields[f"replace-{coming.key}"] = forms.BooleanField(label=words, required=False)
            elif coming.state == "parted":
                words = _("Import %(name)s beside the one here") % name
                self.fields[f"beside-{coming.key}"] = forms.BooleanField(label=words, required=False)
        if seen.is_other_club:
            label = _("Import it here, although it is from another club")
            required = {"required": _("Tick this, or choose another file.")}
            self.fields["same-club"] = forms.BooleanField(label=label, error_messages=required)

    def clean(self) -> dict[str, Any]:
        """Fills in people without an answer: with the tick box for all, they are the one person here of that name, if
        there is only one. Otherwise asks again."""
        answers = self.cleaned_data
        for doubt in self.seen.doubts:
            key = doubt.person.key
            if not answers.get(key) and key not in self.errors:
                if answers.get(ALL_SAME) and len(doubt.candidates) == 1:
                    answers[key] = str(doubt.candidates[0].pk)
                else:
                    self.add_error(key, _("Choose who this is."))
        return answers

    def answers(self) -> Answers:
        answers = self.cleaned_data
        return Answers(
            people={doubt.person.key: answers[doubt.person.key] for doubt in self.seen.doubts},
            beside=[each.key for each in self.seen.evenings if answers.get(f"beside-{each.key}")],
            replaced=[each.key for each in self.seen.evenings if answers.get(f"replace-{each.key}")],
            is_same_club=bool(answers.get("same-club")),
        )


class PointForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("What you are about to do, as in “before the final”."),
    )


class GoBackForm(forms.Form):
    newest = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Kept in the log."),
        error_messages={"required": _("Give your reason for going back.")},
    )
