"""Forms of the clock's settings: its sound, rounds that begin by themselves, breaks, and time for one table."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.web.fields import TIME_INPUT, EitherField

SOUNDS = {
    "bell": _("Bell"),
    "gong": _("Gong"),
    "school": _("School bell"),
    "horn": _("Horn"),
    "chime": _("Chimes"),
}
PAST_MIDNIGHT = timedelta(hours=12)
"""A closing time that is this long before now means the next day."""


class ClockForm(forms.Form):
    """The clock's settings, filled in from the event. All of them may be changed at any time. A field with the name of
    one of Event's is filled in from it and saved to it."""

    bell_sound = forms.ChoiceField(label=_("Sound"), choices=list(SOUNDS.items()), widget=forms.RadioSelect)
    bell_volume = forms.IntegerField(
        label=_("Volume"),
        min_value=10,
        max_value=100,
        widget=forms.NumberInput(attrs={"type": "range", "step": 10}),
        help_text=_("For every device whose sound is on. Set each device’s own volume as well."),
    )
    starts_itself = EitherField(
        label=_("The next round starts"),
        choices={"no": _("when the director starts it"), "yes": _("automatically, after the change-over")},
        help_text=_(
            "The first round of the evening always waits for the director. So does any round whose seats "
            "are not shown yet. Where score sheets are handed out, a later hour starts 5 minutes after its seats "
            "are shown at the earliest."
        ),
    )
    change_minutes = forms.IntegerField(
        label=_("Change-over in minutes"), min_value=0, max_value=120, help_text=_("Between one round and the next.")
    )
    closes = forms.TimeField(
        label=_("Closing time"),
        required=False,
        widget=TIME_INPUT,
        help_text=_("The timetable shows whether the evening ends in time."),
    )

    def __init__(self, event: Event, data: Mapping[str, Any] | None, *, now: datetime) -> None:
        self.event, self.now = event, now
        closes = timezone.localtime(event.closes_at) if event.closes_at else None
        super().__init__(
            data,
            initial={
                **{name: getattr(event, name) for name in self.base_fields if hasattr(event, name)},
                "starts_itself": "yes" if event.starts_itself else "no",
                "change_minutes": event.change_seconds // 60,
                "closes": f"{closes:%H:%M}" if closes else "",
            },
        )
        if not event.kind.has_several_stages:
            del self.fields["starts_itself"], self.fields["change_minutes"]

    def settings(self) -> dict[str, Any]:
        """Returns the settings by the names of Event's fields."""
        data = self.cleaned_data
        kept: dict[str, Any] = {name: value for name, value in data.items() if hasattr(self.event, name)}
        if "change_minutes" in data:
            kept["change_seconds"] = data["change_minutes"] * 60
        if "closes" in self.changed_data:
            kept["closes_at"] = self._closes_at()
        return kept

    def _closes_at(self) -> datetime | None:
        """Returns the closing time on the evening's day, or on the next day if that time is long past."""
        choice = self.cleaned_data["closes"]
        if choice is None:
            return None
        local = timezone.localtime(self.now)
        day = max(self.event.date, local.date())
        closes = datetime.combine(day, choice, local.tzinfo)
        is_tomorrow = day == local.date() and local - closes >= PAST_MIDNIGHT
        return closes + timedelta(days=1) if is_tomorrow else closes


class BreakForm(forms.Form):
    """A break after one of these stages, whose next stage has not begun. 0 minutes removes the break."""

    stage = forms.TypedChoiceField(label=_("Break after"), coerce=int)
    minutes = forms.IntegerField(label=_("Minutes"), min_value=0, max_value=240, initial=15)

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None, *, after: Sequence[int]) -> None:
        super().__init__(data, auto_id="break_%s")
        choices = [(number, event.name_stage(number)) for number in after]
        self.fields["stage"].choices = choices  # type: ignore[attr-defined]


class TableTimeForm(forms.Form):
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=999)
    minutes = forms.IntegerField(label=_("Extra minutes"), min_value=1, max_value=30, initial=3)

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id="time_%s")

    @property
    def by_time(self) -> timedelta:
        return timedelta(minutes=self.cleaned_data["minutes"])
