"""Forms for a league's fixtures: who meets whom, when and where, days without matches, derbies, and one match moved."""

from collections.abc import Sequence
from datetime import date, time
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from tournament.leagues.fixtures.round_days import EvenDates
from tournament.leagues.queries.fixtures import WHEN, RoundDate
from tournament.leagues.results_file import LONGEST_VENUE
from tournament.leagues.services.fixtures import Night
from tournament.leagues.spelling import name_key
from tournament.lists.dates import FIRST_DAY, LAST_DAY
from tournament.models import League, LeagueResult, LeagueTeam, PostponementRequest
from tournament.web.fields import DAY_INPUT, TIME_INPUT, LineField, Number

MOST_TEAMS, MOST_MEETINGS, MOST_ROUNDS, LONGEST_LIST = 40, 4, 200, 10_000
TOO_FEW_TEAMS = _("Enter at least 2 teams, one per line.")


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

    def __init__(
        self,
        league: League,
        data: QueryDict | None = None,
        rounds: Sequence[RoundDate] = (),
        usual_start: time | None = None,
    ) -> None:
        names = "\n".join(team.name for team in league.teams.all())
        meetings = min(league.meetings or 2, MOST_MEETINGS)
        initial: dict[str, Any] = {"teams": names, "meetings": meetings, "days_between": 7, "at": usual_start}
        first = next((each for each in rounds if each.number == 1), None)
        if first and first.days:
            initial |= {"first": first.days[0], "at": first.starts}
        super().__init__(data, initial=initial)
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

    def __init__(self, data: QueryDict | None = None, usual_start: time | None = None) -> None:
        super().__init__(data, initial={"days_between": 7, "at": usual_start})
        self.fields["days_between"].required = True


def fields_of_home(team: LeagueTeam) -> dict[str, forms.Field]:
    """Returns the fields for where and when a team plays at home."""
    nights = [("", _("any day")), *WEEKDAYS.items()]
    return {
        "home": LineField(label=_("Venue"), required=False, max_length=LONGEST_VENUE, initial=team.home),
        "night": forms.TypedChoiceField(
            label=_("Night"), required=False, choices=nights, coerce=int, empty_value=None, initial=team.night
        ),
        "starts": forms.TimeField(label=_("Time"), required=False, widget=TIME_INPUT, initial=team.starts),
    }


class HomesForm(forms.Form):
    """Where and when each team plays at home. The fields of a team end with its id."""

    def __init__(self, league: League, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.teams = list(league.teams.all())
        for team in self.teams:
            self.fields |= {f"{name}-{team.pk}": field for name, field in fields_of_home(team).items()}

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
    """Days without matches, of all teams or of one; of a league with divisions also in all of them."""

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
    everywhere = forms.BooleanField(label=_("In all divisions"), required=False)
    reason = LineField(label=_("Reason"), max_length=120, help_text=_("For example Carnival, or: the hall is let."))

    def __init__(self, league: League, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="block_%s")
        if not league.division:
            del self.fields["everywhere"]
        team = self.fields["team"]
        assert isinstance(team, forms.ModelChoiceField)
        team.queryset = league.teams.all()

    def clean(self) -> dict[str, Any]:
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        if first and last and last < first:
            self.add_error("last", _("The last day is before the first."))
        if self.cleaned_data.get("everywhere") and self.cleaned_data.get("team"):
            self.add_error("everywhere", _("A team plays in one division. Choose everybody, or leave this out."))
        return self.cleaned_data

    def days(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("first", "last", "team", "reason")}


class DerbyForm(forms.Form):
    """Teams that share a town, a club or a venue."""

    name = LineField(
        label=_("What they share"), max_length=80, help_text=_("A town, a club or a venue: Port of Spain, for example.")
    )
    teams = forms.ModelMultipleChoiceField(
        label=_("Teams"), queryset=LeagueTeam.objects.none(), widget=forms.CheckboxSelectMultiple
    )
    first_round = Number(
        _("They meet from this round on"),
        _("With 5, their first match against each other is in round 5 or later. Leave empty if it does not matter."),
        least=1,
        most=MOST_ROUNDS,
    )

    def __init__(self, league: League, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="derby_%s")
        teams = self.fields["teams"]
        assert isinstance(teams, forms.ModelMultipleChoiceField)
        teams.queryset = league.teams.all()

    def clean_teams(self) -> list[LeagueTeam]:
        teams = list(self.cleaned_data["teams"])
        if len(teams) < 2:
            raise forms.ValidationError(_("Tick at least 2 teams."))
        return teams


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

    def __init__(
        self, match: LeagueResult, data: QueryDict | None = None, *, asked: PostponementRequest | None = None
    ) -> None:
        """A captain's request is proposed, if there is one."""
        is_postponed = match.postponed_from is not None or asked is not None
        initial: dict[str, Any] = {name: getattr(match, name) for name in (*WHEN, "play_by")}
        initial |= {"is_postponed": is_postponed, "at_home": match.team_id}
        super().__init__(data, initial=initial | ({"day": asked.day, "reason": asked.reason} if asked else {}))
        self.match = match
        if match.is_fixture and match.other:
            both = [(each.pk, each.name) for each in (match.team, match.other)]
            self.fields["at_home"] = forms.TypedChoiceField(
                label=_("At home"), choices=both, coerce=int, required=False, widget=forms.RadioSelect
            )
            self.order_fields(["day", "starts", "venue", "at_home"])
        if match.team.home:
            self.fields["venue"].help_text = _("Leave it empty for %(home)s, the home of %(team)s.") % {
                "home": match.team.home,
                "team": match.team.name,
            }

    def dates(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in (*WHEN, "play_by")}

    @property
    def is_turned(self) -> bool:
        return self.cleaned_data.get("at_home") not in (None, "", self.match.team_id)

    def change(self) -> dict[str, Any]:
        """Returns what a valid form changes of when, where and at whose home the match is; empty if nothing."""
        new = {name: self.cleaned_data[name] for name in WHEN if self.cleaned_data[name] != getattr(self.match, name)}
        if self.is_turned:
            new["is_turned"] = True
        return new | {"is_postponed": self.cleaned_data["is_postponed"]} if new else {}
