"""What a league refuses, in words and without changing anything; and the pages of one match and of one team."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from tests.leagues.test_league_pages import bring_in
from tests.leagues.test_leagues import NOW
from tests.leagues.test_season import BY, SEASON, match
from tournament.event.services.events import create_event
from tournament.foundation.errors import NeedsReason, TournamentError
from tournament.leagues.forms.fixtures import FixturesForm
from tournament.leagues.forms.rulings import RulingForm
from tournament.leagues.outcomes import WITHDRAWALS
from tournament.leagues.queries.doubts import doubts_after
from tournament.leagues.queries.leagues import team_names_of
from tournament.leagues.queries.log import log_of_league
from tournament.leagues.results_file import ResultLine
from tournament.leagues.results_reader import read_results
from tournament.leagues.services.evenings import EveningTaken, link_evening, open_match_evening, unlink_evening
from tournament.leagues.services.fixtures import block_days
from tournament.leagues.services.importing import import_results
from tournament.leagues.services.leagues import open_league
from tournament.leagues.services.rulings import (
    ByeRuled,
    HasWithdrawn,
    NeedsDate,
    return_team,
    rule_match,
    withdraw_team,
)
from tournament.leagues.services.teams import set_squad
from tournament.leagues.services.undo_import import UndoneImport, last_import, undo_import
from tournament.leagues.services.versions import ResultReplaced
from tournament.models import BlockedDays, League, LeagueResult, LeagueTeam, LogEntry

DAY = date(2026, 11, 20)
ASKS_DATE = next(key for key, rule in WITHDRAWALS.items() if rule.asks_date)
ASKS_NONE = next(key for key, rule in WITHDRAWALS.items() if not rule.asks_date)


@pytest.fixture
def league(db: None) -> League:
    return bring_in(open_league({"name": "Central", "season": "2026", "race_to": 18}, **BY), SEASON)


def team(league: League, name: str) -> LeagueTeam:
    return league.teams.select_related("league").get(name=name)


def withdrawn(league: League) -> LeagueTeam:
    withdraw_team(team(league, "Zion"), ASKS_NONE, on=DAY, reason="Too few players.", **BY)
    return team(league, "Zion")


def a_bye(league: League) -> LeagueResult:
    return LeagueResult.objects.select_related("league", "team").create(
        league=league, team=team(league, "Zion"), round=9, imported_at=NOW
    )


def an_evening(league: League) -> Any:
    return create_event(league.club, name="League night", date=DAY, by=None, now=NOW)


REFUSED: list[tuple[Callable[[League], object], type[TournamentError]]] = [
    (lambda each: withdraw_team(team(each, "Zion"), ASKS_NONE, on=DAY, reason=" ", **BY), NeedsReason),
    (lambda each: withdraw_team(team(each, "Zion"), ASKS_DATE, on=DAY, reason="Ill.", **BY), NeedsDate),
    (lambda each: withdraw_team(withdrawn(each), ASKS_NONE, on=DAY, reason="Ill.", **BY), HasWithdrawn),
    (lambda each: return_team(withdrawn(each), reason=" ", **BY), NeedsReason),
    (lambda each: rule_match(a_bye(each), "void", reason="So.", **BY), ByeRuled),
    (lambda each: block_days(each, first=DAY, reason="", **BY), NeedsReason),
    (lambda each: unlink_evening(match(each, 3, "Arima"), reason="So.", **BY), ResultReplaced),
    (
        lambda each: (
            link_evening(match(each, 3, "Couva"), an_evening(each), **BY)
            or link_evening(match(each, 3, "Arima"), LogEntry.objects.filter(event__isnull=False)[0].event, **BY)
        ),
        EveningTaken,
    ),
]


@pytest.mark.parametrize(
    ("ask", "refusal"), REFUSED, ids=[f"{n} {each.__name__}" for n, (_ask, each) in enumerate(REFUSED)]
)
def test_what_cannot_be_is_refused(
    league: League, ask: Callable[[League], object], refusal: type[TournamentError]
) -> None:
    with pytest.raises(refusal):
        ask(league)


def test_a_team_that_never_left_does_not_return_twice(league: League) -> None:
    own = withdrawn(league)
    for _press in range(2):
        return_team(own, reason="They found players.", **BY)
    assert LogEntry.objects.filter(league=league, action="return_team").count() == 1
    fields = ("withdrawn_on", "withdrawal", "kept_until", "why_withdrawn")
    assert LeagueTeam.objects.filter(pk=own.pk).values_list(*fields)[0] == (None, "", None, "")


def test_a_withdrawal_keeps_its_day_only_where_its_rule_asks_for_one(league: League) -> None:
    until = date(2026, 11, 9)
    withdraw_team(team(league, "Zion"), ASKS_NONE, on=DAY, kept_until=until, reason=" Ill. ", **BY)
    withdraw_team(team(league, "Couva"), ASKS_DATE, on=DAY, kept_until=until, reason="Ill.", **BY)
    fields = ("name", "withdrawn_on", "withdrawal", "kept_until", "why_withdrawn")
    assert list(league.teams.exclude(withdrawn_on=None).order_by("name").values_list(*fields)) == [
        ("Couva", DAY, ASKS_DATE, until, "Ill."),
        ("Zion", DAY, ASKS_NONE, None, "Ill."),
    ]


@pytest.mark.parametrize(
    ("teams", "problem"),
    [
        (["A" * 80, "B"], ""),
        (["A" * 81, "B"], f"“{'A' * 20}…” is too long: a team’s name has at most 80 letters."),
        (["Arima", "B", "ARIMA"], "“ARIMA” is there twice."),
        (["Arima", " "], "Enter at least 2 teams, one per line."),
        ([f"Team {n}" for n in range(40)], ""),
        ([f"Team {n}" for n in range(41)], "A league has at most 40 teams."),
    ],
)
def test_the_teams_of_a_season_are_checked_one_by_one(league: League, teams: list[str], problem: str) -> None:
    data = QueryDict(mutable=True)
    data.update({"teams": "\n".join(teams), "meetings": "1", "days_between": "7"})
    errors = FixturesForm(league, data).errors
    assert errors == ({"teams": [problem]} if problem else {})


@pytest.mark.parametrize(
    ("sent", "errors"),
    [
        ({"outcome": "abandoned", "games": "11", "other_games": "0"}, {}),
        ({"outcome": "abandoned", "games": "11"}, {"other_games": ["Enter the score when it was abandoned."]}),
        ({"outcome": "walk_over"}, {"winner": ["Choose who gets the match."]}),
        ({"outcome": "void"}, {}),
        ({}, {"outcome": ["Choose what happened."]}),
    ],
)
def test_a_ruling_asks_for_what_its_outcome_needs(
    league: League, sent: dict[str, str], errors: dict[str, list[str]]
) -> None:
    data = QueryDict(mutable=True)
    data.update({"reason": "So.", **sent})
    assert RulingForm(match(league, 3, "Arima"), data).errors == errors


def test_each_outcome_says_what_a_page_shows_of_the_other_questions(league: League) -> None:
    shown = str(RulingForm(match(league, 3, "Arima"))["outcome"])
    assert dict(re.findall(r'value="(\w+)"[^>]* data-asks="([^"]*)"', shown)) == {
        **{"walk_over": "winner", "forfeited": "winner", "table_forfeited": "offender score", "void": ""},
        **{"abandoned": "score", "abandoned_void": "score", "replay": ""},
    }


def test_days_kept_free_are_said_for_one_team_or_for_all(league: League) -> None:
    block_days(league, first=DAY, last=date(2026, 11, 22), reason=" Carnival. ", **BY)
    block_days(league, first=DAY, last=date(2026, 11, 1), team=team(league, "Zion"), reason="Wedding", **BY)
    assert list(BlockedDays.objects.order_by("pk").values_list("first", "last", "team__name", "reason")) == [
        (DAY, date(2026, 11, 22), None, "Carnival."),
        (DAY, DAY, "Zion", "Wedding"),
    ]
    assert [line.sentence for line in log_of_league(league, 1)[1]][:2] == [
        "No match of Zion on 20 Nov 2026: Wedding",
        "No match on 20 Nov 2026 – 22 Nov 2026: Carnival.",
    ]


def test_an_undone_import_names_the_matches_that_were_dated_again_or_are_gone(league: League) -> None:
    moved = SEASON.replace("2026-11-15", "2026-11-16").replace("2026-11-29", "2026-11-30")
    later = NOW + timedelta(hours=1)
    import_results(league, read_results(moved, known=team_names_of(league)).lines, by=None, now=later)
    line = last_import(league)
    assert line is not None and match(league, 3, "Couva").day == date(2026, 11, 30)
    LeagueResult.objects.filter(pk=match(league, 3, "Arima").pk).update(day=date(2026, 12, 1))
    LeagueResult.objects.filter(pk=match(league, 3, "Couva").pk).delete()
    assert undo_import(league, line.pk, **BY) == UndoneImport(0, ("Arima – Zion", "Couva – Moruga"))
    assert match(league, 3, "Arima").day == date(2026, 12, 1)


def test_a_match_is_dated_and_postponed_on_a_page_of_its_own(as_director: Client, league: League) -> None:
    here = f"/leagues/{league.pk}/fixtures/{match(league, 3, 'Arima').pk}/"
    page: Any = as_director.get(here)
    assert (page.status_code, page.context["match"], page.context["form"].initial["day"]) == (
        *(200, match(league, 3, "Arima")),
        date(2026, 11, 15),
    )
    assert as_director.post(here, {"day": "soon"}).status_code == 422
    answer: Any = as_director.post(here, {"day": "2026-11-17", "venue": "Town Hall"}, follow=True)
    assert list(map(str, answer.context["messages"])) == ["Date and venue of Arima – Zion saved."]
    answer = as_director.post(
        here, {"day": "", "venue": "Town Hall", "is_postponed": "on", "reason": "Rain."}, follow=True
    )
    assert list(map(str, answer.context["messages"])) == ["Arima – Zion is postponed."]
    fields = ("day", "venue", "postponed_from")
    assert LeagueResult.objects.filter(pk=match(league, 3, "Arima").pk).values_list(*fields)[0] == (
        *(None, "Town Hall"),
        date(2026, 11, 17),
    )


def test_a_squad_has_a_page_with_who_is_in_it_now(as_director: Client, league: League) -> None:
    here = f"/leagues/{league.pk}/teams/{team(league, 'Arima').pk}/squad/"
    sent = {"name": "Arima", "captain": "Ann Ali", "contact": "", "names": "Ann Ali\nBea Best", "on": "2026-09-01"}
    assert as_director.post(here, sent)["Location"] == f"/leagues/{league.pk}/teams/"
    assert as_director.post(here, {**sent, "on": "soon"}).status_code == 422
    initial = as_director.get(here).context["form"].initial
    assert (initial["captain"], initial["names"]) == ("Ann Ali", "Ann Ali\nBea Best")


def test_a_match_follows_an_evening_that_is_chosen_on_its_page(as_director: Client, league: League) -> None:
    for name, squad in (("Arima", "ABCDEFG"), ("Zion", "PQRSTU")):
        set_squad(team(league, name), [f"{letter} {name}" for letter in squad], on=date(2026, 9, 1), **BY)
    event = open_match_evening(match(league, 3, "Arima"), **BY)
    unlink_evening(match(league, 3, "Arima"), reason="Another night.", **BY)
    here = f"/leagues/{league.pk}/results/{match(league, 3, 'Arima').pk}/evening/"
    page: Any = as_director.get(here)
    assert (page.status_code, [(each.name, count) for each, count in page.context["squads"]]) == (
        200,
        [("Arima", 7), ("Zion", 6)],
    )
    assert as_director.post(here, {"step": "link", "event": "soon"}).status_code == 422
    ((key, _label),) = [choice for choice in page.context["form"].fields["event"].choices if choice[0]]
    answer: Any = as_director.post(here, {"step": "link", "event": key}, follow=True)
    assert list(map(str, answer.context["messages"])) == ["The match follows the evening from now on."]
    assert match(league, 3, "Arima").evening == event.uid


@pytest.mark.parametrize(
    ("days", "is_missing"),
    [
        ({"day": date(2026, 11, 20)}, True),
        ({"day": date(2026, 11, 30)}, False),
        ({"postponed_from": date(2026, 11, 20)}, False),
        ({"postponed_from": date(2026, 11, 20), "day": date(2026, 11, 25)}, True),
        ({"is_postponed": True, "day": date(2026, 11, 20)}, False),
    ],
)
def test_a_match_to_come_is_missed_once_its_day_is_over(league: League, days: dict[str, Any], is_missing: bool) -> None:
    line = ResultLine(4, "Arima", team_b="Moruga", **days)
    missing = doubts_after(league, [line], [], today=date(2026, 11, 29)).missing
    assert any("Arima – Moruga" in each for each in missing) == is_missing
