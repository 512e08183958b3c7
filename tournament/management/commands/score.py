"""`manage.py score [FILE|-] [--check]`: reads hand records and writes one line of result for each. Needs no
database."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring import Problem, refuse_line, score_record

COMPARED = ("awards", "uncounted", "score", "winner", "next_dealer", "settlement")


class Command(BaseCommand):
    help = "Score hand records: a JSON array or JSON lines, from a file or the standard input."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default="-", help="a file, or - for the standard input")
        parser.add_argument("--check", action="store_true", help="compare with what each record expects")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["file"] == "-":
            raw = sys.stdin.buffer.read()
        else:
            try:
                raw = Path(options["file"]).read_bytes()
            except (OSError, ValueError) as error:
                raise CommandError(f"{options['file']} cannot be read: {error}", returncode=2) from None
        read = 0
        wrong = 0
        records = 0
        for line, record in read_records(raw):
            records += 1
            read += not isinstance(record, Problem)
            answer = refuse_line(line, record) if isinstance(record, Problem) else score_record(record, line=line)
            if options["check"]:
                differences = list(differences_of(record, answer))
                wrong += bool(differences)
                for difference in differences:
                    self.stdout.write(f"{json.dumps(answer['id'])}: {difference}")
            else:
                wrong += bool(answer["problems"])
                self.stdout.write(json.dumps(answer))
        if options["check"]:
            self.stdout.write(f"{records} records, {records - wrong} as expected, {wrong} not.")
        if records and not read:
            raise CommandError("This is not JSON.", returncode=2)
        if wrong:
            sys.exit(1)


def read_records(raw: bytes) -> Iterator[tuple[int, Any]]:
    """Yields each record with its line, or its place in an array; a Problem stands for what is not JSON.

    An array that is broken somewhere is still read line by line, one record a line, as clubs write them.
    """
    whole = parse_json(raw)
    if isinstance(whole, list):
        yield from enumerate(whole, start=1)
    elif not isinstance(whole, Problem):
        yield 1, whole
    else:
        in_array = raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"[")
        for number, line in enumerate(raw.split(b"\n"), start=1):
            text = line.strip()
            if number == 1:
                text = text.removeprefix(b"\xef\xbb\xbf").strip()
            if in_array:
                text = text.removesuffix(b",").rstrip()
            if text and not (in_array and text in (b"[", b"]")):
                yield number, parse_json(text)


def parse_json(text: bytes) -> Any:
    """Returns the JSON value, or a Problem that says why it is not JSON."""
    try:
        return json.loads(text.decode("utf-8-sig"), parse_int=read_whole_number)
    except RecursionError:
        return Problem("record", "json", "This is nested too deeply.")
    except ValueError as error:
        return Problem("record", "json", f"This is not JSON: {str(error)[:200]}")


def read_whole_number(digits: str) -> int | float:
    """Reads a whole number. One too long for Python becomes infinity, so that it is refused at its own key like any
    other impossible score."""
    return int(digits) if len(digits) < 1000 else float("inf")


def differences_of(record: Any, answer: dict[str, Any]) -> Iterator[str]:
    """Yields what is not as the record expects. A record that expects nothing differs only if it is not a record."""
    if not isinstance(record, dict):
        yield answer["problems"][0]["message"]
        return
    expected = record.get("expect", {})
    if not isinstance(expected, dict):
        yield "expect is not an object"
        return
    fields = [problem["field"] for problem in answer["problems"]]
    if "refused" in expected:
        if expected["refused"] not in fields:
            yield f"should be refused at {show_value(expected['refused'])}, but has problems at {show_value(fields)}"
    elif expected and fields:
        for problem in answer["problems"]:
            yield f"refused at {problem['field']}: {show_value(problem['message'])}"
    for key in COMPARED:
        if key in expected:
            wanted, got = show_value(expected[key]), show_value(answer.get(key))
            if wanted != got:
                yield f"{key} should be {wanted}, not {got}"


def show_value(value: object) -> str:
    try:
        return json.dumps(value, sort_keys=True)
    except RecursionError:
        return "something nested too deeply"
