"""How values of an evening are written on a page: points, clock times, tallies, states.

Each filter takes a finished value and returns text or plain numbers; nothing is looked up or decided here.
"""

import math
from datetime import timedelta
from fractions import Fraction
from html import escape

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.event.queries import hours
from tournament.models import Event, Match
from tournament.ranking import printed
from tournament.standings.queries.round_pages import RoundRow

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
    "missing": _("Not in"),
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


@register.filter
def points(value: Fraction | int | None) -> str:
    """Exactly, as paper shows it; what nobody reported is a dash, never a nought."""
    return UNKNOWN if value is None else printed(value)


@register.filter
def round_row(row: RoundRow) -> SafeString:
    """A line of the standings of an evening of rounds; on a phone `less` says what the cells `more` hold. By hand, as a
    long table has hundreds of cells."""
    notes = f"<sup>{row.notes}</sup>" if row.notes else ""
    besides = "".join([f'<span class="why">{escape(words)}</span>' for words in (row.decided, *row.besides) if words])
    first, *others = (escape(figure) for figure in row.figures)
    played = f'<td class="number more">{row.played}</td><td class="total">{first}</td>'
    figures = "".join([f'<td class="number more">{figure}</td>' for figure in others])
    return SafeString(
        f'<tr>\n  <td class="place">{row.place}</td>\n  <th scope="row">{escape(row.name)}{notes}{besides}'
        f'<span class="why less">{escape(row.small)}</span></th>\n  {played}{figures}\n</tr>'
    )


@register.filter
def signed(value: int) -> str:
    """What is received or paid, with its sign."""
    return f"{value:+d}".replace("-", "−") if value else "0"


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
def phase_label(phase: str) -> str:
    """The word over a round clock."""
    return str(PHASE_LABELS.get(phase, phase))


@register.filter
def hour_name(event: Event, number: int) -> str:
    """As in "Hour 2" or "Round 3": `{{ event|hour_name:2 }}`."""
    return hours.hour_name(event, number)


@register.filter
def in_hour(event: Event, number: int) -> str:
    """As in "hour 2" or "round 3", within a sentence."""
    return hours.in_hour(event, number)


@register.filter
def where(event: Event, match: Match) -> str:
    """As in "Round 3 · table 4": of a match, under its name."""
    return hours.where_of(event, match)


@register.filter
def at_table(event: Event, match: Match) -> str:
    """As in "table 4, round 2", of a match."""
    return hours.at_table(event, match)


@register.filter
def suit(letter: str) -> str:
    """The symbol of a suit in `suits.svg`, from its letter or name."""
    return SUITS.get(letter[:1].upper(), letter)


@register.filter
def suit_label(letter: str) -> str:
    """The word of a suit, from its letter or name."""
    return str(SUIT_WORDS.get(suit(letter), letter))
