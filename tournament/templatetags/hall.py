"""How values of an evening are written on a page: points, clock times, tallies, states.

Each filter takes a finished value and returns text or plain numbers; nothing is looked up or decided here.
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
from tournament.standings.queries.standings_page import StandingsRow

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
    """Of Hangjack, as its list of changes has it."""
    return str(settings.VERSION)


@register.filter
def points(value: Fraction | int | None) -> str:
    """Exactly, as paper shows it; what nobody reported is a dash, never a nought."""
    if isinstance(value, int):
        return str(value).replace("-", "−")
    return UNKNOWN if value is None else format_total(value)


@register.filter
def standings_row(row: StandingsRow) -> SafeString:
    """A line of the standings; on a phone `less` says what the cells `more` hold. By hand, as a long table has hundreds
    of cells."""
    notes = f"<sup>{row.notes}</sup>" if row.notes else ""
    besides = "".join([f'<span class="why">{escape(words)}</span>' for words in (row.decided, *row.besides) if words])
    cells = "".join([f'<td class="{cell.style}">{escape(cell.text)}</td>' for cell in row.cells])
    small = f'<span class="why less">{escape(row.small)}</span>' if row.small else ""
    name = f'<th scope="row">{escape(row.name)}{notes}{besides}{small}</th>'
    return SafeString(f'<tr>\n  <td class="place">{row.place}</td>\n  {name}\n  {cells}\n</tr>')


@register.simple_tag
def link_name(who: NamedPerson, paths: Mapping[int, str] | None = None, root: str = "") -> SafeString:
    """A link to their page where the reader may open it; on the club's web site by `paths` from its `root`."""
    words = escape(who.name)
    if who.person is None:
        return SafeString(words)
    path = root + paths[who.person] if paths else reverse("profile", args=[who.person])
    return SafeString(f'<a href="{path}">{words}</a>')


@register.simple_tag
def link_names(people: Iterable[NamedPerson], paths: Mapping[int, str] | None = None, root: str = "") -> SafeString:
    """As in "Ann and Bea", each as `link_name` has them."""
    return SafeString(join_names([link_name(who, paths, root) for who in people]))


@register.filter
def with_sign(value: int) -> str:
    """What is received or paid, with its sign."""
    return f"{value:+d}".replace("-", "−") if value else "0"


@register.filter
def say_climb(places: int) -> SafeString:
    """How many places somebody went up or down, said in words to who cannot see the arrow."""
    words = _("%(n)s places up") if places > 0 else _("%(n)s places down")
    return SafeString(f'{abs(places)}<span class="away"> {escape(words % {"n": abs(places)})}</span>')


@register.filter
def seconds(left: timedelta | float | None) -> int:
    """Whole seconds left, the started one counted whole, never below nought."""
    exact = left.total_seconds() if isinstance(left, timedelta) else left or 0
    return max(0, math.ceil(exact))


@register.filter
def clock(left: timedelta | float | None) -> str:
    """Minutes and seconds left, as the clock on the wall counts them."""
    if left is None:
        return UNKNOWN
    minutes, rest = divmod(seconds(left), 60)
    return f"{minutes}:{rest:02d}"


@register.filter
def tally(count: int | None) -> list[int]:
    """The bundles of a tally: fives, then what is left."""
    fives, rest = divmod(count or 0, 5)
    return [5] * fives + ([rest] if rest else [])


@register.filter
def state_label(state: str) -> str:
    """The word of a state; a word that is not a state stays as it is."""
    return str(STATE_LABELS.get(str(state), state))


@register.filter
def state_mark(state: str) -> SafeString:
    """`foundation/_state.html`, made once for each state: a long table has hundreds."""
    return _state_mark(str(state), get_language())


@cache
def _state_mark(state: str, _language: str | None) -> SafeString:
    return render_to_string("foundation/_state.html", {"state": state})


@register.filter
def phase_label(phase: str) -> str:
    """The word over a round clock."""
    return str(PHASE_LABELS.get(phase, phase))


@register.filter
def hour_name(event: Event, number: int) -> str:
    """As in "Hour 2", "Round 3" or "The round": `{{ event|hour_name:2 }}`."""
    return hours.hour_name(event, number)


@register.filter
def in_hour(event: Event, number: int) -> str:
    """As in "hour 2", "round 3" or "the round", within a sentence."""
    return hours.name_within_sentence(event, number)


@register.filter
def of_hour(event: Event, number: int) -> str:
    """As in " of hour 2", after the name of a page; empty at an evening of one round."""
    return hours.of_hour(event, number)


@register.filter
def what_to_draw(event: Event, number: int) -> str:
    """As a button says it after "Draw": "the first hour", "round 3", "the tables"."""
    return hours.what_to_draw(event, number)


@register.filter
def round_name(event: Event, match: Match) -> str:
    """As in "round 3": the round of the evening, or of its table, that a match is of."""
    return hours.round_name(event, match.table.stage.number, match.round.number)


@register.filter
def where(event: Event, match: Match) -> str:
    """As in "Round 3 · table 4": of a match, under its name."""
    return hours.say_where(event, match)


@register.filter
def at_table(event: Event, match: Match) -> str:
    """As in "table 4, round 2", of a match."""
    return hours.say_table(event, match)


@register.filter
def suit(letter: str) -> str:
    """The symbol of a suit in `suits.svg`, from its letter or name."""
    return SUITS.get(letter[:1].upper(), letter)


@register.filter
def suit_label(letter: str) -> str:
    """The word of a suit, from its letter or name."""
    return str(SUIT_WORDS.get(suit(letter), letter))
