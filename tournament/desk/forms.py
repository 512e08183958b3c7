"""Forms to unlock an evening, to filter the log, and to choose how pages look on one device."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament.desk.queries.log_pages import LogFilter
from tournament.models import Event, LogEntry

ALL = ("", _("all"))


class ReopenForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        help_text=_("Saved in the log, for example: a sheet was found, a line was misread."),
        error_messages={"required": _("Give your reason for unlocking the evening.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DisplayForm(forms.Form):
    """How pages look. The browser keeps each field in a cookie; an empty one follows the device."""

    theme = forms.ChoiceField(
        label=_("Colours"),
        required=False,
        choices=[
            ("", _("As on this device")),
            ("paper", _("Light")),
            ("slate", _("Dark")),
            ("contrast", _("High contrast")),
        ],
        widget=forms.RadioSelect,
    )
    letters = forms.ChoiceField(
        label=_("Text size"),
        required=False,
        choices=[
            ("", _("Normal")),
            ("large", _("Large")),
            ("larger", _("Very large")),
            ("largest", _("Twice as large")),
        ],
        widget=forms.RadioSelect,
    )


class LogForm(forms.Form):
    """Filters the log of one `event`, or of the whole club with `events` to choose from. `may_read` are the kinds that
    the reader may see; empty means all."""

    words = forms.CharField(label=_("Search"), required=False, max_length=80, widget=forms.SearchInput())
    who = forms.TypedChoiceField(label=_("Who"), required=False, coerce=int, empty_value=None)
    kind = forms.ChoiceField(label=_("About"), required=False)
    evening = forms.TypedChoiceField(label=_("Evening"), required=False, coerce=int, empty_value=None)
    day = forms.DateField(label=_("Day"), required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        accounts: Sequence[tuple[int, str]],
        event: Event | None = None,
        events: Sequence[Event] = (),
        may_read: Sequence[str] = (),
    ) -> None:
        super().__init__(data)
        self.event, self.events, self.may_read = event, {each.pk: each for each in events}, tuple(may_read)
        kinds = [(kind.value, kind.label) for kind in LogEntry.Kind if not may_read or kind in may_read]
        self._offer("who", accounts)
        self._offer("kind", kinds)
        self._offer("evening", [(each.pk, f"{each.name}, {date_format(each.date, 'j M Y')}") for each in events])
        if event is not None:
            del self.fields["evening"]

    def _offer(self, name: str, choices: Sequence[tuple[object, object]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [ALL, *choices]

    def filter(self, before: int | None = None) -> LogFilter:
        data = self.cleaned_data
        return LogFilter(
            event=self.event or self.events.get(data.get("evening") or 0),
            by=data["who"],
            kinds=(data["kind"],) if data["kind"] else self.may_read,
            day=data["day"],
            words=data["words"],
            before=before,
        )
