"""Sends hands from phones while the hall is killed, and compares the database afterwards. `tests/server` has the short
runs, `tests/performance/kills.py` the long one.

    python -m tests.kills set-up TABLES    prints each table's page
    python -m tests.kills count            reads sent keys as JSON, prints what became of them

run in processes of their own, with the environment of the hall that is killed.
"""

import http.client
import json
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from tests.running import PATIENCE, ROOT

HAND = {"dealer": "a", "answer_1": "stand", "high": "a", "low": "b", "jack": "none", "game": "a", "step": "record"}
MOST_HANDS = 650
"""For a match of 99 games, each of which takes 7 hands."""
AGAIN = 0.05  # seconds until a phone tries again


@dataclass
class Outcome:
    """What became of the hands that were sent. `unheard` ones are stored, but no phone got the answer."""

    acknowledged: int
    stored: int
    lost: int
    doubled: int
    unheard: int
    set_aside: int
    is_whole: bool

    @property
    def is_good(self) -> bool:
        return self.is_whole and not (self.lost or self.doubled or self.set_aside)


@dataclass
class Phone:
    """The phone of one table. It sends one hand after the other, each with the same key as often as needed, until the
    hall acknowledges it."""

    path: str
    port: int
    keys: list[str] = field(default_factory=list)
    refused: list[tuple[int, str]] = field(default_factory=list)
    cookies: SimpleCookie = field(default_factory=SimpleCookie)
    waiting: str = ""
    host: str = "localhost"

    def play(self, stopped: threading.Event, most: int = MOST_HANDS) -> None:
        while not stopped.is_set() and len(self.keys) < most:
            self.waiting = self.waiting or str(uuid4())
            if self._is_acknowledged():
                self.keys.append(self.waiting)
                self.waiting = ""
            else:
                stopped.wait(AGAIN)

    def _is_acknowledged(self) -> bool:
        token = next((cookie.value for name, cookie in self.cookies.items() if "csrf" in name), "")
        try:
            if not token:
                self._ask("GET")
                return False
            sent = HAND | {"entry_key": self.waiting, "number": len(self.keys) + 1, "csrfmiddlewaretoken": token}
            status, said = self._ask("POST", urlencode(sent))
        except (OSError, http.client.HTTPException):
            return False
        if status not in (200, 201):
            self.refused.append((status, said[:200]))
            return False
        return json.loads(said)["key"] == self.waiting

    def _ask(self, method: str, body: str | None = None) -> tuple[int, str]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE / 1000)) as connection:
            headers = {"Cookie": "; ".join(f"{name}={cookie.value}" for name, cookie in self.cookies.items())}
            headers |= {"Host": self.host, "Accept": "application/json" if body else "text/html"}
            headers |= {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
            connection.request(method, self.path, body, headers)
            answer = connection.getresponse()
            said = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            self.cookies.load(cookie)
        return answer.status, said


@contextmanager
def phones_playing(paths: Sequence[str], port: int, most: int = MOST_HANDS) -> Iterator[list[Phone]]:
    """Lets phones play until the end of the block, whether or not a hall answers; at the end, requests on their way
    arrive."""
    phones, stopped = [Phone(path, port) for path in paths], threading.Event()
    threads = [threading.Thread(target=phone.play, args=(stopped, most)) for phone in phones]
    for thread in threads:
        thread.start()
    try:
        yield phones
    finally:
        stopped.set()
        for thread in threads:
            thread.join()


def count_acknowledged(phones: Sequence[Phone]) -> int:
    return sum(len(phone.keys) for phone in phones)


def wait_for_hands(phones: Sequence[Phone], many: int) -> None:
    """Waits until this many are acknowledged, or no more can be."""
    deadline = time.monotonic() + PATIENCE / 1000
    while count_acknowledged(phones) < many:
        assert time.monotonic() < deadline, [phone.refused[-1:] for phone in phones]
        time.sleep(0.01)


def set_up_tables(environment: dict[str, str], tables: int) -> list[str]:
    """Seats everybody and gives out the codes, in a database whose tables exist; returns each table's page."""
    return list(json.loads(_run(environment, "set-up", str(tables))))


def count_outcome(environment: dict[str, str], keys: Sequence[str]) -> Outcome:
    return Outcome(**json.loads(_run(environment, "count", said=json.dumps(list(keys)))))


def _run(environment: dict[str, str], *command: str, said: str = "") -> str:
    environment = {**environment, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    run = [sys.executable, "-m", "tests.kills", *command]
    done = subprocess.run(run, cwd=ROOT, env=environment, input=said, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def copy_at_power_cut(data: Path, copy: Path, lot: random.Random) -> None:
    """Copies an SQLite database as the disk would have it after a power cut now; the caller has stopped the process
    that writes.

    SQLite flushes its log before a commit counts, and a page of the database before the log may forget it. Anything
    that was never flushed may have any content afterwards, so it becomes noise here: the log after its last commit, and
    every page of the database that is still in the log. The index of the log is in memory, so it is lost.
    """
    for name in ("hangjack.sqlite3", "hangjack.sqlite3-wal", "secret-key", "port"):
        if (data / name).exists():
            shutil.copyfile(data / name, copy / name)
    log, database = copy / "hangjack.sqlite3-wal", copy / "hangjack.sqlite3"
    index = (data / "hangjack.sqlite3-shm").read_bytes() if (data / "hangjack.sqlite3-shm").exists() else b""
    if not log.exists() or log.stat().st_size < 32 or len(index) < 136:
        return
    (frames,) = struct.unpack_from("=I", index, 16)
    done, _marks, attempted = struct.unpack_from("=I28sI", index, 96)
    content = bytearray(log.read_bytes())
    (size,) = struct.unpack_from(">I", content, 8)
    end = 32 + frames * (24 + size)
    content[end:] = lot.randbytes(len(content) - end) if lot.random() < 0.8 else b""
    log.write_bytes(content)
    with database.open("r+b") as file:
        for frame in range(done, max(done, min(attempted, frames))):
            (page,) = struct.unpack_from(">I", content, 32 + frame * (24 + size))
            if (page - 1) * size < database.stat().st_size:
                file.seek((page - 1) * size)
                file.write(lot.randbytes(size))


def find_missing(copy: Path, keys: Sequence[str]) -> tuple[list[str], str]:
    """Returns the keys that a copied database does not have, and the result of its integrity check."""
    with closing(sqlite3.connect(copy / "hangjack.sqlite3")) as connection:
        checked = connection.execute("PRAGMA integrity_check").fetchone()[0]
        stored = {key for (key,) in connection.execute("SELECT entry_key FROM tournament_hand")}
    return [key for key in keys if key.replace("-", "") not in stored], checked


def _set_up(tables: int) -> None:
    from django.utils import timezone  # noqa: PLC0415 - Django is only set up by now

    from tournament.door.services.entries import enter_players  # noqa: PLC0415
    from tournament.draw.services.draws import draw_first_hour, release_draw  # noqa: PLC0415
    from tournament.event.services.events import open_evening  # noqa: PLC0415
    from tournament.models import Event, Match, TableCode  # noqa: PLC0415

    now = timezone.now()
    event = open_evening(name="Under fire", date=now.date(), format="trinidad-tables", by=None, now=now)
    Event.objects.filter(pk=event.pk).update(length_kind="games", length_number=99)
    event.refresh_from_db()
    enter_players(event, [f"Player {number:03}" for number in range(4 * tables)], by=None, now=now)
    release_draw(draw_first_hour(event, seed=1674, by=None, now=now), by=None, now=now)
    codes = dict(TableCode.objects.filter(event=event).values_list("table_number", "code"))
    matches = Match.objects.filter(table__stage__event=event).select_related("table").order_by("table__number")
    print(json.dumps([f"/t/{codes[match.table.number]}/{match.pk}/" for match in matches]))


def _count(keys: list[str]) -> None:
    from django.db import connection  # noqa: PLC0415 - Django is only set up by now

    from tournament.matches.queries.rescoring import differences_in  # noqa: PLC0415
    from tournament.models import Event, Hand, State  # noqa: PLC0415

    hands = list(Hand.objects.values_list("entry_key", "match", "number", "superseded_at", "state"))
    stored = Counter(str(key) for key, *_hand in hands)
    counting = Counter((match, number) for _key, match, number, superseded, _state in hands if superseded is None)
    check = "ok"
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            check = cursor.execute("PRAGMA integrity_check").fetchone()[0]
    differences = [str(each) for event in Event.objects.all() for each in differences_in(event)]
    outcome = Outcome(
        acknowledged=len(keys),
        stored=len(hands),
        lost=sum(key not in stored for key in keys),
        doubled=sum(many - 1 for counted in (stored, counting) for many in counted.values()),
        unheard=len(set(stored) - set(keys)),
        set_aside=sum(
            superseded is not None or state in (State.LATE, State.DISPUTED) for *_, superseded, state in hands
        ),
        is_whole=check == "ok" and not differences,
    )
    print(json.dumps(asdict(outcome)))


def main(command: str, *words: Any) -> None:
    import django  # noqa: PLC0415 - the callers of this module need none

    django.setup()
    if command == "set-up":
        _set_up(int(words[0]))
    else:
        _count(json.load(sys.stdin))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    main(*sys.argv[1:])
