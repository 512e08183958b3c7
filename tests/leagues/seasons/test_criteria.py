"""What ranks a league is a list that it puts in order itself, and its cards count what its game calls them."""

from typing import Any

import pytest
from django.test import Client

from tests.leagues.test_league_pages import filled_in, words
from tests.leagues.test_leagues import HEADER, NOW, bring_in
from tournament.leagues.criteria import OF_HANG_JACKS, TIE_BREAKS
from tournament.leagues.queries.page import file_of_table, league_page
from tournament.leagues.services.leagues import open_league
from tournament.models import League

JACKS_DECIDE = f"{HEADER}\n1,Arima,18,4,Couva,12,5,,\n1,Erin,14,9,Siparia,12,3,,\n"


@pytest.fixture
def league(db: None) -> League:
    return open_league({"name": "Central", "season": "2026", "meetings": 0}, by=None, now=NOW)


def press(client: Client, league: League, said: dict[str, Any], **pressed: str) -> dict[str, Any]:
    """Returns the fields of the rules as the page shows them after a press."""
    answer = client.post(f"/leagues/{league.pk}/rules/", said | pressed)
    assert answer.status_code == 200
    return filled_in(answer)


def test_a_league_puts_its_tie_breaks_in_order_without_script(as_director: Client, league: League) -> None:
    bring_in(league, JACKS_DECIDE)
    assert [row.placing.record.name for row in league_page(league).rows][:2] == ["Arima", "Erin"]
    address = f"/leagues/{league.pk}/rules/"
    said = filled_in(as_director.get(address))
    for _step in range(3):
        said = press(as_director, league, said, **{"tie_breaks-up": "hang_jacks_for"})
    said = press(as_director, league, said, **{"tie_breaks-remove": "games_lost"})
    said = press(as_director, league, said, **{"tie_breaks-next": "head_to_head", "tie_breaks-add": "1"})
    assert League.objects.get(pk=league.pk).tie_breaks == league.tie_breaks
    assert as_director.post(address, said).status_code == 302
    league.refresh_from_db()
    assert league.tie_breaks == ["hang_jacks_for", "games_won", "matches_won", "hang_jacks_against", "head_to_head"]
    rows = league_page(league).rows
    assert [(row.placing.record.name, row.why) for row in rows[:2]] == [("Erin", "Hang jacks"), ("Arima", "Hang jacks")]
    assert "Ties are broken by hang jacks, bullseyes won, matches won" in words(
        as_director.get(f"/leagues/{league.pk}/")
    )


def test_a_tie_break_that_leagues_do_not_have_is_refused(as_director: Client, league: League) -> None:
    said = filled_in(as_director.get(f"/leagues/{league.pk}/rules/"))
    answer = as_director.post(f"/leagues/{league.pk}/rules/", said | {"tie_breaks": ["settlement"]})
    assert (answer.status_code, "Choose from the list." in words(answer)) == (422, True)


@pytest.mark.parametrize("key", (*TIE_BREAKS, *OF_HANG_JACKS))
def test_every_tie_break_ranks(league: League, key: str) -> None:
    bring_in(league, JACKS_DECIDE)
    league.tie_breaks = [key]
    page = league_page(league)
    assert [criterion.key for criterion in page.criteria] == ["match_points", key]
    assert len(page.rows) == 4


def test_a_league_of_another_game_says_what_its_cards_count(as_director: Client, league: League) -> None:
    bring_in(league, JACKS_DECIDE)
    address = f"/leagues/{league.pk}/rules/"
    assert as_director.post(address, filled_in(as_director.get(address)) | {"counts": "legs"}).status_code == 302
    league.refresh_from_db()
    page = league_page(league)
    assert "Legs" in file_of_table(page)[0]
    for path in ("", "rules/", "week/", "players/", f"teams/{page.rows[0].team}/"):
        said = words(as_director.get(f"/leagues/{league.pk}/{path}"))
        assert "ullseye" not in said.replace("bullseyes in All Fours", "").replace("Bullseyes Games Legs", ""), path
    assert "(played 1, legs 18–12)" in words(as_director.get(f"/leagues/{league.pk}/week/"))


def test_a_game_without_hang_jacks_is_not_asked_for_them(as_director: Client, league: League) -> None:
    League.objects.filter(pk=league.pk).update(counts="legs", tables=3)
    bring_in(league, "round,team_a,legs_a,team_b,legs_b\n1,Bull,5,Swan,4\n2,Swan,,Bull,\n")
    league.refresh_from_db()
    pages = {
        path: words(as_director.get(f"/leagues/{league.pk}/{path}")) for path in ("", "rules/", "week/", "import/")
    }
    pages["result"] = words(as_director.get(f"/leagues/{league.pk}/results/{league.results.last().pk}/"))
    pages["csv"] = ",".join(map(str, file_of_table(league_page(league))[0]))
    assert [path for path, said in pages.items() if "ang jack" in said or "hang_jack" in said] == []
    assert "round,team_a,legs_a,team_b,legs_b,start,end" in pages["import/"]
