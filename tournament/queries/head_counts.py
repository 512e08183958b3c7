"""How many people an evening has, counted once and in the same words for every page of the desk: who is entered, who of
them is here, and how many players, pairs or teams those here make for the next draw."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import ngettext

from tournament.models import Enters, Entry, Event
from tournament.queries.heads import entries_in_words
from tournament.queries.units import wanted_here


@dataclass(frozen=True)
class HeadCount:
    """`entered` and `here` are players; who went home is entered and not here. `drawable` are the players, pairs or
    teams whom the next draw can seat; `left_over` players here whose pair or team is not whole."""

    event: Event
    entered: int
    here: int
    drawable: int
    left_over: int

    @property
    def beside_number(self) -> str:
        """What stands after the number of those here: "players here", or "players here, of 18 entered"."""
        if self.entered == self.here:
            return ngettext("player here", "players here", self.here)
        words = ngettext("player here, of %(entered)s entered", "players here, of %(entered)s entered", self.here)
        return words % {"entered": self.entered}

    @property
    def here_in_words(self) -> str:
        return ngettext("%(n)s player is here", "%(n)s players are here", self.here) % {"n": self.here}

    @property
    def in_words(self) -> str:
        """As in "16 players are here: 7 pairs, and 2 players without a partner here"."""
        return f"{self.here_in_words}: {self.made}" if self.made else self.here_in_words

    @property
    def made(self) -> str:
        """The pairs or teams of those here; empty where everybody plays singly, or nobody is here."""
        if self.event.enters == Enters.PLAYERS or not self.here:
            return ""
        entries = entries_in_words(self.event, self.drawable)
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


def count_heads(event: Event, entries: Iterable[Entry]) -> HeadCount:
    """Of all entries of an event."""
    everybody = list(entries)
    here = [entry for entry in everybody if entry.here and entry.left_at is None]
    if event.enters == Enters.PLAYERS:
        return HeadCount(event, len(everybody), len(here), len(here), 0)
    present = Counter(entry.team_id for entry in here if entry.team_id is not None)
    whole = {team for team, players in present.items() if players >= wanted_here(event)}
    left_over = sum(entry.team_id not in whole for entry in here)
    return HeadCount(event, len(everybody), len(here), len(whole), left_over)


def head_count_of(event: Event) -> HeadCount:
    """One query."""
    return count_heads(event, Entry.objects.filter(event=event).order_by())
