"""What so many players, pairs or teams come to in a round, said at the door before anything is drawn."""

from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Enters, Event
from tournament.movements import MOVEMENTS
from tournament.movements.draw import Field
from tournament.queries.hours import place_of
from tournament.queries.units import boards_of

MOST_AHEAD = 8
"""Rounds that are looked at: a longer evening has the same tables."""


def round_in_words(event: Event, number: int, entries: int) -> str:
    """ "7 pairs at 3 tables, and one rests"; of a later round, where results decide, only who is here. Where so many
    cannot be drawn, what to do."""
    part = place_of(event, number).part
    movement = MOVEMENTS[part.movement]
    counted = entries_in_words(event, entries)
    if number == 1 and not (fit := movement.fits(entries)):
        return _(fit.why_not)
    if number > 1:
        return counted
    rounds = min(part.rounds or movement.rounds(entries).usual, MOST_AHEAD)
    tables, resting = _first_round(movement.key, entries, event.table_size, rounds)
    tables *= boards_of(event)
    words = {"entries": counted, "tables": ngettext("%(n)s table", "%(n)s tables", tables) % {"n": tables}}
    if not resting:
        return _("%(entries)s at %(tables)s") % words
    rest = ngettext("%(entries)s at %(tables)s, and one rests", "%(entries)s at %(tables)s, and %(n)s rest", resting)
    return rest % {**words, "n": resting}


def entries_in_words(event: Event, entries: int) -> str:
    """ "30 players", or pairs or teams: whatever enters this evening."""
    words = {
        Enters.PLAYERS: ngettext("%(n)s player", "%(n)s players", entries),
        Enters.PAIRS: ngettext("%(n)s pair", "%(n)s pairs", entries),
        Enters.TEAMS: ngettext("%(n)s team", "%(n)s teams", entries),
    }
    return words[Enters(event.enters)] % {"n": entries}


@lru_cache(maxsize=256)
def _first_round(movement: str, entries: int, table_size: int | None, rounds: int) -> tuple[int, int]:
    """How many tables and how many who rest, whoever they are."""
    field = Field(tuple(range(entries)), 1674, table_size=table_size, rounds=rounds)
    first = MOVEMENTS[movement].next_draws(field)[0]
    return len(first.tables), len(first.resting)
