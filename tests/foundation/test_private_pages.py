"""What only some may see stays in no browser's memory: every address of the app is asked, by everybody who may come."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.conftest import ADDRESSES, signed_in
from tests.evenings import Evening, by_lot
from tournament.event.services.events import show_standings
from tournament.foundation.guards import IS_PUBLIC
from tournament.models import Entry, League, Match, TableCode

evening_of = evenings.evening_of
NAMES = [str(pattern.name) for pattern in ADDRESSES]
VIEWS = {str(pattern.name): pattern.callback for pattern in ADDRESSES}
PUBLIC = [name for name in NAMES if hasattr(VIEWS[name], IS_PUBLIC)]


@pytest.fixture
def evening(evening_of) -> Evening:
    evening = evening_of(8).begun()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    evening.second()
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    return evening


@pytest.fixture
def addresses(evening) -> dict[str, str]:
    """Every one of the app, of what is there wherever a number can be that of something."""
    league = League.objects.create(club=evening.event.club, name="League", season="2026", shown=True)
    match = Match.objects.filter(table__number=1)[0]
    known = {
        **{"match": match.pk, "entry": Entry.objects.all()[0].pk, "hour": 1, "number": 1, "page": 0, "press": "now"},
        **{"document": "seating-by-name", "code": TableCode.objects.get(table_number=1, revoked_at=None).code},
    }
    found = {}
    for pattern in ADDRESSES:
        own = {"pk": league.pk if "leagues/" in str(pattern.pattern) else evening.event.pk}
        named = {name: (known | own).get(name, 1) for name in pattern.pattern.converters}
        found[str(pattern.name)] = reverse(str(pattern.name), kwargs=named)
    return found


def kept_of(ask: Callable[[], Client], addresses: dict[str, str], names: list[str]) -> dict[str, str]:
    """Addresses of which a browser may keep what it gets, with what it is told about that; `ask` makes the browser."""
    told = {name: ask().get(addresses[name]).headers.get("Cache-Control", "") for name in names}
    return {name: said for name, said in told.items() if "no-store" not in said}


def test_every_address_has_a_name_of_its_own_so_that_none_is_left_out_here(addresses):
    assert len(VIEWS) == len(ADDRESSES) == len(addresses)


@pytest.mark.parametrize("who", ["scorer", "director"])
def test_nothing_that_somebody_sees_who_has_signed_in_is_stored(evening, addresses, who):
    assert kept_of(lambda: signed_in(evening, who), addresses, NAMES) == {}


def test_nothing_is_stored_of_a_page_that_needs_an_account_or_a_code_whoever_asks(addresses):
    private = [name for name in NAMES if name not in PUBLIC]
    assert len(private) > 60
    assert kept_of(Client, addresses, private) == {}


@pytest.mark.parametrize("cookie", ["session", "screen", "me"])
def test_nothing_is_stored_that_was_asked_for_with_a_cookie_of_somebody_s_own(addresses, cookie):
    def somebody() -> Client:
        client = Client()
        client.cookies[f"{settings.COOKIES}-{cookie}"] = "somebody"
        return client

    assert kept_of(somebody, addresses, PUBLIC) == {}


def test_nothing_is_stored_of_a_page_that_is_not_there(addresses):
    assert Client().get("/nothing/here/").headers["Cache-Control"] == "no-store"


def test_what_everybody_gets_alike_may_be_kept(addresses):
    assert {"seats", "standings", "guide"} <= kept_of(Client, addresses, PUBLIC).keys()
