"""Results held against what was drawn, before standings are final."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.ranking import DOUBT_TEXTS, DrawnMeeting, Report, TableDoubt, find_doubts

DRAWN = [
    DrawnMeeting(1, ("A", "B")),
    DrawnMeeting(1, ("C", "D")),
    DrawnMeeting(2, ("A", "C")),
    DrawnMeeting(2, ("B", "D")),
]
COMPLETE = [Report(each.round, each.entries[::-1], f"slip {n}") for n, each in enumerate(DRAWN, start=1)]


def test_a_result_for_each_meeting_and_no_other_leaves_no_doubt():
    assert find_doubts(DRAWN, COMPLETE) == ()


def test_two_results_for_one_meeting_are_named_with_where_to_find_them():
    (doubt,) = find_doubts(DRAWN, [*COMPLETE, Report(1, ("A", "B"), "table 1")])
    assert doubt == TableDoubt("too_many_results", {"round": 1, "entries": ("A", "B"), "labels": ("slip 1", "table 1")})
    assert doubt.message == "A – B met in round 1 and have more than one result: slip 1, table 1."


def test_a_meeting_without_a_result_is_missing_it():
    (doubt,) = find_doubts(DRAWN, COMPLETE[:3])
    assert doubt == TableDoubt("no_result", {"round": 2, "entries": ("B", "D")})
    assert doubt.message == "B – D met in round 2 and have no result."


def test_a_result_between_entries_that_were_never_drawn_together_is_pointed_out():
    (doubt,) = find_doubts(DRAWN, [*COMPLETE, Report(2, ("A", "D"), "line 9")])
    assert doubt == TableDoubt("not_drawn", {"round": 2, "entries": ("A", "D"), "labels": ("line 9",)})
    assert doubt.message == "A result of A – D in round 2 (line 9), but they were never drawn together."


def test_a_result_under_the_wrong_round_says_which_round_it_was_drawn_for():
    missing, other = find_doubts(DRAWN, [*COMPLETE[1:], Report(2, ("A", "B"), "line 4")])
    assert missing == TableDoubt("no_result", {"round": 1, "entries": ("A", "B")})
    assert other.message == "A result of A – B in round 2 (line 4), but they were drawn for round 1."


def test_entries_that_are_drawn_together_twice_in_a_round_are_to_have_two_results():
    twice = [DrawnMeeting(1, ("A", "B")), DrawnMeeting(1, ("B", "A"))]
    results = [Report(1, ("A", "B"), label) for label in ("first", "second", "third")]
    assert find_doubts(twice, results[:2]) == ()
    assert [doubt.code for doubt in find_doubts(twice, [])] == ["no_result", "no_result"]
    assert [doubt.code for doubt in find_doubts(twice, results)] == ["too_many_results"]


def test_a_doubt_is_said_with_names_and_in_another_language():
    doubt = TableDoubt("no_result", {"round": 2, "entries": (7, 9)})
    names = {7: "Ann", 9: "Bea"}
    text = "Round %(round)s: %(entries)s ..."
    assert doubt.in_words(text, names.__getitem__, versus=" v ") == "Round 2: Ann v Bea ..."


def test_every_doubt_is_a_sentence():
    assert all(text.endswith(".") for text in DOUBT_TEXTS.values())


pairs = st.tuples(st.integers(1, 3), st.sampled_from(["AB", "AC", "BC", "BA"]))


@given(st.lists(pairs, max_size=8), st.lists(pairs, max_size=8))
def test_without_a_doubt_there_are_as_many_results_as_meetings(drawn, came):
    found = find_doubts(
        [DrawnMeeting(round, tuple(pair)) for round, pair in drawn],
        [Report(round, tuple(pair), "") for round, pair in came],
    )
    keys = [sorted((round, *sorted(pair)) for round, pair in each) for each in (drawn, came)]
    assert (found == ()) == (keys[0] == keys[1])
