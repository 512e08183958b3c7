"""No page asks the database more often for many players than for few."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.performance.pages import HOUR_ONE, kent_of
from tournament.models import Account, Entry


@pytest.mark.slow
def test_every_page_of_a_kent_evening_asks_as_often_for_two_hundred_players_as_for_thirty(director: Account) -> None:
    asked: dict[int, dict[str, int]] = {30: {}, 200: {}}
    for players in asked:
        event = kent_of(players)
        entry = Entry.objects.filter(event=event).values_list("pk", flat=True)[0]
        for page in HOUR_ONE:
            client = Client()
            if not page.is_public:
                client.force_login(director)
            path = page.path if page.path.startswith("/") else f"/e/{event}/{page.path}".format(entry=entry)
            client.get("/sign-in/")
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path).status_code == 200
            asked[players][page.name] = len(queries)
    # The start page shows every evening that is on, and there are two by now.
    assert asked[30] | {"home": 0} == asked[200] | {"home": 0}
