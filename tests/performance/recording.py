"""What recording a hand from a phone costs: `python -m tests.performance.recording`.

Sixty-four tables of four play to 14, in a folder that is deleted afterwards, each with a phone that has its code. First
one phone after the other records on an idle server, then all sixty-four at once. A hand is posted as the page posts it:
checked, scored, stored durably, answered. The phones are threads of this process and share its cores with the server,
so the server's own processor time is shown beside. The floor of the same run is a page without a query; the last line
is the same hand recorded without http, in this process.
"""

import http.client
import os
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode
from uuid import uuid4

import django
from django.core.management import call_command

from tests.performance.serving import memory_of, processor_time_of
from tests.running import Running, an_evening

TABLES, HANDS = 64, 6
HAND = {"dealer": "a", "answer_1": "stand", "high": "a", "low": "b", "jack": "none", "game": "a", "step": "record"}


@dataclass
class Table:
    """A table's phone, with its one connection."""

    path: str
    match: int
    connection: http.client.HTTPConnection | None = None
    cookies: SimpleCookie = field(default_factory=SimpleCookie)
    number: int = 0

    def ask(self, method: str, body: str | None = None) -> tuple[int, float]:
        """Returns the status, and the seconds until the answer was there."""
        headers = {"Accept": "application/json", "Cookie": "; ".join(f"{k}={v.value}" for k, v in self.cookies.items())}
        if body is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded"}
        began = time.perf_counter()
        self.connection.request(method, self.path, body, headers)
        answer = self.connection.getresponse()
        answer.read()
        taken = time.perf_counter() - began
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            self.cookies.load(cookie)
        return answer.status, taken

    def open(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        status, _ = self.ask("GET")
        assert status == 200, status

    def record(self) -> float:
        self.number += 1
        self.connection.close()  # as after the minutes between two hands; the next request connects again
        token = next(cookie.value for name, cookie in self.cookies.items() if "csrf" in name)
        sent = HAND | {"entry_key": str(uuid4()), "number": self.number, "csrfmiddlewaretoken": token}
        status, taken = self.ask("POST", urlencode(sent))
        assert status == 201, f"{self.path}: {status}"
        return taken


def tables_set_up() -> list[Table]:
    """Seats everybody and gives out the codes, in the folder that HANGJACK_DATA names."""
    from django.utils import timezone  # noqa: PLC0415 - Django is only set up by now

    from tournament.door.services.entries import enter_players  # noqa: PLC0415
    from tournament.draw.services.draws import draw_first_hour, release_draw  # noqa: PLC0415
    from tournament.event.services.events import open_evening  # noqa: PLC0415
    from tournament.models import Event, Match, TableCode  # noqa: PLC0415

    now = timezone.now()
    event = open_evening(name="Sixty-four tables", date=now.date(), format="trinidad-tables", by=None, now=now)
    Event.objects.filter(pk=event.pk).update(length_kind="games", length_number=99)
    event.refresh_from_db()
    enter_players(event, [f"Player {number:03}" for number in range(4 * TABLES)], by=None, now=now)
    release_draw(draw_first_hour(event, seed=1674, by=None, now=now), by=None, now=now)
    codes = dict(TableCode.objects.filter(event=event).values_list("table_number", "code"))
    matches = Match.objects.filter(table__stage__event=event).select_related("table").order_by("table__number")
    return [Table(f"/t/{codes[match.table.number]}/{match.pk}/", match.pk) for match in matches]


def in_words(seconds: list[float]) -> str:
    each = sorted(second * 1000 for second in seconds)
    late = each[int(len(each) * 0.99)]
    return f"half within {statistics.median(each):.1f} ms, 99 of 100 within {late:.0f} ms, at most {each[-1]:.0f} ms"


def floor(evening: Running, times: int) -> list[float]:
    page = Table("/t/", 0)
    page.open(evening.port)
    return [page.ask("GET")[1] for _ in range(times)]


def all_at_once(evening: Running, tables: list[Table]) -> str:
    computed, began = processor_time_of(evening), time.perf_counter()
    with ThreadPoolExecutor(len(tables)) as phones:
        waits = list(phones.map(lambda table: [table.record() for _ in range(HANDS)], tables))
    taken, computed = time.perf_counter() - began, processor_time_of(evening) - computed
    each = [second for wait in waits for second in wait]
    rate = f"{len(each) / taken:.0f} hands a second, {computed / len(each) * 1000:.1f} ms of processor each"
    return f"{in_words(each)}; {rate}; none refused"


def without_http(matches: list[int]) -> list[float]:
    from django.utils import timezone  # noqa: PLC0415

    from scoring import read_hand  # noqa: PLC0415
    from tournament.foundation.authors import Phone  # noqa: PLC0415
    from tournament.hands.services.recording import record_hand  # noqa: PLC0415
    from tournament.matches.queries.matches import seating_of  # noqa: PLC0415
    from tournament.models import Match  # noqa: PLC0415

    seconds = []
    for pk in matches:
        match = Match.objects.select_related("table__stage__event").get(pk=pk)
        last = match.hands.latest("number")
        facts = read_hand(last.facts, seating_of(match))
        began = time.perf_counter()
        record_hand(
            match, number=last.number + 1, entry_key=uuid4(), facts=facts, by=Phone("bench", 1), now=timezone.now()
        )
        seconds.append(time.perf_counter() - began)
    return seconds


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"HANGJACK_DATA": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        django.setup()
        call_command("migrate", verbosity=0)
        tables = tables_set_up()
        with an_evening({**os.environ, "PYTHONUNBUFFERED": "1"}) as evening:
            for table in tables:
                table.open(evening.port)
            print(f"a page without a query   {in_words(floor(evening, 200))}")
            print(f"a hand, idle             {in_words([table.record() for _ in range(3) for table in tables])}")
            print(f"64 tables at once        {all_at_once(evening, tables)}")
            print(f"memory afterwards        {memory_of(evening)}")
        print(f"a hand without http      {in_words(without_http([table.match for table in tables]))}")


if __name__ == "__main__":
    main()
