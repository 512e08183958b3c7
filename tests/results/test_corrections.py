"""A result that turns out wrong: in one step after the evening is locked, with the former one in the log."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.evenings import Evening
from tests.round_evenings import out
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.event.services.events import lock_event, show_standings
from tournament.foundation.errors import EventLocked
from tournament.models import Match, State
from tournament.results.services.decisions import agree_matches, make_ruling
from tournament.results.services.slips import SlipLine, enter_slip


@pytest.fixture
def evening(rounds_of) -> Evening:
    """Four pairs in their only round; the first match is agreed at 14 to 13."""
    evening = rounds_of(4, plan=[["round-robin", 1]])
    out(evening, 1)
    key(evening, 14, 13)
    agree_matches([the_match(evening)], event=evening.event, by=evening.director, now=evening.now)
    return evening


def the_match(evening: Evening) -> Match:
    return evening.matches(1)[0]


def key(evening: Evening, *points: int) -> None:
    lines = [SlipLine(points=each, games=int(each == max(points))) for each in points]
    enter_slip(the_match(evening), lines, by=evening.scorer, now=evening.now)


def last_lines(evening: Evening, count: int) -> list[tuple[str, str]]:
    evening.event.refresh_from_db()
    page = read_log(LogFilter(event=evening.event))
    return [(line.sentence, line.reason) for line in page.lines[:count]]


def test_the_log_of_a_ruling_names_the_result_that_counted_before_paper_keyed_again_put_it_in_dispute(evening):
    name = the_match(evening).name
    key(evening, 13, 14)
    assert the_match(evening).state == State.DISPUTED
    make_ruling(
        the_match(evening), points=(13, 14), games=(0, 1), reason="Swapped", by=evening.director, now=evening.now
    )
    assert last_lines(evening, 2) == [
        (f"Ruled {name}: 0 · 13 – 1 · 14 (was 1 · 14 – 0 · 13)", "Swapped"),
        (f"Keyed in the slip of {name}: 0 · 13 – 1 · 14", ""),
    ]


def test_a_result_of_a_locked_evening_is_corrected_on_one_page_and_the_evening_is_locked_again(
    evening: Evening, as_director: Client, as_scorer: Client
) -> None:
    lock_event(evening.event, by=evening.director, now=evening.now)
    show_standings(evening.event, False, by=evening.director, now=evening.now)
    match = the_match(evening)
    board, page = reverse("results", args=[evening.event.pk]), reverse("ruling", args=[evening.event.pk, match.pk])
    assert page in as_director.get(board).content.decode()
    assert page not in as_scorer.get(board).content.decode()
    shown = as_director.get(page).content.decode()
    assert "Saving unlocks it for this correction and locks it again." in shown
    said = {"points_1": 13, "points_2": 14, "games_1": 0, "games_2": 1, "of_locked": "yes"}
    assert as_director.post(page, said | {"reason": ""}).status_code == 422
    assert as_director.post(page, said | {"reason": "Card read again"}).status_code == 302
    evening.event.refresh_from_db()
    assert (evening.event.locked_at is not None, evening.event.standings_shown) == (True, False)
    assert the_match(evening).points == (13, 14)
    assert last_lines(evening, 3) == [
        ("Locked the evening", ""),
        (f"Ruled {match.name}: 0 · 13 – 1 · 14 (was 1 · 14 – 0 · 13)", "Card read again"),
        ("Unlocked the evening", "Card read again"),
    ]


def test_a_page_from_before_the_evening_was_locked_corrects_nothing(evening: Evening, as_director: Client) -> None:
    lock_event(evening.event, by=evening.director, now=evening.now)
    page = reverse("ruling", args=[evening.event.pk, the_match(evening).pk])
    said = {"points_1": 13, "points_2": 14, "games_1": 0, "games_2": 1, "reason": "Late"}
    answer = as_director.post(page, said)
    assert (answer.status_code, the_match(evening).points) == (EventLocked.status, (14, 13))


def test_a_result_of_games_alone_is_corrected_without_points_that_nobody_knows(
    evening: Evening, as_director: Client
) -> None:
    lines = [SlipLine(points=None, games=won) for won in (1, 0)]
    match = evening.matches(1)[1]
    enter_slip(match, lines, by=evening.scorer, now=evening.now)
    agree_matches([match], event=evening.event, by=evening.director, now=evening.now)
    page = reverse("ruling", args=[evening.event.pk, match.pk])
    said = {"games_1": 0, "games_2": 1, "points_1": "", "points_2": "", "reason": "Misread"}
    assert as_director.post(page, said | {"points_2": 14}).context["form"].errors.keys() == {"points_1"}
    assert as_director.post(page, said).status_code == 302
    match.refresh_from_db()
    assert (match.state, match.points) == (State.RULED, (None, None))
    assert [side.games for side in match.sides.order_by("number")] == [0, 1]
    assert last_lines(evening, 1) == [(f"Ruled {match.name}: 0 · ? – 1 · ? (was 1 · ? – 0 · ?)", "Misread")]
    for shown in ("results", "standings", "event"):
        assert as_director.get(reverse(shown, args=[evening.event.pk])).status_code == 200
    assert as_director.get(page).status_code == 200
