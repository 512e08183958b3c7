"""Shares one press between several workers. It lives in the process that watches them, so that a worker can fetch what
another began, and the laptop prints one thing at a time. Knows no Django."""

import threading
from multiprocessing.managers import BaseManager

from tournament.press import press

METHODS = (
    *("run", "print_html", "begin_and_wait", "print_aside", "bind_aside", "draw_page"),
    *("find_printed", "progress", "count_jobs", "has_room_for_guest", "forget", "stop"),
)
Address = str | tuple[str, int]


class _Shared(BaseManager):
    """Accepts only processes of the same family, which inherited its key."""


_Shared.register("press", callable=lambda: press.the_press(), exposed=METHODS)


def share() -> Address:
    """Serves this process's press until it ends; returns the address."""
    server = _Shared().get_server()
    threading.Thread(target=server.serve_forever, name="press", daemon=True).start()
    address = server.address
    assert address and not isinstance(address, bytes)
    return address


def connect_press(address: Address) -> press.Press:
    manager = _Shared(address)
    manager.connect()
    shared: press.Press = manager.press()  # type: ignore[attr-defined]
    return shared
