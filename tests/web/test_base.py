import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import URLPattern, path

from tournament.models import Account, Club, Event
from tournament.web import navigation

OF_AN_EVENT = ["event", "door", "clock", "clock_screen", "seats", "standings", "sheets", "results", "paper", "tables"]
OF_AN_EVENT += ["settings_of_event", "log", "undo", "restore_points", "raffle"]
OF_THE_CLUB = ["home", "sign_in", "sign_out", "events", "accounts", "leagues", "club", "club_log", "backups", "screens"]
OF_THE_CLUB += ["guide", "display", "people", "transfer", "seasons", "web_site", "data_sharing"]


def _page(request: HttpRequest, **_: Any) -> HttpResponse:
    return HttpResponse()


urlpatterns: list[URLPattern] = [path(f"{name}/", _page, name=name) for name in OF_THE_CLUB]
urlpatterns += [path(f"{name}/<int:pk>/", _page, name=name) for name in OF_AN_EVENT]
urlpatterns += [path("draw/<int:pk>/<int:hour>/", _page, name="draw"), path("draw/<int:pk>/", _page, name="draw_now")]


def _shown(user: Account | AnonymousUser, template: str = "web/base.html", **context: Any) -> str:
    request = RequestFactory().get("/seats/7/")
    request.user = user
    return render_to_string(template, context, request)


def _words_of_the_nav(page: str) -> list[str]:
    nav = page[page.index("<nav") : page.index("</nav>")]
    return re.findall(r">([A-Z][a-z ]+)<", nav)


def _evening() -> Event:
    return Event(pk=7, club=Club(name="Hartlip Card Club"), name="First Friday")


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("user", "words"),
    [
        (AnonymousUser(), ["Tonight", "Seats", "Standings", "Clock", "Sign in"]),
        (
            Account(role="scorer"),
            [
                *("Tonight", "Sheets", "Seats", "Standings", "More", "Clock", "Paper"),
                *("Seasons", "Leagues", "Help", "Sign out"),
            ],
        ),
        (
            Account(role="secretary"),
            [
                *("Tonight", "Door", "Seats", "Standings", "Clock", "More"),
                *("All evenings", "People", "Seasons", "Leagues", "Web site", "Club log", "The club"),
                *("Help", "Sign out"),
            ],
        ),
        (
            Account(role="director"),
            [
                *("Tonight", "Door", "Draw", "Results", "Standings", "More"),
                *(
                    "Clock",
                    "Sheets",
                    "Seats",
                    "Paper",
                    "Screens",
                    "Raffle",
                    "Tables and codes",
                    "Settings",
                    "Log",
                    "Undo",
                    "Restore points",
                ),
                *(
                    "All evenings",
                    "People",
                    "Seasons",
                    "Leagues",
                    "Web site",
                    "Club log",
                    "The club",
                    "Accounts",
                    "Backups",
                    "Export and import",
                    "Data for others",
                    "Help",
                    "Sign out",
                ),
            ],
        ),
    ],
)
def test_everyone_is_offered_the_pages_of_their_role(user: Account | AnonymousUser, words: list[str]) -> None:
    things_the_page_shows = dict.fromkeys(["draw", *OF_AN_EVENT[1:]], "a value of the page, not an address")
    assert _words_of_the_nav(_shown(user, **things_the_page_shows, event=_evening())) == words


@pytest.mark.urls(__name__)
def test_players_find_the_seasons_that_the_club_shows_in_the_menu_of_an_evening() -> None:
    event = _evening()
    event.club_shows_seasons = True  # type: ignore[attr-defined]
    words = ["Tonight", "Seats", "Standings", "Clock", "More", "Seasons", "Help", "Sign in"]
    assert _words_of_the_nav(_shown(AnonymousUser(), event=event)) == words


@pytest.mark.urls(__name__)
def test_a_director_between_evenings_is_offered_the_clubs_pages() -> None:
    assert _words_of_the_nav(_shown(Account(role="director"))) == [
        *("Tonight", "Evenings", "People", "Seasons", "More"),
        *("Leagues", "Web site", "Club log", "The club", "Accounts", "Backups", "Export and import", "Data for others"),
        *("Help", "Sign out"),
    ]


@pytest.fixture(autouse=True)
def _no_address_is_known_from_other_urls() -> Iterator[None]:
    navigation.address_of.cache_clear()
    yield
    navigation.address_of.cache_clear()


@pytest.mark.urls(__name__)
def test_the_page_one_is_on_is_marked() -> None:
    page = _shown(AnonymousUser(), event=_evening())
    assert re.findall(r'<a href="([^"]+)" aria-current="page">', page) == ["/seats/7/"]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("template", ["web/base.html", "web/error.html", "club/sign_in.html", "club/new_password.html"])
def test_no_page_carries_script_or_style_that_the_policy_forbids(template: str) -> None:
    page = _shown(AnonymousUser(), template, event=_evening(), form=Form())
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?://", page) == []
