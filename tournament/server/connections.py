"""Open connections: how many of each address, and how long one may wait for what its client sends or fetches.

uvicorn 0.54 has none of this in any of its protocols (its issue 157 has asked for it since 2018): only
`timeout_keep_alive`, which begins after an answer and which one more byte ends, and `limit_concurrency`, which refuses
everybody alike and counts no connection that has sent nothing. 8,192 silent connections of one device shut everybody
out, and a head half sent stayed for ever. hypercorn has a time-out for reading, but counts by no address; nginx does,
and is one more program to install. So `HallProtocol` adds it to uvicorn's httptools protocol where that calls it: a
connection made, a request whole, an answer complete.

A connection *waits* from when it is made, or its last answer is complete, until a request has come whole. Where an
address has as many as it may, or strangers together as many as they may, the one that has waited longest is closed for
the new one: of that address, or of the stranger with the most. So a phone gets through even beside a guest behind the
same address who holds all its connections: its request follows within milliseconds. Only with nothing that waits is the
new one closed.
"""

import asyncio
from collections.abc import Iterator
from typing import Any, ClassVar

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tournament.foundation.visitors import Limits, Quota, Standing, Visitor, visitor_at

HEAD_SECONDS = 15.0
"""Until the head of a request is there. Browsers open connections ahead of what they will ask, and open others when
these are closed."""
FETCH_SECONDS = 30.0
"""From a request until its answer is fetched, if that is longer than the buffers: whoever reads slowly holds one of the
four threads. Familiar addresses have `FAMILIAR_FETCH_SECONDS`, for a backup over a bad Wi-Fi."""
FAMILIAR_FETCH_SECONDS = 600.0
MOST_UNFETCHED = 300
"""Answers that strangers have not fetched yet: each can hold some hundred kilobytes."""


def limits_for(files: int) -> Limits:
    """For a process that may have so many files open, of which the database and others want some. With 8,192: 1,282 of
    one strange address, as 200 phones with six each want; strangers together take half of all, and so may one familiar
    address, which can be a whole hall behind one router."""
    total = files - min(500, files // 4)
    return Limits(total=total, familiar=total // 2, strangers=total // 2, each=total // 6)


class OpenConnections:
    """Those of one process. This computer's own are neither counted nor closed, nor are any where a proxy stands
    between (`HANGJACK_HTTPS`): all come from it."""

    def __init__(self, limits: Limits, *, head: float = HEAD_SECONDS, fetch: float = FETCH_SECONDS) -> None:
        self.quota = Quota(limits)
        self.head, self.fetch = head, fetch
        self.waiting: dict[Visitor, dict[HallProtocol, float]] = {}  # since when, the longest first
        self.stalled: dict[HallProtocol, None] = {}  # whose answer is not fetched, the longest first

    def admit(self, connection: "HallProtocol", now: float) -> bool:
        while not self.quota.take(connection.visitor):
            longest = next(self._those_that_wait(connection.visitor), None)
            if longest is None:
                return False
            self.leave(longest)
            longest.transport.abort()
        self.wait(connection, now)
        return True

    def wait(self, connection: "HallProtocol", now: float) -> None:
        """It waits for the next request from now on."""
        waiting = self.waiting.setdefault(connection.visitor, {})
        waiting.pop(connection, None)
        waiting[connection] = now

    def stop_waiting(self, connection: "HallProtocol") -> None:
        waiting = self.waiting.get(connection.visitor)
        if waiting is not None and waiting.pop(connection, None) is not None and not waiting:
            del self.waiting[connection.visitor]

    def leave(self, connection: "HallProtocol") -> None:
        """It is closed, or will be in a moment; said again, nothing happens."""
        self.stop_waiting(connection)
        self.stalled.pop(connection, None)
        if connection.is_counted:
            connection.is_counted = False
            self.quota.give_back(connection.visitor)

    def close_late(self, now: float) -> None:
        """Closes those that have waited, or not fetched their answer, for too long."""
        waiting = [each for visitor, found in self.waiting.items() if not visitor.is_own for each in found.items()]
        for connection, since in waiting:
            if now - since > self.head and not connection.has_begun and connection not in self.stalled:
                connection.transport.abort()
        strange = [each for each in self.stalled if each.visitor.is_strange]
        for connection in strange[:-MOST_UNFETCHED]:
            connection.transport.abort()
        for connection in list(self.stalled):
            visitor = connection.visitor
            most = self.fetch if visitor.is_strange else max(self.fetch, FAMILIAR_FETCH_SECONDS)
            if not visitor.is_own and now - connection.asked_at > most:
                connection.transport.abort()

    def _those_that_wait(self, newcomer: Visitor) -> Iterator["HallProtocol"]:
        """The longest first: of the newcomer's address if that has too many, else of the stranger with the most."""
        if self.quota.is_at_own_limit(newcomer):
            return iter(self.waiting.get(newcomer, ()))
        strangers = [found for visitor, found in self.waiting.items() if visitor.is_strange]
        most: dict[HallProtocol, float] = max(strangers, key=len, default={})
        return iter(most)


class HallProtocol(HttpToolsProtocol):
    """uvicorn's, counted and timed by `hall`, which `protocol_of` sets."""

    hall: ClassVar[OpenConnections]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.visitor = Visitor("", Standing.OWN)
        self.is_counted = False
        self.asked_at = 0.0

    @property
    def has_begun(self) -> bool:
        """Whether a request has a head, but not yet all of its body, which has limits of its own (`bodies`)."""
        return self.cycle is not None and not self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not settings.HTTPS and self.client:
            self.visitor = visitor_at(self.client[0])
        self.is_counted = self.hall.admit(self, self.loop.time())
        if not self.is_counted:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.hall.leave(self)
        super().connection_lost(exc)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self.has_begun:
            self.asked_at = self.loop.time()
            self.hall.stop_waiting(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.has_begun and self.is_counted:  # else the client sent the next request without waiting
            self.hall.wait(self, self.loop.time())

    def pause_writing(self) -> None:
        super().pause_writing()
        self.hall.stalled[self] = None

    def resume_writing(self) -> None:
        super().resume_writing()
        self.hall.stalled.pop(self, None)
        if not self.has_begun and self.is_counted:
            self.hall.wait(self, self.loop.time())  # an answer was complete long before it was fetched


def protocol_of(hall: OpenConnections) -> type[HallProtocol]:
    return type("HallProtocol", (HallProtocol,), {"hall": hall})
