"""Forms for a league's rules, correcting results, and penalties."""

from collections.abc import Mapping, Sequence
from copy import copy
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import NeedsReason
from tournament.foundation.wording import league_points
from tournament.leagues.criteria import labels_of_tie_breaks
from tournament.leagues.doubts import can_end_race, say_wins
from tournament.leagues.forms.fixtures import MOST_TEAMS, check_day
from tournament.leagues.forms.reports import FiguresForm, initial_figures, initial_in_common
from tournament.leagues.log_sentences import OF_POINTS
from tournament.leagues.reported import ReportedMatch
from tournament.leagues.results_file import MOST_FIGURE
from tournament.leagues.rules_in_words import GROUPS
from tournament.models import League, LeagueResult, LeagueTeam
from tournament.web.fields import (
    DAY_INPUT,
    AmountField,
    ArrangedField,
    LineField,
    Number,
    PointsField,
    is_arranging,
)

RULES = (
    "name",
    "season",
    "division",
    "order",
    "tie_breaks",
    "counts",
    "win",
    "draw",
    "loss",
    "per_game",
    "bonus",
    "bonus_within",
    "bye",
    "race_to",
    "counts_games_in_play",
    "walk_over",
    "meetings",
    "tables",
    "agree_hours",
    "shows_reported",
    "squads_until",
    "transfers_until",
    "squad_most",
    "substitutes",
    "substitute_matches",
    "lent_matches",
    "promoted",
    "play_off",
    "relegated",
    "fee",
    "walk_over_fine",
)
EMPTY_IS_NONE_OF_THEM = (
    *("division", "bonus_within", "promoted", "play_off", "relegated", "tables"),
    *("fee", "walk_over_fine", "squad_most", "lent_matches"),
)
MOST_TABLES, MOST_DIVISIONS, MOST_LEAGUE_POINTS = 30, 20, 99


class LeaguePointsField(PointsField):
    """League points as they are stored: from 0 to 99, with halves and quarters."""

    def clean(self, value: Any) -> Decimal:
        points: int | Fraction = super().clean(value)
        if not 0 <= points <= MOST_LEAGUE_POINTS or 4 % points.denominator:
            words = _("Enter a number from 0 to %(most)s, such as 2, ½ or 1.25.")
            raise forms.ValidationError(words % {"most": MOST_LEAGUE_POINTS})
        return Decimal(points.numerator) / points.denominator


class FoldedRules(NamedTuple):
    """Rules that are folded; `words` say what is set there. Those with an error are open."""

    title: str
    words: str
    fields: list[forms.BoundField]
    is_open: bool


class LeagueForm(forms.Form):
    """All fields but the name have an initial value. The first form of a new club also asks for the club's name."""

    name = LineField(label=_("League"), max_length=80, help_text=_("The same name in every division."))
    season = LineField(label=_("Season"), max_length=40, help_text=_("For example 2026, or 2026/27."))
    division = Number(
        _("Division"), _("1 is the top one. Leave empty if the league has no divisions."), most=MOST_DIVISIONS
    )
    club_name = forms.CharField(label=_("Club"), max_length=120, help_text=_("Printed on every document."))
    order = forms.ChoiceField(
        label=_("Ranked by"),
        choices=League.Order.choices,
        widget=forms.RadioSelect,
    )
    win = LeaguePointsField(_("League points for a match won"), _("A half is ½ or 0.5."))
    draw = LeaguePointsField(_("For a match drawn"))
    loss = LeaguePointsField(_("For a match lost"))
    per_game = LeaguePointsField(_("For each game won"), _("As in leagues that give 1 a game and 2 for the match."))
    bonus = LeaguePointsField(_("Bonus for losing by few"))
    bonus_within = Number(_("By how many games at most"), most=MOST_FIGURE)
    tie_breaks = ArrangedField(
        label=_("Ties are broken by"),
        choices={},
        add=_("Add tie-break"),
        help_text=_(
            "Head to head: 2 teams have 20 points; the one that won 2 of their 3 matches against each other is ahead. "
            "Used once they have played all of these."
        ),
    )
    counts = forms.ChoiceField(
        label=_("The cards of its matches count"),
        choices=League.Counts.choices,
        help_text=_("The word on all pages and papers: bullseyes in All Fours, legs or points in other games."),
    )
    bye = forms.ChoiceField(label=_("A bye counts as"), choices=League.Bye.choices, widget=forms.RadioSelect)
    race_to = Number(
        _("Games that win a match"),
        _("If matches are a race: 18 at the World Cup. Leave empty if a match is a set number of games."),
        least=1,
        most=MOST_FIGURE,
    )
    counts_games_in_play = forms.BooleanField(
        label=_("Games in play at other tables when a match is decided count"),
        required=False,
        help_text=_("Only in a race. With 18 and 3 tables, a match can end 20–13; otherwise the winner has 18."),
    )
    walk_over = Number(
        _("Games of a walk-over"),
        _("Counted for the team that gets the match; leave empty for those that win a race, or for none."),
        most=MOST_FIGURE,
    )
    meetings = Number(
        _("How often two teams meet"),
        _("Used to find missing results. Enter 0 if not everybody meets everybody."),
        most=9,
    )
    tables = Number(
        _("Tables in a match"),
        _("Captains report the score of each table. Leave empty if they report totals alone."),
        most=MOST_TABLES,
    )
    agree_hours = Number(
        _("Hours until a captain’s silence agrees"),
        _("Counted from the report of the other captain. Leave empty if both always have to report."),
        least=1,
        most=999,
    )
    shows_reported = forms.BooleanField(
        label=_("Show results that one captain has reported, as provisional"),
        required=False,
        help_text=_("They count in the table once they are agreed."),
    )

    squads_until = forms.DateField(
        label=_("Squads are closed after"),
        required=False,
        widget=DAY_INPUT,
        validators=[check_day],
        help_text=_("With 31 March, nobody new joins a squad from 1 April on. Leave empty if they stay open."),
    )
    transfers_until = forms.DateField(
        label=_("No transfers after"),
        required=False,
        widget=DAY_INPUT,
        validators=[check_day],
        help_text=_("With 31 January, nobody moves from one team to another from 1 February on."),
    )
    squad_most = Number(
        _("Most players of a squad"), _("With 12, a thirteenth is asked about. Leave empty for any number.")
    )
    substitutes = Number(
        _("Substitutes of a team in a match"),
        _(
            "Players who are not in its squad. With 2, a third may not play; with 0, nobody outside the squad. "
            "Leave empty for any number."
        ),
    )
    substitute_matches = Number(
        _("Matches for one team before a substitute is tied to it"),
        _(
            "With 3, a substitute who has played 3 matches for a team plays for no other, and joins its squad "
            "before the fourth. Leave empty for any number."
        ),
        least=1,
    )
    lent_matches = Number(
        _("Matches a player of another squad may help out"),
        _("With 2, somebody of Couva’s squad may play 2 matches for Arima. Leave empty if they may not."),
    )

    promoted = Number(_("Teams that go up"), _("With 2, places 1 and 2 move to the division above."), most=MOST_TEAMS)
    play_off = Number(
        _("Teams that play off to go up"),
        _("With 2 that go up and 4 here, places 3 to 6 play off. Who wins the play-offs that you draw goes up."),
        most=MOST_TEAMS,
    )
    relegated = Number(
        _("Teams that go down"), _("With 2 of 9 teams, places 8 and 9 move to the division below."), most=MOST_TEAMS
    )

    fee = AmountField(
        label=_("Fee of a team"),
        lowest=Decimal(0),
        required=False,
        help_text=_("For the season. With 20, each team owes 20.00 until it has paid."),
    )
    walk_over_fine = AmountField(
        label=_("Fine for a walk-over"),
        lowest=Decimal(0),
        required=False,
        help_text=_("With 5, a team that gave 2 matches away owes 10.00 more."),
    )

    def __init__(self, league: League, data: Mapping[str, Any] | None, *, first: bool = False) -> None:
        initial = {name: getattr(league, name) for name in RULES}
        initial |= {name: initial[name] or None for name in EMPTY_IS_NONE_OF_THEM}
        initial |= {name: league_points(getattr(league, name)) for name in OF_POINTS}
        super().__init__(data, initial=initial)
        arranged = self.fields["tie_breaks"]
        assert isinstance(arranged, ArrangedField)
        arranged.choices = labels_of_tie_breaks(league)
        self.initial["tie_breaks"] = [key for key in league.tie_breaks if key in arranged.choices]
        for name in ("win", "draw", "loss", "meetings"):
            self.fields[name].required = True
        if not first:
            del self.fields["club_name"]
        self.league = league

    @property
    def groups(self) -> list[FoldedRules]:
        """Returns the rules that stand folded below the others, with what is set there: what was typed, otherwise what
        is stored."""
        shown = copy(self.league)
        for name in (each for each in RULES if self.is_bound and each in self.cleaned_data):
            setattr(shown, name, self._value_of(name))
        return [
            FoldedRules(
                str(group.title),
                group.words(shown),
                [self[name] for name in group.names],
                is_open=any(name in self.errors or is_arranging(self.data, name) for name in group.names),
            )
            for group in GROUPS
        ]

    def values(self) -> dict[str, Any]:
        return {name: self._value_of(name) for name in RULES}

    def _value_of(self, name: str) -> Any:
        value = self.cleaned_data[name]
        return value or 0 if name in EMPTY_IS_NONE_OF_THEM else value


class ResultForm(FiguresForm):
    """The result of a match of two teams. A correction needs a reason, the first result does not; removing a match
    always does. With `today` a result of a match that is still to come is asked about."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        help_text=_("For the log. The public sees the result, not why it changed."),
        error_messages={"required": NeedsReason.message},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self,
        result: LeagueResult,
        data: QueryDict | None = None,
        *,
        squads: tuple[Sequence[str], Sequence[str]] = ((), ()),
        initial: dict[str, Any] | None = None,
        today: date | None = None,
    ) -> None:
        self.today = today
        initial = initial_figures(result) if initial is None else initial
        super().__init__(result, result.team, data, squads=squads, initial=initial)
        self.order_fields([name for name in self.fields if name != "reason"])
        if result.is_fixture:
            self.fields["reason"].required = data is not None and data.get("step") == "out"
            self.fields["reason"].help_text = _("Needed only to remove the match. It stays in the log.")
            first = "table_1" if self.tables else "games"
            self.fields[first].widget.attrs["autofocus"] = True

    def values(self) -> dict[str, Any]:
        """Returns the fields of a result that a valid form gives."""
        return {**self.figures.fields, **self.figures.fields_of_tables}

    def check_score(self, games: int, other: int) -> None:
        """Refuses no score: the secretary is asked."""

    @property
    def score(self) -> str:
        """The score of a valid form, as in "18–12"."""
        return f"{self.cleaned_data['games']}–{self.cleaned_data['other_games']}"

    @property
    def key(self) -> str:
        """Tells a valid form from others, for a button that means what its page has shown."""
        return f"{self.score}{self.key_of_names}"

    def is_asked(self, sure: str) -> bool:
        """Whether something about a valid form is unlikely, and the reader is not sure of it."""
        return sure != self.key and bool(self.asked_doubts or self.questions)

    @property
    def asked_doubts(self) -> list[str]:
        """Says that a score of a valid form cannot end a race, or is of a match to come, and who may not play."""
        wins, doubts = self.match.league.wins, [each.why for each in self.ineligible_players]
        if wins and not can_end_race(self.cleaned_data["games"], self.cleaned_data["other_games"], wins):
            words = _("A match is won with %(race)s, so %(score)s looks wrong. Is it right?")
            doubts.insert(0, str(words) % {"race": say_wins(wins), "score": self.score})
        return doubts + (self.doubts_of_day(self.today) if self.today and self.match.is_fixture else [])


class SettleForm(ResultForm):
    """What the secretary types where neither version of a match is right. It starts with what all of them say."""

    def __init__(
        self,
        reported: ReportedMatch,
        data: QueryDict | None = None,
        *,
        squads: tuple[Sequence[str], Sequence[str]] = ((), ()),
    ) -> None:
        super().__init__(reported.match, data, squads=squads, initial=initial_in_common(reported.versions))
        self.fields["reason"].required = True


class PenaltyForm(forms.Form):
    """What a team loses, and why. League points are asked for only if the league ranks by them."""

    team = forms.ModelChoiceField(label=_("Team"), queryset=LeagueTeam.objects.none(), empty_label=_("choose a team"))
    points = LeaguePointsField(_("League points deducted"), _("A half is ½ or 0.5."))
    bullseyes = Number("", most=MOST_FIGURE)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        help_text=_("Printed under the table. Everybody can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, league: League, data: QueryDict | None = None) -> None:
        super().__init__(data)
        teams = self.fields["team"]
        assert isinstance(teams, forms.ModelChoiceField)
        teams.queryset = league.teams.all()
        self.fields["bullseyes"].label = _("%(Counted)s deducted") % {"Counted": league.get_counts_display()}
        if league.order == League.Order.BULLSEYES:
            del self.fields["points"]

    def clean(self) -> dict[str, Any]:
        if not self.errors and not any(self.penalty_fields().values()):
            first = "points" if "points" in self.fields else "bullseyes"
            self.add_error(first, _("Enter how much to deduct."))
        return self.cleaned_data

    def penalty_fields(self) -> dict[str, Any]:
        return {name: self.cleaned_data.get(name) or 0 for name in ("points", "bullseyes")}


class WithdrawPenaltyForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason for undoing it"), max_length=300, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
