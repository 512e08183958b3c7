"""Numbers, points and states in words, and names sorted and filed by letter."""

import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from itertools import dropwhile

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from tournament.models import join_names
from tournament.ranking import as_amount, format_halves, format_total

UNKNOWN = "–"
STATE_LABELS = {
    "waiting": gettext_lazy("Waiting"),
    "playing": gettext_lazy("Playing"),
    "entered": gettext_lazy("Entered"),
    "agreed": gettext_lazy("Agreed"),
    "disputed": gettext_lazy("Disputed"),
    "ruled": gettext_lazy("Ruled"),
    "locked": gettext_lazy("Locked"),
    "called_off": gettext_lazy("Called off"),
    "late": pgettext_lazy("a result", "Late"),
    "missing": gettext_lazy("No result"),
}
LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters that Unicode does not decompose into one of A to Z and an accent."""


def numbers_in_words(numbers: Sequence[int]) -> str:
    """Says several numbers in order: "4", "4 and 5", "4 to 6", "4, 6 and 7"; "" for none."""
    if not numbers:
        return ""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and last - first == len(numbers) - 1:
        return _("%(first)s to %(last)s") % {"first": first, "last": last}
    before = ", ".join(str(number) for number in numbers[:-1])
    return _("%(before)s and %(last)s") % {"before": before, "last": last} if before else str(last)


@lru_cache(maxsize=4096)
def order_key(name: str) -> str:
    """Returns the key by which a name is sorted: accents, case and leading signs do not count, so that Élise is next to
    Elise. Cached, because page after page sorts the same names."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(LETTERS))
    letters = [letter for letter in plain if not unicodedata.combining(letter)]
    return "".join(dropwhile(lambda letter: not letter.isalnum(), letters))


def letters_of(names: Iterable[str]) -> list[tuple[str, str]]:
    """Returns for each of these sorted names the letter it is filed under: first only on the first name of a letter,
    then on all but its last."""
    # Compose again: the first part of a decomposed Korean syllable is no letter by itself.
    letters = [unicodedata.normalize("NFC", order_key(name))[:1].title() for name in names]
    around = zip(["", *letters], letters, [*letters[1:], ""], strict=False)
    return [(letter * (letter != before), letter * (letter == after)) for before, letter, after in around]


def keep_partners_whole(names: str, letters: int) -> str:
    """Returns names such as "Ann Ash and Bea Birch" with each name of at most `letters` letters kept on one line."""
    both = join_names(["", ""])
    parts = (part.replace(" ", "\N{NO-BREAK SPACE}") if len(part) <= letters else part for part in names.split(both))
    return both.join(parts)


def points(value: Fraction | int | None) -> str:
    """Writes points exactly, as paper shows them. Points that nobody reported are a dash, never 0."""
    if isinstance(value, int):
        return str(value).replace("-", "−")
    return UNKNOWN if value is None else format_total(value)


def league_points(value: Fraction | Decimal | int | None) -> str:
    """Writes the points of a league, as in "12½". Points that nobody knows are a dash, never 0."""
    return UNKNOWN if value is None else format_halves(as_amount(value))


def state_label(state: str) -> str:
    """Returns the word for a state; any other word stays as it is."""
    return str(STATE_LABELS.get(str(state), state))


def state_mark(state: str) -> SafeString:
    return _draw_mark("state", str(state), get_language())


def side_mark(number: int) -> SafeString:
    return _draw_mark("side", number, get_language())


def suit_mark(letter: str) -> SafeString:
    return _draw_mark("suit", letter, get_language())


@cache
def _draw_mark(kind: str, value: str | int, _language: str | None) -> SafeString:
    """Returns `web/_state.html`, `_side.html` or `_suit.html`, rendered once for each value, because a long table has
    hundreds."""
    return SafeString(render_to_string(f"web/_{kind}.html", {"value": value}))


def format_cards(ranks: Sequence[str]) -> str:
    return ", ".join("10" if rank == "T" else rank for rank in ranks)
