"""A match on a player's own phone: to look over, to agree or to settle, if the phone speaks for them."""

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.evenings import Evening
from tests.phone.test_me import phone_of, text_of
from tests.phone.test_table import Phone
from tournament.event.services.events import show_standings
from tournament.matches.queries.matches import players_of, sides_of
from tournament.models import Call, Event, Match, SignUp, State
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.signup.services import sign_up

evening_of = evenings.evening_of


@pytest.fixture
def evening(evening_of) -> Evening:
    """Four players at one Trinidad table, two against two."""
    return evening_of(4, format="trinidad-tables").playing()


@pytest.fixture
def match(evening) -> Match:
    return evening.matches(1)[0]


class OwnPhone:
    """The phone of somebody who signed up on it."""

    def __init__(self, evening: Evening, name: str, match: Match) -> None:
        event = Event.objects.get(pk=evening.event.pk)
        signed = sign_up(event, name, by=evening.director, now=evening.now)
        self.client, self.match = Client(), match
        self.client.get(reverse("own_sign_up", args=[event.pk, signed.token]))

    def look(self) -> str:
        answer = self.client.get(reverse("own_match", args=[self.match.pk]))
        assert answer.status_code == 200
        return answer.content.decode()

    def press(self, press: str, **fields: object) -> HttpResponse:
        return self.client.post(reverse("own_press", args=[self.match.pk, press]), fields)


def words_in(page: str) -> str:
    main = page.partition('tabindex="-1">')[2].partition("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def state(match: Match) -> str:
    return Match.objects.get(pk=match.pk).state


def player_of(match: Match, side: int) -> str:
    return sides_of(match)[side - 1].entries[0].name


def test_both_versions_of_a_dispute_stand_on_the_phone_of_who_signed_up_and_a_tap_settles_it(evening, match):
    ours, theirs = Phone(match, 1), Phone(match, 2)
    ours.send(1)
    theirs.send(1, low="a")
    own = OwnPhone(evening, player_of(match, 1), match)
    assert f'hx-get="{reverse("own_match", args=[match.pk])}"' in own.client.get("/me/").content.decode()
    page = own.look()
    versions = re.findall(r'name="seen" value="(\d+)"', page)
    assert ("Hand 1 has 2 versions" in page, len(versions), "Where they differ" in page) == (True, 2, True)
    own.press("choose", version=versions[1], seen=versions)
    assert "You chose version 2." in own.look()
    theirs.press("choose", version=versions[1], seen=versions)
    hand = match.hands.get(superseded_at=None)
    assert (hand.state, str(hand.pk), "has 2 versions" in own.look()) == (State.AGREED, versions[1], False)


def test_after_the_round_the_whole_match_is_looked_over_and_agreed_with_one_press(evening, match):
    table = Phone(match, 1)
    for number in (1, 2, 3):
        table.send(number, dealer="acb"[number - 1])
    own = OwnPhone(evening, player_of(match, 2), match)
    assert "Look over this match" in text_of(own.client)
    assert own.client.get("/me/").content.decode().count(f'hx-get="{reverse("own_match", args=[match.pk])}"') == 0
    table.press("all-in")
    page = own.look()
    seen = re.findall(r'name="hand" value="(\d+)"', page)
    assert (len(seen), "That’s right" in page, "Hands so far" in page) == (3, True, True)
    own.press("agree", hand=seen)
    assert (state(match), "This match is agreed. Thank you!" in own.look()) == (State.AGREED, True)


def test_the_side_that_recorded_the_hands_does_not_agree_with_itself(evening, match):
    table = Phone(match, 1)
    table.send(1)
    table.press("all-in")
    own = OwnPhone(evening, player_of(match, 1), match)
    own.press("agree", hand=[table.last().pk])
    assert (state(match), "That’s right" in own.look()) == (State.ENTERED, False)


def test_a_name_that_was_picked_speaks_for_nobody_and_reads_what_everybody_may_read(evening, match):
    table = Phone(match, 1)
    table.send(1)
    name, address = player_of(match, 2), reverse("own_match", args=[match.pk])
    picked, agree = phone_of(evening, name), reverse("own_press", args=[match.pk, "agree"])
    hand, call = {"hand": [table.last().pk]}, {"call": evening.entry(name).player_id}
    refused = [picked.get(address), picked.post(agree, hand), picked.post("/me/", call)]
    assert [answer.status_code for answer in refused] == [404, 404, 404]
    assert [words in text_of(picked) for words in ("Call the director", "scan the card")] == [False, True]
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    page = picked.get(address)
    assert ("Hands so far" in page.content.decode(), "That’s right" in page.content.decode()) == (True, False)
    assert (picked.post(agree, hand).status_code, table.last().state) == (404, State.ENTERED)
    assert Client().get(address).status_code == 404


def test_a_phone_that_scanned_the_card_speaks_for_who_sits_there(evening, match):
    table, scanned = Phone(match, 1), Phone(match, 0)
    table.send(1)
    table.press("all-in")
    name = player_of(match, 2)
    scanned.client.post("/me/", {"add": evening.entry(name).player_id})
    agreed = scanned.client.post(reverse("own_press", args=[match.pk, "agree"]), {"hand": [table.last().pk]})
    assert (agreed.status_code, state(match)) == (302, State.AGREED)


def test_from_my_page_a_table_calls_the_director_and_reads_that_they_were_called(evening, match):
    own = OwnPhone(evening, player_of(match, 2), match)
    called = own.client.post("/me/", {"call": evening.entry(player_of(match, 2)).player_id})
    call = Call.objects.get()
    assert (called.headers["Location"], call.table_number, call.answered_at) == ("/me/", match.table.number, None)
    assert "The director was called at" in text_of(own.client)
    own.press("call")
    assert (Call.objects.count(), "The director was called at" in words_in(own.look())) == (1, True)


def test_every_match_of_an_hour_that_has_a_result_is_linked_for_who_may_read_it(evening_of):
    evening = evening_of(8).begun()
    name = "Ann Ash"
    mine = [match for match in evening.matches(1) if evening.entry(name) in players_of(match)]
    own, picked = OwnPhone(evening, name, mine[0]), phone_of(evening, name)

    def linked(phone: Client) -> list[int]:
        turns = phone.get("/me/").content.decode().partition('class="own-turns"')[2].partition("</ol>")[0]
        return [int(pk) for pk in re.findall(r'href="/me/(\d+)/"', turns)]

    assert linked(own.client) == []
    one, other = players_of(mine[0])
    enter_sheet(one, [SheetEntry(mine[0].pk, 14, 9, 1, 0)], by=evening.scorer, now=evening.now)
    enter_sheet(other, [SheetEntry(mine[0].pk, 12, 14, 0, 0)], by=evening.scorer, now=evening.now)
    evening.play_rounds(1, until=2)
    assert (state(mine[0]), linked(own.client)) == (State.DISPUTED, [mine[0].pk, mine[1].pk])
    assert linked(picked) == []
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    assert linked(picked) == linked(own.client)
    assert own.client.get(reverse("own_match", args=[mine[0].pk])).status_code == 200


def test_of_paper_stands_what_every_sheet_says_before_the_director_agrees_it(evening_of):
    evening = evening_of(8).begun()
    match = evening.matches(1)[0]
    one, other = (side.entries[0] for side in sides_of(match))
    enter_sheet(one, [SheetEntry(match.pk, 14, 9, 1, 0)], by=evening.scorer, now=evening.now)
    enter_sheet(other, [SheetEntry(match.pk, 12, 14, 0, 0)], by=evening.scorer, now=evening.now)
    own = OwnPhone(evening, one.name, match)
    said = words_in(own.look())
    assert f"{one.name}’s sheet 14 9 {other.name}’s sheet 14 12" in said
    assert "Disputed" in text_of(own.client)


def test_nobody_agrees_a_match_of_an_earlier_round_and_its_part_is_sent_only_when_something_changed(evening_of):
    evening = evening_of(4).playing()
    match = evening.matches(1)[0]
    table, own = Phone(match, 1), OwnPhone(evening, player_of(match, 2), match)
    table.send(1)
    evening.hand_in(1, evenings.by_lot)
    evening.second()
    own.press("agree", hand=[table.last().pk])
    assert ("This match is from an earlier hour." in own.look(), table.last().state) == (True, State.ENTERED)
    address, revision = reverse("own_match", args=[match.pk]), Event.objects.get().revision
    parts = [own.client.get(f"{address}?since={since}", headers={"HX-Request": "true"}) for since in (revision, 0)]
    assert [part.status_code for part in parts] == [204, 200]
    assert SignUp.objects.count() == 1
