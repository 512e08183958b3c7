"""Caches one value for each key, in the memory of this process, until its state changes: mostly an event's revision.

The caller has just read the state from the database, so nothing old is shown, whichever process wrote it. A value for a
new state replaces the one for the old state.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


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

    def get_or_make(self, what: Hashable, state: Hashable, make: Callable[[], T]) -> T:
        """Returns the value for this state, and makes it if it is not cached. If `make` raises, nothing is cached."""
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
        place = self._places.get(what)
        made = None if place is None else place.made
        return made[1] if made is not None and made[0] == state else None

    def latest(self, what: Hashable) -> T | None:
        """Returns the value made last, in whatever state, for a caller that makes a new one and can start from it."""
        place = self._places.get(what)
        made = None if place is None else place.made
        return None if made is None else made[1]

    def forget(self) -> None:
        with self._lock:
            self._places.clear()

    def __len__(self) -> int:
        return len(self._places)
