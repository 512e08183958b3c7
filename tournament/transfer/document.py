"""Writes the file of an export, and reads it again from any file that somebody chose.

    {
     "format": "hangjack", "version": 1,
     "scope": "evening" or "club",
     "club": {"uid", "name", "currency", ...},
     "people": [{"id": "person-1", "uid", "name", "note"}, ...],
     "evenings": [{"uid", "name", "date", ..., "rows": {"entry": [...], "stage": [...], ...}}, ...],
     and of a whole club "accounts", "emblem", "house_rules", "leagues", "membership_fees",
     "seasons" and "rating_rules"
    }

`rows` are lists by the name of a model. Each row is an object with an `id` such as "entry-7", by which other rows name
it: rows of one kind are numbered within their evening in the order in which they were made. "entry-gone-1" is a row
that only the log still names. People have a key; accounts are named. For an evening alone, people have only a name and
a note. The `record` of a hand is a whole hand record, described in tests/golden/README.md, whose players are keys of
entries. Moments are ISO 8601 in UTC, lengths of time ISO 8601 durations, amounts of money text. Keys are sorted, and
each row is a line. gzip makes the file 20 times smaller; both forms can be read. The log of the club itself, of
accounts and sign-ins, belongs to one computer and is not exported.
"""

import gzip
import json
import zlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from tournament.foundation.errors import TournamentError
from tournament.lists.parsing import MARKS_OF_UTF_16

FORMAT, VERSION = "hangjack", 1
MEGABYTE = 1024 * 1024
MOST_BYTES = 64 * MEGABYTE
LONGEST_NUMBER = 30
GZIP = b"\x1f\x8b"
SURROGATES = range(0xD800, 0xE000)

Row = Mapping[str, Any]
Document = dict[str, Any]


class UnreadableExport(TournamentError):
    """The file is not an export, or not a whole one; the sentence says where it fails."""

    status = 422


write_compact = partial(json.dumps, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def write_document(document: Mapping[str, Any]) -> str:
    """Writes a document as text: the same for the same content, with a line for each row."""
    first = ("format", "version", "scope")
    lines = [f'"{name}":{_write_value(document[name])}' for name in (*first, *sorted(document.keys() - set(first)))]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def pack_document(document: Mapping[str, Any]) -> bytes:
    """Packs a document by gzip, without the time, so that the same content gives the same bytes."""
    return gzip.compress(write_document(document).encode(), mtime=0)


def _write_value(value: Any) -> str:
    if isinstance(value, Mapping) and "rows" in value:
        rows = ",\n".join(f'"{name}":{_write_value(value["rows"][name])}' for name in sorted(value["rows"]))
        text = write_compact({name: value[name] for name in value if name != "rows"})
        return f'{text[:-1]},"rows":{{\n{rows}\n}}}}'
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[\n" + ",\n".join(_write_value(each) for each in value) + "\n]" if value else "[]"
    return write_compact(value)


def read_document(content: bytes) -> Document:
    """Reads what `write_document` wrote, without looking at its rows yet. Raises UnreadableExport for anything else."""
    content = _unpack(content)
    if len(content) > MOST_BYTES:
        limit = MOST_BYTES // MEGABYTE
        raise UnreadableExport(_("This file is larger than %(limit)s MB: too large for an export.") % {"limit": limit})
    if not content.strip():
        raise UnreadableExport(_("This file is empty."))
    if content.startswith(MARKS_OF_UTF_16):
        raise UnreadableExport(_("This file is in UTF-16. An export is in UTF-8: choose the file as it was exported."))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableExport(
            _("This file is not UTF-8 text, so not a Hangjack export. Restore a backup under Backups.")
        ) from None
    try:
        read = json.loads(text, parse_constant=_refuse_number, parse_int=_read_number)
    except RecursionError:
        raise UnreadableExport(_("This file is nested too deeply to be an export.")) from None
    except ValueError as error:
        values = {"why": str(error)[:120]}
        raise UnreadableExport(_("This file is not JSON, or only a part of it came: %(why)s.") % values) from None
    if not isinstance(read, dict) or read.get("format") != FORMAT:
        raise UnreadableExport(_("This file is JSON, but not a Hangjack export: “format” is not “hangjack”."))
    if read.get("version") != VERSION:
        values = {"version": str(read.get("version"))[:20], "known": str(VERSION)}
        words = _(
            "This export has format version %(version)s; this Hangjack reads version %(known)s. Update the older of "
            "the two computers, and export again."
        )
        raise UnreadableExport(words % values)
    _check_characters(read)
    return read


def _unpack(content: bytes) -> bytes:
    """Unpacks a file. It stops one byte after the most that an export may have, because a small file could unpack to a
    huge one."""
    if not content.startswith(GZIP):
        return content
    try:
        unpacking = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        unpacked = unpacking.decompress(content, MOST_BYTES + 1)
    except zlib.error:
        raise UnreadableExport(_("This file is damaged: it cannot be unpacked.")) from None
    if not unpacking.eof and len(unpacked) <= MOST_BYTES:
        raise UnreadableExport(_("This file is incomplete: its end is missing."))
    return unpacked


def _refuse_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _read_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError("a number is too long")
    return int(digits)


def _check_characters(read: Document) -> None:
    """Refuses characters that no database stores, in any field."""
    ahead: list[Any] = [read]
    while ahead:
        value = ahead.pop()
        if isinstance(value, str):
            if "\0" in value or any(ord(letter) in SURROGATES for letter in value):
                raise UnreadableExport(_("This file contains characters that are not text."))
        elif isinstance(value, dict):
            ahead += [*value, *value.values()]
        elif isinstance(value, list):
            ahead += value


def get_list(owner: Mapping[str, Any], name: str, where: str = "") -> list[Row]:
    """Returns a list of objects. Raises UnreadableExport if there is none."""
    value = owner.get(name)
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise report_missing(name, where)
    return value


def report_damage(where: str, why: object) -> UnreadableExport:
    words = {"where": where, "why": str(why)[:100]}
    return UnreadableExport(_("This export is damaged at %(where)s: %(why)s.") % words)


def report_missing(name: str, where: str = "") -> UnreadableExport:
    values = {"where": where or _("the file"), "name": name}
    return UnreadableExport(_("This export is not whole: %(where)s has no “%(name)s” as there should be.") % values)
