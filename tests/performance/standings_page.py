"""How long the standings of a Swiss evening of pairs take as a page, from the database to the last byte of the answer:
`.venv/bin/python -m tests.performance.standings_page`.

It asks the handler that the server uses, in this process: 88 pairs over 5 rounds, with credits and further columns.
"Cold" is the first reader after a start, whose page is made from the database and nothing else; after a write it starts
from the page before (`tests.performance.pages` measures that). "Kept" is every other reader of the same state,
whichever part they ask for. "Unchanged" is a phone that already shows the page and asks again every ten seconds. The
floor is the same handler's answer with a page that reads nothing of the evening, and the page's SQL alone; nothing here
can be faster. Milliseconds are the processor's: the median of many after some that warm up, and the fastest of them,
which a busy machine affects less.
"""

import gc
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from io import BytesIO
from typing import Any

PAIRS, ROUNDS, RUNS = 88, 5, 40
SEVEN = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)


def milliseconds(work: Callable[[], object]) -> str:
    seconds = []
    for _ in range(RUNS + 5):
        began = time.process_time()
        work()
        seconds.append(time.process_time() - began)
    return f"{1000 * statistics.median(seconds[5:]):5.1f} ms, at best {1000 * min(seconds[5:]):.1f} ms"


def an_evening() -> int:
    """Makes an evening that is played, agreed and shown to the hall; returns its id."""
    from tournament.door.services.teams import team_up  # noqa: PLC0415
    from tournament.draw.services.draws import release_draw  # noqa: PLC0415
    from tournament.draw.services.round_draws import draw_round  # noqa: PLC0415
    from tournament.event.services.events import change_settings, create_event  # noqa: PLC0415
    from tournament.models import Club, Event, Match, Side, State  # noqa: PLC0415 - Django is only set up by now

    chance = random.Random(1674)
    club = Club.objects.first() or Club.objects.create(name="The Jack and Knave")
    by_whom = {"by": None, "now": SEVEN}
    event = create_event(club, name="Pairs", date=date(2026, 11, 21), format="trinidad-rounds", **by_whom)
    change_settings(event, {"plan": [["swiss", ROUNDS, 0]]}, **by_whom)
    for number in range(PAIRS):
        team_up(event, [f"Player{number} One{number % 9}", f"Player{number} Two{number % 7}"], **by_whom)
    late = list(event.entries.order_by("pk"))[-2:]
    event.entries.filter(pk__in=[entry.pk for entry in late]).update(here=False)
    for number in range(1, ROUNDS + 1):
        event = Event.objects.get(pk=event.pk)
        event.entries.filter(pk__in=[entry.pk for entry in late]).update(here=number > 1)
        stage = draw_round(event, number, seed=number, **by_whom)
        release_draw(stage, **by_whom)
        for match in Match.objects.filter(table__stage=stage):
            games = chance.choice([(2, 0), (2, 1), (1, 2), (0, 2)])
            for side in Side.objects.filter(match=match):
                side.games, side.points = games[side.number - 1], chance.randint(9, 40)
                side.hang_jacks = side.all_fours = chance.randint(0, 3)
                side.save()
        Match.objects.filter(table__stage=stage).update(state=State.AGREED)
    Event.objects.filter(pk=event.pk).update(standings_shown=True)
    return event.pk


def a_league(teams: int = 30, played: int = 44) -> int:
    """Makes a league in which each two of the teams meet twice, with results of so many rounds; returns its id."""
    from tournament.leagues.fixtures.round_days import EvenDates  # noqa: PLC0415
    from tournament.leagues.services.fixtures import make_fixtures  # noqa: PLC0415
    from tournament.leagues.services.leagues import open_league, show_league  # noqa: PLC0415
    from tournament.models import LeagueResult  # noqa: PLC0415 - Django is only set up by now

    chance, by_whom = random.Random(1674), {"by": None, "now": SEVEN}
    league = open_league({"name": "The league", "season": "2026"}, **by_whom)
    names = [f"Team {number:02}" for number in range(teams)]
    make_fixtures(league, names, meetings=2, dates=EvenDates(date(2026, 1, 10), 7), **by_whom)
    matches = list(LeagueResult.objects.filter(league=league, round__lte=played))
    for match in matches:
        match.games, match.other_games = chance.choice([(7, 3), (7, 5), (4, 7), (6, 7)])
        match.hang_jacks, match.other_hang_jacks = chance.randint(0, 4), chance.randint(0, 4)
    LeagueResult.objects.bulk_update(matches, ["games", "other_games", "hang_jacks", "other_hang_jacks"], 100)
    show_league(league, shown=True, **by_whom)
    return league.pk


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HANGJACK_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
        import django  # noqa: PLC0415
        from django.conf import settings  # noqa: PLC0415

        settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
        django.setup()
        from django.core.handlers.wsgi import WSGIHandler  # noqa: PLC0415
        from django.core.management import call_command  # noqa: PLC0415
        from django.db import connection  # noqa: PLC0415

        from tournament.standings.queries.shared_standings import SHARED  # noqa: PLC0415

        call_command("migrate", verbosity=0)
        pk = an_evening()
        handler = WSGIHandler()

        def asked(path: str, **headers: str) -> tuple[str, bytes]:
            environ = {
                **{"REQUEST_METHOD": "GET", "PATH_INFO": path, "SERVER_NAME": "localhost", "SERVER_PORT": "80"},
                **{
                    "HTTP_HOST": "localhost",
                    "REMOTE_ADDR": "127.0.0.1",
                    "wsgi.input": BytesIO(),
                    "wsgi.url_scheme": "http",
                },
                **headers,
            }
            status = []
            answer = handler(environ, lambda said, _headers: status.append(said))
            body = b"".join(answer)
            answer.close()
            return status[0], body

        page = f"/e/{pk}/standings/"
        asked_for: list[tuple[str, tuple[object, ...]]] = []

        def kept(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            asked_for.append((sql, params))
            return execute(sql, params, many, context)

        def cold(**headers: str) -> tuple[str, bytes]:
            SHARED.forget()
            return asked(page, **headers)

        asked(page)
        with connection.execute_wrapper(kept):
            status, body = cold()
        assert status == "200 OK" and body.count(b"<tr>") == PAIRS + 1, (status, body.count(b"<tr>"))
        version = body.partition(b'If-None-Match": "\\"')[2].partition(b'\\"')[0].decode()
        unchanged = {"HTTP_HX_REQUEST": "true", "HTTP_IF_NONE_MATCH": f'"{version}"'}
        assert asked(page, **unchanged)[0].startswith("304"), asked(page, **unchanged)[0]

        def queries_alone() -> None:
            with connection.cursor() as cursor:
                for sql, params in asked_for:
                    cursor.execute(sql, params)
                    cursor.fetchall()

        gc.freeze()
        load = os.getloadavg()[0]
        print(f"{PAIRS} pairs, {ROUNDS} rounds, {len(asked_for)} queries, {len(body) / 1000:.0f} kB; load {load:.1f}")
        print(f"floor: a page without an evening  {milliseconds(lambda: asked('/sign-in/'))}")
        print(f"floor: the page's SQL alone       {milliseconds(queries_alone)}")
        print(f"the whole page, cold              {milliseconds(cold)}")
        print(f"the whole page, kept              {milliseconds(lambda: asked(page))}")
        print(f"the part that htmx swaps, cold    {milliseconds(lambda: cold(HTTP_HX_REQUEST='true'))}")
        print(f"the part that htmx swaps, kept    {milliseconds(lambda: asked(page, HTTP_HX_REQUEST='true'))}")
        print(f"unchanged                         {milliseconds(lambda: asked(page, **unchanged))}")


if __name__ == "__main__":
    main()
