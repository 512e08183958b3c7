"""Tells who asks, by the address alone, before a request costs anything: this computer itself, an address that belongs
to the evening, or a stranger. Also shares scarce resources, such as connections or memory, between them.

The hall's Wi-Fi is open to everybody. An address is familiar for `FAMILIAR_FOR` after a request of somebody who is
signed in, or of a phone that opens the page of its table. Limits keep a reserve for such addresses that strangers
cannot take, and this computer is never refused. Many phones can share one address (if the hall has a router of its
own), so limits for one address allow for 200 phones, and each limit says what a guest behind the same address can take.
After a restart the next page that a phone opens makes its address familiar again. Hosts that share a cache tell each
other.
"""

import time
from collections import Counter, OrderedDict
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from threading import Lock

from tournament.web.common_cache import ask_cache
from tournament.web.hosts import is_own_address

FAMILIAR_FOR = 12 * 60 * 60.0  # seconds
MOST_FAMILIAR = 4096


class Standing(Enum):
    OWN = "own"
    FAMILIAR = "familiar"
    STRANGE = "strange"


@dataclass(frozen=True)
class Visitor:
    """An address as `source_of` reads it, with its standing at that time."""

    source: str
    standing: Standing

    @property
    def is_own(self) -> bool:
        return self.standing is Standing.OWN

    @property
    def is_strange(self) -> bool:
        return self.standing is Standing.STRANGE


class FamiliarSources:
    """The addresses that are familiar. Safe to share between threads; `now` is in seconds, of a clock that never goes
    back."""

    def __init__(self, *, lasts: float = FAMILIAR_FOR, most: int = MOST_FAMILIAR) -> None:
        self.lasts, self.most = lasts, most
        self._seen: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def add(self, source: str, now: float) -> None:
        with self._lock:
            self._seen[source] = now
            self._seen.move_to_end(source)
            if len(self._seen) > self.most:
                self._seen.popitem(last=False)

    def has(self, source: str, now: float) -> bool:
        return now - self._seen.get(source, float("-inf")) < self.lasts

    def forget(self) -> None:
        with self._lock:
            self._seen.clear()


FAMILIAR = FamiliarSources()
"""The familiar addresses of this process."""
TOLD, ASKED = FamiliarSources(lasts=60 * 60.0), FamiliarSources(lasts=10.0)
"""Those of which other hosts were told lately, and those that were familiar to none a moment ago."""


def note_familiar(address: str) -> None:
    """Notes an address from which somebody who is signed in, or opens a table, has asked."""
    source, now = source_of(address), time.monotonic()
    FAMILIAR.add(source, now)
    if not TOLD.has(source, now):
        TOLD.add(source, now)
        ask_cache(lambda cache: cache.set(_name_in_cache(source), True, FAMILIAR_FOR), None)


def visitor_at(address: str) -> Visitor:
    source = source_of(address)
    if is_own_address(address) or is_own_address(source):
        return Visitor(source, Standing.OWN)
    return Visitor(source, Standing.FAMILIAR if _is_familiar(source, time.monotonic()) else Standing.STRANGE)


def _is_familiar(source: str, now: float) -> bool:
    """Returns whether an address is familiar here, or to another host. Of one address those are asked at most every ten
    seconds, because the server's loop waits for it."""
    if not FAMILIAR.has(source, now) and not ASKED.has(source, now):
        ASKED.add(source, now)
        if ask_cache(lambda cache: cache.has_key(_name_in_cache(source)), False):
            FAMILIAR.add(source, now)
    return FAMILIAR.has(source, now)


def _name_in_cache(source: str) -> str:
    return sha256(f"familiar {source}".encode()).hexdigest()


@lru_cache(maxsize=4096)
def source_of(address: str) -> str:
    """Returns what an address counts as: a device with IPv6 has a whole network of addresses, which count as one."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return str(IPv6Address(int(ip) >> 64 << 64))


@dataclass(frozen=True)
class Limits:
    """Limits for a resource: one strange address may hold `each`, all strange ones together `strangers`, a familiar one
    `familiar`, and all together `total`. So `total` minus `strangers` is reserved for familiar addresses, and none of
    them can take all of it as long as `familiar` is less than `total`."""

    total: int
    familiar: int
    strangers: int
    each: int


class Quota:
    """Counts what is held now. This computer is neither refused nor counted. For one thread; give back as the same
    visitor that took, even if the address's standing has changed."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.held: Counter[str] = Counter()
        self.all = 0
        self.strange = 0

    def has_room(self, visitor: Visitor, amount: int = 1) -> bool:
        if visitor.is_own:
            return True
        if self.all + amount > self.limits.total or self.is_at_own_limit(visitor, amount):
            return False
        return not visitor.is_strange or self.strange + amount <= self.limits.strangers

    def is_at_own_limit(self, visitor: Visitor, amount: int = 1) -> bool:
        """Returns whether this address holds as much as a single one may, however much is left."""
        most = self.limits.each if visitor.is_strange else self.limits.familiar
        return self.held[visitor.source] + amount > most

    def take(self, visitor: Visitor, amount: int = 1) -> bool:
        """Takes this amount, or returns False and takes nothing if there is no room."""
        if not self.has_room(visitor, amount):
            return False
        self._add(visitor, amount)
        return True

    def give_back(self, visitor: Visitor, amount: int = 1) -> None:
        self._add(visitor, -amount)

    def _add(self, visitor: Visitor, amount: int) -> None:
        if visitor.is_own:
            return
        self.all += amount
        self.strange += amount if visitor.is_strange else 0
        self.held[visitor.source] += amount
        if not self.held[visitor.source]:
            del self.held[visitor.source]
