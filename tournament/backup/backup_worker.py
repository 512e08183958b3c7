"""Makes backups automatically, in a thread of the server: when seats are shown and after each round, at the end of
an evening, and every hour in which something was written. On a server with several clubs, whose rounds end at any
time, it makes the hourly ones alone. Then it copies to the second place what is missing there.

Copying SQLite takes some milliseconds and keeps nobody waiting; the rest waits for the disk, not for Python.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.backup.database_copy import mark_of_database
from tournament.backup.generations import EVENING, HOUR, ROUND
from tournament.backup.queries import backup_summary, load_settings, load_status
from tournament.backup.services import (
    BackupInWork,
    copy_to_second_place,
    delete_outdated,
    make_backup,
    note_failure,
    note_made,
)
from tournament.foundation.errors import TournamentError
from tournament.foundation.worker_thread import WorkerThread
from tournament.models import Club, Event
from tournament.paper.queries.kits import evenings_in_play, rest_of_evening

EVERY = timedelta(seconds=5)
HOURLY = timedelta(hours=1)
AFTER_TROUBLE = timedelta(minutes=2)
SECOND_PLACE_EVERY = timedelta(seconds=30)
"""The time within which a newly plugged-in stick is found."""

log = logging.getLogger(__name__)


class BackupWorker:
    """The thread, from `begin` until `stop`, with its memory from one look to the next."""

    def __init__(self) -> None:
        self._backups = WorkerThread(
            "backups",
            lambda: self.look(timezone.now()),
            every=EVERY,
            after_trouble=AFTER_TROUBLE,
            module=__name__,
            trouble="No backup could be made; it is tried again",
        )
        self._second_place = WorkerThread(
            "second-place",
            lambda: copy_to_second_place(timezone.now()),
            every=SECOND_PLACE_EVERY,
            module=__name__,
            trouble="Backups could not be brought to the second place; it is tried again",
        )
        self._has_looked = False
        self._seen: dict[int, int] = {}  # revision of each evening at the last look
        self._moments: dict[int, object] = {}  # the moment each evening was at then
        self._ended: set[tuple[int, datetime]] = set()
        self._owed: tuple[str, str] | None = None  # what was due and could not be made
        self._not_before: datetime | None = None

    def begin(self) -> None:
        self._backups.begin()
        self._second_place.begin()

    def stop(self) -> None:
        """Stops without waiting for a backup in progress, which has no file yet."""
        self._backups.stop()
        self._second_place.stop()

    def look(self, now: datetime) -> str:
        """Makes the backup that is due. Returns why it was due, or "" if none was made. If nothing has changed this
        costs three queries at most."""
        self._owed = self._owed or self._find_due(now)
        if self._owed is None or (self._not_before and now < self._not_before):
            return ""
        (why, about), mark = self._owed, mark_of_database()
        try:
            make_backup(why=why, about=about, now=now, lock=load_settings().lock)
            delete_outdated(now)
        except BackupInWork:
            return ""
        except TournamentError as refused:
            self._not_before = now + AFTER_TROUBLE
            log.warning("No backup: %s", refused)
            note_failure(str(refused))
            return ""
        self._owed = self._not_before = None
        note_made(mark)
        self._second_place.wake()
        return why

    def _find_due(self, now: datetime) -> tuple[str, str] | None:
        """Returns why a backup is due and what it is about, or None."""
        if due := [] if settings.SEVERAL_CLUBS else self._find_moments(now):
            return due[0]
        last = backup_summary().last
        if last and now - HOURLY < last <= now:  # a backup from a clock that was ahead does not count
            return None
        is_known = last and load_status().mark == mark_of_database()
        return None if is_known or not Club.objects.exists() else (HOUR, "")

    def _find_moments(self, now: datetime) -> list[tuple[str, str]]:
        """Looks at every evening, even after it finds one that is due: one backup is enough for all of them. Evenings
        that had ended before the first look have a backup already, or an hourly one follows."""
        recent = Event.objects.filter(locked_at__gt=now - timedelta(days=1)).values_list("pk", "locked_at", "name")
        ended = {(pk, at): name for pk, at, name in recent if at is not None}
        due = [(EVENING, name) for key, name in ended.items() if self._has_looked and key not in self._ended]
        self._ended = set(ended)
        for event in evenings_in_play(now):
            if self._seen.get(event.pk) == event.revision:
                continue
            left = rest_of_evening(event)
            moment = (left.stage.pk, sorted(left.over.items())) if left else None
            if left and self._has_looked and moment != self._moments.get(event.pk):
                due.append((ROUND, _("%(evening)s: %(stands)s") % {"evening": event.name, "stands": left.stands}))
            self._seen[event.pk], self._moments[event.pk] = event.revision, moment
        self._has_looked = True
        return due


BACKUP_WORKER = BackupWorker()
"""The worker of this process; `asgi` begins and stops it."""
