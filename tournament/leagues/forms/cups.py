"""The form of a draw: a cup, the play-offs or a plate, its teams, their order and the dates of its rounds."""

from collections.abc import Sequence
from datetime import date
from itertools import groupby, islice, zip_longest
from operator import attrgetter
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.leagues.fixtures.round_days import EvenDates
from tournament.leagues.forms.fixtures import MOST_TEAMS, check_day
from tournament.leagues.queries.cups import CupTeam
from tournament.models import League, LeagueTeam
from tournament.web.fields import DAY_INPUT, TIME_INPUT, LineField, Number

LOT, TABLE = "lot", "table"


class CupForm(forms.Form):
    """`heading` says what is drawn: from a cup the plate of those who lost in its first round. `first` is proposed as
    the day of the first round."""

    name = LineField(label=_("Name"), max_length=80)
    order = forms.ChoiceField(
        label=_("Who meets whom"),
        choices=[
            (LOT, _("By lot, byes too")),
            (TABLE, _("By the table: the first meets the last, the top gets the byes")),
        ],
        widget=forms.RadioSelect,
    )
    best = Number(
        _("Only the first of these teams"),
        _("With 8, the first 8 of those that are ticked, in the order of the table. Leave empty for all of them."),
        least=2,
        most=2 * MOST_TEAMS,
    )
    teams = forms.MultipleChoiceField(label=_("Teams"), widget=forms.CheckboxSelectMultiple)
    first = forms.DateField(label=_("First round on"), required=False, widget=DAY_INPUT, validators=[check_day])
    days_between = Number(
        _("Days between rounds"), _("28 for every fourth week, 0 if all rounds are on one day."), least=0
    )
    is_beside_league = forms.BooleanField(
        label=_("Only in weeks in which the league does not play"),
        required=False,
        initial=True,
        help_text=_("All divisions and their cups count, and days without matches. You can move each round later."),
    )
    at = forms.TimeField(
        label=_("Time"), required=False, widget=TIME_INPUT, help_text=_("Where the home team has no time of its own.")
    )

    def __init__(
        self,
        league: League,
        teams: Sequence[CupTeam],
        *,
        play_offs: bool,
        first: date | None = None,
        data: QueryDict | None = None,
    ) -> None:
        name, self.heading = _now("%(league)s Cup"), _now("Draw a cup")
        if league.is_cup:
            name, self.heading = _now("%(league)s, plate"), _now("Draw a plate")
        elif play_offs:
            name, self.heading = _now("%(league)s, play-offs"), _now("Draw the play-offs")
        elif any(each.is_drawn for each in teams):
            name = _now("%(league)s, second cup")
        elif league.name.casefold().endswith("cup"):
            name = _now("%(league)s, finals")
        ticked = [each for each in teams if (each.plays_off if play_offs else not each.is_drawn)]
        is_of_all = not league.is_cup and not play_offs
        initial = {
            "name": name % {"league": league.name if is_of_all else league.title},
            "order": TABLE if play_offs else LOT,
            "teams": [each.team.pk for each in ticked or ([] if play_offs else teams)],
            "days_between": 28,
            "first": first,
        }
        super().__init__(data, initial=initial)
        self.team_of = {str(each.team.pk): each.team for each in teams}
        if len({each.team.league_id for each in teams}) > 1:
            self.fields["best"].label = _now("Only the first of each division")
            self.fields["best"].help_text = _now("With 2, the first 2 of those that are ticked. Leave empty for all.")
        choices = self.fields["teams"]
        assert isinstance(choices, forms.MultipleChoiceField)
        choices.choices = [(str(each.team.pk), _say_team(each)) for each in teams]

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if "teams" in data and len(self.teams_to_draw()) < 2:
            self.add_error("teams", _("Tick at least 2 teams."))
        return data

    def teams_to_draw(self) -> list[LeagueTeam]:
        """Returns the teams of a valid form in the order of their tables; or so many of each division as it says, those
        who are first in theirs before those who are second."""
        ticked = [team for key, team in self.team_of.items() if key in self.cleaned_data["teams"]]
        best = self.cleaned_data.get("best")
        if not best:
            return ticked
        by_division = [
            list(islice(division, best)) for _league, division in groupby(ticked, key=attrgetter("league_id"))
        ]
        return [team for equals in zip_longest(*by_division) for team in equals if team is not None]

    def dates(self) -> EvenDates | None:
        data = self.cleaned_data
        if not data["first"]:
            return None
        return EvenDates(data["first"], 28 if data["days_between"] is None else data["days_between"], data["at"])


def _say_team(each: CupTeam) -> str:
    division = each.team.league.division
    if not each.place:
        return each.team.name
    if not division:
        return _now("%(team)s, place %(place)s") % {"team": each.team.name, "place": each.place}
    words = _now("%(team)s, Division %(division)s, place %(place)s")
    return words % {"team": each.team.name, "division": division, "place": each.place}
