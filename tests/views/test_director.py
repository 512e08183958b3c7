"""The director's pages: evenings, settings, the evening at a glance, its end and its log."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.views.conftest import NAMES, NOW
from tournament.models import Club, Event, Round
from tournament.services.draws import draw_first_hour, release_draw
from tournament.services.enter import create_event, enter_players
from tournament.services.results import lock_event
from tournament.services.rounds import start_round

SETTINGS = {
    "name": "Kent evening",
    "date": "2025-03-14",
    "club_name": "Hartlip Card Club",
    "hour_minutes": "60",
    "warning_minutes": "2",
    "bell_rule": "finish",
    "adjust_sit_outs": "yes",
    "threes": "bottom",
    "final_order": "totals",
}


def play(event: Event) -> None:
    """Hour one is seated and round one has begun."""
    release_draw(draw_first_hour(event, seed=1674, by=None, now=NOW), by=None, now=NOW)
    for round in Round.objects.filter(stage__event=event, number=1):
        start_round(round, by=None, now=NOW)


@pytest.mark.parametrize("path", ["/events/", "/events/new/", "/e/{}/settings/"])
def test_the_pages_of_the_director_are_closed_to_others(
    client: Client, as_scorer: Client, as_director: Client, evening: Event, path: str
) -> None:
    at = path.format(evening.pk)
    assert [each.get(at).status_code for each in (client, as_scorer, as_director)] == [302, 403, 200]


def test_the_first_evening_and_its_club_are_opened_in_one_press(as_director: Client) -> None:
    form = as_director.get("/events/new/").context["form"]
    answer = as_director.post("/events/new/", {name: form[name].value() for name in form.fields})
    event = Event.objects.get()
    assert (event.name, event.date, event.club.name) == ("Kent evening", timezone.localdate(), "Our club")
    assert answer.headers["Location"] == f"/e/{event.pk}/door/"


def test_a_later_evening_belongs_to_the_same_club(as_director: Client, evening: Event) -> None:
    assert list(as_director.get("/events/new/").context["form"].fields) == ["name", "date"]
    as_director.post("/events/new/", {"name": "Second Friday", "date": "2025-03-21"})
    assert Club.objects.count() == 1
    assert [each.name for each in as_director.get("/events/").context["evenings"]] == ["Second Friday", "Kent evening"]


def test_an_evening_without_a_name_is_refused_and_keeps_what_was_typed(as_director: Client, evening: Event) -> None:
    answer = as_director.post("/events/new/", {"name": "", "date": "2025-04-01"})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["name"])
    assert 'value="2025-04-01"' in answer.content.decode()


def test_before_play_every_setting_may_be_chosen(as_director: Client, evening: Event) -> None:
    wanted = {
        **{"hour_minutes": "45", "warning_minutes": "1", "bell_rule": "stop_dead", "adjust_sit_outs": "no"},
        **{"threes": "spread", "final_order": "second_table", "club_name": "The Jack", "name": "Spring evening"},
    }
    answer = as_director.post(f"/e/{evening.pk}/settings/", SETTINGS | wanted)
    evening.refresh_from_db()
    assert answer.headers["Location"] == f"/e/{evening.pk}/"
    assert (evening.hour_seconds, evening.warning_seconds, evening.bell_rule) == (2700, 60, "stop_dead")
    assert (evening.adjust_sit_outs, evening.threes, evening.final_order) == (False, "spread", "second_table")
    assert (evening.name, evening.club.name) == ("Spring evening", "The Jack")


def test_the_same_settings_again_are_no_change(as_director: Client, evening: Event) -> None:
    as_director.post(f"/e/{evening.pk}/settings/", SETTINGS)
    assert Event.objects.get().revision == evening.revision + 1  # opening it


def test_once_play_has_started_what_was_printed_stays_and_a_page_opened_earlier_is_told(
    as_director: Client, seven: Event
) -> None:
    play(seven)
    page = as_director.get(f"/e/{seven.pk}/settings/")
    assert list(page.context["form"].fields) == ["name", "date", "club_name", "warning_minutes", "threes"]
    answer = as_director.post(f"/e/{seven.pk}/settings/", SETTINGS | {"hour_minutes": "30", "bell_rule": "stop_dead"})
    assert (answer.status_code, answer.context["form"].non_field_errors()) == (
        422,
        [
            "The seats are out with their bells: the length of the hour stays.",
            "Play has started: what happens at the bell is printed on the sheets and stays.",
        ],
    )
    allowed = as_director.post(f"/e/{seven.pk}/settings/", SETTINGS | {"warning_minutes": "5"})
    assert (allowed.status_code, Event.objects.get().warning_seconds) == (302, 300)


def test_a_locked_evening_keeps_its_settings(as_director: Client, evening: Event) -> None:
    lock_event(evening, by=None, now=NOW)
    assert as_director.post(f"/e/{evening.pk}/settings/", SETTINGS | {"name": "Other"}).status_code == 409
    assert Event.objects.get().name == "Kent evening"


def test_the_list_of_evenings_asks_as_often_for_thirty_as_for_one(
    as_director: Client, evening: Event, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    with django_assert_num_queries(4):
        as_director.get("/events/")
    enter_players(evening, NAMES, by=None, now=NOW)
    for number in range(29):
        create_event(evening.club, name=f"{number}", date=evening.date + timedelta(number), by=None, now=NOW)
    with django_assert_num_queries(4):
        as_director.get("/events/")
