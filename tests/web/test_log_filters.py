"""One fault does not fill the server's window, whoever causes it."""

import logging

import pytest

from tournament.web import log_filters
from tournament.web.log_filters import LimitRepeats


def record_of(place: int, name: str = "django.request") -> logging.LogRecord:
    try:
        if place == 1:
            raise ValueError("one")
        raise ValueError("other")
    except ValueError as error:
        return logging.LogRecord(name, logging.ERROR, "", 1, "Fault %s", (place,), (type(error), error, None))


def test_a_traceback_is_written_once_and_another_one_as_well() -> None:
    limit = LimitRepeats()
    passed = [limit.filter(record_of(place)) for place in (1, 1, 2, 1, 2)]
    assert passed == [True, False, True, False, False]


def test_the_next_one_says_how_many_there_were(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = LimitRepeats()
    for _fault in range(1200):
        limit.filter(record_of(1))
    monkeypatch.setattr(log_filters, "AGAIN", 0.0)
    last = record_of(1)
    assert (limit.filter(last), last.getMessage()) == (True, "Fault 1 (1199 more like it before)")


def test_lines_of_hangjack_itself_all_pass_and_those_of_the_server_once() -> None:
    limit = LimitRepeats()

    def passed(name: str) -> list[bool]:
        records = [logging.LogRecord(name, logging.WARNING, "", 1, "Invalid request", (), None) for _line in range(3)]
        return [limit.filter(record) for record in records]

    assert passed("tournament.backup.backup_worker") == [True, True, True]
    assert passed("uvicorn.error") == [True, False, False]
