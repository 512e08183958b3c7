"""Those who write for a club take turns, and with PostgreSQL no other club waits for them."""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.db import connection, transaction

from tests.running import PATIENCE
from tournament.foundation.writing import WRITES_OF_CLUB, write_transaction, writing
from tournament.models import SHOWN_CLUB, Club, Event

WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND NOT granted"

pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="with SQLite clubs wait for each other"),
    pytest.mark.django_db(transaction=True),
]


def begin_writing(
    club: int, done: list[object], opened: Callable[[], AbstractContextManager[object]] = write_transaction
) -> threading.Thread:
    def write() -> None:
        SHOWN_CLUB.set(club)
        with opened() as read:
            done.append(read or club)
        connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    return thread


def wait_for_a_waiting_write() -> None:
    deadline = time.monotonic() + PATIENCE / 1000
    with connection.cursor() as cursor:
        cursor.execute(WAITING, [WRITES_OF_CLUB])
        while not cursor.fetchone()[0]:
            assert time.monotonic() < deadline
            cursor.execute(WAITING, [WRITES_OF_CLUB])


def test_a_write_waits_for_one_of_its_own_club_alone() -> None:
    done: list[object] = []
    shown = SHOWN_CLUB.set(1)
    with write_transaction():
        own = begin_writing(1, done)
        begin_writing(2, done).join(PATIENCE / 1000)
        wait_for_a_waiting_write()
        assert done == [2]
    own.join(PATIENCE / 1000)
    assert done == [2, 1]
    SHOWN_CLUB.reset(shown)


def test_a_write_on_an_evening_waits_for_its_club_before_it_locks_the_row_and_reads_what_came_meanwhile() -> None:
    club = Club.objects.create(name="Turns")
    event = Event.objects.create(club=club, name="Friday", date="2026-05-01")
    done: list[Event] = []
    shown = SHOWN_CLUB.set(club.pk)
    with write_transaction():
        later = begin_writing(club.pk, done, lambda: writing(event))
        wait_for_a_waiting_write()
        with transaction.atomic():  # refused at once if the one that waits held the row
            row = Event.objects.select_for_update(nowait=True).get(pk=event.pk)
        row.name = "Saturday"
        row.save(update_fields=["name"])
    later.join(PATIENCE / 1000)
    assert [read.name for read in done] == ["Saturday"]
    SHOWN_CLUB.reset(shown)
