"""A captain asks to postpone a match, the other agrees, and the secretary alone moves it or declines."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.leagues.test_captains import BY, form_page, league, match_of, team
from tests.leagues.test_league_pages import words
from tournament.foundation.errors import NeedsReason
from tournament.leagues.queries.open_cases import open_cases
from tournament.leagues.queries.reports import postponement_of
from tournament.leagues.reported import Figures
from tournament.leagues.services.fixtures import date_match
from tournament.leagues.services.leagues import correct_result
from tournament.leagues.services.postponing import (
    AskedAlready,
    CannotPostpone,
    NothingAsked,
    agree_to_postpone,
    ask_to_postpone,
    decline_request,
    withdraw_request,
)
from tournament.leagues.services.reports import report_result
from tournament.models import League, LogEntry, PostponementRequest

__all__ = ["league"]
DAY = timezone.localdate() + timedelta(days=9)
NOW = BY["now"]


def seen_of(league: League) -> int:
    asked = postponement_of(match_of(league))
    assert asked is not None
    return asked.pk


def ask(league: League, name: str = "Arima", day: date | None = DAY) -> None:
    ask_to_postpone(match_of(league), team(league, name), day, reason="The bus is off", now=NOW)


def test_a_captain_asks_by_the_private_link_and_nothing_moves_before_the_secretary_saves(
    as_director: Client, league: League
) -> None:
    arima, couva, before = form_page(league, "Arima"), form_page(league, "Couva"), match_of(league).day
    assert "Ask to postpone" in words(Client().get(arima))
    refused = Client().post(f"{arima}postpone/", {"step": "ask", "day": "", "reason": ""}, follow=True)
    assert (str(NeedsReason.message) in words(refused), PostponementRequest.objects.count()) == (True, 0)
    asked = {"step": "ask", "day": DAY.isoformat(), "reason": "The bus is off"}
    said = words(Client().post(f"{arima}postpone/", asked, follow=True))
    assert "Arima ask to postpone it to" in said and "Withdraw request" in said
    own_page = couva.rpartition(f"{match_of(league).pk}/")[0]
    for page in (couva, own_page):
        theirs = words(Client().get(page))
        assert "The bus is off" in theirs and "Agree to postpone" in theirs
    stale = words(Client().post(f"{couva}postpone/", {"step": "agree", "seen": seen_of(league) + 1}))
    assert str(NothingAsked.message) in stale
    agreed = words(Client().post(f"{couva}postpone/", {"step": "agree", "seen": seen_of(league)}, follow=True))
    assert "Couva agree" in agreed and "Agree to postpone" not in agreed + words(Client().get(own_page))
    assert (match_of(league).day, match_of(league).postponed_from) == (before, None)
    page = words(as_director.get(f"/leagues/{league.pk}/"))
    assert "For you to decide" in page and "The bus is off; Couva agree" in page
    here = f"/leagues/{league.pk}/fixtures/{match_of(league).pk}/"
    form = as_director.get(here).context["form"]
    proposed = {name: form[name].value() for name in ("day", "is_postponed", "reason")}
    assert proposed == {"day": DAY, "is_postponed": True, "reason": "The bus is off"}
    send = {"day": DAY.isoformat(), "is_postponed": "on", "reason": "The bus is off", "venue": ""}
    asks = as_director.post(here, send)
    if asks.status_code == 422:
        as_director.post(here, send | {"sure": asks.context["sure"]})
    moved = match_of(league)
    assert (moved.day, moved.postponed_from, open_cases(league)) == (DAY, before, [])
    assert list(LogEntry.objects.filter(league=league).order_by("-pk").values_list("action", flat=True)[:3]) == [
        *("date_match", "agree_postponement", "ask_postponement"),
    ]
    log = words(as_director.get(f"/leagues/{league.pk}/log/"))
    assert "Arima asked to postpone" in log and "Couva agreed to postpone" in log


def test_the_secretary_declines_and_a_captain_asks_again_or_withdraws(as_director: Client, league: League) -> None:
    ask(league, day=None)
    here = f"/leagues/{league.pk}/fixtures/{match_of(league).pk}/"
    assert "Arima ask to postpone it: The bus is off" in words(as_director.get(here))
    assert as_director.post(here, {"step": "decline", "seen": seen_of(league)}).status_code == 302
    day = match_of(league).day
    assert str(NothingAsked.message) in words(as_director.post(here, {"step": "decline", "seen": "1"}))
    assert match_of(league).day == day is not None
    assert (postponement_of(match_of(league)), open_cases(league)) == (None, [])
    with pytest.raises(NothingAsked):
        decline_request(match_of(league), seen=1, **BY)
    ask(league)
    with pytest.raises(AskedAlready):
        ask(league, "Couva")
    withdraw_request(match_of(league), team(league, "Arima"), now=NOW)
    ask(league, "Couva")
    [case] = open_cases(league)
    assert case.asked is not None and case.asked.team.name == "Couva"
    with pytest.raises(NothingAsked):
        withdraw_request(match_of(league), team(league, "Arima"), now=NOW)
    with pytest.raises(NothingAsked):
        agree_to_postpone(match_of(league), team(league, "Couva"), seen=seen_of(league), now=NOW)
    withdraw_request(match_of(league), team(league, "Couva"), now=NOW)
    assert open_cases(league) == []
    assert [each.is_declined for each in PostponementRequest.objects.all()] == [True]


def test_only_a_match_still_to_be_played_can_be_postponed(league: League) -> None:
    with pytest.raises(NeedsReason):
        ask_to_postpone(match_of(league), team(league, "Arima"), None, reason=" ", now=NOW)
    ask(league)
    date_match(match_of(league), {"day": DAY}, is_postponed=True, **BY)
    assert open_cases(league) == []
    pages = [form_page(league, name) for name in ("Arima", "Couva")]
    assert ["Ask to postpone" in words(Client().get(page)) for page in pages] == [True, True]
    report_result(match_of(league), team(league, "Arima"), Figures(18, 3), now=NOW)
    assert ["Ask to postpone" in words(Client().get(page)) for page in pages] == [False, False]
    correct_result(match_of(league), {"games": 18, "other_games": 3}, reason="Card", **BY)
    with pytest.raises(CannotPostpone):
        ask(league)
    assert "Ask to postpone" not in words(Client().get(form_page(league, "Arima")))
