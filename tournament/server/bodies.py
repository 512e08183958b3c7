"""Gathers what a client sends before it takes one of the threads, with limits on time and memory.

200 forms of 2.5 MB, half sent, held 250 to 550 MB for as long as they liked. Now bytes beyond the first `SMALL` of each
body are counted while they are held, by address and in total. The first ones are not counted, so that a hand, a sign-in
or a slip always has room, even behind an address that somebody else has filled; the number of connections limits them.
"""

import asyncio
import http

from a2wsgi.asgi_typing import HTTPScope, Receive, Send
from django.utils.translation import gettext as _

from tournament.web.visitors import Limits, Quota, Visitor, visitor_at

SMALL = 16 * 1024
MEGABYTE = 1024 * 1024
LIMITS = Limits(total=48 * MEGABYTE, familiar=24 * MEGABYTE, strangers=16 * MEGABYTE, each=8 * MEGABYTE)
SECONDS = 20.0
RATE = 64 * 1024
"""Bytes that earn one more second: a picture of 2 MB gets about 50."""


class RequestRefused(Exception):
    """A request that is refused; the text is for its sender."""

    def __init__(self, status: http.HTTPStatus, words: str) -> None:
        super().__init__(words)
        self.status = status

    async def answer(self, send: Send) -> None:
        words = f"{self}\n".encode()
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(words)).encode())]
        headers += [(b"cache-control", b"no-store")]
        headers += [(b"retry-after", b"30")] if self.status == http.HTTPStatus.SERVICE_UNAVAILABLE else []
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": words, "more_body": False})


class Body:
    """The body of one request. Read it once, and call `leave` when the request is answered."""

    def __init__(self, quota: Quota, visitor: Visitor) -> None:
        self.quota, self.visitor, self.counted = quota, visitor, 0

    async def read_body(self, receive: Receive, *, most: int, seconds: float = SECONDS) -> bytes | None:
        """Returns all that the client sent, or None if it left. If that is longer than `most`, returns just enough to
        show it. Raises RequestRefused if it takes too long, or too much is being sent at once."""
        body = bytearray()
        loop = asyncio.get_running_loop()
        began, has_more = loop.time(), True
        try:
            async with asyncio.timeout(None) as limit:
                while has_more and len(body) <= most:
                    event = await receive()
                    if event["type"] != "http.request":
                        return None
                    body += event.get("body", b"")
                    has_more = event.get("more_body", False)
                    self._count(len(body))
                    if has_more:
                        limit.reschedule(began + seconds + len(body) / RATE)
        except TimeoutError:
            words = _("Your request did not arrive in time. Nothing was saved. Send it again.")
            raise RequestRefused(http.HTTPStatus.REQUEST_TIMEOUT, words) from None
        return bytes(body)

    def leave(self) -> None:
        self.quota.give_back(self.visitor, self.counted)
        self.counted = 0

    def _count(self, length: int) -> None:
        more = max(0, length - SMALL) - self.counted
        if not more:
            return
        if not self.quota.take(self.visitor, more):
            words = _("Too much is being sent at once. Nothing was saved. Wait half a minute, then send it again.")
            raise RequestRefused(http.HTTPStatus.SERVICE_UNAVAILABLE, words)
        self.counted += more


def body_of(scope: HTTPScope, quota: Quota) -> Body:
    client = scope.get("client")
    return Body(quota, visitor_at(client[0] if client else ""))
