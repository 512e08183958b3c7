"""Side prizes: who has most, what of, and when there is none."""

import pytest

from tests.ranking.matches import hour, match, record
from tournament.ranking import (
    BOOBY,
    CRITERIA,
    PRIZES,
    MatchCredit,
    MatchRecord,
    count_places_with_prize,
    prizes_of,
    rank_records,
)

ORDER = [CRITERIA["games_won"]]


def prizes(*records, criteria=ORDER, **options):
    return [
        (prize.key, [winner.name for winner in prize.winners], prize.figure, prize.certain)
        for prize in prizes_of(rank_records(records, criteria), **options)
    ]


def test_each_prize_names_its_winner_and_the_figure():
    ann = record("Ann", match(1, "Cy", 2, 0, points=28, hang_jacks=1, all_fours=0))
    bea = record("Bea", match(1, "Di", 1, 0, points=31, hang_jacks=2, all_fours=1))
    cy = record("Cy", match(1, "Ann", 0, 2, points=9, hang_jacks=0, all_fours=0))
    assert prizes(ann, bea, cy) == [
        ("most_hang_jacks", ["Bea"], 2, True),
        ("most_all_fours", ["Bea"], 1, True),
        ("biggest_round", ["Bea"], 31, True),
    ]


def middling(count):
    """Neither first nor last, with no figure that wins a prize."""
    return [record(f"Middling {number}", match(1, "Cy", 1, 1, hang_jacks=0)) for number in range(count)]


def test_those_who_are_level_share_a_prize():
    ann, bea = (record(name, match(1, "Cy", 2, 0, hang_jacks=3)) for name in ("Ann", "Bea"))
    cy, di = (record(name, match(1, "Ann", 0, 1, hang_jacks=0)) for name in ("Cy", "Di"))
    assert prizes(ann, bea, *middling(4), cy, di, keys=("booby", "most_hang_jacks")) == [
        ("booby", ["Cy", "Di"], 7, True),
        ("most_hang_jacks", ["Ann", "Bea"], 3, True),
    ]


@pytest.mark.parametrize(("field", "there"), [(7, False), (8, True)])
def test_among_fewer_than_eight_there_is_no_booby_prize(field, there):
    last = record("Last", match(1, "Ann", 0, 1))
    assert prizes(*middling(field - 1), last, keys=("booby",)) == ([("booby", ["Last"], field, True)] if there else [])


def test_where_everybody_is_level_nobody_has_come_last():
    assert prizes(*middling(8), keys=("booby",)) == []


def test_who_has_only_rested_has_not_come_last():
    rested = record("Rested", MatchRecord(1, (), unplayed="rest", credit=MatchCredit("nothing")))
    cy = record("Cy", match(1, "Ann", 0, 1))
    assert prizes(*middling(7), cy, rested, keys=("booby",)) == [("booby", ["Cy"], 8, True)]
    assert prizes(rested, keys=("booby",)) == []


@pytest.mark.parametrize(("rounds", "winner"), [(1, "Cy"), (2, "Cy"), (3, "Late")])
def test_the_booby_prize_needs_more_than_half_of_the_rounds_that_most_were_there_for(rounds, winner):
    whole = [record(f"Middling {number}", *(match(turn, "Cy", 1, 1) for turn in range(4))) for number in range(8)]
    cy = record("Cy", *(match(turn, "Ann", turn == 0, 1) for turn in range(4)))
    late = record("Late", *(match(turn, "Ann", 0, 1) for turn in range(4 - rounds, 4)))
    final = record("Di", *(match(turn, "Cy", 1, 0) for turn in range(9)))
    whole.append(final)
    assert [names for _key, names, *_figures in prizes(*whole, cy, late, keys=("booby",))] == [[winner]]


@pytest.mark.parametrize(("level", "field", "there"), [(3, 5, True), (4, 39, False), (4, 40, True), (5, 49, False)])
def test_a_prize_that_too_many_share_is_none(level, field, there):
    most = [record(f"Most {number}", match(1, "Cy", 1, 0, hang_jacks=3)) for number in range(level)]
    fewer = [record(f"Fewer {number}", match(1, "Cy", 0, 1, hang_jacks=1)) for number in range(field - level)]
    won = [(key, len(names)) for key, names, *_figures in prizes(*most, *fewer, keys=("most_hang_jacks",))]
    assert won == ([("most_hang_jacks", level)] if there else [])


@pytest.mark.parametrize(("level", "there"), [(2, True), (3, False)])
def test_a_prize_that_everybody_has_won_is_none(level, there):
    field = [record(f"Pair {number}", match(1, "Cy", 1, 0, hang_jacks=int(number < level))) for number in range(3)]
    assert [len(names) for _key, names, *_figures in prizes(*field, keys=("most_hang_jacks",))] == [level] * there


@pytest.mark.parametrize(
    ("games", "places"),
    [
        *(((), 1), ((1,), 1), ((1, 1, 1), 1), ((2, 1), 1), ((3, 2, 1), 2), ((4, 3, 2, 1), 3), ((5, 4, 3, 2, 1), 3)),
        *(((2, 2, 1), 2), ((2, 1, 1), 1), ((3, 2, 1, 1), 2)),
    ],
)
def test_at_most_three_places_have_a_prize_and_the_last_only_where_all_share_it(games, places):
    field = [record(f"Pair {number}", match(1, "Cy", won, 0)) for number, won in enumerate(games)]
    assert count_places_with_prize(rank_records(field, ORDER)) == places


def test_where_nothing_is_known_or_nobody_has_any_there_is_no_prize():
    ann, bea = record("Ann", match(1, "Bea", 2, 0, all_fours=0)), record("Bea", match(1, "Ann", 2, 0, all_fours=0))
    assert prizes(ann, bea) == []
    assert prizes() == []


def test_a_figure_not_fully_known_makes_the_prize_uncertain():
    ann = record("Ann", match(1, "Cy", 2, 0, hang_jacks=2), match(2, "Di", 2, 0))
    bea = record("Bea", match(1, "Di", 2, 0, hang_jacks=1), match(2, "Cy", 2, 0, hang_jacks=0))
    assert prizes(ann, bea, keys=("most_hang_jacks",)) == [("most_hang_jacks", ["Ann"], 2, False)]
    ann, bea = record("Ann", MatchRecord(1, ("Bea",), points=9)), record("Bea", MatchRecord(1, ("Ann",)))
    assert prizes(ann, bea, keys=("biggest_round",)) == [("biggest_round", ["Ann"], 9, False)]


def test_a_credit_wins_no_prize():
    rest = MatchRecord(2, credit=MatchCredit("fixed", points=99, hang_jacks=9))
    ann = record("Ann", match(1, "Bea", 2, 0, points=9, hang_jacks=1), rest)
    bea = record("Bea", match(1, "Ann", 0, 2, points=5, hang_jacks=0))
    assert prizes(ann, bea, keys=("most_hang_jacks", "biggest_round")) == [
        ("most_hang_jacks", ["Ann"], 1, True),
        ("biggest_round", ["Ann"], 9, True),
    ]


def test_an_evening_by_the_hour_has_its_prizes_too():
    reported = [MatchRecord(1, ("Cy",), points=11, all_fours=2), MatchRecord(1, ("Di",), points=8, all_fours=0, turn=2)]
    ann = record("Ann", MatchRecord(1, ("Ed",), points=14, all_fours=1), *hour(2, 6), has_waiting_counts=True)
    bea = record("Bea", *reported, has_waiting_counts=True)
    late = record("Cy", *hour(2, None), has_waiting_counts=True)
    assert prizes(ann, bea, late, criteria=[CRITERIA["total"]]) == [
        ("most_all_fours", ["Bea"], 2, False),
        ("biggest_round", ["Ann"], 14, False),
    ]


@pytest.mark.parametrize("kind", [*PRIZES.values(), BOOBY], ids=lambda kind: kind.key)
def test_every_prize_explains_itself(kind):
    assert kind.label and kind.explanation.endswith(".")
