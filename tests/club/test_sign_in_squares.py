"""One-time squares: signed in by scanning, once, for two minutes."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import segno
import time_machine
from django.test import Client

from tournament.club.services import SquareUsed, issue_password, use_square
from tournament.club.sign_in_attempts import BY_NAME_AND_ADDRESS
from tournament.club.sign_in_squares import VALID_FOR, account_of_token, make_square, token_of
from tournament.models import Account
from tournament.web.hosts import hall_addresses

SEVEN = datetime(2025, 3, 14, 19, 0, tzinfo=UTC)
PHONE = "192.168.1.50"


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(SEVEN, tick=False) as clock:
        yield clock


def link_to(account: Account) -> str:
    """As the square has it."""
    account.refresh_from_db()
    return f"/sign-in/{token_of(account, datetime.now(UTC) + VALID_FOR)}/"


def test_a_scorer_scans_presses_once_and_is_signed_in_without_a_password(scorer: Account) -> None:
    phone, link = Client(REMOTE_ADDR=PHONE), link_to(scorer)
    page = phone.get(link)
    assert "This device will be signed in as <strong>Sam</strong>, scorer." in page.content.decode()
    assert "no-store" in page.headers["Cache-Control"]
    assert phone.get(link).status_code == 200  # an app that looks first uses nothing up
    assert phone.post(link).headers["Location"] == "/"
    assert phone.session["_auth_user_id"] == str(scorer.pk)


@pytest.mark.parametrize("minutes", [2, 60])
def test_a_square_works_once_and_for_two_minutes(scorer: Account, clock: time_machine.Traveller, minutes: int) -> None:
    link = link_to(scorer)
    assert Client().post(link).status_code == 302
    late = link_to(scorer)
    clock.shift(timedelta(minutes=minutes))
    for used in (link, late):
        for answer in (Client().get(used), Client().post(used)):
            assert answer.status_code == 404
            assert "This QR code has already been used, or is more than 2 minutes old." in answer.content.decode()


def test_any_other_sign_in_new_password_or_closed_account_makes_a_square_invalid(scorer: Account) -> None:
    link = link_to(scorer)
    Client().force_login(scorer)
    assert Client().post(link).status_code == 404
    link = link_to(scorer)
    issue_password(scorer, password="another one", by=None, now=SEVEN)
    assert Client().post(link).status_code == 404
    link = link_to(scorer)
    Account.objects.update(is_active=False)
    assert Client().post(link).status_code == 404


def test_nobody_makes_a_square_of_another_or_lengthens_it(scorer: Account, director: Account) -> None:
    token = token_of(scorer, SEVEN + VALID_FOR)
    pk, seconds, mark = token.split("-")
    others = [f"{director.pk}-{seconds}-{mark}", f"{pk}-{int(seconds) - 1}-{mark}", token[:-1], f"{token}a"]
    others += [token.upper(), "", "-", "--", "1-2", f"{'9' * 30}-1-a", "é-1-a", token_of(scorer, SEVEN + 2 * VALID_FOR)]
    assert [account_of_token(each, SEVEN) for each in [token, *others]] == [scorer, *[None] * len(others)]


def test_two_who_scan_at_once_are_not_both_signed_in(scorer: Account) -> None:
    token = token_of(scorer, SEVEN + VALID_FOR)
    assert use_square(token, now=SEVEN) == scorer
    with pytest.raises(SquareUsed):
        use_square(token, now=SEVEN)


def test_a_one_time_password_that_was_never_used_is_none_after_a_square(scorer: Account) -> None:
    issue_password(scorer, password="heard by others", by=None, now=SEVEN)
    phone = Client(REMOTE_ADDR=PHONE)
    assert phone.post(link_to(scorer)).headers["Location"] == "/"
    assert phone.get("/").wsgi_request.user == scorer
    scorer.refresh_from_db()
    assert (scorer.one_time_password, scorer.has_usable_password()) == (False, False)
    assert Client().post("/sign-in/", {"username": "Sam", "password": "heard by others"}).status_code == 422


def test_whoever_must_wait_after_wrong_passwords_comes_in_by_a_square_and_is_known_then(scorer: Account) -> None:
    for number in range(BY_NAME_AND_ADDRESS.limit + 1):
        Client(REMOTE_ADDR=PHONE).post("/sign-in/", {"username": "Sam", "password": f"wrong {number}"})
    phone, right = Client(REMOTE_ADDR=PHONE), {"username": "Sam", "password": "turn the jack"}
    assert phone.post("/sign-in/", right).status_code == 422
    assert phone.post(link_to(scorer)).status_code == 302
    phone.post("/sign-out/")
    assert phone.post("/sign-in/", right).status_code == 302


def test_the_director_shows_squares_and_nobody_else(
    client: Client, as_scorer: Client, as_director: Client, scorer: Account
) -> None:
    page = f"/accounts/{scorer.pk}/square/"
    assert f'action="{page}"' in as_director.get("/accounts/").content.decode()
    assert [each.post(page).status_code for each in (client, as_scorer)] == [302, 403]
    assert [as_director.get(page).status_code, as_director.post("/accounts/999/square/").status_code] == [405, 404]
    shown = as_director.post(page, headers={"host": "localhost:8000"})
    assert (shown.status_code, "no-store" in shown.headers["Cache-Control"]) == (200, True)
    words = shown.content.decode()
    if hall_addresses():
        assert words.count("<svg") > 1
        assert re.search(
            r"It works once, and until \d\d:02:00. The first person to scan it is signed in as Sam.", words
        )
    else:
        assert "This computer is not on a network" in words


def test_a_square_leads_to_the_hall(scorer: Account) -> None:
    made = make_square(scorer, address="http://192.168.1.20:8000", now=SEVEN)
    link = f"http://192.168.1.20:8000/sign-in/{token_of(scorer, SEVEN + VALID_FOR)}/"
    drawn = segno.make(link, error="m", micro=False).svg_inline(border=4, omitsize=True)
    assert (made.account, made.valid_until, made.picture) == (scorer, SEVEN + VALID_FOR, drawn)


def test_the_sign_in_page_says_what_crosses_the_hall_but_not_at_this_computer(db: None) -> None:
    said = "Passwords cross the hall’s Wi-Fi unencrypted"
    pages = [each.get("/sign-in/").content.decode() for each in (Client(REMOTE_ADDR=PHONE), Client())]
    assert [said in page for page in pages] == [True, False]
