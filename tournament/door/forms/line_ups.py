"""The form of a team's line-up: a choice of its players for every place at its tables."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from tournament.door.line_up_remarks import Remarks
from tournament.event.queries.competitors import Competitor, players_at_boards
from tournament.models import Event


class LineUpForm(forms.Form):
    """Only players of the team who are here can be chosen, each once. It starts from the line-up before. `remarks` are
    what the page says of them before it takes them."""

    def __init__(self, event: Event, unit: Competitor, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.boards = players_at_boards(event)
        self.remarks = Remarks()
        here = unit.here
        self._names = {entry.pk: entry.name for entry in here}
        choices = [(entry.pk, entry.name) for entry in here]
        for at in self.boards:
            for place in range(at.start, at.stop):
                label = _("Player %(number)s") % {"number": place - at.start + 1}
                initial = here[place].pk if place < len(here) else None
                self.fields[f"place_{place}"] = forms.TypedChoiceField(
                    label=label, choices=[("", "–"), *choices], coerce=int, initial=initial
                )

    def tables(self) -> Iterator[tuple[int, list[BoundField]]]:
        for board, at in enumerate(self.boards, start=1):
            yield board, [self[f"place_{place}"] for place in range(at.start, at.stop)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        seen: set[int] = set()
        for name, entry in list(cleaned.items()):
            if entry in seen:
                self.add_error(name, _("This player has another place already."))
            seen.add(entry)
        return cleaned

    @property
    def entries(self) -> list[int]:
        """The players of a valid form, in the order of the tables."""
        return [self.cleaned_data[name] for name in self.fields]

    @property
    def names(self) -> list[str]:
        """The names of the players of a valid form."""
        return [self._names[entry] for entry in self.entries]
