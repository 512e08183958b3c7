"""An evening at the door, and clients for those who may look: nobody in particular, a scorer, a director."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client

from tests import evenings, round_evenings
from tests.evenings import Evening
from tournament.models import Account, Club, Event
from tournament.services.enter import enter_players
from tournament.services.events import create_event

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of

NOW = datetime(2025, 3, 14, 19, 0, tzinfo=UTC)
NAMES = [
    *("Ann", "Bea", "Cy", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Max", "Nan", "Oz", "Pat"),
    *("Quin", "Ray", "Sid", "Tess", "Una", "Val", "Win", "Xan", "Yas", "Zoe", "Abe", "Bob", "Cal", "Dot"),
]


@pytest.fixture
def director(db: None) -> Account:
    return Account.objects.create_user("Dora", password="turn the jack", role=Account.Role.DIRECTOR)


@pytest.fixture
def scorer(db: None) -> Account:
    return Account.objects.create_user("Sam", password="turn the jack", role=Account.Role.SCORER)


@pytest.fixture
def as_director(director: Account) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def as_scorer(scorer: Account) -> Client:
    client = Client()
    client.force_login(scorer)
    return client


@pytest.fixture
def evening(db: None) -> Event:
    """Nobody has come yet."""
    club = Club.objects.create(name="Hartlip Card Club")
    return create_event(club, name="Kent evening", date=date(2025, 3, 14), by=None, now=NOW)


@pytest.fixture
def seven(evening: Event) -> Event:
    """Ann to Gus are here."""
    enter_players(evening, NAMES[:7], by=None, now=NOW)
    return evening


def signed_in(evening: Evening, who: str = "scorer") -> Client:
    """As the evening's scorer or director."""
    client = Client()
    client.force_login(getattr(evening, who))
    return client
