"""Those who write for a club take turns, and with PostgreSQL no other club waits for them."""

import threading
import time

import pytest
from django.db import connection

from tests.running import PATIENCE
from tournament.foundation.writing import WRITES_OF_CLUB, write_transaction
from tournament.models import SHOWN_CLUB

WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND NOT granted"


def begin_writing(club: int, done: list[int]) -> threading.Thread:
    def write() -> None:
        SHOWN_CLUB.set(club)
        with write_transaction():
            done.append(club)
        connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    return thread


@pytest.mark.skipif(connection.vendor != "postgresql", reason="with SQLite clubs wait for each other")
@pytest.mark.django_db(transaction=True)
def test_a_write_waits_for_one_of_its_own_club_alone() -> None:
    done: list[int] = []
    shown = SHOWN_CLUB.set(1)
    with write_transaction(), connection.cursor() as cursor:
        own = begin_writing(1, done)
        begin_writing(2, done).join(PATIENCE / 1000)
        deadline = time.monotonic() + PATIENCE / 1000
        cursor.execute(WAITING, [WRITES_OF_CLUB])
        while not cursor.fetchone()[0]:
            assert time.monotonic() < deadline
            cursor.execute(WAITING, [WRITES_OF_CLUB])
        assert done == [2]
    own.join(PATIENCE / 1000)
    assert done == [2, 1]
    SHOWN_CLUB.reset(shown)
