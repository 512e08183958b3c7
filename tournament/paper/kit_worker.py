"""Makes power-cut kits without being asked, in the server's own process, whether or not a page is open.

One thread looks every few seconds which evening in play has gone on since its kit was made: seats came out or changed,
or a round is over. Over means that something is known of each of its matches, or that the next round has seats or has
begun; a bell alone brings no results. A kit of seats that are not out any more is removed. Several workers may each
have such a thread: a lock below the data folder lets one at a time make a kit.
"""

import logging
import threading
from datetime import datetime, timedelta

from django.db import close_old_connections
from django.utils import timezone

from tournament.models import Event
from tournament.paper.document import CannotPrint, PressIsBusy
from tournament.paper.kit_files import (
    InWork,
    KeptKit,
    answered,
    ask_for_kit,
    asked_for,
    keep_kit,
    kept_kit,
    remove_kit,
)
from tournament.paper.queries.kits import evenings_in_play, left_of, seats_are_out

EVERY = timedelta(seconds=5)
CALM = timedelta(seconds=20)
"""So long after seats come out or a round ends everybody looks at a phone, and the director prints."""
AFTER_TROUBLE = timedelta(minutes=2)
"""When what could not be made is tried again, unless the press was only busy."""

log = logging.getLogger(__name__)


def kit_now(event: Event, now: datetime) -> KeptKit | None:
    """Made and kept, changed or not; None before any seats are out. Raises InWork, PressIsBusy, CannotPrint."""
    left = left_of(event)
    return keep_kit(left, now=now) if left else None


class Keeping:
    """The thread that does it, from `begin` until `stop`, and what it has to know between two looks."""

    def __init__(self) -> None:
        self._woken = threading.Event()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._seen: dict[int, int] = {}  # revision of each evening at which its kit was found up to date
        self._due: dict[int, tuple[str, datetime]] = {}  # mark of what is left, and the first look that found it so
        self._not_before: dict[int, datetime] = {}

    def begin(self) -> None:
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, name="keeping", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """A kit that is being made is left: what is half made is no file yet."""
        self._stopped.set()
        self._woken.set()
        if self._thread is not None:
            self._thread.join(timeout=1)
            self._thread = None

    def ask(self, event: Event) -> bool:
        """Have a kit made now, changed or not; False where no thread is there to do it."""
        if self._thread is None:
            return False
        ask_for_kit(event)
        self._woken.set()
        return True

    def make_due(self, now: datetime) -> list[KeptKit]:
        """Those made. A silent hall costs one query."""
        numbers = asked_for()
        asked = Event.objects.select_related("club").in_bulk(numbers) if numbers else {}
        wanted = [event for event in evenings_in_play(now) if event.pk not in asked and self._is_due(event, now)]
        made = [self._make(event, now) for event in (*asked.values(), *wanted)]
        return [kit for kit in made if kit]

    def _is_due(self, event: Event, now: datetime) -> bool:
        if self._seen.get(event.pk) == event.revision or now < self._not_before.get(event.pk, now):
            return False
        left, kept = left_of(event), kept_kit(event)
        if kept is not None and kept.stage is not None and not seats_are_out(kept.stage):
            remove_kit(kept)
            kept = None
        if left is None or (kept and kept.mark == left.mark):
            self._seen[event.pk] = event.revision
            return False
        mark, since = self._due.get(event.pk, ("", now))
        if mark != left.mark:
            self._due[event.pk] = (left.mark, now)
            return False
        return now - since >= CALM

    def _make(self, event: Event, now: datetime) -> KeptKit | None:
        """None where it could not be made: that is tried again, and what was asked for is asked for again."""
        try:
            kit = kit_now(event, now)
        except (PressIsBusy, InWork):
            return None  # somebody else is first: at the next look
        except CannotPrint as refused:
            self._not_before[event.pk] = now + AFTER_TROUBLE
            log.warning("No power-cut kit: %s", refused)
            kit = None
        except Exception:
            self._not_before[event.pk] = now + AFTER_TROUBLE
            if not self._stopped.is_set():
                log.exception("A power-cut kit could not be made; it is tried again")
            kit = None
        answered(event)
        return kit

    def _run(self) -> None:
        while not self._stopped.is_set():
            close_old_connections()
            try:
                self.make_due(timezone.now())
            except Exception:
                log.exception("No evening could be asked for its kit; it is asked again")
            close_old_connections()
            self._woken.wait(EVERY.total_seconds())
            self._woken.clear()


KEEPING = Keeping()
"""Of this process; `asgi` begins and stops it."""
