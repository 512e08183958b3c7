"""A hall with fewer tables than a round needs: what plays now, what plays next, and at which table.

Tables keep their numbers. In a hall of 6, table 7 plays at table 1 when that is free, table 8 at table 2: the second
*wave*. Only matches without a bell can wait, because a bell ends them for all at once.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def count_waves(tables: int, hall: int | None) -> int:
    """Returns how many waves so many tables need; one if the hall has enough, or nobody said how many it has."""
    return -(-tables // hall) if hall and tables else 1


def place_in_hall(number: int, hall: int | None) -> int:
    """Returns the table of the hall at which a table plays."""
    return (number - 1) % hall + 1 if hall else number


def say_waiting(number: int, hall: int | None, *, has_bell: bool) -> str:
    """Returns what players at a table of a later wave read; "" if they play at once or a bell rings for all."""
    if not hall or number <= hall or has_bell:
        return ""
    return _("Plays next: at table %(table)s, when it is free.") % {"table": place_in_hall(number, hall)}


def say_short_hall(tables: int, hall: int | None, *, has_bell: bool) -> str:
    """Returns what the director reads if a round needs more tables than the hall has, else ""."""
    if not hall or tables <= hall:
        return ""
    words = {"tables": tables, "hall": hall, "first": hall + 1, "over": tables - hall}
    if has_bell:
        return _("A round needs %(tables)s tables and the hall has %(hall)s: %(over)s too few for one bell.") % words
    if tables == hall + 1:
        one_more = ngettext(
            "The hall has %(hall)s table: table %(tables)s plays after table 1, in its place.",
            "The hall has %(hall)s tables: table %(tables)s plays after table 1, in its place.",
            hall,
        )
        return one_more % words
    more = ngettext(
        "The hall has %(hall)s table: tables %(first)s to %(tables)s play next, as tables become free.",
        "The hall has %(hall)s tables: tables %(first)s to %(tables)s play next, as tables become free.",
        hall,
    )
    return more % words
