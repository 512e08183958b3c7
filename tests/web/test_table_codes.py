"""Getting in with the code of a table's card, and every way of getting in without."""

import io
import logging
import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import path
from django.utils import timezone

from tests import evenings
from tests.conftest import ADDRESSES as every_address
from tests.evenings import Evening, by_lot
from tests.markup import markup
from tests.typesetting import html_of
from tournament.event.services.codes_and_calls import reissue_code, revoke_code
from tournament.event.services.events import create_event, show_standings
from tournament.models import TableCode
from tournament.paper.documents import DOCUMENTS
from tournament.settings import SERVERS
from tournament.web import guards
from tournament.web.guards import WRONG_CODES_OF_STRANGERS, table_or_late
from tournament.web.log_filters import MaskCodes
from tournament.web.table_codes import CHARACTERS, format_code, mark_of_card

evening_of = evenings.evening_of
GUESSES = WRONG_CODES_OF_STRANGERS.limit
SECRETS = {"Referrer-Policy": "strict-origin", "Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow"}


def broken(request, code):
    raise RuntimeError(f"nothing works at {request.path}")


@table_or_late
def late(request, table):
    return HttpResponse(f"{table.number} {table.is_valid}")


urlpatterns = [path("t/<str:code>/broken/", broken), path("t/<str:code>/late/", late), *every_address]


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(8).begun()


def code_of(evening, number):
    return TableCode.objects.get(event=evening.event, table_number=number, revoked_at=None).code


def a_phone(address="192.168.1.50", **headers):
    return Client(REMOTE_ADDR=address, **headers)


def wrong_codes(count):
    """Codes that no table has."""
    taken = set(TableCode.objects.values_list("code", flat=True))
    codes = (f"{one}{two}DFGH" for one in CHARACTERS for two in CHARACTERS)
    return [code for code in codes if code not in taken][:count]


def statuses(phone, codes):
    return [phone.get(f"/t/{code}/").status_code for code in codes]


def guess_wrong(throttle, key, times):
    for _time in range(times):
        throttle.count(key, timezone.now())


def without_tokens(page):
    return re.sub(rb'(csrfmiddlewaretoken" value=|x-csrftoken": |data-token=)"\w+"', b"", page)


def test_a_code_opens_its_own_table_however_it_is_written(evening):
    code = code_of(evening, 2)
    for written in (code, code.lower(), format_code(code), f" {code[:3].lower()} {code[3:]}"):
        answer = a_phone().get(f"/t/{written}/")
        assert answer.status_code == 200
        assert "Table 2" in markup(answer)


def test_typing_the_code_leads_to_the_table(evening):
    phone = a_phone()
    assert 'href="/t/"' in markup(phone.get("/"))
    typed = phone.post("/t/", {"code": format_code(code_of(evening, 1)).lower()})
    assert (typed.status_code, typed.url) == (302, f"/t/{code_of(evening, 1)}/")
    for nothing, said in [("", "Type the 6 letters"), ("KTP-37", "A code has 6"), ("ktp-37!", "A code has 6")]:
        answer = phone.post("/t/", {"code": nothing})
        assert answer.status_code == 422
        assert said in markup(answer)


def test_a_code_of_one_evening_opens_nothing_of_another(evening):
    other = create_event(evening.event.club, name="Supper", date=evening.event.date, by=None, now=evening.now)
    TableCode.objects.create(event=other, table_number=1, code="WWWWWW", issued_at=evening.now)
    assert "Supper" in markup(a_phone().get("/t/WWWWWW/"))
    assert "Kent evening" in markup(a_phone().get(f"/t/{code_of(evening, 1)}/"))


def test_a_revoked_and_an_unknown_code_get_the_same_answer(evening):
    was = code_of(evening, 1)
    reissue_code(evening.event, 1, by=evening.director, now=evening.now)
    revoke_code(evening.event, 2, by=evening.director, now=evening.now)
    (unknown,) = wrong_codes(1)
    codes = [unknown, was, "DROP TABLE", "%00", "..", "é" * 6, "9" * 300]
    answers = [a_phone().get(f"/t/{code}/") for code in codes]
    assert [answer.status_code for answer in answers] == [404] * 7
    assert {without_tokens(answer.content) for answer in answers} == {without_tokens(answers[0].content)}
    assert len({tuple(sorted(set(answer.headers.items()))) for answer in answers}) == 1
    said = "That code does not open a table. Check the card, or ask the director."
    assert said in markup(answers[0])
    assert a_phone().post(f"/t/{was}/").status_code == 404


@override_settings(ROOT_URLCONF=__name__)
def test_only_what_is_posted_to_a_page_for_late_entries_comes_through_under_a_revoked_code(evening):
    code = code_of(evening, 2)
    assert a_phone().post(f"/t/{code}/late/").content == b"2 True"
    reissue_code(evening.event, 2, by=evening.director, now=evening.now)
    assert a_phone().post(f"/t/{code}/late/").content == b"2 False"
    assert a_phone().get(f"/t/{code}/late/").status_code == 404
    assert a_phone().post(f"/t/{wrong_codes(1)[0]}/late/").status_code == 404


def test_whoever_tries_codes_has_to_wait_and_learns_nothing_more(evening):
    phone = a_phone()
    assert statuses(phone, wrong_codes(GUESSES + 3)) == [404] * GUESSES + [429] * 3
    right = phone.get(f"/t/{code_of(evening, 1)}/")
    assert right.status_code == 429
    assert "Scan the QR code on the table’s card, wait 10 min, or call the director." in markup(right)
    assert 590 < int(right.headers["Retry-After"]) <= 600
    with time_machine.travel(timezone.now() + timedelta(minutes=10, seconds=1), tick=False):
        assert phone.get(f"/t/{code_of(evening, 1)}/").status_code == 200


def test_wrong_codes_of_one_phone_lock_no_other_out(evening):
    guess_wrong(WRONG_CODES_OF_STRANGERS, "192.168.1.50", GUESSES)
    assert statuses(a_phone(), wrong_codes(1)) == [429]
    assert a_phone("192.168.1.51").get(f"/t/{code_of(evening, 1)}/").status_code == 200


@pytest.mark.parametrize(
    "header",
    ["X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Client-IP", "CF-Connecting-IP", "True-Client-IP", "Remote-Addr"],
)
def test_no_header_makes_a_phone_somebody_else(evening, header):
    guess_wrong(WRONG_CODES_OF_STRANGERS, "192.168.1.50", GUESSES - 3)
    for number, code in enumerate(wrong_codes(3)):
        a_phone().get(f"/t/{code}/", headers={header: f"10.0.0.{number}"})
    assert a_phone().get(f"/t/{code_of(evening, 1)}/", headers={header: "10.9.9.9"}).status_code == 429


@override_settings(ROOT_URLCONF=__name__)
def test_no_method_page_or_spelling_is_a_way_round_the_limit(evening):
    tries = [
        lambda code: a_phone().get(f"/t/{code}/"),
        lambda code: a_phone().head(f"/t/{code}/"),
        lambda code: a_phone().post(f"/t/{code}/"),
        lambda code: a_phone().post(f"/t/{code}/late/"),
        lambda code: a_phone().get(f"/t/{code.lower()}/"),
        lambda code: a_phone().get(f"/t/{format_code(code)}/", headers={"HX-Request": "true"}),
        lambda code: a_phone().post("/t/", {"code": code}, follow=True),
        lambda code: a_phone().options(f"/t/{code}/"),
        lambda code: a_phone().get(f"/t/{code}", follow=True),
        lambda code: a_phone("::ffff:192.168.1.50").get(f"/t/{code}/"),
    ]
    guess_wrong(WRONG_CODES_OF_STRANGERS, "192.168.1.50", GUESSES - len(tries))
    answers = [each(code) for each, code in zip(tries, wrong_codes(len(tries)))]
    assert [answer.status_code for answer in answers] == [404] * len(tries)
    assert [each(code_of(evening, 1)).status_code for each in tries] == [429] * len(tries)


def test_a_device_with_a_whole_network_of_addresses_is_one(evening):
    guess_wrong(WRONG_CODES_OF_STRANGERS, "2001:db8::", GUESSES - 3)
    for number, code in enumerate(wrong_codes(3)):
        a_phone(f"2001:db8::{number + 1:x}").get(f"/t/{code}/")
    assert a_phone("2001:db8::ffff").get(f"/t/{code_of(evening, 1)}/").status_code == 429


def test_a_phone_that_is_in_stays_in_and_has_no_key_to_other_codes(evening):
    phone = a_phone()
    assert phone.get(f"/t/{code_of(evening, 1)}/").status_code == 200
    statuses(phone, wrong_codes(10))
    assert phone.get(f"/t/{code_of(evening, 1)}/").status_code == 200
    assert phone.get(f"/t/{code_of(evening, 2)}/").status_code == 429
    reissue_code(evening.event, 1, by=evening.director, now=evening.now)
    assert phone.get(f"/t/{code_of(evening, 1)}/").status_code == 429


def test_a_phone_whose_code_was_changed_may_go_on_asking_without_locking_itself_out(evening):
    phone, was = a_phone(), code_of(evening, 1)
    phone.get(f"/t/{was}/")
    reissue_code(evening.event, 1, by=evening.director, now=evening.now)
    assert statuses(phone, [was] * (GUESSES + 2)) == [404] * (GUESSES + 2)
    assert phone.get(f"/t/{code_of(evening, 1)}/").status_code == 200


def test_a_guest_behind_the_same_address_stops_only_those_who_type(evening):
    """Not the phones that have the table open, not those that scan its card, and not this computer."""
    seated, code = a_phone(), code_of(evening, 1)
    seated.get(f"/t/{code}/")
    guess_wrong(guards.WRONG_CODES_OF_FAMILIAR, "192.168.1.50", guards.WRONG_CODES_OF_FAMILIAR.limit - 1)
    assert statuses(a_phone(), wrong_codes(2)) == [404, 429]
    assert a_phone().get(f"/t/{code}/").status_code == 429
    assert a_phone().get(f"/t/{code}/?card={mark_of_card(code)}").status_code == 200
    assert (seated.get(f"/t/{code}/").status_code, Client().get(f"/t/{code}/").status_code) == (200, 200)


def test_no_other_mark_is_that_of_a_card(evening):
    one, two = code_of(evening, 1), code_of(evening, 2)
    guess_wrong(WRONG_CODES_OF_STRANGERS, "192.168.1.50", GUESSES)
    for mark in (mark_of_card(two), mark_of_card(one)[:-1], mark_of_card(one).upper(), "", "é" * 10):
        assert a_phone().get(f"/t/{one}/", {"card": mark}).status_code == 429
    assert a_phone().get(f"/t/{two.lower()}/", {"card": mark_of_card(two)}).status_code == 200


def test_a_phone_with_a_table_has_ten_tries_of_its_own_and_a_new_session_no_more_than_all(evening):
    phone = a_phone()
    phone.get(f"/t/{code_of(evening, 1)}/")
    assert statuses(phone, wrong_codes(12)) == [404] * 10 + [429] * 2
    assert a_phone().get(f"/t/{wrong_codes(1)[0]}/").status_code == 404
    many = guards.WRONG_CODES_OF_ALL.limit - 12
    guess_wrong(guards.WRONG_CODES_OF_ALL, "", many)
    other = a_phone("192.168.1.99")
    assert statuses(other, [*wrong_codes(1), *wrong_codes(1), code_of(evening, 1)]) == [404, 429, 429]


def test_a_proxy_on_this_computer_is_not_this_computer(evening):
    guess_wrong(WRONG_CODES_OF_STRANGERS, "127.0.0.1", GUESSES - 1)
    Client(headers={"X-Forwarded-For": "10.0.0.1"}).get(f"/t/{wrong_codes(1)[0]}/")
    assert Client(headers={"X-Forwarded-For": "10.0.0.1"}).get(f"/t/{code_of(evening, 1)}/").status_code == 429
    assert Client().get(f"/t/{code_of(evening, 1)}/").status_code == 200


def test_wrong_codes_leave_nothing_behind(evening):
    statuses(a_phone(), wrong_codes(3))
    assert Session.objects.count() == 0


@override_settings(ROOT_URLCONF=__name__)
def test_whatever_is_answered_below_t_tells_nobody_its_address(evening):
    phone = Client(REMOTE_ADDR="192.168.1.50", enforce_csrf_checks=True, raise_request_exception=False)
    code = code_of(evening, 1)
    answers = [
        phone.get("/t/"),
        phone.get(f"/t/{code}/"),
        phone.get(f"/t/{code}"),
        phone.get(f"/t/{code}/nothing/here/"),
        phone.get(f"/t/{code}/broken/"),
        phone.post(f"/t/{code}/"),
        phone.get(f"/t/{code}/", headers={"host": "evil.example"}),
        *(phone.get(f"/t/{wrong}/") for wrong in wrong_codes(10)),
        phone.get(f"/t/{code_of(evening, 2)}/"),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 301, 404, 500, 403, 400, *[404] * 10, 429]
    assert [{name: answer.headers[name] for name in SECRETS} for answer in answers] == [SECRETS] * len(answers)


@override_settings(ROOT_URLCONF=__name__)
def test_no_line_of_the_log_has_a_code(evening):
    code = code_of(evening, 1)
    (console,) = (
        handler for handler in logging.getLogger().handlers if any(isinstance(f, MaskCodes) for f in handler.filters)
    )
    written = io.StringIO()
    screen = console.setStream(written)
    try:
        phone = Client(REMOTE_ADDR="192.168.1.50", raise_request_exception=False)
        assert phone.get(f"/t/{code}/broken/?next=%2Ft%2F{code}%2F").status_code == 500
        request = f'192.168.1.50:5000 - "GET /t/{code}/?from=/T/{code} HTTP/1.1" 500'
        for name in (*SERVERS, "django.security.csrf", "x"):
            logging.getLogger(name).error("%s", request)
            logging.getLogger(name).warning("Not Found: /t/%s/hand/1/", code, stack_info=True)
        logging.getLogger("django.request").error("Not Found: %(path)s", {"path": f"/t/{code}/"})
    finally:
        console.setStream(screen)
    said = written.getvalue()
    assert said.count("Internal Server Error: /t/******/broken/") == 1
    assert said.count("RuntimeError: nothing works at /t/******/broken/") == 1
    assert said.count('"GET /t/******/?from=/T/****** HTTP/1.1" 500') == 8
    assert said.count("Not Found: /t/******/") == 9
    assert code not in said


def test_a_mask_hides_codes_and_nothing_else():
    def masked(words, *values):
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, words, values, None)
        MaskCodes().filter(record)
        return record.getMessage()

    assert masked("%s of %s", "/t/KTP374/", "100 %") == "/t/******/ of 100 %"
    assert masked("/e/1/tables/ and /static/phone/table.css, /t/ and 50 %") == (
        "/e/1/tables/ and /static/phone/table.css, /t/ and 50 %"
    )
    assert masked("<WSGIRequest: GET '/t/ktp-374/hand/2/'>") == "<WSGIRequest: GET '/t/******/hand/2/'>"


@pytest.mark.slow
def test_no_page_but_the_directors_own_has_a_code_nor_any_paper_but_the_cards(evening):
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    evening.second()
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    codes = [each for code in TableCode.objects.values_list("code", flat=True) for each in (code, format_code(code))]
    pk = evening.event.pk
    public = ["/", "/help/", "/t/", f"/e/{pk}/seats/", f"/e/{pk}/seats/?by=table", f"/e/{pk}/standings/"]
    public += [f"/e/{pk}/screen/clock/", f"/e/{pk}/clock/parts/", f"/e/{pk}/clock/parts/?wall=1"]
    desk = [f"/e/{pk}/{page}" for page in ("sheets/", "results/", "paper/")]
    directors = [
        f"/e/{pk}/{page}" for page in ("", "log/", "door/", "clock/", "settings/", "lock/", "draw/2/", "calls/")
    ]
    clients = {account: Client() for account in (None, evening.scorer, evening.director)}
    for account, client in clients.items():
        if account:
            client.force_login(account)
    asked = [(None, page) for page in public]
    asked += [(evening.scorer, page) for page in public + desk]
    asked += [(evening.director, page) for page in public + desk + directors]
    answers = {(account and account.username, page): clients[account].get(page) for account, page in asked}
    assert {answer.status_code for answer in answers.values()} == {200}
    assert [page for page, answer in answers.items() for code in codes if code in markup(answer)] == []
    without = ("table-cards", "final-standings", "bracket", "honours", "certificates")
    fitting = [key for key, document in DOCUMENTS.items() if document.makes_sense(evening.event)]
    for document in [DOCUMENTS[key] for key in fitting if key not in without]:
        paper = html_of(document, evening.event, 1, address="http://192.168.1.20:8000", now=evening.now)
        assert [code for code in codes if code in paper] == [], document.key


def test_nobody_but_the_director_sees_the_codes(evening):
    scorer = Client()
    scorer.force_login(evening.scorer)
    page = f"/e/{evening.event.pk}/tables/"
    assert (scorer.get(page).status_code, a_phone().get(page).status_code) == (403, 302)
