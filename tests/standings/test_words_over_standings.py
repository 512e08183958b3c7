"""What a page says over and beside the standings: what ranks them, and what the director may do with them now."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from tests import evenings, round_evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.round_evenings import Rounds, out, rule_all
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import standings_page

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


@pytest.mark.parametrize(("players", "column"), [(7, "Adjusted"), (8, "Total")])
def test_over_kent_standings_stands_the_column_that_ranks(
    evening_of: Callable[..., Evening], players: int, column: str
) -> None:
    evening = evening_of(players).begun()
    evening.hand_in(1, lambda match: (14, 9))
    page = standings_page(standings_of(evening.event))
    shown = signed_in(evening, "director").get(reverse("standings", args=[evening.event.pk])).content.decode()
    labels = [each.label for each in page.columns]
    assert (page.ranked_by, column in labels, f"Ranked by: {column}." in shown) == (column, True, True)


def prize_giving_first(evening: Evening) -> bool:
    answer: Any = signed_in(evening, "director").get(reverse("standings", args=[evening.event.pk]))
    return "Prize-giving first" in answer.content.decode()


def test_prize_giving_is_offered_once_the_last_hour_is_settled_and_not_after_the_first(
    evening_of: Callable[..., Evening],
) -> None:
    evening = evening_of(8).begun()
    evening.hand_in(1, lambda match: (14, 9))
    offered = [prize_giving_first(evening)]
    evening.second()
    offered.append(prize_giving_first(evening))
    evening.play_rounds(2)
    evening.hand_in(2, lambda match: (15, 8))
    assert [*offered, prize_giving_first(evening)] == [False, False, True]


def test_prize_giving_is_offered_after_the_last_of_several_rounds(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 2]])
    offered = []
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
        offered.append(prize_giving_first(evening))
    assert offered == [False, True]
