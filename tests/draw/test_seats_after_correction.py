"""After a correction: whom a round that is out would seat elsewhere, for every movement that wants results."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.evenings import Evening
from tests.round_evenings import out, rule_all
from tournament.door.services.teams import team_up
from tournament.draw.queries.seats_after_correction import corrected_round
from tournament.event.queries.competitors import competitors_of, draw_of_competitors
from tournament.event.queries.hours import hour_of, place_of
from tournament.matches.services.results import make_ruling
from tournament.models import Match, Stage
from tournament.movements import MOVEMENTS

PLANS = {
    "swiss": [["swiss", 3]],
    "knock-out": [["knock-out", 3]],
    "second part": [["round-robin", 1], ["stay-and-move", 1]],
}


def places(evening: Evening) -> dict[str, str]:
    """Of round 2, by name."""
    stage = evening.hour(2)
    stage.event.refresh_from_db()
    draw = draw_of_competitors(stage, MOVEMENTS[place_of(stage.event, 2).part.movement])
    names = {key: unit.name for key, unit in competitors_of(stage.event).items()}
    seated = {names[key]: f"at table {table.number}" for table in draw.tables for key in table.entries}
    return dict.fromkeys(names.values(), "out") | seated | {names[key]: "resting" for key in draw.resting}


def lost_after_all(evening: Evening, match: Match) -> None:
    make_ruling(match, points=(3, 14), games=(0, 1), reason="Counted again.", by=evening.director, now=evening.now)


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_whoever_would_sit_elsewhere_is_named_with_his_place_and_nobody_is_moved(rounds_of, plan):
    evening = rounds_of(8, plan=plan)
    out(evening, 1)
    rule_all(evening, 1)
    out(evening, 2)
    before = places(evening)
    assert corrected_round(evening.event, hour_of(evening.event)) is None
    lost_after_all(evening, evening.matches(1)[0])
    corrected = corrected_round(evening.event, hour_of(evening.event))
    assert corrected and places(evening) == before
    said = {each.name: (each.sits, each.would_sit) for each in corrected.elsewhere}
    Stage.objects.filter(pk=evening.hour(2).pk).delete()
    out(evening, 2)
    after = places(evening)
    assert said == {name: (before[name], after[name]) for name in before if before[name] != after[name]}


def test_a_drive_of_players_says_who_would_have_moved_up(evening_of):
    evening = evening_of(8, format="trinidad-rounds", enters="players", plan=[["progressive", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    out(evening, 2)
    before = places(evening)
    lost_after_all(evening, evening.matches(1)[0])
    corrected = corrected_round(evening.event, hour_of(evening.event))
    assert corrected
    Stage.objects.filter(pk=evening.hour(2).pk).delete()
    out(evening, 2)
    after = places(evening)
    assert {each.name for each in corrected.elsewhere} == {name for name in before if before[name] != after[name]}


def test_results_of_the_round_itself_and_seats_moved_by_hand_are_nobody_elses_business(rounds_of):
    evening = rounds_of(4, plan=[["swiss", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    out(evening, 2)
    lost_after_all(evening, evening.matches(2)[0])
    assert corrected_round(evening.event, hour_of(evening.event)) is None
    Stage.objects.filter(number=2).update(moved_by_hand=True)
    lost_after_all(evening, evening.matches(1)[0])
    assert corrected_round(evening.event, hour_of(evening.event)) is None


@pytest.mark.slow
def test_what_it_asks_does_not_grow_with_the_field(rounds_of):
    asked = []
    evening = rounds_of(4, plan=[["swiss", 4]])
    for number, more in ((1, 0), (2, 10), (3, 0)):
        for place in range(more):
            team_up(evening.event, [f"{place} One", f"{place} Two"], by=evening.director, now=evening.now)
        out(evening, number)
        if number > 1:
            lost_after_all(evening, evening.matches(number - 1)[0])
            with CaptureQueriesContext(connection) as queries:
                corrected_round(evening.event, hour_of(evening.event))
            asked.append(len(queries))
        rule_all(evening, number)
    assert asked[0] == asked[1]
