"""Whoever sees seats whose release is undone is told: the director by a button, the hall by pages that follow it."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests import evenings, round_evenings
from tests.conftest import signed_in
from tests.phone.test_me import phone_of
from tests.phone.test_table import Phone
from tests.round_evenings import out
from tests.screens.test_screen_pages import screen_showing, seen_on
from tournament.clock.services.rounds import start_round
from tournament.draw.queries.undone_releases import undone_release
from tournament.draw.services.draws import undo_release
from tournament.models import Hand, LogEntry, Match
from tournament.screens.queries.screens import pages_wanted_for

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
TOLD = "The director withdrew the seats"
BUTTON = 'value="undo_release"'


def undo(evening, number=1):
    undo_release(evening.hour(number), by=evening.director, now=evening.now)
    evening.event.refresh_from_db()


def words_of(answer):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


@pytest.mark.parametrize("of_rounds", [False, True])
def test_the_director_undoes_a_release_on_the_draw_page_and_sees_the_draft_again(evening_of, rounds_of, of_rounds):
    evening = rounds_of(4, plan=[["round-robin", 3, 0]]) if of_rounds else evening_of(8)
    if of_rounds:
        out(evening, 1)
    else:
        evening.begin()
    director, page = signed_in(evening, "director"), reverse("draw", args=[evening.event.pk, 1])
    assert BUTTON in director.get(page).content.decode()
    answer = director.post(page, {"action": "undo_release"}, follow=True)
    assert "The seats are hidden again. Only you see the draw." in words_of(answer)
    shown = answer.content.decode()
    assert ('value="release"' in shown, BUTTON in shown) == (True, False)
    assert director.post(page, {"action": "undo_release"}).status_code == 302
    assert LogEntry.objects.filter(action="undo_release").count() == 1
    assert signed_in(evening, "scorer").post(page, {"action": "undo_release"}).status_code == 403


def test_the_button_is_gone_once_play_has_begun_and_a_press_on_an_old_page_is_refused_in_words(evening_of):
    evening = evening_of(8).playing()
    director, page = signed_in(evening, "director"), reverse("draw", args=[evening.event.pk, 1])
    assert BUTTON not in director.get(page).content.decode()
    refused = director.post(page, {"action": "undo_release"}, follow=True)
    assert "Play has started, so the seats stay." in words_of(refused)
    assert evening.hour(1).released_at is not None


def test_the_page_of_the_evening_offers_the_way_back_of_a_release(evening_of):
    evening = evening_of(8)
    director = signed_in(evening, "director")
    page = reverse("draw", args=[evening.event.pk, 1])
    director.post(page, {"action": "draw", "seed": "1"})
    seen = re.findall(r'name="seen" value="(\w+)"', director.get(page).content.decode())[0]
    director.post(page, {"action": "release", "seen": seen})
    shown = director.get(reverse("event", args=[evening.event.pk])).content.decode()
    assert "Undo: showing the seats of" in shown
    log = LogEntry.objects.get(action="release_draw").pk
    director.post(reverse("step", args=[evening.event.pk]), {"action": "take_back", "log": log})
    assert evening.hour(1).released_at is None
    assert "Undo: showing the seats of" not in director.get(reverse("event", args=[evening.event.pk])).content.decode()


def test_a_players_own_page_and_a_screen_say_that_the_seats_were_taken_back(evening_of):
    evening = evening_of(8).begun()
    phone, screen = phone_of(evening, "Ann Ash"), screen_showing(evening)
    version = re.findall(r'If-None-Match": "\\"(\w+)', phone.get("/me/").content.decode())[0]
    assert TOLD not in seen_on(screen)
    undo(evening)
    part = phone.get("/me/", headers={"HX-Request": "true", "If-None-Match": f'"{version}"'})
    assert (part.status_code, TOLD in words_of(part), "The seats are not shown yet." in words_of(part)) == (
        200,
        True,
        True,
    )
    assert TOLD in seen_on(screen)
    assert TOLD in seen_on(screen_showing(evening, "seating"))
    evening.event.refresh_from_db()
    evening.begin(seed=5)
    assert TOLD not in seen_on(screen)
    assert TOLD not in words_of(phone.get("/me/"))


def test_after_a_later_round_is_taken_back_nobody_is_sent_to_its_tables(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3, 0]])
    out(evening, 1)
    out(evening, 2)
    names = [entry.player.name for entry in evening.event.entries.select_related("player")]
    phone = phone_of(evening, names[0])
    undo(evening, 2)
    own = words_of(phone.get("/me/"))
    assert "The director withdrew the seats of round 2 at" in own
    assert "The director withdrew the seats of round 2 at" in seen_on(screen_showing(evening))
    start_round(evening.hour(1).rounds.first(), by=evening.director, now=evening.now)
    assert pages_wanted_for(evening.event, evening.now).turns == (("clock", 30),)


def test_a_tables_phone_is_led_from_a_match_that_is_not_played_to_where_the_next_one_opens(evening_of):
    evening = evening_of(8).begun()
    phone = Phone(evening.matches(1)[0])
    undo(evening)
    table = reverse("table", args=[phone.code])
    part = phone.client.get(phone.url("table_now"), headers={"HX-Request": "true"})
    assert (part.status_code, part.headers["HX-Redirect"]) == (204, table)
    page = phone.client.get(phone.url(), follow=True)
    assert page.redirect_chain == [(table, 302)]
    assert "this match is not played. Look for your new seat." in words_of(page)
    assert "The director withdrew the seats of hour 1 at" in words_of(page)
    assert phone.press("call").status_code == 302
    sent = phone.send()
    assert (sent.status_code, sent.json()["code"]) == (409, "seats_undone")
    assert phone.client.get(reverse("table_match", args=[phone.code, 99_999])).status_code == 404
    assert not Hand.objects.exists()
    evening.event.refresh_from_db()
    evening.begin(seed=9)
    assert phone.client.get(table).status_code in (200, 302)
    assert Match.objects.exists() and undone_release(evening.event) == ""


def test_the_seats_as_pdf_are_for_nobody_any_more_but_the_director(evening_of):
    evening = evening_of(8).begun()
    page = reverse("pdf", args=[evening.event.pk, "seating-by-name"]) + "?hour=1"
    undo(evening)
    assert Client().get(page).status_code in (302, 403, 404)
