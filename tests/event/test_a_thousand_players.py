"""An evening with a thousand players seated: SQLite takes only so many terms and variables in one question, and every
page that reads seats asks for fewer."""

import re
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.test import Client

from tests import evenings
from tests.evenings import Evening
from tests.paper.test_on_every_sheet import HALL, offered
from tests.round_evenings import out
from tests.typesetting import html_of
from tournament.draw.queries.drafts import tables_shown
from tournament.draw.queries.seats import places_of, seated_tables
from tournament.models import Account, Entry, Player, Screen, TableCode, Team
from tournament.paper.documents import DOCUMENTS
from tournament.screens.views.screen import OPENED
from tournament.screens.views.screen_pages import SCREEN_PAGES

evening_of = evenings.evening_of

MANY = [f"Player {number:04}" for number in range(1004)]
PREFETCHED = re.compile(r'(?:prefetch_related|Prefetch|prefetch_related_objects)\([^"()]*"(\w+)"')
VARIABLES = 32_766
"""That SQLite takes in one question, from 3.32 on, where nobody has allowed it more."""


@pytest.fixture
def thousand(evening_of):
    def thousand(**wanted) -> Evening:
        if connection.vendor == "sqlite":
            connection.ensure_connection()
            connection.connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, VARIABLES)
        evening = evening_of(0, **wanted)
        players = Player.objects.bulk_create(Player(club=evening.event.club, name=name) for name in MANY)
        teams = [None] * len(MANY)
        if evening.event.enters == "pairs":
            made = Team.objects.bulk_create(Team(event=evening.event) for _ in range(len(MANY) // 2))
            teams = [team for team in made for _ in range(2)]
        Entry.objects.bulk_create(
            Entry(event=evening.event, player=player, team=team) for player, team in zip(players, teams, strict=True)
        )
        evening.event.refresh_from_db()
        return evening

    return thousand


@pytest.mark.slow
def test_the_list_of_tables_is_read_with_a_thousand_players_seated_as_a_draft_and_released(thousand, client):
    evening = thousand()
    stage = evening.begin()
    assert Counter(len(table.seats) for table in tables_shown(stage)) == {4: 251}
    assert sum(len(table.names) for table in seated_tables(evening.event, stage)) == len(MANY)
    assert len(places_of(evening.event, stage)) == len(MANY)
    client.force_login(evening.director)
    for page in ("tables/", "seats/", ""):
        assert client.get(f"/e/{evening.event.pk}/{page}").status_code == 200


def test_nothing_that_is_fetched_beside_its_rows_is_asked_for_row_by_row():
    """What a row points to is joined to it: fetched after it, Django asks for each in a term of its own. Of accounts
    there are a few."""
    pointed_to = {
        field.name
        for model in apps.get_app_config("tournament").get_models()
        for field in model._meta.get_fields()
        if field.many_to_one and field.related_model is not Account
    }
    sources = [path.read_text() for path in (Path(settings.BASE_DIR) / "tournament").rglob("*.py")]
    fetched = {name for source in sources for name in PREFETCHED.findall(source)}
    assert "sides" in fetched
    assert fetched & pointed_to == set()


EVENINGS = {
    "kent": {},
    "tables": {"format": "trinidad-tables"},
    "mixed": {"format": "auction-pitch-rounds", "plan": [["auction-pitch-mixed", 4, 0]]},
    "changing partners": {"format": "trinidad-rounds", "enters": "players", "plan": [["changing-partners", 4, 0]]},
    "pairs": {"format": "trinidad-rounds", "enters": "pairs", "plan": [["swiss", 4, 0]]},
}
OF_NO_NAMES = {"wall-poster", "table-cards", "rules", "what-if"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", EVENINGS)
def test_every_page_that_reads_seats_answers_with_a_thousand_players(thousand, client, kind):
    """Documents are read and set as HTML: to print them asks nothing of the database."""
    evening = thousand(**EVENINGS[kind])
    event = evening.event
    if event.kind.is_planned:
        out(evening, 1)
    else:
        evening.begin()
    evening.play_rounds(1, until=1)
    code = TableCode.objects.filter(event=event).first()
    of_event = (
        "",
        "now/",
        "tables/",
        "results/",
        "seats/",
        "seats/out/",
        "standings/",
        "clock/",
        "call-outs/",
        "door/",
    )
    of_event += ("door/players/", "draw/1/", "reseat/1/", "sheets/", "timetable/", "log/", "lock/", "prizes/", "paper/")
    paths = [f"/e/{event.pk}/{page}" for page in of_event] + ["/", f"/t/{code.code}/", "/me/"]
    for who in (evening.director, None):
        client.logout()
        if who is not None:
            client.force_login(who)
        statuses = {path: client.get(path, follow=True).status_code for path in paths}
        assert {path: status for path, status in statuses.items() if status not in (200, 403, 404, 409)} == {}
        assert statuses[f"/e/{event.pk}/seats/"] == 200
    of_names = {key: hour for key, hour in offered(event) if not DOCUMENTS[key].is_blank and key not in OF_NO_NAMES}
    assert len(of_names) >= 8
    for key, hour in of_names.items():
        assert MANY[0] in html_of(DOCUMENTS[key], event, hour, address=HALL), key
    for page in SCREEN_PAGES:
        OPENED.forget()
        screen = Client()
        screen.get("/screen/")
        shown = {"event": event, "turns": [[page, 10]], "taken_at": evening.now}
        Screen.objects.filter(pk=Screen.objects.latest("pk").pk).update(**shown)
        assert screen.get("/screen/").status_code == 200
