"""Forms of the director's page of screens: taking a screen, what it shows, call-outs and notices."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import LONGEST_NOTICE, Event, Screen, Theme

LEAST_SECONDS, MOST_SECONDS = 5, 600


class TakeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Letters on the screen"),
        max_length=12,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "class": "code-box"}
        ),
    )
    name = forms.CharField(
        label=gettext_lazy("Screen name"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": gettext_lazy("Stage left")}),
    )


class ScreenForm(forms.Form):
    """The settings of a screen. `pages` are (key, label, hint, seconds). If none is ticked, the screen chooses by
    itself."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=40)
    theme = forms.ChoiceField(label=gettext_lazy("Colours"), choices=Theme.choices, widget=forms.RadioSelect)
    event = forms.ChoiceField(label=gettext_lazy("Evening"), required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        screen: Screen,
        pages: Sequence[tuple[str, str | Promise, str | Promise, int]],
        evenings: Sequence[Event],
    ) -> None:
        turns = dict(screen.turns)
        initial = {"name": screen.name, "theme": screen.theme, "event": screen.event_id or ""}
        super().__init__(data, initial=initial)
        named = [(str(event.pk), f"{event} · {event.date:%d.%m.%Y}") for event in evenings]
        choice = self.fields["event"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [("", _("The evening that is running")), *named]
        self.keys = [key for key, _label, _hint, _seconds in pages]
        for key, label, hint, seconds in pages:
            self.fields[f"on_{key}"] = forms.BooleanField(
                label=str(label), help_text=str(hint), required=False, initial=key in turns
            )
            self.fields[f"seconds_{key}"] = forms.IntegerField(
                label=_("%(page)s: seconds") % {"page": label},
                min_value=LEAST_SECONDS,
                max_value=MOST_SECONDS,
                required=False,
                initial=turns.get(key, seconds),
            )
        self.usual = {key: seconds for key, _label, _hint, seconds in pages}

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Each page's tick box with its seconds."""
        return [(self[f"on_{key}"], self[f"seconds_{key}"]) for key in self.keys]

    @property
    def screen_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        turns = [[key, data[f"seconds_{key}"] or self.usual[key]] for key in self.keys if data[f"on_{key}"]]
        event = int(data["event"]) if data["event"] else None
        return {"name": data["name"], "theme": data["theme"], "event_id": event, "turns": turns}


class _OnScreens(forms.Form):
    """A form for one screen, or with an empty `screen` for all."""

    screen = forms.ChoiceField(label=gettext_lazy("Where"), required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, screens: Sequence[Screen], everywhere: str) -> None:
        super().__init__(data, auto_id=f"{type(self).__name__.lower()}_%s", initial=self.initial_of(screens))
        choice = self.fields["screen"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [("", everywhere), *((str(screen.pk), str(screen)) for screen in screens)]

    @staticmethod
    def initial_of(screens: Sequence[Screen]) -> dict[str, Any]:
        return {}

    @property
    def screen_id(self) -> int | None:
        return int(self.cleaned_data["screen"]) if self.cleaned_data["screen"] else None


class CallOutForm(_OnScreens):
    """A call-out to a table, to somebody by name, or in the director's own words."""

    table = forms.IntegerField(label=gettext_lazy("Table"), min_value=1, max_value=999, required=False)
    who = forms.CharField(
        label=gettext_lazy("A player"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "names"}),
    )
    words = forms.CharField(label=gettext_lazy("Own words"), max_length=LONGEST_NOTICE, required=False)
    field_order = ["table", "who", "words", "screen"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not self.text:
            raise forms.ValidationError(_("Choose a table or a player, or enter your own words."))
        return data

    @property
    def text(self) -> str:
        data = self.cleaned_data
        if data.get("words"):
            return str(data["words"])
        if data.get("who"):
            return _("%(name)s, please come to the desk") % {"name": data["who"]}
        if data.get("table"):
            return _("Table %(number)s: the director is looking for you") % {"number": data["table"]}
        return ""


class NoticeForm(_OnScreens):
    notice = forms.CharField(
        label=gettext_lazy("Words"), max_length=LONGEST_NOTICE, widget=forms.Textarea(attrs={"rows": 3})
    )
    field_order = ["notice", "screen"]

    @staticmethod
    def initial_of(screens: Sequence[Screen]) -> dict[str, Any]:
        """Returns the present notice, so that it can be corrected."""
        return {"notice": next((screen.notice for screen in screens if screen.notice), "")}


class PrizesForm(forms.Form):
    places = forms.IntegerField(label=gettext_lazy("How many places"), min_value=1, max_value=400, initial=3)
    side_prizes = forms.BooleanField(label=gettext_lazy("Side prizes first"), required=False, initial=True)


class RaffleForm(forms.Form):
    prize = forms.CharField(
        label=gettext_lazy("Prize"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": gettext_lazy("Bottle of rum")}),
        help_text=gettext_lazy("Leave empty to draw only a name."),
    )
