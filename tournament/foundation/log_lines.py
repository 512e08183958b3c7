"""A line of the log as readers see it: who, when, from what to what, and why."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.models import LogEntry


@dataclass(frozen=True)
class LogChange:
    """A value before and after; "" if there was none."""

    label: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.label}: {' → '.join(each for each in (self.before, self.after) if each)}"


@dataclass(frozen=True)
class LogLine:
    """A line of the log; `about` names the evening or league if a page shows several; `pk` is the entry's."""

    pk: int
    at: datetime
    by: str
    kind: str
    sentence: str
    changes: tuple[LogChange, ...] = ()
    reason: str = ""
    about: str = ""
    is_undone: bool = False
    """Whether going back to a restore point undid it."""


def line_of(entry: LogEntry, sentence: str, changes: tuple[LogChange, ...] = (), about: str = "") -> LogLine:
    """Builds the line; the caller has read `by`. Without an account the author is a table, if a phone did it."""
    author = entry.by.username if entry.by else ""
    if not author and "device" in entry.after:
        author = _("table %(number)s") % {"number": entry.after["table"]}
    kind = str(LogEntry.Kind(entry.kind).label)
    is_undone = entry.undone_at is not None
    return LogLine(entry.pk, entry.at, author, kind, sentence, changes, entry.reason, about, is_undone)
