"""Writes the values of an evening on a page: points, clock times, tallies, states.

Each filter takes a finished value and returns text or plain numbers. It looks up and decides nothing.
"""

import math
from collections.abc import Iterable, Mapping
from datetime import timedelta
from fractions import Fraction
from functools import cache
from html import escape

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.club.visibility import NamedPerson
from tournament.event.queries import hours
from tournament.foundation.navigation import Navigation, navigation_for
from tournament.models import Event, Match, join_names
from tournament.ranking import format_total

UNKNOWN = "–"
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_WORDS = {"spades": _("spades"), "hearts": _("hearts"), "diamonds": _("diamonds"), "clubs": _("clubs")}
STATE_LABELS = {
    "waiting": _("Waiting"),
    "playing": _("Playing"),
    "entered": _("Entered"),
    "agreed": _("Agreed"),
    "disputed": _("Disputed"),
    "ruled": _("Ruled"),
    "locked": _("Locked"),
    "called_off": _("Called off"),
    "late": pgettext_lazy("a result", "Late"),
    "missing": _("No result"),
}
PHASE_LABELS = {
    "waiting": _("Not started"),
    "running": _("Playing"),
    "paused": _("Paused"),
    "warning": _("Nearly time"),
    "bell": _("Time!"),
    "ended": _("Round over"),
}

register = template.Library()


@register.simple_tag(takes_context=True)
def navigation(context: template.Context) -> Navigation:
    event = context.get("event")
    return navigation_for(
        context.get("request"),
        event if isinstance(event, Event) else None,
        leagues_are_shown=bool(context.get("leagues_are_shown")),
        seasons_are_shown=bool(context.get("seasons_are_shown")),
    )


@register.simple_tag
def version() -> str:
    """Returns the version of Hangjack, as its list of changes has it."""
    return str(settings.VERSION)


@register.filter
def points(value: Fraction | int | None) -> str:
    """Writes points exactly, as paper shows them. Points that nobody reported are a dash, never 0."""
    if isinstance(value, int):
        return str(value).replace("-", "−")
    return UNKNOWN if value is None else format_total(value)


@register.simple_tag
def link_name(who: NamedPerson, paths: Mapping[int, str] | None = None, root: str = "") -> SafeString:
    """Writes a link to somebody's page if the reader may open it; on the club's web site by `paths` from its `root`."""
    words = escape(who.name)
    if who.person is None:
        return SafeString(words)
    path = root + paths[who.person] if paths else reverse("profile", args=[who.person])
    return SafeString(f'<a href="{path}">{words}</a>')


@register.simple_tag
def link_names(people: Iterable[NamedPerson], paths: Mapping[int, str] | None = None, root: str = "") -> SafeString:
    """Writes names such as "Ann and Bea", each as `link_name` does."""
    return SafeString(join_names([link_name(who, paths, root) for who in people]))


@register.filter
def table_suit(number: int) -> str:
    """Returns the style of a table's suit. Tables take the four suits in turn, the same on its card as on the
    seating."""
    return f"suit-{(number - 1) % 4 + 1}"


@register.filter
def with_sign(value: int) -> str:
    """Writes an amount received or paid, with its sign."""
    return f"{value:+d}".replace("-", "−") if value else "0"


@register.filter
def say_climb(places: int) -> SafeString:
    """Writes how many places somebody went up or down, in words for those who cannot see the arrow."""
    words = _("%(n)s places up") if places > 0 else _("%(n)s places down")
    return SafeString(f'{abs(places)}<span class="away"> {escape(words % {"n": abs(places)})}</span>')


@register.filter
def seconds(left: timedelta | float | None) -> int:
    """Returns the whole seconds left, rounded up, never negative."""
    exact = left.total_seconds() if isinstance(left, timedelta) else left or 0
    return max(0, math.ceil(exact))


@register.filter
def clock(left: timedelta | float | None) -> str:
    """Returns the minutes and seconds left, as the clock on the wall counts them."""
    if left is None:
        return UNKNOWN
    minutes, rest = divmod(seconds(left), 60)
    return f"{minutes}:{rest:02d}"


@register.filter
def tally(count: int | None) -> list[int]:
    """Returns the bundles of a tally: fives, then the rest."""
    fives, rest = divmod(count or 0, 5)
    return [5] * fives + ([rest] if rest else [])


@register.filter
def state_label(state: str) -> str:
    """Returns the word for a state; any other word stays as it is."""
    return str(STATE_LABELS.get(str(state), state))


@register.filter
def state_mark(state: str) -> SafeString:
    """Returns `foundation/_state.html`, rendered once for each state, because a long table has hundreds."""
    return _state_mark(str(state), get_language())


@cache
def _state_mark(state: str, _language: str | None) -> SafeString:
    return render_to_string("foundation/_state.html", {"state": state})


@register.filter
def phase_label(phase: str) -> str:
    """Returns the word above a round clock."""
    return str(PHASE_LABELS.get(phase, phase))


@register.filter
def hour_name(event: Event, number: int) -> str:
    """Returns a name such as "Hour 2", "Round 3" or "The round": `{{ event|hour_name:2 }}`."""
    return hours.hour_name(event, number)


@register.filter
def in_hour(event: Event, number: int) -> str:
    """Returns a name such as "hour 2", "round 3" or "the round", within a sentence."""
    return hours.name_within_sentence(event, number)


@register.filter
def of_hour(event: Event, number: int) -> str:
    """Returns words such as " of hour 2", after the name of a page; "" at an evening of one round."""
    return hours.of_hour(event, number)


@register.filter
def what_to_draw(event: Event, number: int) -> str:
    """Returns what a button says after "Draw": "the first hour", "round 3", "the tables"."""
    return hours.what_to_draw(event, number)


@register.filter
def round_name(event: Event, match: Match) -> str:
    """Returns a name such as "round 3": the round of the evening, or of its table, to which a match belongs."""
    return hours.round_name(event, match.table.stage.number, match.round.number)


@register.filter
def where(event: Event, match: Match) -> str:
    """Returns words such as "Round 3 · table 4", under the name of a match."""
    return hours.say_where(event, match)


@register.filter
def at_table(event: Event, match: Match) -> str:
    """Returns words such as "table 4, round 2", for a match."""
    return hours.say_table(event, match)


@register.filter
def suit(letter: str) -> str:
    """Returns the symbol of a suit in `suits.svg`, from its letter or name."""
    return SUITS.get(letter[:1].upper(), letter)


@register.filter
def suit_label(letter: str) -> str:
    """Returns the word for a suit, from its letter or name."""
    return str(SUIT_WORDS.get(suit(letter), letter))
