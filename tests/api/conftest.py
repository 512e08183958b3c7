"""A club with four evenings of four kinds, a season of them all and a league: made once for a module's tests."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests.performance.ten_years import SMALL, make_club_of_years
from tournament.api.services import make_token
from tournament.event.services.events import show_standings
from tournament.leagues.results_file import COLUMNS, OF_FIXTURES
from tournament.leagues.results_reader import read_results
from tournament.leagues.services.importing import import_results
from tournament.leagues.services.leagues import open_league
from tournament.models import ApiToken, Audience, Club, Event, Match, Player, Season, SharingRules
from tournament.seasons.services.results import refresh_results
from tournament.seasons.services.seasons import change_rating_rules, open_season, show_season

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
BY: dict[str, Any] = {"by": None, "now": NOW}
YEAR = {"name": "2016", "first_day": date(2016, 1, 1), "last_day": date(2016, 12, 31)}


@dataclass(frozen=True)
class ApiOfClub:
    """Calls the API with a token of each scope, or with none. `paths` are addresses of all resources."""

    club: Club
    tokens: dict[str, str]
    paths: dict[str, str]

    def ask(self, address: str, scope: str = "", **headers: str) -> Any:
        """Asks for an address, which is below /api/v1, or a whole one."""
        known = {"Authorization": f"Bearer {self.tokens[scope]}"} if scope else {}
        path = address if address.startswith("/api/") else f"/api/v1{address}"
        return Client().get(path, headers={**known, **headers})


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[ApiOfClub]:
    with django_db_blocker.unblock(), transaction.atomic():
        club = make_club_of_years(SMALL).club
        for event in Event.objects.all():
            show_standings(event, True, **BY)
        season = open_season(club, YEAR, **BY)
        show_season(season, shown=True, **BY)
        change_rating_rules(club, {"is_on": True, "shown": True, "fewest_matches": 1}, **BY)
        league = open_league({"name": "Central", "season": "2026", "shown": True}, **BY)
        host = Player.objects.order_by("pk")[0].name
        lines = f"1,Arima,18,9,Couva,12,7,,,,\n2,Couva,,,Arima,,,19:30,,2026-12-01,The garden of {host}\n"
        import_results(league, read_results(f"{','.join([*COLUMNS, *OF_FIXTURES])}\n{lines}").lines, **BY)
        refresh_results(club, now=NOW)
        SharingRules.objects.create(club=club, api_is_public=True, calendar_is_public=True)
        Club.objects.filter(pk=club.pk).update(shows_people_to=Audience.PUBLIC)
        for number, person in enumerate(Player.objects.order_by("pk")):
            shown_to = (Audience.NOBODY, Audience.MEMBERS, Audience.PUBLIC)[number % 3]
            Player.objects.filter(pk=person.pk).update(shown_to=shown_to)
        tokens = {scope: make_token(club, name=scope, scope=scope, **BY) for scope in ApiToken.Scope.values}
        yield ApiOfClub(Club.objects.get(pk=club.pk), tokens, paths_of(season, league.pk))
        transaction.set_rollback(True)


@pytest.fixture
def api_of_club(made: ApiOfClub, db: None) -> ApiOfClub:
    return made


def paths_of(season: Season, league: int) -> dict[str, str]:
    match = Match.objects.filter(hands__isnull=False).order_by("pk").first()
    assert match is not None
    evening = f"/evenings/{match.table.stage.event_id}"
    return {
        **{name: f"/{name}" for name in ("club", "people", "evenings", "seasons", "records", "ratings", "leagues")},
        "evening": evening,
        **{name: f"{evening}/{name}" for name in ("rounds", "results", "hands", "standings", "clock")},
        "seats": f"{evening}/rounds/1/seats",
        "team_matches": f"{evening}/team-matches",
        "evening_statistics": f"{evening}/statistics",
        "season_statistics": f"/seasons/{season.pk}/statistics",
        "person": f"/people/{Player.objects.filter(shown_to=Audience.PUBLIC)[0].pk}",
        "season": f"/seasons/{season.pk}",
        "series": f"/seasons/{season.pk}/series/{season.series.get().pk}",
        "league": f"/leagues/{league}",
    }
