"""Throttles wrong guesses. The caller chooses the key to count by and passes the time; each club of a server counts for
itself. Nothing is stored outside memory, so a restart forgives everybody, and each worker counts separately."""

from collections import OrderedDict, deque
from datetime import datetime, timedelta
from threading import Lock
from weakref import WeakSet

from tournament.models import SHOWN_CLUB

_THROTTLES: "WeakSet[Throttle]" = WeakSet()


class Throttle:
    """Counts wrong guesses by a key, such as an address. After `limit` of them within `window`, the key has to wait
    until the oldest is that old.

    Safe to share between threads. Remembers at most `keys` keys; beyond that, those with the oldest guesses go first.
    """

    def __init__(self, *, limit: int, window: timedelta, keys: int = 4096) -> None:
        self.limit = limit
        self.window = window
        self.keys = keys
        self._wrong: OrderedDict[tuple[int | None, str], deque[datetime]] = OrderedDict()
        self._lock = Lock()
        _THROTTLES.add(self)

    @staticmethod
    def forget_all() -> None:
        """Forgives everybody, at every throttle."""
        for throttle in list(_THROTTLES):
            throttle.forget()

    def wait(self, key: str, now: datetime) -> timedelta:
        """Returns how long until somebody with this key may guess again; zero if they may now. If the computer's clock
        was set back, earlier guesses count as made now, so that nobody waits longer than the window."""
        with self._lock:
            wrong = self._wrong.get((SHOWN_CLUB.get(), key))
            if wrong is None or len(wrong) < self.limit:
                return timedelta()
            if wrong[-1] > now:
                wrong.extend([now] * self.limit)
            return max(wrong[0] + self.window - now, timedelta())

    def count(self, key: str, now: datetime) -> None:
        """Counts one wrong guess."""
        with self._lock:
            of_club = (SHOWN_CLUB.get(), key)
            self._wrong.setdefault(of_club, deque(maxlen=self.limit)).append(now)
            self._wrong.move_to_end(of_club)
            while len(self._wrong) > self.keys:
                self._wrong.popitem(last=False)

    def forget(self) -> None:
        """Forgives everybody."""
        with self._lock:
            self._wrong.clear()

    def __len__(self) -> int:
        return len(self._wrong)
