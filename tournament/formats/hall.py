"""A hall with fewer tables than a round needs: what plays now, what plays next, and at which table.

Tables keep their numbers. In a hall of 6, table 7 plays at table 1 when that is free, table 8 at table 2: the second
*wave*. Matches without a bell wait until their table is free. With a bell, it ends the first wave and the second begins
with a bell of its own; tables that play several rounds in one seating cannot wait, so one bell has to do for all.
"""

from typing import Literal

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

BellOfHall = Literal["none", "for a wave", "for all"]


def count_waves(tables: int, hall: int | None) -> int:
    """Returns how many waves so many tables need; one if the hall has enough, or nobody said how many it has."""
    return -(-tables // hall) if hall and tables else 1


def place_in_hall(number: int, hall: int | None) -> int:
    """Returns the table of the hall at which a table plays."""
    return (number - 1) % hall + 1 if hall else number


def wave_of(number: int, hall: int | None) -> int:
    """Returns the wave, from 1, in which a table plays."""
    return (number - 1) // hall + 1 if hall else 1


def name_wave(wave: int, tables: int, hall: int) -> str:
    """Returns the tables of a wave in words, as in "tables 7 to 9"."""
    first, last = (wave - 1) * hall + 1, min(wave * hall, tables)
    if first == last:
        return _("table %(number)s") % {"number": first}
    return _("tables %(first)s to %(last)s") % {"first": first, "last": last}


def say_waiting(number: int, hall: int | None, *, bell: BellOfHall, wave: int = 1) -> str:
    """Returns what players at a table of a later wave read, while this `wave` plays; "" if they play at once, have
    played, or a bell rings for all."""
    own, at = wave_of(number, hall), {"table": place_in_hall(number, hall)}
    if own == 1 or bell == "for all" or own < wave:
        return ""
    if bell == "none":
        return _("Plays next: at table %(table)s, when it is free.") % at
    return (
        _("Plays now: at table %(table)s.") if own == wave else _("Plays next: at table %(table)s, after the bell.")
    ) % at


def say_when_printed(number: int, hall: int | None, *, bell: BellOfHall) -> str:
    """Says on paper when and where a table of a later wave plays; "" if it plays at once, or a bell rings for all."""
    before = wave_of(number, hall) - 1
    if not before or not hall or bell == "for all":
        return ""
    words = {"table": place_in_hall(number, hall), "bells": before, "before": number - hall}
    if bell == "none":
        return _("Plays at table %(table)s, when the match of table %(before)s is over.") % words
    after = ngettext(
        "Plays at table %(table)s, after the first bell.", "Plays at table %(table)s, after %(bells)s bells.", before
    )
    return after % words


def say_waves(tables: int, hall: int | None, *, bell: BellOfHall) -> tuple[str, ...]:
    """Says on paper when and where the tables of each later wave play, a sentence a wave."""
    if not hall or bell == "for all":
        return ()
    sentences = []
    for wave in range(2, count_waves(tables, hall) + 1):
        count = min(hall, tables - (wave - 1) * hall)
        words = {"tables": name_wave(wave, tables, hall), "places": name_wave(1, count, hall), "bells": wave - 1}
        who = ngettext("%(tables)s plays at %(places)s", "%(tables)s play at %(places)s", count) % words
        if bell == "none":
            when = ngettext("as soon as that is free", "as these become free", count)
        else:
            when = ngettext("after the first bell", "after %(bells)s bells", wave - 1) % words
        sentences.append(f"{capfirst(who)}, {when}.")
    return tuple(sentences)


def say_short_hall(tables: int, hall: int | None, *, bell: BellOfHall) -> str:
    """Returns what the director reads if a round needs more tables than the hall has, else ""."""
    if not hall or tables <= hall:
        return ""
    words = {"tables": tables, "hall": hall, "first": hall + 1, "over": tables - hall}
    if bell == "for all":
        return _("A round needs %(tables)s tables and the hall has %(hall)s: %(over)s too few for one bell.") % words
    if bell == "for a wave":
        waves = [name_wave(wave, tables, hall) for wave in range(1, count_waves(tables, hall) + 1)]
        more = ngettext(
            "The hall has %(hall)s table: first %(waves)s play, each with a bell.",
            "The hall has %(hall)s tables: first %(waves)s play, each with a bell.",
            hall,
        )
        return more % {"hall": hall, "waves": _(", then ").join(waves)}
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
