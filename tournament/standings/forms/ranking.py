"""The form for the criteria that rank an evening of rounds, in order, and for what an unplayed match counts."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from scoring import RULE_SETS
from tournament.formats.formats import FORMATS
from tournament.models import Event
from tournament.ranking import CRITERIA
from tournament.rules.queries.rules import counts_all_fours, counts_hang_jacks
from tournament.standings.queries.places import criteria_of, usual_criteria_of

PLACES = 6
ALWAYS = (
    *("match_points", "matches_won", "points_for", "points_against", "point_difference", "head_to_head"),
    *("opponents_strength", "best_round", "cut", "play_off"),
)
OF_GAMES = ("games_won", "games_lost", "game_difference", "games_between")
OF_HANG_JACKS = ("hang_jacks_for", "hang_jacks_against", "hang_jack_difference")
CASES: Mapping[str, str | Promise] = {
    "rest": _("Sitting out a round"),
    "walk_over": _("The side that came when the other did not"),
    "absent": _("The side that did not come"),
    "abandoned": _("A match that was broken off"),
    "shared": _("A table that had only part of the round"),
}
KINDS: Mapping[str, str | Promise] = {
    "": _("default"),
    "nothing": _("counts nothing"),
    "own_average": _("counts the average of the matches played"),
    "winners_average": _("counts the average of this round’s winners"),
    "win": _("counts as a win, with the figures below"),
    "fixed": _("counts the figures below"),
    "missing_part": _("counts with its score so far, plus their own average for the missing part"),
}
USUAL: Mapping[str, str | Promise] = {
    "rest": _("Default: the average of the matches played."),
    "walk_over": _("Default: a match won, with the average of the matches played."),
    "absent": _("Default: a match lost, with nothing."),
    "abandoned": _("Default: the score so far."),
    "shared": _("Default: the score so far."),
}
WITH_FIGURES = ("win", "fixed")
FIGURES: Mapping[str, str | Promise] = {"points": _("Points"), "games": _("Games")}


class Case(NamedTuple):
    kind: BoundField
    figures: list[BoundField]


class RankingForm(forms.Form):
    """The first criterion left empty ends the list. Once play has fixed the ranking, the form shows it and asks
    nothing."""

    def __init__(self, event: Event, data: Mapping[str, Any] | None, *, fixed: Mapping[str, str]) -> None:
        self.event = event
        self.why = fixed.get("criteria", "")
        super().__init__(data)
        if self.why:
            return
        rules = RULE_SETS[FORMATS[event.format].rule_set]
        offered = [*ALWAYS, *(OF_GAMES if rules.target is not None else ())]
        offered += ["all_fours"] if counts_all_fours(rules) else []
        offered += OF_HANG_JACKS if counts_hang_jacks(rules) else ()
        offered += [key for key in self.order if key not in offered]
        choices = [(key, _now(CRITERIA[key].label)) for key in sorted(offered, key=lambda key: CRITERIA[key].label)]
        order = self.order
        for place in range(max(PLACES, len(order))):
            label = _now("1. First") if place == 0 else _now("%(place)s. Then, if tied") % {"place": place + 1}
            none = [] if place == 0 else [("", _("no further tie-break"))]
            self.fields[f"place_{place}"] = forms.ChoiceField(
                label=label, choices=[*none, *choices], required=place == 0
            )
            self.initial[f"place_{place}"] = order[place] if place < len(order) else ""
        for case, case_label in CASES.items():
            # A missing part is known of a shared table only.
            kinds = [(kind, words) for kind, words in KINDS.items() if kind != "missing_part" or case == "shared"]
            credit = event.credits.get(case, {})
            self.fields[case] = forms.ChoiceField(
                label=str(case_label), choices=kinds, required=False, help_text=str(USUAL[case])
            )
            self.initial[case] = credit.get("kind", "")
            for figure, words in FIGURES.items():
                name = f"{case}_{figure}"
                self.fields[name] = forms.IntegerField(label=str(words), min_value=0, max_value=999, required=False)
                self.initial[name] = credit.get(figure)

    @property
    def order(self) -> list[str]:
        """The keys of the criteria that rank now."""
        return list(self.event.criteria or (each.key for each in usual_criteria_of(self.event, hours=1)))

    @property
    def order_in_words(self) -> list[tuple[str, str]]:
        """Label and explanation of each criterion, including a knock-out's bracket, which cannot be chosen."""
        asked = criteria_of(self.event, hours=2)
        return [(_now(criterion.label), _now(criterion.explanation)) for criterion in asked]

    @property
    def places(self) -> list[BoundField]:
        return [self[name] for name in self.fields if name.startswith("place_")]

    @property
    def cases(self) -> Iterator[Case]:
        if self.why:
            return
        for case in CASES:
            yield Case(self[case], [self[f"{case}_{figure}"] for figure in FIGURES])

    def clean(self) -> dict[str, Any]:
        chosen: set[str] = set()
        for name in [name for name in self.fields if name.startswith("place_")]:
            key = self.cleaned_data.get(name)
            if key and key in chosen:
                self.add_error(name, forms.ValidationError(_("It is already used above."), code="twice"))
            chosen.add(key or "")
        return self.cleaned_data

    def settings(self) -> dict[str, Any]:
        """Returns settings by the names of Event's fields; empty if play has fixed them. What equals the format's
        default is stored as empty."""
        if self.why:
            return {}
        order = [self.cleaned_data[name] for name in self.fields if name.startswith("place_")]
        order = [key for key in order if key]
        usual = [each.key for each in usual_criteria_of(self.event, hours=1)]
        credits = {case: credit for case in CASES if (credit := self._credit(case))}
        return {"criteria": [] if order == usual else order, "credits": credits}

    def _credit(self, case: str) -> dict[str, Any]:
        """Returns what to store for a case. Other stored values stay as long as the kind stays. A win or a fixed credit
        without a figure uses the average."""
        kind = self.cleaned_data[case]
        if not kind:
            return {}
        kept = self.event.credits.get(case, {})
        credit: dict[str, Any] = {"kind": kind}
        if kept.get("kind") == kind:
            credit = {**kept}
        else:
            if kind in WITH_FIGURES:
                credit["left_open"] = "own_average"
            if kind != "win" and case in ("walk_over", "absent"):
                credit["result"] = "won" if case == "walk_over" else "lost"
        for figure in FIGURES:
            credit.pop(figure, None)
            number = self.cleaned_data[f"{case}_{figure}"]
            if kind in WITH_FIGURES and number is not None:
                credit[figure] = number
        return credit
