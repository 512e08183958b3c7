"""Defines an action of the log. Each room has its actions in `log_actions.py`, and they are collected at the start, so
nothing here knows one by name.

A topic is one word for what open pages show: `clock` (bells, timetable), `seats` (who sits where, who is here),
`results` (hands, results and standings), `calls` (tables that want the director) and `screens` (what the walls show).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext

from tournament.foundation.log_lines import LogChange
from tournament.models import Event, LogEntry, join_names

Kind = LogEntry.Kind

CLOCK, SEATS, RESULTS, CALLS, SCREENS = "clock", "seats", "results", "calls", "screens"
TOPICS = (CLOCK, SEATS, RESULTS, CALLS, SCREENS)
TOPICS_OF_KIND = {Kind.CLOCK: (CLOCK,), Kind.RESULTS: (RESULTS,), Kind.SCREENS: (SCREENS,)}
"""What actions of a kind touch; those of other kinds touch everything, unless they say what."""


@dataclass(frozen=True, eq=False)
class LogAction:
    """An action of the log. `kind` is its heading, by which the log is filtered and which decides who may read it.
    `sentence` says what was done: words with what to fill in (see `LogSentence`), or a function. `topics` are those
    that it touches on open pages, None for those that its kind usually touches. How it is undone, if it can be, is in
    the `undo.py` of its room."""

    name: str
    kind: Kind
    sentence: "Promise | Callable[[LogSentence], str]"
    topics: tuple[str, ...] | None = None
    changes: Callable[[LogEntry], Iterable[LogChange]] | None = None
    """The values before and after, which the log lists under the sentence."""
    restore_point: Promise | None = None
    """For an action before which a restore point is set: its name, with `%(hour)s` or `%(round)s` to fill in."""
    decides_results: bool = False
    """Whether it may change who has won a match, or somebody's total."""
    seats_players: bool = False
    """Whether it puts people into seats that a draw did not give them."""

    def __str__(self) -> str:
        return self.name

    @property
    def touched_topics(self) -> tuple[str, ...]:
        return TOPICS_OF_KIND.get(self.kind, TOPICS) if self.topics is None else self.topics


ACTIONS: dict[str, LogAction] = {}
"""Every action by the name that is stored."""


def collect_actions(module: ModuleType) -> None:
    """Adds the actions of a room. Those that it imports from a lower one are already known."""
    for action in vars(module).values():
        if isinstance(action, LogAction) and ACTIONS.setdefault(action.name, action) is not action:
            raise ValueError(f"Two actions of the log are called {action.name}.")


def names_of_actions(has: Callable[[LogAction], bool]) -> list[str]:
    """Returns the stored names of the actions that have something, for a query of the log."""
    return [name for name, action in ACTIONS.items() if has(action)]


@dataclass(frozen=True)
class LogSentence:
    """An entry of the log as a sentence, with the names that it mentions by primary key; `hours` are the stage numbers
    of rounds. As words of an action's sentence it fills in `%(match)s`, `%(hour)s`, `%(round)s`, or any key of the
    entry."""

    log: LogEntry
    entries: Mapping[int, str] = field(default_factory=dict)
    matches: Mapping[int, str] = field(default_factory=dict)
    hours: Mapping[int, int] = field(default_factory=dict)

    @property
    def event(self) -> Event:
        assert self.log.event is not None
        return self.log.event

    @property
    def before(self) -> dict[str, Any]:
        return dict(self.log.before)

    @property
    def after(self) -> dict[str, Any]:
        return dict(self.log.after)

    @property
    def both(self) -> dict[str, Any]:
        return {**self.before, **self.after}

    def __str__(self) -> str:
        action = ACTIONS.get(self.log.action)
        if action is None:
            return self.log.action.replace("_", " ")
        return action.sentence(self) if callable(action.sentence) else str(action.sentence) % self

    def __getitem__(self, word: str) -> object:
        both = self.both
        match word:
            case "match":
                return self.matches.get(int(both["match"]), gettext("a match"))
            case "name" if "entry" in both and "name" not in both:
                return self.name_of(both["entry"])
            case "hour":
                return self.event.name_stage(both["hour"])
            case "round" if "turns" in both:
                words = gettext("%(round)s (tables of 5)") if both["turns"] == 5 else "%(round)s"
                return words % {"round": self._name_round()}
            case "tables" if isinstance(both["tables"], list):
                words = ngettext("table %(numbers)s", "tables %(numbers)s", len(both["tables"]))
                return words % {"numbers": ", ".join(str(number) for number in both["tables"])}
            case "names" | "screens":
                return join_names(both[word])
        return both[word]

    def name_of(self, entry: object) -> str:
        return self.entries.get(int(str(entry)), gettext("somebody removed from the list"))

    def _name_round(self) -> str:
        hour = self.hours.get(self.both["round"])
        if hour is None:
            return gettext("a round")
        kind = self.event.kind
        if kind.turns_per_seating == 1:
            return self.event.name_stage(hour)
        return gettext("round %(number)s") % self.both + self.event.say_of_stage(hour)


def say_either(key: str, if_true: Promise, if_false: Promise) -> Callable[[LogSentence], str]:
    """Makes a sentence that depends on whether the entry has something under this key."""
    return lambda sentence: str(if_true if sentence.both.get(key) else if_false) % sentence


def changes_in(entry: LogEntry) -> tuple[LogChange, ...]:
    """Returns what an action changed; an earlier version may have had actions that nobody knows any more."""
    action = ACTIONS.get(entry.action)
    return tuple(action.changes(entry)) if action and action.changes else ()
