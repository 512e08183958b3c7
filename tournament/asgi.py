"""What uvicorn serves: live streams by itself, all else by Django's WSGI handler in a few threads with lasting
connections.

What a client sends is gathered whole before it takes one of the threads: else four phones that fall silent in the
middle of a form would keep the whole hall waiting.
"""

import asyncio
from tempfile import TemporaryFile
from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import Receive, ReceiveEvent, Scope, Send
from a2wsgi.wsgi_typing import WSGIApp
from django.conf import settings

from tournament.wsgi import application as django  # isort: split

# Only now is Django set up for what follows.
from tournament.backup import uploads
from tournament.backup.backup_worker import BACKUP_WORKER
from tournament.clock.round_starter import Starting
from tournament.live import stream
from tournament.live.change_feed import CHANGE_FEED, HUB
from tournament.live.shared_responses import SharedResponses
from tournament.paper.kit_worker import KIT_WORKER

# The queue holds what a slow phone has not fetched yet of a font or a document, so that the thread need not wait.
responses = SharedResponses(HUB, CHANGE_FEED.state_of)
pages = WSGIMiddleware(cast(WSGIApp, django), workers=4, send_queue_size=64)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await begin_and_end(receive, send)
        return
    if scope["type"] != "http":
        await pages(scope, receive, send)
        return
    if scope["path"].startswith(stream.PREFIX):
        await stream.answer_live(HUB, scope, receive, send)
        return
    if scope["path"] == uploads.PATH and await asyncio.to_thread(uploads.is_from_director, list(scope["headers"])):
        with TemporaryFile(dir=settings.DATA_DIR) as spool:
            if await uploads.spool_body(receive, spool):
                await pages(scope, uploads.receive_spooled(spool), send)
        return
    body = await read_body(receive)
    if body is None:
        return

    async def receive_gathered() -> ReceiveEvent:
        return {"type": "http.request", "body": body, "more_body": False}

    await responses.answer(scope, send, lambda scope, send: pages(scope, receive_gathered, send))


async def begin_and_end(receive: Receive, send: Send) -> None:
    """Live as long as the server does. One that does not say when it begins has pages that ask now and then, and rounds
    that only the director starts, and no kit or backup but when asked for."""
    starting = Starting()
    await receive()
    CHANGE_FEED.begin()
    starting.begin()
    KIT_WORKER.begin()
    BACKUP_WORKER.begin()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    starting.stop()
    KIT_WORKER.stop()
    BACKUP_WORKER.stop()
    await CHANGE_FEED.end()
    await send({"type": "lifespan.shutdown.complete"})


async def read_body(receive: Receive) -> bytes | None:
    """All that a client sent, or None if it left; of what is larger than Django takes, enough to be refused."""
    body = bytearray()
    while len(body) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        event = await receive()
        if event["type"] != "http.request":
            return None
        body += event.get("body", b"")
        if not event.get("more_body", False):
            break
    return bytes(body)
