"""What streams follow: evenings, and the screens of a club.

On a server with several clubs the name of a club's screens has its number, as in `screens@3`; pages say `screens`.
"""

import re

from tournament.foundation.log_actions import SCREENS, TOPICS

MOST_FOLLOWED = 12
NUMBER = re.compile("[1-9][0-9]{0,17}")


def screens_of(club: int | None) -> str:
    """Returns the name of a club's screens; None where the server has one club."""
    return SCREENS if club is None else f"{SCREENS}@{club}"


def is_evening(name: str) -> bool:
    return not name.startswith(SCREENS)


def topics_of(name: str) -> tuple[str, ...]:
    return TOPICS if is_evening(name) else (SCREENS,)


def names_followed_in(written: str) -> tuple[str, ...] | None:
    """Returns the names in the address of a stream: numbers of evenings, or `screens`, with commas; None for anything
    else."""
    names = tuple(dict.fromkeys(written.split(",")))
    if len(names) > MOST_FOLLOWED or not all(name == SCREENS or NUMBER.fullmatch(name) for name in names):
        return None
    return names
