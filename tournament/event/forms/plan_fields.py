"""The fields of an evening's plan, with their words and limits. `forms.plan` decides which of them are asked."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.formats.match_length import UNDECIDED_LABELS
from tournament.models import MOST_HALL_TABLES
from tournament.movements.groups import GROUP_SIZES
from tournament.web.fields import TIME_INPUT, EitherField, NumbersField

SIZES = [(size, size) for size in GROUP_SIZES]
MOST_PEOPLE, MOST_GAMES = 240, 99
ANEW = {"hx-post": "", "hx-vals": '{"step": "show"}', "hx-trigger": "change consume", "hx-target": "#plan"}
ANEW |= {"hx-select": "#plan", "hx-swap": "outerHTML", "hx-sync": "closest form:replace"}
"""Attributes of fields on which others depend: a change reloads the form."""


class PlanFields(forms.Form):
    """All that a plan can ask, and the fields that stand side by side under a heading."""

    enters = forms.ChoiceField(label=_("Who enters"), widget=forms.RadioSelect(attrs=ANEW))
    pairs_a_team = forms.IntegerField(label=_("Pairs per team"), min_value=1, max_value=20)
    singles_a_team = forms.IntegerField(
        label=_("Single players per team"),
        min_value=0,
        max_value=20,
        help_text=_("They meet one against one, at the tables after those of the pairs."),
    )
    people = forms.IntegerField(label=_("People"), min_value=0, max_value=MOST_PEOPLE, required=False)
    hall_tables = forms.IntegerField(
        label=_("Tables in the hall"), min_value=1, max_value=MOST_HALL_TABLES, required=False
    )
    table_size = forms.TypedChoiceField(label=_("Players at a table"), coerce=int)
    movement = forms.ChoiceField(label=_("How they move"), widget=forms.RadioSelect(attrs=ANEW))
    group_size = forms.TypedChoiceField(
        label=_("Group size"), choices=SIZES, coerce=int, help_text=_("As close as the numbers allow.")
    )
    later = forms.ChoiceField(label=_("Followed by"), required=False, widget=forms.Select(attrs=ANEW))
    later_enter = forms.IntegerField(
        label=_("How many go through"),
        min_value=0,
        max_value=MOST_PEOPLE,
        help_text=_("The top of the standings. 0: all."),
    )
    of_all = EitherField(
        label=_("Who goes through"),
        choices={"no": _("the best of each group"), "yes": _("the best of all groups together")},
        attrs=ANEW,
    )
    second_cup = EitherField(label=_("The others"), choices={"no": _("are out"), "yes": _("play a second cup")})
    starts = forms.TimeField(label=_("Starts"), widget=TIME_INPUT)
    closes = forms.TimeField(label=_("Closing time"), widget=TIME_INPUT)
    change_minutes = forms.IntegerField(label=_("Change-over in minutes"), min_value=0, max_value=120)
    break_minutes = forms.IntegerField(
        label=_("Break between the halves, in minutes"),
        min_value=0,
        max_value=240,
        required=False,
        help_text=_("A meal, for example. Leave empty for the change-over."),
    )
    length_kind = forms.ChoiceField(label=_("Match length"), widget=forms.Select(attrs=ANEW))
    length_number = forms.IntegerField(label=_("Games"), min_value=1, max_value=MOST_GAMES)
    games_a_table = NumbersField(
        most=MOST_GAMES,
        label=_("Games at each table, if they differ"),
        required=False,
        help_text=_("One number per table, such as 7, 7, 8. Leave empty if all tables play the same."),
    )
    undecided = forms.ChoiceField(
        label=_("A team match without a decision"),
        choices=list(UNDECIDED_LABELS.items()),
        widget=forms.RadioSelect,
        help_text=_("When play ends and neither team has won so many games."),
    )
    counts_games_in_play = EitherField(
        label=_("Games in play at other tables when it is decided"),
        choices={"no": _("do not count"), "yes": _("are played out and count")},
    )
    minutes = forms.IntegerField(label=_("Round length in minutes"), min_value=3, max_value=240)
    game_minutes = forms.IntegerField(label=_("Minutes per game"), min_value=1, max_value=120)
    rounds = forms.IntegerField(
        label=_("How many rounds"),
        min_value=1,
        max_value=99,
        required=False,
        help_text=_("Leave empty for suggestions."),
    )

    OF_ENTERING = ("pairs_a_team", "singles_a_team", "people", "table_size", "hall_tables", "starts")
    FOLLOWED = ("group_size", "break_minutes", "later", "later_enter", "of_all", "second_cup")
    MATCH = ("length_kind", "length_number", "games_a_table", "minutes", "game_minutes", "change_minutes")
    DECISION = ("undecided", "counts_games_in_play")
