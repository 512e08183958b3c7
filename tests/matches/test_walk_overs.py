"""A side that did not come: what each side counts, what the log says, and how it is taken back or ruled otherwise."""

from fractions import Fraction

import pytest

from tests.evenings import Evening
from tests.round_evenings import out, rule_all
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.draw.queries.fields import past_of
from tournament.foundation.errors import NeedsReason, NoWalkOver
from tournament.models import Match, State
from tournament.results.services.decisions import call_off, give_walk_over, make_ruling, take_back_walk_over
from tournament.standings.queries.standings import standings_of


@pytest.fixture
def evening(rounds_of) -> Evening:
    """Four pairs after a round that the first sides have won, with the second one out."""
    evening = rounds_of(4, plan=[["round-robin", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    out(evening, 2)
    return evening


def given(evening: Evening, match: Match, side: int = 1) -> Match:
    give_walk_over(match, side, reason="They did not come.", by=evening.director, now=evening.now)
    return Match.objects.get(pk=match.pk)


def pairs_of(match: Match) -> list[str]:
    return [side.name for side in match.sides.all()]


def credits_of(evening: Evening) -> dict[str, tuple[str, ...]]:
    return {line.name: line.credits for line in standings_of(evening.event).lines if line.credits}


def test_the_side_that_came_counts_its_own_average_as_a_match_won_and_the_other_a_match_lost(evening):
    match = given(evening, evening.matches(2)[0])
    came, stayed_away = pairs_of(match)
    lines = {line.name: line for line in standings_of(evening.event).lines}
    won_before = {14: (2, 1, 14), 9: (0, 0, 9)}[lines[came].record.matches[0].points]
    assert (match.state, match.walk_over, match.points) == (State.RULED, 1, (None, None))
    assert lines[came].record.match_points == won_before[0] + 2
    assert lines[came].record.games_won == 2 * won_before[1]
    assert lines[came].record.points_for == Fraction(2 * won_before[2])
    assert lines[stayed_away].record.lost == 1 + (lines[stayed_away].record.matches[0].result == "lost")
    games = ", 1 game, 5 in point difference" if won_before[1] else ", −5 in point difference"
    assert lines[came].credits == (f"Round 2: walk-over, counts 2 match points{games} (their own average)",)
    assert lines[stayed_away].credits == ("Round 2: did not come, counts nothing",)


def test_a_club_may_credit_a_walk_over_otherwise(evening):
    evening.event.credits = {"walk_over": {"kind": "fixed", "games": 1, "points": 14, "result": "won"}}
    evening.event.save()
    match = given(evening, evening.matches(2)[0], side=2)
    assert credits_of(evening)[pairs_of(match)[1]] == (
        "Round 2: walk-over, counts 2 match points, 1 game, 14 in point difference",
    )


def test_who_came_goes_on_as_the_winner_of_the_match(evening):
    given(evening, evening.matches(2)[0], side=2)
    assert past_of(evening.event, 2, 3)[0].winner == 1


def test_the_log_says_who_came_and_why(evening):
    match = given(evening, evening.matches(2)[0])
    (line, *_), names = read_log(LogFilter(evening.event)).lines, match.sides.all()[0].name
    assert line.sentence == f"Walk-over: {names} came, the others did not"
    assert line.reason == "They did not come."


def test_a_walk_over_is_taken_back_and_the_match_is_open_again(evening):
    match = given(evening, evening.matches(2)[0])
    for _twice in range(2):
        take_back_walk_over(match, reason="They came late.", by=evening.director, now=evening.now)
    match = Match.objects.get(pk=match.pk)
    assert (match.state, match.walk_over, credits_of(evening)) == (State.WAITING, None, {})
    assert [line.sentence for line in read_log(LogFilter(evening.event)).lines][
        0
    ] == f"Undid the walk-over of {match.name}"


def test_a_ruling_or_calling_it_off_undoes_a_walk_over_and_a_walk_over_undoes_them(evening):
    match = evening.matches(2)[0]
    given(evening, match)
    make_ruling(match, points=(14, 3), games=(1, 0), reason="Played late.", by=evening.director, now=evening.now)
    assert Match.objects.values_list("state", "walk_over").get(pk=match.pk) == (State.RULED, None)
    match = given(evening, match, side=2)
    assert (match.walk_over, match.points, match.rulings.filter(superseded_at=None).count()) == (2, (None, None), 0)
    call_off(match, reason="Nobody came.", by=evening.director, now=evening.now)
    assert Match.objects.values_list("state", "walk_over").get(pk=match.pk) == (State.CALLED_OFF, None)
    assert given(evening, match).state == State.RULED


def test_a_walk_over_needs_a_reason_and_so_does_taking_it_back(evening):
    match = evening.matches(2)[0]
    with pytest.raises(NeedsReason):
        give_walk_over(match, 1, reason=" ", by=evening.director, now=evening.now)
    with pytest.raises(NeedsReason):
        take_back_walk_over(match, reason="", by=evening.director, now=evening.now)


def test_there_is_none_at_an_evening_whose_tables_play_on_in_turns(evening_of):
    evening = evening_of(8).begun()
    with pytest.raises(NoWalkOver):
        given(evening, evening.matches(1)[0])
