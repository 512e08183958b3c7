"""What uvicorn serves: Django's WSGI handler in a few threads with lasting connections.

What a client sends is gathered whole before it takes one of the threads: else four phones that fall silent in the
middle of a form would keep the whole hall waiting.
"""

from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import Receive, ReceiveEvent, Scope, Send
from a2wsgi.wsgi_typing import WSGIApp
from django.conf import settings

from tournament.wsgi import application as django

# The queue holds what a slow phone has not fetched yet of a font or a document, so that the thread need not wait.
pages = WSGIMiddleware(cast(WSGIApp, django), workers=4, send_queue_size=64)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        await pages(scope, receive, send)
        return
    body = await gathered(receive)
    if body is None:
        return

    async def receive_gathered() -> ReceiveEvent:
        return {"type": "http.request", "body": body, "more_body": False}

    await pages(scope, receive_gathered, send)


async def gathered(receive: Receive) -> bytes | None:
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
