"""What is imported is opened before it is kept: an evening that a page cannot show is refused in a sentence."""

import json
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from itertools import islice
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.conftest import signed_in
from tests.evenings import SEVEN, Evening
from tests.leagues import test_leagues
from tests.leagues.test_leagues import DIVISION, bring_in
from tests.transfer.test_export import empty_database, written
from tournament.models import Club, Event, League, LogEntry, Player, Season, Series
from tournament.seasons.services.seasons import open_season
from tournament.transfer.document import UnreadableExport, write_document
from tournament.transfer.page_check import (
    EVENING,
    LEAGUE,
    PAGES_OF_ALL,
    SEASON,
    SERIES,
    names_below,
    open_pages,
    pages_of,
)
from tournament.transfer.queries.reading import read_export
from tournament.transfer.services.exporting import export_club
from tournament.transfer.services.importing import Answers, ImportResult, import_export

league = test_leagues.league
Change = Callable[[dict[str, Any]], None]


def set_date(evening: dict[str, Any]) -> None:
    evening["date"] = "9999-12-31"


def set_table_times(evening: dict[str, Any]) -> None:
    evening["rows"]["round"][0]["table_times"] = "text"


def name_no_seats(evening: dict[str, Any]) -> None:
    evening["rows"]["seat"] = []
    evening["rows"]["side_player"] = []


def set_odd_times(evening: dict[str, Any]) -> None:
    evening["rows"]["round"][0]["table_times"] = {"one": "two"}


CHANGES: dict[str, Change] = {
    "a date in 9999": set_date,
    "table times as text": set_table_times,
    "table times of words": set_odd_times,
    "no seats": name_no_seats,
}


@pytest.mark.django_db
@pytest.mark.parametrize("what", CHANGES)
def test_an_evening_that_a_page_cannot_show_is_refused_and_nothing_stays(
    evening_of: Any, tmp_path: Any, what: str
) -> None:
    document = json.loads(written(evening_of(8).playing().event))
    CHANGES[what](document["evenings"][0])
    empty_database()
    path = tmp_path / "crafted.json"
    path.write_text(json.dumps(document))
    Club.objects.create(name="The Jack and Knave")
    with pytest.raises(CommandError, match=r"(?i)nothing was imported|damaged at|not whole"):
        call_command("import", str(path), "--yes", "--other-club", "--people", "new")
    assert [model.objects.count() for model in (Club, Event, Player, LogEntry)] == [1, 0, 0, 0]


def let_a_team_meet_itself(league: dict[str, Any]) -> None:
    result = league["rows"]["league_result"][0]
    result["other"] = result["team"]


def say_nothing_in_the_log(league: dict[str, Any]) -> None:
    league["rows"]["log_entry"][1]["after"] = {}


def unname_a_team(league: dict[str, Any]) -> None:
    league["rows"]["league_team"][0]["name"] = ""


def unname_a_league(league: dict[str, Any]) -> None:
    league["name"] = ""


LEAGUES: dict[str, tuple[Change, str]] = {
    "a team that meets itself": (
        let_a_team_meet_itself,
        "This export is damaged at league_result.other: A team cannot meet itself.",
    ),
    "a line of the log that says nothing": (
        say_nothing_in_the_log,
        "A page could not show this export, so nothing was imported: league_log World Cup 2018 (KeyError: 'results').",
    ),
    "a team without a name": (
        unname_a_team,
        "This export is damaged at league_team.name: This field cannot be blank.",
    ),
    "a league without a name": (
        unname_a_league,
        "This export is damaged at league.name: This field cannot be blank.",
    ),
}


@pytest.fixture
def season(league: League) -> Season:
    """A season with one series, beside a league with results."""
    bring_in(league, DIVISION)
    days = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
    return open_season(league.club, {"name": "2026", **days}, by=None, now=SEVEN)


@pytest.mark.parametrize("what", LEAGUES)
def test_a_league_that_a_page_cannot_show_or_that_is_no_league_is_refused_and_nothing_stays(
    season: Season, what: str
) -> None:
    change, sentence = LEAGUES[what]
    document = json.loads(write_document(export_club(season.club)))
    change(document["leagues"][0])
    empty_database()
    with pytest.raises(UnreadableExport) as refused:
        import_export(read_export(json.dumps(document).encode()), Answers(), by=None, now=SEVEN, check=open_pages)
    assert str(refused.value) == sentence
    assert [model.objects.count() for model in (Club, League, Season, LogEntry)] == [0, 0, 0, 0]


def test_an_export_in_which_the_points_of_a_league_are_whole_numbers_is_read(season: Season) -> None:
    document = json.loads(write_document(export_club(season.club)))
    document["leagues"][0] |= {"win": 3, "draw": "0.50"}
    empty_database()
    import_export(read_export(json.dumps(document).encode()), Answers(), by=None, now=SEVEN, check=open_pages)
    imported = League.objects.get()
    assert (imported.win, imported.draw) == (3, Decimal("0.5"))


def test_a_series_without_a_name_is_refused(season: Season) -> None:
    document = json.loads(write_document(export_club(season.club)))
    document["seasons"][0]["series"][0]["name"] = ""
    empty_database()
    with pytest.raises(UnreadableExport, match=r"damaged at series\.name: This field cannot be blank"):
        import_export(read_export(json.dumps(document).encode()), Answers(), by=None, now=SEVEN)
    assert [model.objects.count() for model in (Club, Season, Series)] == [0, 0, 0]


@pytest.mark.django_db
def test_every_page_of_a_sound_evening_opens(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(8).playing()
    assert len(names_below(EVENING)) > 20
    assert open_pages(ImportResult((evening.event,))) == len(PAGES_OF_ALL) + len(names_below(EVENING))
    assert signed_in(evening, "director").get(f"/e/{evening.event.pk}/").status_code == 200


def test_every_page_of_a_sound_league_and_season_opens_those_first_that_most_people_open(season: Season) -> None:
    league, series = League.objects.get(), season.series.get()
    imported = ImportResult(leagues=(league,), seasons=(season,))
    names = [*PAGES_OF_ALL, *names_below(LEAGUE), *names_below(SEASON), *names_below(SERIES)]
    assert open_pages(imported) == len(names)
    assert list(islice(pages_of(imported), len(PAGES_OF_ALL), len(PAGES_OF_ALL) + 4)) == [
        ("league World Cup 2018", f"/leagues/{league.pk}/"),
        ("season 2026", f"/seasons/{season.pk}/"),
        ("series Points", f"/seasons/{season.pk}/series/{series.pk}/"),
        ("league_log World Cup 2018", f"/leagues/{league.pk}/log/"),
    ]


def test_no_more_pages_are_opened_than_an_import_has_time_for(season: Season) -> None:
    assert open_pages(ImportResult(leagues=(League.objects.get(),), seasons=(season,)), most=11) == 11
