"""What a list says about how somebody is reached, beside what is known already. Pure."""

import re

from tournament.foundation.wording import order_key


def is_less(new: str, old: str) -> bool:
    """Returns whether all of `new` is in `old` already: the same number without its zero or its spaces, one of two
    addresses, a nickname without its accents. A short number is no part of a longer one, nor "Al" of "Alice"."""
    digits = re.sub(r"\D", "", new)
    if len(digits) > 4 and not re.search(r"[^\W\d_]", new):
        return digits in re.sub(r"\D", "", old)
    return f" {_words_of(new)} " in f" {_words_of(old)} "


def _words_of(text: str) -> str:
    return " ".join(re.findall(r"[^\s,;/|]+", order_key(text)))
