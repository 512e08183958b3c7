"""The filters of what the server's window shows: `LimitRepeats` keeps it readable whatever guests send, and `MaskCodes`
masks table codes and captains' links. The settings put them on the handler that every record goes through, and where
`HANGJACK_LOG` asks for it `JsonFormatter` writes each record that passes as a line of JSON."""

import json
import logging
import re
import time
import traceback
from datetime import UTC, datetime
from threading import Lock

AGAIN = 60.0
"""Seconds until the same line is written again."""
MOST_KINDS = 200
OF_SERVERS = ("uvicorn", "django", "asyncio", "a2wsgi")
"""The loggers whose lines guests can cause without a fault in Hangjack, such as by sending what is no request."""


class LimitRepeats(logging.Filter):
    """Passes each traceback, and each line of a server, once a minute; says with the next one how many there were in
    between. Tracebacks are the same if the same kind of error was raised at the same place."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._lock = Lock()
        self._seen: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.exc_info and not record.name.startswith(OF_SERVERS):
            return True
        now, kind = time.monotonic(), self._kind_of(record)
        with self._lock:
            last, left_out = self._seen.pop(kind, (-AGAIN, 0))
            is_due = now - last >= AGAIN
            self._seen[kind] = (now, 0) if is_due else (last, left_out + 1)
            if len(self._seen) > MOST_KINDS:
                self._seen.pop(next(iter(self._seen)))
        if is_due and left_out:
            record.msg, record.args = f"{record.getMessage()} ({left_out} more like it before)", ()
        return is_due

    def forget(self) -> None:
        """Passes the next line of every kind."""
        with self._lock:
            self._seen.clear()

    def _kind_of(self, record: logging.LogRecord) -> tuple[object, ...]:
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return record.name, str(record.msg)[:200]
        last = traceback.extract_tb(error.__traceback__)[-1:]
        return record.name, type(error), *((frame.filename, frame.lineno) for frame in last)


SECRETS = "t|captain|line-up"
"""Where an address begins so, its next part is a secret: the code of a table, or the link of a captain."""
# It may be inside another address ("?next=%2Ft%2F...").
ADDRESS = re.compile(rf"(?i)((?:/|%2f)(?:{SECRETS})(?:/|%2f))[^/%\s?#&\"'<>)]+")


def mask_addresses(text: str) -> str:
    return ADDRESS.sub(r"\1******", text)


class MaskCodes(logging.Filter):
    """Masks every record that passes: its message and values, its traceback and stack. Never drops one."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = mask_addresses(record.getMessage()), ()
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = mask_addresses(record.exc_text)
        if record.stack_info:
            record.stack_info = mask_addresses(record.stack_info)
        return True


class JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON, with its traceback as text."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if traceback_text := record.exc_text or (self.formatException(record.exc_info) if record.exc_info else ""):
            line["traceback"] = traceback_text
        return json.dumps(line, ensure_ascii=False)
