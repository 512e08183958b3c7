"""Answers addresses below /live/, before Django: the hall's time, and the stream of versions.

They reveal no secret, only that something changed, so nobody has to sign in. Evenings of another club are not found,
and of its screens nothing is told.
"""

from collections import defaultdict
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial

from a2wsgi.asgi_typing import HTTPScope, Receive, Send
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from tournament.live.hub import MOST, Hub
from tournament.live.topics import names_followed_in
from tournament.web.visitors import Limits, Quota, Visitor, visitor_at

PREFIX = "/live/"
PLAIN = [(b"content-type", b"text/plain; charset=utf-8"), (b"x-content-type-options", b"nosniff")]
NOT_KEPT = [(b"cache-control", b"no-store, no-transform")]
# A proxy would otherwise buffer the stream.
STREAM = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    *NOT_KEPT,
]
STREAMS = Quota(Limits(total=MOST, familiar=MOST // 2, strangers=MOST // 2, each=600))
"""The streams that are open now. 600 are three for each of 200 phones behind one address. A page that gets no stream
asks from time to time instead."""
OF_A_CLUB = Limits(total=MOST // 2, familiar=MOST // 2, strangers=MOST // 4, each=600)
STREAMS_OF_CLUBS: defaultdict[str, Quota] = defaultdict(partial(Quota, OF_A_CLUB))
"""On a server with several clubs, those at each name of one, so that a crowd at one leaves room for the others."""


FindNames = Callable[[str, tuple[str, ...]], Awaitable[tuple[str, ...]]]


async def answer_live(
    hub: Hub, find_names: FindNames, scope: HTTPScope, receive: Receive, send: Send, *, streams: Quota = STREAMS
) -> None:
    """Answers a request. `find_names` gives the hub's names of what a stream follows, or none unless all of it is of
    the club that this host shows."""
    asked = scope["path"].removeprefix(PREFIX)
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    domain, _port = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):  # as Django would check
        await _answer_in_words(send, 400)
    elif scope["method"] != "GET":
        await _answer_in_words(send, 405)
    elif asked == "now":
        await _answer_in_words(send, 200, datetime.now(UTC).isoformat(timespec="milliseconds"))
    elif names := names_followed_in(asked):
        client = scope.get("client")
        visitor = visitor_at(client[0] if client else "")
        if not (hub.has_room and streams.take(visitor)):
            await _answer_in_words(send, 503)
            return
        try:
            if names := await find_names(domain, names):
                await _stream_in_quota(hub, domain, visitor, names, receive, send)
            else:
                await _answer_in_words(send, 404)
        finally:
            streams.give_back(visitor)
    else:
        await _answer_in_words(send, 404)


async def _stream_in_quota(
    hub: Hub, domain: str, visitor: Visitor, names: tuple[str, ...], receive: Receive, send: Send
) -> None:
    if not settings.SEVERAL_CLUBS:
        await _stream_versions(hub, names, receive, send)
        return
    streams = STREAMS_OF_CLUBS[domain]
    if not streams.take(visitor):
        await _answer_in_words(send, 503)
        return
    try:
        await _stream_versions(hub, names, receive, send)
    finally:
        streams.give_back(visitor)


async def _stream_versions(hub: Hub, names: tuple[str, ...], receive: Receive, send: Send) -> None:
    """Streams until the client or the hub leaves."""

    async def tell(message: bytes) -> None:
        """Sends a message; an empty one ends the stream."""
        await send({"type": "http.response.body", "body": message, "more_body": bool(message)})

    await send({"type": "http.response.start", "status": 200, "headers": STREAM})
    leave = hub.join(names, tell)
    try:
        while (await receive())["type"] != "http.disconnect":
            pass
    finally:
        leave()


async def _answer_in_words(send: Send, status: int, words: str = "") -> None:
    headers = [*PLAIN, *NOT_KEPT, (b"content-length", str(len(words)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words.encode(), "more_body": False})
