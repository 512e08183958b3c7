"""Two seasons that a league of a neighbouring game has played and published, with all results, byes and points taken
off: pasted as they stand on its pages, every figure of our table is the one that the league published."""

import re
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.leagues.test_league_pages import sent_back
from tests.leagues.test_leagues import NOW
from tournament.leagues.outcomes import WITHDRAWALS
from tournament.leagues.queries.page import file_of_table, league_page
from tournament.leagues.services.leagues import open_league
from tournament.leagues.services.log import give_penalty
from tournament.leagues.services.rulings import return_team, withdraw_team
from tournament.models import League

BY: dict[str, Any] = {"by": None, "now": NOW}
Line = tuple[str, int, int, int, int, int, int, int]
"""A line of a published table: team, played, won, drawn, lost, games, against, points."""
PUBLISHED: dict[str, tuple[dict[str, int], list[Line]]] = {
    "bezirksliga": (
        {"DC Lachs 14": 1},
        [
            ("the Metal Darts", 18, 16, 2, 0, 235, 89, 50),
            ("DC Lachs 14", 18, 13, 3, 2, 197, 127, 41),
            ("DC Texas Team", 18, 11, 3, 4, 203, 121, 36),
            ("DC Black Scorpions", 18, 9, 4, 5, 180, 144, 31),
            ("the Metal Darts 2", 18, 10, 1, 7, 169, 155, 31),
            ("DC Strikers", 18, 9, 3, 6, 178, 146, 30),
            ("DC Reloaded", 18, 7, 2, 9, 170, 154, 23),
            ("DC Irish 26 e.V.", 18, 3, 1, 14, 129, 195, 10),
            ("Odins Knechte", 18, 2, 1, 15, 115, 209, 7),
            ("DC Underground Fools", 18, 0, 0, 18, 44, 280, 0),
        ],
    ),
    "a-klasse-1": (
        {"DC Destroyers e.V. 2": 1},
        [
            ("DC Green Scorpion's", 16, 14, 2, 0, 167, 89, 44),
            ("Friends Arrows", 16, 13, 1, 2, 171, 85, 40),
            ("DC Triple X", 16, 9, 4, 3, 149, 107, 31),
            ("DC DARTanions", 16, 8, 2, 6, 140, 116, 26),
            ("DC Black Scorpions 2", 16, 7, 0, 9, 123, 133, 21),
            ("DC Ungültig 2", 16, 6, 2, 8, 101, 155, 20),
            ("DC Texas Team 3", 16, 3, 2, 11, 104, 152, 11),
            ("DC Knickebocker", 16, 3, 2, 11, 103, 153, 11),
            ("DC Destroyers e.V. 2", 16, 1, 1, 14, 94, 162, 3),
        ],
    ),
}
"""For each season the points that the league took off, and its table."""


def text_of(name: str) -> str:
    return (Path(__file__).parent / f"{name}.txt").read_text()


@pytest.fixture(params=PUBLISHED)
def season(request: pytest.FixtureRequest, as_director: Client) -> tuple[str, League]:
    """A season pasted into the page, its new teams confirmed, and its points taken off."""
    league = open_league({"name": request.param, "season": "2025/26", "win": 3, "meetings": 2}, **BY)
    address = f"/leagues/{league.pk}/import/"
    sent = {"text": text_of(request.param), "step": "check"}
    page = as_director.post(address, sent)
    new = {question.key: question.choices[-1][0] for question in page.context["check"].questions}
    as_director.post(address, sent_back(page, step="import") | new)
    for team, points in PUBLISHED[request.param][0].items():
        give_penalty(league.teams.get(name=team), points=points, reason="As published", **BY)
    return request.param, league


def table_of(league: League) -> list[tuple[Any, ...]]:
    rows = file_of_table(league_page(league))[1:]
    return [(row[1], *row[2:8], row[-1]) for row in rows]


def add_up(name: str, gone: str = "", until: date | None = None) -> list[Line]:
    """Adds a season's results up by itself; those of the team that has gone count until a day."""
    teams: dict[str, list[int]] = {}
    for line in text_of(name).splitlines():
        found = re.fullmatch(r"\S+ +(\d+\. ?\s?\d+\.\d{4})[ \d:]* (.*?) +- (.*?) +(\d+):(\d+)", line)
        if found is None:
            continue
        day = datetime.strptime(found[1].replace(" ", ""), "%d.%m.%Y").date()
        sides = (found[2].strip(), int(found[4])), (found[3].strip(), int(found[5]))
        if gone in (sides[0][0], sides[1][0]) and (until is None or day > until):
            continue
        for (team, ours), (_other, theirs) in (sides, sides[::-1]):
            mine = teams.setdefault(team, [0, 0, 0, 0, 0, 0, -PUBLISHED[name][0].get(team, 0)])
            won, drawn = ours > theirs, ours == theirs
            added = (1, won, drawn, ours < theirs, ours, theirs, 3 * won + drawn)
            mine[:] = [sum(pair) for pair in zip(mine, added, strict=True)]
    lines = [(team, *figures) for team, figures in teams.items()]
    return sorted(lines, key=lambda line: (-line[7], -line[5], line[6], -line[2]))  # type: ignore[arg-type, return-value]


def test_every_figure_is_the_one_that_the_league_published(season: tuple[str, League]) -> None:
    name, league = season
    assert table_of(league) == add_up(name) == PUBLISHED[name][1]


@pytest.mark.parametrize("rule", WITHDRAWALS)
def test_a_team_that_leaves_in_december_leaves_the_sums_of_its_rule(season: tuple[str, League], rule: str) -> None:
    name, league = season
    gone, last_day = PUBLISHED[name][1][4][0], date(2025, 12, 31)
    until = {"kept": date(2026, 12, 31), "struck": None, "kept_until": last_day}[rule]
    withdraw_team(league.teams.get(name=gone), rule, on=last_day, kept_until=last_day, reason="Too few", **BY)
    ours = [line for line in table_of(league) if line[0] != gone]
    assert ours == [line for line in add_up(name, gone, until) if line[0] != gone]
    return_team(league.teams.get(name=gone), reason="They stay", **BY)
    assert table_of(league) == PUBLISHED[name][1]
