"""The way of a hand through the code: `python -m tests.performance.hand_way`.

It counts what the eighth hand of a match enters when a phone posts it, and what the phone's refresh enters after that:
functions and files of `scoring` and `tournament` (without comprehensions, generator expressions and lambdas), calls,
runs of `score_hand`, queries, and climbs. A climb is a call from a room up to a higher one, or within a room from
queries and services back to forms and views; a guard or middleware that calls the view it guards is none. Milliseconds
are the processor's, the median over many tables. The floor of the same run is the signed-out sign-in page.
"""

import gc
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from uuid import uuid4

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = (f"{ROOT / 'scoring'}{os.sep}", f"{ROOT / 'tournament'}{os.sep}")
APART = frozenset({"<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>", "<module>"})
GUARDS = ("tournament/web/guards.py", "tournament/web/middleware.py")
LAYERS = ("queries", "services", "forms", "views")

HAND = {"dealer": "a", "answer_1": "stand", "high": "a", "low": "b", "jack": "none", "game": "a", "step": "record"}
EVENINGS: dict[str, tuple[str, int, dict[str, Any], dict[str, str]]] = {
    "Trinidad pairs": ("trinidad-tables", 4, {"length_kind": "games", "length_number": 99}, {}),
    "Seven Up": ("seven-up-tables", 2, {"table_size": 2, "length_kind": "games", "length_number": 99}, {}),
    "Auction Pitch": (
        "auction-pitch-tables",
        4,
        {"table_size": 4, "length_kind": "games", "length_number": 99},
        {"answer_1": "", "bid_b": "2", "high": "b", "low": "b"},
    ),
    "Kent": ("kent-1674", 4, {}, {}),
}
"""Each with its format, how many sit at a table, its settings, and facts that its hands have besides."""
TABLES, BEFORE = 24, 7


@dataclass
class Way:
    """What a request entered, by the code of each function: its place and the number of calls."""

    calls: dict[CodeType, int] = field(default_factory=dict)
    climbs: list[str] = field(default_factory=list)
    queries: int = 0

    @property
    def functions(self) -> int:
        return len(self.calls)

    @property
    def files(self) -> list[str]:
        return sorted({place_of(code) for code in self.calls})

    @property
    def scored(self) -> int:
        """Returns how often a hand was scored."""
        return sum(times for code, times in self.calls.items() if code.co_name == "score_hand")

    def __str__(self) -> str:
        calls = sum(self.calls.values())
        return (
            f"{self.functions:4} functions {len(self.files):3} files {calls:5} calls {self.scored:3} scored "
            f"{self.queries:3} queries {len(self.climbs):3} climbs"
        )

    def enter(self, frame: FrameType, event: str, _argument: object) -> None:
        """Notes a call; `sys.setprofile` calls this."""
        code = frame.f_code
        if event != "call" or not is_ours(code):
            return
        self.calls[code] = self.calls.get(code, 0) + 1
        caller = frame.f_back
        while caller is not None and not is_ours(caller.f_code):
            caller = caller.f_back
        if caller is not None and is_climb(place_of(caller.f_code), place_of(code)):
            self.climbs.append(f"{place_of(caller.f_code)} {caller.f_code.co_name} -> {place_of(code)} {code.co_name}")


def is_ours(code: CodeType) -> bool:
    return code.co_name not in APART and code.co_filename.startswith(SOURCES)


def place_of(code: CodeType) -> str:
    """Returns a function's file, relative to the project's folder."""
    return Path(code.co_filename).relative_to(ROOT).as_posix()


def is_climb(caller: str, called: str) -> bool:
    from tests.test_architecture import ROOMS  # noqa: PLC0415 - reads the whole source

    rooms = ["scoring", *ROOMS]
    (room, layer), (other, other_layer) = _room_and_layer(caller), _room_and_layer(called)
    if caller in GUARDS or room not in rooms or other not in rooms:
        return False
    if room == other:
        return layer in LAYERS[:2] and other_layer in LAYERS[2:]
    return rooms.index(other) > rooms.index(room)


def _room_and_layer(place: str) -> tuple[str, str]:
    parts = place.removesuffix(".py").split("/")
    return (parts[1], parts[2]) if parts[0] == "tournament" and len(parts) > 2 else (parts[0], "")


@contextmanager
def walked() -> Iterator[Way]:
    """Yields what the requests inside the block enter, in this thread."""
    from django.db import connection  # noqa: PLC0415 - Django is only set up by now
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    way = Way()
    with CaptureQueriesContext(connection) as asked:
        before = sys.getprofile()
        sys.setprofile(way.enter)
        try:
            yield way
        finally:
            sys.setprofile(before)
    way.queries = len(asked)


class TablePhone:
    """A phone at a match, with the code of its table."""

    def __init__(self, match: Any, otherwise: dict[str, str]) -> None:
        from django.test import Client  # noqa: PLC0415
        from django.urls import reverse  # noqa: PLC0415

        from tournament.models import TableCode  # noqa: PLC0415

        event, table = match.table.stage.event, match.table.number
        code = TableCode.objects.get(event=event, table_number=table, revoked_at=None).code
        self.client, self.number, self.otherwise = Client(), 0, otherwise
        at = [code, match.pk]
        self.page, self.part = reverse("table_match", args=at), reverse("table_now", args=at)
        self.client.post(reverse("table_press", args=[*at, "side"]), {"side": 1})
        assert self.client.get(self.page).status_code == 200

    def record(self) -> None:
        """Records the next hand; the sides win Game in turn, so that no game ends."""
        self.number += 1
        marks = HAND | self.otherwise | {"game": "ab"[self.number % 2]}
        sent = marks | {"number": str(self.number), "entry_key": str(uuid4())}
        answer = self.client.post(self.page, sent, headers={"Accept": "application/json"})
        assert answer.status_code == 201, answer.content

    def refresh(self) -> None:
        answer = self.client.get(self.part + "?since=0", headers={"HX-Request": "true"})
        assert answer.status_code == 200

    def sign_in_page(self) -> None:
        assert self.client.get("/sign-in/").status_code == 200


def phones_at(name: str, tables: int) -> list[TablePhone]:
    """Returns one phone at the first match of each table, in the first round of such an evening."""
    from django.utils import timezone  # noqa: PLC0415

    from tournament.clock.services.rounds import start_round  # noqa: PLC0415
    from tournament.door.services.entries import enter_players  # noqa: PLC0415
    from tournament.draw.services.draws import draw_first_hour, release_draw  # noqa: PLC0415
    from tournament.event.services.events import change_settings, open_evening  # noqa: PLC0415
    from tournament.models import Event, Match, Round  # noqa: PLC0415

    format, size, settings, otherwise = EVENINGS[name]
    by = {"by": None, "now": timezone.now()}
    event = open_evening(name=name, date=by["now"].date(), format=format, **by)
    change_settings(event, settings, **by)
    event = Event.objects.get(pk=event.pk)
    enter_players(event, [f"Player{number:03} {name}" for number in range(size * tables)], **by)
    release_draw(draw_first_hour(event, seed=1674, **by), **by)
    for round in Round.objects.filter(stage__event=event, number=1):
        start_round(round, **by)
    matches = Match.objects.filter(table__stage__event=event, round__number=1).select_related("table__stage__event")
    first = {match.table_id: match for match in matches.order_by("-table__number", "-pk")}
    return [TablePhone(match, otherwise) for match in first.values()]


def milliseconds(work: Callable[[TablePhone], None], phones: list[TablePhone]) -> list[float]:
    taken = []
    for phone in phones:
        began = time.process_time()
        work(phone)
        taken.append(1000 * (time.process_time() - began))
    return taken


def measured(name: str, *, is_long: bool) -> None:
    first, *phones = phones_at(name, TABLES)
    for phone in (first, *phones):
        for _ in range(BEFORE):
            phone.record()
    with walked() as posted:
        first.record()
    with walked() as refreshed:
        first.refresh()
    floor = statistics.median(milliseconds(TablePhone.sign_in_page, phones))
    print(f"{name:15} the eighth hand {posted}  {statistics.median(milliseconds(TablePhone.record, phones)):5.1f} ms")
    print(f"{'':15} the refresh     {refreshed}  {statistics.median(milliseconds(TablePhone.refresh, phones)):5.1f} ms")
    print(f"{'':15} floor: the sign-in page {'':61}  {floor:5.1f} ms")
    if is_long:
        for way in (posted, refreshed):
            print()
            for place in way.files:
                names = [code.co_qualname for code in way.calls if place_of(code) == place]
                print(f"{place:48} {len(names):3}  {', '.join(names)}")
            print(*way.climbs, sep="\n")
        print()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"HANGJACK_DATA": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        import django  # noqa: PLC0415
        from django.conf import settings  # noqa: PLC0415

        settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
        settings.ALLOWED_HOSTS = ["testserver"]
        django.setup()
        from django.core.management import call_command  # noqa: PLC0415

        call_command("migrate", verbosity=0)
        gc.freeze()
        for name in EVENINGS:
            measured(name, is_long="--long" in sys.argv)


if __name__ == "__main__":
    main()
