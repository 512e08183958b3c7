"""The order after a knock-out: by the bracket, whatever was won on the way."""

from tests.ranking.matches import record
from tournament.ranking import CRITERIA, MatchRecord, rank_by_knock_out, rank_records

ORDER = [rank_by_knock_out(3), CRITERIA["games_won"]]


def games(round, against, won, lost, **more):
    return MatchRecord(round, (against,), games=won, games_against=lost, **more)


def placed(*records):
    return [f"{line.shown} {line.record.name}" for line in rank_records(records, ORDER)]


def test_the_final_decides_before_third_place_and_that_before_who_did_not_get_in():
    ann = record("Ann", games(1, "Eve", 0, 9), games(3, "Di", 2, 1), games(4, "Bea", 2, 1))
    bea = record("Bea", games(1, "Cy", 0, 9), games(3, "Cy", 2, 1), games(4, "Ann", 1, 2))
    cy = record("Cy", games(1, "Bea", 9, 0), games(3, "Bea", 1, 2), games(4, "Di", 2, 0))
    di = record("Di", games(1, "Fay", 9, 9), games(3, "Ann", 1, 2), games(4, "Cy", 0, 2))
    eve = record("Eve", games(1, "Ann", 9, 0), games(2, "Fay", 9, 0))
    fay = record("Fay", games(2, "Eve", 0, 9))
    assert placed(fay, eve, di, cy, bea, ann) == ["1 Ann", "2 Bea", "3 Cy", "4 Di", "5 Eve", "6 Fay"]


def test_who_has_a_bye_has_not_lost_and_who_did_not_come_has():
    ann = record("Ann", MatchRecord(3), games(4, "Bea", 0, 2))
    bea = record("Bea", games(3, "Cy", None, None, unplayed="walk_over"), games(4, "Ann", 2, 0))
    cy = record("Cy", games(3, "Bea", None, None, unplayed="absent"))
    assert placed(cy, ann, bea) == ["1 Bea", "2 Ann", "3 Cy"]


def test_before_the_knock_out_it_parts_nobody():
    assert placed(record("Ann", games(1, "Bea", 1, 2)), record("Bea", games(1, "Ann", 2, 1))) == ["1 Bea", "2 Ann"]


def test_two_who_did_not_come_rank_level_below_those_who_played_and_lost_in_that_round():
    ann = record("Ann", games(3, "Bea", 2, 1), MatchRecord(4))
    bea = record("Bea", games(3, "Ann", 1, 2))
    cy = record("Cy", games(1, "Eve", 9, 0), games(3, "Di", None, None, unplayed="neither"))
    di = record("Di", games(1, "Fay", 9, 0), games(3, "Cy", None, None, unplayed="neither"))
    assert placed(cy, di, bea, ann) == ["1 Ann", "2 Bea", "3= Cy", "3= Di"]


def test_a_match_called_off_from_which_nobody_went_on_counts_as_one_to_which_neither_came():
    ann = record("Ann", games(3, "Bea", 2, 1), games(4, "Di", 2, 0))
    bea = record("Bea", games(3, "Ann", 1, 2))
    cy = record("Cy", games(3, "Di", None, None, unplayed="abandoned"))
    di = record("Di", games(3, "Cy", None, None, unplayed="abandoned"), games(4, "Ann", 0, 2))
    assert placed(cy, di, bea, ann) == ["1 Ann", "2 Di", "3 Bea", "4 Cy"]


def test_who_never_lost_and_left_ranks_as_if_they_had_not_come_to_the_next_round():
    ann = record("Ann", games(3, "Bea", 2, 1), MatchRecord(4), games(5, "Di", 2, 1), last_begun=5)
    bea = record("Bea", games(3, "Ann", 1, 2), last_begun=5)
    cy = record("Cy", games(1, "Eve", 9, 0), games(3, "Eve", 9, 0), last_begun=5)
    di = record("Di", games(3, "Fay", 2, 1), MatchRecord(4), games(5, "Ann", 1, 2), last_begun=5)
    assert placed(cy, di, bea, ann) == ["1 Ann", "2 Di", "3 Cy", "4 Bea"]


def test_the_second_cup_ranks_after_the_first_and_the_winner_of_the_shorter_cup_stays_its_winner():
    second = frozenset(("Cy", "Di", "Eve"))
    ann = record("Ann", games(3, "Bea", 2, 1), last_begun=4)
    bea = record("Bea", games(3, "Ann", 1, 2), last_begun=4)
    cy = record("Cy", MatchRecord(3), games(4, "Di", 9, 0), last_begun=4)
    di = record("Di", games(3, "Eve", 2, 1), games(4, "Cy", 0, 9), last_begun=4)
    eve = record("Eve", games(3, "Di", 1, 2), last_begun=4)
    fay = record("Fay", games(1, "Eve", 9, 0), last_begun=4)
    ranked = rank_records([fay, eve, di, cy, bea, ann], [rank_by_knock_out(3, second)])
    assert [line.record.name for line in ranked] == ["Ann", "Bea", "Cy", "Di", "Eve", "Fay"]
