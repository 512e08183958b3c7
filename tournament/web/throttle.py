"""Throttles wrong guesses. The caller chooses the key to count by and passes the time; each club of a server counts for
itself. Each process counts in its memory, so a restart forgives everybody; where hosts share a cache, they count there
together as well."""

from collections import OrderedDict, deque
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from threading import Lock
from weakref import WeakSet

from django.core.cache import BaseCache

from tournament.models import SHOWN_CLUB
from tournament.web.common_cache import ask_cache

_THROTTLES: "WeakSet[Throttle]" = WeakSet()


class Throttle:
    """Counts wrong guesses by a key, such as an address. After `limit` of them within `window`, the key has to wait
    until the oldest is that old.

    Safe to share between threads. Remembers at most `keys` keys; beyond that, those with the oldest guesses go first.
    Each throttle has a `name` of its own, by which hosts count together.
    """

    def __init__(self, name: str, *, limit: int, window: timedelta, keys: int = 4096) -> None:
        self.name = name
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
        return max(self._wait_here(key, now), ask_cache(partial(self._wait_in_cache, key, now), timedelta()))

    def count(self, key: str, now: datetime) -> None:
        """Counts one wrong guess."""
        with self._lock:
            of_club = (SHOWN_CLUB.get(), key)
            self._wrong.setdefault(of_club, deque(maxlen=self.limit)).append(now)
            self._wrong.move_to_end(of_club)
            while len(self._wrong) > self.keys:
                self._wrong.popitem(last=False)
        ask_cache(partial(self._count_in_cache, key, now), None)

    def _wait_here(self, key: str, now: datetime) -> timedelta:
        with self._lock:
            wrong = self._wrong.get((SHOWN_CLUB.get(), key))
            if wrong is None or len(wrong) < self.limit:
                return timedelta()
            if wrong[-1] > now:
                wrong.extend([now] * self.limit)
            return max(wrong[0] + self.window - now, timedelta())

    def _wait_in_cache(self, key: str, now: datetime, cache: BaseCache) -> timedelta:
        counted = cache.get(self._name_in_cache(key), 0)
        oldest = cache.get(self._name_in_cache(key, counted - self.limit)) if counted >= self.limit else None
        return timedelta() if oldest is None else max(min(oldest, now) + self.window - now, timedelta())

    def _count_in_cache(self, key: str, now: datetime, cache: BaseCache) -> None:
        """Stores the time of each guess under its number, so that hosts that count at the same moment lose none."""
        name, lasts = self._name_in_cache(key), self.window.total_seconds()
        cache.add(name, 0, lasts)
        cache.set(self._name_in_cache(key, cache.incr(name) - 1), now, lasts)
        cache.touch(name, lasts)

    def _name_in_cache(self, key: str, number: int | None = None) -> str:
        """Returns a name without what the key says, such as an address."""
        return sha256(f"{self.name} {SHOWN_CLUB.get()} {key} {number}".encode()).hexdigest()

    def forget(self) -> None:
        """Forgives everybody."""
        with self._lock:
            self._wrong.clear()

    def __len__(self) -> int:
        return len(self._wrong)
