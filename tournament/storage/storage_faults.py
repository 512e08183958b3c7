"""Faults of the disk and of the database, on SQLite and PostgreSQL: what kind of fault an error is, what its page says,
and what the window says in which Hangjack runs.

Nothing was saved if a fault is reported, because every write is one transaction. A page that was to save something
offers to send it again, so that nothing typed is lost; a phone keeps its hands and tries again by itself.
"""

import errno
import logging
import sqlite3
import sys
import time
from dataclasses import dataclass
from urllib.parse import quote

from django.conf import settings
from django.db import Error, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.defaults import server_error

from tournament.storage.data_files import FULL as FULL_DISK
from tournament.storage.data_files import find_low_room

AGAIN = 60.0
"""Seconds until the server's window repeats a message while the fault lasts."""
log = logging.getLogger(__name__)
RETRY = 15
"""Seconds after which a client should try again."""


@dataclass(frozen=True)
class StorageFault:
    """A kind of fault. `message` is for the person who asked; `advice` is for the person who runs the laptop, with the
    place of the data."""

    code: str
    status: int
    message: Promise
    advice: Promise


FULL = StorageFault(
    "disk_full",
    507,
    _("The laptop’s disk is full, so nothing was saved just now. What was saved before is safe. Tell the director."),
    _(
        "The disk of %(where)s is full. Nothing that was saved before is lost, and nothing more is saved until there "
        "is room: empty the computer’s bin, or delete files you no longer need. Hangjack goes on by itself."
    ),
)
READ_ONLY = StorageFault(
    "disk_read_only",
    503,
    _("The laptop cannot write to its disk, so nothing was saved. What was saved before is safe. Tell the director."),
    _(
        "%(where)s cannot be written to any more. Nothing that was saved before is lost. Check that its disk "
        "is still plugged in and that the files are yours; then stop Hangjack (Ctrl+C) and start it again."
    ),
)
DAMAGED = StorageFault(
    "database_damaged",
    503,
    _("The database on the laptop is damaged, so nothing was saved. Write results on paper, and tell the director."),
    _(
        "The database %(where)s is damaged. Stop Hangjack (Ctrl+C) and start it again: it then says which backup to go "
        "back to."
    ),
)
BUSY = StorageFault(
    "database_busy",
    503,
    _("Another program is using the database, so nothing was saved. Try again in a moment."),
    _("Another program is using %(where)s. Close that program; until then nothing is saved."),
)
AWAY = StorageFault(
    "database_away",
    503,
    _("The database does not answer, so nothing was saved. Try again in a moment, or tell the director."),
    _("The database %(where)s does not answer. Hangjack goes on by itself as soon as it does."),
)

MOVED = StorageFault(
    "database_moved",
    503,
    _("The laptop’s database has disappeared, so nothing was saved. Tell the director."),
    _(
        "The file %(where)s is gone, or another one has taken its place since Hangjack was started. Nothing is saved "
        "until it is there again: put the file back, or stop Hangjack (Ctrl+C) and start it again."
    ),
)

OF_DISK = {**dict.fromkeys(FULL_DISK, FULL), errno.EROFS: READ_ONLY, errno.EIO: READ_ONLY}
OF_SQLITE = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_IOERR: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_CANTOPEN: AWAY,
}
OF_POSTGRESQL = {
    "53100": FULL,
    "25006": READ_ONLY,
    "58030": READ_ONLY,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
    "55P03": BUSY,
    "40P01": BUSY,
    "57014": BUSY,
    "57P01": AWAY,
    "57P02": AWAY,
    "57P03": AWAY,
    "53300": AWAY,
}


def storage_fault_of(error: BaseException | None) -> StorageFault | None:
    """Returns the storage fault behind an error, or None for any other error. The causes of Django's database errors
    say which fault it is."""
    while error is not None:
        cause = error.__cause__
        if isinstance(error, sqlite3.Error):
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            is_full = code == sqlite3.SQLITE_IOERR and find_low_room(settings.DATA_DIR) == 0
            return FULL if is_full else OF_SQLITE.get(code)
        if isinstance(error, OSError):
            return OF_DISK.get(error.errno or 0)
        if isinstance(error, Error) and hasattr(cause, "sqlstate"):
            state: str | None = getattr(cause, "sqlstate", None)
            if state is None or state.startswith("08"):
                return AWAY if isinstance(error, OperationalError | InterfaceError) else None
            return OF_POSTGRESQL.get(state)
        error = cause
    return None


def advice_on(fault: StorageFault) -> str:
    """Returns the advice for the person who runs the laptop."""
    return str(fault.advice) % {"where": settings.DATABASES["default"]["NAME"]}


def answer_server_error(request: HttpRequest) -> HttpResponse:
    """The `handler500`: the page of a fault of the storage, made without asking the database; else Django's own page of
    a fault in Hangjack."""
    fault = storage_fault_of(sys.exc_info()[1])
    return server_error(request) if fault is None else answer_fault(request, fault)


def answer_fault(request: HttpRequest, fault: StorageFault) -> HttpResponse:
    if "application/json" in request.headers.get("Accept", ""):
        answer: HttpResponse = JsonResponse({"error": str(fault.message), "code": fault.code}, status=fault.status)
    else:
        # A form is offered to be sent again, unless it has a password or a file, which have to be entered again.
        sent = list(request.POST.lists()) if request.method == "POST" and not request.FILES else []
        if any("password" in name for name, _values in sent):
            sent = []
        fields = [(name, value) for name, values in sent for value in values]
        context = {"message": fault.message, "path": request.get_full_path(), "sent": fields}
        page = render_to_string("web/storage.html", context)
        answer = HttpResponse(page, status=fault.status)
    answer.headers["Hall-Fault"] = quote(str(fault.message))  # link.js shows it if htmx asked
    answer.headers["Retry-After"] = str(RETRY)
    answer.headers["Cache-Control"] = "no-store"
    return answer


class ShortenStorageFaults(logging.Filter):
    """Replaces the traceback of a storage fault by one sentence, once a minute while it lasts, however many pages ask
    meanwhile. Everything else passes unchanged."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        fault = storage_fault_of(record.exc_info[1]) if record.exc_info else None
        if fault is None:
            return True
        now = time.monotonic()
        if now - self._said.get(fault.code, -AGAIN) < AGAIN:
            return False
        self._said[fault.code] = now
        record.msg, record.args, record.exc_info, record.exc_text = advice_on(fault), (), None, None
        return True
