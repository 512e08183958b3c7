"""A series is what its rule says, to the fraction."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

import pytest

from tournament.ranking import MatchRecord, Shares
from tournament.seasons.evening import EveningLine
from tournament.seasons.rule import SeriesRule, WrongRule, read_rule
from tournament.seasons.series import Night, SeriesEvening, night_of, points_of_place, rank_series

ANN, BEA, CY = 1, 2, 3


def line(person: int, *, place: int = 1, sharing: int = 1, points: int = 0, won: int = 0, lost: int = 0) -> EveningLine:
    shares = Shares(won, 0, lost)
    return EveningLine((person,), "", place, sharing, points, points, shares, shares, None, 2, None, won + lost)


def evening(number: int, *lines: EveningLine) -> SeriesEvening:
    return SeriesEvening(number, date(2026, 1, number), lines)


def ranked(rule: SeriesRule, evenings: Sequence[SeriesEvening], matches: dict | None = None) -> list[tuple]:
    lines = rank_series(rule, "players", evenings, lambda level: matches or {})
    return [(each.key, each.placing.shown if each.placing else "", each.total) for each in lines]


def test_a_rule_is_the_same_after_it_was_written_and_read():
    feats = {"hang_jack": Fraction(1, 2), "evening_won": 3}
    rule = SeriesRule(
        "place", (10, Fraction(15, 2)), 1, "full", best=8, minimum=3, feats=feats, tie_breaks=("games_won",)
    )
    assert read_rule(rule.to_document()) == rule
    assert rule.to_document()["places"] == [10, "15/2"]
    assert (SeriesRule().to_document(), read_rule({})) == ({}, SeriesRule())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("best", "8"),
        ("best", True),
        ("places", 5),
        ("places", ["1/0"]),
        ("win", 10**9),
        ("win", 0.5),
        ("feats", {"revoke": 1}),
        ("feats", []),
        ("tie_breaks", ["cut"]),
        ("tie_breaks", ["games_won", "games_won"]),
        ("counts", "luck"),
        ("python", "1"),
    ],
)
def test_a_rule_that_nobody_could_count_by_is_refused_by_its_field(field: str, value: object):
    with pytest.raises(WrongRule, match=field):
        read_rule({field: value})


def test_what_a_night_gives():
    night = line(ANN, place=2, points=31, won=3, lost=1)
    figures = {
        "points": night_of(SeriesRule(), 7, night).score,
        "place": night_of(SeriesRule("place", (5, 3)), 7, night).score,
        "match_points": night_of(SeriesRule("match_points", win=3, loss=Fraction(1, 2)), 7, night).score,
        "percentage": night_of(SeriesRule("percentage"), 7, night).score,
        "with feats": night_of(SeriesRule(feats={"hang_jack": Fraction(1, 2), "all_fours": 5}), 7, night).score,
    }
    expected = {"points": 31, "place": 3, "match_points": Fraction(19, 2), "percentage": 75, "with feats": 32}
    assert figures == expected
    assert night_of(SeriesRule(feats={"evening_won": 4}), 7, line(ANN, points=1)) == Night(7, 1, 4, 1, 1)


def test_a_shared_place_gives_the_average_of_the_places_or_the_full_points():
    assert points_of_place(SeriesRule("place", (10, 7), 1), 1, 3) == 6
    assert points_of_place(SeriesRule("place", (10, 7), 0), 2, 2) == Fraction(7, 2)
    assert points_of_place(SeriesRule("place", (10, 7), shared="full"), 1, 3) == 10


def test_the_best_nights_count_and_of_equal_ones_the_earlier():
    nights = [evening(number, line(ANN, points=points)) for number, points in ((1, 5), (2, 9), (3, 5), (4, 7))]
    (found,) = rank_series(SeriesRule(best=3), "players", nights, lambda level: {})
    assert (found.total, found.dropped, len(found.nights)) == (21, frozenset({3}), 4)
    (average,) = rank_series(SeriesRule("percentage", best=1), "players", nights, lambda level: {})
    assert average.total == 0


def test_who_came_too_seldom_is_listed_below_without_a_place():
    nights = [evening(1, line(ANN, points=5), line(BEA, points=90)), evening(2, line(ANN, points=5))]
    assert ranked(SeriesRule(minimum=2), nights) == [(ANN, "1", 10), (BEA, "", 90)]


def test_equals_are_separated_by_the_rule_and_the_place_says_by_what():
    nights = [
        evening(1, line(ANN, points=9), line(BEA, points=4, place=2), line(CY, points=1, place=3)),
        evening(2, line(ANN, points=1, place=3), line(BEA, points=6), line(CY, points=4, place=2)),
    ]
    assert ranked(SeriesRule(tie_breaks=()), nights) == [(ANN, "1=", 10), (BEA, "1=", 10), (CY, "3", 5)]
    assert ranked(SeriesRule(tie_breaks=("best_evening",)), nights)[:2] == [(ANN, "1", 10), (BEA, "2", 10)]
    met = {
        ANN: [MatchRecord(1, (BEA,), points=3, against=7)],
        BEA: [MatchRecord(1, (ANN,), points=7, against=3)],
    }
    lines = rank_series(SeriesRule(tie_breaks=("head_to_head",)), "players", nights, lambda level: met)
    assert [(each.key, each.placing.decided_by) for each in lines if each.placing] == [
        (BEA, "head_to_head"),
        (ANN, "head_to_head"),
        (CY, "series_total"),
    ]


def test_pairs_are_the_same_two_whoever_is_named_first():
    one, other = (line(ANN, points=3)._replace(people=people) for people in ((ANN, BEA), (BEA, ANN)))
    lines = rank_series(SeriesRule(), "pairs", [evening(1, one), evening(2, other)], lambda level: {})
    assert [(each.key, each.total) for each in lines] == [((ANN, BEA), 6)]
