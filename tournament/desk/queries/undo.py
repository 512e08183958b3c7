"""The director's last presses that one more press can still undo."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Event, LogEntry

# A director who walks about presses with a thumb: for so long one more press takes a start, an end or an agreement
# back, unless something was recorded or seated since.
STAYS = timedelta(minutes=5)
BACK = {
    "start_round": "take_back_start",
    "start_by_itself": "take_back_start",
    "end_round": "reopen_round",
    "agree": "take_back_agreement",
    "release_draw": "undo_release",
    "answer_call": "reopen_call",
}
"""By the action in the log, the one that undoes it. A round that began by itself counts as pressed."""
OF_CALLS = ("answer_call", "reopen_call")
"""Answered beside all else, so that a call does not hide the way back of a step."""


@dataclass(frozen=True)
class LastPress:
    """All that one press wrote: `pks` are of rounds started or ended, of matches agreed, the number of a table whose
    call was answered, or that of the seats that came out; `log` is the newest line of it."""

    action: str
    log: int
    at: datetime
    pks: tuple[int, ...]
    number: int

    @property
    def words(self) -> str:
        time = f"{timezone.localtime(self.at):%H:%M}"
        if self.action == "start_round":
            return _("The round started at %(time)s.") % {"time": time}
        if self.action == "start_by_itself":
            return _("The round started by itself at %(time)s.") % {"time": time}
        if self.action == "end_round":
            return _("The round ended at %(time)s.") % {"time": time}
        if self.action == "answer_call":
            return _("The call of table %(table)s was answered at %(time)s.") % {"table": self.number, "time": time}
        if self.action == "release_draw":
            return _("The seats were released at %(time)s.") % {"time": time}
        count = len(self.pks)
        words = ngettext("%(n)s result was agreed at %(time)s.", "%(n)s results were agreed at %(time)s.", count)
        return words % {"n": count, "time": time}


def last_presses(event: Event, now: datetime) -> tuple[LastPress | None, LastPress | None]:
    """The last step, and the last call answered; neither once it is some minutes old, or taken back already. One
    query."""
    actions = [*BACK, *BACK.values()]
    counting = LogEntry.objects.filter(event=event, action__in=actions, at__gt=now - STAYS, undone_at=None)
    logged = list(counting.order_by("-pk"))
    steps = [line for line in logged if line.action not in OF_CALLS]
    answers = [line for line in logged if line.action in OF_CALLS]
    return _press(steps), _press(answers)


def _press(lines: Sequence[LogEntry]) -> LastPress | None:
    """The latest of these, with all that it wrote."""
    if not lines or lines[0].action not in BACK:
        return None
    last = lines[0]
    of_press = takewhile(lambda line: (line.action, line.at, line.by_id) == (last.action, last.at, last.by_id), lines)
    if last.action == "answer_call":
        (table,) = last.after["tables"]
        return LastPress(last.action, last.pk, last.at, (table,), table)
    if last.action == "release_draw":
        return LastPress(last.action, last.pk, last.at, (last.after["hour"],), last.after["hour"])
    pks = tuple(line.before["match"] if last.action == "agree" else line.after["round"] for line in of_press)
    return LastPress(last.action, last.pk, last.at, pks, last.after.get("number", 0))
