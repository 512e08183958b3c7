"""Makes power-cut kits in a thread of the server.

Every few seconds the thread looks for an evening in play that has changed since its kit was made: seats were released
or changed, or a round is over. A round is over when each of its matches has at least a partial result, or when the next
round has seats or has begun; the bell alone brings no results. Kits of seats that are not released any more are
removed. One process at a time makes a kit, in whatever thread. Once an hour the thread also empties the bin, with the
kits of its evenings.
"""

import logging
import shutil
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from tournament.event.services.bin import empty_bin
from tournament.foundation.worker_thread import WorkerThread
from tournament.models import Event
from tournament.paper.document import CannotPrint, PressIsBusy
from tournament.paper.kit_files import (
    SavedKit,
    ask_for_kit,
    evenings_asked_for,
    folder_of,
    forget_request,
    make_and_save_kit,
    remove_kit,
    saved_kit_of,
)
from tournament.paper.queries.kits import (
    RestOfEvening,
    evenings_in_play,
    rest_of_evening,
    rests_of_evenings,
    stages_with_seats,
)
from tournament.storage.data_lock import LockHeld

EVERY = timedelta(seconds=5)
CALM = timedelta(seconds=20)
"""The wait after seats are released or a round ends, when everybody looks at a phone and the director prints."""
BIN_EVERY = timedelta(hours=1)
AFTER_TROUBLE = timedelta(minutes=2)
"""The wait after a failure, unless the press was only busy."""

log = logging.getLogger(__name__)


def make_kit_now(event: Event, now: datetime) -> SavedKit | None:
    """Makes and saves a kit, changed or not; None before any seats are released. Raises LockHeld, PressIsBusy,
    CannotPrint."""
    left = rest_of_evening(event)
    return make_and_save_kit(left, now=now) if left else None


class KitWorker:
    """The thread that makes kits, from `begin` until `stop`, and what it remembers from one look to the next."""

    def __init__(self) -> None:
        trouble = "No evening could be asked for its kit; it is asked again"
        self._thread = WorkerThread("keeping", self._look, every=EVERY, module=__name__, trouble=trouble)
        self.begin, self.stop = self._thread.begin, self._thread.stop
        self._seen: dict[int, int] = {}  # revision of each evening at which its kit was found up to date
        self._due: dict[int, tuple[str, datetime]] = {}  # mark of what is left, and the first look that found it so
        self._not_before: dict[int, datetime] = {}
        self._bin_emptied_at: datetime | None = None

    def ask(self, event: Event) -> bool:
        """Asks for a kit now, changed or not; returns False if there is no thread to make it."""
        if not self._thread.is_running:
            return False
        ask_for_kit(event)
        self._thread.wake()
        return True

    def make_due(self, now: datetime) -> list[SavedKit]:
        """Makes the kits that are due and returns them. One query if nothing has changed, and six more for however many
        evenings that have."""
        numbers = evenings_asked_for()
        asked = Event.objects.select_related("club").in_bulk(numbers) if numbers else {}
        changed = [event for event in evenings_in_play(now) if event.pk not in asked and self._has_changed(event, now)]
        made = [self._make(event, now) for event in (*asked.values(), *self._find_due(changed, now))]
        return [kit for kit in made if kit]

    def _has_changed(self, event: Event, now: datetime) -> bool:
        rested = self._not_before.get(event.pk, now)
        return self._seen.get(event.pk) != event.revision and not now < rested <= now + AFTER_TROUBLE

    def _find_due(self, events: Sequence[Event], now: datetime) -> list[Event]:
        if not events:
            return []
        kits = {event.pk: kit for event in events if (kit := saved_kit_of(event))}
        released = stages_with_seats([kit.stage for kit in kits.values() if kit.stage is not None])
        lefts = {left.event.pk: left for left in rests_of_evenings(events)}
        due = []
        for event in events:
            left, kept = lefts.get(event.pk), kits.get(event.pk)
            if kept is not None and kept.stage is not None and kept.stage not in released:
                remove_kit(kept)
                kept = None
            if left is None or (kept and kept.mark == left.mark):
                self._seen[event.pk] = event.revision
            elif self._is_calm(left, now):
                due.append(event)
        return due

    def _is_calm(self, left: RestOfEvening, now: datetime) -> bool:
        """Returns whether nothing more has changed for a while."""
        mark, since = self._due.get(left.event.pk, ("", now))
        if mark != left.mark or since > now:  # the computer's clock was set back
            self._due[left.event.pk] = (left.mark, now)
            return False
        return now - since >= CALM

    def _make(self, event: Event, now: datetime) -> SavedKit | None:
        """Makes a kit; returns None if that failed. It is then tried again."""
        try:
            kit = make_kit_now(event, now)
        except (PressIsBusy, LockHeld):
            return None  # somebody else is first; try again at the next look
        except CannotPrint as refused:
            self._not_before[event.pk] = now + AFTER_TROUBLE
            log.warning("No power-cut kit: %s", refused)
            kit = None
        except Exception:
            self._not_before[event.pk] = now + AFTER_TROUBLE
            if not self._thread.is_stopping:
                log.exception("A power-cut kit could not be made; it is tried again")
            kit = None
        forget_request(event)
        return kit

    def _empty_bin_hourly(self, now: datetime) -> None:
        """Empties the bin at the start, and then every hour."""
        if self._bin_emptied_at is None or not self._bin_emptied_at <= now < self._bin_emptied_at + BIN_EVERY:
            # Deletes for good what has been in the bin long enough, kits too.
            for event in empty_bin(now):
                shutil.rmtree(folder_of(event), ignore_errors=True)
            self._bin_emptied_at = now

    def _look(self) -> None:
        self._empty_bin_hourly(timezone.now())
        self.make_due(timezone.now())


KIT_WORKER = KitWorker()
"""The worker of this process; `asgi` begins and stops it."""
