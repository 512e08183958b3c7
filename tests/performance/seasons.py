"""How long ten years of seasons take: `HANGJACK_DATA=FOLDER python -m tests.performance.seasons`.

FOLDER has the club of `python -m tests.performance.ten_years`. Seconds are the processor's. Results of evenings are
made once, after an upgrade or an import; a series is then made from what is stored, first as after a start of the
server, then as after one more evening. The floor of the same run is to read all that is stored and do nothing with it.
Last, the web site of it all: whole, again as it is, and after one more evening; its floor is to write as many files.
"""

import shutil
import tempfile
import time
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from pathlib import Path

from django.db.models import F

from tests.performance.ten_years import Club, Event, Player  # sets Django up
from tournament.models import Audience, EveningResult, RatingRules, Season, Series
from tournament.publishing.services import publish_site
from tournament.seasons.queries.club_records import RATINGS, RECORDS, all_ended_evenings, club_records, ratings_of
from tournament.seasons.queries.results import LINES, PLAYED
from tournament.seasons.queries.seasons import SERIES, table_of
from tournament.seasons.rule import SeriesRule
from tournament.seasons.services.results import refresh_results
from tournament.seasons.services.seasons import open_season

CACHES = (LINES, PLAYED, SERIES, RECORDS, RATINGS)
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


def measure(what: str, work: Callable[[], object], *, cold: bool = True) -> None:
    for cache in CACHES if cold else ():
        cache.forget()
    began = time.process_time()
    work()
    print(f"{what:60} {time.process_time() - began:6.2f} s")


def show_everything(club: Club) -> Event:
    """The last evening."""
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
    """Everything there is is shown, and half of the people."""
    last = show_everything(club)
    folder = Path(tempfile.mkdtemp())

    def publish() -> None:
        print(publish_site(club, folder, now=last.locked_at))

    try:
        measure("the web site, whole", publish)
        measure("floor: as much, written", lambda: print(write_as_much(folder)))
        measure("the web site again, with nothing new", publish)
        Event.objects.filter(pk=last.pk).update(standings_shown=False)
        publish()
        Event.objects.filter(pk=last.pk).update(standings_shown=True, revision=F("revision") + 1)
        measure("the web site after one more evening", publish)
    finally:
        shutil.rmtree(folder)


def main() -> None:
    club = Club.objects.order_by("pk")[0]
    now = Event.objects.order_by("-date")[0].locked_at
    measure("results of evenings that have none yet", lambda: refresh_results(club, now=now))
    evenings = all_ended_evenings(club)
    print(f"{len(evenings)} evenings")
    measure("floor: what is stored, read", lambda: list(EveningResult.objects.values_list("lines", "played")))
    season = Season(club=club, name="All", first_day=date(2000, 1, 1), last_day=date(2100, 1, 1))
    for name, rule in RULES.items():
        series = Series(pk=0, season=season, name=name)
        measure(f"series: {name}", lambda series=series, rule=rule: table_of(series, evenings, rule=rule))  # type: ignore[misc]
        again = f"again, after one more evening: {name}"
        measure(again, lambda series=series, rule=rule: table_of(series, evenings, rule=rule), cold=False)  # type: ignore[misc]
    measure("ratings", lambda: ratings_of(club, evenings))
    measure("records of all time", lambda: club_records(club, evenings, None))
    measure_site(club)


if __name__ == "__main__":
    main()
