"""The environment of all templates: the filters and functions that they have besides what a view hands them."""

import math
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import defaultfilters
from django.template.backends.utils import csrf_input
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils import timezone, translation
from django.utils.formats import localize
from django.utils.functional import SimpleLazyObject
from django.utils.html import json_script
from django.utils.translation import gettext_lazy as _
from django_htmx.jinja import htmx_script
from jinja2 import ChainableUndefined, Environment, pass_context, pass_eval_context
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from markupsafe import Markup

from tournament.desk.queries.help_topics import TOPIC_OF_ROUTE, HelpTopic
from tournament.event.queries import hours
from tournament.foundation.wording import UNKNOWN, league_points, points, side_mark, state_label, state_mark, suit_mark
from tournament.models import Event, Match, join_names
from tournament.rules.queries import rules
from tournament.web.navigation import Navigation, address_of, navigation_for

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_WORDS = {SUITS[letter]: word for letter, word in rules.SUITS.items()}
WRITTEN_AS_THEY_ARE = (str, int)
PHASE_LABELS = {
    "waiting": _("Not started"),
    "running": _("Playing"),
    "paused": _("Paused"),
    "warning": _("Nearly time"),
    "bell": _("Time!"),
    "ended": _("Round over"),
    "break": _("Break"),
}


def make_environment(**options: Any) -> Environment:
    """Returns the environment. Words go through Django's gettext; a value that is missing is empty."""
    # Not optimized: the optimizer would write words that a filter says of a constant once, in one reader's language.
    options |= {"undefined": ChainableUndefined, "finalize": write_value, "extensions": ["jinja2.ext.i18n"]}
    options["optimized"] = False
    environment = Environment(**options)
    environment.policies["ext.i18n.trimmed"] = True  # a sentence over several lines is one sentence
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext, translation.ngettext, newstyle=True, pgettext=translation.pgettext
    )
    # Jinja's own pair looks each text up through the context and formats it also without a value, 600 times on a page.
    environment.globals |= {"_": write_text, "gettext": write_text}
    environment.globals |= FUNCTIONS
    environment.filters |= FILTERS
    return environment


def give_one_csrf_token(request: HttpRequest) -> dict[str, Any]:
    """A context processor: all forms of a page have the same token, made when the first asks for it. Django's own makes
    another for each form, which took the door longer than its queries."""
    return {
        "csrf_token": SimpleLazyObject(partial(get_token, request)),
        "csrf_input": SimpleLazyObject(partial(csrf_input, request)),
    }


@pass_eval_context
def write_value(_context: EvalContext, value: Any) -> Any:
    """Returns a value as a page writes it: numbers and days in the reader's way, moments in the hall's time.

    It asks for the context so that Jinja writes no constant, with a filter's words for it, while it compiles a page.
    """
    return value if isinstance(value, WRITTEN_AS_THEY_ARE) else localize(_in_hall_time(value))


def write_text(text: str, /, **values: Any) -> Markup:
    """Returns a text of a template in the reader's language. The text is HTML, its values are escaped."""
    translated = translation.gettext(text)
    return Markup(translated) % values if values else Markup(translated % values)


def url_or_none(name: str, *args: Any) -> str | None:
    """Returns an address, or None if the server has no such page, as one that only shows errors."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return None


def write_date(value: Any, style: str | None = None) -> str:
    return defaultfilters.date(_in_hall_time(value), style)


def write_time(value: Any, style: str | None = None) -> str:
    return defaultfilters.time(_in_hall_time(value), style)


def _in_hall_time(value: Any) -> Any:
    return timezone.localtime(value) if isinstance(value, datetime) and timezone.is_aware(value) else value


@pass_context
def navigation(context: Context) -> Navigation:
    event = context.get("event")
    return navigation_for(
        context.get("request"),
        event if isinstance(event, Event) else None,
        leagues_are_shown=bool(context.get("leagues_are_shown")),
        seasons_are_shown=bool(context.get("seasons_are_shown") or getattr(event, "club_shows_seasons", False)),
    )


@pass_context
def help_topic_of_page(context: Context) -> HelpTopic | None:
    """Returns the help topic of the page that is shown, if it has one."""
    route = getattr(getattr(context.get("request"), "resolver_match", None), "url_name", None)
    return TOPIC_OF_ROUTE.get(route) if route else None


def table_suit(number: int) -> str:
    """Returns the style of a table's suit. Tables take the four suits in turn, the same on its card as on the
    seating."""
    return f"suit-{(number - 1) % 4 + 1}"


def with_sign(value: int) -> str:
    """Writes an amount received or paid, with its sign."""
    return f"{value:+d}".replace("-", "−") if value else "0"


def seconds(left: timedelta | float | None) -> int:
    """Returns the whole seconds left, rounded up, never negative."""
    exact = left.total_seconds() if isinstance(left, timedelta) else left or 0
    return max(0, math.ceil(exact))


def clock(left: timedelta | float | None) -> str:
    """Returns the minutes and seconds left, as the clock on the wall counts them."""
    if left is None:
        return UNKNOWN
    minutes, rest = divmod(seconds(left), 60)
    return f"{minutes}:{rest:02d}"


def tally(count: int | None) -> list[int]:
    """Returns the bundles of a tally: fives, then the rest."""
    fives, rest = divmod(count or 0, 5)
    return [5] * fives + ([rest] if rest else [])


def phase_label(phase: str) -> str:
    """Returns the word above a round clock."""
    return str(PHASE_LABELS.get(phase, phase))


def round_name(event: Event, match: Match) -> str:
    """Returns a name such as "round 3": the round of the evening, or of its table, to which a match belongs."""
    return hours.round_name(event, match.table.stage.number, match.round.number)


def suit(letter: str) -> str:
    """Returns the symbol of a suit in `suits.svg`, from its letter or name."""
    return SUITS.get(letter[:1].upper(), letter)


def suit_label(letter: str) -> str:
    """Returns the word for a suit, from its letter or name."""
    return str(SUIT_WORDS.get(suit(letter), letter))


FUNCTIONS: Mapping[str, Any] = {
    "get_language": translation.get_language,
    "hangjack_command": settings.COMMAND,
    "hangjack_version": str(settings.VERSION),
    "help_topic_of_page": help_topic_of_page,
    "htmx_script": htmx_script,
    "join_names": join_names,
    "navigation": navigation,
    "shares_server": lambda: settings.SEVERAL_CLUBS,
    "static": static,
    "translate": translation.gettext,  # a word that a registry holds
    "url": address_of,
    "url_or_none": url_or_none,
}
FILTERS: Mapping[str, Callable[..., Any]] = {
    **{
        name: getattr(defaultfilters, name)
        for name in (
            *("add", "capfirst", "default_if_none", "divisibleby", "filesizeformat", "floatformat", "length"),
            *("linebreaksbr", "stringformat", "urlencode", "yesno"),
        )
    },
    "date": write_date,
    "time": write_time,
    "json_script": json_script,
    "points": points,
    "league_points": league_points,
    "state_label": state_label,
    "state_mark": state_mark,
    "side_mark": side_mark,
    "suit_mark": suit_mark,
    "hour_name": hours.hour_name,  # event|hour_name(2) is "Hour 2", "Round 3" or "The round"
    "in_hour": Event.name_stage,
    "of_hour": Event.say_of_stage,
    "what_to_draw": hours.what_to_draw,
    "where": hours.say_where,  # event|where(match) is "Round 3 · table 4"
    "at_table": hours.say_table,
    "wait_for_table": hours.say_wait_for_table,  # stage|wait_for_table(7), in a hall of 6 tables
    "now_or_next": hours.say_now_or_next,
    "short_hall": hours.say_hall_is_short,
    **{
        each.__name__: each
        for each in (*(clock, phase_label, round_name), *(seconds, suit, suit_label), *(table_suit, tally, with_sign))
    },
}
