"""The form in which a captain reports a match, and that in which the secretary settles one."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.leagues.card_photos import LARGEST_FILE, TOO_LARGE, UnreadableCard, read_card
from tournament.leagues.doubts import can_end_race
from tournament.leagues.forms.rulings import LONGEST_NAME, ReasonForm
from tournament.leagues.reported import Figures
from tournament.leagues.results_file import MOST_FIGURE
from tournament.models import LeagueResult, LeagueTeam
from tournament.web.fields import Number

MOST_PLAYERS = 60
FIGURES = ("games", "other_games", "hang_jacks", "other_hang_jacks")


class FiguresForm(forms.Form):
    """Games and hang jacks of two teams, and the games of each table if the league plays at some. `own` is the team
    whose figures come first."""

    def __init__(self, match: LeagueResult, own: LeagueTeam, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        assert match.other is not None
        self.match, self.own = match, own
        self.opponent = match.other if own.pk == match.team_id else match.team
        self.tables = range(1, match.league.tables + 1)
        for number in self.tables:
            for name, team in ((f"table_{number}", own), (f"table_{number}_other", self.opponent)):
                label = str(_("Table %(number)s, bullseyes of %(name)s")) % {"number": number, "name": team.name}
                self.fields[name] = Number(label, most=MOST_FIGURE)
        for words, names in ((_("Bullseyes of %(name)s"), FIGURES[:2]), (_("Hang jacks of %(name)s"), FIGURES[2:])):
            for name, team in zip(names, (own, self.opponent), strict=True):
                self.fields[name] = Number(str(words) % {"name": team.name}, most=MOST_FIGURE)

    @property
    def rows(self) -> list[tuple[str | Promise, forms.BoundField, forms.BoundField]]:
        """Returns the boxes in rows: what a row is, that of the own team, and that of the other."""
        label = str(_("Table %(number)s"))
        rows: list[tuple[str | Promise, forms.BoundField, forms.BoundField]] = [
            (label % {"number": number}, self[f"table_{number}"], self[f"table_{number}_other"])
            for number in self.tables
        ]
        rows.append((_("Bullseyes"), self["games"], self["other_games"]))
        rows.append((_("Hang jacks"), self["hang_jacks"], self["other_hang_jacks"]))
        return rows

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        tables = self._clean_tables()
        if tables is None:
            return data
        for at, name in enumerate(FIGURES[:2]):
            total = sum(table[at] for table in tables)
            if tables and data.get(name) is None and name not in self.errors:
                data[name] = total
            elif name not in self.errors and data.get(name) is None:
                self.add_error(name, _("Enter the bullseyes."))
            elif tables and name not in self.errors and data[name] != total:
                words = str(_("The tables add up to %(total)s, not %(typed)s."))
                self.add_error(name, words % {"total": total, "typed": data[name]})
        if not self.errors:
            self._check_score(data["games"], data["other_games"])
        return data

    def _clean_tables(self) -> list[tuple[int, int]] | None:
        """Returns the tables that were filled in; None if one is wrong."""
        pairs = {number: (f"table_{number}", f"table_{number}_other") for number in self.tables}
        tables: list[tuple[int, int]] = []
        for number, names in pairs.items():
            own, other = (self.cleaned_data.get(name) for name in names)
            if own is not None and other is not None:
                tables.append((own, other))
            elif (own, other) != (None, None) and not any(name in self.errors for name in names):
                self.add_error(names[own is not None], str(_("Enter both figures of table %s.")) % number)
        is_wrong = any(name in self.errors for names in pairs.values() for name in names)
        self.table_figures: tuple[tuple[int, int], ...] = () if is_wrong else tuple(tables)
        return None if is_wrong else tables

    def _check_score(self, games: int, other: int) -> None:
        race_to = self.match.league.race_to
        if games == other == 0:
            self.add_error("games", _("0–0 is no result. If the match was not played, tell the secretary."))
        elif race_to and games == other == race_to:
            words = str(_("Only one team can have the %(race)s bullseyes that win a match."))
            self.add_error("other_games", words % {"race": race_to})
        elif race_to and not self.tables and max(games, other) > race_to:
            words = str(_("A match is won with %(race)s bullseyes, so nobody has more."))
            self.add_error("games" if games > race_to else "other_games", words % {"race": race_to})

    @property
    def figures(self) -> Figures:
        """The figures of a valid form, those of the own team first."""
        return Figures(**{name: self.cleaned_data[name] for name in FIGURES}, tables=self.table_figures)

    def doubts(self, today: date) -> list[str]:
        """Returns what is unlikely in a valid form, in sentences."""
        figures, race_to, day = self.figures, self.match.league.race_to, self.match.day
        doubts = []
        if race_to and not can_end_race(figures.games, figures.other_games, race_to):
            words = str(_("A match is won with %(race)s bullseyes, so %(one)s–%(other)s looks wrong."))
            doubts.append(words % {"race": race_to, "one": figures.games, "other": figures.other_games})
        played = figures.games + figures.other_games
        for name, count in ((self.own, figures.hang_jacks), (self.opponent, figures.other_hang_jacks)):
            if count is not None and count > played:
                words = str(_("%(name)s have %(jacks)s hang jacks, more than games were played."))
                doubts.append(words % {"jacks": count, "name": name})
        if day and day > today:
            doubts.append(str(_("This match is on %(day)s, which is still to come.")) % {"day": date_format(day)})
        return doubts


class ReportForm(FiguresForm):
    """What a captain reports: the figures, who of their team played, and a photograph of the card. `sent` is the size
    of the request in bytes, because Django does not read the file if the request is too large."""

    players = forms.MultipleChoiceField(
        label=_("Who played"), required=False, widget=forms.CheckboxSelectMultiple(attrs={"autocomplete": "off"})
    )
    others = forms.CharField(
        label=_("Others who played"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "autocapitalize": "words"}),
        help_text=_("Who is not on the list, one name per line."),
    )
    card = forms.FileField(
        label=_("Photograph of the card"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        help_text=_("Only the secretary and both captains see it."),
    )

    def __init__(
        self,
        match: LeagueResult,
        own: LeagueTeam,
        squad: Sequence[str],
        data: QueryDict | None = None,
        files: MultiValueDict[str, Any] | None = None,
        *,
        initial: dict[str, Any] | None = None,
        sent: int = 0,
    ) -> None:
        super().__init__(match, own, data, files, initial=initial)
        self.sent = sent
        players = self.fields["players"]
        assert isinstance(players, forms.MultipleChoiceField)
        # Somebody who left the squad while the page was open has still played.
        ticked = [name for name in data.getlist("players") if name and len(name) <= LONGEST_NAME] if data else []
        players.choices = [(name, name) for name in dict.fromkeys([*squad, *ticked[:MOST_PLAYERS]])]
        if not players.choices:
            del self.fields["players"]
            self.fields["others"].label = _("Who played")
            self.fields["others"].help_text = _("One name per line.")

    def clean_others(self) -> list[str]:
        lines = self.cleaned_data["others"].replace(",", "\n").splitlines()
        names = [" ".join(line.split()) for line in lines if line.split()]
        if any(len(name) > LONGEST_NAME for name in names):
            raise forms.ValidationError(str(_("A name has at most %s letters.")) % LONGEST_NAME)
        if len(names) > MOST_PLAYERS:
            raise forms.ValidationError(str(_("Enter no more names than %s.")) % MOST_PLAYERS)
        return names

    def clean_card(self) -> bytes | None:
        file: Any = self.cleaned_data["card"]
        if file is None and self.sent > LARGEST_FILE:
            raise forms.ValidationError(TOO_LARGE)
        if file is None or not file.size:
            return None
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(TOO_LARGE)
        try:
            return read_card(file.read())
        except UnreadableCard as error:
            raise forms.ValidationError(str(error)) from None

    @property
    def player_names(self) -> list[str]:
        """The names in a valid form, each once."""
        names = [*self.cleaned_data.get("players", []), *self.cleaned_data["others"]]
        return list({name.casefold(): name for name in names}.values())


class SettleForm(FiguresForm):
    """What the secretary types where neither version is right."""

    reason = ReasonForm.base_fields["reason"]

    def __init__(self, match: LeagueResult, data: QueryDict | None = None) -> None:
        super().__init__(match, match.team, data)
        for name in [name for name in self.fields if name.startswith("table_")]:
            del self.fields[name]
        self.tables = range(0)
