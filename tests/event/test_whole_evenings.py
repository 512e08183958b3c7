"""Whole evenings through the services: who is seated where, what is counted, and what no correction may move."""

from fractions import Fraction

import pytest

from scoring import RULE_SETS, rules_from_dict
from tests.evenings import by_lot, settle_ties
from tournament.door.services.entries import enter_players
from tournament.door.services.people import leave, seat_late
from tournament.event.services.events import lock_event, reopen_event
from tournament.foundation.errors import (
    CannotSeatNow,
    EventLocked,
    NeedsReason,
    NotDrawnTogether,
    NothingToAgree,
)
from tournament.matches.queries.matches import players_of
from tournament.models import Match, Seat, SheetLine, State
from tournament.results.services.decisions import agree_table, call_off, make_ruling
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.rules.queries.rules import rules_of
from tournament.standings.queries.standings import standings_of


def test_equal_sheets_are_agreed_and_unequal_ones_disputed_and_both_values_are_kept(evening_of):
    """K19: Ann's sheet says 14; Bea's says that Ann won 12."""
    evening = evening_of(4)
    evening.begin()
    match, other = evening.matches(1)[:2]
    enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 14, 9)], by=evening.scorer, now=evening.now)
    match.refresh_from_db()
    assert match.state == State.ENTERED
    enter_sheet(players_of(match)[1], [SheetEntry(match.pk, 9, 12)], by=evening.scorer, now=evening.now)
    enter_sheet(players_of(other)[0], [SheetEntry(other.pk, 5, 6)], by=evening.scorer, now=evening.now)
    enter_sheet(players_of(other)[1], [SheetEntry(other.pk, 6, 5)], by=evening.scorer, now=evening.now)
    match.refresh_from_db()
    other.refresh_from_db()
    assert (match.state, other.state) == (State.DISPUTED, State.AGREED)
    assert list(SheetLine.objects.filter(side__match=match).values_list("mine", "theirs")) == [(14, 9), (9, 12)]
    agreed = standings_of(evening.event, agreed_only=True)
    assert sorted(line.record.total for line in agreed.lines) == [0, 0, 5, 6]


def test_a_dispute_stays_until_the_director_rules_with_a_reason(evening_of):
    evening = evening_of(4)
    evening.begin()
    match = evening.matches(1)[0]
    enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 14, 9)], by=evening.scorer, now=evening.now)
    enter_sheet(players_of(match)[1], [SheetEntry(match.pk, 9, 12)], by=evening.scorer, now=evening.now)
    enter_sheet(players_of(match)[1], [SheetEntry(match.pk, 9, 14)], by=evening.scorer, now=evening.now)
    match.refresh_from_db()
    assert match.state == State.DISPUTED
    with pytest.raises(NeedsReason):
        make_ruling(match, points=(13, 9), reason=" ", by=evening.director, now=evening.now)
    make_ruling(match, points=(13, 9), reason="Both added again", by=evening.director, now=evening.now)
    match.refresh_from_db()
    assert (match.state, *match.points) == (State.RULED, 13, 9)


def test_sheets_without_check_boxes_wait_for_the_director_who_agrees_the_table(evening_of):
    evening = evening_of(4)
    evening.begin()
    for match in evening.matches(1):
        enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 5)], by=evening.scorer, now=evening.now)
        enter_sheet(players_of(match)[1], [SheetEntry(match.pk, 4)], by=evening.scorer, now=evening.now)
    assert {match.state for match in evening.matches(1)} == {State.ENTERED}
    assert agree_table(match.table, by=evening.director, now=evening.now) == 6
    assert {match.state for match in evening.matches(1)} == {State.AGREED}
    with pytest.raises(NothingToAgree):
        agree_table(match.table, by=evening.director, now=evening.now)


def test_the_same_sheet_again_changes_nothing(evening_of):
    evening = evening_of(4)
    evening.begin()
    match = evening.matches(1)[0]
    for _ in range(2):
        enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 14, 9)], by=evening.scorer, now=evening.now)
    assert SheetLine.objects.count() == 1


def test_another_scorers_different_sheet_is_a_dispute_and_ones_own_is_a_replacement(evening_of):
    evening = evening_of(4)
    evening.begin()
    mended, doubted = evening.matches(1)[:2]
    for match, second in ((mended, evening.scorer), (doubted, evening.director)):
        enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 41)], by=evening.scorer, now=evening.now)
        enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 14)], by=second, now=evening.now)
        match.refresh_from_db()
    assert (mended.state, doubted.state) == (State.ENTERED, State.DISPUTED)
    assert SheetLine.objects.filter(side__match=mended).count() == 2


def test_a_sheet_cannot_tell_of_a_match_of_others(evening_of):
    evening = evening_of(4)
    evening.begin()
    match = evening.matches(1)[0]
    stranger = next(
        seat.entry for seat in Seat.objects.all() if seat.entry_id not in [one.pk for one in players_of(match)]
    )
    with pytest.raises(NotDrawnTogether):
        enter_sheet(stranger, [SheetEntry(match.pk, 1)], by=evening.scorer, now=evening.now)


def test_at_a_table_of_three_the_total_is_scaled_to_the_hour(evening_of):
    """K17: 33 points in forty minutes rank as 49 1/2."""
    evening = evening_of(3)
    evening.begin()
    evening.hand_in(1, lambda match: (18, 15))
    lines = standings_of(evening.event).lines
    assert [(line.record.total, line.record.adjusted_total) for line in lines] == [
        (36, Fraction(54)),
        (33, Fraction(99, 2)),
        (30, Fraction(45)),
    ]


def test_a_leaver_keeps_his_results_and_his_opponents_are_credited(evening_of):
    evening = evening_of(4)
    evening.begin()
    evening.play_rounds(1, until=1)
    leaver = players_of(evening.matches(1)[0])[0]
    called_off = leave(leaver, by=evening.director, now=evening.now)
    assert [match.round.number for match in called_off] == [2, 3]
    evening.play_rounds(1)
    for match in evening.matches(1):
        if match.state != State.CALLED_OFF:
            enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 10, 10)], by=evening.scorer, now=evening.now)
            enter_sheet(players_of(match)[1], [SheetEntry(match.pk, 10, 10)], by=evening.scorer, now=evening.now)
    shown = {line.name: (line.record.total, line.record.adjusted_total) for line in standings_of(evening.event).lines}
    assert shown.pop(leaver.name) == (10, Fraction(10))
    assert sorted(shown.values()) == [(20, Fraction(30)), (20, Fraction(30)), (30, Fraction(30))]


def test_a_late_comer_makes_a_table_of_three_a_four_from_the_next_round(evening_of):
    evening = evening_of(7)
    evening.begin()
    evening.play_rounds(1, until=1)
    (late,) = enter_players(evening.event, ["Zed Yew"], by=evening.director, now=evening.now)
    seat = seat_late(late, by=evening.director, now=evening.now)
    assert (seat.position, seat.from_turn, seat.table.size) == (4, 2, 4)
    matches = Match.objects.filter(table=seat.table)
    assert sorted((match.round.number, late.pk in [one.pk for one in players_of(match)]) for match in matches) == [
        (1, False),
        (2, False),
        (2, True),
        (3, False),
        (3, True),
    ]


def test_a_late_comer_takes_a_leavers_chair(evening_of):
    evening = evening_of(4)
    evening.begin()
    evening.play_rounds(1, until=1)
    leaver = players_of(evening.matches(1)[0])[0]
    leave(leaver, by=evening.director, now=evening.now)
    (late,) = enter_players(evening.event, ["Zed Yew"], by=evening.director, now=evening.now)
    seat_late(late, by=evening.director, now=evening.now)
    live = [match for match in evening.matches(1) if match.state != State.CALLED_OFF]
    assert sorted(match.round.number for match in live) == [1, 1, 2, 2, 3, 3]
    for line in standings_of(evening.event).lines:
        assert (line.name, [match for match in line.record.matches if match.is_sit_out]) == (line.name, [])


def test_a_late_comer_without_a_free_chair_waits_for_the_next_draw(evening_of):
    evening = evening_of(4)
    evening.begin()
    (late,) = enter_players(evening.event, ["Zed Yew"], by=evening.director, now=evening.now)
    with pytest.raises(CannotSeatNow):
        seat_late(late, by=evening.director, now=evening.now)


def test_a_locked_evening_changes_only_after_it_is_reopened_with_a_reason(evening_of):
    evening = evening_of(4)
    evening.begin()
    lock_event(evening.event, by=evening.director, now=evening.now)
    match = evening.matches(1)[0]
    with pytest.raises(EventLocked):
        enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 1)], by=evening.scorer, now=evening.now)
    with pytest.raises(NeedsReason):
        reopen_event(evening.event, reason="", by=evening.director, now=evening.now)
    reopen_event(evening.event, reason="A sheet was found", by=evening.director, now=evening.now)
    enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 1)], by=evening.scorer, now=evening.now)


@pytest.mark.parametrize("players", [8, 40])
def test_standings_take_as_many_queries_for_eight_as_for_forty(evening_of, players, django_assert_num_queries):
    evening = evening_of(players)
    evening.begin()
    with django_assert_num_queries(7):
        standings_of(evening.event)


def test_the_final_standings_add_both_hours(evening_of):
    evening = evening_of(7)
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    settle_ties(evening)
    evening.second()
    evening.play_rounds(2)
    evening.hand_in(2, by_lot)
    first = {line.name: line.record.adjusted_total for line in standings_of(evening.event, hours=1).lines}
    final = standings_of(evening.event)
    assert (final.hours, final.provisional) == (2, False)
    for line in final.lines:
        assert line.record.adjusted_total == first[line.name] + line.record.adjusted_total_in(2)
    assert [line.record.adjusted_total for line in final.lines] == sorted(
        (line.record.adjusted_total for line in final.lines), reverse=True
    )


def test_the_final_order_may_be_by_second_hour_table(evening_of):
    evening = evening_of(8)
    evening.event.final_order = "second_table"
    evening.event.save()
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    settle_ties(evening)
    evening.second()
    evening.hand_in(2, by_lot)
    assert [line.hour(2).table for line in standings_of(evening.event).lines] == [1, 1, 1, 1, 2, 2, 2, 2]


def test_a_match_called_off_by_the_director_is_a_sit_out_for_both(evening_of):
    evening = evening_of(4)
    evening.begin()
    match = evening.matches(1)[0]
    with pytest.raises(NeedsReason):
        call_off(match, reason="", by=evening.director, now=evening.now)
    call_off(match, reason="Taken ill", by=evening.director, now=evening.now)
    sat_out = {
        line.record.entry: [turn.length for turn in line.record.matches if turn.is_sit_out]
        for line in standings_of(evening.event).lines
    }
    third_of_the_hour = [Fraction(1, 3)]
    assert sorted(sat_out.values()) == [[], [], third_of_the_hour, third_of_the_hour]
    assert sat_out[players_of(match)[0].pk] == sat_out[players_of(match)[1].pk] == third_of_the_hour


def test_an_event_keeps_its_own_copy_of_its_rules_from_the_moment_play_starts(evening_of):
    evening = evening_of(4)
    evening.begin()
    evening.play_rounds(1, until=1)
    evening.event.refresh_from_db()
    assert rules_from_dict(evening.event.rules) == RULE_SETS["kent"]
    evening.event.house_rules = {"points.game": 2}
    evening.event.save()
    assert rules_of(evening.event).points.game == 1
