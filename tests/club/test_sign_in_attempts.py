"""Wrong passwords from behind one shared address: who has to wait, and who never does."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client, override_settings

from tournament.club.sign_in_attempts import BY_DEVICE, BY_NAME, BY_NAME_AND_ADDRESS, COOKIE
from tournament.models import Account

SECRET = "turn the jack"
SEVEN = datetime(2025, 3, 14, 19, 0, tzinfo=UTC)
WRONG = "Wrong name or password. Try again, or ask the director for a new password."
HALL = "192.168.1.50"


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(SEVEN, tick=False) as clock:
        yield clock


def browser(address: str = HALL, **headers: str) -> Client:
    return Client(REMOTE_ADDR=address, headers=headers)


def try_password(client: Client, password: str, name: str = "Dora") -> str:
    """What is said, empty once signed in."""
    answer = client.post("/sign-in/", {"username": name, "password": password})
    if answer.status_code == 302:
        client.post("/sign-out/")
        return ""
    return str(answer.context["form"].non_field_errors()[0])


def waiting(minutes: int) -> str:
    return f"Too many wrong passwords. Wait {minutes} minute{'s' if minutes > 1 else ''}, then try again."


def guess(times: int, name: str = "Dora", address: str = HALL) -> set[str]:
    """By somebody who throws their cookies away."""
    return {try_password(browser(address), f"wrong {number}", name) for number in range(times)}


def test_ten_wrong_passwords_make_a_device_wait_five_minutes(director: Account, clock: time_machine.Traveller) -> None:
    own = browser()
    own.get("/sign-in/")
    assert [try_password(own, f"wrong {number}") for number in range(11)] == [WRONG] * 10 + [waiting(5)]
    clock.shift(timedelta(minutes=4))
    assert try_password(own, SECRET) == waiting(1)
    assert try_password(browser(), SECRET) == ""  # their neighbour
    clock.shift(timedelta(minutes=1))
    assert try_password(own, SECRET) == ""


def test_a_guest_locks_out_neither_the_directors_phone_nor_other_names_nor_this_computer(
    director: Account, scorer: Account
) -> None:
    own = browser()
    assert try_password(own, SECRET) == ""
    assert guess(BY_NAME_AND_ADDRESS.limit) == {WRONG}
    assert try_password(browser(), SECRET) == waiting(5)  # new to this name, at this address
    assert try_password(own, SECRET) == ""
    assert try_password(browser(), SECRET, "Sam") == ""
    assert try_password(browser("192.168.1.51"), SECRET) == ""
    assert try_password(Client(), SECRET) == ""


@pytest.mark.slow
def test_from_however_many_addresses_a_name_is_tried_forty_times_in_five_minutes(director: Account) -> None:
    own = browser()
    try_password(own, SECRET)
    said = [try_password(browser(f"10.0.0.{number}"), "wrong") for number in range(BY_NAME.limit + 1)]
    assert said == [WRONG] * BY_NAME.limit + [waiting(5)]
    assert (try_password(own, SECRET), try_password(Client(), SECRET)) == ("", "")


def test_a_known_device_has_ten_tries_too_and_they_stop_nobody_else(director: Account) -> None:
    own = browser()
    try_password(own, SECRET)
    assert [try_password(own, "wrong") for _time in range(11)] == [WRONG] * 10 + [waiting(5)]
    assert try_password(own, SECRET) == waiting(5)
    assert try_password(browser(), SECRET) == ""


def test_having_signed_in_as_one_is_no_key_to_another(director: Account, scorer: Account) -> None:
    guest = browser()
    assert try_password(guest, SECRET, "Sam") == ""
    assert [try_password(guest, "wrong") for _time in range(11)] == [WRONG] * 10 + [waiting(5)]
    guess(BY_NAME_AND_ADDRESS.limit - 10)
    other = browser()
    assert try_password(other, SECRET, "Sam") == ""
    assert try_password(other, SECRET) == waiting(5)


def test_a_cookie_that_somebody_wrote_is_no_device(director: Account) -> None:
    own = browser()
    try_password(own, SECRET)
    signed = own.cookies[COOKIE].value
    guess(BY_NAME_AND_ADDRESS.limit)
    for forged in (signed.replace(".", ".9", 1), f"abc.{director.pk}", signed[:-1], ""):
        guest = browser()
        guest.cookies[COOKIE] = forged
        assert try_password(guest, SECRET) == waiting(5)


@pytest.mark.slow
def test_names_that_nobody_has_are_refused_alike_and_soon_without_the_work_of_a_hash(
    director: Account, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    said = {try_password(browser(), "wrong", f"Nobody {number}") for number in range(BY_NAME_AND_ADDRESS.limit + 5)}
    assert said == {WRONG}
    with django_assert_num_queries(1):
        assert try_password(browser(), "wrong", "Nobody else") == WRONG
    assert try_password(browser(), SECRET) == ""


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via"])
def test_whoever_comes_through_a_proxy_on_this_computer_is_not_this_computer(director: Account, header: str) -> None:
    headers = {header: "10.0.0.1"}
    said = [try_password(browser("127.0.0.1", **headers), "wrong") for _time in range(BY_NAME_AND_ADDRESS.limit + 1)]
    assert said[-1] == waiting(5)
    with override_settings(HTTPS=True):
        assert try_password(Client(), SECRET) == waiting(5)
    assert try_password(Client(), SECRET) == ""


def test_a_device_is_told_by_a_cookie_that_only_the_sign_in_page_gets(director: Account) -> None:
    own = browser()
    own.get("/sign-in/")
    cookie = own.cookies[COOKIE]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (
        "/sign-in/",
        True,
        "Lax",
        400 * 24 * 60 * 60,
    )
    key = cookie.value.partition(":")[0]
    try_password(own, SECRET)
    assert own.cookies[COOKIE].value.partition(":")[0] == f"{key}.{director.pk}"
    assert BY_DEVICE.limit < BY_NAME_AND_ADDRESS.limit < BY_NAME.limit
