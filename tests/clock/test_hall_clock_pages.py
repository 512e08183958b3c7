"""The director's page of the clock: silence, waiting, time for one table, and what he chooses of sound and times."""

from datetime import datetime, time, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.markup import markup
from tournament.clock.queries.rounds import bells_of
from tournament.clock.services.rounds import end_round, start_round
from tournament.models import Event, Round

evening_of = evenings.evening_of


@pytest.fixture
def evening(evening_of) -> Evening:
    """In the middle of its first round."""
    evening = evening_of(8).begun()
    start_round(Round.objects.order_by("number")[0], by=None, now=timezone.now() - timedelta(minutes=5))
    return evening


def post(client: Client, evening: Evening, name: str, **said: object) -> str:
    return markup(client.post(reverse(name, args=[evening.event.pk]), said, follow=True))


def test_only_the_director_presses_and_chooses(evening):
    clients = [Client(), signed_in(evening, "scorer"), signed_in(evening, "director")]
    asked = {"clock_press": {"action": "mute"}, "table_time": {"table": 1, "minutes": 3}, "set_break": {}}
    pages = [(name, reverse(name, args=[evening.event.pk]), said) for name, said in asked.items()]
    answers = {name: [client.post(page, said).status_code for client in clients[:2]] for name, page, said in pages}
    assert answers == dict.fromkeys(asked, [302, 403])
    settings = reverse("clock_settings", args=[evening.event.pk])
    assert [client.get(settings).status_code for client in clients] == [302, 403, 200]
    assert (Event.objects.get().muted_at, Round.objects.exclude(table_times={}).count()) == (None, 0)
    assert clients[2].post(pages[0][1], {"action": "smash"}).status_code == 404


def test_every_clock_says_that_the_sound_is_off_and_another_press_brings_it_back(evening):
    director, hall = signed_in(evening, "director"), Client()
    wall = reverse("clock_parts", args=[evening.event.pk])
    said = []
    for action in ("mute", "unmute"):
        post(director, evening, "clock_press", action=action)
        page = markup(hall.get(wall))
        said.append(("Sound is off" in page, "data-muted" in page))
    assert said == [(True, True), (False, False)]


def test_in_a_break_the_clock_says_until_when_and_not_the_rule_of_the_bell(evening_of):
    evening, began = evening_of(7).begun(), timezone.now() - timedelta(minutes=70)
    said = []
    for number in (1, 2, 3):
        start_round(Round.objects.get(number=number, turns=3), by=None, now=began + number * timedelta(minutes=21))
        said.append(markup(Client().get(reverse("clock_parts", args=[evening.event.pk]))))
    end_round(Round.objects.get(number=3, turns=3), by=None, now=timezone.now())
    said.append(markup(Client().get(reverse("clock_parts", args=[evening.event.pk]))))
    assert [("bell-rule" in page, "Break until" in page) for page in said[2:]] == [(True, False), (False, True)]


def test_a_table_gets_time_which_is_told_and_taken_back(evening):
    director = signed_in(evening, "director")
    page = post(director, evening, "table_time", table=2, minutes=3)
    assert "Table 2: 3 extra minutes" in " ".join(page.split())
    assert "Remove table 2’s extra time" in page
    (bell,) = bells_of(evening.event, timezone.now())
    assert [(each.number, each.minutes) for each in bell.table_times] == [(2, 3)]
    assert "Remove table" not in post(director, evening, "table_time", table=2, action="take_back")
    assert "There is no table 9 in this round." in post(director, evening, "table_time", table=9, minutes=3)
    assert "Choose a table and 1 to 30 minutes." in post(director, evening, "table_time", table=2, minutes=99)


def test_a_minute_is_taken_off_the_round(evening):
    director = signed_in(evening, "director")
    (bell,) = bells_of(evening.event, timezone.now())
    post(director, evening, "clock", action="shorten", round=bell.mark)
    assert Round.objects.order_by("number")[0].extra == timedelta(minutes=-1)


def test_sound_and_times_are_kept_as_chosen(evening):
    director, page = signed_in(evening, "director"), reverse("clock_settings", args=[evening.event.pk])
    said = {"bell_sound": "gong", "bell_volume": 40, "starts_itself": "yes", "change_minutes": 3, "closes": "23:30"}
    assert director.post(page, said).status_code == 302
    event = Event.objects.get()
    assert (event.bell_sound, event.bell_volume, event.starts_itself, event.change_seconds) == ("gong", 40, True, 180)
    day = max(event.date, timezone.localdate())
    assert timezone.localtime(event.closes_at) in [
        datetime.combine(each, time(23, 30), timezone.get_current_timezone()) for each in (day, day + timedelta(days=1))
    ]
    wrong = director.post(page, said | {"bell_sound": "siren", "bell_volume": 0})
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["bell_sound", "bell_volume"])
    assert 'data-sound-of="gong" data-volume="40"' in markup(
        Client().get(reverse("clock_parts", args=[evening.event.pk]))
    )
