"""Forms for signing up, and for the settings of a sign-up page."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.club.visibility import is_visible
from tournament.door.services.entries import LONGEST_NAME, tidy_name
from tournament.event.queries.namesakes import PeopleByName, name_book_of
from tournament.foundation.wording import order_key
from tournament.lists.likeness import AlikeNames, KnownName, mixes_alphabets, write_in_one_alphabet
from tournament.lists.partners import is_several_people, read_one_name
from tournament.models import Audience, Enters, Event, Player, SignUp, SignUpState, join_names
from tournament.signup.queries import names_signed_up
from tournament.signup.services import sends_mail
from tournament.web.fields import TIME_INPUT, EitherField, LineField, Number
from tournament.web.table_codes import CodeForm, plain_code

EVENING_DETAILS = ("begins_at", "venue", "to_bring")
"""What people who sign up read of an evening, besides its name, date and price."""
ME, NOT_ME = "me", "new"


class PartnerForm(forms.Form):
    """For pairs, either a partner is named or one is needed; in a team somebody may come without a partner.

    A name like that of somebody whom the club knows, or who has signed up, is asked about. `to` is the audience that
    reads the page, None for the desk: a name that it may not see is not shown in the question."""

    partner = forms.CharField(label=_("Your partner’s name"), max_length=LONGEST_NAME, required=False)
    needs_partner = forms.BooleanField(label=_("I need a partner"), required=False)
    asked_about: tuple[str, ...] = ("partner",)

    def __init__(
        self,
        event: Event,
        data: Mapping[str, Any] | None = None,
        *,
        to: Audience | None = None,
        signed: SignUp | None = None,
        initial: Any = None,
    ) -> None:
        super().__init__(data, initial=initial)
        self.event, self.to = event, to
        self.own_name = signed.name if signed else ""
        self.of_pairs = event.enters == Enters.PAIRS
        self.people: dict[str, Player | None] = {}
        if self.of_pairs:
            self.fields["partner"].help_text = _("People play in pairs. Leave it empty if you need a partner.")
            self.fields["needs_partner"].help_text = _("You get the next person who needs one too.")
        if data:
            book, listed = name_book_of(event), names_signed_up(event, besides=signed)
            for field in self.asked_about:
                self._ask_who(
                    field, tidy_name(read_one_name(str(data.get(field, ""))))[:LONGEST_NAME], book.people, listed
                )

    def _ask_who(self, field: str, name: str, people: PeopleByName, listed: Sequence[str]) -> None:
        """Adds the questions that a name needs, and looks up who is meant where that is plain."""
        if not name or mixes_alphabets(name):
            return
        if called := people.find(name):
            self.people[field] = called[0] if len(called) == 1 else None
        elif alike := people.find_alike(name):
            self._offer_people(field, name, alike)
        wanted = KnownName(0, order_key(name))
        filed = AlikeNames(KnownName(place, order_key(other)) for place, other in enumerate(listed, start=1))
        taken = [listed[each.pk - 1] for each in filed.find(wanted) if listed[each.pk - 1].lower() != name.lower()]
        if taken:
            asked = _("Tick this if they are 2 people. If not, there is nothing to do.")
            if self.to is not None:
                asked = _("Tick this if you are 2 people. If you are the one, open your sign-up with its code, below.")
            self.fields[f"{field}_is_another"] = forms.BooleanField(
                label=_now("%(name)s is somebody else") % {"name": name},
                help_text=_now("Somebody with a name like this has signed up already%(who)s.")
                % {"who": "" if self.to else f": {join_names(taken)}"},
                error_messages={"required": asked},
            )

    def _offer_people(self, field: str, name: str, alike: Sequence[Player]) -> None:
        seen = self.event.club.shows_people_to
        shown = [one for one in alike if self.to is None or is_visible(one.shown_to, seen, self.to)]
        hidden = [one for one in alike if one not in shown]
        choices = [(str(one.pk), one.full_name if self.to is None else one.name) for one in shown]
        if hidden:
            choices.append((ME, _now("Yes, the club writes the name another way")))
        choices.append((NOT_ME, _now("No, %(name)s is new to the club") % {"name": name}))
        one_shown = len(choices) == 2 and shown
        words = {"name": name, "known": choices[0][1]}
        self.fields[f"{field}_who"] = forms.ChoiceField(
            label=_now("Is %(name)s the same person as %(known)s?") % words
            if one_shown
            else _now("The club knows somebody with a name like %(name)s. Is it the same person?") % words,
            choices=choices,
            widget=forms.RadioSelect,
            error_messages={"required": _("Choose one.")},
        )
        by_number = {str(one.pk): one for one in alike}
        answer = str(self.data.get(f"{field}_who", ""))
        self.people[field] = hidden[0] if answer == ME and len(hidden) == 1 else by_number.get(answer)

    def clean_partner(self) -> str:
        return self._read_name("partner")

    def _read_name(self, field: str) -> str:
        name = tidy_name(read_one_name(str(self.cleaned_data[field])))
        if is_several_people(name) and not self.people.get(field):
            sentence = _("“%(name)s” is more than one person. Enter one name here.")
            if field == "name" and "partner" in self.fields:
                sentence = _("“%(name)s” is more than one person. Enter one name here, and your partner’s name below.")
            raise forms.ValidationError(sentence, params={"name": name})
        if mixes_alphabets(name):
            sentence = _("“%(name)s” has letters of 2 alphabets that look alike. Type it again in one: %(plain)s?")
            raise forms.ValidationError(sentence, params={"name": name, "plain": write_in_one_alphabet(name)})
        return name

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("partner"):
            data["needs_partner"] = False
            if data["partner"].lower() == data.get("name", self.own_name).lower():
                self.add_error("partner", forms.ValidationError(_("These are the same name."), code="same"))
        elif self.of_pairs and not (data.get("needs_partner") or self.errors):
            asked = _("Do you need a partner? Tick the box below, or enter your partner’s name.")
            if self.to is None:
                asked = _("Do they need a partner? Tick the box below, or enter the partner’s name.")
            self.add_error("partner", forms.ValidationError(asked, code="required"))
        return data

    @property
    def values(self) -> dict[str, Any]:
        names = ("name", "partner", "needs_partner", "email")
        cleaned = {name: self.cleaned_data[name] for name in names if name in self.cleaned_data}
        people = {"name": "person", "partner": "partner_person"}
        return cleaned | {people[field]: self.people.get(field) for field in self.asked_about if field in self.fields}


class SignUpForm(PartnerForm):
    """Asks for a partner if people play in pairs or teams. `for_another` is set where nobody types their own name."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput({"autocomplete": "name", "autocapitalize": "words"}),
        error_messages={"required": _("Enter a name.")},
    )
    email = forms.EmailField(
        label=_("E-mail, if you like"),
        help_text=_("The club writes to you only if you get a place from the waiting list."),
        required=False,
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    asked_about = ("name", "partner")

    def __init__(
        self,
        event: Event,
        data: Mapping[str, Any] | None = None,
        *,
        to: Audience | None = None,
        for_another: bool = False,
        initial: Any = None,
    ) -> None:
        super().__init__(event, data, to=to, initial=initial)
        self.order_fields(
            [f"{field}{more}" for field in self.asked_about for more in ("", "_who", "_is_another")] + ["needs_partner"]
        )
        if event.sign_up_places is None or not sends_mail():
            del self.fields["email"]
        if for_another:
            for field, label in (
                ("name", _("Name")),
                ("partner", _("Partner’s name")),
                ("needs_partner", _("Needs a partner")),
            ):
                self.fields[field].label = label
                self.fields[field].help_text = ""
            self.fields["name"].widget.attrs["autocomplete"] = "off"
        if event.enters == Enters.PLAYERS:
            for field in [each for each in self.fields if "partner" in each]:
                del self.fields[field]

    def clean_name(self) -> str:
        name = self._read_name("name")
        if not name:
            raise forms.ValidationError(_("Enter a name."), code="required")
        return name


class SignUpCodeForm(CodeForm):
    """Asks for the short code of a sign-up."""

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.fields["code"].label = _("Code of your sign-up")
        self.fields["code"].error_messages["required"] = _("Type the 6 letters and digits of your code.")

    def clean_code(self) -> str:
        code = plain_code(self.cleaned_data["code"])
        if not code:
            raise forms.ValidationError(_("A code has 6 letters and digits, as in KTP-374."))
        return code


class SignUpPageForm(forms.Form):
    is_open = EitherField({"yes": _("Open"), "no": _("Closed")}, label=_("People can sign up themselves"))
    places = Number(label="", least=1, most=999)
    begins_at = forms.TimeField(label=_("Begins at"), required=False, widget=TIME_INPUT)
    venue = LineField(label=_("Venue"), max_length=120, required=False)
    to_bring = LineField(label=_("What to bring"), max_length=200, required=False)

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None) -> None:
        is_open = "yes" if event.sign_up == SignUpState.OPEN else "no"
        told = {field: getattr(event, field) for field in EVENING_DETAILS}
        super().__init__(data, initial={"is_open": is_open, "places": event.sign_up_places, **told})
        self.fields["places"].label = _("Places")
        self.fields["places"].help_text = _(
            "Once all places are taken, further players go on the waiting list. Leave empty for no limit."
        )

    def sign_up(self) -> dict[str, Any]:
        """Returns the values of a valid form as `set_sign_up` takes them."""
        return {name: self.cleaned_data[name] for name in ("is_open", "places")}

    def evening_details(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in EVENING_DETAILS}
