"""Each table that the program writes comes back as it went: the import of its kind reads it and changes nothing."""

from datetime import date, time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.conftest import NOW
from tests.test_who_may import ADDRESS_OF
from tournament.leagues.queries.results import lines_of
from tournament.leagues.results_file import ResultLine
from tournament.leagues.services.fixtures import date_match
from tournament.leagues.services.importing import check_import, import_results
from tournament.leagues.services.leagues import open_league
from tournament.leagues.services.rulings import rule_match
from tournament.lists.headings import OF_PEOPLE, OF_RESULTS
from tournament.lists.tables import read_as_text, read_table, write_text
from tournament.models import Entry, Event, LeagueResult, Payment, Player
from tournament.people.services.importing import check_people

BY: dict[str, Any] = {"by": None, "now": NOW}
IMPORTED = {"club_people_csv", "club_people_xlsx", "people_csv", "league_csv", "league_teams_csv"}
"""The lists of people, of an evening's people and of a league's matches, teams and squads: these have an import."""
WORKED_OUT = {
    *("club_log_csv", "league_table_csv", "money_csv", "sheets_csv", "results_csv", "series_csv", "records_csv"),
    *("league_records_csv", "league_money_csv"),
    *("ratings_csv", "standings_csv", "profile_csv", "evening_statistics_csv", "season_statistics_csv"),
}
"""What follows from results, payments and presses: nobody imports it."""


def test_every_table_that_is_downloaded_is_imported_again_or_worked_out_from_others() -> None:
    tables = {name for name, found in ADDRESS_OF.items() if str(found.pattern).endswith((".csv", ".xlsx"))}
    assert tables == IMPORTED | WORKED_OUT


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_list_of_people_comes_back_without_a_change(seven: Event, as_director: Client, kind: str) -> None:
    details = {"nickname": "Fuzzy", "phone": "0044 7700 900123", "email": "ann@example.org", "is_member": True}
    days = {"fee_paid_until": date(2026, 12, 3), "left_on": date(2026, 3, 12)}
    Player.objects.filter(name="Ann").update(private_notes="Sits by the door; owes 2 teas", **details, **days)
    Player.objects.filter(name="Bea").update(
        name="Ann", note="of the white house there", shown_to="members", phone="+1 868 555 0100"
    )
    answer = as_director.get(reverse(f"club_people_{kind}"))
    checked = check_people(read_table(answer.content, OF_PEOPLE), {})
    assert (len(checked.people), len(checked.new), len(checked.changed_people), checked.wrong) == (7, 0, 0, [])
    assert (checked.is_open, checked.doubts, [each.dropped for each in checked.people if each.dropped]) == (
        False,
        (),
        [],
    )


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_people_of_an_evening_come_back_without_a_change(seven: Event, as_director: Client, kind: str) -> None:
    Event.objects.filter(pk=seven.pk).update(price=5)
    file = as_director.get(reverse("people_csv", args=[seven.pk]), {"as": kind}).content
    text = file.decode("utf-8-sig") if kind == "csv" else write_text(read_table(file).rows)
    before = [list(model.objects.order_by("pk").values()) for model in (Entry, Player, Payment)]
    as_director.post(reverse("door", args=[seven.pk]), {"names": text})
    assert [list(model.objects.order_by("pk").values()) for model in (Entry, Player, Payment)] == before


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_leagues_results_and_fixtures_come_back_without_a_change(
    seven: Event, as_director: Client, kind: str
) -> None:
    league = open_league({"name": "Central", "season": "2026/27", "race_to": 18, "shown": True}, **BY)
    lines = [
        ResultLine(1, "Bull A", 18, 9, "Bull B", 12, 7, time(19, 30), time(22, 40), date(2026, 12, 3), "The Bull"),
        ResultLine(1, "=Arms", 18, None, "St. John's, 2", 3),
        ResultLine(1, "Crown"),
        ResultLine(2, "Bull A", team_b="=Arms", start=time(20), day=date(2026, 12, 10)),
        ResultLine(2, "Bull B", team_b="Crown"),
        ResultLine(3, "Bull B", team_b="=Arms", day=date(2027, 1, 7)),
        ResultLine(4, "Crown", team_b="=Arms", day=date(2027, 1, 8)),
    ]
    import_results(league, lines, **BY)
    for number, (outcome, team) in enumerate([("walk_over", "Bull B"), ("void", None)], start=2):
        match = LeagueResult.objects.get(round=number, team__name="Bull B")
        rule_match(match, outcome, winner=match.team if team else None, reason="Snow", **BY)
    arms = LeagueResult.objects.get(round=1, team__name="=Arms")
    rule_match(arms, "abandoned_void", figures={"games": 9, "other_games": 3}, reason="Snow", **BY)
    for number, day in ((3, date(2027, 1, 14)), (4, None)):
        moved = LeagueResult.objects.get(round=number, superseded_at=None)
        new_dates = {"day": day, "starts": time(20), "venue": "Town Hall", "play_by": date(2027, 2, 28)}
        date_match(moved, new_dates, is_postponed=True, reason="Flood", **BY)
    file = as_director.get(reverse("league_csv", args=[league.pk]), {"as": kind}).content
    text, doubts, _sheets, _shown = read_as_text(file, OF_RESULTS, most_rows=100)
    checked = check_import(league, text, {})
    assert (doubts, checked.problems, checked.read.doubts, checked.is_open) == ((), [], (), False)
    assert (checked.coming.number, len(checked.read.lines), checked.new_teams) == (0, 7, ())
    other = open_league({"name": "Central", "season": "2027/28", "race_to": 18, "shown": True}, **BY)
    import_results(other, check_import(other, text, {}).read.lines, **BY)
    assert [vars(line) for line in lines_of(other)] == [vars(line) for line in lines_of(league)]
    assert [(each.round, each.postponed_from, each.day) for each in lines_of(other) if each.postponed_from] == [
        *((3, date(2027, 1, 7), date(2027, 1, 14)), (4, date(2027, 1, 8), None)),
    ]
    assert [(each.round, each.outcome) for each in lines_of(other) if each.outcome] == [
        *((1, "abandoned_void"), (2, "walk_over"), (3, "void")),
    ]
