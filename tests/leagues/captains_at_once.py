"""What it costs that 64 captains report in one minute: `python -m tests.leagues.captains_at_once`.

Two leagues of 32 teams, in a folder that is deleted afterwards, with a match each today. Each captain opens their page
and the form, and sends a result with a photograph of the card, each from an address of its own: first one a second,
which is all with the word `minute`; then all within a moment; then all within a moment from one address, as behind the
Wi-Fi of one hall. Both captains of a match say the same, so that each second report agrees a result. Linux only: the
addresses are 127.0.1.1 and following.
"""

import http.client
import io
import os
import random
import secrets
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import quote

import django
from django.core.management import call_command
from PIL import Image

from tests.performance.recording import in_words
from tests.performance.serving import processor_time_of
from tests.running import Running, an_evening

LEAGUES, TEAMS = 2, 32
BOUNDARY = "card-of-the-match"


@dataclass
class Captain:
    """A captain's phone: `path` is their page, `figures` are what they report."""

    path: str
    match: int
    figures: dict[str, int]
    address: str
    card: bytes
    cookies: SimpleCookie = field(default_factory=SimpleCookie)

    def ask(self, port: int, method: str, path: str, body: bytes | None = None) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(self.address, 0))
        headers = {"Cookie": "; ".join(f"{name}={each.value}" for name, each in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = f"multipart/form-data; boundary={BOUNDARY}"
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            self.cookies.load(cookie)
        return answer.status

    def report(self, port: int) -> tuple[list[int], float]:
        """Returns the status of each answer, and the seconds that all took."""
        began, form = time.perf_counter(), f"{self.path}{self.match}/"
        statuses = [self.ask(port, "GET", self.path), self.ask(port, "GET", form)]
        token = next((cookie.value for name, cookie in self.cookies.items() if "csrf" in name), "")
        statuses.append(self.ask(port, "POST", form, self.body(token)))
        return statuses, time.perf_counter() - began

    def body(self, token: str) -> bytes:
        fields = {**self.figures, "csrfmiddlewaretoken": token, "others": "Ann Ali\nBea Baptiste"}
        parts = [
            f'Content-Disposition: form-data; name="{name}"\r\n\r\n{each}'.encode() for name, each in fields.items()
        ]
        parts.append(
            b'Content-Disposition: form-data; name="card"; filename="card.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
            + self.card
        )
        line = f"--{BOUNDARY}".encode()
        return b"".join(line + b"\r\n" + part + b"\r\n" for part in parts) + line + b"--\r\n"


def photograph() -> bytes:
    """A photograph as a phone sends it, with as much in it as a card on a table has."""
    noise, out = Image.frombytes("L", (320, 240), random.Random(1674).randbytes(320 * 240)), io.BytesIO()
    noise.resize((1280, 960)).convert("RGB").save(out, "JPEG", quality=65)
    return out.getvalue()


def captains_set_up(card: bytes) -> list[Captain]:
    """Makes the leagues in the folder that HANGJACK_DATA names."""
    from django.utils import timezone  # noqa: PLC0415 - Django is only set up by now

    from tournament.leagues.captain_links import token_of  # noqa: PLC0415
    from tournament.leagues.services.fixtures import make_fixtures  # noqa: PLC0415
    from tournament.leagues.services.leagues import open_league  # noqa: PLC0415
    from tournament.models import LeagueResult  # noqa: PLC0415

    now, captains = timezone.now(), []
    for number in range(LEAGUES):
        values = {"name": f"Division {number}", "season": "2026", "race_to": 18}
        league = open_league(values, club_name="Two divisions", by=None, now=now)
        names = [f"Team {number}-{each:02}" for each in range(TEAMS)]
        make_fixtures(league, names, meetings=1, by=None, now=now)
        first = LeagueResult.objects.filter(league=league, round=1).select_related("team__league", "other__league")
        first.update(day=now.date())
        for match in first:
            for team, games in ((match.team, (18, 12)), (match.other, (12, 18))):
                figures = {"games": games[0], "other_games": games[1], "hang_jacks": games[0] // 2}
                address = f"127.0.1.{len(captains) + 1}"
                captains.append(Captain(f"/captain/{quote(token_of(team))}/", match.pk, figures, address, card))
    return captains


def run(evening: Running, captains: list[Captain], *, seconds: float) -> str:
    """Lets all report within some seconds; says how long each waited and how they were answered."""
    computed = processor_time_of(evening)

    def go(at: int) -> tuple[list[int], float]:
        time.sleep(at * seconds / len(captains))
        return captains[at].report(evening.port)

    with ThreadPoolExecutor(len(captains)) as phones:
        reported = list(phones.map(go, range(len(captains))))
    computed = processor_time_of(evening) - computed
    answers = Counter(status for statuses, _taken in reported for status in statuses)
    said = ", ".join(f"{count} x {status}" for status, count in sorted(answers.items()))
    each = computed / len(captains) * 1000
    return f"{in_words([taken for _statuses, taken in reported])}; {each:.0f} ms of processor each; {said}"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"HANGJACK_DATA": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        os.environ["HANGJACK_SECRET_KEY"] = secrets.token_urlsafe(60)
        django.setup()
        call_command("migrate", verbosity=0)
        card = photograph()
        captains = captains_set_up(card)
        print(f"{len(captains)} captains, a photograph of {len(card) // 1000} kB each")
        with an_evening({**os.environ, "PYTHONUNBUFFERED": "1"}) as evening:
            print(f"one a second             {run(evening, captains, seconds=60)}")
            if "minute" in sys.argv:
                return
            for captain in captains:
                captain.figures["hang_jacks"] += 1
            print(f"within a moment          {run(evening, captains, seconds=0)}")
            for captain in captains:
                captain.figures["hang_jacks"] += 1
                captain.address = "127.0.1.1"
            print(f"from one address         {run(evening, captains, seconds=0)}")


if __name__ == "__main__":
    main()
