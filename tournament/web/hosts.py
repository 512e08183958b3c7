"""The names and addresses under which this machine can be reached in its hall, read from the machine each time.

A laptop is carried from one network to another while Hangjack runs, so nothing here is cached for longer than a second.
They are the allowed hosts, instead of `*`: a page on the internet must not reach the laptop under a name of its own.
"""

import socket
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

import ifaddr

PRIVATE_NETWORKS = [
    *(ip_network(each) for each in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16")),
    *(ip_network(each) for each in ("::1/128", "fc00::/7", "fe80::/10")),
]
"""The networks that only those who are there can reach."""
PRIVATE_NAMES = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localhost", ".localdomain")
"""Ends of names that no server on the internet has."""
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
    addresses = [ip_address(address.partition("%")[0]) for address in own_addresses()]
    return [address for address in addresses if isinstance(address, IPv4Address) and not address.is_link_local]


def own_names() -> list[str]:
    """Returns the machine's names, for itself and for others on its network."""
    name = socket.gethostname().lower()
    return ["localhost", "127.0.0.1", "[::1]", name, *([] if "." in name else [f"{name}.local"])]


def is_private_address(address: str) -> bool:
    """Returns whether this is the address of a device on a private network."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    ip = ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip
    return any(ip in network for network in PRIVATE_NETWORKS if network.version == ip.version)


def is_private_host(host: str) -> bool:
    """Returns whether `host`, a name or address with a port, is one that only a private network knows."""
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    if ":" in name or name.replace(".", "").isdigit():
        return is_private_address(name)
    return "." not in name or name.endswith(PRIVATE_NAMES)


def host_for_phones(host: str) -> str:
    """Returns what a phone in the hall has to type, if this computer's own browser uses `host` (name and port): the
    same or, if only this computer knows that name, the hall's first address; "" without a network."""
    asked = urlsplit(f"//{host}")
    name = asked.hostname or ""
    if (f"[{name}]" if ":" in name else name) not in own_names():
        return host
    addresses = hall_addresses()
    port = f":{asked.port}" if asked.port else ""
    return f"{addresses[0]}{port}" if addresses else ""


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
        at, addresses = self._asked
        if time.monotonic() - at >= REMEMBERED:
            addresses = [address.partition("%")[0] for address in own_addresses()]
            addresses = [f"[{address}]" if ":" in address else address for address in addresses]
            self._asked = (time.monotonic(), addresses)
        yield from addresses
