"""Defines a step that one press undoes. Each room says in its `undo.py` how its actions are undone. Steps that cannot
be undone alone (somebody seated late) have a restore point."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext

from tournament.models import Entry, Event, LogEntry, Round


@dataclass(frozen=True)
class LoggedStep:
    """All log lines that one press wrote, the newest first. As words of a kind's name it fills in `%(round)s`,
    `%(hour)s`, `%(name)s`, `%(table)s`, or any key of the newest line."""

    event: Event
    lines: tuple[LogEntry, ...]

    @property
    def last(self) -> LogEntry:
        return self.lines[0]

    @property
    def at(self) -> datetime:
        return self.last.at

    @property
    def facts(self) -> dict[str, Any]:
        return {**self.last.before, **self.last.after}

    @property
    def rounds(self) -> list[int]:
        return [line.after["round"] for line in self.lines]

    @property
    def entries(self) -> list[int]:
        return [entry for line in self.lines for entry in line.after.get("entries", [])]

    def __getitem__(self, word: str) -> object:
        facts = self.facts
        match word:
            case "round" if self.event.kind.turns_per_seating > 1:
                return gettext("round %(number)s") % facts
            case "round":
                stage = Round.objects.filter(pk=facts["round"]).values_list("stage__number", flat=True).first()
                return self.event.name_stage(stage) if stage else gettext("a round")
            case "hour":
                return self.event.name_stage(facts["hour"])
            case "name":
                return name_entry(facts["entry"])
            case "table":
                return facts["tables"][0]
        return facts[word]


@dataclass(frozen=True)
class UndoKind:
    """How a kind of step is undone. `name` is what is undone, as after "Undo:": words to fill in, or a function.
    `find_calls` costs one query or two, and returns the calls that undo the step, each to be made with `by` and `now`;
    none if it cannot be undone now. A service refuses, in a sentence, what has become impossible meanwhile."""

    name: Promise | Callable[[LoggedStep], str]
    find_calls: Callable[[LoggedStep], Sequence[Callable[..., object]]]
    even_locked: bool = False
    is_its_own_opposite: bool = False
    """Whether the same step undoes it: done twice, everything is as before."""
    is_undone_once: bool = False
    """Whether the undo is itself a step of such a kind, as with time that is added and taken off. Then the log lines of
    both are marked as undone."""

    def name_step(self, step: LoggedStep) -> str:
        return self.name(step) if callable(self.name) else str(self.name) % step


def name_entry(pk: int) -> str:
    entry = Entry.objects.select_related("player").filter(pk=pk).first()
    return entry.name if entry else gettext("somebody")
