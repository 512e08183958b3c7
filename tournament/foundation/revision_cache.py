"""Caches a value for each key, in the memory of this process, until its state changes: mostly an event's revision.

The caller has just read the state from the database, so that nothing old is shown whichever process has written:
another state is made anew and takes the old one's place.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass
class _Place(Generic[T]):
    """One thing in its latest state; `making` lets one make it while the others who want it wait."""

    made: tuple[Hashable, T] | None = None
    making: Lock = field(default_factory=Lock)


class RevisionCache(Generic[T]):
    """At most so many things, each in one state; what nobody has asked for longest goes first."""

    def __init__(self, *, most: int) -> None:
        self._most = most
        self._places: OrderedDict[Hashable, _Place[T]] = OrderedDict()
        self._lock = Lock()

    def of(self, what: Hashable, state: Hashable, make: Callable[[], T]) -> T:
        """As it was made in this state, else made now. What `make` raises is raised, and nothing is kept."""
        place = self._place_of(what)
        made = place.made
        if made is not None and made[0] == state:
            return made[1]
        with place.making:
            made = place.made
            if made is None or made[0] != state:
                made = place.made = (state, make())
            return made[1]

    def peek(self, what: Hashable, state: Hashable) -> T | None:
        """As it was made in this state; None where it was not, and is not made now either."""
        place = self._places.get(what)
        made = None if place is None else place.made
        return made[1] if made is not None and made[0] == state else None

    def latest(self, what: Hashable) -> T | None:
        """As it was made last, in whatever state: for one who makes it anew and need not begin from nothing."""
        place = self._places.get(what)
        made = None if place is None else place.made
        return None if made is None else made[1]

    def forget(self) -> None:
        with self._lock:
            self._places.clear()

    def __len__(self) -> int:
        return len(self._places)

    def _place_of(self, what: Hashable) -> _Place[T]:
        with self._lock:
            place = self._places.get(what)
            if place is None:
                place = self._places[what] = _Place()
                if len(self._places) > self._most:
                    self._places.popitem(last=False)
            else:
                self._places.move_to_end(what)
            return place
