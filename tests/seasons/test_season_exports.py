"""Seasons go to another computer with the rest of the club."""

from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest

from tests.transfer.playing import empty_database
from tournament.models import Club, RatingRules, Season, Series
from tournament.seasons.rule import SeriesRule
from tournament.seasons.services.seasons import change_rating_rules, open_season, save_series
from tournament.transfer.document import UnreadableExport, write_document
from tournament.transfer.queries.reading import read_export
from tournament.transfer.services.exporting import export_club
from tournament.transfer.services.importing import Answers, import_export

BY = {"by": None, "now": datetime(2026, 11, 21, 19, 0, tzinfo=UTC)}
YEAR = {"name": "2016", "first_day": date(2016, 1, 1), "last_day": date(2016, 12, 31)}


def test_an_export_of_the_club_carries_its_seasons_and_ratings_to_another_computer(db: None):
    club = Club.objects.create(name="The Jack and Knave")
    season = open_season(club, YEAR, **BY)
    Season.objects.filter(pk=season.pk).update(choices={str(uuid4()): False})
    rule = SeriesRule("place", (5, Fraction(7, 2)), best=3)
    save_series(season, season.series.get(), {"name": "Jacks", "ranks": "pairs", "rule": rule}, **BY)
    change_rating_rules(club, {"is_on": True, "shown": False, "fewest_matches": 7}, **BY)
    content, wanted = write_document(export_club(club)).encode(), seasons_stored()
    empty_database()
    import_export(read_export(content), Answers(), **BY)
    assert seasons_stored() == wanted
    import_export(read_export(content), Answers(), **BY)
    assert seasons_stored() == wanted


def test_a_season_of_an_export_whose_rule_nobody_could_count_by_is_refused(db: None):
    club = Club.objects.create(name="The Jack and Knave")
    season = open_season(club, YEAR, **BY)
    Series.objects.filter(season=season).update(rule={"best": "many"})
    with pytest.raises(UnreadableExport, match="seasons"):
        read_export(write_document(export_club(club)).encode())


def seasons_stored() -> list[tuple[Any, ...]]:
    of_seasons = Season.objects.values_list("uid", "name", "first_day", "last_day", "choices", "shown")
    of_series = Series.objects.values_list("uid", "name", "ranks", "rule")
    return [*of_seasons, *of_series, *RatingRules.objects.values_list("is_on", "shown", "fewest_matches")]
