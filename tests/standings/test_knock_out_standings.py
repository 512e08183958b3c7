"""What a knock-out comes to: its bracket before all else, also after groups in which others had won more."""

import pytest

from tests.round_evenings import out, rule_all
from tournament.event.queries.competitors import key_of
from tournament.models import Match
from tournament.standings.queries.places import criteria_of
from tournament.standings.queries.standings import standings_of


def first_came_first(match: Match) -> bool:
    """Whether the first side entered before the other."""
    one, other = (key_of(match.table.stage.event, side.entries[0]) for side in match.sides.all())
    assert one is not None and other is not None
    return one < other


@pytest.mark.slow
@pytest.mark.parametrize("movement", ["knock-out", "knock-out-plate"])
def test_a_final_that_turns_the_groups_round_decides_the_standings(rounds_of, movement):
    evening = rounds_of(6, plan=[["round-robin", 3], [movement, 2, 4]])
    for number in (1, 2, 3):
        out(evening, number)
        rule_all(evening, number, first_wins=first_came_first)
    before = [line.record.entry for line in standings_of(evening.event).lines]
    for number in (4, 5):
        out(evening, number)
        rule_all(evening, number, first_wins=lambda match: not first_came_first(match))
    after = [line.record.entry for line in standings_of(evening.event).lines]
    semi, other = {before[0], before[3]}, {before[1], before[2]}
    finalists = sorted({max(semi), max(other)}, reverse=True)
    losers = sorted({min(semi), min(other)}, reverse=True)
    assert after == [*finalists, *losers, *before[4:]]


def test_the_bracket_is_asked_first_whatever_the_club_has_chosen_and_only_where_it_ends_the_evening(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 3], ["knock-out", 0, 4]], criteria=["games_won"])
    assert [each.key for each in criteria_of(evening.event, hours=2)] == ["knock_out", "games_won"]
    evening.event.plan = [["knock-out", 2, 0], ["swiss", 3, 0]]
    assert [each.key for each in criteria_of(evening.event, hours=2)] == ["games_won"]
