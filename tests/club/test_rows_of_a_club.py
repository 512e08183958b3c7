"""Each row leads to its club, so that a second club on one server is a row more."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.evenings import NAMES, SEVEN
from tournament.club.queries import the_club
from tournament.club.services import make_account, make_club, save_club
from tournament.door.services.entries import enter_players
from tournament.event.services.events import open_evening
from tournament.leagues.services.leagues import open_league
from tournament.models import Account, Club, League, LogEntry, Player, Screen
from tournament.screens.services import open_screen

MODELS = [model for model in apps.get_app_config("tournament").get_models() if model is not Club]
BEFORE_A_CLUB = {Account, LogEntry, Screen}
"""That may be there before the club has a name."""


def way_to_club(model: type[Model]) -> str | None:
    """Names of fields as in "event__club", by the shortest way that every row has; None where there is none."""
    ways: list[tuple[type[Model], tuple[str, ...]]] = [(model, ())]
    seen = {model}
    for here, way in ways:
        if here is Club:
            return "__".join(way)
        for field in here._meta.concrete_fields:
            to = field.related_model
            if field.is_relation and to not in seen and (not field.null or field.name == "club"):
                seen.add(to)
                ways.append((to, (*way, field.name)))
    return None


def models_with_rows() -> set[str]:
    return {model.__name__ for model in MODELS if model.objects.exists()}


def rows_outside(club: Club) -> dict[str, int]:
    """How many, by the name of their model. A query a model."""
    found = {model.__name__: model.objects.exclude(**{way_to_club(model): club}).count() for model in MODELS}
    return {name: many for name, many in found.items() if many}


def first_evening() -> None:
    event = open_evening(name="Kent evening", date=SEVEN.date(), by=None, now=SEVEN)
    enter_players(event, NAMES[:5], by=None, now=SEVEN)


def first_league() -> None:
    open_league({"name": "Winter", "season": "2026/27"}, by=None, now=SEVEN)


def name_of_the_club() -> None:
    save_club(
        None,
        name="The Hop Pole",
        wifi_name="",
        wifi_password="",
        sheet="a4",
        hall_tables=None,
        penalties=[],
        by=None,
        now=SEVEN,
    )


@pytest.mark.parametrize("model", MODELS)
def test_every_model_leads_to_a_club(model: type[Model]) -> None:
    way = way_to_club(model)
    assert way
    assert (model in BEFORE_A_CLUB) == (not way.count("__") and model._meta.get_field(way).null)


@pytest.mark.parametrize("first_doing", [first_evening, first_league, name_of_the_club])
def test_accounts_screens_and_log_from_before_the_club_and_after_belong_to_it(
    db: None, first_doing: Callable[[], None]
) -> None:
    def open_account_and_screen(name: str) -> None:
        make_account(name, role=Account.Role.DIRECTOR, password="turn the jack", by=None, now=SEVEN)
        open_screen(now=SEVEN)

    open_account_and_screen("Before")
    assert the_club() is None
    first_doing()
    open_account_and_screen("After")
    club = Club.objects.get()
    assert (club.accounts.count(), club.screens.count(), rows_outside(club)) == (2, 2, {})


def test_whatever_pages_add_at_a_first_evening_belongs_to_the_club(as_director: Client) -> None:
    form = as_director.get(reverse("event_new")).context["form"]
    door = as_director.post(reverse("event_new"), {name: form[name].value() for name in form.fields}).url
    as_director.post(door, {"names": "\n".join(NAMES[:8])})
    as_director.post(reverse("accounts"), {"name": "Sam", "role": "scorer"})
    Client().get(reverse("screen"))
    assert models_with_rows() >= {"Account", "Entry", "Event", "LogEntry", "Player", "Screen"}
    assert rows_outside(Club.objects.get()) == {}


@pytest.mark.slow
def test_everything_of_the_demonstration_belongs_to_its_club(db: None) -> None:
    make_account("director", role=Account.Role.DIRECTOR, password="turn the jack", by=None, now=SEVEN)
    call_command("demo", verbosity=0)
    club = Club.objects.get()
    assert club.accounts.get().username == "director"
    assert len(models_with_rows()) >= 20
    assert rows_outside(club) == {}


def test_two_clubs_may_have_players_and_leagues_of_one_name_and_pages_show_the_first(db: None) -> None:
    first, second = make_club("The Jack and Knave"), make_club("The Hop Pole")
    for club in (first, second):
        Player.objects.create(club=club, name="Ann Ash")
        League.objects.create(club=club, name="Winter", season="2026/27")
    assert the_club() == first
    by = {"by": None, "now": SEVEN}
    assert make_account("Sam", role=Account.Role.SCORER, password="turn the jack", **by).club == first
    assert rows_outside(first) == {"Player": 1, "League": 1}
