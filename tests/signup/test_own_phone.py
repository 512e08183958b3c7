"""What a phone knows of its owner from sign-up to the night: without an account, on another phone by a short code, and
gone by one press."""

import re
from collections.abc import Callable
from datetime import time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import evenings
from tests.conftest import NOW
from tests.evenings import Evening
from tests.markup import markup
from tournament.door.services.entries import enter_players
from tournament.event.queries.sign_ups import entered_people_of, expected_at_door
from tournament.event.services.events import change_settings
from tournament.matches.queries.matches import players_of
from tournament.models import Account, Event, Player, SignUp
from tournament.signup.services import cancel_sign_ups, set_sign_up, sign_up

evening_of = evenings.evening_of
BY: dict[str, Any] = {"by": None, "now": NOW}


@pytest.fixture
def evening(evening: Event) -> Event:
    """Next week's, for two players, with all that people read who sign up."""
    Event.objects.filter(pk=evening.pk).update(date=timezone.localdate() + timedelta(days=7), price=3)
    event = Event.objects.get(pk=evening.pk)
    set_sign_up(event, is_open=True, places=2, **BY)
    change_settings(event, {"begins_at": time(19), "venue": "The Swan", "to_bring": "A pen"}, **BY)
    return Event.objects.get(pk=evening.pk)


def sign_up_by_phone(event: Event, name: str) -> tuple[Client, SignUp]:
    phone = Client()
    phone.post(reverse("sign_up", args=[event.pk]), {"name": name})
    return phone, SignUp.objects.get(name=name)


def words_of(phone: Client, address: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", markup(phone.get(address)).partition("<main")[2]).split())


def code_on(page: str) -> str:
    found = re.search(r"\b[A-Z0-9]{3}-[A-Z0-9]{3}\b", page)
    assert found
    return found[0]


def test_the_confirmation_has_day_time_venue_price_and_what_to_bring(evening: Event) -> None:
    phone, signed = sign_up_by_phone(evening, "Ann Ash")
    own = words_of(phone, reverse("own_sign_up", args=[evening.pk, signed.token]))
    day = f"{evening.date:%A} {evening.date.day} {evening.date:%B %Y}"
    assert f"When {day}, 19:00 Where The Swan Price 3.00 Bring A pen" in own
    assert f"You are on the list for {day}, 19:00: number 1 of 1." in own


def test_a_phone_that_signed_up_is_known_on_the_start_page_until_it_is_told_to_forget(evening: Event) -> None:
    sign_up(evening, "Zoe", **BY)
    phone, signed = sign_up_by_phone(evening, "Ann Ash")
    own_page = reverse("own_sign_up", args=[evening.pk, signed.token])
    for address in (reverse("home"), reverse("me")):
        assert "19:00: number 2 of 2. Ann Ash · Kent evening" in words_of(phone, address)
        assert "Sign up for a coming evening" not in words_of(phone, address)
        assert own_page in markup(phone.get(address))
        assert "Ann Ash" not in words_of(Client(), address)
    phone.post(own_page, {"action": "forget"})
    assert "Ann Ash" not in words_of(phone, reverse("home"))
    assert SignUp.objects.get(pk=signed.pk).cancelled_at is None


def test_whoever_is_on_the_list_reads_so_first_and_signs_up_somebody_else_below(evening: Event) -> None:
    phone, _signed = sign_up_by_phone(evening, "Ann Ash")
    page = reverse("sign_up", args=[evening.pk])
    first, _summary, below = words_of(phone, page).partition("Sign up somebody else")
    assert "You are signed up You are on the list for " in first
    assert "number 1 of 1. Ann Ash · Kent evening My page Change or cancel Kent evening When " in first
    assert below.startswith(" 1 place left. Name Sign up")
    assert 'class="button primary">Sign up' not in markup(phone.get(page))
    assert "Sign up Kent evening When " in words_of(Client(), page)
    refused = markup(phone.post(page, {"name": "Ann Ash"})).partition("<details")[2]
    assert "already" in refused.partition("open>")[2]


def test_before_the_door_opens_my_page_says_when_where_and_what_to_bring(evening: Event) -> None:
    phone, _signed = sign_up_by_phone(evening, "Ann Ash")
    page, when = f"{reverse('me')}?e={evening.pk}", f"When {evening.date:%A} {evening.date.day}"
    own, strangers = words_of(phone, page), words_of(Client(), page)
    assert "number 1 of 1. Ann Ash · Kent evening Change or cancel When " in own
    assert "19:00 Where The Swan Price 3.00 Bring A pen The door is not open yet. Tell the door when" in own
    assert when in strangers
    assert "Bring A pen The door is not open yet. Give your name at the door" in strangers
    Event.objects.filter(pk=evening.pk).update(locked_at=NOW)
    assert "Bring A pen This evening is over." in words_of(Client(), page)


def test_another_phone_opens_a_sign_up_by_its_code_which_the_desk_reads_too(evening: Event, director: Account) -> None:
    phone, signed = sign_up_by_phone(evening, "Ann Ash")
    own_page = reverse("own_sign_up", args=[evening.pk, signed.token])
    code = code_on(words_of(phone, own_page))
    desk = Client()
    desk.force_login(director)
    assert code_on(words_of(desk, reverse("sign_ups", args=[evening.pk]))) == code
    other, find = Client(), reverse("find_sign_up")
    assert find in markup(other.get(reverse("sign_up", args=[evening.pk])))
    assert other.post(find, {"code": code.lower().replace("-", " ")}).url == own_page
    assert "Ann Ash · Kent evening" in words_of(other, reverse("home"))
    wrong = other.post(find, {"code": "DFG-HJK"})
    assert wrong.status_code == 422
    assert "No coming or recent evening has this code." in markup(wrong)
    assert "A code has 6 letters and digits" in markup(other.post(find, {"code": "12"}))


def test_the_next_morning_the_code_opens_ones_page_of_the_evening_on_a_second_phone(
    evening: Event, director: Account
) -> None:
    phone, signed = sign_up_by_phone(evening, "Ann Ash")
    code = code_on(words_of(phone, reverse("own_sign_up", args=[evening.pk, signed.token])))
    Event.objects.update(date=timezone.localdate())
    enter_players(Event.objects.get(), ["Ann Ash", "Bea"], by=director, now=timezone.now())
    second, find, page = Client(), reverse("find_sign_up"), f"{reverse('me')}?e={evening.pk}"
    Event.objects.update(date=timezone.localdate() - timedelta(days=31), locked_at=timezone.now())
    assert find in markup(second.get(reverse("sign_up", args=[evening.pk])))
    assert second.post(find, {"code": code}).url == page
    assert "Ann Ash" in markup(second.get(page)).partition("</h1>")[0].partition("<h1")[2]
    assert "This evening is over. Thank you for playing." in words_of(second, page)
    Event.objects.update(date=timezone.localdate() - timedelta(days=32))
    assert Client().post(find, {"code": code}).status_code == 422


def test_whoever_cancelled_signs_up_again_without_typing_the_name(evening: Event) -> None:
    phone, signed = sign_up_by_phone(evening, "Ann Ash")
    own_page = reverse("own_sign_up", args=[evening.pk, signed.token])
    again = f"{reverse('sign_up', args=[evening.pk])}?again={signed.token}"
    assert 'value="Ann Ash"' not in markup(phone.get(again))
    phone.post(own_page)
    assert f'href="{again}"' in markup(phone.get(own_page))
    assert 'value="Ann Ash"' in markup(phone.get(again))
    assert "Ann Ash" not in markup(Client().get(again.replace(signed.token, "nobody")))


def test_codes_cannot_be_guessed_one_after_the_other(evening: Event) -> None:
    stranger, find = Client(), reverse("find_sign_up")
    answers = [stranger.post(find, {"code": "DFG-HJK"}).status_code for _guess in range(11)]
    assert answers == [422] * 10 + [429]


def test_on_the_night_the_phone_shows_its_owners_page_without_a_code(evening: Event, director: Account) -> None:
    phone, signed = sign_up_by_phone(evening, "Ann Ash")
    Event.objects.filter(pk=evening.pk).update(date=timezone.localdate())
    tonight = Event.objects.get(pk=evening.pk)
    assert f"{reverse('me')}?e={evening.pk}" in markup(phone.get(reverse("home")))
    assert "Ann Ash · Kent evening" in words_of(phone, reverse("me"))
    enter_players(tonight, ["Ann Ash", "Bea"], by=director, now=timezone.now())
    own = markup(phone.get(reverse("me")))
    assert "<h1" in own
    assert "Ann Ash" in own.partition("</h1>")[0].partition("<h1")[2]
    player = signed.event.entries.get(player__name="Ann Ash").player_id
    phone.post(reverse("me"), {"not_me": player})
    assert "Ann Ash" not in markup(phone.get(reverse("me"))).partition("</h1>")[0]


def test_with_the_seats_out_the_start_page_says_table_and_opponents_of_who_signed_up(
    evening_of: Callable[..., Evening],
) -> None:
    night = evening_of(8)
    Event.objects.update(date=timezone.localdate())
    event = Event.objects.get()
    set_sign_up(event, is_open=True, places=None, **BY)
    phone, _signed = sign_up_by_phone(Event.objects.get(), "Ann Ash")
    assert "You are on the list for" in words_of(phone, reverse("home"))
    night.event.refresh_from_db()
    night.begun()
    match = next(each for each in night.matches(1) if night.entry("Ann Ash") in players_of(each))
    other = next(one.name for one in players_of(match) if one.name != "Ann Ash")
    said = f"Table {match.table.number}, against {other} Ann Ash · Hour 1 · Kent evening My page"
    home = words_of(phone, reverse("home"))
    assert (said in home, "You are on the list for" in home, home.count("My page")) == (True, False, 1)
    assert "against" not in words_of(Client(), reverse("home"))
    Event.objects.update(locked_at=NOW)
    assert said not in words_of(phone, reverse("home"))


@pytest.mark.parametrize("forgets_on", ["my page", "the sign-up"])
def test_one_press_makes_the_phone_forget_its_owner_on_every_page(
    evening: Event, director: Account, forgets_on: str
) -> None:
    phone, signed = sign_up_by_phone(evening, "Ann Ash")
    Event.objects.filter(pk=evening.pk).update(date=timezone.localdate())
    enter_players(Event.objects.get(pk=evening.pk), ["Ann Ash", "Bea"], by=director, now=timezone.now())
    assert "Forget me on this phone" in words_of(phone, reverse("me"))  # which renews the name on the phone
    if forgets_on == "my page":
        left = phone.post(reverse("me"), {"forget": ""})
    else:
        left = phone.post(reverse("own_sign_up", args=[evening.pk, signed.token]), {"action": "forget"})
    assert left.url == reverse("home")
    assert "This phone has forgotten you. Your sign-ups are still on the list." in markup(phone.get(left.url))
    for address in (reverse("home"), reverse("me")):
        shown = words_of(phone, address)
        assert "Forget me" not in shown
        assert "You are on the list for" not in shown
    assert "Where do I sit?" in markup(phone.get(reverse("me"))).partition("</h1>")[0]
    assert SignUp.objects.get(pk=signed.pk).cancelled_at is None


def test_a_calendar_shows_the_evening_and_whether_there_is_a_place(evening: Event) -> None:
    first, _second = sign_up(evening, "Zoe", **BY), sign_up(evening, "Yan", **BY)
    phone, signed = sign_up_by_phone(evening, "Ann Ash")
    feed = reverse("sign_up_ics", args=[signed.token])

    def lines() -> list[str]:
        text: str = phone.get(feed).content.decode().replace("\r\n ", "")
        return [line for line in text.splitlines() if line.startswith(("SUMMARY", "LOCATION", "DTSTART", "STATUS"))]

    start = f"{evening.date:%Y%m%d}T190000"
    assert [line for line in lines() if start in line]
    assert "SUMMARY:Kent evening (waiting list)" in lines()
    own_page, moved = reverse("own_sign_up", args=[evening.pk, signed.token]), "You moved up from the waiting list."
    assert moved not in words_of(phone, own_page)
    assert f'href="webcal://testserver{feed}"' in markup(phone.get(own_page))
    cancel_sign_ups(evening, [first.pk], by=None, now=timezone.now())
    assert "SUMMARY:Kent evening" in lines()
    assert f"{moved} You are on the list for " in words_of(phone, own_page)
    assert "LOCATION:The Swan" in lines()
    assert "STATUS:CONFIRMED" in lines()
    cancel_sign_ups(evening, [signed.pk], by=None, now=timezone.now())
    assert "STATUS:CANCELLED" in lines()
    assert phone.get(reverse("sign_up_ics", args=["nobody"])).status_code == 404


def test_the_secretary_copies_a_message_to_those_who_moved_up(evening: Event, director: Account) -> None:
    first = sign_up(evening, "Zoe", **BY)
    sign_up(evening, "Yan", **BY)
    sign_up(evening, "Ann", **BY)
    desk, page = Client(), reverse("sign_ups", args=[evening.pk])
    desk.force_login(director)
    assert "moved up" not in markup(desk.get(page))
    cancel_sign_ups(evening, [first.pk], by=None, now=NOW + timedelta(hours=1))
    shown = desk.get(page).content.decode()
    assert "1 sign-up moved up from the waiting list" in shown
    assert shown.partition("readonly>")[2].partition("</textarea>")[0].split("\n")[1:] == ["Ann", ""]


def test_the_secretary_says_when_where_and_what_to_bring(evening: Event, director: Account) -> None:
    desk, page = Client(), reverse("sign_ups", args=[evening.pk])
    desk.force_login(director)
    told = {"action": "settings", "is_open": "yes", "places": "", "begins_at": "18:30", "venue": "The  Oak"}
    desk.post(page, {**told, "to_bring": ""})
    event = Event.objects.get(pk=evening.pk)
    assert (event.begins_at, event.venue, event.to_bring) == (time(18, 30), "The Oak", "")
    log = words_of(desk, reverse("log", args=[evening.pk]))
    assert "beginning: 19:00 → 18:30" in log
    assert "what to bring: A pen → –" in log


def test_a_namesake_who_is_here_is_not_who_signed_up(evening: Event) -> None:
    """One Ann Ash signs up, and the other comes first. A sign-up that says no more than the name is neither's."""
    own, other = (Player.objects.create(club=evening.club, name="Ann Ash", note=note) for note in ("", "Red"))
    signed = sign_up(evening, "Ann Ash", person=own, **BY)
    enter_players(evening, [other], **BY)
    assert (expected_at_door(evening), entered_people_of(evening)) == (["Ann Ash"], {})
    enter_players(evening, [own], **BY)
    assert (expected_at_door(evening), entered_people_of(evening)) == ([], {signed.token: (own.pk, "Ann Ash")})
    SignUp.objects.filter(pk=signed.pk).update(person=None)
    assert entered_people_of(evening) == {}
