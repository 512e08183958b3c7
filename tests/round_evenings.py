"""Evenings of rounds as tests play them: pairs or teams entered, a round drawn and released, every match decided."""

from collections.abc import Callable, Sequence

import pytest

from tests.evenings import NAMES, Evening
from tournament.door.services.entries import enter_players
from tournament.draw.services.draws import release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.models import Entry, Match, Stage, State, Team
from tournament.results.services.decisions import make_ruling

Rounds = Callable[..., Evening]


@pytest.fixture
def rounds_of(evening_of) -> Rounds:
    """Returns a function that makes a Trinidad evening, for pairs unless settings say otherwise. Entries and teams are
    made in bulk, in a fifth of the time that `team_up` takes one by one; the log has one line for them."""

    def rounds_of(
        entered: int, *, plan: list[list[object]], names: Sequence[str] = NAMES, **settings: object
    ) -> Evening:
        evening = evening_of(0, format="trinidad-rounds", plan=plan, **settings)
        per = {"pairs": 2, "teams": 4}[evening.event.enters]
        entries = enter_players(evening.event, names[: entered * per], by=evening.director, now=evening.now)
        teams = Team.objects.bulk_create(Team(event=evening.event) for _number in range(entered))
        for place, entry in enumerate(entries):
            entry.team = teams[place // per]
        Entry.objects.bulk_update(entries, ["team"])
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
