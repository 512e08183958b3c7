"""The board of an hour: what a match that is counted hand by hand comes to there."""

from tests.services import conftest as evenings
from tests.services.test_matches import Table
from tournament.queries.boards import on_board

evening_of = evenings.evening_of


def test_a_game_that_a_correction_ends_earlier_is_still_won_once(evening_of):
    evening = evening_of(4, format="trinidad-tables", house_rules={"target": 3}, length_kind="single")
    evening.begin()
    table = Table(evening)
    first, _second = table.record(table.facts(table.one), table.facts(table.two))
    assert on_board(table.match).games == (0, 0)
    table.correct(first, table.facts(table.one, game=table.one))
    assert on_board(table.match).games == (1, 0)
