"""The form in which a captain reports a match, and what it has in common with those of the secretary."""

from collections.abc import MutableMapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.formats import date_format
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import NeedsReason
from tournament.leagues.card_photos import LARGEST_FILE, TOO_LARGE, UnreadableCard, read_card
from tournament.leagues.doubts import can_end_race, say_wins
from tournament.leagues.eligibility import Doubted
from tournament.leagues.forms.fixtures import check_day
from tournament.leagues.forms.seats import (
    SIDES,
    add_seats,
    boxes_at,
    check_seats,
    initial_seats,
    names_at,
    names_of_side,
)
from tournament.leagues.forms.squads import (
    PlayersForm,
    Question,
    ask_about_names,
    fingerprint,
    initial_players,
    names_without_twins,
    offer_squad,
    read_others,
)
from tournament.leagues.queries.tables import usual_tables
from tournament.leagues.queries.teams import EligibilityBook, eligibility_of
from tournament.leagues.reported import Figures, Seated
from tournament.leagues.results_file import MOST_FIGURE
from tournament.models import LeagueReport, LeagueResult, LeagueTeam
from tournament.web.fields import DAY_INPUT, Number

FIGURES = ("games", "other_games", "hang_jacks", "other_hang_jacks")


def initial_figures(known: LeagueReport | LeagueResult | Figures) -> dict[str, Any]:
    """Returns what a form of figures starts with, those of the team of a report or result first."""
    tables = {
        name: games
        for number, pair in enumerate(known.tables, start=1)
        for name, games in zip((f"table_{number}", f"table_{number}_other"), pair, strict=True)
    }
    figures = {name: getattr(known, name) for name in FIGURES}
    if known.tables or known.seated:
        figures["singles"] = [str(number) for number in known.singles]
    return figures | tables | initial_seats(known)


def initial_in_common(versions: Sequence[Figures]) -> dict[str, Any]:
    """Returns what a form of figures starts with where versions differ: what none of them contradicts."""
    said = [initial_figures(each) for each in versions]
    found: dict[str, list[Any]] = {}
    for name, value in (each for version in said for each in version.items() if each[1] not in (None, [])):
        found.setdefault(name, []).append(value)
    return {name: values[0] for name, values in found.items() if all(each == values[0] for each in values)}


def without_sums(initial: MutableMapping[str, Any], tables: Sequence[int]) -> MutableMapping[str, Any]:
    """Returns what a form starts with without totals that the tables add up to, so that a corrected table needs no
    other correction."""
    pairs = [(initial.get(f"table_{number}"), initial.get(f"table_{number}_other")) for number in tables]
    known = [(one, other) for one, other in pairs if one is not None and other is not None]
    sums = tuple(map(sum, zip(*known, strict=True)))
    is_sum = sums == (initial.get("games"), initial.get("other_games"))
    return {name: value for name, value in initial.items() if name not in FIGURES[:2]} if is_sum else initial


class PostponeForm(forms.Form):
    """Asks the secretary to postpone a match, to another day if the captain knows one."""

    day = forms.DateField(
        label=_("New day"),
        required=False,
        widget=DAY_INPUT,
        validators=[check_day],
        help_text=_("Leave it empty if you have none yet."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        help_text=_("The secretary and the other captain read it."),
        error_messages={"required": NeedsReason.message},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class FiguresForm(forms.Form):
    """Games and hang jacks of two teams, and the games of each table and who sat there if the league plays at some.
    `own` is the team whose figures come first, and `squads` the names of both that are offered."""

    def __init__(
        self,
        match: LeagueResult,
        own: LeagueTeam,
        *args: Any,
        squads: tuple[Sequence[str], Sequence[str]] = ((), ()),
        **given: Any,
    ) -> None:
        super().__init__(*args, **given)
        assert match.other is not None
        self.match, self.own, self.squads = match, own, dict(zip(SIDES, squads, strict=True))
        self.opponent = match.other if own.pk == match.team_id else match.team
        self.tables = range(1, match.league.tables + 1)
        self.initial = without_sums(self.initial, self.tables)
        for number in self.tables:
            for name, team in ((f"table_{number}", own), (f"table_{number}_other", self.opponent)):
                label = str(_("Table %(number)s, %(counted)s of %(name)s"))
                values = {"number": number, "name": team.name, "counted": match.league.counted}
                self.fields[name] = Number(label % values, most=MOST_FIGURE)
            add_seats(self, number, (own.name, self.opponent.name))
        if self.tables:
            numbers = [(str(number), str(number)) for number in self.tables]
            self.fields["singles"] = forms.MultipleChoiceField(
                label=_("Tables that were singles"),
                required=False,
                choices=numbers,
                widget=forms.CheckboxSelectMultiple,
                initial=[str(number) for number in usual_tables(match.league).singles],
                help_text=_("Leave empty if all were doubles."),
            )
        for what, names in ((match.league.get_counts_display(), FIGURES[:2]), (_("Hang jacks"), FIGURES[2:])):
            for name, team in zip(names, (own, self.opponent), strict=True):
                label = str(_("%(figure)s of %(name)s")) % {"figure": what, "name": team.name}
                self.fields[name] = Number(label, most=MOST_FIGURE)

    @property
    def rows(self) -> list[tuple[str | Promise, forms.BoundField, forms.BoundField]]:
        """Returns the boxes in rows: what a row is, that of the own team, and that of the other."""
        label = str(_("Table %(number)s"))
        rows: list[tuple[str | Promise, forms.BoundField, forms.BoundField]] = [
            (label % {"number": number}, self[f"table_{number}"], self[f"table_{number}_other"])
            for number in self.tables
        ]
        rows.append((self.match.league.get_counts_display(), self["games"], self["other_games"]))
        if self.match.league.has_hang_jacks:
            rows.append((_("Hang jacks"), self["hang_jacks"], self["other_hang_jacks"]))
        return rows

    @property
    def seat_rows(self) -> list[tuple[str, list[forms.BoundField], list[forms.BoundField]]]:
        """Returns the boxes of who sat at each table: what it is called, those of the own team, and of the other."""
        label = str(_("Table %(number)s"))
        sides = [[[self[box] for box in boxes_at(number, side)] for side in SIDES] for number in self.tables]
        return [(label % {"number": at}, own, other) for at, (own, other) in zip(self.tables, sides, strict=True)]

    @property
    def has_seats(self) -> bool:
        """Whether something stands in these boxes, so that they are shown at once."""
        return any(box.value() for _label, own, other in self.seat_rows for box in (*own, *other))

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        self.check_tables()
        tables = self._clean_tables()
        if tables is None:
            return data
        for at, name in enumerate(FIGURES[:2]):
            total = sum(table[at] for table in tables)
            if tables and data.get(name) is None and name not in self.errors:
                data[name] = total
            elif name not in self.errors and data.get(name) is None:
                self.add_error(name, _("Enter the score."))
            elif tables and name not in self.errors and data[name] != total:
                words = str(_("The tables add up to %(total)s, not %(typed)s."))
                self.add_error(name, words % {"total": total, "typed": data[name]})
        if not self.errors:
            self.check_score(data["games"], data["other_games"])
        return data

    def check_tables(self) -> None:
        """Marks names that cannot be at one table."""
        for number in self.tables:
            check_seats(self, number, is_singles=str(number) in self.cleaned_data.get("singles", ()))

    def _clean_tables(self) -> list[tuple[int, int]] | None:
        """Returns the tables that were filled in; None if one is wrong."""
        pairs = {number: (f"table_{number}", f"table_{number}_other") for number in self.tables}
        tables: list[tuple[int, int]] = []
        self.table_numbers: list[str] = []
        for number, names in pairs.items():
            own, other = (self.cleaned_data.get(name) for name in names)
            if own is not None and other is not None:
                tables.append((own, other))
                self.table_numbers.append(str(number))
            elif self._is_partly_known(number, own, other) and not any(name in self.errors for name in names):
                self.add_error(names[own is not None], str(_("Enter both figures of table %s.")) % number)
        is_wrong = any(name in self.errors for names in pairs.values() for name in names)
        self.table_figures: tuple[tuple[int, int], ...] = () if is_wrong else tuple(tables)
        return None if is_wrong else tables

    def _is_partly_known(self, number: int, own: int | None, other: int | None) -> bool:
        return (own, other) != (None, None) or any(names_at(self.cleaned_data, number))

    def check_score(self, games: int, other: int) -> None:
        race_to, wins = self.match.league.race_to, self.match.league.wins
        if games == other == 0:
            self.add_error("games", _("0–0 is no result. If the match was not played, tell the secretary."))
        elif race_to and games == other >= race_to:
            words = str(_("Only one team can win. Give the score when one of them reached %(race)s."))
            self.add_error("other_games", words % {"race": race_to})
        elif wins and not self.tables and max(games, other) > wins[-1]:
            words = str(_("A match is won with %(race)s, so nobody has more."))
            self.add_error("games" if games > wins[-1] else "other_games", words % {"race": say_wins(wins)})

    @property
    def figures(self) -> Figures:
        """The figures of a valid form, those of the own team first."""
        alone = self.cleaned_data.get("singles", ())
        singles = [at for at, number in enumerate(self.table_numbers, start=1) if number in alone]
        figures = {name: self.cleaned_data[name] for name in FIGURES}
        seated = tuple(names_at(self.cleaned_data, int(number)) for number in self.table_numbers)
        seated = seated if any(one or other for one, other in seated) else ()
        return Figures(**figures, tables=self.table_figures, singles=tuple(singles), seated=seated)

    @property
    def player_names(self) -> list[str]:
        """The names of the own team in a valid form, each once."""
        return [*names_of_side(self.cleaned_data, self.tables, SIDES[0])]

    @property
    def opponent_names(self) -> list[str]:
        return [*names_of_side(self.cleaned_data, self.tables, SIDES[1])]

    @cached_property
    def book(self) -> EligibilityBook:
        """The squads and who played, read only once names are sent."""
        return eligibility_of(self.match.league)

    @cached_property
    def ineligible_players(self) -> list[Doubted]:
        """Who of a valid form may not play."""
        sides = ((self.own, self.player_names), (self.opponent, self.opponent_names))
        return [each for team, names in sides if names for each in self.book.judge(self.match, team, names)]

    @cached_property
    def questions(self) -> list[Question]:
        """Asks about names of a valid form that nobody has and that are like a known one."""
        names = names_without_twins([*self.player_names, *self.opponent_names])
        return ask_about_names(self.book, names, self.step_asked) if names else []

    step_asked = ""
    """The step that a question about a name leads back to."""

    @property
    def key_of_names(self) -> str:
        """Tells the names of a valid form from others as far as something is asked about them."""
        names = [*self.player_names, *self.opponent_names]
        return fingerprint(names) if self.ineligible_players or self.questions else ""

    def doubts(self, today: date) -> list[str]:
        """Returns what is unlikely in a valid form, in sentences."""
        figures, wins = self.figures, self.match.league.wins
        doubts = []
        if wins and not can_end_race(figures.games, figures.other_games, wins):
            words = str(_("A match is won with %(race)s, so %(one)s–%(other)s looks wrong."))
            doubts.append(words % {"race": say_wins(wins), "one": figures.games, "other": figures.other_games})
        played = figures.games + figures.other_games
        for name, count in ((self.own, figures.hang_jacks), (self.opponent, figures.other_hang_jacks)):
            if count is not None and count > played:
                words = str(_("%(name)s have %(jacks)s hang jacks, more than games were played."))
                doubts.append(words % {"jacks": count, "name": name})
        return doubts + self.doubts_of_day(today)

    def doubts_of_day(self, today: date) -> list[str]:
        """Returns that the match is still to come, which is easily meant for another one of the same teams."""
        day, words = self.match.day, _("This match is on %(day)s, which is still to come.")
        return [str(words) % {"day": date_format(day)}] if day and day > today else []


class ReportForm(FiguresForm):
    """What a captain reports: the figures, who of their team played, and a photograph of the card. `sent` is the size
    of the request in bytes, because Django does not read the file if the request is too large. With `of_players_alone`
    it says who plays, and at which table, and nothing else, before the match."""

    players, others = (PlayersForm.base_fields[name] for name in ("players", "others"))
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
        data: QueryDict | None = None,
        files: MultiValueDict[str, Any] | None = None,
        *,
        squads: tuple[Sequence[str], Sequence[str]],
        said: Sequence[str] = (),
        initial: dict[str, Any] | None = None,
        sent: int = 0,
        of_players_alone: bool = False,
    ) -> None:
        squad = squads[0]
        initial = {**(initial or {}), **initial_players(said, squad)}
        super().__init__(match, own, data, files, squads=squads, initial=initial)
        self.sent, self.of_players_alone = sent, of_players_alone
        self.step_asked = "players" if of_players_alone else ""
        offer_squad(self, squad, data)

    def clean(self) -> dict[str, Any]:
        if not self.of_players_alone:
            return super().clean()
        self.check_tables()
        return self.cleaned_data

    @property
    def names_at_tables(self) -> list[Seated]:
        """Returns who is named at each table of a valid form, whether or not it has figures; none if nobody is."""
        seated = [names_at(self.cleaned_data, number) for number in self.tables]
        return seated if any(own or other for own, other in seated) else []

    @property
    def numbers_of_singles(self) -> list[int]:
        return [int(number) for number in self.cleaned_data.get("singles", ())]

    def clean_others(self) -> list[str]:
        return read_others(self.cleaned_data["others"])

    @property
    def player_names(self) -> list[str]:
        ticked = [*self.cleaned_data.get("players", []), *self.cleaned_data["others"]]
        return names_without_twins([*ticked, *super().player_names])

    @property
    def key(self) -> str:
        """Tells a valid form from others, for a button that means what its page has shown."""
        names = self.key_of_names
        return f"players-{names}" if self.of_players_alone else f"{self.figures.key}{names}"

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
