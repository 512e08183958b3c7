"""A Gold Cup of 16 teams that is played in 16 halls: `python -m tests.leagues.halls.cup_of_halls`.

Four servers run at once, in folders that are deleted afterwards: that of the cup and three more, which stand for the
halls in turns. Matches go out as files over http, evenings are opened from them, some twice, and results come back in
any order: as files, several at once and some twice, or over the network. One is corrected, and its first version comes
again after that; one contradicts a captain, and the secretary settles it. A folder with tables and static files may be
given, from which all start. With the word `play` it is the players of one hall, who do what they read, line by line.
"""

import json
import os
import random
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from html import unescape
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import django

from tests.performance.recording import in_words
from tests.running import ROOT, an_evening

TEAMS, HALLS, RACE_TO, PASSWORD, SEED = 16, 3, 7, "turn the jack over", 1674
WINS = (3, 2, 2)
"""The games that the winners have at each table."""
BOUNDARY = "file-of-a-match"
Score = tuple[int, int]


class Desk:
    """Somebody who is signed in at one of the computers."""

    def __init__(self, port: int) -> None:
        self.port, self.browser = port, build_opener(HTTPCookieProcessor())
        self.token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get("/sign-in/")[0]).group(1)
        self.post("/sign-in/", {"username": "director", "password": PASSWORD})
        self.token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get("/leagues/new/")[0]).group(1)

    def get(self, path: str) -> tuple[str, str]:
        return self.ask(Request(self.address(path)))

    def post(self, path: str, fields: dict[str, Any], files: Sequence[tuple[str, bytes]] = ()) -> tuple[str, str]:
        """Returns the page that answers, and its path."""
        fields = {**fields, "csrfmiddlewaretoken": self.token}
        if not files:
            return self.ask(Request(self.address(path), urlencode(fields, doseq=True).encode()))
        parts = [
            f'Content-Disposition: form-data; name="{name}"\r\n\r\n{each}'.encode() for name, each in fields.items()
        ]
        for name, content in files:
            said = (
                f'Content-Disposition: form-data; name="{name}"; filename="a.json"\r\nContent-Type: text/plain\r\n\r\n'
            )
            parts.append(said.encode() + content)
        line = f"--{BOUNDARY}".encode()
        body = b"".join(line + b"\r\n" + part + b"\r\n" for part in parts) + line + b"--\r\n"
        asked = Request(self.address(path), body)
        asked.add_header("Content-Type", f"multipart/form-data; boundary={BOUNDARY}")
        return self.ask(asked)

    def address(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def ask(self, asked: Request) -> tuple[str, str]:
        try:
            with self.browser.open(asked) as answer:
                return answer.read().decode(), answer.url.partition(f":{self.port}")[2]
        except HTTPError as refused:
            return refused.read().decode(), asked.selector


class Players:
    """Those who play in one hall: a process that has its data."""

    def __init__(self, environment: dict[str, str]) -> None:
        command = [sys.executable, "-m", "tests.leagues.halls.cup_of_halls", "play"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def tell(self, what: str, visit: int, scores: Sequence[Score]) -> None:
        print(json.dumps([what, visit, scores]), file=self.process.stdin, flush=True)
        assert self.process.stdout.readline() == "done\n", what


def play() -> None:
    """Plays the matches of a hall as it is told: all tables of one, or its last table once more."""
    django.setup()
    from django.utils import timezone  # noqa: PLC0415 - Django is only set up by now

    from tournament.door.services.entries import set_here  # noqa: PLC0415
    from tournament.draw.services.draws import release_draw  # noqa: PLC0415
    from tournament.draw.services.round_draws import draw_round  # noqa: PLC0415
    from tournament.models import Entry, Event, Match, VisitingMatch  # noqa: PLC0415
    from tournament.results.services.decisions import agree_matches, make_ruling  # noqa: PLC0415
    from tournament.results.services.slips import SlipLine, enter_slip  # noqa: PLC0415

    for line in sys.stdin:
        what, pk, scores = json.loads(line)
        visit, by = VisitingMatch.objects.get(pk=pk), {"by": None, "now": timezone.now()}
        event = Event.objects.get(pk=visit.event_id)
        tables = Match.objects.filter(table__stage__event=event).order_by("table__number")
        tables = tables.select_related("table__stage__event")
        if what == "play":
            for entry in Entry.objects.filter(event=event):
                set_here(entry, True, **by)
            release_draw(draw_round(Event.objects.get(pk=event.pk), 1, seed=SEED, **by), **by)
        for match, score in zip(tables if what == "play" else list(tables)[-1:], scores, strict=True):
            first = match.all_sides[0].players.all()[0].entry.team.name
            games = score if first == visit.team else score[::-1]
            if what == "play":
                enter_slip(match, [SlipLine(games=each) for each in games], **by)
            else:
                make_ruling(match, points=[0, 0], games=games, reason="Read again", **by)
        if what == "play":
            agree_matches(tables.filter(state="entered"), event=event, **by)
        print("done", flush=True)


class Cup:
    """The cup at its own computer, what it comes to by the test's own count (`scores`, in the order of each match), and
    how long things took."""

    def __init__(self, desk: Desk, halls: Sequence[Desk], players: Sequence[Players], path: str) -> None:
        self.desk, self.halls, self.players, self.path = desk, halls, players, path
        self.random, self.scores = random.Random(SEED), dict[tuple[int, str], Score]()
        self.files, self.results, self.by_net, self.by_file = [], [], [], []
        self.said: list[str] = []

    def play_round(self, number: int) -> None:
        from tournament.models import HallLink, LeagueResult  # noqa: PLC0415

        page, _path = self.desk.get(self.path)
        chosen = re.findall(r'name="match"\s+value="(\d+)"', page)
        assert len(chosen) == TEAMS >> number, (number, chosen)
        self.desk.post(self.path, {"step": "send", "match": chosen})
        sent = list(HallLink.objects.filter(round=number).select_related("team__league", "other"))
        with ThreadPoolExecutor(HALLS) as at_once:
            groups = [(place, sent[place::HALLS]) for place in range(HALLS)]
            back = [each for group in at_once.map(lambda group: self.play_at(*group), groups) for each in group]
        if number == 1:
            self.contradict(
                LeagueResult.objects.get(round=1, team=sent[0].team, superseded_at=None, league=sent[0].team.league)
            )
        self.random.shuffle(back)
        files = [content for _link, _place, _visit, content in back if content]
        files = [*files, *files[:2]]
        if files:
            self.take(files)
        if number == 1:
            self.settle(sent[0])
            corrected = next(each for each in back if each[3] and each[0] != sent[0])
            self.correct(*corrected)

    def take(self, files: Sequence[bytes]) -> None:
        """Brings files of results to the computer of the cup, all at once."""
        began = time.perf_counter()
        said, _path = self.desk.post(self.path, {"step": "take"}, [("results", content) for content in files])
        self.by_file.append((time.perf_counter() - began) / len(files))
        self.said += [unescape(each).strip() for each in re.findall(r'role="status"><b>[^<]*</b>([^<]*)</p>', said)]

    def play_at(self, place: int, links: Sequence[Any]) -> list[tuple[Any, int, int, bytes | None]]:
        """Plays some matches in a hall; returns each with the hall, its number there and its file, None if the result
        went over the network."""
        desk, back = self.halls[place], []
        for at, link in enumerate(links):
            file = self.desk.get(f"{self.path}matches.json?match={link.pk}")[0].encode()
            self.files.append(len(file))
            for _twice in range(2 if at == 0 else 1):
                page, _path = desk.post("/visits/", {"step": "check"}, [("file", file)])
                text = unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL).group(1))
                match = re.search(r'name="match"\s+value="([^"]+)"', page).group(1)
                _page, path = desk.post("/visits/", {"step": "open", "text": text, "match": match})
            visit = int(re.search(r"/visits/(\d+)/", path).group(1))
            lot = random.Random(link.pk)
            tables = [(won, lot.randrange(won)) for won in WINS]
            tables = [table[::-1] for table in tables] if lot.random() < 0.5 else tables
            self.players[place].tell("play", visit, tables)
            self.scores[link.round, link.team.name] = (sum(one for one, _ in tables), sum(two for _, two in tables))
            if at % 3 == 2 or link.round == 4:
                address = re.search(r'id="link"[^>]*>([^<]+)<', self.desk.get(f"{self.path}{link.pk}/")[0]).group(1)
                address = self.desk.address("/halls/" + address.strip().partition("/halls/")[2])
                for _twice in range(2):
                    began = time.perf_counter()
                    said, _path = desk.post(f"/visits/{visit}/", {"step": "send", "link": address})
                    self.by_net.append(time.perf_counter() - began)
                    self.said += [unescape(each) for each in re.findall(r"computer says: ([^<]+)", said)]
                back.append((link, place, visit, None))
            else:
                result = desk.post(f"/visits/{visit}/", {"step": "download"})[0].encode()
                self.results.append(len(result))
                back.append((link, place, visit, result))
        return back

    def contradict(self, match: Any) -> None:
        """Lets a captain report what the hall did not agree."""
        from django.utils import timezone  # noqa: PLC0415

        from tournament.leagues.reported import Figures  # noqa: PLC0415
        from tournament.leagues.services.reports import report_result  # noqa: PLC0415

        report_result(match, match.team, Figures(1, RACE_TO - 1), now=timezone.now())

    def settle(self, link: Any) -> None:
        """Settles that match as the hall has it."""
        from tournament.models import LeagueResult  # noqa: PLC0415

        match = LeagueResult.objects.get(round=link.round, team=link.team, superseded_at=None)
        page = f"{self.path.removesuffix('halls/')}reports/{match.pk}/"
        said, _path = self.desk.get(page)
        one, other = self.scores[link.round, link.team.name]
        key = next(
            each for each in re.findall(r'name="step"\s+value="([\d-]+)"', said) if each.startswith(f"{one}-{other}-")
        )
        self.desk.post(page, {"step": key, "reason": "As the hall has it"})

    def correct(self, link: Any, place: int, visit: int, content: bytes) -> None:
        """Corrects the last table in the hall, so that its losers have a game more or less; sends it, and the first
        version after it."""
        one, other = self.scores[link.round, link.team.name]
        page = json.loads(content)["figures"]["tables"][-1]
        is_first = one > other
        table = (page[0], 1 - page[1]) if is_first else (1 - page[0], page[1])
        self.scores[link.round, link.team.name] = (one - page[0] + table[0], other - page[1] + table[1])
        self.players[place].tell("correct", visit, [table])
        new = self.halls[place].post(f"/visits/{visit}/", {"step": "download"})[0].encode()
        self.take([new, content])


def make_computers(folder: str, open_ones: ExitStack) -> list[tuple[dict[str, str], int]]:
    """Returns the environment and the port of each computer: with empty tables and a director, the first with the cup,
    for which Django is set up here."""
    os.environ.pop("DATABASE_URL", None)  # each computer has a database of its own, in its folder
    computers = []
    for number in range(HALLS + 1):
        kept = open_ones.enter_context(socket.socket())
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("0.0.0.0", 0))
        own = {"HANGJACK_SECRET_KEY": secrets.token_urlsafe(60), "HANGJACK_DATA": f"{folder}/{number}"}
        own |= {"DJANGO_SETTINGS_MODULE": "tournament.settings", "PYTHONUNBUFFERED": "1"}
        computers.append(({**os.environ, **own}, int(kept.getsockname()[1])))
    first = Path(folder, "0")
    if len(sys.argv) > 1:
        shutil.copytree(sys.argv[1], first)
    first.mkdir(exist_ok=True)
    os.environ |= computers[0][0]
    django.setup()
    from django.db import connections  # noqa: PLC0415 - Django is only set up by now

    from tournament.management.commands.evening import make_ready  # noqa: PLC0415
    from tournament.models import Account  # noqa: PLC0415

    make_ready()
    Account.objects.create_user("director", password=PASSWORD, role="director")
    connections.close_all()
    for number in range(1, HALLS + 1):
        shutil.copytree(first, Path(folder, str(number)))
    return computers


def draw_the_cup() -> int:
    from django.utils import timezone  # noqa: PLC0415 - Django is only set up by now

    from tournament.leagues.services.cups import draw_cup  # noqa: PLC0415
    from tournament.leagues.services.fixtures import make_fixtures  # noqa: PLC0415
    from tournament.leagues.services.leagues import open_league  # noqa: PLC0415
    from tournament.models import LeaguePlayer  # noqa: PLC0415

    by = {"by": None, "now": timezone.now()}
    league = open_league({"name": "Gold", "season": "2026", "race_to": RACE_TO}, club_name="Trinidad", **by)
    make_fixtures(league, [f"Team {number:02}" for number in range(TEAMS)], meetings=1, **by)
    teams = list(league.teams.select_related("league"))
    LeaguePlayer.objects.bulk_create(
        LeaguePlayer(team=team, name=f"{name} of {team.name}")
        for team in teams
        for name in ("A", "B", "C", "D", "E", "F")
    )
    return draw_cup(league, "Gold Cup", teams, lot=SEED, **by).pk


def check_cup(pk: int, cup: Cup) -> None:
    """Says how often each answer came; compares the cup with the test's own count."""
    from tournament.leagues.queries.page import league_page  # noqa: PLC0415 - Django is only set up by now
    from tournament.models import League, LeagueResult  # noqa: PLC0415

    results = LeagueResult.objects.filter(league=pk, superseded_at=None).select_related("team", "other")
    stored = {(each.round, each.team.name): (each.games, each.other_games) for each in results}
    assert (len(results), stored) == (TEAMS - 1, cup.scores), (stored, cup.scores)
    final = next(each for each in results if each.round == 4)
    bracket = league_page(League.objects.get(pk=pk)).bracket
    assert bracket.winner == (final.team if final.games > final.other_games else final.other).name
    kinds = ("is in the table", "was here already", "not what was entered", "later version")
    counts = {kind: sum(kind in said for said in cup.said) for kind in kinds}
    assert sum(counts.values()) == len(cup.said), cup.said
    print(", ".join(f"{count} x {kind}" for kind, count in counts.items()))


def main() -> None:
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as open_ones:
        computers = make_computers(folder, open_ones)
        pk = draw_the_cup()
        players = [Players(environment) for environment, _port in computers[1:]]
        open_ones.callback(lambda: [each.process.kill() for each in players])
        with ThreadPoolExecutor(HALLS + 1) as at_once:
            evenings = [an_evening(own, "--port", str(port)) for own, port in computers]
            running = list(at_once.map(open_ones.enter_context, evenings))
        desks = [Desk(each.port) for each in running]
        print(f"{len(desks)} servers after {time.perf_counter() - began:.0f} s")
        cup = Cup(desks[0], desks[1:], players, f"/leagues/{pk}/halls/")
        for number in range(1, 5):
            cup.play_round(number)
        check_cup(pk, cup)
        print(f"a match is {max(cup.files)} bytes, a result {max(cup.results)} at most")
        print(f"a result by file {in_words(cup.by_file)}, over the network {in_words(cup.by_net)}")
        print(f"all in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    play() if "play" in sys.argv else main()
