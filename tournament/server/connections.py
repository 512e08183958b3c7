"""Limits open connections: how many an address may have, and how long one may wait for what its client sends or
fetches.

uvicorn 0.54 has no such limit in any of its protocols (its issue 157 has asked for it since 2018). It has only
`timeout_keep_alive`, which begins after a response and which one more byte ends, and `limit_concurrency`, which refuses
everybody alike and does not count connections that have sent nothing. 8,192 silent connections of one device shut
everybody out, and a half-sent head stayed for ever. hypercorn has a time-out for reading, but does not count by
address. nginx does, but is one more program to install. So `HallProtocol` extends uvicorn's httptools protocol where
that calls it: when a connection is made, a request is whole, or a response is complete.

A connection *waits* from when it is made, or its last response is complete, until a whole request has come. If an
address, or all strangers together, have as many as they may, the one that has waited longest is closed for the new one:
of that address, or of the stranger with the most. So a phone gets through even beside a guest behind the same address
who holds all its connections, because its request follows within milliseconds. The new connection is closed only if
none waits.
"""

import asyncio
from collections.abc import Iterator
from typing import Any, ClassVar

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tournament.web.visitors import Limits, Quota, Standing, Visitor, visitor_at

HEAD_SECONDS = 15.0
"""The time until the head of a request must be there. Browsers open connections ahead of their requests, and open
others when these are closed."""
FETCH_SECONDS = 30.0
"""The time from a request until its response is fetched, if that is longer than the buffers: a slow reader holds one of
the four threads. Familiar addresses have `FAMILIAR_FETCH_SECONDS`, for a backup over bad Wi-Fi."""
FAMILIAR_FETCH_SECONDS = 600.0
MOST_UNFETCHED = 300
"""How many responses may wait until strangers fetch them. Each can hold some hundred kilobytes."""


def limits_for(files: int) -> Limits:
    """Returns the limits for a process that may open so many files, some of which the database and others need. With
    8,192, one strange address gets 1,282, enough for 200 phones with six each. Strangers together get half of all; so
    does one familiar address, which can be a whole hall behind one router."""
    total = files - min(500, files // 4)
    return Limits(total=total, familiar=total // 2, strangers=total // 2, each=total // 6)


class OpenConnections:
    """The open connections of one process. This computer's own are neither counted nor closed. Behind a proxy
    (`HANGJACK_HTTPS`) none are, because all come from it. While the server `is_stopping`, it admits nobody."""

    def __init__(self, limits: Limits, *, head: float = HEAD_SECONDS, fetch: float = FETCH_SECONDS) -> None:
        self.quota = Quota(limits)
        self.head, self.fetch = head, fetch
        self.is_stopping = False
        self.waiting: dict[Visitor, dict[HallProtocol, float]] = {}  # since when they wait, the longest first
        self.stalled: dict[HallProtocol, None] = {}  # those whose response is not fetched, the longest first

    def admit(self, connection: "HallProtocol", now: float) -> bool:
        if self.is_stopping:
            return False
        while not self.quota.take(connection.visitor):
            longest = next(self._find_closable(connection.visitor), None)
            if longest is None:
                return False
            self.leave(longest)
            longest.transport.abort()
        self.wait(connection, now)
        return True

    def wait(self, connection: "HallProtocol", now: float) -> None:
        """Marks a connection as waiting for its next request from now on."""
        waiting = self.waiting.setdefault(connection.visitor, {})
        waiting.pop(connection, None)
        waiting[connection] = now

    def stop_waiting(self, connection: "HallProtocol") -> None:
        waiting = self.waiting.get(connection.visitor)
        if waiting is not None and waiting.pop(connection, None) is not None and not waiting:
            del self.waiting[connection.visitor]

    def leave(self, connection: "HallProtocol") -> None:
        """Drops a connection that is closed, or will be in a moment. A second call does nothing."""
        self.stop_waiting(connection)
        self.stalled.pop(connection, None)
        if connection.is_counted:
            connection.is_counted = False
            self.quota.give_back(connection.visitor)

    def close_late(self, now: float) -> None:
        """Closes connections that have waited too long, or not fetched their response in time."""
        waiting = [
            each for visitor, connections in self.waiting.items() if not visitor.is_own for each in connections.items()
        ]
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

    def _find_closable(self, newcomer: Visitor) -> Iterator["HallProtocol"]:
        """Yields the connections that may be closed, the longest waiting first: of the newcomer's address if that has
        too many, else of the stranger with the most."""
        if self.quota.is_at_own_limit(newcomer):
            return iter(self.waiting.get(newcomer, ()))
        strangers = [connections for visitor, connections in self.waiting.items() if visitor.is_strange]
        most: dict[HallProtocol, float] = max(strangers, key=len, default={})
        return iter(most)


class HallProtocol(HttpToolsProtocol):
    """uvicorn's protocol, counted and timed by `hall`, which `protocol_of` sets."""

    hall: ClassVar[OpenConnections]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.visitor = Visitor("", Standing.OWN)
        self.is_counted = False
        self.asked_at = 0.0

    @property
    def has_begun(self) -> bool:
        """Whether a request has started: its head is there, but not its whole response. Its body has limits of its own
        (`bodies`)."""
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
            self.hall.wait(self, self.loop.time())  # the response may have been complete long before it was fetched


def protocol_of(hall: OpenConnections) -> type[HallProtocol]:
    return type("HallProtocol", (HallProtocol,), {"hall": hall})
