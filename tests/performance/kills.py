"""What is lost when a hall is killed: `python -m tests.performance.kills [KILLS] [HANDS]`, 100 kills and 10,000 hands
by default.

The phones of sixteen tables send hands as fast as they are answered, in a folder that is deleted afterwards; a hand
that is not acknowledged is sent again with its key. Half of the kills end the whole server with SIGKILL and start it
anew. The other half cut the power: the process is stopped at any moment, its disk is copied with noise in place of
everything that was never flushed, and the copy is opened. With DATABASE_URL in the environment the database is
PostgreSQL (one that is made for this and dropped), and one of two workers is ended instead. Exits with 1 if a hand was
lost or doubled.
"""

import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
from psycopg import sql

from tests.kills import (
    Phone,
    copy_at_power_cut,
    count_outcome,
    find_missing,
    phones_playing,
    set_up_tables,
    wait_for_hands,
)
from tests.running import PATIENCE, Running, an_evening, workers_of

TABLES, KILLS, HANDS = 16, 100, 10_000


@contextmanager
def new_hall() -> Iterator[dict[str, str]]:
    """Yields the environment of a hall whose tables are made."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HANGJACK_DATA": folder, "PYTHONUNBUFFERED": "1"}
        address = os.environ.get("DATABASE_URL")
        if not address:
            with an_evening(environment):
                pass
            yield environment
            return
        server, name = address.rpartition("/")[0], f"hangjack_{uuid4().hex}"
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
            environment["DATABASE_URL"] = f"{server}/{name}"
            with an_evening(environment):
                pass
            yield environment
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def cut_power(evening: Running, data: Path, phones: list[Phone], lot: random.Random) -> str:
    """Returns what is wrong with the disk after a power cut now; "" if nothing is."""
    keys = [key for phone in phones for key in list(phone.keys)]
    with tempfile.TemporaryDirectory() as copy:
        evening.process.send_signal(signal.SIGSTOP)
        copy_at_power_cut(data, Path(copy), lot)
        evening.process.send_signal(signal.SIGCONT)
        missing, checked = find_missing(Path(copy), keys)
    return "" if not missing and checked == "ok" else f"{len(missing)} of {len(keys)} missing, {checked}"


def kill_worker(evening: Running) -> None:
    """Kills a worker and waits for the one that takes its place."""
    killed = min(workers_of(evening))
    os.kill(killed, signal.SIGKILL)
    deadline = time.monotonic() + PATIENCE / 1000
    while len(workers_of(evening) - {killed}) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)


def main() -> None:
    kills, hands = int(sys.argv[1]) if sys.argv[1:] else KILLS, int(sys.argv[2]) if sys.argv[2:] else HANDS
    lot, began, lives = random.Random(1674), time.monotonic(), -(-kills // 2)
    wrong: list[str] = []
    with new_hall() as environment:
        data, is_postgresql = Path(environment["HANGJACK_DATA"]), "DATABASE_URL" in environment
        port = int((data / "port").read_text())
        paths = set_up_tables(environment, TABLES)
        with phones_playing(paths, port, -(-hands // TABLES)) as phones:
            for life in range(lives):
                with an_evening(environment, *(["--workers", "2"] if is_postgresql else [])) as evening:
                    for part in (1, 2):  # the second part ends with the kill of the server
                        share = hands * (2 * life + part) // (2 * lives)
                        wait_for_hands(phones, min(share + lot.randrange(9), hands))
                        if part == 1 and is_postgresql:
                            kill_worker(evening)
                        elif part == 1:
                            wrong += filter(None, [cut_power(evening, data, phones, lot)])
        outcome = count_outcome(environment, [key for phone in phones for key in phone.keys])
    other = "ends of a worker" if is_postgresql else "power cuts"
    print(f"{lives} kills of the server and {lives} {other} in {time.monotonic() - began:.0f} s")
    print(f"hands acknowledged {outcome.acknowledged}, stored {outcome.stored}")
    print(f"lost {outcome.lost}, doubled {outcome.doubled}, set aside {outcome.set_aside}, unheard {outcome.unheard}")
    print(f"database whole and every score derived anew alike: {'yes' if outcome.is_whole else 'NO'}")
    for each in wrong:
        print(f"after a power cut: {each}")
    sys.exit(0 if outcome.is_good and not wrong else 1)


if __name__ == "__main__":
    main()
