"""How long paper takes, from the press of a button to the PDF: `python -m tests.performance.printing`.

Beside every figure stands its floor of the same run: WeasyPrint alone on the very same page, without database,
template, press or priority. The rounds of both alternate, so that a busy machine slows both; medians are printed.
"""

import logging
import os
import statistics
import time
from collections.abc import Callable
from datetime import timedelta

import django
from django.conf import settings
from django.db import connection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django.setup()

from tests.printing.conftest import NOW, evening, names_of  # noqa: E402 # Django has to be set up first
from tournament.models import Event, Match, State  # noqa: E402
from tournament.printing import press, renderer  # noqa: E402
from tournament.printing.documents import DOCUMENTS  # noqa: E402
from tournament.printing.typesetting import html_of, typeset  # noqa: E402

ROUNDS = 3
STATIC = settings.BASE_DIR / "static"


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def report(what: str, document: str, event: Event, *, one: bool = False) -> None:
    """Every round bears another minute, so that none is handed out again by the press."""
    entry = event.entries.first() if one else None
    reading, whole, floor = [], [], []
    for number in range(ROUNDS):
        now = NOW + timedelta(minutes=number)
        reading.append(seconds(lambda now=now: html_of(DOCUMENTS[document], event, 1, entry, now=now)))
        html = html_of(DOCUMENTS[document], event, 1, entry, now=now)
        whole.append(seconds(lambda now=now: typeset(document, event, 1, entry, now=now)))
        floor.append(seconds(lambda html=html: renderer.render(html, STATIC)))
    pages = typeset(document, event, 1, entry, now=now).pages
    times = [statistics.median(each) for each in (whole, floor, reading)]
    ratio = times[0] / times[1]
    print(f"{what:<26} {pages:>5} {times[0]:>8.2f} s {times[1]:>8.2f} s {ratio:>6.2f} {times[2] * 1000:>8.0f} ms")


def agree_everything(event: Event) -> None:
    for number, match in enumerate(Match.objects.filter(table__stage__event=event)):
        for side, points in zip(match.sides.all(), (5 + number % 13, 19 - number % 7), strict=True):
            side.points, side.all_fours, side.jacks_turned = points, number % 2, number % 2
            side.save()
        match.state = State.AGREED
        match.save()


def main() -> None:
    logging.disable(logging.INFO)
    name = connection.creation.create_test_db(verbosity=0)
    try:
        fifty, hall = evening(names_of(50)), evening(names_of(200))
        agree_everything(hall)
        print(f"the press starts in {seconds(lambda: typeset('seating-by-table', fifty, 1, now=NOW)):.2f} s")
        seconds(lambda: renderer.render(html_of(DOCUMENTS["seating-by-table"], fifty, 1, now=NOW), STATIC))
        print(f"{'':<26} {'pages':>5} {'whole':>10} {'floor':>10} {'ratio':>6} {'reading':>11}")
        report("one score sheet", "score-sheets", fifty, one=True)
        report("50 score sheets", "score-sheets", fifty)
        report("200 score sheets", "score-sheets", hall)
        again = seconds(lambda: typeset("score-sheets", hall, 1, now=NOW + timedelta(minutes=2)))
        print(f"  the same 200 within the minute: {again * 1000:.0f} ms")
        report("seating of 200 by name", "seating-by-name", hall)
        report("seating of 200 by table", "seating-by-table", hall)
        report("standings of 200", "hour-standings", hall)
    finally:
        press.stop()
        connection.creation.destroy_test_db(name, verbosity=0)


if __name__ == "__main__":
    main()
