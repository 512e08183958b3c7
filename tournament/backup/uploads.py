"""Receives an uploaded backup. Every other form is small and gathered in memory; this one goes to the disk as it comes,
and only from somebody signed in as the director. A stranger's form has the same limit as all others."""

from collections.abc import Awaitable, Callable
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import IO, Any

from django.conf import settings
from django.contrib.auth import get_user
from django.db import connections
from django.http import HttpRequest

from tournament.backup.forms import LARGEST
from tournament.models import Account

PATH = "/backups/upload/"
PIECE = 256 * 1024


class UploadTooLarge(Exception):
    """The upload is larger than any backup."""


def is_from_director(headers: list[tuple[bytes, bytes]]) -> bool:
    """Returns whether the director sent the request: nobody may where clubs share a server. It asks the database, so
    call it in a thread."""
    if settings.SEVERAL_CLUBS:
        return False
    cookies = SimpleCookie()
    try:
        cookies.load("; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie"))
    except CookieError:
        return False
    key = cookies.get(settings.SESSION_COOKIE_NAME)
    if key is None:
        return False
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key.value)
    try:
        account = get_user(request)
        return isinstance(account, Account) and account.is_director and not account.one_time_password
    finally:
        connections.close_all()


async def spool_body(receive: Callable[[], Awaitable[Any]], spool: IO[bytes]) -> bool:
    """Writes all that a client sends; returns False if it left. Raises UploadTooLarge if that is more than any backup
    is."""
    more = True
    while more:
        event = await receive()
        if event["type"] != "http.request":
            return False
        spool.write(event.get("body", b""))
        if spool.tell() > LARGEST:
            raise UploadTooLarge
        more = event.get("more_body", False)
    spool.seek(0)
    return True


def receive_spooled(spool: IO[bytes]) -> Callable[[], Awaitable[Any]]:
    """Returns a function that passes on a spooled body, piece by piece."""

    async def receive() -> dict[str, Any]:
        piece = spool.read(PIECE)
        return {"type": "http.request", "body": piece, "more_body": bool(piece)}

    return receive
