"""Writes the values of an evening on a page: points, clock times, tallies, states.

Each filter takes a finished value and returns text or plain numbers. It looks up and decides nothing.
"""

import math
from collections.abc import Iterable, Mapping
from datetime import timedelta
from html import escape

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.club.visibility import NamedPerson
from tournament.desk.queries.help_topics import TOPIC_OF_ROUTE, HelpTopic
from tournament.event.queries import hours
from tournament.foundation.navigation import Navigation, navigation_for
from tournament.foundation.wording import UNKNOWN, points, state_label, state_mark
from tournament.models import Event, Match, join_names

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_WORDS = {"spades": _("spades"), "hearts": _("hearts"), "diamonds": _("diamonds"), "clubs": _("clubs")}
PHASE_LABELS = {
    "waiting": _("Not started"),
    "running": _("Playing"),
    "paused": _("Paused"),
    "warning": _("Nearly time"),
    "bell": _("Time!"),
    "ended": _("Round over"),
}

register = template.Library()
register.filter(points)
register.filter(state_label)
register.filter(state_mark)
register.filter("hour_name", hours.hour_name)  # {{ event|hour_name:2 }} is "Hour 2", "Round 3" or "The round"
register.filter("in_hour", hours.name_within_sentence)
register.filter("of_hour", hours.of_hour)
register.filter("what_to_draw", hours.what_to_draw)
register.filter("where", hours.say_where)  # {{ event|where:match }} is "Round 3 · table 4"
register.filter("at_table", hours.say_table)


@register.simple_tag(takes_context=True)
def navigation(context: template.Context) -> Navigation:
    event = context.get("event")
    return navigation_for(
        context.get("request"),
        event if isinstance(event, Event) else None,
        leagues_are_shown=bool(context.get("leagues_are_shown")),
        seasons_are_shown=bool(context.get("seasons_are_shown") or getattr(event, "club_shows_seasons", False)),
    )


@register.simple_tag(takes_context=True)
def help_topic_of_page(context: template.Context) -> HelpTopic | None:
    """Returns the help topic of the page that is shown, if it has one."""
    route = getattr(getattr(context.get("request"), "resolver_match", None), "url_name", None)
    return TOPIC_OF_ROUTE.get(route) if route else None


@register.simple_tag
def version() -> str:
    """Returns the version of Hangjack, as its list of changes has it."""
    return str(settings.VERSION)


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
def phase_label(phase: str) -> str:
    """Returns the word above a round clock."""
    return str(PHASE_LABELS.get(phase, phase))


@register.filter
def round_name(event: Event, match: Match) -> str:
    """Returns a name such as "round 3": the round of the evening, or of its table, to which a match belongs."""
    return hours.round_name(event, match.table.stage.number, match.round.number)


@register.filter
def suit(letter: str) -> str:
    """Returns the symbol of a suit in `suits.svg`, from its letter or name."""
    return SUITS.get(letter[:1].upper(), letter)


@register.filter
def suit_label(letter: str) -> str:
    """Returns the word for a suit, from its letter or name."""
    return str(SUIT_WORDS.get(suit(letter), letter))
