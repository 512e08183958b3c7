"""After a correction: whom a round that is out would seat elsewhere, for every movement that wants results."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.conftest import signed_in
from tests.evenings import Evening, by_lot, settle_ties
from tests.round_evenings import out, rule_all
from tournament.door.services.entries import enter_players
from tournament.door.services.people import leave
from tournament.door.services.teams import team_up
from tournament.draw.queries.seats_after_correction import (
    Elsewhere,
    corrected_round,
    known_seat_differences,
    seat_differences,
)
from tournament.draw.services.reseat import reseat
from tournament.event.queries.competitors import competitors_of, draw_of_competitors
from tournament.event.queries.hours import place_of, released_stage
from tournament.matches.queries.matches import players_of
from tournament.models import Event, LogEntry, Match, Seat, Stage
from tournament.movements import MOVEMENTS
from tournament.results.services.decisions import give_walk_over, make_ruling
from tournament.standings.queries.standings import standings_of

PLANS = {
    "swiss": (8, [["swiss", 3]]),
    "swiss of an odd number": (5, [["swiss", 3]]),
    "knock-out": (8, [["knock-out", 3]]),
    "second part": (8, [["round-robin", 1], ["stay-and-move", 1]]),
}


def places(evening: Evening) -> dict[str, str]:
    """Of round 2, by name."""
    stage = evening.hour(2)
    stage.event.refresh_from_db()
    draw = draw_of_competitors(stage, MOVEMENTS[place_of(stage.event, 2).part.movement])
    names = {key: unit.name for key, unit in competitors_of(stage.event).items()}
    seated = {names[key]: f"at table {table.number}" for table in draw.tables for key in table.entries}
    return dict.fromkeys(names.values(), "out") | seated | {names[key]: "sitting out" for key in draw.resting}


def lost_after_all(evening: Evening, match: Match) -> None:
    make_ruling(match, points=(3, 14), games=(0, 1), reason="Counted again.", by=evening.director, now=evening.now)


@pytest.mark.parametrize(("pairs", "plan"), PLANS.values(), ids=PLANS)
def test_whoever_would_sit_elsewhere_is_named_with_his_place_and_nobody_is_moved(rounds_of, pairs, plan):
    evening = rounds_of(pairs, plan=plan)
    out(evening, 1)
    rule_all(evening, 1)
    out(evening, 2)
    before = places(evening)
    assert corrected_round(evening.event, released_stage(evening.event)) is None
    rule_all(evening, 2, first_wins=lambda match: match.table.number > 1)
    lost_after_all(evening, evening.matches(1)[0])
    corrected = corrected_round(evening.event, released_stage(evening.event))
    assert corrected and places(evening) == before
    said = {each.name: (each.sits, each.would_sit) for each in corrected.elsewhere}
    Stage.objects.filter(pk=evening.hour(2).pk).delete()
    out(evening, 2)
    after = places(evening)
    assert said == {name: (before[name], after[name]) for name in before if before[name] != after[name]}
    assert any("sitting out" in words for words in said.values()) == (pairs == 5)


def test_a_drive_of_players_says_who_would_have_moved_up(evening_of):
    evening = evening_of(8, format="trinidad-rounds", enters="players", plan=[["progressive", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    out(evening, 2)
    before = places(evening)
    lost_after_all(evening, evening.matches(1)[0])
    corrected = corrected_round(evening.event, released_stage(evening.event))
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
    assert corrected_round(evening.event, released_stage(evening.event)) is None
    Stage.objects.filter(number=2).update(moved_by_hand=True)
    lost_after_all(evening, evening.matches(1)[0])
    assert corrected_round(evening.event, released_stage(evening.event)) is None


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
                corrected_round(evening.event, released_stage(evening.event))
            asked.append(len(queries))
        rule_all(evening, number)
    assert asked[0] == asked[1]


def test_a_correction_after_hour_two_was_drawn_moves_nobody_and_shows_who_would_sit_elsewhere(evening_of):
    evening = evening_of(8)
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    settle_ties(evening)
    evening.second()
    seated = list(Seat.objects.filter(table__stage__number=2).values_list("entry", "table__number"))
    assert seat_differences(evening.event) == []
    last = standings_of(evening.event, hours=1).lines[-1]
    match = next(match for match in evening.matches(1) if last.record.entry in [one.pk for one in players_of(match)])
    won = (90, match.points[1]) if players_of(match)[0].pk == last.record.entry else (match.points[0], 90)
    make_ruling(match, points=won, reason="Wrong line", by=evening.director, now=evening.now)
    assert list(Seat.objects.filter(table__stage__number=2).values_list("entry", "table__number")) == seated
    differences = seat_differences(evening.event)
    assert [(d.sits_at, d.would_sit_at) for d in differences if d.entry.name == last.name] == [(2, 1)]
    desk = signed_in(evening, "director")
    on_pages = [desk.get(f"/e/{evening.event.pk}/draw/{hour}/").context["differences"] for hour in (1, 2)]
    assert on_pages == [[], differences]


def hour_two(evening_of, players: int) -> Evening:
    evening = evening_of(players).begun()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    settle_ties(evening)
    evening.second()
    return evening


def beat_everybody(evening: Evening, name: str) -> None:
    """Rules that somebody has won each match of hour 1 by a hundred."""
    for match in evening.matches(1):
        one, other = players_of(match)
        if name in (one.name, other.name):
            points = (100, 0) if one.name == name else (0, 100)
            make_ruling(match, points=points, reason="Counted again.", by=evening.director, now=evening.now)


@pytest.mark.parametrize("players", [7, 8])
def test_after_a_correction_everybody_is_told_the_table_of_the_order_as_it_is_now(evening_of, players):
    evening = hour_two(evening_of, players)
    tables = dict(Seat.objects.filter(table__stage__number=2).values_list("entry", "table__number"))
    sizes = sorted(tables.values())
    beat_everybody(evening, standings_of(evening.event, hours=1).lines[-1].name)
    event = Event.objects.get()
    ranked = [line.record.entry for line in standings_of(event, hours=1).lines]
    would = dict(zip(ranked, sizes, strict=True))
    expected = [(entry, tables[entry], would[entry]) for entry in ranked if tables[entry] != would[entry]]
    told = [(each.entry.pk, each.sits_at, each.would_sit_at) for each in seat_differences(event)]
    assert told == expected and len(told) >= 2
    assert known_seat_differences(event) == seat_differences(event)
    Stage.objects.filter(number=2).update(moved_by_hand=True)
    assert seat_differences(Event.objects.get()) == []


def test_a_newcomer_of_hour_two_stays_at_the_end_of_the_order(evening_of):
    evening = evening_of(7).begun()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    settle_ties(evening)
    enter_players(evening.event, ["Zed Yew"], by=evening.director, now=evening.now)
    evening.second()
    beat_everybody(evening, standings_of(evening.event, hours=1).lines[-1].name)
    moved = {each.entry.name for each in seat_differences(Event.objects.get())}
    assert "Zed Yew" not in moved and len(moved) == 2


def test_who_left_after_hour_one_takes_no_seat_of_the_order_as_it_is_now(evening_of):
    evening = evening_of(9).begun()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    settle_ties(evening)
    first, *_others, last = standings_of(evening.event, hours=1).lines
    leave(evening.entry(first.name), by=evening.director, now=evening.now)
    evening.second()
    tables = dict(Seat.objects.filter(table__stage__number=2).values_list("entry", "table__number"))
    beat_everybody(evening, last.name)
    event = Event.objects.get()
    ranked = [line.record.entry for line in standings_of(event, hours=1).lines if line.name != first.name]
    would = dict(zip(ranked, sorted(tables.values()), strict=True))
    assert {each.entry.pk: (each.sits_at, each.would_sit_at) for each in seat_differences(event)} == {
        entry: (tables[entry], would[entry]) for entry in ranked if tables[entry] != would[entry]
    }


def test_of_the_first_hour_and_without_a_correction_nobody_sits_elsewhere(evening_of):
    evening = evening_of(8).begun()
    assert (seat_differences(evening.event), corrected_round(evening.event, evening.hour(1))) == ([], None)
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    assert seat_differences(Event.objects.get()) == []


def test_a_round_that_no_result_decides_is_not_looked_at(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    for number in (1, 2):
        out(evening, number)
        rule_all(evening, number)
    lost_after_all(evening, evening.matches(1)[0])
    assert [corrected_round(evening.event, stage) for stage in (None, evening.hour(1), evening.hour(2))] == [None] * 3


def test_a_correction_is_one_of_an_earlier_round_that_stands(rounds_of):
    evening = rounds_of(4, plan=[["swiss", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    out(evening, 2)
    assert corrected_round(evening.event, evening.hour(2)) is None
    rule_all(evening, 2)
    assert corrected_round(evening.event, evening.hour(2)) is None
    lost_after_all(evening, evening.matches(1)[0])
    found = corrected_round(evening.event, evening.hour(2))
    assert (found.number, bool(found), len(found)) == (2, True, len(found.elsewhere))
    LogEntry.objects.filter(action="make_ruling").update(undone_at=evening.now)
    assert corrected_round(evening.event, evening.hour(2)) is None
    LogEntry.objects.filter(action="make_ruling").update(undone_at=None)
    Stage.objects.filter(number=2).update(released_at=None)
    assert corrected_round(evening.event, evening.hour(2)) is None


def test_who_plays_a_final_that_neither_side_came_to_earn_would_be_out(rounds_of):
    evening = rounds_of(4, plan=[["knock-out", 0]])
    out(evening, 1)
    rule_all(evening, 1)
    out(evening, 2)
    sat = places(evening)
    for match in evening.matches(1):
        give_walk_over(match, 0, reason="Nobody came.", by=evening.director, now=evening.now)
    corrected = corrected_round(evening.event, released_stage(evening.event))
    assert corrected and corrected.number == 2
    assert set(corrected.elsewhere) == {Elsewhere(name, place, "out") for name, place in sat.items()}


def test_who_changed_seats_since_the_draw_is_told_nothing_of_a_correction(rounds_of):
    evening = rounds_of(8, plan=[["swiss", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    stage = out(evening, 2)
    seats = Seat.objects.filter(table__stage=stage, position=1).order_by("table__number")
    moved = [seat.entry for seat in seats.select_related("entry__player")[:2]]
    reseat(stage, *moved, by=evening.director, now=evening.now)
    lost_after_all(evening, evening.matches(1)[0])
    corrected = corrected_round(evening.event, released_stage(evening.event))
    assert corrected
    told = " ".join(each.name for each in corrected.elsewhere)
    assert [one.name for one in moved if one.name in told] == []
