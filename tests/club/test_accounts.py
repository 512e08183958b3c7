"""Who gets in, with which password, and who may let others in."""

import pytest
from django.test import Client

from tests.conftest import NOW
from tournament.club.services import (
    ClubNameTaken,
    NoDirectorAnyMore,
    change_role,
    close_account,
    issue_password,
    make_account,
)
from tournament.models import Account, Event, LogEntry

SECRET = "turn the jack"


def _sign_in(client: Client, password: str, name: str = "Dora", to: str = "") -> tuple[int, str]:
    answer = client.post("/sign-in/", {"username": name, "password": password, "next": to})
    return answer.status_code, answer.headers.get("Location", "")


@pytest.mark.parametrize(("name", "password"), [("Dora", "wrong"), ("Nobody", SECRET), ("Closed", SECRET)])
def test_a_wrong_sign_in_says_the_same_whatever_was_wrong(
    client: Client, director: Account, name: str, password: str
) -> None:
    Account.objects.create_user("Closed", password=SECRET, is_active=False)
    answer = client.post("/sign-in/", {"username": name, "password": password})
    assert (answer.status_code, answer.context["form"].non_field_errors()) == (
        422,
        ["Wrong name or password. Try again, or ask the director for a new password."],
    )
    assert f'value="{name}"' in answer.content.decode()


def test_a_director_comes_to_the_evenings_and_a_scorer_to_tonight(
    client: Client, director: Account, scorer: Account
) -> None:
    assert _sign_in(client, SECRET) == (302, "/events/")
    assert _sign_in(client, SECRET, "Sam") == (302, "/")


def test_who_was_sent_to_sign_in_goes_on_where_they_were_but_never_to_another_site(
    client: Client, director: Account
) -> None:
    assert _sign_in(client, SECRET, to="/e/1/door/") == (302, "/e/1/door/")
    assert _sign_in(client, SECRET, to="https://elsewhere.test/") == (302, "/events/")


def test_signing_out_needs_a_press(as_director: Client) -> None:
    assert as_director.get("/sign-out/").status_code == 405
    assert as_director.post("/sign-out/").headers["Location"] == "/"
    assert as_director.get("/accounts/").headers["Location"] == "/sign-in/?next=/accounts/"


def test_a_one_time_password_is_changed_before_anything_else(client: Client, director: Account) -> None:
    Account.objects.update(one_time_password=True)
    assert _sign_in(client, SECRET) == (302, "/new-password/")
    assert client.get("/accounts/").headers["Location"] == "/new-password/"
    refused = client.post("/new-password/", {"new_password1": "short", "new_password2": "short"})
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["new_password2"])
    chosen = {"new_password1": "elder hand begs", "new_password2": "elder hand begs"}
    assert client.post("/new-password/", chosen).headers["Location"] == "/events/"
    assert client.get("/accounts/").status_code == 200
    director.refresh_from_db()
    assert (director.one_time_password, director.check_password("elder hand begs")) == (False, True)


def test_a_one_time_password_is_not_chosen_again(client: Client, director: Account) -> None:
    Account.objects.update(one_time_password=True)
    _sign_in(client, SECRET)
    answer = client.post("/new-password/", {"new_password1": SECRET, "new_password2": SECRET})
    assert (answer.status_code, answer.context["form"].errors) == (
        422,
        {"new_password1": ["That password works once, and others may have heard it. Choose your own."]},
    )


def test_accounts_are_the_directors_business(client: Client, as_scorer: Client, as_director: Client) -> None:
    answers = [each.get("/accounts/").status_code for each in (client, as_scorer, as_director)]
    assert answers == [302, 403, 200]


def test_a_new_scorer_gets_a_password_that_is_shown_once_and_works_once(client: Client, as_director: Client) -> None:
    page = as_director.post("/accounts/", {"name": " Sue  Ellen ", "role": "scorer"}, follow=True)
    issued = page.context["issued"]
    assert (issued["name"], issued["password"] in page.content.decode()) == ("Sue Ellen", True)
    assert "no-store" in page.headers["Cache-Control"]
    assert issued["password"] not in as_director.get("/accounts/").content.decode()
    assert _sign_in(client, issued["password"], "Sue Ellen") == (302, "/new-password/")


def test_a_name_that_is_taken_is_refused_beside_its_box(as_director: Client) -> None:
    answer = as_director.post("/accounts/", {"name": "dora", "role": "director"})
    assert (answer.status_code, answer.context["form"].errors) == (
        422,
        {"name": ["There is already an account with this name."]},
    )


def test_a_new_password_replaces_the_lost_one_and_a_closed_account_is_out(
    client: Client, as_director: Client, as_scorer: Client, scorer: Account
) -> None:
    page = as_director.post("/accounts/", {"account": scorer.pk, "action": "issue"}, follow=True)
    assert _sign_in(client, SECRET, "Sam")[0] == 422
    assert as_scorer.get("/accounts/").status_code == 302
    assert _sign_in(client, page.context["issued"]["password"], "Sam") == (302, "/new-password/")
    as_director.post("/accounts/", {"account": scorer.pk, "action": "deactivate"})
    assert client.get("/new-password/").headers["Location"] == "/sign-in/?next=/new-password/"


def test_the_same_name_pressed_twice_makes_one_account(db: None) -> None:
    by = {"by": None, "now": NOW}
    make_account("Sue", role=Account.Role.SCORER, password="first", **by)
    with pytest.raises(ClubNameTaken):
        make_account("SUE", role=Account.Role.DIRECTOR, password="second", **by)
    assert list(Account.objects.values_list("username", "role")) == [("Sue", "scorer")]


@pytest.mark.parametrize("account", ["", "abc", "\x00", "1.5", "9" * 30, "9" * 5000])
def test_an_account_that_nobody_can_have_is_not_found(as_director: Client, account: str) -> None:
    assert as_director.post("/accounts/", {"account": account, "action": "issue"}).status_code == 404


@pytest.fixture
def other(db: None) -> Account:
    return Account.objects.create_user("Olga", role=Account.Role.DIRECTOR)


def test_a_director_changes_what_somebody_does_from_their_next_click_on(
    as_director: Client, as_scorer: Client, scorer: Account
) -> None:
    pressed = {"account": scorer.pk, "action": "role", "role": "secretary"}
    page = as_director.post("/accounts/", pressed, follow=True)
    assert "Sam’s role is now: secretary." in page.content.decode()
    assert as_scorer.get("/events/").status_code == 200
    assert as_director.post("/accounts/", pressed | {"role": "queen"}).status_code == 404
    said = LogEntry.objects.filter(action="change_role").values_list("before__role", "after__role", "by__username")
    assert list(said) == [("scorer", "secretary", "Dora")]
    as_director.post("/accounts/", pressed)
    assert said.count() == 1


def test_a_director_is_always_left(as_director: Client, director: Account, other: Account) -> None:
    pressed = {"account": director.pk, "action": "role", "role": "scorer"}
    refused = as_director.post("/accounts/", pressed)
    assert (refused.status_code, "Nobody changes their own role" in refused.content.decode()) == (409, True)
    by = {"by": director, "now": NOW}
    change_role(other, Account.Role.SCORER, **by)
    for do in (
        lambda: change_role(director, Account.Role.SCORER, by=other, now=NOW),
        lambda: close_account(director, by=other, now=NOW),
        lambda: issue_password(director, password="overheard", by=other, now=NOW),
        lambda: make_account("Eve", role=Account.Role.DIRECTOR, password="overheard", by=other, now=NOW),
    ):
        with pytest.raises(NoDirectorAnyMore):
            do()
    director.refresh_from_db()
    assert (director.role, director.is_active, director.check_password(SECRET)) == ("director", True, True)


def test_the_secretary_comes_to_the_evenings_whose_doors_they_keep(client: Client, seven: Event) -> None:
    Account.objects.create_user("Sue", password=SECRET, role=Account.Role.SECRETARY)
    assert _sign_in(client, SECRET, "Sue") == (302, "/events/")
    page = client.get("/events/").content.decode()
    assert f'href="/e/{seven.pk}/door/"' in page
    assert [link in page for link in ("/accounts/", "/events/new/", f'href="/e/{seven.pk}/"', "/club/")] == [
        *[False] * 3,
        True,
    ]


def test_who_signs_in_again_to_press_a_button_comes_back_to_its_page(client: Client, seven: Event) -> None:
    at, show = f"http://testserver/e/{seven.pk}/", f"/e/{seven.pk}/show/"
    places = [
        client.post(show, headers={"referer": page}).url for page in (f"{at}?a=1", "http://elsewhere.test/x/", "")
    ]
    assert places == [f"/sign-in/?next=/e/{seven.pk}/%3Fa%3D1", f"/sign-in/?next={show}", f"/sign-in/?next={show}"]


def test_nobody_closes_their_own_account(as_director: Client, director: Account) -> None:
    assert as_director.post("/accounts/", {"account": director.pk, "action": "deactivate"}).status_code == 409
    director.refresh_from_db()
    assert director.is_active


def test_the_accounts_page_asks_as_often_for_thirty_as_for_one(
    as_director: Client, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    with django_assert_num_queries(3):
        as_director.get("/accounts/")
    for number in range(30):
        Account.objects.create_user(f"Scorer {number}")
    with django_assert_num_queries(3):
        as_director.get("/accounts/")
