"""Forms for a league's rules, importing and correcting results, fixtures, and penalties."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import NeedsReason
from tournament.foundation.fields import DAY_INPUT, TIME_INPUT, LineField, Number
from tournament.foundation.tables import decode_text_file
from tournament.leagues.queries.fixtures import WHEN, RoundDate
from tournament.leagues.results_file import FIRST_DAY, LAST_DAY, LONGEST_VENUE, MOST_FIGURE
from tournament.leagues.spelling import TeamQuestion, name_key
from tournament.models import League, LeagueResult, LeagueTeam

LARGEST_FILE = 1_000_000
RULES = ("name", "season", "order", "win", "draw", "loss", "bye", "race_to", "meetings")
FIGURES = ("games", "hang_jacks", "other_games", "other_hang_jacks")
MOST_TEAMS, MOST_MEETINGS = 40, 4
TOO_FEW_TEAMS = _("Enter at least 2 teams, one per line.")
NO_TEXT = _("This is not a text file. Save it as CSV in your spreadsheet and choose that.")
TOO_LARGE = _("This file is too large for the results of a season. Is it the right one?")


class LeagueForm(forms.Form):
    """All fields but the name have an initial value. The first form of a new club also asks for the club's name."""

    name = LineField(label=_("League"), max_length=80, help_text=_("With its division, if it has one."))
    season = LineField(label=_("Season"), max_length=40, help_text=_("For example 2026, or 2026/27."))
    club_name = forms.CharField(label=_("Club"), max_length=120, help_text=_("Printed on every document."))
    order = forms.ChoiceField(label=_("Ranked by"), choices=League.Order.choices, widget=forms.RadioSelect)
    win = Number(_("League points for a match won"), most=99)
    draw = Number(_("For a match drawn"), most=99)
    loss = Number(_("For a match lost"), most=99)
    bye = forms.ChoiceField(label=_("A bye counts as"), choices=League.Bye.choices, widget=forms.RadioSelect)
    race_to = Number(
        _("Bullseyes that win a match"),
        _("If matches are a race: 18 at the World Cup. Leave empty if a match is a set number of games."),
        least=1,
        most=MOST_FIGURE,
    )
    meetings = Number(
        _("How often two teams meet"),
        _("Used to find missing results. Enter 0 if not everybody meets everybody."),
        most=9,
    )

    def __init__(self, league: League, data: Mapping[str, Any] | None, *, first: bool = False) -> None:
        super().__init__(data, initial={name: getattr(league, name) for name in RULES})
        for name in ("win", "draw", "loss", "meetings"):
            self.fields[name].required = True
        if not first:
            del self.fields["club_name"]

    def values(self) -> dict[str, Any]:
        """Returns the values as fields of a League."""
        return {name: self.cleaned_data[name] for name in RULES}


class ImportForm(forms.Form):
    """Results in a file, or pasted; a file takes precedence. `looked` means that the doubts were checked; `seen` is the
    fingerprint of the check that the page showed. `sent` is the size of the request in bytes, because Django does not
    read the file if the request is too large."""

    text = forms.CharField(
        label=_("Results"),
        required=False,
        max_length=LARGEST_FILE,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("Paste them from a spreadsheet, with the column names in the first line."),
    )
    file = forms.FileField(
        label=_("Or a file"), required=False, allow_empty_file=True, help_text=_("CSV, as any spreadsheet saves it.")
    )
    looked = forms.BooleanField(label=_("I have checked this, and it is right"), required=False)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: QueryDict | None = None, files: MultiValueDict[str, Any] | None = None, *, sent: int = 0
    ) -> None:
        super().__init__(data, files)
        self.sent = sent

    def clean_file(self) -> str:
        file: Any = self.cleaned_data["file"]
        if file is None:
            return ""
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(TOO_LARGE)
        if (text := decode_text_file(file.read())) is None:
            raise forms.ValidationError(NO_TEXT)
        return text

    def clean(self) -> dict[str, Any]:
        if not self.errors and not self.text_to_read and self.sent > LARGEST_FILE:
            self.add_error("file", TOO_LARGE)
        elif not self.errors and not self.text_to_read:
            self.add_error("text", _("Paste the results here, or choose a file."))
        return self.cleaned_data

    @property
    def text_to_read(self) -> str:
        return str(self.cleaned_data.get("file") or self.cleaned_data.get("text") or "")


class TeamsForm(forms.Form):
    """Asks which team each new name is that resembles another. Bound if any answer was posted."""

    def __init__(self, questions: Sequence[TeamQuestion], data: QueryDict) -> None:
        super().__init__(data if any(question.key in data for question in questions) else None)
        for question in questions:
            self.fields[question.key] = forms.ChoiceField(
                label=_("“%(name)s” in line %(line)s is new. Which team is it?")
                % {"name": question.team.name, "line": question.team.line},
                choices=[
                    *((each, each) for each in question.suggestions),
                    (question.team.name, _("A new team: %(name)s") % {"name": question.team.name}),
                ],
                widget=forms.RadioSelect,
                error_messages={"required": _("Choose which team it is."), "invalid_choice": _("Choose again.")},
            )


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
        """Returns the values as fields of a LeagueResult."""
        return {name: self.cleaned_data[name] for name in FIGURES}


def check_day(day: date) -> None:
    if not FIRST_DAY <= day <= LAST_DAY:
        raise forms.ValidationError(_("Check the year of this date."))


class FixturesForm(forms.Form):
    """The teams that are to meet, one per line, and how often any two do."""

    teams = forms.CharField(
        label=_("Teams"),
        strip=False,
        max_length=LARGEST_FILE,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "autocapitalize": "words"}),
        help_text=_("One per line. If the number is odd, one team has a bye in each round."),
        error_messages={"required": TOO_FEW_TEAMS},
    )
    meetings = Number(_("How often two teams meet"), _("With 2, each is at home once."), least=1, most=MOST_MEETINGS)

    def __init__(self, league: League, data: QueryDict | None = None) -> None:
        names = "\n".join(team.name for team in league.teams.all())
        super().__init__(data, initial={"teams": names, "meetings": min(league.meetings or 2, MOST_MEETINGS)})
        self.fields["meetings"].required = True

    def clean_teams(self) -> list[str]:
        lines = [" ".join(line.split()) for line in self.cleaned_data["teams"].splitlines()]
        names, longest = [name for name in lines if name], 80
        keys = [name_key(name) for name in names]
        for at, name in enumerate(names):
            if len(name) > longest:
                words = _("“%(name)s…” is too long: a team's name has at most %(most)s letters.")
                raise forms.ValidationError(words % {"name": name[:20], "most": longest})
            if keys[at] in keys[:at]:
                raise forms.ValidationError(_("“%(name)s” is there twice.") % {"name": name})
        if len(names) < 2:
            raise forms.ValidationError(TOO_FEW_TEAMS)
        if len(names) > MOST_TEAMS:
            raise forms.ValidationError(_("A league has at most %(most)s teams.") % {"most": MOST_TEAMS})
        return names


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


class EvenDatesForm(forms.Form):
    """A date for every round that has none."""

    first = forms.DateField(label=_("First date"), widget=DAY_INPUT, validators=[check_day])
    days_between = Number(_("Days between rounds"), _("7 for every week, 14 for every other week."), least=1)
    at = forms.TimeField(label=_("Time"), required=False, widget=TIME_INPUT)

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"days_between": 7})
        self.fields["days_between"].required = True


class HomesForm(forms.Form):
    """Where each team plays at home."""

    def __init__(self, league: League, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.teams = {f"home-{team.pk}": team for team in league.teams.all()}
        for name, team in self.teams.items():
            self.fields[name] = LineField(label=team.name, required=False, max_length=LONGEST_VENUE, initial=team.home)

    def homes(self) -> dict[int, str]:
        """Returns the home of each team, by the team's id."""
        return {team.pk: self.cleaned_data[name] for name, team in self.teams.items()}


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
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=300,
        help_text=_("For the log. It may be left empty."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, match: LeagueResult, data: QueryDict | None = None) -> None:
        is_postponed = match.postponed_from is not None
        super().__init__(data, initial={name: getattr(match, name) for name in WHEN} | {"is_postponed": is_postponed})
        if match.team.home:
            self.fields["venue"].help_text = _("Leave it empty for %(home)s, the home of %(team)s.") % {
                "home": match.team.home,
                "team": match.team.name,
            }

    def dates(self) -> dict[str, Any]:
        """Returns the values as fields of a LeagueResult."""
        return {name: self.cleaned_data[name] for name in WHEN}


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
        if league.order != League.Order.LEAGUE:
            del self.fields["points"]

    def clean(self) -> dict[str, Any]:
        if not self.errors and not any(self.penalty_fields().values()):
            first = "points" if "points" in self.fields else "bullseyes"
            self.add_error(first, _("Enter how much to deduct: a whole number from 1."))
        return self.cleaned_data

    def penalty_fields(self) -> dict[str, int]:
        """Returns the values as fields of a LeaguePenalty."""
        return {name: self.cleaned_data.get(name) or 0 for name in ("points", "bullseyes")}


class WithdrawPenaltyForm(forms.Form):
    """Why a penalty is withdrawn."""

    reason = forms.CharField(
        label=_("Reason for undoing it"), max_length=300, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
