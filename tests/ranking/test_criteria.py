"""The criteria over matches: each in its direction, and asked of those still level."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ranking.matches import fields, match, meeting, record
from tournament.ranking import (
    CRITERIA,
    Criterion,
    MatchRecord,
    add_strengths,
    credit_records,
    rank_by_knock_out,
    rank_records,
)

ALL_LEVEL = Criterion("level", "Level", "All level.", lambda each, group: 0, lambda each: 0)


def order(key, *records):
    return [f"{line.shown} {line.record.name}" for line in rank_records(records, [CRITERIA[key]])]


def two(**figures):
    """Ann has the first of each pair of figures, Bea the second; they have met others."""
    return [
        record(name, MatchRecord(1, ("Cy",), **{figure: values[place] for figure, values in figures.items()}))
        for place, name in enumerate(("Ann", "Bea"))
    ]


@pytest.mark.parametrize(
    ("key", "figures", "shown"),
    [
        ("match_points", {"games": (1, 2), "games_against": (1, 0)}, [1, 2]),
        ("matches_won", {"games": (1, 2), "games_against": (1, 0)}, [0, 1]),
        ("games_won", {"games": (1, 2)}, [1, 2]),
        ("games_lost", {"games": (9, 1), "games_against": (2, 1)}, [2, 1]),
        ("game_difference", {"games": (9, 3), "games_against": (9, 2)}, [0, 1]),
        ("points_for", {"points": (20, 21)}, [20, 21]),
        ("points_against", {"points": (9, 1), "against": (20, 19)}, [20, 19]),
        ("point_difference", {"points": (20, 10), "against": (22, 11)}, [-2, -1]),
        ("hang_jacks_for", {"games": (9, 1), "hang_jacks": (0, 3)}, [0, 3]),
        ("hang_jacks_against", {"games": (9, 1), "hang_jacks_against": (3, 0)}, [3, 0]),
        (
            "hang_jack_difference",
            {"games": (9, 1), "hang_jacks": (3, 1), "hang_jacks_against": (3, 0)},
            [0, 1],
        ),
        ("all_fours", {"games": (9, 1), "all_fours": (1, 2)}, [1, 2]),
        ("best_round", {"points": (9, 11)}, [9, 11]),
        ("settlement", {"games": (9, 1), "settlement": (-4, 4)}, [-4, 4]),
        ("set_backs", {"games": (9, 1), "set_backs": (2, 1)}, [2, 1]),
    ],
)
def test_the_better_figure_stands_first_and_a_column_shows_it_as_it_is(key, figures, shown):
    records = two(**figures)
    assert order(key, *records) == ["1 Bea", "2 Ann"]
    assert [CRITERIA[key].figure_of(each) for each in records] == shown


@pytest.mark.parametrize(
    "key", [key for key, each in CRITERIA.items() if each.figure_of and key not in ("total", "points", "games")]
)
def test_what_is_unknown_for_one_still_level_breaks_no_tie(key):
    if key in ("hour_1", "hour_2"):
        assert order(key, record("Ann"), record("Bea")) == ["1= Ann", "1= Bea"]
        return
    known = dict.fromkeys(("points", "against", "hang_jacks", "hang_jacks_against", "all_fours", "set_backs"), 1)
    all_known = record("Ann", match(1, "Cy", 2, 0, settlement=5, **known), match(2, "Di", 2, 0, settlement=5, **known))
    gap = record("Bea", MatchRecord(1, ("Cy",), ruled="won"), MatchRecord(2, ("Di",), set_backs=1, games=9))
    placings = rank_records([all_known, gap], [ALL_LEVEL, CRITERIA[key]])
    assert [(line.shown, line.record.name, line.skipped) for line in placings] == [
        ("1=", "Ann", (key,)),
        ("1=", "Bea", (key,)),
    ]


@pytest.mark.parametrize("key", [key for key, each in CRITERIA.items() if each.so_far])
def test_what_ranks_first_ranks_by_what_is_known_so_far(key):
    """Cy has half a result: he makes nobody level."""
    figures = ("points", "games", "hang_jacks", "all_fours", "settlement")
    others = ("against", "games_against", "hang_jacks_against", "set_backs")
    ann, bea = (
        record(name, MatchRecord(1, (other,), **dict.fromkeys(figures, own), **dict.fromkeys(others, 3 - own)))
        for name, other, own in (("Ann", "Bea", 2), ("Bea", "Ann", 1))
    )
    half = record("Cy", MatchRecord(1, ("Di",), ruled=None, games=1))
    strong = [replace(each, strength=own) for each, own in zip((ann, bea), (2, 1), strict=True)]
    placings = rank_records([*strong, half], [CRITERIA[key]])
    assert [line.record.name for line in placings if line.record.name != "Cy"] == ["Ann", "Bea"]
    assert len({line.rank for line in placings if line.record.name != "Cy"}) == 2


def test_one_half_reported_table_does_not_make_a_whole_evening_level():
    records = [
        record("Ann", match(1, "Bea", 1, 0), match(2, "Cy", 1, 0)),
        record("Bea", match(1, "Ann", 0, 1), match(2, "Di", 1, 0)),
        record("Cy", match(1, "Di", 1, 0), match(2, "Ann", 0, 1), MatchRecord(3, ("Eve",), games=1, points=14)),
        record("Di", match(1, "Cy", 0, 1), match(2, "Bea", 0, 1)),
        record("Eve", MatchRecord(3, ("Cy",), against=14, games_against=1)),
    ]
    assert order("match_points", *records) == ["1 Ann", "2= Bea", "2= Cy", "4= Di", "4= Eve"]
    criterion = CRITERIA["match_points"]
    shown = [(criterion.figure_of(each), criterion.so_far(each)) for each in records]
    assert shown == [(4, 4), (2, 2), (None, 2), (0, 0), (0, 0)]


def test_a_bracket_before_what_ranks_first_does_not_make_it_a_tie_break():
    records = [
        record("Ann", match(1, "Bea", 2, 0)),
        record("Bea", match(1, "Ann", 0, 2)),
        record("Cy", MatchRecord(1, ("Di",), games=1)),
    ]
    placings = rank_records(records, [rank_by_knock_out(2), CRITERIA["match_points"]])
    assert [(line.shown, line.record.name) for line in placings] == [("1", "Ann"), ("2=", "Bea"), ("2=", "Cy")]


def test_who_rests_and_has_half_a_result_counts_the_average_of_the_whole_ones_so_far():
    ann = record("Ann", match(1, "Bea", 1, 0), MatchRecord(2, ("Cy",), games=1), MatchRecord(3))
    dan = record("Dan", match(1, "Eve", 1, 0), match(2, "Fay", 0, 1))
    (line, other) = rank_records(credit_records([ann, dan]), [CRITERIA["match_points"]])
    assert (line.record.name, other.record.name) == ("Ann", "Dan")
    assert (line.record.match_points, line.record.match_points_so_far) == (None, 4)


def test_a_rest_counts_the_average_of_the_points_known_so_far():
    played, half = match(1, "Bea", 1, 0, points=10, against=5), MatchRecord(2, ("Cy",), games=1)
    (ann,) = credit_records([record("Ann", played, half, MatchRecord(3))])
    assert (ann.points_for, ann.known_sum("points")) == (None, 20)


def test_a_difference_so_far_counts_matches_of_which_both_halves_are_known():
    half = record("Ann", match(1, "Bea", 2, 1, points=30, against=20), MatchRecord(2, ("Cy",), games=2, points=28))
    so_far = {key: CRITERIA[key].figure_so_far(half) for key in ("game_difference", "point_difference", "games_won")}
    assert so_far == {"game_difference": 1, "point_difference": 10, "games_won": 4}


def test_the_columns_of_an_evening_by_the_hour_show_what_its_records_say():
    ann = record("Ann", MatchRecord(1, ("Cy",), all_fours=2, games=3))
    shown = {key: each.figure_of(ann) for key, each in CRITERIA.items() if each.figure_of}
    assert [shown[key] for key in ("total", "points", "games", "hour_1", "all_fours")] == [0, 0, 3, 0, 2]


def test_a_difference_with_one_half_unknown_is_unknown():
    figure_of = CRITERIA["game_difference"].figure_of
    assert figure_of(record("Ann", MatchRecord(1, ("Cy",), games=2))) is None
    assert figure_of(record("Ann", MatchRecord(1, ("Cy",), points=2, games_against=1))) is None


def three(ann_bea, bea_cy, cy_ann):
    """Three that met each other, each match with games won and lost."""
    ab, bc, ca = (
        meeting(round, *names, *games)
        for round, names, games in (
            (1, ("Ann", "Bea"), ann_bea),
            (2, ("Bea", "Cy"), bea_cy),
            (3, ("Cy", "Ann"), cy_ann),
        )
    )
    return [record("Ann", ab["Ann"], ca["Ann"]), record("Bea", ab["Bea"], bc["Bea"]), record("Cy", bc["Cy"], ca["Cy"])]


def test_head_to_head_counts_match_points_and_games_between_them_count_games():
    records = three((2, 1), (2, 1), (0, 2))
    assert order("head_to_head", *records) == ["1 Ann", "2 Bea", "3 Cy"]
    around = three((2, 0), (2, 1), (2, 1))
    assert order("head_to_head", *around) == ["1= Ann", "1= Bea", "1= Cy"]
    assert order("games_between", *around) == ["1 Cy", "2 Ann", "3 Bea"]  # 3 games, 3 and 2; then Cy beat Ann


def test_matches_with_others_say_nothing_between_two():
    ann = record("Ann", match(1, "Bea", 0, 2), match(2, "Cy", 9, 0))
    bea = record("Bea", match(1, "Ann", 2, 0), match(2, "Cy", 0, 9))
    assert order("games_between", ann, bea) == ["1 Bea", "2 Ann"]


def test_points_between_them_are_read_from_matches_where_there_are_any():
    ann = record("Ann", MatchRecord(1, ("Bea",), points=9), MatchRecord(2, ("Cy",), points=30))
    bea = record("Bea", MatchRecord(1, ("Ann",), points=12), MatchRecord(2, ("Cy",), points=3))
    assert order("points_between", ann, bea) == ["1 Bea", "2 Ann"]


@pytest.mark.parametrize("key", ["head_to_head", "games_between", "points_between"])
@pytest.mark.parametrize(
    "between",
    [
        (),
        (MatchRecord(1, ("Bea",)),),
        (MatchRecord(1, ("Bea",), unplayed="walk_over"),),
        (MatchRecord(1, ("Cy",)), MatchRecord(2, ("Di",))),
    ],
)
def test_between_two_nothing_is_known_before_they_have_met(key, between):
    ann = record("Ann", match(3, "Eve", 2, 1, points=9), *between)
    bea = record("Bea", match(1, "Ann", 2, 1, points=9))
    assert order(key, *credit_records([ann, bea])) == ["1= Ann", "1= Bea"]


def test_a_match_of_pairs_counts_once_between_those_who_are_level():
    ann = record("Ann", MatchRecord(1, ("Bea", "Di"), ("Cy",), games=2, games_against=1))
    bea, di = (
        record(name, MatchRecord(1, ("Ann", "Cy"), (other,), games=1, games_against=2))
        for name, other in (("Bea", "Di"), ("Di", "Bea"))
    )
    group = (ann, bea, di)
    assert [CRITERIA["games_between"].value_of(each, group) for each in group] == [2, None, None]


def test_a_play_off_settles_only_the_places_of_those_who_played_it():
    ann, bea = record("Ann", match(1, "Cy", 1, 0), play_off=2), record("Bea", match(1, "Di", 1, 0), play_off=1)
    cy, di = record("Cy", match(1, "Ann", 0, 1)), record("Di", match(1, "Bea", 0, 1), play_off=1)
    placings = rank_records([ann, bea, cy, di], [CRITERIA["games_won"], CRITERIA["play_off"]])
    assert [(line.shown, line.record.name, line.decided_by, line.skipped) for line in placings] == [
        ("1", "Bea", "play_off", ()),
        ("2", "Ann", "play_off", ()),
        ("3=", "Cy", "games_won", ()),
        ("3=", "Di", "games_won", ()),
    ]


def test_places_of_two_play_offs_say_nothing_of_each_other():
    ann, bea = record("Ann", play_off=2, play_off_number=7), record("Bea", play_off=1, play_off_number=7)
    cy = record("Cy", play_off=1, play_off_number=8)
    assert [placing.shown for placing in rank_records([ann, bea, cy], [CRITERIA["play_off"]])] == ["1=", "1=", "1="]
    assert [placing.record.name for placing in rank_records([ann, bea], [CRITERIA["play_off"]])] == ["Bea", "Ann"]


def swiss():
    """After three rounds, the last match of which is open; Bea rested."""
    return [
        record("Ann", match(1, "Bea", 0, 2), match(2, "Di", 2, 0), match(3, "Cy", 2, 1)),
        record("Bea", match(1, "Ann", 2, 0), match(2, "Cy", 2, 0), MatchRecord(3)),
        record("Cy", MatchRecord(1, ("Di",), ruled="won"), match(2, "Bea", 0, 2), match(3, "Ann", 1, 2)),
        record("Di", MatchRecord(1, ("Cy",), ruled="lost"), match(2, "Ann", 0, 2), MatchRecord(3, ("Eve",))),
    ]


def strengths(records, **options):
    return {each.name: each.strength for each in add_strengths(records, **options)}


def test_strength_is_the_sum_of_the_opponents_match_points_and_a_rest_counts_the_own_average_opponent():
    assert [each.match_points for each in swiss()] == [4, 4, 2, 0]
    assert strengths(swiss()) == {"Ann": 6, "Bea": 4 + 2 + 3, "Cy": 8, "Di": 6}
    assert order("opponents_strength", *add_strengths(swiss())) == ["1 Bea", "2 Cy", "3= Ann", "3= Di"]


def test_a_club_may_say_what_a_rest_is_worth_as_an_opponent():
    assert strengths(swiss(), unmet=1)["Bea"] == 7
    assert strengths([record("Ann", MatchRecord(1))]) == {"Ann": 0}


def test_a_penalty_of_an_opponent_weakens_nobody_else():
    ann, bea = record("Ann", match(1, "Bea", 0, 2)), record("Bea", match(1, "Ann", 2, 0), penalty=2)
    assert strengths([ann, bea]) == {"Ann": 2, "Bea": 0}


def test_several_opponents_in_one_match_count_their_average():
    ann = record("Ann", MatchRecord(1, ("Bea", "Cy"), points=9, ruled="drawn"))
    others = [record("Bea", match(1, "X", 2, 0)), record("Cy", match(1, "Y", 1, 1)), record("X"), record("Y")]
    assert str(strengths([ann, *others])["Ann"]) == "3/2"


def test_a_rest_whose_round_is_still_on_adds_no_strength():
    bea = record("Bea", MatchRecord(1, ("Ann",), ruled="lost"))
    ann = record("Ann", MatchRecord(1, ("Bea",), ruled="won"), MatchRecord(2, to_come=True))
    assert strengths([ann, bea]) == {"Ann": 0, "Bea": 2}


def test_strength_is_unknown_while_an_opponents_points_are():
    ann = record("Ann", match(1, "Bea", 2, 0), MatchRecord(2))
    assert strengths([ann, record("Bea", MatchRecord(1, ("Ann",), points=3))])["Ann"] is None
    assert strengths([ann])["Ann"] is None


keys = st.permutations(sorted(CRITERIA)).map(lambda keys: keys[:6])


@given(fields, keys, st.integers(0, 999))
def test_placings_are_the_same_in_whatever_order_records_come(field, keys, seed):
    criteria = [CRITERIA[key] for key in keys]
    records = add_strengths(credit_records(field))
    shuffled = list(records)
    Random(seed).shuffle(shuffled)
    assert rank_records(shuffled, criteria) == rank_records(records, criteria)


@given(fields, keys)
def test_everybody_has_one_place_and_whoever_is_level_shares_it(field, keys):
    placings = rank_records(add_strengths(credit_records(field)), [CRITERIA[key] for key in keys])
    assert sorted(line.record.entry for line in placings) == [each.entry for each in field]
    for line in placings:
        assert line.rank == 1 + sum(other.rank < line.rank for other in placings)
        assert line.shared == (sum(other.rank == line.rank for other in placings) > 1)
    assert [line.rank for line in placings] == sorted(line.rank for line in placings)


@given(fields, st.sampled_from(sorted(key for key, each in CRITERIA.items() if each.figure_of)))
def test_one_criterion_known_of_all_orders_by_its_figure_alone(field, key):
    criterion, records = CRITERIA[key], add_strengths(credit_records(field))
    values = {each.entry: criterion.value_of(each, records) for each in records}
    known = {each.entry: criterion.value_so_far(each, records) for each in records}
    assert {entry: known[entry] for entry, value in values.items() if value is not None}.items() <= values.items()
    assert [known[line.record.entry] for line in rank_records(records, [criterion])] == sorted(
        known.values(), reverse=True
    )
    if None in values.values():
        assert {line.rank for line in rank_records(records, [ALL_LEVEL, criterion])} <= {1}
