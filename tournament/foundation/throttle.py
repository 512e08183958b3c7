"""Throttles wrong guesses. The caller names what they are counted by and passes the time; nothing is stored outside
memory, so a restart forgives everybody, and each of several workers counts by itself."""

from collections import OrderedDict, deque
from datetime import datetime, timedelta
from threading import Lock


class Throttle:
    """Wrong guesses by a key, such as an address: `limit` of them within `window`, and whoever has this key waits until
    the oldest is that old.

    Safe to share between threads. Remembers so many `keys`; of more, those of the longest time ago go first.
    """

    def __init__(self, *, limit: int, window: timedelta, keys: int = 4096) -> None:
        self.limit = limit
        self.window = window
        self.keys = keys
        self._wrong: OrderedDict[str, deque[datetime]] = OrderedDict()
        self._lock = Lock()

    def wait(self, key: str, now: datetime) -> timedelta:
        """How long until somebody with this key may guess again; none when they may now. Where the computer's clock was
        set back, what was counted before counts as of now, so that nobody waits for longer than the window."""
        with self._lock:
            wrong = self._wrong.get(key)
            if wrong is None or len(wrong) < self.limit:
                return timedelta()
            if wrong[-1] > now:
                wrong.extend([now] * self.limit)
            return max(wrong[0] + self.window - now, timedelta())

    def count(self, key: str, now: datetime) -> None:
        """Counts one."""
        with self._lock:
            self._wrong.setdefault(key, deque(maxlen=self.limit)).append(now)
            self._wrong.move_to_end(key)
            while len(self._wrong) > self.keys:
                self._wrong.popitem(last=False)

    def forget(self) -> None:
        """Forgives everybody."""
        with self._lock:
            self._wrong.clear()

    def __len__(self) -> int:
        return len(self._wrong)
