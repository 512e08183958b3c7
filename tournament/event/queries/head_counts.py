"""Counts the people of an evening, in the same words on every page: those entered, those here, and how many competitors
these make for the next draw."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.event.queries.competitors import boards_of, players_needed
from tournament.event.queries.entry_rows import EntryRow
from tournament.event.queries.hours import place_of, say_hall_is_short
from tournament.models import Enters, Entry, Event
from tournament.movements import MOVEMENTS
from tournament.movements.draw import Field

MOST_AHEAD = 8
"""The most rounds to plan for; a longer evening has the same tables."""


def describe_round(event: Event, number: int, entries: int) -> str:
    """Describes a round, as in "7 pairs at 3 tables, 1 sits out"; for later rounds, which results decide, only the
    number of entries. If this number cannot be drawn, it says what to do."""
    part = place_of(event, number).part
    movement = MOVEMENTS[part.movement]
    counted = count_in_words(event, entries)
    if number == 1 and not (fit := movement.fits(entries)):
        return _(fit.why_not)
    if number > 1:
        return counted
    rounds = min(part.rounds or movement.rounds(entries).usual, MOST_AHEAD)
    tables, resting = _size_of_first_round(movement.key, entries, event.table_size, rounds)
    tables *= boards_of(event)
    words = {"entries": counted, "tables": ngettext("%(n)s table", "%(n)s tables", tables) % {"n": tables}}
    short = say_hall_is_short(event, tables)
    if not resting:
        said = _("%(entries)s at %(tables)s") % words
    else:
        rest = ngettext("%(entries)s at %(tables)s, 1 sits out", "%(entries)s at %(tables)s, %(n)s sit out", resting)
        said = rest % {**words, "n": resting}
    return f"{said}. {short}" if short else said


def count_in_words(event: Event, entries: int) -> str:
    """Returns the number with its word, as in "30 players", or pairs or teams."""
    words = {
        Enters.PLAYERS: ngettext("%(n)s player", "%(n)s players", entries),
        Enters.PAIRS: ngettext("%(n)s pair", "%(n)s pairs", entries),
        Enters.TEAMS: ngettext("%(n)s team", "%(n)s teams", entries),
    }
    return words[Enters(event.enters)] % {"n": entries}


@lru_cache(maxsize=256)
def _size_of_first_round(movement: str, entries: int, table_size: int | None, rounds: int) -> tuple[int, int]:
    """Returns how many tables the first round has, and how many rest."""
    field = Field(tuple(range(entries)), 1674, table_size=table_size, rounds=rounds)
    first = MOVEMENTS[movement].next_draws(field)[0]
    return len(first.tables), len(first.resting)


@dataclass(frozen=True)
class HeadCount:
    """`entered` and `here` count people; those who left are entered and not here. `drawable` is how many competitors
    the next draw can seat, `left_over` how many players here have an incomplete pair or team."""

    event: Event
    entered: int
    here: int
    drawable: int
    left_over: int

    @property
    def playing(self) -> int:
        """The number of people to plan for: those here without the reserves of whole teams."""
        return self.drawable * players_needed(self.event) + self.left_over

    @property
    def beside_number(self) -> str:
        """The words after the number of those here: "players here", or "players here, of 18 entered"."""
        if self.entered == self.here:
            return ngettext("player here", "players here", self.here)
        words = ngettext("player here, of %(entered)s entered", "players here, of %(entered)s entered", self.here)
        return words % {"entered": self.entered}

    @property
    def here_in_words(self) -> str:
        return ngettext("%(n)s player is here", "%(n)s players are here", self.here) % {"n": self.here}

    @property
    def in_words(self) -> str:
        """The count in a sentence, as in "16 players are here: 7 pairs, and 2 players without a partner here"."""
        return f"{self.here_in_words}: {self.entries_in_words}" if self.entries_in_words else self.here_in_words

    @property
    def entries_in_words(self) -> str:
        """The pairs or teams of those here; empty in singles, or if nobody is here."""
        if self.event.enters == Enters.PLAYERS or not self.here:
            return ""
        entries = count_in_words(self.event, self.drawable)
        if not self.left_over:
            return entries
        words = {"entries": entries, "n": self.left_over}
        if self.event.enters == Enters.TEAMS:
            return (
                ngettext(
                    "%(entries)s, and %(n)s player without a whole team",
                    "%(entries)s, and %(n)s players without a whole team",
                    self.left_over,
                )
                % words
            )
        return (
            ngettext(
                "%(entries)s, and %(n)s player without a partner here",
                "%(entries)s, and %(n)s players without a partner here",
                self.left_over,
            )
            % words
        )


def count_heads(event: Event, entries: Iterable[Entry | EntryRow]) -> HeadCount:
    everybody = list(entries)
    playing = [entry for entry in everybody if entry.here and entry.left_at is None]
    here, entered = count_people(playing), count_people(everybody)
    if event.enters == Enters.PLAYERS:
        return HeadCount(event, entered, here, here, 0)
    present = Counter(entry.team_id for entry in playing if entry.team_id is not None)
    whole = {team for team, players in present.items() if players >= players_needed(event)}
    left_over = count_people(entry for entry in playing if entry.team_id not in whole)
    return HeadCount(event, entered, here, len(whole), left_over)


def count_people(entries: Iterable[Entry | EntryRow]) -> int:
    """Counts entries without a stand-in, who is nobody."""
    return sum(not entry.is_stand_in for entry in entries)


def head_count_of(event: Event) -> HeadCount:
    """Counts the people of an event. One query."""
    return count_heads(event, Entry.objects.filter(event=event).order_by())
