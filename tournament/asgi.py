"""What uvicorn serves: live streams by itself, all else by Django's WSGI handler in a few threads with lasting
connections.

What a client sends is gathered whole before it takes one of the threads: else four phones that fall silent in the
middle of a form would keep the whole hall waiting. `server.bodies` limits how long that takes and how much it holds.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from tempfile import TemporaryFile
from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import HTTPScope, Receive, ReceiveEvent, Scope, Send
from a2wsgi.wsgi_typing import WSGIApp
from django.conf import settings
from django.utils.translation import gettext as _

from tournament.wsgi import application as django  # isort: split

# Only now is Django set up for what follows.
from tournament.backup import uploads
from tournament.backup.backup_worker import BACKUP_WORKER
from tournament.clock.round_starter import RoundStarter
from tournament.live import stream
from tournament.live.change_feed import CHANGE_FEED, HUB
from tournament.live.shared_responses import SharedResponses
from tournament.paper.kit_worker import KIT_WORKER
from tournament.seasons.result_worker import RESULT_WORKER
from tournament.server.background import BackgroundWork
from tournament.server.bodies import LIMITS, RequestRefused, body_of
from tournament.server.fair_threads import FairThreads
from tournament.server.metrics import measure
from tournament.web.visitors import Quota

THREADS = 4
UPLOAD_SECONDS = 30 * 60.0  # for the director's file, which may be a whole club's
NOT_SERVED = tuple(f"/{settings.STATIC_URL.strip('/')}/fonts/{folder}/" for folder in ("letters", "print"))
"""What only the press reads, from its own folder. Of megabytes that somebody fetches slowly on purpose the queue below
could not hold enough, and four such would hold all threads."""
# The queue holds what a slow phone has not fetched yet of a font or a document, so that the thread need not wait.
responses = SharedResponses(HUB, CHANGE_FEED.state_of)
bodies = Quota(LIMITS)
pages = WSGIMiddleware(cast(WSGIApp, django), workers=THREADS, send_queue_size=64)
pages.executor = cast(ThreadPoolExecutor, FairThreads(THREADS))


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await begin_and_end(receive, send)
        return
    if scope["type"] != "http":
        await pages(scope, receive, send)
        return
    if scope["path"].startswith(stream.PREFIX):
        await stream.answer_live(HUB, CHANGE_FEED.find_names, scope, receive, send)
        return
    body = body_of(scope, bodies)
    try:
        if scope["path"] == uploads.PATH and await asyncio.to_thread(uploads.is_from_director, list(scope["headers"])):
            await _answer_upload(scope, receive, send)
            return
        if scope["path"].startswith(NOT_SERVED):
            raise RequestRefused(HTTPStatus.NOT_FOUND, "Not found.")
        sent = await body.read_body(receive, most=settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        if sent is not None:
            await _answer(scope, sent, send)
    except RequestRefused as refused:
        await refused.answer(send)
    finally:
        body.leave()


async def _answer_upload(scope: HTTPScope, receive: Receive, send: Send) -> None:
    with TemporaryFile(dir=settings.DATA_DIR) as spool:
        try:
            async with asyncio.timeout(UPLOAD_SECONDS):
                is_whole = await uploads.spool_body(receive, spool)
        except TimeoutError:
            words = _("The upload took over 30 minutes. Nothing was changed. Try it on the laptop itself.")
            raise RequestRefused(HTTPStatus.REQUEST_TIMEOUT, words) from None
        except uploads.UploadTooLarge:
            words = _("That file is larger than any backup. Nothing was changed. Choose the file of a backup.")
            raise RequestRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, words) from None
        if is_whole:
            await pages(scope, uploads.receive_spooled(spool), send)


async def _answer(scope: HTTPScope, sent: bytes, send: Send) -> None:
    async def receive_gathered() -> ReceiveEvent:
        return {"type": "http.request", "body": sent, "more_body": False}

    await responses.answer(scope, send, lambda scope, send: pages(scope, receive_gathered, send))


async def begin_and_end(receive: Receive, send: Send) -> None:
    """Begins what runs beside the requests when the server says that it starts, and stops it when the server does.
    Under a server that says neither, pages ask from time to time, only the director starts rounds, and kits and backups
    are made only when asked for."""
    work = BackgroundWork(RoundStarter(), KIT_WORKER, BACKUP_WORKER, RESULT_WORKER)
    await receive()
    CHANGE_FEED.begin()
    work.begin()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    work.stop()
    await CHANGE_FEED.end()
    await send({"type": "lifespan.shutdown.complete"})


application = measure(answer) if settings.HAS_METRICS else answer
