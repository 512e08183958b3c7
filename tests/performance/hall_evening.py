"""A Kent evening at compressed time, in real browsers: `python -m tests.performance.hall_evening`, about nine minutes.

It has twelve tables, four screens on the walls, and forty phones of players and spectators. One phone's clock is five
minutes wrong, one phone sleeps for a round, and the server is killed and started again in the second round. Only the
first round of each hour is started by hand; the second hour is drawn by the ranking of the first. The clock on every
page is compared with the hall's time, every phone's table with the draw, and the standings at the end with those of the
database. Hands are timed from their answer until a phone shows the standings with them. This program plays the director
and the scorer; it writes beside the server, which notices that only every ten seconds. `--keep` names a folder for
pictures.
"""

import argparse
import os
import shutil
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as PatienceLost

from tests.performance.evenings_at_tables import NAMES, Room
from tests.performance.recording import Table

TABLES, SECONDS, CHANGE = 12, 75, 15
NOTICED = 12  # seconds within which the server notices what was written beside it
WALLS = [(1920, 1080), (1024, 768), (1920, 1080), (1024, 768)]
PHONE = {"width": 360, "height": 740}
FIVE_MINUTES_WRONG = "{ const real = Date.now.bind(Date); Date.now = () => real() + 300000; }"
HOLDS = "(version) => document.querySelector('#standings')?.getAttribute('hx-headers')?.includes(version)"
LEFT = "() => [...document.querySelectorAll('.clock-time, .small-time')].map((each) => each.textContent)"


def set_up() -> Any:
    """Seats forty-eight players."""
    from django.utils import timezone  # noqa: PLC0415 - Django is only set up by now

    from tournament.door.services.entries import enter_players  # noqa: PLC0415
    from tournament.draw.services.draws import draw_first_hour, release_draw  # noqa: PLC0415
    from tournament.event.services.events import open_evening, show_standings  # noqa: PLC0415
    from tournament.models import Event  # noqa: PLC0415

    now = timezone.now()
    event = open_evening(name="Compressed", date=timezone.localdate(now), format="kent-1674", by=None, now=now)
    times = {"hour_seconds": 3 * SECONDS, "warning_seconds": 20, "change_seconds": CHANGE, "starts_itself": True}
    Event.objects.filter(pk=event.pk).update(**times)
    event.refresh_from_db()
    enter_players(event, NAMES[: 4 * TABLES], by=None, now=now)
    release_draw(draw_first_hour(event, seed=1674, by=None, now=now), by=None, now=now)
    show_standings(event, True, by=None, now=now)
    return Event.objects.get(pk=event.pk)


def begin(event: Any, hour: int) -> None:
    """Starts the first round of an hour; the others begin by themselves."""
    from django.utils import timezone  # noqa: PLC0415

    from tournament.clock.services.rounds import start_round  # noqa: PLC0415
    from tournament.models import Round  # noqa: PLC0415

    first = Round.objects.get(stage__event=event, stage__number=hour, number=1, turns=3)
    start_round(first, by=None, now=timezone.now())


def hand_in(event: Any, hour: int) -> None:
    """Enters both players' sheets of every match; they agree with each other."""
    from django.utils import timezone  # noqa: PLC0415

    from tests.evenings import by_lot  # noqa: PLC0415
    from tournament.matches.queries.matches import players_of, with_sides  # noqa: PLC0415
    from tournament.matches.services.settling import SheetEntry, enter_sheet  # noqa: PLC0415
    from tournament.models import Match  # noqa: PLC0415

    for match in with_sides(Match.objects.filter(table__stage__event=event, table__stage__number=hour)):
        points, (one, other) = by_lot(match), players_of(match)
        for player, won in ((one, points), (other, points[::-1])):
            enter_sheet(player, [SheetEntry(match.pk, *won, 0, 0)], by=None, now=timezone.now())


def seat_by_ranking(event: Any) -> None:
    from django.utils import timezone  # noqa: PLC0415

    from tournament.draw.services.draws import draw_second_hour, release_draw  # noqa: PLC0415

    release_draw(draw_second_hour(event, by=None, now=timezone.now()), by=None, now=timezone.now())


class Hall:
    def __init__(self, browser: Browser, room: Room, event: Any, keep: Path | None) -> None:
        self.browser, self.room, self.event, self.keep = browser, room, event, keep
        self.sums: Counter[str] = Counter()
        self.said: list[str] = []
        self.worst = 0.0
        self.waits: list[float] = []
        self.screens = [self._screen(number, size) for number, size in enumerate(WALLS)]
        names = NAMES[: 4 * TABLES]
        self.players = {name: self._page(f"/me/?e={event.pk}&pick=1&name={name}", name=name) for name in names[:20]}
        self.wrong = self._page("/me/", init=FIVE_MINUTES_WRONG)
        self.others = [
            self._page(f"/e/{event.pk}/{page}/") for page in ("screen/clock", "standings") for _ in range(10)
        ]

    def _page(self, path: str, *, name: str = "", init: str = "", size: dict[str, int] | None = None) -> Page:
        context = self.browser.new_context(viewport=size or PHONE, locale="en-GB")
        context.set_default_timeout(120_000)
        page = context.new_page()
        page.on("pageerror", lambda error: self.said.append(f"{path}: {error}"))
        if init:
            page.add_init_script(init)
        page.goto(self.room.address + path)
        if name:
            page.get_by_role("button", name=name, exact=True).click()
        return page

    def _screen(self, number: int, size: tuple[int, int]) -> Page:
        from django.utils import timezone  # noqa: PLC0415

        from tournament.models import Screen  # noqa: PLC0415
        from tournament.screens.services import take_screen  # noqa: PLC0415

        page = self._page("/screen/", size={"width": size[0], "height": size[1]})
        screen = Screen.objects.latest("pk")
        take_screen(screen, on=self.event, by=None, now=timezone.now())
        if number == 1:
            Screen.objects.filter(pk=screen.pk).update(turns=[["standings", 600]])
        page.reload()
        return page

    @property
    def everybody(self) -> dict[str, Page]:
        pages = {f"screen {number}": page for number, page in enumerate(self.screens)}
        pages |= {f"phone of {name}": page for name, page in self.players.items()}
        return pages | {f"spectator {number}": page for number, page in enumerate(self.others)} | {"wrong": self.wrong}

    def left(self) -> float | None:
        """Returns the seconds left of the running round, by the database."""
        from django.utils import timezone  # noqa: PLC0415

        from tournament.clock.queries.rounds import bells_of  # noqa: PLC0415

        now = timezone.now()
        readings = [bell.reading for bell in bells_of(self.event, now) if bell.turns == 3]
        on = [each for each in readings if each.phase in ("running", "warning")]
        return on[0].remaining.total_seconds() if on else None

    def compare_clocks(self, *, but: str = "") -> None:
        """Compares the clock on every page with the time left, which is read before and after: the page must be in
        between."""
        for name, page in self.everybody.items():
            if name == but:
                continue
            before = self.left()
            shown = page.evaluate(LEFT)
            after = self.left()
            if before is None or after is None or not shown or ":" not in shown[0]:
                continue
            minutes, seconds = shown[0].split(":")
            stands = int(minutes) * 60 + int(seconds)  # the clock shows a whole second from its beginning on
            off = max(stands - 1 - before, after - stands, 0.0)
            self.worst = max(self.worst, off)
            self.sums.update(clocks=1, clocks_off=off > 0.5)
            if off > 0.5:
                self.said.append(f"{name} shows {shown[0]}, between {before:.1f} and {after:.1f} s are left")

    def compare_tables(self, hour: int) -> None:
        from tournament.models import Seat  # noqa: PLC0415

        of_hour = Seat.objects.filter(table__stage__event=self.event, table__stage__number=hour)
        seats = of_hour.select_related("table", "entry__player")
        table = {seat.entry.name: seat.table.number for seat in seats}
        for name, page in self.players.items():
            is_right = f": table {table[name]} " in " ".join(page.locator("main").inner_text().split())
            self.sums.update(tables=1, tables_wrong=not is_right)

    def compare_standings(self) -> None:
        """Compares names and totals of the page on ten phones."""
        from tournament.models import Event  # noqa: PLC0415
        from tournament.standings.queries.standings import standings_of  # noqa: PLC0415

        lines = standings_of(Event.objects.get(pk=self.event.pk)).lines
        right = [(line.name, str(line.record.total)) for line in lines]
        for page in self.others[-10:]:
            rows = page.locator("table.standings tbody tr").evaluate_all(
                "rows => rows.map(row => [row.querySelector('th').firstChild.textContent.trim(),"
                " row.querySelector('td:last-child').textContent.trim()])"
            )
            self.sums.update(standings=1, standings_wrong=[tuple(row) for row in rows] != right)

    def play(self, tables: list[Table]) -> None:
        """Plays a hand at every match, and times how long one takes to the wall and to a phone with the standings."""
        from tournament.models import Event  # noqa: PLC0415

        for number, table in enumerate(tables):
            table.record()
            self.sums.update(hands=1)
            if number % 8 == 0:
                began = time.perf_counter()
                revision = str(Event.objects.get(pk=self.event.pk).revision)
                page = self.others[-1]
                try:
                    page.wait_for_function(HOLDS, arg=f"{revision}-", polling=50, timeout=20_000)
                    self.waits.append(time.perf_counter() - began)
                except PatienceLost:
                    touch = page.evaluate("document.body.dataset.liveIs")
                    self.said.append(f"revision {revision} is not on a phone after 20 s, which is {touch!r}")

    def picture(self, what: str) -> None:
        if self.keep:
            for number, page in enumerate(self.screens):
                page.screenshot(path=self.keep / f"{what}-screen-{number}.png")
            next(iter(self.players.values())).screenshot(path=self.keep / f"{what}-phone.png")


def tables_of(event: Any, hour: int, round: int) -> list[Table]:
    from tournament.models import Match, TableCode  # noqa: PLC0415

    codes = dict(TableCode.objects.filter(event=event, revoked_at=None).values_list("table_number", "code"))
    of_round = Match.objects.filter(table__stage__event=event, table__stage__number=hour, round__number=round)
    matches = of_round.select_related("table")
    return [Table(f"/t/{codes[match.table.number]}/{match.pk}/", match.pk) for match in matches.order_by("pk")]


def until_round(event: Any, hour: int, number: int) -> None:
    from tournament.models import Round  # noqa: PLC0415

    late = time.monotonic() + SECONDS + CHANGE + 60
    begun = Round.objects.filter(stage__event=event, stage__number=hour, number=number, started_at__isnull=False)
    while not begun.exists():
        assert time.monotonic() < late, f"round {number} did not begin by itself"
        time.sleep(0.3)


def until_bell(event: Any) -> None:
    from django.utils import timezone  # noqa: PLC0415

    from tournament.clock.queries.rounds import bells_of  # noqa: PLC0415

    while any(bell.reading.phase in ("running", "warning") for bell in bells_of(event, timezone.now())):
        time.sleep(0.3)


def play_hour(hall: Hall, hour: int) -> None:
    event, room = hall.event, hall.room
    asleep, sleeper = "phone of " + NAMES[0], hall.players[NAMES[0]]
    begin(event, hour)
    for number in (1, 2, 3):
        until_round(event, hour, number)
        tables = tables_of(event, hour, number)
        for table in tables:
            table.open(int(room.address.rsplit(":", 1)[1]))
        time.sleep(NOTICED if number == 1 else 3)
        hall.compare_clocks(but=asleep if (hour, number) == (1, 2) else "")
        hall.picture(f"hour-{hour}-round-{number}")
        hall.play(tables)
        if (hour, number) == (1, 1):
            sleeper.context.set_offline(True)
        if (hour, number) == (1, 2):
            room.kill()
            time.sleep(3)
            hall.picture("killed")
            room.start()
            time.sleep(8)
            hall.compare_clocks(but=asleep)
            sleeper.context.set_offline(False)
    time.sleep(3)
    hall.compare_clocks()
    hall.compare_tables(hour)
    until_bell(event)
    hand_in(event, hour)
    time.sleep(NOTICED)
    hall.picture(f"hour-{hour}-end")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--keep", type=Path, help="a folder for pictures")
    keep = options.parse_args().keep
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        os.environ |= {"HANGJACK_DATA": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        os.environ |= {"HANGJACK_SECRET_KEY": "of this run", "DJANGO_ALLOW_ASYNC_UNSAFE": "true"}
        django.setup()
        call_command("migrate", verbosity=0)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        room = Room(browser)
        event = set_up()
        hall = Hall(browser, room, event, keep)
        play_hour(hall, 1)
        seat_by_ranking(event)
        time.sleep(NOTICED)
        hall.compare_tables(2)
        hall.picture("hour-2-seats")
        play_hour(hall, 2)
        hall.compare_standings()
        browser.close()
        room.kill()
    waits = sorted(hall.waits)
    print(dict(hall.sums), f"worst clock {hall.worst:.2f} s off")
    print(f"hand to standings in a browser: half within {waits[len(waits) // 2]:.2f} s, at most {waits[-1]:.2f} s")
    print(*hall.said, sep="\n")


if __name__ == "__main__":
    main()
