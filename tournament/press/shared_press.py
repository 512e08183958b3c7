"""One press for several workers, held by the process that watches them: one worker can fetch what another began, and
the laptop prints one thing at a time. Knows no Django."""

import threading
from multiprocessing.managers import BaseManager

from tournament.press import press

METHODS = ("run", "begin_and_wait", "aside", "ask", "kept", "progress", "at_work", "forget", "stop")
Address = str | tuple[str, int]


class _Shared(BaseManager):
    """Its connections are for processes of the same family only, by the key that each of them was born with."""


_Shared.register("press", callable=lambda: press.own(), exposed=METHODS)


def share() -> Address:
    """From now on, until this process ends; gives where."""
    server = _Shared().get_server()
    threading.Thread(target=server.serve_forever, name="press", daemon=True).start()
    address = server.address
    assert address and not isinstance(address, bytes)
    return address


def shared(address: Address) -> press.Press:
    manager = _Shared(address)
    manager.connect()
    found: press.Press = manager.press()  # type: ignore[attr-defined]
    return found
