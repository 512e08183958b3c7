"""Whole evenings at tables, from phones in real browsers: `python -m tests.performance.evenings_at_tables --tables 12`.

It plays every format at that many tables, with random hands: some tables have one phone, some one for each side.
Connections break and return, answers get lost, pages are reloaded, Record is tapped twice, both sides record the same
hand, one side corrects or withdraws a hand, the other objects, and in the middle the server is killed and started
again. At the end everything is settled, and the hall's results are compared with what was chalked at the tables. The
number of hands is limited; it stops by itself.
"""

import argparse
import os
import shutil
import socket
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from random import Random
from typing import TYPE_CHECKING, Any

import django
from django.core.management import call_command
from playwright.sync_api import Browser, sync_playwright

from tests.running import an_evening

if TYPE_CHECKING:
    from tests.journeys.playing import Played

EVENINGS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "trinidad": ("trinidad-tables", 4, {}),
    "lancashire": ("lancashire-tables", 4, {"length_kind": "single"}),
    "nlcb": ("nlcb-tables", 4, {"length_kind": "race", "length_number": 2}),
    "seven-up pairs": ("seven-up-tables", 4, {"table_size": 4}),
    "seven-up threes": ("seven-up-tables", 3, {"table_size": 3, "length_kind": "games", "length_number": 2}),
    **{f"pitch of {number}": ("auction-pitch-tables", number, {"table_size": number}) for number in range(3, 8)},
    "kent-1674": ("kent-1674", 4, {}),
}
"""By the name used here: the format, how many sit at a table, and the settings."""


FIRST = "Ann Bea Cy Dan Eve Fay Gus Hal Ida Jo Kit Lou Max Nan Oz Pat Quin Ray Sid Tess Una Val Win Xan Yas Zoe".split()
NAMES = [f"{first} {last}" for last in ("Ash", "Birch", "Cedar", "Elm") for first in FIRST]


class Room:
    """The hall that is served, from a folder that is deleted afterwards, and a browser in it."""

    def __init__(self, browser: Browser) -> None:
        with socket.socket() as asked:
            asked.bind(("127.0.0.1", 0))
            port = asked.getsockname()[1]
        self.browser, self.address = browser, f"http://localhost:{port}"
        self.options = ("--port", str(port))
        self.stack = ExitStack()
        self.start()

    def start(self) -> None:
        self.stack.enter_context(an_evening({**os.environ, "PYTHONUNBUFFERED": "1"}, *self.options))

    def kill(self) -> None:
        self.stack.close()


def set_up(name: str, tables: int, seed: int, director: Any) -> Any:
    """Returns an evening with everybody seated and its first round running."""
    from django.utils import timezone  # noqa: PLC0415 - Django is only set up by now

    from tournament.clock.services.rounds import start_round  # noqa: PLC0415
    from tournament.door.services.entries import enter_players  # noqa: PLC0415
    from tournament.draw.services.draws import draw_first_hour, release_draw  # noqa: PLC0415
    from tournament.event.services.events import change_settings, open_evening, show_standings  # noqa: PLC0415
    from tournament.models import Event, Round  # noqa: PLC0415

    format, size, settings = EVENINGS[name]
    now = timezone.now()
    event = open_evening(name=name, date=now.date(), format=format, by=director, now=now)
    change_settings(event, settings, by=director, now=now)
    event.refresh_from_db()
    enter_players(event, NAMES[: size * tables], by=director, now=now)
    release_draw(draw_first_hour(event, seed=seed, by=director, now=now), by=director, now=now)
    start_round(Round.objects.get(stage__event=event, number=1), by=director, now=now)
    show_standings(event, True, by=director, now=now)
    return Event.objects.get(pk=event.pk)


def evening(room: Room, name: str, tables: int, hands: int, seed: int) -> dict[str, int]:
    from django.conf import settings  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from tests.journeys.playing import on_the_board, points_of, seated  # noqa: PLC0415
    from tournament.clock.services.rounds import end_round, start_round  # noqa: PLC0415
    from tournament.models import Account, Round  # noqa: PLC0415
    from tournament.standings.queries.standings import standings_of  # noqa: PLC0415

    director, _ = Account.objects.get_or_create(username="Dora", role=Account.Role.DIRECTOR)
    event, chance, began = set_up(name, tables, seed, director), Random(f"{name} {seed}"), time.perf_counter()
    client = Client()
    client.force_login(director)
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    desk = room.browser.new_context(viewport={"width": 1366, "height": 768})
    desk.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": room.address}])
    board = desk.new_page()
    sums: Counter[str] = Counter()
    everything: list[Played] = []
    for round in Round.objects.filter(stage__event=event, stage__number=1).order_by("number"):
        if round.started_at is None:
            start_round(round, by=director, now=timezone.now())
        played = seated(room.browser, room.address, event, chance, round=round.number)
        for phone in (phone for each in played for phone in each.phones):
            phone.mishear(Random(f"{seed} {phone.match} {phone.side}"))
        play(room, played, hands, chance)
        for each in played:
            each.settle(director)
            each.on_the_phone(each.phones[0].page)
            each.in_the_database()
            sums.update(each.differences())
            sums.update(hands=len(each.chalk.written), posted=each.posted, cuts=each.cuts)
            for phone in each.phones:
                sums.update(unheard=phone.unheard, slips=len(phone.slips))
        everything += played
        on_the_board(board, played, address=f"{room.address}/e/{event.pk}/results/?hour=1")
        for phone in (phone for each in played for phone in each.phones):
            phone.context.close()
        end_round(round, by=director, now=timezone.now())
    desk.close()
    lines = standings_of(event, hours=1).lines
    told = {line.name: (line.record.games or 0, line.record.total) for line in lines}
    said = [sentence for each in everything for sentence in each.said]
    chalked = points_of(everything)
    said += [
        f"{who}: {told.get(who)} in the standings, chalked {sum}"
        for who, sum in chalked.items()
        if told.get(who) != sum
    ]
    sums.update(wrong=len(said))
    said += [f"slipped: {slip}" for each in everything for phone in each.phones for slip in phone.slips]
    print(f"{name:16} {dict(sums)} in {time.perf_counter() - began:.0f} s", *said, sep="\n    ", flush=True)
    return sums


def play(room: Room, played: list["Played"], hands: int, chance: Random) -> None:
    """Plays one hand at table after table, in any order. Half way the server is killed, and for a while nobody
    answers."""
    steps = hands * len(played)
    gone, back = steps // 2, steps // 2 + max(1, len(played) * 2 // 3)
    for step in range(steps):
        down = gone <= step <= back
        if step == gone:
            room.kill()
        played[step % len(played)].step(is_served=not down)
        if step == back:
            room.start()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--tables", type=int, default=1)
    options.add_argument("--hands", type=int, default=8, help="at each match")
    options.add_argument("--seed", type=int, default=1674)
    options.add_argument("--only", default="", help="evenings whose names have this in them")
    asked = options.parse_args()
    sums: Counter[str] = Counter()
    flags = ["--no-sandbox", "--disable-gpu"]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        os.environ |= {"HANGJACK_DATA": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        os.environ |= {"HANGJACK_SECRET_KEY": "of this run", "DJANGO_ALLOW_ASYNC_UNSAFE": "true"}
        django.setup()
        call_command("migrate", verbosity=0)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        room = Room(browser)
        for name in (name for name in EVENINGS if asked.only in name):
            sums.update(evening(room, name, asked.tables, asked.hands, asked.seed))
        browser.close()
        room.kill()
    print("in all", dict(sums))


if __name__ == "__main__":
    main()
