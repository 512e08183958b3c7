"""Forms for what happens in a season besides matches: a ruling on a match, a team that withdraws, undoing either."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import NeedsReason
from tournament.leagues.forms.fixtures import check_day
from tournament.leagues.outcomes import OUTCOMES, WITHDRAWALS
from tournament.leagues.reported import Figures
from tournament.leagues.results_file import MOST_FIGURE
from tournament.models import Event, LeagueResult, LeagueTeam
from tournament.web.fields import DAY_INPUT, Number


class ReasonForm(forms.Form):
    """Why something is ruled or undone, for those who run the league (`leagues.outcomes`)."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        help_text=_("For the log. The public sees what was ruled, not why."),
        error_messages={"required": NeedsReason.message},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class OutcomeChoice(forms.RadioSelect):
    """What happened, each choice with what it asks besides, so that a page hides the rest."""

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(*args, **kwargs)
        outcome = OUTCOMES[option["value"]]
        asks = (("winner", outcome.asks_winner), ("offender", outcome.asks_offender), ("score", outcome.asks_score))
        option["attrs"]["data-asks"] = " ".join(name for name, is_asked in asks if is_asked)
        return option


class RulingForm(ReasonForm):
    """What happened to a match. Who gets it and the score are needed for some rulings only: `asked` says what the
    choice has to ask for."""

    asked: Mapping[str, str] = {
        **{"winner": "winner", "forfeited_by": "offender", "tables": "offender"},
        **dict.fromkeys(("games", "other_games"), "score"),
    }

    explanations: Mapping[str, Mapping[str, object]] = {
        "outcome": {each.key: each.explanation for each in OUTCOMES.values()}
    }

    outcome = forms.ChoiceField(
        label=_("What happened"),
        widget=OutcomeChoice,
        error_messages={"required": _("Choose what happened.")},
    )
    winner = forms.ChoiceField(
        label=_("Who gets the match"),
        required=False,
        widget=forms.RadioSelect,
        help_text=_("For a walk-over or a forfeited match."),
    )

    forfeited_by = forms.ChoiceField(
        label=_("Who forfeits a table"),
        required=False,
        widget=forms.RadioSelect,
        help_text=_("The team whose player might not play."),
    )

    tables = forms.TypedMultipleChoiceField(
        label=_("Which table"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Its games go to the other team, unless you enter another score."),
    )
    proposed = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)

    def __init__(
        self,
        match: LeagueResult,
        data: QueryDict | None = None,
        *,
        proposed: Mapping[str, Any] | None = None,
        known: Figures | None = None,
    ) -> None:
        """`known` are the tables of the match, from which a form without another score proposes that without the
        forfeited ones."""
        super().__init__(data, initial={**(proposed or {})})
        assert match.other is not None
        self.match, self.teams = match, {str(team.pk): team for team in (match.team, match.other)}
        outcomes = [each for each in OUTCOMES.values() if match.league.is_cup or not each.of_cups]
        outcome = self.fields["outcome"]
        assert isinstance(outcome, forms.ChoiceField)
        outcome.choices = [(each.key, each.label) for each in outcomes]
        score = _("For an abandoned match, or one with a table forfeited.")
        score = _("For one that was abandoned, drawn, or lost a table.") if match.league.is_cup else score
        winner = self.fields["winner"]
        assert isinstance(winner, forms.ChoiceField)
        if match.league.is_cup:
            winner.help_text = _("For a walk-over, a forfeited match or one that was decided after a draw.")
        winner.choices = [(key, team.name) for key, team in self.teams.items()]
        forfeited_by = self.fields["forfeited_by"]
        assert isinstance(forfeited_by, forms.ChoiceField)
        forfeited_by.choices = [("team", match.team.name), ("other", match.other.name), ("both", _("Both"))]
        for name, team in (("games", match.team), ("other_games", match.other)):
            label = str(_("%(Counted)s of %(name)s")) % {
                "name": team.name,
                "Counted": match.league.get_counts_display(),
            }
            self.fields[name] = Number(label, score, most=MOST_FIGURE)
            self.fields[name].initial = getattr(match, name)
        if known is None or not known.tables:
            del self.fields["tables"]
        else:
            self._offer_tables(known)
            self._propose_score(known)
        self.order_fields(["outcome", "winner", "forfeited_by", "tables", "games", "other_games", "reason"])

    def _offer_tables(self, known: Figures) -> None:
        tables = self.fields["tables"]
        assert isinstance(tables, forms.TypedMultipleChoiceField)
        played = [number for number, games in enumerate(known.tables, start=1) if any(games)]
        tables.choices = [
            (number, _("Table %(number)s: %(score)s") % {"number": number, "score": score})
            for number, score in zip(played, known.tables_with_names or known.tables_in_words, strict=True)
        ]

    def _propose_score(self, known: Figures) -> None:
        """Fills in the score without the forfeited tables, as long as nobody has typed another one."""
        said = self.data if self.is_bound else self.initial
        ticked = said.getlist("tables") if isinstance(said, QueryDict) else said.get("tables", ())
        forfeited = {int(each) for each in ticked if str(each).isdecimal()}
        if said.get("outcome") != "table_forfeited" or not said.get("forfeited_by") or not forfeited:
            return
        former = f"{self.match.games}-{self.match.other_games}"
        if self.is_bound and f"{said.get('games')}-{said.get('other_games')}" not in (former, said.get("proposed")):
            return
        league = self.match.league
        most = MOST_FIGURE if league.counts_games_in_play or not league.race_to else league.race_to
        one, other = known.games_without(forfeited, said["forfeited_by"], most=most)
        score = {"games": str(one), "other_games": str(other), "proposed": f"{one}-{other}"}
        if isinstance(self.data, QueryDict) and self.is_bound:
            self.data = self.data.copy()
            for name, value in score.items():
                self.data[name] = value
        else:
            self.initial.update(score)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        ruling = OUTCOMES.get(data.get("outcome", ""))
        if ruling and ruling.asks_winner and not data.get("winner"):
            self.add_error("winner", _("Choose who gets the match."))
        if ruling and ruling.asks_offender and not data.get("forfeited_by"):
            self.add_error("forfeited_by", _("Choose who forfeits a table."))
        for name in ("games", "other_games"):
            if ruling and ruling.asks_score and name not in self.errors and data.get(name) is None:
                is_abandoned = ruling.key.startswith("abandoned")
                words = _("Enter the score when it was abandoned.") if is_abandoned else _("Enter the score.")
                self.add_error(name, words)
        if ruling and ruling.of_cups and data.get("games") != data.get("other_games"):
            self.add_error("outcome", _("This score is no draw: one team has won."))
        return data

    def ruling(self) -> dict[str, Any]:
        """Returns the values of a valid form as `rule_match` takes them."""
        data = self.cleaned_data
        figures = {name: data[name] for name in ("games", "other_games")}
        if OUTCOMES[data["outcome"]].keeps_hang_jacks:
            figures |= {name: getattr(self.match, name) for name in ("hang_jacks", "other_hang_jacks")}
        return {
            "outcome": data["outcome"],
            "winner": self.teams.get(data["winner"]),
            "figures": figures,
            "forfeited_by": data["forfeited_by"] if OUTCOMES[data["outcome"]].asks_offender else "",
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
