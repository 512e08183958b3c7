"""What hands come to, by hand, and the pages of it."""

import csv
import json
import re
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.markup import markup
from tests.performance.ten_years import MadeClub
from tests.statistics.test_person import made  # noqa: F401 - a fixture
from tournament.models import Entry, Event, Hand, Season
from tournament.seasons.hands import (
    BestHand,
    EveningHands,
    HandSums,
    LongMatch,
    ReportedHand,
    read_hands,
    sum_match,
    sum_matches,
)
from tournament.seasons.hands import write_hands as write
from tournament.seasons.queries.club_records import all_ended_evenings
from tournament.statistics.charts import draw_bars, say_amount
from tournament.statistics.queries import hands_page
from tournament.statistics.queries.hands_page import STATISTICS, statistics_of_season

NINE = datetime(2026, 11, 21, 19, 4, tzinfo=UTC)
SIDES = {"side-1": (11, 12), "side-2": (21, 22)}
SIDE_OF = {"1": "side-1", "2": "side-1", "3": "side-2", "4": "side-2"}


def hand(number: int, facts: dict[str, Any], *awards: tuple[str, str, int], **told: Any) -> ReportedHand:
    values: dict[str, Any] = {"match": 7, "stage": 1, "turn": 1, "table": 3, "uncounted": (), "all_fours": None} | told
    at = NINE + timedelta(minutes=6 * number)
    return ReportedHand(number=number, at=at, facts=facts, awards=awards, sides=SIDES, side_of=SIDE_OF, **values)


HANDS = [
    hand(1, {"dealer": "1", "jack": None}, ("high", "side-1", 1), ("low", "side-2", 1), ("game", "side-1", 1)),
    hand(2, {"dealer": "3", "jack": {"holder": "1", "won_by": "3"}}, ("high", "side-2", 1), ("hang_jack", "side-2", 3)),
    # under rules that pay a hung Jack as any other
    hand(3, {"dealer": "1", "jack": {"holder": "2", "won_by": "4"}}, ("jack", "side-2", 1), ("game", "side-2", 1)),
    # the game was over before the Jack was counted; who held it nobody said
    hand(4, {"dealer": "4"}, ("high", "side-1", 1), uncounted=[("jack", "side-1", 1), ("game", "side-1", 1)]),
    # a misdeal is no hand
    hand(5, {"dealer": "1"}, ("misdeal", "side-2", 1)),
]
SUMS = HandSums(
    **{"hands": 4, "jacks_known": 4, "jacks": 3, "hung": 2, "game_dealer": 1, "game_others": 2, "game_nobody": 1},
    **{"chances": 200, "dealer_points": 6, "other_points": 4, "others": 4, "all_fours": 0},
)


def test_the_sums_of_hands_are_those_counted_by_hand():
    found = sum_matches([sum_match(HANDS)])
    assert found.sums == SUMS
    assert found.longest == LongMatch(4, 18, 1, 1, 3, ((11, 12), (21, 22)))
    assert found.best == {person: (BestHand(4, ("high", "hang_jack"), 1, 1, 3),) for person in (21, 22)}
    assert (found.first % 10, found.tables) == (0, {3: (2, 2)})
    assert read_hands(json.loads(json.dumps(write(found)))) == found
    assert read_hands({}) == EveningHands() == sum_matches([sum_match([])])


def test_the_statistics_of_an_evening_count_each_of_its_hands_and_wait_for_its_standings(made: MadeClub, db: None):  # noqa: F811
    event = Event.objects.get(name="Trinidad pairs 2")
    page, hands = reverse("evening_statistics", args=[event.pk]), Hand.objects.filter(match__table__stage__event=event)
    with CaptureQueriesContext(connection) as cold:
        text = markup(Client().get(page))
    with CaptureQueriesContext(connection) as warm:
        Client().get(page)
    assert (len(cold), len(warm)) == (3, 2)
    hung = [each for each in hands if "hang_jack" in str(each.awards)]
    assert f"<dd>{hands.count()}</dd>" in text and f"<dd>{len(hung)}</dd>" in text
    shades = [line.split("</td>")[0].split(">")[-1] for line in text.split('<td class="shade-')[1:]]
    assert sum(int(count or 0) for count in shades) == hands.count()
    assert " style=" not in text and text.count('<svg xmlns="http://www.w3.org/2000/svg"') == 3
    assert not [player.name for player in made.club.players.all() if player.name in text]
    Event.objects.filter(pk=event.pk).update(standings_shown=False)
    assert Client().get(page).status_code == 403


def test_the_statistics_of_a_season_add_up_its_evenings(made: MadeClub, db: None):  # noqa: F811
    season = Season.objects.create(club=made.club, name="2016", first_day="2016-01-01", last_day="2016-12-31")
    page = reverse("season_statistics", args=[season.pk])
    assert Client().get(page).status_code == 403
    Season.objects.update(shown=True)
    text = markup(Client().get(page))
    assert f"<dd>{made.hands}</dd>" in text and "4 evenings count." in text
    assert text.count('<svg xmlns="http://www.w3.org/2000/svg"') == 7  # what dealing is worth in each of 3 games
    with CaptureQueriesContext(connection) as warm:
        Client().get(page)
    assert len(warm) == 5


def test_the_file_of_statistics_has_the_figures_of_the_page_as_numbers(made: MadeClub, db: None):  # noqa: F811
    evenings = all_ended_evenings(made.club)
    season = Season.objects.create(
        club=made.club, name="2016", first_day="2016-01-01", last_day="2016-12-31", shown=True
    )
    file = Client().get(reverse("season_statistics_csv", args=[season.pk])).content.decode("utf-8-sig")
    rows = list(csv.reader(file.splitlines()))[1:]
    charts = statistics_of_season(0, evenings).charts
    told = {
        (chart.title, row[0], head, cell)
        for chart in charts
        for row in chart.rows
        for head, cell in zip(chart.heads[1:], row[1:], strict=True)
    }
    assert {(*row[:3], row[3].replace("-", "−") or "–") for row in rows} == told
    assert any("." in row[3] for row in rows) and [float(row[3]) for row in rows if row[3]]


def test_a_few_things_counted_have_whole_figures_on_their_axis():
    chart = draw_bars("The Jack", "", ("", "Hands"), ["Hung", "Kept"], [1, 3])
    assert re.findall(r"<text[^>]*>([^<]+)<", chart.svg) == ["0", "1", "2", "3", "Hung", "Kept"]


@pytest.mark.slow
def test_a_season_of_many_evenings_is_drawn_month_by_month(made: MadeClub, db: None, monkeypatch: pytest.MonkeyPatch):  # noqa: F811
    evenings = all_ended_evenings(made.club)
    titles = [chart.title for chart in statistics_of_season(0, evenings).charts]
    monkeypatch.setattr(hands_page, "MOST_EVENINGS", 3)
    STATISTICS.forget()
    by_month = statistics_of_season(0, evenings).charts
    came = [Entry.objects.filter(event=evening.event).count() for evening in evenings]
    assert "Players" in titles
    assert [(chart.title, chart.rows) for chart in by_month if chart.title == "Players an evening"] == [
        ("Players an evening", (("Jan 16", say_amount(Fraction(sum(came), 4))),))
    ]
