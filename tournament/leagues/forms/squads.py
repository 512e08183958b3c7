"""Forms for a team with its squad, the days of its players, a transfer, and who played in a match."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.leagues.eligibility import say_squad_doubts
from tournament.leagues.forms.fixtures import check_day, fields_of_home
from tournament.leagues.queries.teams import EligibilityBook
from tournament.leagues.services.fixtures import Night
from tournament.leagues.services.teams import SquadRow
from tournament.lists.name_list import Doubt, Shape
from tournament.lists.names import read_names
from tournament.models import LeaguePlayer, LeagueTeam
from tournament.web.fields import DAY_INPUT, LineField

LONGEST_NAME, MOST_PLAYERS = 80, 60
NOBODY_LEFT_OUT = {Doubt.ABSENT: False, Doubt.GUEST: False}
"""Whoever is ill or brings somebody is in the squad all the same."""
Question = tuple[str, list[tuple[str, str]]]
"""A name that nobody has, with names that may be meant and what a button sends for each."""


def ask_about_names(book: EligibilityBook, names: Iterable[str], step: str = "") -> list[Question]:
    """Asks about each name that is like a known one whether that is meant."""
    found = [(name, book.find_alike(name)) for name in names]
    return [(name, [(each, json.dumps([name, each, step])) for each in alike]) for name, alike in found if alike]


def take_answer(data: QueryDict, *fields: str) -> tuple[QueryDict, str]:
    """Returns what was posted with a name as it was meant in these fields, if the reader has pressed so, and the step
    they were in."""
    try:
        typed, meant, step = json.loads(data.get("meant", ""))
    except (ValueError, TypeError):
        return data, ""
    answered = data.copy()
    for field in fields:
        lines = [" ".join(line.split()) for line in data.get(field, "").replace(",", "\n").splitlines()]
        answered[field] = "\n".join(str(meant) if line == typed else line for line in lines)
    return answered, str(step)


def fingerprint(*parts: object) -> str:
    """Tells what a page has shown from what was changed since."""
    return sha256(repr(parts).encode()).hexdigest()[:16]


def names_field(label: Any, help_text: Any, rows: int) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        strip=False,
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": rows, "autocomplete": "off", "autocapitalize": "words"}),
        help_text=help_text,
    )


def check_names(names: Sequence[str]) -> None:
    for name in names:
        if len(name) > LONGEST_NAME:
            words = _("“%(name)s…” is too long: a name has at most %(most)s letters.")
            raise forms.ValidationError(words % {"name": name[:20], "most": LONGEST_NAME})
    if len(names) > MOST_PLAYERS:
        raise forms.ValidationError(str(_("Enter no more names than %s.")) % MOST_PLAYERS)


class SquadForm(forms.Form):
    """A team's name, captain and home, and who is in its squad from when on, pasted as people write them. If it is read
    otherwise than line by line, `is_read_otherwise`, and the page shows the names before anything is saved."""

    name = LineField(label=_("Team"), max_length=80, help_text=_("A new name is shown with all its matches."))
    captain = LineField(label=_("Captain"), required=False, max_length=80)
    contact = LineField(
        label=_("Contact"),
        required=False,
        max_length=120,
        help_text=_("Telephone or e-mail. Only people who sign in here see the captain and this."),
    )
    names = names_field(
        _("Squad"),
        _("One name per line, or paste a list. Somebody from another team of this league moves from there."),
        10,
    )
    read = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    on = forms.DateField(
        label=_("Changes from"),
        required=False,
        widget=DAY_INPUT,
        validators=[check_day],
        help_text=_("Who comes is in the squad from this day on, who goes until then. Empty: for the whole season."),
    )

    def __init__(
        self, book: EligibilityBook, team: LeagueTeam, data: QueryDict | None = None, *, initial: Any = None
    ) -> None:
        super().__init__(data, initial=initial)
        self.book, self.team = book, team
        self.fields |= fields_of_home(team)
        self.order_fields(["name", "captain", "contact", "home", "night", "starts"])
        self.is_read_otherwise = False
        self.left_out: tuple[str, ...] = ()

    def team_fields(self) -> dict[str, Any]:
        """Returns the values as fields of a LeagueTeam."""
        return {name: self.cleaned_data[name] for name in ("name", "captain", "contact")}

    def home(self) -> tuple[str, Night] | None:
        """Returns where and when the team plays at home; None if that was not asked."""
        data = self.cleaned_data
        return (data["home"], Night(data["night"], data["starts"])) if "home" in self.data else None

    def clean_names(self) -> list[str]:
        text = self.cleaned_data["names"]
        lines = [" ".join(line.split()) for line in text.splitlines() if line.split()]
        names = lines
        if lines != self.data.get("read", "").splitlines():
            found = read_names(text, Shape.PLAYERS, answers=NOBODY_LEFT_OUT, is_known=self.book.is_known)
            names = [person.name for party in found.parties for person in party.people]
            self.is_read_otherwise = names != lines
            self.left_out = found.doubts.get(Doubt.NO_NAME, ())
        check_names(names)
        return names

    def as_read(self) -> "SquadForm":
        """Returns the form of a list that is read otherwise, with the names that were read."""
        data = QueryDict(mutable=True)
        data.update(self.data.items())
        data["names"] = data["read"] = "\n".join(self.cleaned_data["names"])
        form = SquadForm(self.book, self.team, data)
        form.is_valid()
        form.is_read_otherwise, form.left_out = True, self.left_out
        return form

    def questions(self) -> list[Question]:
        return ask_about_names(self.book, self.cleaned_data["names"])

    def doubts(self, today: date) -> list[str]:
        """Returns what speaks against the squad of a valid form, in sentences."""
        league, names, on = self.book.league, self.cleaned_data["names"], self.cleaned_data["on"]
        by_key, day = self.book.squads.memberships_by_key(), on or today
        came = {}
        for name in names:
            in_teams = [each.team for each in by_key.get(self.book.squads.key_of(name), ()) if each.until is None]
            if self.team.pk not in in_teams:
                came[name] = next((self.book.squads.teams[each] for each in in_teams), "")
        return say_squad_doubts(
            self.team.name,
            came,
            len(names),
            on=day,
            squads_until=league.squads_until if on else None,
            transfers_until=league.transfers_until if on else None,
            most=league.squad_most,
        )

    @property
    def key(self) -> str:
        """Tells this squad from others, for a button that means what its page has shown."""
        return fingerprint(self.cleaned_data["names"], self.cleaned_data["on"])


class SquadRowsForm(forms.Form):
    """Names and days of everybody who is or was in a squad. The fields of a row start with its id."""

    def __init__(self, team: LeagueTeam, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.players = list(team.squad.all())
        for each in self.players:
            self.fields[f"name-{each.pk}"] = LineField(
                label=_("Name"), required=False, max_length=LONGEST_NAME, initial=each.name
            )
            for field, label in (("since", _("From")), ("until", _("Until"))):
                self.fields[f"{field}-{each.pk}"] = forms.DateField(
                    label=label, required=False, widget=DAY_INPUT, validators=[check_day], initial=getattr(each, field)
                )

    def clean(self) -> dict[str, Any]:
        for each in self.players:
            since, until = (self.cleaned_data.get(f"{field}-{each.pk}") for field in ("since", "until"))
            if since and until and until <= since:
                self.add_error(f"until-{each.pk}", _("This must be after the day they came."))
        return self.cleaned_data

    @property
    def rows(self) -> list[tuple[LeaguePlayer, list[forms.BoundField]]]:
        """Returns each player with their fields."""
        return [(each, [self[f"{field}-{each.pk}"] for field in ("name", "since", "until")]) for each in self.players]

    def squad_rows(self) -> dict[int, SquadRow]:
        data = self.cleaned_data
        return {
            each.pk: SquadRow(*(data[f"{field}-{each.pk}"] for field in ("name", "since", "until")))
            for each in self.players
        }


class TransferForm(forms.Form):
    """Who moves to which team, from when on."""

    player = forms.ModelChoiceField(label=_("Player"), queryset=LeaguePlayer.objects.none(), empty_label=_("choose"))
    to = forms.ModelChoiceField(label=_("To"), queryset=LeagueTeam.objects.none(), empty_label=_("choose a team"))
    day = forms.DateField(label=_("From"), widget=DAY_INPUT, validators=[check_day])

    def __init__(self, book: EligibilityBook, team: LeagueTeam, data: QueryDict | None, *, today: date) -> None:
        super().__init__(data, initial={"day": today})
        self.book, player, to = book, self.fields["player"], self.fields["to"]
        assert isinstance(player, forms.ModelChoiceField) and isinstance(to, forms.ModelChoiceField)
        player.queryset = team.squad.filter(until=None).select_related("team__league")
        to.queryset = LeagueTeam.objects.filter(pk__in=book.owners.values()).exclude(pk=team.pk)

    def doubts(self) -> list[str]:
        """Returns what speaks against the transfer of a valid form, in sentences."""
        data, league = self.cleaned_data, self.book.league
        has = sum(each.team == data["to"].pk and each.until is None for each in self.book.squads.memberships)
        return say_squad_doubts(
            data["to"].name,
            {data["player"].name: data["player"].team.name},
            has + 1,
            on=data["day"],
            squads_until=league.squads_until,
            transfers_until=league.transfers_until,
            most=league.squad_most,
        )

    @property
    def key(self) -> str:
        return fingerprint(*(str(self.cleaned_data[name]) for name in ("player", "to", "day")))


class PlayersForm(forms.Form):
    """Who played for a team in a match: some of its squad, and others by name."""

    players = forms.MultipleChoiceField(
        label=_("Who played"), required=False, widget=forms.CheckboxSelectMultiple(attrs={"autocomplete": "off"})
    )
    others = names_field(_("Others who played"), _("Who is not on the list, one name per line."), 2)

    def __init__(self, squad: Sequence[str], data: Mapping[str, Any] | None = None, **given: Any) -> None:
        super().__init__(data, **given)
        offer_squad(self, squad, data)

    def clean_others(self) -> list[str]:
        return read_others(self.cleaned_data["others"])

    @property
    def player_names(self) -> list[str]:
        """The names in a valid form, each once."""
        return names_without_twins([*self.cleaned_data.get("players", []), *self.cleaned_data["others"]])


def offer_squad(form: forms.Form, squad: Sequence[str], data: Any) -> None:
    """Lets a squad be ticked in `players`, or without one asks for all names in `others`. Somebody who left the squad
    while the page was open has still played."""
    players, key = form.fields["players"], form.add_prefix("players")
    assert isinstance(players, forms.MultipleChoiceField)
    ticked = [name for name in data.getlist(key) if name and len(name) <= LONGEST_NAME] if data else []
    players.choices = [(name, name) for name in dict.fromkeys([*squad, *ticked[:MOST_PLAYERS]])]
    if not players.choices:
        del form.fields["players"]
        form.fields["others"].label = _("Who played")
        form.fields["others"].help_text = _("One name per line.")


def read_others(text: str) -> list[str]:
    lines = text.replace(",", "\n").splitlines()
    names = [" ".join(line.split()) for line in lines if line.split()]
    if any(len(name) > LONGEST_NAME for name in names):
        raise forms.ValidationError(str(_("A name has at most %s letters.")) % LONGEST_NAME)
    if len(names) > MOST_PLAYERS:
        raise forms.ValidationError(str(_("Enter no more names than %s.")) % MOST_PLAYERS)
    return names


def names_without_twins(names: Sequence[str]) -> list[str]:
    return list({name.casefold(): name for name in names}.values())


def initial_players(names: Sequence[str], squad: Sequence[str]) -> dict[str, Any]:
    """Returns who played as the initial values of a form."""
    return {"players": [*names], "others": "\n".join(name for name in names if name not in squad)}
