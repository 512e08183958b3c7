"""What the director's last press did, as long as one more press can take it back."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Event, LogEntry

STAYS = timedelta(minutes=5)
BACK = {
    "start_round": "take_back_start",
    "start_by_itself": "take_back_start",
    "end_round": "reopen_round",
    "agree": "take_back_agreement",
}
"""By the action in the log, the one that undoes it. A round that began by itself counts as pressed."""


@dataclass(frozen=True)
class LastPress:
    """All that one press wrote: `pks` are of rounds started or ended, or of matches agreed; `log` is the newest line
    of it."""

    action: str
    log: int
    at: datetime
    pks: tuple[int, ...]
    number: int

    @property
    def words(self) -> str:
        time = f"{timezone.localtime(self.at):%H:%M}"
        if self.action == "start_round":
            return _("The round was started at %(time)s.") % {"time": time}
        if self.action == "start_by_itself":
            return _("The round began by itself at %(time)s.") % {"time": time}
        if self.action == "end_round":
            return _("The round was ended at %(time)s.") % {"time": time}
        count = len(self.pks)
        words = ngettext("%(n)s result was agreed at %(time)s.", "%(n)s results were agreed at %(time)s.", count)
        return words % {"n": count, "time": time}


def last_press(event: Event, now: datetime) -> LastPress | None:
    """None once it is some minutes old, or taken back already. One query."""
    actions = [*BACK, *BACK.values()]
    logged = LogEntry.objects.filter(event=event, action__in=actions, at__gt=now - STAYS).order_by("-pk")
    lines = list(logged)
    if not lines or lines[0].action not in BACK:
        return None
    last = lines[0]
    of_press = takewhile(lambda line: (line.action, line.at, line.by_id) == (last.action, last.at, last.by_id), lines)
    pks = tuple(line.before["match"] if last.action == "agree" else line.after["round"] for line in of_press)
    return LastPress(last.action, last.pk, last.at, pks, last.after.get("number", 0))
