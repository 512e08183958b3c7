"""Asks the computer of another hall over the network, only when somebody presses for it: the match under a link, or to
take a result. It waits a few seconds, reads a small answer, follows no redirect, and knows no other address than that
of a link."""

import json
import re
import time
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import TournamentError
from tournament.leagues.hall_file import MOST_OF_MATCHES

PATIENCE = 8.0
"""Seconds until the other computer has to have answered."""
LONGEST_LINK, LONGEST_ANSWER = 300, 400
PATH = re.compile(r"/halls/[0-9]{1,11}-[a-z2-7]{26}/")
FILE = "match.json"


class NoLink(TournamentError):
    message = _("This is not the link of a match. Copy all of it, from http to the last slash.")
    status = 422


class HallUnreachable(TournamentError):
    message = _(
        "The other computer did not answer. Check that both are on one network and that Hangjack runs there, or carry "
        "the file."
    )
    status = 502


class HallRefused(TournamentError):
    """The other computer answered, but took nothing; the sentence is its own."""

    status = 502


def fetch_matches(link: str) -> bytes:
    """Returns the file of the match that has this link. Raises NoLink, HallUnreachable, HallRefused."""
    status, content = _ask(link, "GET", FILE)
    if status != 200:
        raise HallRefused(_("The other computer does not know this link. It may have been revoked."))
    return content


def post_result(link: str, content: bytes) -> str:
    """Sends a result to the link of its match; returns what the other computer says about it. Raises NoLink,
    HallUnreachable, HallRefused."""
    status, answer = _ask(link, "POST", "", content)
    try:
        message = str(json.loads(answer)["message"])[:LONGEST_ANSWER]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise HallRefused(_("The other computer does not know this link. It may have been revoked.")) from None
    if status != 200:
        raise HallRefused(message)
    return message


def _ask(link: str, method: str, name: str, content: bytes | None = None) -> tuple[int, bytes]:
    try:
        asked = urlsplit(link.strip())
        host, port = asked.hostname, asked.port
    except ValueError:
        raise NoLink from None
    if asked.scheme not in ("http", "https") or not host or not PATH.fullmatch(asked.path):
        raise NoLink
    connect = HTTPSConnection if asked.scheme == "https" else HTTPConnection
    connection, until = connect(host, port, timeout=PATIENCE), time.monotonic() + PATIENCE
    try:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        connection.request(method, f"{asked.path}{name}", body=content, headers=headers)
        answer = connection.getresponse()
        return answer.status, _read_answer(answer, until)
    except (OSError, HTTPException, UnicodeError):
        raise HallUnreachable from None
    finally:
        connection.close()


def _read_answer(answer: HTTPResponse, until: float) -> bytes:
    parts, size = [], 0
    while part := answer.read1(65536):
        size += len(part)
        parts.append(part)
        if size > MOST_OF_MATCHES or time.monotonic() > until:
            raise HallUnreachable
    return b"".join(parts)
