"""The filters of a league's matches: a team, a round, a venue and what became of a match."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.leagues.queries.filters import STATES, MatchFilter, venues_of
from tournament.leagues.queries.page import LeaguePage
from tournament.models import LeagueTeam
from tournament.web.pages import number_in


class MatchFilterForm(forms.Form):
    """Everything may be left open; an address keeps what was chosen."""

    team = forms.ChoiceField(label=_("Team"), required=False)
    round = forms.ChoiceField(label=_("Round"), required=False)
    venue = forms.ChoiceField(label=_("Venue"), required=False)
    state = forms.ChoiceField(label=_("Matches"), required=False, choices=[("", _("all")), *STATES.items()])

    def __init__(self, page: LeaguePage, teams: list[LeagueTeam], data: QueryDict) -> None:
        super().__init__(data)
        rounds = [(str(each.number), page.label_of_round(each.number)) for each in page.rounds]
        self._offer("team", [("", _("all teams")), *((str(team.pk), team.name) for team in teams)])
        self._offer("round", [("", _("all rounds")), *rounds])
        self._offer("venue", [("", _("all venues")), *((venue, venue) for venue in venues_of(page))])

    def _offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        field.error_messages["invalid_choice"] = _("This league has no such matches, so all are shown.")

    def chosen(self) -> MatchFilter:
        """Returns what is chosen; what cannot be chosen is left open, and named beside its field."""
        self.is_valid()
        team, number, venue, state = (self.cleaned_data.get(name, "") for name in ("team", "round", "venue", "state"))
        return MatchFilter(number_in(team), number_in(number), venue, state)
