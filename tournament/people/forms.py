"""Forms for one person, a membership fee, merging and forgetting, and the settings for people."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.door.services.entries import LONGEST_NAME, LONGEST_NOTE, tidy_name
from tournament.event.queries.namesakes import PeopleByName
from tournament.lists.contacts import split_contact
from tournament.models import Audience, Club, PastNames, Player, join_names
from tournament.web.fields import DAY_INPUT, AmountField, EitherField, plain_amount


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
    phone = forms.CharField(
        label=_("Telephone"),
        max_length=200,
        required=False,
        widget=forms.TextInput({"inputmode": "tel", "autocomplete": "off"}),
        help_text=_("Only the secretary and directors see telephone and e-mail."),
    )
    email = forms.CharField(
        label=_("E-mail"),
        max_length=200,
        required=False,
        widget=forms.TextInput({"inputmode": "email", "autocomplete": "off", "autocapitalize": "none"}),
    )
    private_notes = forms.CharField(
        label=_("Private notes"),
        max_length=1000,
        required=False,
        widget=forms.Textarea({"rows": 3, "autocomplete": "off"}),
        help_text=_("Only the secretary and directors see them. They are never printed or published."),
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
        help_text=_("From that day they are not on the list. Their results stay."),
    )
    shown_to = forms.ChoiceField(
        label=_("Who may see their page outside the hall"),
        choices=Audience.choices,
        widget=forms.RadioSelect,
        help_text=_("Ask them first. Everybody else reads “Player” and a number instead of the name."),
    )

    is_new = forms.BooleanField(
        label=_("This is somebody else"),
        error_messages={"required": _("Tick this if they are 2 people. Otherwise open the page of the person above.")},
    )

    def __init__(
        self, player: Player | None = None, data: Mapping[str, Any] | None = None, *, club: Club | None = None
    ) -> None:
        """Without `player`, a name like that of somebody in `club` is asked about."""
        shown = player or Player()
        initial = {name: getattr(shown, name) for name in self.base_fields if name != "is_new"}
        super().__init__(data, initial=initial | {"is_member": "yes" if shown.is_member else "no"})
        self.alike = self._find_alike(data, club) if data and club and player is None else []
        if self.alike:
            self.fields["is_new"].help_text = _now("The club knows %(names)s.") % {
                "names": join_names([each.full_name for each in self.alike])
            }
        else:
            del self.fields["is_new"]

    def _find_alike(self, data: Mapping[str, Any], club: Club) -> list[Player]:
        name, note = (tidy_name(str(data.get(field, ""))) for field in ("name", "note"))
        people = PeopleByName(Player.objects.filter(club=club, forgotten_at=None))
        return [] if people.find(name) else people.find_alike(name, note)

    @property
    def values(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "is_new"}

    def clean_name(self) -> str:
        name = tidy_name(str(self.cleaned_data["name"]))
        if not name:
            raise forms.ValidationError(_("Enter a name."), code="required")
        return name

    def clean_note(self) -> str:
        return tidy_name(str(self.cleaned_data["note"]))

    def clean_nickname(self) -> str:
        return tidy_name(str(self.cleaned_data["nickname"]))

    def clean_email(self) -> str:
        rest, email = split_contact(tidy_name(str(self.cleaned_data["email"])))
        if rest:
            raise forms.ValidationError(_("Enter an address such as ann@example.org, or leave it empty."))
        return email


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
    past_names_to = forms.ChoiceField(
        label=_("Who sees the names of a past evening on this server"),
        choices=PastNames.choices,
        required=False,
        widget=forms.RadioSelect,
        help_text=_(
            "While an evening is on, everybody who opens its pages sees the names. Afterwards everybody who may not see"
            " them reads “Player” and a number, except for people whose page they may see."
        ),
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
        self.club = club
        initial = {name: getattr(club, name) for name in ("shows_people_to", "past_names_to", "members_code")}
        super().__init__(data, initial=initial | {"membership_fee": plain_amount(club.membership_fee)})
        field = self.fields["membership_fee"]
        assert isinstance(field, AmountField)
        field.currency = club.currency

    def clean_past_names_to(self) -> str:
        return str(self.cleaned_data["past_names_to"] or self.club.past_names_to)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if Audience.MEMBERS in (data.get("shows_people_to"), data.get("past_names_to")) and not data.get(
            "members_code"
        ):
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
        people = self.people.find(tidy_name(str(self.cleaned_data[name])))
        if not people:
            raise forms.ValidationError(_("Nobody has this name."), code="unknown")
        if len(people) > 1:
            raise forms.ValidationError(_("2 people have this name. Choose one with the note."), code="shared")
        return people[0]


class LinkCodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code of the other club"),
        max_length=40,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
