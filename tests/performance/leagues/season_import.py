"""How long a whole season takes to be imported: `.venv/bin/python -m tests.performance.leagues.season_import`.

18 teams over 34 rounds, 306 results, are chosen as a file on the league's page, checked, and imported, over http on a
server of its own. Seconds are those that the secretary waits for both answers, and the processor's.
"""

import http.client
import os
import random
import re
import secrets
import tempfile
import time
from datetime import date
from html import unescape

import django
from django.core.management import call_command

from tests.performance.pages import seconds_computed
from tests.running import an_evening

TEAMS, LINE = 18, "season-of-18-teams"


def make_leagues() -> tuple[str, int, str]:
    """Returns a season as a file, the id of an empty league to import it into, and the cookie of a director."""
    from django.conf import settings  # noqa: PLC0415 - Django is only set up by now
    from django.test import Client  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from tournament.leagues.fixtures.round_days import EvenDates  # noqa: PLC0415
    from tournament.leagues.queries.results import lines_of  # noqa: PLC0415
    from tournament.leagues.results_file import write_results  # noqa: PLC0415
    from tournament.leagues.services.fixtures import make_fixtures  # noqa: PLC0415
    from tournament.leagues.services.leagues import open_league  # noqa: PLC0415
    from tournament.models import Account, LeagueResult  # noqa: PLC0415

    by, chance = {"by": None, "now": timezone.now()}, random.Random(1674)
    names = [f"Team {number:02}" for number in range(1, TEAMS + 1)]
    played = open_league({"name": "Played", "season": "2026"}, club_name="A club", **by)
    make_fixtures(played, names, meetings=2, dates=EvenDates(date(2026, 1, 10), 7), **by)
    for match in LeagueResult.objects.filter(league=played):
        match.games, match.other_games = chance.choice([(18, 9), (18, 15), (12, 18), (17, 18)])
        match.hang_jacks, match.other_hang_jacks = chance.randint(0, 9), chance.randint(0, 9)
        match.save()
    empty = open_league({"name": "Imported", "season": "2026"}, **by)
    somebody = Client()
    somebody.force_login(Account.objects.create_user("director", password=None, role=Account.Role.DIRECTOR))
    cookie = f"{settings.SESSION_COOKIE_NAME}={somebody.cookies[settings.SESSION_COOKIE_NAME].value}"
    return write_results(lines_of(played)), empty.pk, cookie


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"HANGJACK_DATA": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        os.environ["HANGJACK_SECRET_KEY"] = secrets.token_urlsafe(60)
        django.setup()
        call_command("migrate", verbosity=0)
        season, league, cookie = make_leagues()
        with an_evening({**os.environ, "PYTHONUNBUFFERED": "1"}) as evening:
            path, server = f"/leagues/{league}/import/", http.client.HTTPConnection("127.0.0.1", evening.port)

            def ask(**sent: str) -> tuple[int, str]:
                """Asks for the page, or sends its form; returns the status and the page, or where it leads."""
                parts = [f'name="{name}"\r\n\r\n{value}' for name, value in sent.items()]
                body = "".join(f"--{LINE}\r\nContent-Disposition: form-data; {part}\r\n" for part in parts)
                kind = f"multipart/form-data; boundary={LINE}"
                headers = {"Cookie": cookie, "Content-Type": kind}
                server.request("POST" if sent else "GET", path, (body + f"--{LINE}--\r\n").encode(), headers)
                answer = server.getresponse()
                page = answer.read().decode()
                return answer.status, answer.headers["Location"] or f"{page}{answer.headers}"

            _status, page = ask()
            cookie += "; " + re.search(r"set-cookie: ([^=]*csrf[^;]+)", page)[1]
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
            began, computed = time.perf_counter(), seconds_computed(evening)
            file = {'file"; filename="season.csv': season}
            status, page = ask(csrfmiddlewaretoken=token, step="check", **file)
            checked = time.perf_counter() - began
            assert (status, f"Import {TEAMS * (TEAMS - 1)} results" in page) == (200, True), (status, page)
            boxes = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))
            text = unescape(re.search(r'<textarea name="text"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL)[1])
            status, page = ask(**{**boxes, "csrfmiddlewaretoken": token, "text": text, "step": "import"})
            assert (status, "imported=1" in page) == (302, True), (status, page)
            waited, computed = time.perf_counter() - began, seconds_computed(evening) - computed
            print(f"{TEAMS * (TEAMS - 1)} results: checked in {checked:.2f} s, imported in {waited:.2f} s altogether")
            print(f"{computed:.2f} s of the processor")


if __name__ == "__main__":
    main()
