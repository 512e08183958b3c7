"""The director's page of tables and codes, and the tables that call him."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.paper.test_paper_pages import words
from tournament.event.services.codes_and_calls import call_director
from tournament.models import Call, TableCode
from tournament.web.table_codes import format_code, newest_code

evening_of = evenings.evening_of


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(8).begun()


@pytest.fixture
def desk(evening) -> Client:
    return signed_in(evening, "director")


def page_of(evening):
    return f"/e/{evening.event.pk}/tables/"


def codes_of(evening):
    return dict(TableCode.objects.filter(event=evening.event, revoked_at=None).values_list("table_number", "code"))


def press(desk, evening, **fields):
    return words(desk.post(page_of(evening), fields, follow=True).content)


def test_every_table_stands_with_its_code_and_its_card(evening, desk):
    page = desk.get(page_of(evening)).content.decode()
    for number, code in codes_of(evening).items():
        assert f'href="/t/{code}/">{format_code(code)}</a>' in page
        assert f"/paper/table-cards.pdf?table={number}" in page
    assert "The cards lead phones to http://testserver ." in words(page.encode())


def test_before_the_draw_there_is_nothing_to_print(evening_of):
    evening = evening_of(8)
    assert "The seats are not shown yet." in words(signed_in(evening, "director").get(page_of(evening)).content)


def test_one_table_or_all_get_new_codes_and_a_second_press_changes_nothing(evening, desk):
    before, seen = codes_of(evening), newest_code(evening.event, 1)
    assert "Table 1 has a new code: print its card." in press(desk, evening, action="change", table=1, seen=seen)
    assert "This was already done" in press(desk, evening, action="change", table=1, seen=seen)
    changed = codes_of(evening)
    assert (changed[1] != before[1], changed[2] == before[2]) == (True, True)
    seen = newest_code(evening.event)
    assert "Every table has a new code: print the cards." in press(desk, evening, action="change", seen=seen)
    assert "This was already done" in press(desk, evening, action="change", seen=seen)
    assert set(codes_of(evening).values()) & {*before.values(), *changed.values()} == set()


def test_a_table_can_be_closed_to_phones_and_opened_again(evening, desk):
    assert "Phones at table 2 are blocked" in press(desk, evening, action="close", table=2)
    assert "Phones blocked Allow phones again" in words(desk.get(page_of(evening)).content)
    refused = desk.get(f"/e/{evening.event.pk}/paper/table-cards.pdf")
    assert "Phones blocked: table 2." in words(refused.content)
    press(desk, evening, action="change", table=2)
    assert sorted(codes_of(evening)) == [1, 2]


@pytest.mark.parametrize(
    "fields", [{}, {"action": "close"}, {"action": "burn", "table": "1"}, {"action": "change", "table": "x"}]
)
def test_what_no_button_sends_is_not_there(evening, desk, fields):
    assert desk.post(page_of(evening), fields).status_code == 404


def test_a_table_of_no_hour_gets_no_code(evening, desk):
    assert "This was already done" in press(desk, evening, action="change", table=77)
    assert sorted(codes_of(evening)) == [1, 2]


def test_cards_printed_at_the_hall_computer_name_an_address_that_phones_reach(evening, desk):
    """Nobody else's phone finds `localhost`."""
    page = words(desk.get(page_of(evening), headers={"host": "localhost:8000"}).content)
    assert "localhost" not in page
    assert ("The cards lead phones to http://" in page) != ("This computer is not on a network" in page)


def test_a_call_stands_on_the_event_page_with_the_table_and_since_when(evening, desk):
    now = timezone.now()
    call_director(evening.event, table_number=2, now=now - timedelta(minutes=4, seconds=5))
    page = words(desk.get(f"/e/{evening.event.pk}/").content)
    since = timezone.localtime(now - timedelta(minutes=4, seconds=5)).strftime("%H:%M")
    assert f"Table 2 is calling since {since}, 4 min On my way to table 2" in page


def test_the_part_of_the_calls_is_sent_again_only_when_it_reads_otherwise(evening, desk):
    part = f"/e/{evening.event.pk}/calls/"
    none = desk.get(part)
    assert desk.get(part, headers={"if-none-match": none.headers["ETag"]}).status_code == 304
    call_director(evening.event, table_number=1, now=timezone.now())
    called = desk.get(part, headers={"if-none-match": none.headers["ETag"]})
    assert (called.status_code, "Table 1 is calling" in called.content.decode()) == (200, True)
    assert called.headers["ETag"].replace('"', "") in called.content.decode()
    assert desk.get(part, headers={"if-none-match": called.headers["ETag"]}).status_code == 304


def test_a_press_answers_the_call_once(evening, desk):
    call = call_director(evening.event, table_number=1, now=timezone.now())
    answers = [desk.post(f"/e/{evening.event.pk}/calls/{call.pk}/") for _press in range(2)]
    assert [(answer.status_code, answer.url) for answer in answers] == [(302, f"/e/{evening.event.pk}/")] * 2
    assert Call.objects.get().answered_by == evening.director
    assert "is calling" not in words(desk.get(f"/e/{evening.event.pk}/").content)


def test_calls_are_answered_by_the_director_and_under_their_own_evening(evening, desk):
    call = call_director(evening.event, table_number=1, now=timezone.now())
    assert signed_in(evening).post(f"/e/{evening.event.pk}/calls/{call.pk}/").status_code == 403
    assert Client().get(f"/e/{evening.event.pk}/calls/").status_code == 302
    assert desk.post(f"/e/{evening.event.pk + 1}/calls/{call.pk}/").status_code == 404
    assert desk.get(f"/e/{evening.event.pk}/calls/{call.pk}/").status_code == 405
    assert Call.objects.get().answered_at is None
