"""Finds the steps of an evening that one press can still undo, the newest first."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.clock.undo import UNDO as UNDO_OF_CLOCK
from tournament.door.undo import UNDO as UNDO_OF_DOOR
from tournament.draw.undo import UNDO as UNDO_OF_DRAW
from tournament.event.undo import UNDO as UNDO_OF_EVENT
from tournament.foundation.undo import LoggedStep, UndoKind
from tournament.hands.undo import UNDO as UNDO_OF_HANDS
from tournament.models import Event, LogEntry
from tournament.results.undo import UNDO as UNDO_OF_RESULTS
from tournament.screens.undo import UNDO as UNDO_OF_SCREENS
from tournament.standings.undo import UNDO as UNDO_OF_STANDINGS

KINDS: Mapping[str, UndoKind] = {
    action.name: kind
    for undo in (
        *(UNDO_OF_EVENT, UNDO_OF_DRAW, UNDO_OF_CLOCK, UNDO_OF_HANDS, UNDO_OF_RESULTS),
        *(UNDO_OF_DOOR, UNDO_OF_STANDINGS, UNDO_OF_SCREENS),
    )
    for action, kind in undo.items()
}
"""How each action that can be undone is undone, by the name that is stored."""
READ = 200
"""The number of log lines that are read. Older steps can no longer be undone anyway."""


@dataclass(frozen=True)
class UndoableStep:
    """A step that can be undone. `name` is what is undone; `log` is the id of the newest log line that the press
    wrote."""

    name: str
    at: datetime
    log: int


def undoable_steps(event: Event, *, most: int, checked: int) -> list[UndoableStep]:
    """Returns at most `most` steps, out of the latest `checked` presses. One query, and one or two for each press that
    is checked."""
    steps: list[UndoableStep] = []
    for number, press in enumerate(_latest_presses(event)):
        if number == checked or len(steps) == most:
            break
        kind = KINDS[press.last.action]
        if _calls_to_undo(press, kind):
            steps.append(UndoableStep(kind.name_step(press), press.at, press.last.pk))
    return steps


def press_of(event: Event, log: int) -> tuple[LoggedStep, UndoKind, Sequence[Callable[..., object]]] | None:
    """Returns the press whose newest log line this is, with the calls that undo it; there are none if it cannot be
    undone now. None if nothing undoes such a step, or the same was done again since."""
    press = next((press for press in _latest_presses(event) if press.last.pk == log), None)
    if press is None:
        return None
    kind = KINDS[press.last.action]
    return press, kind, _calls_to_undo(press, kind)


def _calls_to_undo(press: LoggedStep, kind: UndoKind) -> Sequence[Callable[..., object]]:
    return kind.find_calls(press) if kind.even_locked or press.event.locked_at is None else []


def _latest_presses(event: Event) -> Iterator[LoggedStep]:
    """Yields every step of an undoable kind, newest first, except those that a later press repeated or undid. One
    query."""
    by_press: dict[object, list[LogEntry]] = {}
    undoable = LogEntry.objects.filter(event=event, action__in=KINDS, undone_at=None)
    for line in undoable.order_by("-pk")[:READ]:
        by_press.setdefault((line.action, line.at, line.by_id), []).append(line)
    presses = [LoggedStep(event, tuple(lines)) for lines in by_press.values()]
    times_done = Counter(_step_of(press) for press in presses)
    for press in presses:
        step = _step_of(press)
        is_back_where_it_was = KINDS[press.last.action].is_its_own_opposite and times_done[step] % 2 == 0
        if times_done.pop(step, 0) and not is_back_where_it_was:
            yield press


def _step_of(press: LoggedStep) -> tuple[int, str]:
    names = ("round", "match", "entry", "entries", "tables", "hour", "number", "text", "names")
    return id(KINDS[press.last.action]), str(next((press.facts[name] for name in names if name in press.facts), None))
