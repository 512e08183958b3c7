"""What every page of a big evening costs: `python -m tests.performance.pages [PLAYERS...]`.

It asks over http of a server of its own, for Kent evenings of 30, 200 and 1,000 players, 88 pairs over five Swiss
rounds, and a league. A unit is the processor's time for `work_for_a_unit`, a fixed piece of Python, measured beside
each page: the fastest of several rounds for both, because a busy machine affects that less. The first figure is for
the first reader after a write, for whom a page is made anew; "unchanged" is for the next one. Queries are those of a
page made anew. The first line of each evening is what the signed-out sign-in page costs, which was the unit until it
became cheaper itself.
"""

import http.client
import os
import re
import sys
import tempfile
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from http.cookies import SimpleCookie
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from tests.running import Running, an_evening

ROUNDS, REQUESTS = 6, 2
SHEETS_RECORDED = HANDS_RECORDED = 24
HAND = {"dealer": "a", "answer_1": "stand", "high": "a", "low": "b", "jack": "none", "game": "a", "step": "record"}
SIZES = (30, 200, 1000)
WORDS_IN_A_UNIT = 10_500


class Page(NamedTuple):
    """`path` is below the evening's own address unless it begins with a slash. With `is_of_new_result` the write before
    it is a result, which ranks everybody again; otherwise a write that does not affect the ranking."""

    name: str
    path: str
    is_public: bool = False
    is_of_new_result: bool = False


SIGN_IN = (Page("sign in", "/sign-in/", is_public=True),)
HOUR_ONE = (
    Page("tonight", ""),
    Page("tonight, its part", "now/"),
    Page("door", "door/"),
    Page("draw, released", "draw/1/"),
    Page("seats", "seats/", is_public=True),
    Page("seats by table", "seats/?by=table", is_public=True),
    Page("seats, one name", "seats/?name=player 00", is_public=True),
    Page("sheets", "sheets/"),
    Page("one sheet", "sheets/1/{entry}/"),
    Page("results", "results/"),
    Page("tables", "tables/"),
    Page("paper", "paper/"),
    Page("standings", "standings/", is_public=True),
    Page("standings, new result", "standings/", is_public=True, is_of_new_result=True),
    Page("clock", "clock/"),
    Page("log", "log/"),
    Page("home", "/", is_public=True),
)
HOUR_TWO = (
    Page("tonight, hour two", ""),
    Page("draw two, released", "draw/2/"),
    Page("seats, hour two", "seats/", is_public=True),
    Page("sheets, none in", "sheets/"),
    Page("results, none in", "results/"),
    Page("standings, hour two", "standings/", is_public=True),
    Page("the same, new result", "standings/", is_public=True, is_of_new_result=True),
)
PLANNED = (Page("draw two, planned", "draw/2/"),)
DRAFT = (Page("draw two, a draft", "draw/2/"),)
FIVE_ROUNDS = (
    Page("tonight", ""),
    Page("tonight, its part", "now/"),
    Page("door", "door/"),
    Page("draw, released", "draw/5/"),
    Page("seats", "seats/", is_public=True),
    Page("seats by table", "seats/?by=table", is_public=True),
    Page("slips", "slips/"),
    Page("results", "results/"),
    Page("tables", "tables/"),
    Page("paper", "paper/"),
    Page("standings", "standings/", is_public=True),
    Page("standings, new result", "standings/", is_public=True, is_of_new_result=True),
    Page("home", "/", is_public=True),
)


class Browser:
    """One lasting connection of somebody signed in, or of nobody known. The server ends one that is idle."""

    def __init__(self, port: int, cookies: str = "", **headers: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.cookies = SimpleCookie(cookies)
        self.headers = headers

    def ask(self, path: str, sent: dict[str, Any] | None = None) -> bytes:
        try:
            return self._ask(path, sent)
        except (http.client.RemoteDisconnected, ConnectionResetError):
            self.connection.close()
            return self._ask(path, sent)

    def _ask(self, path: str, sent: dict[str, Any] | None) -> bytes:
        cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in self.cookies.items())
        headers = {**self.headers, "Cookie": cookies}
        if sent is None:
            self.connection.request("GET", path.replace(" ", "%20"), headers=headers)
        else:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            self.connection.request("POST", path, urlencode(sent), headers)
        answer = self.connection.getresponse()
        body = answer.read()
        assert answer.status in ((200,) if sent is None else (201, 302)), f"{path}: {answer.status}"
        if sent is not None or "csrf" not in str(self.cookies):
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                self.cookies.load(cookie)
        return body


def seconds_computed(evening: Running) -> float:
    """Returns the seconds computed by all threads of the server so far, to the nanosecond."""
    tasks = Path(f"/proc/{evening.process.pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def work_for_a_unit() -> int:
    """Does what a page does, without a library: makes rows, groups and sorts them, and writes them out."""
    rows = [(number * 7919 % 1009, f"word {number}") for number in range(WORDS_IN_A_UNIT)]
    groups: dict[int, list[str]] = {}
    for key, word in rows:
        groups.setdefault(key % 53, []).append(word)
    lines = [f"<li>{key}: {', '.join(sorted(words))}</li>" for key, words in sorted(groups.items())]
    return len("".join(lines))


def seconds_of_unit() -> float:
    """Returns the processor's time for one unit, the fastest of several."""
    taken = []
    for _ in range(3 * REQUESTS):
        began = thread_time()
        work_for_a_unit()
        taken.append(thread_time() - began)
    return min(taken)


def computed_for(evening: Running, ask: Callable[[], object], times: int = REQUESTS) -> float:
    """Returns the seconds for one request, as the mean of `times` requests."""
    began = seconds_computed(evening)
    for _ in range(times):
        ask()
    return (seconds_computed(evening) - began) / times


def kent_of(players: int) -> int:
    """Makes an evening in the break after its first hour and returns its id. In four of five tables all sheets are in
    and equal; of the others, half have the sheets of two players, and half none."""
    from django.utils import timezone  # noqa: PLC0415 - Django is only set up by now

    from tournament.clock.services.rounds import end_round, start_round  # noqa: PLC0415
    from tournament.door.services.entries import enter_players  # noqa: PLC0415
    from tournament.draw.services.draws import draw_first_hour, release_draw  # noqa: PLC0415
    from tournament.event.services.events import open_evening, show_standings  # noqa: PLC0415
    from tournament.models import Round  # noqa: PLC0415

    now = timezone.now() - timedelta(minutes=90)
    by_then = {"by": None, "now": now}
    event = open_evening(name=f"{players} players", date=now.date(), format="kent-1674", **by_then)
    enter_players(event, [f"Player {number:04} of {players}" for number in range(players)], **by_then)
    release_draw(draw_first_hour(event, seed=1674, **by_then), **by_then)
    for round in Round.objects.filter(stage__event=event):
        start_round(round, **by_then)
        end_round(round, by=None, now=now + timedelta(minutes=20))
    hand_in(event.pk, lambda table, side: table % 5 or (table % 10 and side == 1))
    show_standings(event, True, **by_then)
    return event.pk


def hand_in(event: int, has_come: Callable[[int, int], object]) -> None:
    """Enters the sheets of the latest hour that are not agreed yet, if `has_come` says so for the numbers of a table
    and a side. All Fours separate those who are level."""
    from django.utils import timezone  # noqa: PLC0415

    from tournament.models import Entry, Match, SheetLine, Side, State  # noqa: PLC0415

    numbers = {
        pk: number
        for number, pk in enumerate(Entry.objects.filter(event=event).order_by("pk").values_list("pk", flat=True))
    }
    matches = Match.objects.filter(table__stage__event=event, state__in=(State.WAITING, State.ENTERED))
    SheetLine.objects.filter(side__match__in=matches).delete()
    lines, sides, now = [], [], timezone.now()
    for at, match in enumerate(
        matches.order_by("pk").select_related("table", "round").prefetch_related("sides__players")
    ):
        of_match = list(match.sides.all())
        points = [(side.number * 7 + at * 17) % 23 for side in of_match]  # whatever ids the database gives
        came = [side for side in of_match if has_come(match.table.number, side.number)]
        for side in came:
            side.points, side.jacks_turned = points[side.number - 1], 0
            side.all_fours = numbers[side.players.all()[0].entry_id] if match.round.number == 2 else 0
            told = {"mine": side.points, "theirs": points[2 - side.number], "all_fours": side.all_fours}
            lines.append(SheetLine(side=side, **told, jacks_turned=0, entered_at=now))
            sides.append(side)
        match.state = (State.WAITING, State.ENTERED, State.AGREED)[len(came)]
        match.cross_checked = len(came) == 2
        match.save()
    SheetLine.objects.bulk_create(lines)
    Side.objects.bulk_update(sides, ["points", "all_fours", "jacks_turned"], batch_size=200)


def second_hour_of(event: int) -> Any:
    """Returns the draft of the second hour."""
    from django.utils import timezone  # noqa: PLC0415

    from tournament.draw.services.draws import draw_second_hour  # noqa: PLC0415
    from tournament.models import Event  # noqa: PLC0415

    return draw_second_hour(Event.objects.get(pk=event), by=None, now=timezone.now())


class Hall:
    """A running server with an evening, its director and somebody unknown."""

    def __init__(self, evening: Running, event: int) -> None:
        from django.conf import settings  # noqa: PLC0415
        from django.test import Client  # noqa: PLC0415

        from tournament.models import Account, Entry, Event  # noqa: PLC0415

        self.evening, self.event = evening, event
        self.entry = Entry.objects.filter(event=event).values_list("pk", flat=True)[0]
        self.within = Client(HTTP_HOST="localhost")
        self.within.force_login(Account.objects.get(username="director"))
        name = settings.SESSION_COOKIE_NAME
        self.signed_in = self.within.cookies[name].output(header="")
        self.events = Event.objects.filter(pk=event)

    def change(self, *, is_result: bool = False) -> None:
        """Raises the revision as a write does, so that every page is made anew; with `is_result` one side also gets a
        point."""
        from django.db.models import F  # noqa: PLC0415

        from tournament.models import Side  # noqa: PLC0415

        if is_result:
            told = Side.objects.filter(match__table__stage__event=self.event, points__isnull=False).order_by("pk")
            Side.objects.filter(pk=told.values_list("pk", flat=True)[0]).update(points=F("points") + 1)
        self.events.update(revision=F("revision") + 1)

    def measure(self, pages: tuple[Page, ...]) -> None:
        for page in pages:
            path = page.path if page.path.startswith("/") else f"/e/{self.event}/{page.path}".format(entry=self.entry)
            browser = Browser(self.evening.port, "" if page.is_public else self.signed_in)
            kilobytes = len(browser.ask(path)) / 1000
            units, changed, unchanged = [], [], []
            for _ in range(ROUNDS):
                units.append(seconds_of_unit())
                self.change(is_result=page.is_of_new_result)
                changed.append(computed_for(self.evening, partial(browser.ask, path), 1))
                unchanged.append(computed_for(self.evening, partial(browser.ask, path)))
            unit = min(units)
            said = f"{page.name:24} {self.queries(path):3} q. {kilobytes:5.0f} kB, a unit of {unit * 1000:.1f} ms:"
            print(f"{said} {min(changed) / unit:5.1f} units, unchanged {min(unchanged) / unit:4.1f}", flush=True)

    def queries(self, path: str) -> int:
        from django.db import connection  # noqa: PLC0415
        from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

        self.change()
        with CaptureQueriesContext(connection) as asked:
            answer = self.within.get(path)
        assert answer.status_code == 200, f"{path}: {answer.status_code}"
        return len(asked)

    def record_sheets(self) -> None:
        """Opens and posts the sheets of the second hour one by one, as their page does."""
        director = Browser(self.evening.port, self.signed_in)
        units, opened, recorded = [], [], []
        for entry in self.missing()[:SHEETS_RECORDED]:
            units.append(seconds_of_unit())
            path, began = f"/e/{self.event}/sheets/2/{entry}/", seconds_computed(self.evening)
            page = director.ask(path).decode()
            opened.append(seconds_computed(self.evening) - began)
            token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
            assert token
            boxes = dict.fromkeys(re.findall(r'name="((?:mine|theirs)_\d+)"', page), "9")
            began = seconds_computed(self.evening)
            director.ask(path, {**boxes, "csrfmiddlewaretoken": token[1]})
            recorded.append(seconds_computed(self.evening) - began)
        opening, recording = (median(taken) / median(units) for taken in (opened, recorded))
        print(f"opening a sheet {opening:.1f} units, recording it {recording:.1f}", flush=True)

    def record_hands(self) -> None:
        """Records the first hands of matches of the second hour, each from the phone of its table."""
        from tournament.models import Match, TableCode  # noqa: PLC0415

        codes = dict(TableCode.objects.filter(event=self.event).values_list("table_number", "code"))
        matches = Match.objects.filter(table__stage__event=self.event, table__stage__number=2, round__number=1)
        first = dict(matches.order_by("-pk").values_list("table__number", "pk"))
        units, recorded = [], []
        for number, match in sorted(first.items())[-HANDS_RECORDED:]:
            units.append(seconds_of_unit())
            phone = Browser(self.evening.port, Accept="application/json")
            path = f"/t/{codes[number]}/{match}/"
            phone.ask(path)
            token = next(cookie.value for name, cookie in phone.cookies.items() if "csrf" in name)
            sent = {**HAND, "number": 1, "entry_key": str(uuid4()), "csrfmiddlewaretoken": token}
            recorded.append(computed_for(self.evening, partial(phone.ask, path, sent), 1))
        print(f"recording a hand from a phone {median(recorded) / median(units):.1f} units", flush=True)

    def missing(self) -> list[int]:
        """Returns those who have no sheet of the latest hour, one of each table."""
        from tournament.models import Seat  # noqa: PLC0415

        seats = Seat.objects.filter(table__stage__event=self.event, table__stage__number=2, position=1)
        return list(seats.order_by("table__number").values_list("entry", flat=True))


def made_ready(folder: str) -> None:
    os.environ |= {"HANGJACK_DATA": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    os.environ["HANGJACK_SECRET_KEY"] = "known to this run alone"
    import django  # noqa: PLC0415
    from django.conf import settings  # noqa: PLC0415

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    from tournament.models import Account  # noqa: PLC0415

    Account.objects.create_user("director", password=None, role=Account.Role.DIRECTOR)


def main() -> None:
    sizes = [int(size) for size in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder:
        made_ready(folder)
        with an_evening({**os.environ, "PYTHONUNBUFFERED": "1"}) as evening:
            for players in sizes or SIZES:
                kent(evening, players)
            if not sizes:
                from tests.performance.standings_page import a_league  # noqa: PLC0415
                from tests.performance.standings_page import an_evening as five_rounds  # noqa: PLC0415

                print("\n88 pairs, five Swiss rounds")
                Hall(evening, five_rounds()).measure(FIVE_ROUNDS)
                measure_league(evening, a_league())


def measure_league(evening: Running, league: int) -> None:
    """Measures the page of a league of 30 teams and 870 matches, made anew after each new result."""
    from django.utils import timezone  # noqa: PLC0415

    from tournament.leagues.services.leagues import correct_result  # noqa: PLC0415
    from tournament.models import LeagueResult  # noqa: PLC0415

    matches = LeagueResult.objects.filter(league=league, games=None).select_related("league", "team", "other")
    browser, units, changed, unchanged = Browser(evening.port), [], [], []
    ask = partial(browser.ask, f"/leagues/{league}/")
    ask()
    for match in matches[:ROUNDS]:
        units.append(seconds_of_unit())
        correct_result(match, {"games": 7, "other_games": 4}, reason="Came late.", by=None, now=timezone.now())
        changed.append(computed_for(evening, ask, 1))
        unchanged.append(computed_for(evening, ask))
    figures = [min(taken) / min(units) for taken in (changed, unchanged)]
    print("\na league of 870 matches, new result {:.1f} units, unchanged {:.1f}".format(*figures), flush=True)


def kent(evening: Running, players: int) -> None:
    from django.utils import timezone  # noqa: PLC0415

    from tournament.draw.services.draws import release_draw  # noqa: PLC0415

    print(f"\n{players} players of Kent")
    hall = Hall(evening, kent_of(players))
    hall.measure(SIGN_IN)
    hall.measure(HOUR_ONE)
    hand_in(hall.event, lambda _table, _side: True)
    hall.measure(PLANNED)
    draft = second_hour_of(hall.event)
    hall.measure(DRAFT)
    release_draw(draft, by=None, now=timezone.now())
    hall.measure(HOUR_TWO)
    hall.record_sheets()
    hall.record_hands()


if __name__ == "__main__":
    main()
