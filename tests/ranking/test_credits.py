"""What counts for a match that was not played as drawn, by each of the club's rules."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ranking.matches import fields, match, meeting, record
from tournament.ranking import (
    CREDIT_TEXTS,
    NOTHING,
    UNPLAYED_TEXTS,
    Credit,
    MatchCredit,
    MatchRecord,
    Placing,
    Shares,
    add_up_rounds,
    credit_records,
    format_total,
    prizes_of,
    race_bye,
)
from tournament.ranking.credits import COLUMNS

REST = MatchRecord(3)
PLAYED = (
    match(1, "B", 2, 0, points=28, against=11, hang_jacks=1, hang_jacks_against=0),
    match(2, "C", 1, 2, points=30, against=36, hang_jacks=0, hang_jacks_against=2),
)


def credit_of(rule, *matches):
    return credit_records([record("A", *matches)], lambda match: rule)[0].credits[0].credit


def test_a_rest_that_counts_nothing_is_still_shown():
    resting = credit_records([record("A", *PLAYED, REST)], lambda match: NOTHING)[0]
    assert [each.credit for each in resting.credits] == [MatchCredit("nothing")]
    assert (resting.played, resting.won, resting.games_won, resting.points_for) == (2, 1, 3, 58)


def test_a_rest_counts_the_exact_average_of_the_matches_it_played():
    assert credit_of(Credit("own_average"), *PLAYED, REST) == MatchCredit(
        "own_average",
        points=29,
        against=Fraction(47, 2),
        games=Fraction(3, 2),
        games_against=1,
        hang_jacks=Fraction(1, 2),
        hang_jacks_against=1,
        shares=Shares(Fraction(1, 2), 0, Fraction(1, 2)),
    )


def test_an_average_is_shown_as_paper_prints_fractions():
    own = (match(1, "B", 2, 0), match(2, "C", 1, 2), match(4, "D", 1, 2))
    resting = credit_records([record("A", *own, REST)], lambda match: Credit("own_average"))[0]
    assert (format_total(resting.credits[0].figure("games")), format_total(resting.games_won)) == ("1 1/3", "5 1/3")
    assert format_total(resting.match_points) == "2 2/3"


def test_matches_that_are_open_broken_off_or_credited_make_no_average():
    broken_off = MatchRecord(2, ("C",), games=0, games_against=1, unplayed="abandoned")
    credited = MatchRecord(4, ("E",), games=0, games_against=3, credit=MatchCredit("fixed", games=9))
    resting = credit_records(
        [record("A", match(1, "B", 2, 0), broken_off, REST, credited, MatchRecord(5, ("D",)))],
        lambda match: None if match.unplayed else Credit("own_average"),
    )[0]
    assert [each.figure("games") for each in resting.matches] == [2, 0, 2, 9, None]
    assert resting.games_won == 13


def test_who_has_not_played_yet_has_no_average_to_count():
    assert credit_of(Credit("own_average"), REST) == MatchCredit("own_average")


def test_an_average_of_something_unknown_is_unknown():
    gap = MatchRecord(2, ("C",), points=9)
    found = credit_of(Credit("own_average"), match(1, "B", 2, 0, points=28), gap, REST)
    assert (found.points, found.games, found.shares) == (Fraction(37, 2), None, None)


def test_a_rest_counts_the_average_of_the_winners_of_its_round():
    games = {**meeting(3, "B", "C", 3, 1), **meeting(3, "D", "E", 2, 0), **meeting(3, "F", "G", 1, 1)}
    field = [record(name, own) for name, own in games.items()]
    resting = credit_records([record("A", match(1, "B", 9, 0), REST), *field], lambda match: Credit("winners_average"))[
        0
    ]
    assert (resting.credits[0].credit.games, resting.credits[0].credit.games_against) == (
        Fraction(5, 2),
        Fraction(1, 2),
    )
    assert (resting.games_won, resting.won, resting.match_points) == (Fraction(23, 2), 2, 4)


def test_a_round_without_a_winner_has_no_winners_average():
    assert credit_of(Credit("winners_average"), *PLAYED, REST) == MatchCredit("winners_average")


def test_a_club_may_fix_what_a_rest_counts():
    assert credit_of(Credit("fixed", points=11, games=1), *PLAYED, REST) == MatchCredit("fixed", points=11, games=1)
    assert credit_of(Credit("fixed", points=11, result="drawn"), *PLAYED, REST) == MatchCredit(
        "fixed", points=11, shares=Shares(drawn=1)
    )


def test_a_rest_may_count_as_a_win_with_a_set_score():
    resting = credit_records(
        [record("A", *PLAYED, REST)], lambda match: Credit("win", points=14, games=2, games_against=0)
    )[0]
    assert (resting.won, resting.match_points, resting.games_won, resting.points_for) == (2, 4, 5, 72)


def test_a_bye_of_a_race_is_a_win_with_the_average_rounded_down_in_the_other_columns():
    own = (
        match(1, "B", 18, 10, hang_jacks=5, hang_jacks_against=4),
        match(2, "C", 11, 18, hang_jacks=2, hang_jacks_against=7),
    )
    found = credit_of(race_bye(18), *own, REST)
    assert (found.games, found.games_against, found.hang_jacks, found.hang_jacks_against) == (18, 14, 3, 5)
    assert (found.points, found.shares) == (None, Shares(won=1))


def test_the_side_that_came_has_a_match_won_and_the_absent_one_nothing_unless_the_club_says_otherwise():
    came = record("A", match(1, "C", 2, 1), MatchRecord(2, ("B",), unplayed="walk_over"))
    absent = record("B", match(1, "D", 2, 1), MatchRecord(2, ("A",), unplayed="absent"))
    after = credit_records([came, absent])
    assert [(each.won, each.lost, each.games_won) for each in after] == [(2, 0, 4), (1, 1, 2)]
    fixed = credit_records([absent], lambda match: Credit("fixed", games=1))
    assert [(each.won, each.lost, each.games_won) for each in fixed] == [(1, 0, 3)]


@pytest.mark.parametrize("reason", ["abandoned", "shared"])
def test_a_match_broken_off_and_a_shared_table_count_as_they_stood_unless_the_club_says_otherwise(reason):
    stood = MatchRecord(2, ("B",), points=9, against=4, unplayed=reason)
    assert credit_records([record("A", stood)])[0].matches == (stood,)
    after = credit_records([record("A", stood)], lambda match: Credit("fixed", points=6))[0]
    assert (after.points_for, after.played, after.won) == (6, 0, 0)


SHARED = MatchRecord(3, ("D",), points=10, against=7, games=1, games_against=0, unplayed="shared", part=Fraction(1, 2))


def test_the_missing_part_of_a_shared_table_counts_as_such_a_part_of_the_own_average():
    assert credit_of(Credit("missing_part"), *PLAYED, SHARED) == MatchCredit(
        "missing_part",
        points=Fraction(49, 2),
        against=Fraction(75, 4),
        games=Fraction(7, 4),
        games_against=Fraction(1, 2),
        hang_jacks=None,
        hang_jacks_against=None,
        shares=Shares(Fraction(3, 4), 0, Fraction(1, 4)),
    )


def test_a_match_that_shared_its_table_stays_a_meeting_with_what_was_played_in_it():
    after = credit_records([record("A", *PLAYED, SHARED._replace(hang_jacks=4))], lambda match: Credit("missing_part"))[
        0
    ]
    assert [match.is_meeting for match in after.matches] == [True, True, True]
    field = [Placing(after, 1, False, None), Placing(record("B"), 2, False, None)]
    assert prizes_of(field, ["most_hang_jacks"])[0].figure == 5


def test_the_missing_part_waits_for_the_other_one_and_is_nothing_where_no_part_is_told():
    untold = SHARED._replace(points=None, against=None, games=None, games_against=None)
    waiting = credit_records([record("A", *PLAYED, untold)], lambda match: Credit("missing_part"))[0]
    assert (waiting.credits, waiting.matches_to_mention, waiting.games_won) == ((), (untold,), 3)
    whole = credit_of(Credit("missing_part"), *PLAYED, SHARED._replace(part=None))
    assert (whole.points, whole.games, whole.shares) == (10, 1, Shares(won=1))
    gap = MatchRecord(2, ("C",), games=2)
    assert credit_of(Credit("missing_part"), gap, SHARED).shares is None


def test_a_team_match_at_a_shared_table_had_that_part_of_all_its_tables():
    shared, whole = SHARED._replace(round=1), match(1, "D", 2, 1, points=28, against=20)
    (added,) = add_up_rounds(record("A", shared, whole)).matches
    assert (added.unplayed, added.part, added.games, added.points) == ("shared", Fraction(3, 4), 3, 38)
    untold = shared._replace(points=None, games=None, games_against=None)
    assert add_up_rounds(record("A", untold, whole)).matches[0].is_open is True


def test_a_rest_is_credited_once_its_round_is_over():
    on = REST._replace(to_come=True)
    for rule, credit in (
        (Credit("own_average"), None),
        (NOTHING, MatchCredit("nothing")),
        (Credit("nothing", result="won"), None),
    ):
        resting = credit_records([record("A", *PLAYED, on)], lambda match, rule=rule: rule)[0]
        assert (resting.matches[-1].credit, resting.matches_to_mention) == (credit, (on._replace(credit=credit),))
        assert resting.points_for == 58
    over = credit_records([record("A", *PLAYED, REST)], lambda match: Credit("own_average"))[0]
    assert over.points_for == 87


def test_a_rule_taken_back_leaves_what_was_played():
    stood = MatchRecord(2, ("B",), points=9, against=4, unplayed="abandoned")
    before = credit_records([record("A", stood)], lambda match: NOTHING)
    assert credit_records(before)[0].matches == (stood,)


@pytest.mark.parametrize("texts", [UNPLAYED_TEXTS, CREDIT_TEXTS])
def test_every_reason_and_every_kind_of_credit_is_a_sentence(texts):
    assert all(text[0].isupper() and text.endswith(".") for text in texts.values())


rules = st.builds(
    Credit,
    st.sampled_from(sorted(CREDIT_TEXTS)),
    points=st.none() | st.integers(0, 9),
    left_open=st.sampled_from(["nothing", "own_average"]),
    rounded_down=st.booleans(),
)


@given(fields, rules)
def test_crediting_again_changes_nothing_and_what_was_played_stays(field, rule):
    after = credit_records(field, lambda match: rule)
    assert credit_records(after, lambda match: rule) == after
    assert [[m for m in each.matches if m.why_unplayed is None] for each in after] == [
        [m for m in each.matches if m.why_unplayed is None] for each in field
    ]


@given(fields)
def test_a_credit_of_nothing_leaves_every_sum_at_what_was_played(field):
    for before, after in zip(field, credit_records(field, lambda match: NOTHING), strict=True):
        played = record(before.entry, *(match for match in before.matches if match.why_unplayed is None))
        assert [after.sum_of(column) for column in COLUMNS] == [played.sum_of(column) for column in COLUMNS]
        assert after.shares == played.shares


@given(fields)
def test_counting_its_own_average_leaves_an_entrys_average_as_it_was(field):
    for before, after in zip(field, credit_records(field, lambda match: Credit("own_average")), strict=True):
        played = [match for match in before.matches if match.is_played]
        counted = [match for match in after.matches if match.counts]
        for column in COLUMNS:
            total, own = after.sum_of(column), record("", *played).sum_of(column)
            assert (total is None) == (own is None)
            assert total is None or not played or Fraction(total, len(counted)) == Fraction(own, len(played))
