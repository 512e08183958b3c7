"""Forms for a league's rules, importing and correcting results, fixtures, and penalties."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import NeedsReason
from tournament.leagues.doubts import can_end_race
from tournament.leagues.queries.fixtures import WHEN, RoundDate
from tournament.leagues.results_file import LONGEST_VENUE, MOST_FIGURE
from tournament.leagues.services.fixtures import EvenDates, Night
from tournament.leagues.spelling import name_key
from tournament.lists.dates import FIRST_DAY, LAST_DAY
from tournament.models import League, LeagueResult, LeagueTeam
from tournament.web.fields import DAY_INPUT, TIME_INPUT, AmountField, LineField, Number

RULES = (
    "name",
    "season",
    "division",
    "order",
    "win",
    "draw",
    "loss",
    "per_game",
    "bonus",
    "bonus_within",
    "bye",
    "race_to",
    "walk_over",
    "meetings",
    "tables",
    "agree_hours",
    "shows_reported",
    "promoted",
    "play_off",
    "relegated",
    "fee",
    "walk_over_fine",
)
EMPTY_IS_NONE_OF_THEM = (
    *("division", "per_game", "bonus", "bonus_within", "promoted", "play_off", "relegated", "tables"),
    *("fee", "walk_over_fine"),
)
FIGURES = ("games", "hang_jacks", "other_games", "other_hang_jacks")
MOST_TEAMS, MOST_MEETINGS, MOST_TABLES, MOST_DIVISIONS, LONGEST_LIST = 40, 4, 30, 20, 10_000
TOO_FEW_TEAMS = _("Enter at least 2 teams, one per line.")


class LeagueForm(forms.Form):
    """All fields but the name have an initial value. The first form of a new club also asks for the club's name."""

    name = LineField(label=_("League"), max_length=80, help_text=_("The same name in every division."))
    season = LineField(label=_("Season"), max_length=40, help_text=_("For example 2026, or 2026/27."))
    division = Number(_("Division"), _("1 is the top one, 0 if the league has no divisions."), most=MOST_DIVISIONS)
    club_name = forms.CharField(label=_("Club"), max_length=120, help_text=_("Printed on every document."))
    order = forms.ChoiceField(
        label=_("Ranked by"),
        choices=League.Order.choices,
        widget=forms.RadioSelect,
        help_text=_(
            "Head to head: 2 teams have 20 points; the one that won 2 of their 3 matches against each other is ahead."
        ),
    )
    win = Number(_("League points for a match won"), most=99)
    draw = Number(_("For a match drawn"), most=99)
    loss = Number(_("For a match lost"), most=99)
    per_game = Number(_("For each game won"), _("As in leagues that give 1 a game and 2 for the match."), most=99)
    bonus = Number(_("Bonus for losing by few"), most=99)
    bonus_within = Number(_("By how many games at most"), most=MOST_FIGURE)
    bye = forms.ChoiceField(label=_("A bye counts as"), choices=League.Bye.choices, widget=forms.RadioSelect)
    race_to = Number(
        _("Bullseyes that win a match"),
        _("If matches are a race: 18 at the World Cup. Leave empty if a match is a set number of games."),
        least=1,
        most=MOST_FIGURE,
    )
    walk_over = Number(
        _("Bullseyes of a walk-over"),
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
        _("Captains report the bullseyes of each table. Leave empty if they report totals alone."),
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

    promoted = Number(_("Teams that go up"), _("With 2, places 1 and 2 move to the division above."), most=MOST_TEAMS)
    play_off = Number(
        _("Teams that play off to go up"),
        _("With 2 that go up and 4 here, places 3 to 6 play off. You say who won when the next season starts."),
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
        super().__init__(data, initial={name: getattr(league, name) for name in RULES})
        for name in ("win", "draw", "loss", "meetings"):
            self.fields[name].required = True
        if not first:
            del self.fields["club_name"]

    def values(self) -> dict[str, Any]:
        extra = {name: self.cleaned_data[name] or 0 for name in EMPTY_IS_NONE_OF_THEM}
        return {name: self.cleaned_data[name] for name in RULES} | extra


class ResultForm(forms.Form):
    """The result of a match. A correction needs a reason, the first result does not; removing a match always does."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        help_text=_("Saved with the result. Everybody can read it."),
        error_messages={"required": NeedsReason.message},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, result: LeagueResult, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.result = result
        if result.is_fixture:
            self.fields["reason"].required = data is not None and data.get("step") == "out"
            self.fields["reason"].help_text = _("Needed only to remove the match. Everybody can read it.")
        if result.other:
            self._ask("games", _("Bullseyes of %(name)s"), result.team.name)
            self._ask("other_games", _("Bullseyes of %(name)s"), result.other.name)
            self._ask("hang_jacks", _("Hang jacks of %(name)s"), result.team.name)
            self._ask("other_hang_jacks", _("Hang jacks of %(name)s"), result.other.name)
            self.order_fields(["games", "other_games", "hang_jacks", "other_hang_jacks", "reason"])

    def _ask(self, name: str, label: Any, team: str) -> None:
        box = Number(label=str(label) % {"name": team}, most=MOST_FIGURE)
        box.initial = getattr(self.result, name)
        box.required = name in ("games", "other_games")
        self.fields[name] = box

    def figures(self) -> dict[str, int | None]:
        return {name: self.cleaned_data[name] for name in FIGURES}

    @property
    def score(self) -> str:
        """The score of a valid form, as in "18–12"; "" for a bye."""
        return f"{self.cleaned_data['games']}–{self.cleaned_data['other_games']}" if self.result.other else ""

    def doubt(self, sure: str) -> str:
        """Asks about a score of a valid form that cannot end a race; "" if it can, or the reader is sure of it."""
        race_to = self.result.league.race_to
        if not race_to or not self.score or sure == self.score:
            return ""
        if can_end_race(self.cleaned_data["games"], self.cleaned_data["other_games"], race_to):
            return ""
        words = _("A match is won with %(race)s bullseyes, so %(score)s looks wrong. Is it right?")
        return str(words) % {"race": race_to, "score": self.score}


def check_day(day: date) -> None:
    if not FIRST_DAY <= day <= LAST_DAY:
        raise forms.ValidationError(_("Check the year of this date."))


class FixturesForm(forms.Form):
    """The teams that are to meet, one per line, and how often any two do."""

    teams = forms.CharField(
        label=_("Teams"),
        strip=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "autocapitalize": "words"}),
        help_text=_("One per line. If the number is odd, one team has a bye in each round."),
        error_messages={"required": TOO_FEW_TEAMS},
    )
    meetings = Number(_("How often two teams meet"), _("With 2, each is at home once."), least=1, most=MOST_MEETINGS)
    first = forms.DateField(
        label=_("Date of the first round"),
        required=False,
        widget=DAY_INPUT,
        validators=[check_day],
        help_text=_("You can also set dates later."),
    )
    days_between = Number(_("Days between rounds"), _("7 for every week, 14 for every other week."), least=1)
    at = forms.TimeField(label=_("Time"), required=False, widget=TIME_INPUT)

    def __init__(self, league: League, data: QueryDict | None = None) -> None:
        names = "\n".join(team.name for team in league.teams.all())
        meetings = min(league.meetings or 2, MOST_MEETINGS)
        super().__init__(data, initial={"teams": names, "meetings": meetings, "days_between": 7})
        self.fields["meetings"].required = True

    def clean_teams(self) -> list[str]:
        lines = [" ".join(line.split()) for line in self.cleaned_data["teams"].splitlines()]
        names, longest = [name for name in lines if name], 80
        keys = [name_key(name) for name in names]
        for at, name in enumerate(names):
            if len(name) > longest:
                words = _("“%(name)s…” is too long: a team’s name has at most %(most)s letters.")
                raise forms.ValidationError(words % {"name": name[:20], "most": longest})
            if keys[at] in keys[:at]:
                raise forms.ValidationError(_("“%(name)s” is there twice.") % {"name": name})
        if len(names) < 2:
            raise forms.ValidationError(TOO_FEW_TEAMS)
        if len(names) > MOST_TEAMS:
            raise forms.ValidationError(_("A league has at most %(most)s teams.") % {"most": MOST_TEAMS})
        return names

    def dates(self) -> EvenDates | None:
        """Returns the dates of the rounds; None if they are set later."""
        data = self.cleaned_data
        return EvenDates(data["first"], data["days_between"] or 7, data["at"]) if data["first"] else None


class RoundDateForm(forms.Form):
    """When and where the matches of a round are played; the names of its fields start with the round."""

    day = forms.DateField(label=_("Date"), required=False, widget=DAY_INPUT, validators=[check_day])
    starts = forms.TimeField(label=_("Time"), required=False, widget=TIME_INPUT)
    venue = LineField(label=_("Venue"), required=False, max_length=LONGEST_VENUE)

    def __init__(self, dates: RoundDate, data: QueryDict | None = None) -> None:
        super().__init__(data, prefix=f"round-{dates.number}", initial={name: getattr(dates, name) for name in WHEN})
        self.dates = dates
        if not any(match.is_fixture for match in dates.together):
            del self.fields["starts"]
        if not dates.matches:
            del self.fields["venue"]


class EvenDatesForm(forms.Form):
    """A date for every round that has none."""

    first = forms.DateField(label=_("First date"), widget=DAY_INPUT, validators=[check_day])
    days_between = Number(_("Days between rounds"), _("7 for every week, 14 for every other week."), least=1)
    at = forms.TimeField(label=_("Time"), required=False, widget=TIME_INPUT)

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"days_between": 7})
        self.fields["days_between"].required = True


class HomesForm(forms.Form):
    """Where and when each team plays at home. The fields of a team start with its id."""

    def __init__(self, league: League, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.teams = list(league.teams.all())
        nights = [("", _("any day")), *WEEKDAYS.items()]
        for team in self.teams:
            self.fields[f"home-{team.pk}"] = LineField(
                label=_("Venue"), required=False, max_length=LONGEST_VENUE, initial=team.home
            )
            self.fields[f"night-{team.pk}"] = forms.TypedChoiceField(
                label=_("Night"), required=False, choices=nights, coerce=int, empty_value=None, initial=team.night
            )
            self.fields[f"starts-{team.pk}"] = forms.TimeField(
                label=_("Time"), required=False, widget=TIME_INPUT, initial=team.starts
            )

    @property
    def rows(self) -> list[tuple[LeagueTeam, list[forms.BoundField]]]:
        """Returns each team with its fields."""
        return [(team, [self[f"{name}-{team.pk}"] for name in ("home", "night", "starts")]) for team in self.teams]

    def homes(self) -> dict[int, str]:
        """Returns the home of each team, by the team's id."""
        return {team.pk: self.cleaned_data[f"home-{team.pk}"] for team in self.teams}

    def nights(self) -> dict[int, Night]:
        """Returns the night of each team, by the team's id."""
        data = self.cleaned_data
        return {team.pk: Night(data[f"night-{team.pk}"], data[f"starts-{team.pk}"]) for team in self.teams}


class BlockForm(forms.Form):
    """Days without matches, of all teams or of one."""

    first = forms.DateField(label=_("First day"), widget=DAY_INPUT, validators=[check_day])
    last = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=DAY_INPUT,
        validators=[check_day],
        help_text=_("Leave it empty for one day."),
    )
    team = forms.ModelChoiceField(
        label=_("Who cannot play"), required=False, queryset=LeagueTeam.objects.none(), empty_label=_("everybody")
    )
    reason = LineField(label=_("Reason"), max_length=120, help_text=_("For example Carnival, or: the hall is let."))

    def __init__(self, league: League, data: QueryDict | None = None) -> None:
        super().__init__(data)
        team = self.fields["team"]
        assert isinstance(team, forms.ModelChoiceField)
        team.queryset = league.teams.all()

    def clean(self) -> dict[str, Any]:
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        if first and last and last < first:
            self.add_error("last", _("The last day is before the first."))
        return self.cleaned_data


class MatchDateForm(forms.Form):
    """When and where one match is played."""

    day = forms.DateField(
        label=_("Date"),
        required=False,
        widget=DAY_INPUT,
        validators=[check_day],
        help_text=_("Leave it empty while a postponed match has no new date."),
    )
    starts = forms.TimeField(label=_("Time"), required=False, widget=TIME_INPUT)
    venue = LineField(label=_("Venue"), required=False, max_length=LONGEST_VENUE)
    is_postponed = forms.BooleanField(
        label=_("Postponed"), required=False, help_text=_("Everybody sees the date it was on first.")
    )
    play_by = forms.DateField(
        label=_("Play it by"),
        required=False,
        widget=DAY_INPUT,
        validators=[check_day],
        help_text=_("For a postponed match: the last day on which it can be played."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=300,
        help_text=_("For the log. It may be left empty."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, match: LeagueResult, data: QueryDict | None = None) -> None:
        is_postponed = match.postponed_from is not None
        super().__init__(
            data, initial={name: getattr(match, name) for name in (*WHEN, "play_by")} | {"is_postponed": is_postponed}
        )
        if match.team.home:
            self.fields["venue"].help_text = _("Leave it empty for %(home)s, the home of %(team)s.") % {
                "home": match.team.home,
                "team": match.team.name,
            }

    def dates(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in (*WHEN, "play_by")}


class PenaltyForm(forms.Form):
    """What a team loses, and why. League points are asked for only if the league ranks by them."""

    team = forms.ModelChoiceField(label=_("Team"), queryset=LeagueTeam.objects.none(), empty_label=_("choose a team"))
    points = Number(_("League points deducted"), most=99)
    bullseyes = Number(_("Bullseyes deducted"), most=MOST_FIGURE)
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
        if league.order == League.Order.BULLSEYES:
            del self.fields["points"]

    def clean(self) -> dict[str, Any]:
        if not self.errors and not any(self.penalty_fields().values()):
            first = "points" if "points" in self.fields else "bullseyes"
            self.add_error(first, _("Enter how much to deduct: a whole number from 1."))
        return self.cleaned_data

    def penalty_fields(self) -> dict[str, int]:
        return {name: self.cleaned_data.get(name) or 0 for name in ("points", "bullseyes")}


class WithdrawPenaltyForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason for undoing it"), max_length=300, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
