"""Forms for what happens in a season besides matches: a ruling on a match, a team that withdraws, undoing either."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import NeedsReason
from tournament.leagues.forms.leagues import check_day
from tournament.leagues.outcomes import OUTCOMES, WITHDRAWALS
from tournament.leagues.results_file import MOST_FIGURE
from tournament.models import Event, LeagueResult, LeagueTeam
from tournament.web.fields import DAY_INPUT, LineField, Number

LONGEST_NAME = 80
"""Letters in a player's name."""


class ReasonForm(forms.Form):
    """Why something is ruled or undone."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        help_text=_("Everybody can read it."),
        error_messages={"required": NeedsReason.message},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RulingForm(ReasonForm):
    """What happened to a match. Who gets it and the score are needed for some rulings only."""

    explanations: Mapping[str, Mapping[str, object]] = {
        "outcome": {each.key: each.explanation for each in OUTCOMES.values()}
    }

    outcome = forms.ChoiceField(
        label=_("What happened"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what happened.")},
    )
    winner = forms.ChoiceField(
        label=_("Who gets the match"),
        required=False,
        widget=forms.RadioSelect,
        help_text=_("For a walk-over or a forfeited match."),
    )

    def __init__(self, match: LeagueResult, data: QueryDict | None = None) -> None:
        super().__init__(data)
        assert match.other is not None
        self.teams = {str(team.pk): team for team in (match.team, match.other)}
        outcomes = [each for each in OUTCOMES.values() if match.league.is_cup or not each.of_cups]
        outcome = self.fields["outcome"]
        assert isinstance(outcome, forms.ChoiceField)
        outcome.choices = [(each.key, each.label) for each in outcomes]
        score = _("For an abandoned or a drawn match.") if match.league.is_cup else _("For an abandoned match.")
        winner = self.fields["winner"]
        assert isinstance(winner, forms.ChoiceField)
        if match.league.is_cup:
            winner.help_text = _("For a walk-over, a forfeited match or one that was decided after a draw.")
        winner.choices = [(key, team.name) for key, team in self.teams.items()]
        for name, team in (("games", match.team), ("other_games", match.other)):
            label = str(_("Bullseyes of %(name)s")) % {"name": team.name}
            self.fields[name] = Number(label, score, most=MOST_FIGURE)
            self.fields[name].initial = getattr(match, name)
        self.order_fields(["outcome", "winner", "games", "other_games", "reason"])

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        ruling = OUTCOMES.get(data.get("outcome", ""))
        if ruling and ruling.asks_winner and not data.get("winner"):
            self.add_error("winner", _("Choose who gets the match."))
        for name in ("games", "other_games"):
            if ruling and ruling.asks_score and name not in self.errors and data.get(name) is None:
                words = _("Enter the score.") if ruling.of_cups else _("Enter the score when it was abandoned.")
                self.add_error(name, words)
        if ruling and ruling.of_cups and data.get("games") != data.get("other_games"):
            self.add_error("outcome", _("This score is no draw: one team has won."))
        return data

    def ruling(self) -> dict[str, Any]:
        """Returns the values of a valid form as `rule_match` takes them."""
        data = self.cleaned_data
        figures = {name: data[name] for name in ("games", "other_games")}
        return {
            "outcome": data["outcome"],
            "winner": self.teams.get(data["winner"]),
            "figures": figures,
            "reason": data["reason"],
        }


class WithdrawForm(ReasonForm):
    """When a team withdraws, and what becomes of its results."""

    explanations: Mapping[str, Mapping[str, object]] = {
        "rule": {each.key: each.explanation for each in WITHDRAWALS.values()}
    }

    on = forms.DateField(label=_("Withdrew on"), widget=DAY_INPUT, validators=[check_day])
    rule = forms.ChoiceField(
        label=_("Its results"),
        choices=[(each.key, each.label) for each in WITHDRAWALS.values()],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what becomes of its results.")},
    )
    kept_until = forms.DateField(
        label=_("Kept up to"),
        required=False,
        widget=DAY_INPUT,
        validators=[check_day],
        help_text=_("Only if results are kept up to a date."),
    )

    def __init__(self, team: LeagueTeam, data: QueryDict | None, *, today: date) -> None:
        super().__init__(data, initial={"on": today})
        self.team = team
        self.order_fields(["on", "rule", "kept_until", "reason"])

    def clean(self) -> dict[str, Any]:
        rule = WITHDRAWALS.get(self.cleaned_data.get("rule", ""))
        if rule and rule.asks_date and "kept_until" not in self.errors and not self.cleaned_data.get("kept_until"):
            self.add_error("kept_until", _("Enter the date up to which its results are kept."))
        return self.cleaned_data


class SquadForm(forms.Form):
    """A team's name and captain, and who is in its squad, one per line, from when on."""

    name = LineField(label=_("Team"), max_length=80, help_text=_("A new name is shown with all its matches."))
    captain = LineField(label=_("Captain"), required=False, max_length=80)
    contact = LineField(
        label=_("Contact"),
        required=False,
        max_length=120,
        help_text=_("Telephone or e-mail. Only people who sign in here see the captain and this."),
    )
    names = forms.CharField(
        label=_("Squad"),
        required=False,
        strip=False,
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "autocapitalize": "words"}),
        help_text=_("One name per line. Somebody from another team of this league moves from there."),
    )
    on = forms.DateField(label=_("From"), widget=DAY_INPUT, validators=[check_day])

    def team_fields(self) -> dict[str, Any]:
        """Returns the values as fields of a LeagueTeam."""
        return {name: self.cleaned_data[name] for name in ("name", "captain", "contact")}

    def clean_names(self) -> list[str]:
        names = [" ".join(line.split()) for line in self.cleaned_data["names"].splitlines()]
        for name in names:
            if len(name) > LONGEST_NAME:
                words = _("“%(name)s…” is too long: a name has at most %(most)s letters.")
                raise forms.ValidationError(words % {"name": name[:20], "most": LONGEST_NAME})
        return [name for name in names if name]


class LinkForm(forms.Form):
    """Which evening a match is played in."""

    event = forms.ChoiceField(
        label=_("Evening"), widget=forms.RadioSelect, error_messages={"required": _("Choose an evening.")}
    )

    def __init__(self, events: Sequence[Event], data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.events = {str(event.pk): event for event in events}
        field = self.fields["event"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(key, f"{event.name}, {date_format(event.date)}") for key, event in self.events.items()]
