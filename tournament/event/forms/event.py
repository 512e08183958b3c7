"""Forms for opening an evening and for its settings."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.forms.boundfield import BoundWidget
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from scoring import RULE_SETS
from tournament.event.queries.events import LastEvening
from tournament.formats.formats import (
    BELL_RULES,
    CLAIM_LABELS,
    FINAL_ORDER_LABELS,
    FORMATS,
    KENT_1674,
    THREES_LABELS,
    Format,
)
from tournament.formats.match_length import LENGTHS, UNFINISHED_LABELS
from tournament.formats.presets import PRESETS, Preset
from tournament.models import MOST_HALL_TABLES, ClubRules, Event
from tournament.rules.forms import add_house_rules, house_rules_in, is_house_rule
from tournament.rules.queries.house_rules import document_of
from tournament.web.fields import DAY_INPUT, EitherField

LONGEST_ROUND = 720
"""In minutes: a long match may take half a day."""
KINDS = [(evening.key, evening.label) for evening in FORMATS.values()]


LIKE_LAST = "last"
"""The form's value for the game, rules, fees and clock of the last evening, instead of a preset."""


class EventForm(forms.Form):
    """Opens an evening. Everything is filled in, so that one press is enough: with the last evening's choices or, for
    the first evening, with the first preset. The first evening also names the club; a club with saved rules can choose
    them."""

    name = forms.CharField(
        label=_("Evening"), max_length=120, help_text=_("If you leave it as it is, the name follows the game.")
    )
    date = forms.DateField(label=_("Date"), widget=DAY_INPUT)
    club_name = forms.CharField(label=_("Club"), max_length=120, help_text=_("Printed on every document."))
    own_rules = forms.TypedChoiceField(
        label=_("House rules"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("“Same as last time” keeps the rules of that evening, unless you choose others here."),
    )
    format = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)

    def __init__(
        self, data: Mapping[str, Any] | None, *, last: LastEvening | None, first: bool, own: Sequence[ClubRules] = ()
    ) -> None:
        self.last, self.own = last, {saved.pk: saved for saved in own}
        usual = KENT_1674.key if last is None else LIKE_LAST
        self.usual_name = str(PRESETS[usual].name) if last is None else last.event.name
        opening = {"format": usual, "name": self.usual_name, "date": timezone.localdate()}
        super().__init__(data, initial=opening | {"club_name": _now("Our club")})
        same = [] if last is None else [(LIKE_LAST, _("Same as last time"))]
        presets = [(preset.key, preset.label) for preset in PRESETS.values()]
        self.fields["format"].choices = [*same, *presets]  # type: ignore[attr-defined]
        if not first:
            del self.fields["club_name"]
        if not own:
            del self.fields["own_rules"]
        else:
            named = [(saved.pk, f"{_now(RULE_SETS[saved.rule_set].name)}: {saved.name}") for saved in own]
            self.fields["own_rules"].choices = [("", _("Standard rules")), *named]  # type: ignore[attr-defined]

    @property
    def same_as_last(self) -> BoundWidget | None:
        return None if self.last is None else next(iter(self["format"]))

    @property
    def ready_made(self) -> Iterator[tuple[BoundWidget, Preset]]:
        return ((radio, preset) for radio, preset in self._kinds if preset.is_ready_made)

    @property
    def bare(self) -> Iterator[tuple[BoundWidget, Preset]]:
        return ((radio, preset) for radio, preset in self._kinds if not preset.is_ready_made)

    @property
    def is_bare(self) -> bool:
        chosen = PRESETS.get(str(self["format"].value()))
        return chosen is not None and not chosen.is_ready_made

    @property
    def _kinds(self) -> Iterator[tuple[BoundWidget, Preset]]:
        radios = [radio for radio in self["format"] if radio.data["value"] != LIKE_LAST]
        return zip(radios, PRESETS.values(), strict=True)

    @property
    def preset(self) -> Preset | None:
        """The chosen preset; None means the same as last time."""
        return PRESETS.get(self.cleaned_data["format"])

    @property
    def rules_chosen(self) -> ClubRules | None:
        return self.own.get(self.cleaned_data.get("own_rules") or 0)

    def clean(self) -> dict[str, Any]:
        chosen = self.cleaned_data.get("format")
        if chosen is None:
            return self.cleaned_data
        if chosen in PRESETS and self.cleaned_data.get("name") == self.usual_name:
            self.cleaned_data["name"] = str(PRESETS[chosen].name)
        rules = PRESETS[chosen].rules.id if chosen in PRESETS else self.last and self.last.event.kind.rule_set
        own = self.rules_chosen
        if own and own.rule_set != rules:
            sentence = _("“%(name)s” are rules for another game: %(game)s.")
            words = {"name": own.name, "game": _now(RULE_SETS[own.rule_set].name)}
            self.add_error("own_rules", forms.ValidationError(sentence, code="other_game", params=words))
        return self.cleaned_data


class DuplicateForm(forms.Form):
    name = forms.CharField(label=_("Evening"), max_length=120)
    date = forms.DateField(label=_("Date"), widget=DAY_INPUT)
    with_players = forms.BooleanField(
        label=_("With its players"),
        required=False,
        help_text=_("They are added to the door list. Mark them as here when they arrive."),
    )


class BinForm(forms.Form):
    """Asks for the evening's name, so that no other one is deleted by mistake."""

    name = forms.CharField(
        label=_("Name of the evening"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Type the name of the evening.")},
    )

    def __init__(self, event: Event, data: Mapping[str, Any] | None) -> None:
        self.event = event
        super().__init__(data)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if " ".join(name.split()).casefold() != " ".join(self.event.name.split()).casefold():
            raise forms.ValidationError(_("This is not the name of the evening: “%s”.") % self.event.name)
        return name


class SettingsSection(NamedTuple):
    """Settings under a heading, with a sentence of help."""

    heading: str | Promise
    fields: list[BoundField]
    help: str | Promise = ""


class SettingsForm(forms.Form):
    """The settings of an evening that may still be changed. `fixed` names the settings that play has fixed, each with
    the reason: they are shown but not offered (`stays`: why -> label -> value), and a page opened earlier that still
    sends another value gets an error. Settings that the format does not leave open are not asked."""

    name = forms.CharField(label=_("Evening"), max_length=120)
    date = forms.DateField(label=_("Date"), widget=DAY_INPUT)
    club_name = forms.CharField(label=_("Club"), max_length=120)
    format = forms.ChoiceField(
        label=_("Game"), choices=KINDS, help_text=_("If you change the game, all settings below start again.")
    )
    hall_tables = forms.IntegerField(
        label=_("Tables in the hall"),
        min_value=1,
        max_value=MOST_HALL_TABLES,
        required=False,
        help_text=_("Leave empty if there are always enough. If a round needs more, the plan and the draw say so."),
    )
    table_size = forms.TypedChoiceField(
        label=_("Players at a table"),
        coerce=int,
        help_text=_("As close as possible: table sizes are mixed so that everybody plays."),
    )
    length_kind = forms.ChoiceField(label=_("Match length"), widget=forms.RadioSelect)
    length_number = forms.IntegerField(
        label=_("Number of games"), min_value=1, max_value=99, help_text=_("For matches of a number of games.")
    )
    unfinished = forms.ChoiceField(
        label=_("A game cut short by the bell"), choices=list(UNFINISHED_LABELS.items()), widget=forms.RadioSelect
    )
    hour_minutes = forms.IntegerField(
        label=_("Minutes in an hour"),
        min_value=3,
        max_value=LONGEST_ROUND,
        help_text=_("3 rounds share it: 60 minutes make rounds of 20. A table of 5 plays 5 shorter rounds."),
    )
    warning_minutes = forms.IntegerField(
        label=_("Warning before the bell, in minutes"), min_value=0, max_value=30, help_text=_("0: no warning.")
    )
    grace_minutes = forms.IntegerField(
        label=_("Minutes of grace for a late side"),
        min_value=0,
        max_value=60,
        required=False,
        help_text=_("Tonight counts them once you say that a side is late. Leave empty to use no timer."),
    )
    late_points = forms.IntegerField(
        label=_("Then the side that came gets this many points"),
        min_value=1,
        max_value=200,
        required=False,
        help_text=_("You are asked first; nothing happens by itself. Leave empty for a walk-over."),
    )
    bell_rule = forms.ChoiceField(
        label=_("The hand in play at the bell"),
        choices=[(rule.key, rule.label) for rule in BELL_RULES.values()],
        widget=forms.RadioSelect,
        help_text=_("Printed on every score sheet."),
    )
    adjust_sit_outs = EitherField(
        label=_("A player who sits out a round"),
        choices={"yes": _("is scored per minute played"), "no": _("scores only what they won")},
        help_text=_("33 points in 40 of 60 minutes rank as 49.5; both numbers are shown."),
    )
    threes = forms.ChoiceField(
        label=_("Tables of 3, when the ranking seats people"),
        choices=list(THREES_LABELS.items()),
        widget=forms.RadioSelect,
    )
    final_order = forms.ChoiceField(
        label=_("Final standings"), choices=list(FINAL_ORDER_LABELS.items()), widget=forms.RadioSelect
    )
    empty_means_none = EitherField(
        label=_("All Fours and Jacks turned left empty on a score sheet"),
        choices={"yes": _("mean none"), "no": _("are unknown, unless 0 is written")},
        help_text=_("Printed on every score sheet. Applies where the sheet says what the player won."),
    )
    has_check_box = EitherField(
        label=_("What the opponent won, on each line of a score sheet"),
        choices={"yes": _("is printed and keyed in"), "no": _("is left out")},
        help_text=_("With it, 2 sheets check each other, and a missing sheet can be filled in from the opponents’."),
    )
    agreement = EitherField(
        label=_("A hand recorded by one side"),
        choices={"yes": _("is shown to the other side to agree"), "no": _("counts at once")},
    )
    claim_until = forms.ChoiceField(
        label=_("The person who recorded a hand may change it"),
        choices=list(CLAIM_LABELS.items()),
        widget=forms.RadioSelect,
    )
    codes_change = EitherField(
        label=_("The code on a table’s card"),
        choices={"no": _("stays for the whole evening"), "yes": _("changes with every round")},
        help_text=_("With this code, a phone can record the hands of that table, and nothing else."),
    )

    FIXED_BY = {"hour_minutes": "hour_seconds"}
    ASKED_BY = {"hour_minutes": "hour_seconds", "warning_minutes": "warning_seconds"}
    MATCH = ("table_size", "length_kind", "length_number", "unfinished", "hour_minutes", "warning_minutes", "bell_rule")
    RANKING = ("adjust_sit_outs", "threes", "final_order")
    SHEETS = ("empty_means_none", "has_check_box")
    PHONES = ("agreement", "claim_until", "codes_change")

    def __init__(self, event: Event, data: Mapping[str, Any] | None, *, fixed: Mapping[str, str]) -> None:
        self.event, evening = event, FORMATS[event.format]
        self.rules = document_of(event)
        super().__init__(data, initial=_initial_of(event))
        self._ask_only(evening)
        self.initial.update(add_house_rules(self.fields, self.rules, event.house_rules))
        setting_of = {
            name: "house_rules" if is_house_rule(name) else self.FIXED_BY.get(name, name) for name in self.fields
        }
        self.fixed = {name: fixed[setting] for name, setting in setting_of.items() if setting in fixed}
        self.stays: dict[str, dict[Any, Any]] = {}
        for name, why in self.fixed.items():
            field, value = self.fields.pop(name), self.initial[name]
            choices: dict[Any, Any] = dict(field.widget.choices) if isinstance(field, forms.ChoiceField) else {}
            self.stays.setdefault(why, {})[field.label] = choices.get(value, value)

    def _ask_only(self, evening: Format) -> None:
        """Removes the fields that the format does not leave open, and adapts the words of others."""
        sizes = evening.table_sizes_for(self.event.enters)
        asked = set(evening.options) - (set() if sizes else {"table_size"})
        for name in (*self.MATCH, *self.RANKING, *self.SHEETS):
            if self.ASKED_BY.get(name, name) not in asked:
                del self.fields[name]
        for name, choices in (
            ("table_size", [(size, size) for size in sizes]),
            ("length_kind", [(kind, LENGTHS[kind].label) for kind in evening.lengths_for(self.event.enters)]),
        ):
            if name in self.fields:
                self.fields[name].widget.choices = self.fields[name].choices = choices  # type: ignore[attr-defined]
        if not evening.has_several_stages:
            self.fields["hour_minutes"].label = _("Round length in minutes")
            self.fields["hour_minutes"].help_text = _("The bell rings then. Matches still in play finish or stop.")
            self.fields["bell_rule"].help_text = _("Shown beside every clock.")
        if evening.ranks_each_stage:
            self.fields["hour_minutes"].label = _now("Minutes in each %(stage)s") % {"stage": evening.stage_word}
        if evening.is_planned:
            self.fields["hour_minutes"].label = _("Round length in minutes")
            self.fields["hour_minutes"].help_text = _("For rounds that are not drawn yet. The bell rings then.")
            self.fields["bell_rule"].help_text = _("Shown beside every clock.")

    @property
    def sections(self) -> Iterator[SettingsSection]:
        """The fields by heading, without headings that have no field."""
        parts = (
            (_("The evening"), ("name", "date", "club_name", "hall_tables", "format"), ""),
            (_("A match"), self.MATCH, ""),
            (_("Lateness"), ("grace_minutes", "late_points"), ""),
            (_("Ranking"), self.RANKING, ""),
            (_("Score sheets"), self.SHEETS, ""),
            (
                _("House rules"),
                [name for name in self.fields if is_house_rule(name)],
                _("Filled in with the standard rules of the game."),
            ),
            (_("Phones at the tables"), self.PHONES, ""),
        )
        for heading, names, help in parts:
            if fields := [self[name] for name in names if name in self.fields]:
                yield SettingsSection(heading, fields, help)

    def clean_length_number(self) -> int:
        number: int = self.cleaned_data["length_number"]
        if self.data.get("length_kind") == "best_of" and number % 2 == 0:
            raise forms.ValidationError(_("Choose an odd number, so that somebody wins: 3, 5 or 7."), code="even")
        return number

    def clean(self) -> dict[str, Any]:
        for name, why in self.fixed.items():
            if name in self.data and str(self.data[name]) != str(self.initial[name]):
                self.add_error(None, forms.ValidationError(why, code="fixed"))
        return self.cleaned_data

    @property
    def is_another_game(self) -> bool:
        wanted: str = self.cleaned_data.get("format", self.event.format)
        return wanted != self.event.format

    def settings(self) -> dict[str, Any]:
        """Returns the values by fields of Event; with another game only those that do not depend on it."""
        wanted = {name: value for name, value in self.cleaned_data.items() if not is_house_rule(name)}
        if self.is_another_game:
            return {name: wanted[name] for name in ("name", "date", "club_name", "format")}
        for minutes, seconds in self.ASKED_BY.items():
            if minutes in wanted:
                wanted[seconds] = wanted.pop(minutes) * 60
        length = ("length_kind", "length_number")
        if any(name in wanted and wanted[name] != getattr(self.event, name) for name in length):
            wanted["games_a_table"] = []  # they were given for the other length
        if any(map(is_house_rule, self.fields)):
            wanted["house_rules"] = house_rules_in(self.cleaned_data, self.rules, self.event.house_rules)
        return wanted


EITHER = ("adjust_sit_outs", "empty_means_none", "has_check_box", "agreement", "codes_change")


def _initial_of(event: Event) -> dict[str, Any]:
    kept = ("name", "date", "format", "table_size", "length_kind", "length_number", "unfinished", "bell_rule", "threes")
    return {
        **{name: getattr(event, name) for name in (*kept, "final_order", "claim_until")},
        "hall_tables": event.hall_tables or "",
        "grace_minutes": "" if event.grace_minutes is None else event.grace_minutes,
        "late_points": event.late_points or "",
        **{name: "yes" if getattr(event, name) else "no" for name in EITHER},
        "club_name": event.club.name,
        "hour_minutes": event.hour_seconds // 60,
        "warning_minutes": event.warning_seconds // 60,
    }
