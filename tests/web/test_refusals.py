"""What every answer says to a browser, and the pages of what is not there, not allowed or broken."""

import logging
import re
from contextlib import closing

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from tests.conftest import ADDRESSES as pages
from tests.markup import markup


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("the secret of the trace")


urlpatterns = [*pages, path("broken/", broken)]
pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

POLICY = [
    *("base-uri 'none'", "connect-src 'self'", "default-src 'none'", "font-src 'self'", "form-action 'self'"),
    *(
        "frame-ancestors 'none'",
        "img-src 'self' data:",
        "manifest-src 'self'",
        "media-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
    ),
]
OTHERS = {"Referrer-Policy": "same-origin", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY"}


def _policy(answer: HttpResponse) -> list[str]:
    return sorted(answer.headers["Content-Security-Policy"].split("; "))


@pytest.mark.parametrize("address", ["/", "/sign-in/", "/events/", "/nowhere/", "/broken/"])
def test_every_answer_keeps_other_sites_out(client: Client, address: str) -> None:
    client.raise_request_exception = False
    answer = client.get(address)
    assert _policy(answer) == POLICY
    assert {name: answer.headers[name] for name in OTHERS} == OTHERS


def test_static_files_say_the_same_policy(client: Client) -> None:
    with closing(client.get("/static/img/suits.svg")) as answer:
        assert (answer.status_code, _policy(answer)) == (200, POLICY)


def test_cookies_are_for_the_server_alone(client: Client, director: object) -> None:
    client.post("/sign-in/", {"username": "Dora", "password": "turn the jack"})
    cookies = {re.sub("-[0-9a-f]{8}-", "-*-", name): cookie for name, cookie in client.cookies.items()}
    session = cookies["hangjack-*-session"]
    assert (bool(session["httponly"]), session["samesite"], session["domain"]) == (True, "Lax", "")
    assert sorted(cookies) == ["hangjack-*-csrf", "hangjack-*-device", "hangjack-*-session"]


@pytest.mark.parametrize(
    ("address", "host", "status", "heading"),
    [
        ("/nowhere/", "testserver", 404, "Page not found"),
        ("/e/999/standings/", "testserver", 404, "Page not found"),
        ("/broken/", "testserver", 500, "Something went wrong"),
        ("/", "elsewhere.test", 400, "Hangjack could not read this request"),
    ],
)
def test_a_refusal_is_a_page_of_the_house(
    client: Client, caplog: pytest.LogCaptureFixture, address: str, host: str, status: int, heading: str
) -> None:
    client.raise_request_exception = False
    answer = client.get(address, headers={"host": host})
    page = markup(answer)
    assert (answer.status_code, re.findall("<h1>(.*?)</h1>", page)) == (status, [heading])
    assert 'role="alert"' in page and "tokens" in page
    assert "Traceback" not in page and "secret" not in page


def test_a_fault_is_told_in_the_window_where_hangjack_runs(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.raise_request_exception = False
    with caplog.at_level(logging.ERROR, logger="django.request"):
        client.get("/broken/")
    assert "the secret of the trace" in caplog.text


def test_a_form_of_another_site_is_refused_in_words() -> None:
    answer = Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "Dora"})
    assert (answer.status_code, re.findall("<h1>(.*?)</h1>", markup(answer))) == (
        403,
        ["This page has expired"],
    )


def test_a_form_larger_than_any_of_ours_is_refused(client: Client) -> None:
    answer = client.post("/sign-in/", {"username": "D" * 3_000_000})
    assert (answer.status_code, re.findall("<h1>(.*?)</h1>", markup(answer))) == (
        400,
        ["Hangjack could not read this request"],
    )
    assert "send it in smaller parts" in markup(answer)
