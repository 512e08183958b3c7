"""What the address of a stream follows: evenings, and the screens."""

import re

from tournament.foundation.log_actions import SCREENS

MOST_FOLLOWED = 12
NUMBER = re.compile("[1-9][0-9]{0,17}")


def names_followed_in(written: str) -> tuple[str, ...] | None:
    """Returns the names in the address of a stream: numbers of evenings, or `screens`, with commas; None for anything
    else."""
    names = tuple(dict.fromkeys(written.split(",")))
    if len(names) > MOST_FOLLOWED or not all(name == SCREENS or NUMBER.fullmatch(name) for name in names):
        return None
    return names
