"""Forms for one person, a membership fee, merging and forgetting, the settings for people, and an import."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from tournament.door.services.entries import LONGEST_NAME, LONGEST_NOTE, tidy_name
from tournament.event.queries.namesakes import PeopleByName
from tournament.foundation.fields import DAY_INPUT, AmountField, EitherField, plain_amount
from tournament.models import Audience, Club, Player
from tournament.people.spreadsheet import MOST_BYTES, TOO_LARGE, TextTable, UnreadableTable, read_table, read_text


class PersonForm(forms.Form):
    """Only the name is required."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    note = forms.CharField(
        label=_("Note"),
        max_length=LONGEST_NOTE,
        required=False,
        help_text=_("Tells 2 people with the same name apart: a street or a number. Printed where both play."),
    )
    nickname = forms.CharField(label=_("Nickname"), max_length=LONGEST_NOTE, required=False)
    contact = forms.CharField(
        label=_("Contact"),
        max_length=200,
        required=False,
        help_text=_("A phone number or an e-mail address. Only the secretary and directors see it."),
    )
    is_member = EitherField(
        {"yes": _("Member"), "no": _("Guest")},
        label=_("Member or guest"),
        error_messages={"required": _("Choose one.")},
    )
    fee_paid_until = forms.DateField(label=_("Fee paid until"), widget=DAY_INPUT, required=False)
    left_on = forms.DateField(
        label=_("Left the club on"),
        widget=DAY_INPUT,
        required=False,
        help_text=_("They are no longer on the list, and their results stay."),
    )
    shown_to = forms.ChoiceField(
        label=_("Who may see their page outside the hall"),
        choices=Audience.choices,
        widget=forms.RadioSelect,
        help_text=_("Ask them first. Everybody else reads “Player” and a number instead of the name."),
    )

    def __init__(self, player: Player | None = None, data: Mapping[str, Any] | None = None) -> None:
        shown = player or Player()
        initial = {name: getattr(shown, name) for name in self.base_fields}
        super().__init__(data, initial=initial | {"is_member": "yes" if shown.is_member else "no"})

    def clean_name(self) -> str:
        name = tidy_name(str(self.cleaned_data["name"]))
        if not name:
            raise forms.ValidationError(_("Enter a name."), code="required")
        return name

    def clean_note(self) -> str:
        return tidy_name(str(self.cleaned_data["note"]))

    def clean_nickname(self) -> str:
        return tidy_name(str(self.cleaned_data["nickname"]))


class FeeForm(forms.Form):
    """`seen` is the number of fees that the page showed."""

    amount = AmountField(label=_("Amount"), lowest=Decimal("0.01"))
    until = forms.DateField(label=_("Pays until"), widget=DAY_INPUT)
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(
        self, club: Club, data: Mapping[str, Any] | None = None, *, until: date | None = None, seen: int = 0
    ) -> None:
        initial = {"amount": plain_amount(club.membership_fee), "until": until, "seen": seen}
        super().__init__(data, initial=initial, auto_id="fee_%s")
        field = self.fields["amount"]
        assert isinstance(field, AmountField)
        field.currency = club.currency


class PeopleSettingsForm(forms.Form):
    shows_people_to = forms.ChoiceField(
        label=_("Who may see people’s pages outside the hall"),
        choices=Audience.choices,
        widget=forms.RadioSelect,
        help_text=_("This is the most the club shows. A person is shown only if they agreed to it too."),
    )
    members_code = forms.CharField(
        label=_("Members’ code"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("Members type it to see what is for members. Leave empty for none."),
    )
    membership_fee = AmountField(
        label=_("Membership fee"),
        lowest=Decimal(0),
        required=False,
        help_text=_("What a member usually pays. Leave empty if there is no fee; then nobody owes one."),
    )

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None) -> None:
        initial = {name: getattr(club, name) for name in ("shows_people_to", "members_code")}
        super().__init__(data, initial=initial | {"membership_fee": plain_amount(club.membership_fee)})
        field = self.fields["membership_fee"]
        assert isinstance(field, AmountField)
        field.currency = club.currency

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("shows_people_to") == Audience.MEMBERS and not data.get("members_code"):
            self.add_error(
                "members_code", forms.ValidationError(_("Enter the code that members type."), code="required")
            )
        return data


class ForgetForm(forms.Form):
    is_sure = forms.BooleanField(
        label=_("Remove this name for good"), error_messages={"required": _("Tick this first: it cannot be undone.")}
    )


class MergeForm(forms.Form):
    """Two people by name; `kept` stays on the list."""

    kept = forms.CharField(label=_("Name to keep"), widget=forms.TextInput(attrs={"list": "names"}))
    gone = forms.CharField(label=_("Name to merge into it"), widget=forms.TextInput(attrs={"list": "names"}))

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.people = PeopleByName(Player.objects.filter(club=club, forgotten_at=None) if data else ())

    def clean_kept(self) -> Player:
        return self._find("kept")

    def clean_gone(self) -> Player:
        gone = self._find("gone")
        if gone == self.cleaned_data.get("kept"):
            raise forms.ValidationError(_("These are already the same person."), code="same")
        return gone

    def _find(self, name: str) -> Player:
        found = self.people.find(tidy_name(str(self.cleaned_data[name])))
        if not found:
            raise forms.ValidationError(_("Nobody has this name."), code="unknown")
        if len(found) > 1:
            raise forms.ValidationError(_("2 people have this name. Choose one with the note."), code="shared")
        return found[0]


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
