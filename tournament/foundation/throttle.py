"""Throttles wrong guesses by the address that they come from. The caller passes the time; nothing is stored outside
memory."""

from collections import OrderedDict, deque
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address
from threading import Lock


def source_of(address: str) -> str:
    """Whom an address counts as: a device with IPv6 has a whole network of addresses to itself, all of them one."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return str(IPv6Address(int(ip) >> 64 << 64))


class Throttle:
    """Wrong guesses of each source: `limit` of them within `window` and it waits until the oldest is that old.

    Safe to share between threads. Remembers so many `sources`; of more, those that guessed wrong longest ago go first.
    """

    def __init__(self, *, limit: int, window: timedelta, sources: int = 4096) -> None:
        self.limit = limit
        self.window = window
        self.sources = sources
        self._wrong: OrderedDict[str, deque[datetime]] = OrderedDict()
        self._lock = Lock()

    def wait(self, source: str, now: datetime) -> timedelta:
        """How long until this source may guess again; none when it may now."""
        with self._lock:
            wrong = self._wrong.get(source)
            if wrong is None or len(wrong) < self.limit:
                return timedelta()
            return max(wrong[0] + self.window - now, timedelta())

    def wrong(self, source: str, now: datetime) -> None:
        """Count one."""
        with self._lock:
            self._wrong.setdefault(source, deque(maxlen=self.limit)).append(now)
            self._wrong.move_to_end(source)
            while len(self._wrong) > self.sources:
                self._wrong.popitem(last=False)

    def forget(self) -> None:
        """Forgive everybody."""
        with self._lock:
            self._wrong.clear()

    def __len__(self) -> int:
        return len(self._wrong)
