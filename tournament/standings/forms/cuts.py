"""Forms that break ties: the cards that tied competitors cut, or a play-off."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.standings.queries.cuts import CARDS, Tie

CARD_LABELS = {"A": _("Ace"), "K": _("King"), "Q": _("Queen"), "J": _("Jack"), "T": "10"}


class CutForm(forms.Form):
    """The card that each tied player cut: for everybody in a tie, or for nobody yet."""

    def __init__(self, ties: Sequence[Tie], data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.ties = ties
        choices = [("", _("no card yet")), *((card, CARD_LABELS.get(card, card)) for card in CARDS)]
        for tie in ties:
            for placing in tie.placings:
                name = f"card_{placing.record.entry}"
                self.fields[name] = forms.ChoiceField(label=placing.record.name, choices=choices, required=False)

    def groups(self) -> Iterator[tuple[Tie, list[forms.BoundField]]]:
        for tie in self.ties:
            yield tie, [self[f"card_{entry}"] for entry in tie.entries]

    def clean(self) -> dict[str, Any]:
        for tie in self.ties:
            cut = [entry for entry in tie.entries if self.cleaned_data.get(f"card_{entry}")]
            for entry in tie.entries if cut else ():
                if entry not in cut and f"card_{entry}" not in self.errors:
                    self.add_error(f"card_{entry}", _("Choose a card for everybody who is tied."))
        if not self.errors and not any(self.cleaned_data.values()):
            self.add_error(None, _("Pick the card that each of them cut."))
        return self.cleaned_data

    def cards(self) -> dict[int, list[str]]:
        """Returns entry -> all cards cut so far, this one last."""
        return {
            entry: [*tie.cards, self.cleaned_data[f"card_{entry}"]]
            for tie in self.ties
            for entry in tie.entries
            if self.cleaned_data.get(f"card_{entry}")
        }


class PlayOffForm(forms.Form):
    """The result of a play-off for a shared place: a place for everybody in a tie, or for nobody. Those still tied
    share one: 1, 2, 2."""

    def __init__(self, ties: Sequence[Tie], data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.ties = ties
        for tie in ties:
            choices = [("", _("no place yet")), *((n, f"{n}") for n in range(1, len(tie.entries) + 1))]
            for placing in tie.placings:
                self.fields[f"place_{placing.record.entry}"] = forms.TypedChoiceField(
                    label=placing.record.name, choices=choices, coerce=int, empty_value=None, required=False
                )

    def groups(self) -> Iterator[tuple[Tie, list[forms.BoundField]]]:
        for tie in self.ties:
            yield tie, [self[f"place_{entry}"] for entry in tie.entries]

    def clean(self) -> dict[str, Any]:
        for tie in self.ties:
            places = [self.cleaned_data.get(f"place_{entry}") for entry in tie.entries]
            known = [place for place in places if place is not None]
            if known and not any(f"place_{entry}" in self.errors for entry in tie.entries):
                self._check(tie, places, known)
        if not self.errors and not self.orders():
            self.add_error(None, _("Pick the place of each of them."))
        return self.cleaned_data

    def _check(self, tie: Tie, places: Sequence[int | None], known: Sequence[int]) -> None:
        for entry, place in zip(tie.entries, places, strict=True):
            if place is None:
                self.add_error(f"place_{entry}", _("Choose a place for everybody who played off."))
            elif len(known) == len(places) and place != 1 + sum(other < place for other in known):
                self.add_error(f"place_{entry}", _("Places go 1, 2, 3. Those still tied share one: 1, 2, 2."))
        if len(set(known)) == 1 and len(known) == len(places):
            self.add_error(f"place_{tie.entries[0]}", _("At least one of them must rank ahead of the others."))

    def orders(self) -> list[list[list[int]]]:
        """Returns, for each tie that was played off, who reached each place, the best first."""
        orders_of_ties = []
        for tie in self.ties:
            places = {entry: self.cleaned_data.get(f"place_{entry}") for entry in tie.entries}
            known = sorted({place for place in places.values() if place is not None})
            if known:
                orders_of_ties.append([[entry for entry in tie.entries if places[entry] == place] for place in known])
        return orders_of_ties
