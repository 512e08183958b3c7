"""Evenings of rounds: pairs, teams and players, drawn round by round and ranked by their matches."""

from collections.abc import Callable

import pytest

from tests.evenings import NAMES, Evening
from tournament.errors import CannotDraw
from tournament.models import Match, Rest, Stage, State
from tournament.movements.faults import opponents_in
from tournament.queries.fields import past_of
from tournament.queries.standings import standings_of
from tournament.queries.units import units_of
from tournament.services.draws import release_draw
from tournament.services.results import make_ruling
from tournament.services.round_draws import draw_round
from tournament.services.teams import team_up

Rounds = Callable[..., Evening]


@pytest.fixture
def rounds_of(evening_of) -> Rounds:
    """An evening of Trinidad for so many pairs, or as told."""

    def rounds_of(entered: int, *, plan: list[list[object]], **settings: object) -> Evening:
        evening = evening_of(0, format="trinidad-rounds", plan=plan, **settings)
        per = {"pairs": 2, "teams": 4}[evening.event.enters]
        for number in range(entered):
            names = NAMES[number * per : (number + 1) * per]
            team_up(evening.event, names, by=evening.director, now=evening.now)
        return evening

    return rounds_of


def out(evening: Evening, number: int) -> Stage:
    evening.event.refresh_from_db()
    stage = draw_round(evening.event, number, seed=1674, by=evening.director, now=evening.now)
    release_draw(stage, by=evening.director, now=evening.now)
    evening.event.refresh_from_db()
    return stage


def rule_all(evening: Evening, number: int, *, first_wins: Callable[[Match], bool] = lambda match: True) -> None:
    for match in evening.matches(number):
        if match.state == State.WAITING:
            won = first_wins(match)
            games, points = ((1, 0), (14, 9)) if won else ((0, 1), (9, 14))
            make_ruling(match, points=points, games=games, reason="By the table.", by=evening.director, now=evening.now)


def test_seven_pairs_all_meet_once_and_each_rests_once(rounds_of):
    evening = rounds_of(7, plan=[["round-robin", 0]])
    for number in range(1, 8):
        out(evening, number)
        rule_all(evening, number)
    past = past_of(evening.event, 1, 8)
    met = sorted(tuple(sorted(pair)) for match in past for pair in opponents_in(match.sides))
    keys = sorted(units_of(evening.event))
    assert met == sorted((one, other) for one in keys for other in keys if one < other)
    rested = {entry.team_id for rest in Rest.objects.select_related("entry") for entry in [rest.entry]}
    assert (evening.event.plan, Rest.objects.count(), rested) == ([["round-robin", 7, 0]], 14, set(keys))
    standings = standings_of(evening.event)
    assert (standings.provisional, [line.record.played for line in standings.lines]) == (False, [6] * 7)
    assert sum(line.record.games_won - 1 for line in standings.lines) >= 0


def test_a_swiss_round_waits_for_results_and_then_pairs_the_level(rounds_of):
    evening = rounds_of(6, plan=[["swiss", 3]])
    out(evening, 1)
    with pytest.raises(CannotDraw, match="Not agreed yet: table 1, 2 and 3"):
        draw_round(evening.event, 2, seed=1, by=evening.director, now=evening.now)
    rule_all(evening, 1)
    out(evening, 2)
    winners = {match.sides[match.winner] for match in past_of(evening.event, 1, 2)}
    tables = [match.sides for match in past_of(evening.event, 2, 3)]
    assert sum(1 for sides in tables if set(sides) <= winners) == 1
