"""Masks table codes in log lines: the settings put `MaskCodes` on the handler that every record goes through."""

import logging
import re

# A code is part of an address, which may be inside another one ("?next=%2Ft%2F...").
ADDRESS = re.compile(r"(?i)((?:/|%2f)t(?:/|%2f))[^/%\s?#&\"'<>)]+")


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
