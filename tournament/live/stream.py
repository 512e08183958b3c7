"""Answers below /live/, before Django: the hall's time, and the stream of versions.

They tell no secret, only that something changed, so nobody has to sign in.
"""

from datetime import UTC, datetime

from a2wsgi.asgi_typing import HTTPScope, Receive, Send
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from tournament.live.hub import Hub
from tournament.live.topics import followed_in

PREFIX = "/live/"
PLAIN = [(b"content-type", b"text/plain; charset=utf-8"), (b"x-content-type-options", b"nosniff")]
NOT_KEPT = [(b"cache-control", b"no-store, no-transform")]
# What stands between would else gather a stream until it is worth passing on.
STREAM = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    *NOT_KEPT,
]


async def answer(hub: Hub, scope: HTTPScope, receive: Receive, send: Send) -> None:
    asked = scope["path"].removeprefix(PREFIX)
    if not is_our_name(scope):
        await _say(send, 400)
    elif scope["method"] != "GET":
        await _say(send, 405)
    elif asked == "now":
        await _say(send, 200, datetime.now(UTC).isoformat(timespec="milliseconds"))
    elif names := followed_in(asked):
        await _follow(hub, names, receive, send)
    else:
        await _say(send, 404)


async def _follow(hub: Hub, names: tuple[str, ...], receive: Receive, send: Send) -> None:
    """Until one of the two leaves. A hall that is full, or about to stop, lets a page ask now and then instead."""
    if not hub.has_room:
        await _say(send, 503)
        return

    async def tell(message: bytes) -> None:
        """Nothing is the last word."""
        await send({"type": "http.response.body", "body": message, "more_body": bool(message)})

    await send({"type": "http.response.start", "status": 200, "headers": STREAM})
    leave = hub.join(names, tell)
    try:
        while (await receive())["type"] != "http.disconnect":
            pass
    finally:
        leave()


async def _say(send: Send, status: int, words: str = "") -> None:
    headers = [*PLAIN, *NOT_KEPT, (b"content-length", str(len(words)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words.encode(), "more_body": False})


def is_our_name(scope: HTTPScope) -> bool:
    """Whether the hall is asked by a name of its own, as Django would check."""
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)
