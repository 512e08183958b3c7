"""How long ten years of seasons take: `HANGJACK_DATA=FOLDER python -m tests.performance.seasons`.

FOLDER has the club of `python -m tests.performance.ten_years`. Seconds are the processor's; each figure is that of a
process which has read nothing yet, as after a start of the server or from the command line, without its start. Results
of evenings are made once, as after an upgrade or an import. A series is then made from the stored results, and again in
the same process, as after one more evening. The floor of the same run is to read everything that is stored and do
nothing with it. Last comes the web site: whole, again without changes, and after one more evening; its floor is to
write as many files.

With `pages`, or with names of pages, it measures pages, asked over http of a server of its own. A unit is the
processor's time for the sign-in page in the same run, the fastest of several rounds for both. "after a correction" is
the first reader after one more point in a match of the latest evening, once the server has noticed it in the
background; "of long ago" is the same for an evening a hundred weeks earlier. "at once" is a reader who asks before
that, and so makes the results; "unchanged" is the next reader.
"""

import gc
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import NamedTuple

from django.db import connections
from django.db.models import F
from django.utils import timezone

from tests.performance.pages import Browser, computed_for, seconds_computed
from tests.performance.ten_years import Club, Entry, Event, Player, Side, State  # sets Django up
from tests.running import Running, an_evening
from tournament.foundation.writing import note
from tournament.models import Account, Audience, EveningResult, RatingRules, Season, Series
from tournament.publishing.services import publish_site
from tournament.results.log_actions import MAKE_RULING
from tournament.seasons.queries.club_records import all_ended_evenings, club_records, ratings_of
from tournament.seasons.queries.seasons import table_of
from tournament.seasons.rule import SeriesRule
from tournament.seasons.services.results import refresh_results
from tournament.seasons.services.seasons import open_season

ROUNDS, REQUESTS = 3, 2
LONG_AGO = 100
REST = 0.5
PORT = "8093"
RULES = {
    "points": SeriesRule(),
    "points by place, best 30, ties by matches": SeriesRule(
        "place",
        (10, 8, 6, 5, 4, 3, 2, 1),
        best=30,
        minimum=5,
        feats={"hang_jack": Fraction(1, 2)},
        tie_breaks=("head_to_head", "games_won", "hang_jacks_for"),
    ),
}


def measure(work: Callable[[], object], *names: str) -> None:
    """Measures the work in a process that has read nothing yet, once for each of the names."""
    connections.close_all()
    measured = multiprocessing.get_context("fork").Process(target=_measure, args=(work, names))
    measured.start()
    measured.join()
    assert measured.exitcode == 0


def _measure(work: Callable[[], object], names: tuple[str, ...]) -> None:
    for name in names:
        began = time.process_time()
        work()
        print(f"{name:75} {time.process_time() - began:6.2f} s", flush=True)


def show_everything(club: Club) -> Event:
    """Shows everything to everybody; returns the last evening."""
    Club.objects.filter(pk=club.pk).update(shows_people_to=Audience.PUBLIC)
    half = Player.objects.order_by("pk").values_list("pk", flat=True)[::2]
    Player.objects.filter(pk__in=half).update(shown_to=Audience.PUBLIC)
    RatingRules.objects.update_or_create(club=club, defaults={"is_on": True, "shown": True})
    last = Event.objects.order_by("-date")[0]
    for year in range(2016, last.date.year + 1):
        if not Season.objects.filter(club=club, name=str(year)).exists():
            days = {"first_day": date(year, 1, 1), "last_day": date(year, 12, 31)}
            open_season(club, {"name": str(year), **days}, by=None, now=last.locked_at)
    Season.objects.filter(club=club).update(shown=True)
    club.refresh_from_db()
    return last


def write_as_much(source: Path) -> str:
    with tempfile.TemporaryDirectory() as other:
        files = [path for path in source.rglob("*") if path.is_file()]
        for number, path in enumerate(files):
            (Path(other) / str(number)).write_bytes(path.read_bytes())
        size = sum(path.stat().st_size for path in files)
    return f"{len(files)} files, {size / 1e6:.1f} MB"


def measure_site(club: Club) -> None:
    """Measures the site with everything shown, and half of the people."""
    last = show_everything(club)
    folder = Path(tempfile.mkdtemp())

    def publish() -> None:
        gc.disable()  # as the command does
        publish_site(club, folder, now=timezone.now())

    try:
        measure(publish, "the web site, whole")
        measure(lambda: print(write_as_much(folder)), "floor: as much, written")
        measure(publish, "the web site again, with nothing new")
        Event.objects.filter(pk=last.pk).update(standings_shown=False)
        measure(publish, "the web site without its last evening")
        Event.objects.filter(pk=last.pk).update(standings_shown=True, revision=F("revision") + 1)
        measure(publish, "the web site after one more evening")
    finally:
        shutil.rmtree(folder)


class Costs(NamedTuple):
    at_once: float
    after: float
    long_ago: float
    unchanged: float


def correct_result(event: Event) -> None:
    """Stores a corrected result as the services would, except for hands."""
    side = Side.objects.filter(match__table__stage__event=event, match__state=State.AGREED).order_by("pk")[0]
    Side.objects.filter(pk=side.pk).update(points=F("points") + 1)
    note(event, MAKE_RULING, by=None, now=timezone.now())


def wait_until_noted(evening: Running, event: Event) -> None:
    """Waits until the result is that of the latest revision, and the server is idle."""
    while not EveningResult.objects.filter(event=event, revision=F("event__revision")).exists():
        time.sleep(REST / 5)
    before = -1.0
    while seconds_computed(evening) - before > REST / 50:
        before = seconds_computed(evening)
        time.sleep(REST)


def cost_of(evening: Running, path: str, latest: Event, long_ago: Event) -> tuple[float, Costs, int]:
    reader, somebody = Browser(evening.port), Browser(evening.port)
    size = len(reader.ask(path))
    units: list[float] = []
    found: dict[str, list[float]] = {name: [] for name in Costs._fields}
    ask = partial(reader.ask, path)
    for _ in range(ROUNDS):
        units.append(computed_for(evening, partial(somebody.ask, "/sign-in/"), 3 * REQUESTS))
        correct_result(latest)
        found["at_once"].append(computed_for(evening, ask, 1))
        for name, event in (("after", latest), ("long_ago", long_ago)):
            correct_result(event)
            wait_until_noted(evening, event)
            found[name].append(computed_for(evening, ask, 1))
        found["unchanged"].append(computed_for(evening, ask, REQUESTS))
    unit = min(units)
    return unit, Costs(*(min(found[name]) / unit for name in Costs._fields)), size


def measure_pages(club: Club) -> None:
    latest = show_everything(club)
    refresh_results(club, now=timezone.now())
    if not Account.objects.exists():
        Account.objects.create_user("director", password=None, role=Account.Role.DIRECTOR)
    long_ago = Event.objects.order_by("-date")[LONG_AGO]
    people = Entry.objects.filter(event=latest, player__shown_to="public").order_by("pk")
    season = Season.objects.order_by("-last_day")[0]
    pages = {
        "seasons": "/seasons/",
        "a season": f"/seasons/{season.pk}/",
        "statistics of a season": f"/seasons/{season.pk}/statistics/",
        "statistics of an evening": f"/e/{latest.pk}/statistics/",
        "records": "/records/",
        "records of a year": f"/records/?year={latest.date.year}",
        "ratings": "/ratings/",
        "players": "/players/",
        "a person": f"/players/{people[0].player_id}/",
    }
    with an_evening({**os.environ, "PYTHONUNBUFFERED": "1"}, "--port", PORT) as evening:
        for name, path in pages.items():
            if sys.argv[2:] and name not in sys.argv[2:]:
                continue
            unit, costs, size = cost_of(evening, path, latest, long_ago)
            said = f"{name:25} {size / 1000:4.0f} kB, a unit of {unit * 1000:.1f} ms:"
            told = f"{costs.after:5.1f} units after a correction, {costs.long_ago:5.1f} of long ago"
            print(f"{said} {told}, {costs.at_once:5.1f} at once, {costs.unchanged:4.1f} unchanged", flush=True)


def main() -> None:
    club = Club.objects.order_by("pk")[0]
    if sys.argv[1:2] == ["pages"]:
        measure_pages(club)
        return
    now = Event.objects.order_by("-date")[0].locked_at
    RatingRules.objects.update_or_create(club=club, defaults={"is_on": True, "shown": True})
    measure(lambda: refresh_results(club, now=now), "results of evenings that have none yet")
    evenings = all_ended_evenings(club)
    print(f"{len(evenings)} evenings")
    measure(lambda: list(EveningResult.objects.values_list("lines", "played")), "floor: what is stored, read")
    season = Season(club=club, name="All", first_day=date(2000, 1, 1), last_day=date(2100, 1, 1))
    for name, rule in RULES.items():
        series = Series(pk=0, season=season, name=name)
        work = partial(table_of, series, evenings, rule=rule)
        measure(work, f"series: {name}", f"again, after one more evening: {name}")
    measure(lambda: ratings_of(club, evenings), "ratings")
    measure(lambda: club_records(club, evenings, None), "records of all time")
    measure_site(club)


if __name__ == "__main__":
    main()
