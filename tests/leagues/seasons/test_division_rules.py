"""A new division takes over the rules of another one, and rules that differ between divisions are said."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.leagues.test_league_pages import words
from tests.leagues.test_leagues import NOW
from tournament.leagues.services.leagues import change_league, open_league
from tournament.models import Account, League

BY: dict[str, Any] = {"by": None, "now": NOW}
RULES = {"win": Decimal(3), "per_game": Decimal("0.5"), "race_to": 18, "tables": 3, "agree_hours": None}


@pytest.fixture
def first(db: None) -> League:
    return open_league({"name": "Central", "season": "2027", "division": 1, "relegated": 2, **RULES}, **BY)


@pytest.fixture
def secretary(first: League) -> Client:
    client = Client()
    client.force_login(Account.objects.create_user("Sam", club=first.club, role="secretary"))
    return client


def sent_by(form: Any) -> dict[str, Any]:
    """Returns what a browser sends of a form that nobody has changed."""
    return {each.name: each.value() for each in form if each.value() not in (None, False)}


def test_a_new_division_takes_over_the_rules_of_another_by_one_choice(first: League, secretary: Client) -> None:
    address = reverse("league_new")
    assert f"{address}?as={first.pk}" in secretary.get(address).content.decode()
    page = secretary.get(address, {"as": first.pk})
    assert "Rules as in: Central 2027, Division 1" in words(page)
    assert "A match won gives 3 league points, a draw 1 and a loss 0. For example, 18–16 gives 12 points" in words(page)
    assert secretary.post(f"{address}?as={first.pk}", sent_by(page.context["form"])).status_code == 302
    new = League.objects.get(division=2)
    assert {name: getattr(new, name) for name in RULES} == RULES
    assert (new.name, new.season, new.relegated) == ("Central", "2027", 0)


def test_changing_the_rules_of_a_division_says_in_what_others_differ(first: League, secretary: Client) -> None:
    second = open_league({"name": "Central", "season": "2027", "division": 2, **RULES}, **BY)
    open_league({"name": "Central", "season": "2026", "division": 2}, **BY)
    address = reverse("league_rules", args=[first.pk])
    page = secretary.get(address)
    assert "differs" not in words(page)
    sent = sent_by(page.context["form"]) | {"win": "2", "tables": "4"}
    saved = secretary.post(address, sent, follow=True)
    differing = "Division 2 differs: League points for a match won, Tables in a match."
    assert f"Saved. The table now follows these rules. {differing}" in words(saved)
    assert differing in words(secretary.get(address))
    change_league(second, {"win": Decimal(2), "tables": 4}, **BY)
    assert "differs" not in words(secretary.get(address))
