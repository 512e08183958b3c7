"""The names and addresses under which this machine can be reached in its hall, read from the machine each time.

A laptop is carried from one network to another while Hangjack runs, so nothing here is cached for longer than a second.
They are the allowed hosts, instead of `*`: a page on the internet must not reach the laptop under a name of its own.
"""

import socket
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache
from ipaddress import IPv4Address, ip_address
from urllib.parse import urlsplit

import ifaddr

REMEMBERED = 1.0  # seconds; a hall full of phones asks many times a second


def own_addresses() -> list[str]:
    """Returns the machine's own addresses, without loopback; the one that leads to the rest of the network comes
    first."""
    own = [str(ip.ip) if ip.is_IPv4 else str(ip.ip[0]) for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    outward = _outward_address()
    return sorted(
        (address for address in own if not ip_address(address.partition("%")[0]).is_loopback),
        key=lambda address: (address != outward, ":" in address),
    )


def is_own_address(address: str) -> bool:
    """Returns whether this is an address of this machine. Of the loopback network only the usual two count, because
    tests use the others to stand for other machines."""
    return address in ("127.0.0.1", "::1") or address in _own_addresses_at(int(time.monotonic() / REMEMBERED))


@lru_cache(maxsize=1)
def _own_addresses_at(_second: int) -> frozenset[str]:
    return frozenset(own_addresses())


def hall_addresses() -> list[IPv4Address]:
    """Returns the addresses that a phone in the hall can type, best first; empty if there is no network."""
    found = [ip_address(address.partition("%")[0]) for address in own_addresses()]
    return [address for address in found if isinstance(address, IPv4Address) and not address.is_link_local]


def own_names() -> list[str]:
    """Returns the machine's names, for itself and for others on its network."""
    name = socket.gethostname().lower()
    return ["localhost", "127.0.0.1", "[::1]", name, *([] if "." in name else [f"{name}.local"])]


def host_for_phones(host: str) -> str:
    """Returns what a phone in the hall has to type, if this computer's own browser uses `host` (name and port): the
    same or, if only this computer knows that name, the hall's first address; "" without a network."""
    asked = urlsplit(f"//{host}")
    name = asked.hostname or ""
    if (f"[{name}]" if ":" in name else name) not in own_names():
        return host
    found = hall_addresses()
    port = f":{asked.port}" if asked.port else ""
    return f"{found[0]}{port}" if found else ""


def _outward_address() -> str | None:
    """Returns the address that this machine would use towards others. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


class HallHosts(list[str]):
    """Django's ALLOWED_HOSTS (which must be a list): fixed names, then the machine's present addresses."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        super().__init__([*own_names(), *named])
        self._asked: tuple[float, list[str]] = (float("-inf"), [])

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        at, found = self._asked
        if time.monotonic() - at >= REMEMBERED:
            found = [address.partition("%")[0] for address in own_addresses()]
            found = [f"[{address}]" if ":" in address else address for address in found]
            self._asked = (time.monotonic(), found)
        yield from found
