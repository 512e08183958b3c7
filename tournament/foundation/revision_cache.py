"""Caches one value for each key, in the memory of this process, until its state changes: mostly an event's revision.

The caller has just read the state from the database, so nothing old is shown, whichever process wrote it. A value for a
new state replaces the one for the old state. A reader from whom names are hidden has values of their own
(`models.reader`).
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from tournament.models import mark_of_reader

T = TypeVar("T")


_CACHES: "WeakSet[RevisionCache[Any]]" = WeakSet()


@dataclass
class _Place(Generic[T]):
    """One value with its state. The lock `making` lets one thread make it while the others wait."""

    made: tuple[Hashable, T] | None = None
    making: Lock = field(default_factory=Lock)


class RevisionCache(Generic[T]):
    """Caches at most `most` values, each in one state. The value that was not asked for the longest goes first."""

    def __init__(self, *, most: int) -> None:
        self._most = most
        self._places: OrderedDict[Hashable, _Place[T]] = OrderedDict()
        self._lock = Lock()
        _CACHES.add(self)

    @staticmethod
    def forget_all() -> None:
        """Empties every cache, because something was cached in a transaction that is taken back: the next rows may get
        the same ids and revisions."""
        for cache in list(_CACHES):
            cache.forget()

    def get_or_make(self, what: Hashable, state: Hashable, make: Callable[[], T]) -> T:
        """Returns the value for this state, and makes it if it is not cached. If `make` raises, nothing is cached."""
        what, state = _for_reader(what, state)
        with self._lock:
            place = self._places.setdefault(what, _Place())
            self._places.move_to_end(what)
            if len(self._places) > self._most:
                self._places.popitem(last=False)
        made = place.made
        if made is not None and made[0] == state:
            return made[1]
        with place.making:
            made = place.made
            if made is None or made[0] != state:
                made = place.made = (state, make())
            return made[1]

    def peek(self, what: Hashable, state: Hashable) -> T | None:
        """Returns the cached value for this state, or None. Never makes one."""
        what, state = _for_reader(what, state)
        place = self._places.get(what)
        made = None if place is None else place.made
        return made[1] if made is not None and made[0] == state else None

    def latest(self, what: Hashable) -> T | None:
        """Returns the value made last, in whatever state, for a caller that makes a new one and can start from it."""
        place = self._places.get(_for_reader(what, None)[0])
        made = None if place is None else place.made
        return None if made is None else made[1]

    def forget(self) -> None:
        with self._lock:
            self._places.clear()

    def __len__(self) -> int:
        return len(self._places)


def _for_reader(what: Hashable, state: Hashable) -> tuple[Hashable, Hashable]:
    mark = mark_of_reader()
    return (what, state) if mark is None else ((mark[0], what), (mark[1], state))
