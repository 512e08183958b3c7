"""Answers requests from memory, before Django, if the response is the same for everybody: after a change a thousand
devices ask for the same part of a page within a second or two.

A view marks such a response (`web.pages.same_for_all`). It is cached until anything in its evening changes, and
no longer than another program's write may go unnoticed. Making a response never takes more than a quarter of the time.
"""

import asyncio
import gzip
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

from a2wsgi.asgi_typing import HTTPScope, Send
from django.conf import settings

from tournament.live.hub import Hub

SAME = b"hall-same"
MOST = 64  # answers, and addresses
# After a response was made, it is not made again for RESTS times as long as that took: results that come in one after
# the other must not keep the server busy with standings that nobody has read yet.
RESTS = 3
LONGEST_REST = 1.0  # seconds
# Cookies of a session or a language make a response personal.
OWN = re.compile(rf"(?:^|;)\s*(?:{settings.SESSION_COOKIE_NAME}|{settings.LANGUAGE_COOKIE_NAME})=".encode())
PERSONAL_HEADERS = (b"if-none-match", b"if-modified-since", b"cookie")
SENT_ANEW = (b"hall-now", b"content-length", SAME)
DIFFERS_BY = (b"host", b"accept-language", b"x-forwarded-proto")
Key = tuple[str | bytes, ...]
Ask = Callable[[HTTPScope, Send], Awaitable[None]]
StateOf = Callable[[str], Awaitable[object]]


@dataclass
class SharedResponse:
    """A whole response of Django's. `event` is whose it is, or "" if the response is not the same for everybody."""

    state: object
    status: int = 0
    headers: dict[bytes, bytes] = field(default_factory=dict)
    body: bytes = b""
    event: str = ""
    until: float = 0.0
    zipped: bytes = b""

    async def take(self, message: Any) -> None:
        """Stores a message of the response instead of sending it."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.lower(): value for name, value in message["headers"]}
            event, lasts = event_of_headers(self.headers)
            self.event = event if self.status == 200 else ""
            self.until = time.monotonic() + lasts
        else:
            self.body += message.get("body", b"")

    def finish(self) -> None:
        self.headers = {name: value for name, value in self.headers.items() if name not in SENT_ANEW}
        self.headers[b"vary"] = b", ".join(filter(None, (self.headers.get(b"vary"), b"Accept-Encoding")))
        self.zipped = gzip.compress(self.body, 5, mtime=0)


class SharedResponses:
    """Caches responses by the state of their evening. `state_of` gives that state, a new value whenever anything in it
    has changed; by default, what this server has heard."""

    def __init__(self, hub: Hub, state_of: StateOf | None = None) -> None:
        self.hub = hub
        self.state_of = state_of or self._version_heard
        self.same: dict[str, str] = {}  # the event of each address whose response was the same for all
        self.kept: dict[Key, SharedResponse] = {}
        self.making: dict[tuple[Key, object], asyncio.Task[SharedResponse]] = {}  # None: not begun
        self.rests: dict[Key, float] = {}

    async def answer(self, scope: HTTPScope, send: Send, ask: Ask) -> None:
        """Answers from memory where possible, else by `ask`."""
        asked = dict(scope["headers"])
        is_anybodys = self.hub.loop is not None and _is_without_owner(scope, asked)
        event = self.same.get(scope["path"]) if is_anybodys else None
        if event is not None:
            answer = await self._answer(event, scope, asked, ask)
            if answer.event:
                await _send_answer(answer, asked, send)
                return
        await ask(scope, self._learn_mark(scope["path"] if is_anybodys else "", send))

    async def _answer(self, event: str, scope: HTTPScope, asked: dict[bytes, bytes], ask: Ask) -> SharedResponse:
        """Returns the response for the evening's present state: from the cache, or one that is already being made for
        somebody else, or a new one."""
        state = await self.state_of(event)
        differs = [asked.get(name, b"") for name in DIFFERS_BY]
        key: Key = (scope["scheme"], scope["path"], scope["query_string"], *differs)
        kept = self.kept.get(key)
        if kept and kept.state == state and time.monotonic() < kept.until:
            return kept
        making = self.making.get((key, state)) or self.making.get((key, None))
        if making is None:
            making = self.making[key, None] = asyncio.create_task(self._make(key, event, scope, ask))
        return await asyncio.shield(making)

    async def _make(self, key: Key, event: str, scope: HTTPScope, ask: Ask) -> SharedResponse:
        """Makes a response after its rest. All who ask until it begins get the same one."""
        await asyncio.sleep(self.rests.get(key, 0.0) - time.monotonic())
        answer = SharedResponse(await self.state_of(event))
        task, began = self.making.pop((key, None)), time.monotonic()
        self.making[key, answer.state] = task
        try:
            headers = [(name, value) for name, value in scope["headers"] if name not in PERSONAL_HEADERS]
            await ask(cast(HTTPScope, {**scope, "headers": headers}), answer.take)
        finally:
            del self.making[key, answer.state]
            now = time.monotonic()
            self.rests[key] = now + min(LONGEST_REST, (now - began) * RESTS)
            _drop_oldest(self.rests)
        answer.finish()
        if answer.event:
            self.kept[key] = answer
            _drop_oldest(self.kept)
        return answer

    async def _version_heard(self, event: str) -> object:
        return self.hub.version_of(event)

    def _learn_mark(self, path: str, send: Send) -> Send:
        """Wraps `send` so that it remembers the view's mark on a response and removes it."""

        async def send_and_learn(message: Any) -> None:
            if message["type"] == "http.response.start":
                event, _lasts = event_of_headers({name.lower(): value for name, value in message["headers"]})
                if event and path:
                    self.same[path] = event
                    _drop_oldest(self.same)
                headers = [(name, value) for name, value in message["headers"] if name.lower() != SAME]
                message = {**message, "headers": headers}
            await send(message)

        return send_and_learn


async def _send_answer(answer: SharedResponse, asked: dict[bytes, bytes], send: Send) -> None:
    """Sends a response with the present time, and without its body if the client has it already."""
    headers = [*answer.headers.items(), (b"hall-now", datetime.now(UTC).isoformat().encode())]
    etag, body, status = answer.headers.get(b"etag"), b"", 304
    if etag is None or etag not in asked.get(b"if-none-match", b""):
        is_zipped = b"gzip" in asked.get(b"accept-encoding", b"")
        body, status = (answer.zipped if is_zipped else answer.body), 200
        headers += [(b"content-encoding", b"gzip")] if is_zipped else []
        headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _is_without_owner(scope: HTTPScope, asked: dict[bytes, bytes]) -> bool:
    """Returns whether this is a request for a part of a page without personal cookies."""
    return (
        scope["method"] == "GET" and asked.get(b"hx-request") == b"true" and not OWN.search(asked.get(b"cookie", b""))
    )


def event_of_headers(headers: dict[bytes, bytes]) -> tuple[str, float]:
    event, _space, lasts = headers.get(SAME, b"").decode().partition(" ")
    return event, float(lasts or 0)


def _drop_oldest(kept: dict[Any, Any]) -> None:
    while len(kept) > MOST:
        del kept[next(iter(kept))]
