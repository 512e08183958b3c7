"""What pages ask of the database: as often for many players as for few."""

from collections.abc import Callable

from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.evenings import NAMES, Evening
from tests.performance.pages import hand_in
from tournament.door.services.entries import enter_players
from tournament.draw.services.draws import draw_second_hour, release_draw
from tournament.event.services.events import create_event
from tournament.models import Entry, Event

FIRST_HOUR = {
    "": 17,
    "now/": 17,
    "door/": 7,
    "draw/1/": 9,
    "seats/": 9,
    "sheets/": 10,
    "sheets/1/{entry}/": 10,
    "results/": 10,
    "tables/": 6,
    "paper/": 11,
    "standings/": 14,
    "clock/": 4,
    "log/": 6,
}
"""The most queries of a page below an evening's address, made anew for its director."""
BETWEEN = {"": 14, "draw/2/": 17, "standings/": 11}
SECOND_HOUR = {"": 21, "draw/2/": 11, "sheets/": 10, "results/": 10, "standings/": 11}


def queries_of(pages: dict[str, int], event: Event, client: Client) -> dict[str, int]:
    asked = {}
    entry = Entry.objects.filter(event=event).values_list("pk", flat=True)[0]
    for page in pages:
        Event.objects.filter(pk=event.pk).update(revision=F("revision") + 1)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/e/{event.pk}/{page.format(entry=entry)}").status_code == 200
        asked[page] = len(queries)
    return asked


def test_pages_of_an_evening_ask_as_often_for_24_players_as_for_8(evening_of: Callable[..., Evening]) -> None:
    few = evening_of(8)
    by = {"by": few.director, "now": few.now}
    many = Evening(
        create_event(few.event.club, name="Many", date=few.event.date, format="kent-1674", **by),
        few.director,
        few.scorer,
    )
    enter_players(many.event, NAMES[8:32], **by)
    client = Client()
    client.force_login(few.director)
    stages = [(FIRST_HOUR, Evening.begin), (BETWEEN, rank), (SECOND_HOUR, release_second)]
    for pages, go_on in stages:
        for evening in (few, many):
            go_on(evening)
        of_few, of_many = (queries_of(pages, evening.event, client) for evening in (few, many))
        assert of_many == of_few
        assert {page: number for page, number in of_many.items() if number > pages[page]} == {}


def rank(evening: Evening) -> None:
    """All sheets of the first hour are in, and a draft of the second is made."""
    evening.play_rounds(1)
    evening.end_rounds(1)
    hand_in(evening.event.pk, lambda _table, _side: True)
    draw_second_hour(evening.event, by=evening.director, now=evening.now)


def release_second(evening: Evening) -> None:
    release_draw(evening.hour(2), by=evening.director, now=evening.now)
