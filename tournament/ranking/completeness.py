"""Finds doubts about results before standings are final, by comparing drawn meetings with the results that came in."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from .matches import E
from .words import DOUBT_TEXTS


@dataclass(frozen=True)
class DrawnMeeting(Generic[E]):
    """Entries drawn to play each other, in any order."""

    round: int
    entries: tuple[E, ...]


@dataclass(frozen=True)
class Report(Generic[E]):
    """A result that came in; `label` says where a reader finds it: a table, a slip, a line of a file."""

    round: int
    entries: tuple[E, ...]
    label: str


@dataclass(frozen=True)
class TableDoubt:
    """One thing to look at. `code` is a key of DOUBT_TEXTS; `params` have the caller's entries, labels and other
    rounds, each as a tuple."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)

    def in_words(self, text: str, name_of: Callable[[Any], str] = str, *, versus: str = " – ") -> str:
        """Its sentence, or a translation of it, with the names of the entries."""
        entries, labels, drawn = (self.params.get(key, ()) for key in ("entries", "labels", "drawn"))
        assert isinstance(entries, tuple) and isinstance(labels, tuple) and isinstance(drawn, tuple)
        return text % {
            "round": self.params["round"],
            "entries": versus.join(name_of(entry) for entry in entries),
            "labels": ", ".join(labels),
            "drawn": ", ".join(f"{number}" for number in drawn),
        }

    @property
    def message(self) -> str:
        return self.in_words(DOUBT_TEXTS[self.code])


def find_doubts(drawn: Sequence[DrawnMeeting[E]], reports: Sequence[Report[E]]) -> tuple[TableDoubt, ...]:
    """Returns every doubt: first about each meeting in the order drawn, then about each result without a meeting.
    Entries drawn together twice in a round need two results."""
    meetings: dict[tuple[int, frozenset[E]], list[DrawnMeeting[E]]] = {}
    for meeting in drawn:
        meetings.setdefault((meeting.round, frozenset(meeting.entries)), []).append(meeting)
    came_in: dict[tuple[int, frozenset[E]], list[Report[E]]] = {}
    for report in reports:
        came_in.setdefault((report.round, frozenset(report.entries)), []).append(report)
    rounds: dict[frozenset[E], list[int]] = {}
    for number, entries in meetings:
        rounds.setdefault(entries, []).append(number)
    doubts: list[TableDoubt] = []
    for key, met in meetings.items():
        results, where = came_in.get(key, []), {"round": met[0].round, "entries": met[0].entries}
        if len(results) > len(met):
            labels = tuple(report.label for report in results)
            doubts.append(TableDoubt("too_many_results", {**where, "labels": labels}))
        doubts += [TableDoubt("no_result", where)] * (len(met) - len(results))
    for key, results in came_in.items():
        if key in meetings:
            continue
        labels = tuple(report.label for report in results)
        where = {"round": results[0].round, "entries": results[0].entries, "labels": labels}
        drawn_for = rounds.get(key[1])
        code = "other_round" if drawn_for else "not_drawn"
        doubts.append(TableDoubt(code, {**where, "drawn": tuple(drawn_for)} if drawn_for else where))
    return tuple(doubts)
