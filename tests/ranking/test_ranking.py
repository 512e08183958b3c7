"""Placings, what decided them, and the ties that only the cards can settle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ranking.matches import at_same_pace, hour
from tests.ranking.matches import record as record_of
from tournament.ranking import CRITERIA, Criterion, MatchRecord, Record, find_ties_across, level_groups_of, rank_records

HOUR_ONE = [CRITERIA[key] for key in ("total", "points_between", "all_fours", "best_round", "cut")]


def record(name, *points, meetings=None, all_fours=None, games=None, cut=None):
    """Of an hour: points turn by turn, or of one turn with what was won of it against whom (`meetings`)."""
    others = meetings or {}
    points = (*points[:-1], points[-1] - sum(won or 0 for won in others.values())) if points else ()
    against = [(f"another of {name} {turn}", won) for turn, won in enumerate(points)] + [*others.items()]
    matches = [
        MatchRecord(1, (opponent,), points=won, turn=turn, games=games, all_fours=None if all_fours is None else 0)
        for turn, (opponent, won) in enumerate(against, start=1)
    ]
    matches[:1] = [match._replace(all_fours=all_fours) for match in matches[:1]]
    return Record(name, name, matches=tuple(matches), cut=cut, has_waiting_counts=True)


def lines(records, criteria=HOUR_ONE):
    return [(line.shown, line.record.name, line.decided_by) for line in rank_records(records, criteria)]


def test_k14_all_players_are_ranked_whatever_their_table():
    first_hour = {"Ann": 40, "Bea": 33, "Cy": 28, "Dan": 37, "Eve": 41, "Fay": 30, "Gus": 36, "Hal": 25}
    placings = rank_records([record(name, points) for name, points in first_hour.items()], HOUR_ONE)
    assert [line.record.name for line in placings] == ["Eve", "Ann", "Dan", "Gus", "Bea", "Fay", "Cy", "Hal"]
    assert [line.rank for line in placings] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert {line.decided_by for line in placings} == {"total"}
    assert find_ties_across(placings, (4, 4)) == ()


ABOVE = [record("Ann", 40), record("Bea", 39), record("Cy", 38)]
BELOW = [record("Fay", 30), record("Gus", 29), record("Hal", 28)]


def test_k15_a_tie_across_the_boundary_is_broken_by_most_all_fours_where_the_two_have_not_met():
    dan, eve = record("Dan", 12, 12, 12, all_fours=1), record("Eve", 14, 11, 11, all_fours=2)
    placings = rank_records([*ABOVE, dan, eve, *BELOW], HOUR_ONE)
    assert [(line.shown, line.record.name, line.decided_by) for line in placings[3:5]] == [
        ("4", "Eve", "all_fours"),
        ("5", "Dan", "all_fours"),
    ]
    assert placings[3].skipped == ()
    assert find_ties_across(placings, (4, 4)) == ()


def test_k15_points_against_each_other_come_first_where_the_two_have_met():
    dan = record("Dan", 36, meetings={"Eve": 9}, all_fours=1)
    eve = record("Eve", 36, meetings={"Dan": 7}, all_fours=2)
    assert lines([eve, dan]) == [("1", "Dan", "points_between"), ("2", "Eve", "points_between")]


def test_k15_then_the_best_single_round():
    dan, eve = record("Dan", 12, 12, 12, all_fours=1), record("Eve", 14, 11, 11, all_fours=1)
    assert lines([dan, eve]) == [("1", "Eve", "best_round"), ("2", "Dan", "best_round")]


def test_k15_what_nothing_parts_is_shown_as_equal_and_has_to_cut():
    dan, eve = record("Dan", 12, 12, 12), record("Eve", 12, 12, 12)
    placings = rank_records([*ABOVE, eve, dan, *BELOW], HOUR_ONE)
    assert [line.shown for line in placings] == ["1", "2", "3", "4=", "4=", "6", "7", "8"]
    assert find_ties_across(placings, (4, 4)) == ((placings[3], placings[4]),)
    assert level_groups_of(placings) == ((placings[3], placings[4]),)
    assert placings[3].skipped == ("all_fours",)


def test_k15_a_recorded_cut_settles_it_in_the_kent_order():
    dan, eve = record("Dan", 12, 12, 12, cut=(14,)), record("Eve", 12, 12, 12, cut=(2,))
    placings = rank_records([*ABOVE, dan, eve, *BELOW], HOUR_ONE)
    assert [(line.shown, line.record.name, line.decided_by) for line in placings[3:5]] == [
        ("4", "Eve", "cut"),
        ("5", "Dan", "cut"),
    ]
    assert find_ties_across(placings, (4, 4)) == ()


GAMES = [CRITERIA[key] for key in ("games", "points", "cut")]


def test_most_games_won_stand_first_then_most_points_then_a_cut():
    cy, dan = record("Cy", 20, games=1, cut=(13,)), record("Dan", 20, games=1, cut=(3,))
    records = [
        record("Ann", 30, games=1),
        record("Bea", 16, games=2),
        cy,
        dan,
        record("Eve", -7, games=0),
        record("Fay"),
    ]
    assert lines(records, GAMES) == [
        ("1", "Bea", "games"),
        ("2", "Ann", "points"),
        ("3", "Dan", "cut"),
        ("4", "Cy", "cut"),
        ("5", "Eve", "games"),
        ("6", "Fay", "games"),
    ]


def test_partners_of_one_side_stay_level_until_they_cut():
    assert lines([record("Ann", 14, games=1), record("Cy", 14, games=1)], GAMES) == [
        ("1=", "Ann", None),
        ("1=", "Cy", None),
    ]


def test_k17_an_adjusted_total_ranks_against_whole_hours():
    x = at_same_pace(record_of("X", *hour(1, 18, 15, sat_out=1200)))
    assert lines([record("Ann", 50), record("Bea", 49), x]) == [
        ("1", "Ann", "total"),
        ("2", "X", "total"),
        ("3", "Bea", "total"),
    ]


def test_k17_without_adjustment_the_sit_out_costs_its_points():
    x = record_of("X", *hour(1, 18, 15, sat_out=1200))
    assert [name for _, name, _ in lines([x, record("Bea", 34)])] == ["Bea", "X"]


def test_a_criterion_unknown_for_one_is_skipped_for_all_still_level_and_for_nobody_else():
    group = [
        record("Ann", 20, 16, all_fours=3),
        record("Bea", 19, 17, all_fours=None),
        record("Cy", 10, 10, all_fours=1),
        record("Dan", 10, 10, all_fours=2),
    ]
    placings = rank_records(group, HOUR_ONE)
    assert [(line.record.name, line.decided_by, line.skipped) for line in placings] == [
        ("Ann", "best_round", ("all_fours",)),
        ("Bea", "best_round", ("all_fours",)),
        ("Dan", "all_fours", ()),
        ("Cy", "all_fours", ()),
    ]


def test_each_placing_says_what_parted_it_last():
    group = [
        record("Ann", 20, 16, all_fours=3),
        record("Bea", 19, 17, all_fours=1),
        record("Cy", 18, 18, all_fours=1),
        record("Dan", 9),
    ]
    assert lines(group) == [
        ("1", "Ann", "all_fours"),
        ("2", "Bea", "best_round"),
        ("3", "Cy", "best_round"),
        ("4", "Dan", "total"),
    ]


def test_points_between_are_asked_again_of_those_who_are_still_level():
    ann = record("Ann", 36, meetings={"Bea": 5, "Cy": 9})
    bea = record("Bea", 36, meetings={"Ann": 8, "Cy": 6})
    cy = record("Cy", 36, meetings={"Ann": 3, "Bea": 4})
    assert lines([ann, bea, cy]) == [
        ("1", "Bea", "points_between"),
        ("2", "Ann", "points_between"),
        ("3", "Cy", "points_between"),
    ]


@pytest.mark.parametrize(("have_met", "said"), [(False, ()), (True, ("points_between",))])
def test_points_between_three_are_said_to_be_missing_only_where_all_have_met(have_met, said):
    ann = record("Ann", 36, meetings={"Bea": 5} | ({"Cy": None} if have_met else {}))
    bea = record("Bea", 36, meetings={"Ann": 1, "Cy": 6})
    cy = record("Cy", 36, meetings={"Bea": 4} | ({"Ann": None} if have_met else {}))
    assert [(line.shown, line.skipped) for line in rank_records([ann, bea, cy], HOUR_ONE[:2])] == [("1=", said)] * 3


def test_equal_cards_are_cut_again():
    cut = [CRITERIA["cut"]]
    group = [record("Ann", 1, cut=(13, 5)), record("Bea", 1, cut=(3,)), record("Cy", 1, cut=(13, 9))]
    assert lines(group, cut) == [("1", "Bea", "cut"), ("2", "Cy", "cut"), ("3", "Ann", "cut")]


@pytest.mark.parametrize("second", [None, ()])
def test_nobody_loses_a_cut_he_has_not_made(second):
    assert [shown for shown, _, _ in lines([record("Ann", 1, cut=(4,)), record("Bea", 1, cut=second)])] == ["1=", "1="]


@pytest.mark.parametrize("cuts", [((13,), (13,)), ((13,), (13, 5))])
def test_after_equal_cards_both_have_to_cut_again(cuts):
    placings = rank_records([record("Ann", 1, cut=cuts[0]), record("Bea", 1, cut=cuts[1])], HOUR_ONE)
    assert [line.shown for line in placings] == ["1=", "1="]
    assert find_ties_across(placings, (1, 1)) == (placings,)


def test_the_whole_kent_cut_order_runs_from_the_three_to_the_four():
    order = [3, 2, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4]
    placings = rank_records([Record(card, f"{card:02}", cut=(card,)) for card in sorted(order)], [CRITERIA["cut"]])
    assert [line.record.entry for line in placings] == order


def test_hours_rank_by_themselves_and_an_hour_missed_is_nothing():
    ann = record_of("Ann", *hour(1, 30), *hour(2, 10))
    bea = record_of("Bea", *hour(1, 20), *hour(2, 15))
    late = record_of("Late", *hour(2, 12))
    leaver = record_of("Leaver", *hour(1, 25))
    group = [ann, bea, late, leaver]
    assert [name for _, name, _ in lines(group, [CRITERIA["hour_1"]])] == ["Ann", "Leaver", "Bea", "Late"]
    assert [name for _, name, _ in lines(group, [CRITERIA["hour_2"]])] == ["Bea", "Late", "Ann", "Leaver"]


def test_a_club_may_rank_by_second_hour_table_first():
    ann = record_of("Ann", *hour(1, 30), *hour(2, 10, table=1))
    bea = record_of("Bea", *hour(1, 20), *hour(2, 40, table=2))
    cy = record_of("Cy", *hour(1, 28), *hour(2, 11, table=1))
    gone = record_of("Gone", *hour(1, 50, table=1))
    assert lines([ann, bea, cy, gone], [CRITERIA["second_table"], CRITERIA["hour_2"]]) == [
        ("1", "Cy", "hour_2"),
        ("2", "Ann", "hour_2"),
        ("3", "Bea", "second_table"),
        ("4", "Gone", "second_table"),
    ]


def test_nobody_yet_is_no_placing_and_one_alone_is_first():
    assert rank_records([], HOUR_ONE) == ()
    assert lines([record("Ann", 5)]) == [("1", "Ann", None)]


def test_equals_are_listed_by_name_and_ranked_alike():
    assert lines([record("bea", 5), record("Cy", 5), record("Ann", 5)], HOUR_ONE[:1]) == [
        ("1=", "Ann", None),
        ("1=", "bea", None),
        ("1=", "Cy", None),
    ]


def test_only_ties_over_a_table_boundary_need_the_cards():
    placings = rank_records(
        [record(name, points) for name, points in zip("ABCDEFGHI", (9, 9, 8, 7, 7, 7, 3, 3, 3), strict=True)],
        HOUR_ONE[:1],
    )
    assert find_ties_across(placings, (3, 3, 3)) == ()
    assert find_ties_across(placings, (4, 5)) == (placings[3:6],)
    assert find_ties_across(placings, (1, 4, 4)) == (placings[:2], placings[3:6])


def test_a_tie_may_run_over_several_tables():
    placings = rank_records([record(f"{number:02}", 5) for number in range(10)], HOUR_ONE[:1])
    assert find_ties_across(placings, (4, 3, 3)) == (placings,)


def test_a_tie_with_one_who_has_left_is_none():
    placings = rank_records([record("Ann", 9), record("Bea", 8), record("Cy", 8), record("Dan", 7)], HOUR_ONE[:1])
    assert find_ties_across([line for line in placings if line.record.name != "Cy"], (2, 1)) == ()


@pytest.mark.parametrize("criterion", CRITERIA.values(), ids=CRITERIA.keys())
def test_every_criterion_explains_itself_and_judges_one_alone_without_fault(criterion: Criterion):
    assert criterion.label and criterion.explanation.endswith(".")
    assert [line.shown for line in rank_records([record("Ann", 5)], [criterion])] == ["1"]


fields = st.lists(
    st.tuples(st.integers(0, 3), st.none() | st.integers(0, 2), st.none() | st.sampled_from([(3,), (4,), (4, 9)])),
    max_size=30,
)


@given(fields, st.randoms(use_true_random=False))
def test_placings_never_depend_on_the_order_in_which_sheets_come_in(field, random):
    records = [
        record(f"{number:02}", points, all_fours=fours, cut=cut) for number, (points, fours, cut) in enumerate(field)
    ]
    shuffled = list(records)
    random.shuffle(shuffled)
    assert rank_records(shuffled, HOUR_ONE) == rank_records(records, HOUR_ONE)


@given(fields)
def test_ranks_count_those_above_and_equals_share_one(field):
    placings = rank_records(
        [record(f"{n:02}", points, all_fours=f, cut=cut) for n, (points, f, cut) in enumerate(field)], HOUR_ONE
    )
    assert sorted(line.record.name for line in placings) == [f"{n:02}" for n in range(len(field))]
    for place, line in enumerate(placings, start=1):
        group = [other for other in placings if other.rank == line.rank]
        assert line.rank == 1 + sum(other.rank < line.rank for other in placings) <= place
        assert line.shared == (len(group) > 1)
        assert {other.record.adjusted_total for other in group} == {line.record.adjusted_total}
