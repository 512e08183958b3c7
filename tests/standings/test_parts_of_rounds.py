"""A round that is still on, and a match that had a part of one: what the standings say beside the names."""

from fractions import Fraction

import pytest

from tests.evenings import Evening
from tests.round_evenings import out, rule_all
from tournament.clock.services.rounds import end_round, start_round
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.foundation.errors import NeedsReason, NoSuchPart
from tournament.models import Match, Round
from tournament.results.services.decisions import give_walk_over, make_ruling, share_table
from tournament.standings.queries.standings import standings_of


def ruled(evening: Evening, match: Match, games: tuple[int, int], points: tuple[int, int]) -> None:
    make_ruling(match, points=points, games=games, reason="By the table.", by=evening.director, now=evening.now)


def said(evening: Evening) -> dict[str, tuple[str, ...]]:
    return {line.name: line.credits for line in standings_of(evening.event).lines if line.credits}


def figures(evening: Evening) -> dict[str, tuple[object, ...]]:
    records = [line.record for line in standings_of(evening.event).lines]
    return {record.name: (record.match_points, record.games_won, record.points_for) for record in records}


@pytest.fixture
def resting(rounds_of) -> Evening:
    """Five pairs after a round whose second match came to nothing like a whole number, with the second one out."""
    evening = rounds_of(5, plan=[["round-robin", 5]])
    for number in (1, 2):
        out(evening, number)
        for match in evening.matches(number):
            ruled(evening, match, (2, 1), (28, 9))
    out(evening, 3)
    return evening


def test_a_rest_is_to_come_while_its_round_is_on_and_counts_the_exact_average_once_all_results_are_in(resting):
    before = standings_of(resting.event)
    (name,) = [line.name for line in before.lines if "Round 3" in " ".join(line.credits)]
    ((own, *_others),) = [[line.record.matches] for line in before.lines if line.name == name]
    played = [match for match in own if match.credit is None and match.games is not None]
    assert said(resting)[name][-1] == "Round 3: sits out, counts once the round is over"
    assert all("counts" in words and "once" not in words for each in said(resting).values() for words in each[:-1])
    sums = (sum(match.games for match in played), sum(match.points for match in played))
    stood = figures(resting)[name]
    one, other = resting.matches(3)
    ruled(resting, one, (2, 0), (28, 3))
    assert (said(resting)[name][-1], figures(resting)[name]) == (
        "Round 3: sits out, counts once the round is over",
        stood,
    )
    give_walk_over(other, 1, reason="They left.", by=resting.director, now=resting.now)
    games, points = (Fraction(total, len(played)) for total in sums)
    assert figures(resting)[name][1:] == (stood[1] + games, stood[2] + points)
    assert said(resting)[name][-1].startswith("Round 3: sat out, counts ")


def test_a_rest_counts_from_the_bell_on_or_once_the_next_round_is_out(resting):
    (round,) = Round.objects.filter(stage=resting.hour(3))
    start_round(round, by=resting.director, now=resting.now)
    assert any("once the round" in words for each in said(resting).values() for words in each)
    end_round(round, by=resting.director, now=resting.now)
    assert not any("once the round" in words for each in said(resting).values() for words in each)
    Round.objects.update(ended_at=None)
    rule_all(resting, 3)
    out(resting, 4)
    Match.objects.filter(pk=resting.matches(3)[0].pk).update(state="waiting")
    resting.matches(3)[0].sides.update(points=None, games=None)
    assert [words[-1] for words in said(resting).values() if "once" in words[-1]] == [
        "Round 4: sits out, counts once the round is over"
    ]


@pytest.fixture
def sharing(rounds_of) -> Evening:
    """Four pairs: one of them won its first match 2 – 1, and leads 1 – 0 in the second, which shares its table."""
    evening = rounds_of(4, plan=[["round-robin", 3]])
    out(evening, 1)
    for match in evening.matches(1):
        ruled(evening, match, (2, 1), (28, 9))
    out(evening, 2)
    share_table(evening.matches(2)[0], "1/2", reason="No cards.", by=evening.director, now=evening.now)
    return evening


def test_a_match_that_shared_its_table_counts_as_it_stood_and_says_so(sharing):
    match = sharing.matches(2)[0]
    names = [side.name for side in match.sides.all()]
    assert said(sharing) == dict.fromkeys(names, ("Round 2: 1/2 of it at a shared table, counts once it is reported",))
    stood = figures(sharing)
    ruled(sharing, match, (1, 0), (14, 5))
    counted = "Round 2: 1/2 of it at a shared table, counts with its score so far"
    assert said(sharing) == dict.fromkeys(names, (counted,))
    before, after = stood[names[0]], figures(sharing)[names[0]]
    assert after == (before[0] + 2, before[1] + 1, before[2] + 14)


def test_a_club_may_add_the_own_average_for_the_part_that_is_missing(sharing):
    sharing.event.credits = {"shared": {"kind": "missing_part"}}
    sharing.event.save()
    match = sharing.matches(2)[0]
    names = [side.name for side in match.sides.all()]
    games = {name: figures(sharing)[name] for name in names}
    ruled(sharing, match, (1, 0), (14, 5))
    for name, (own, result) in zip(names, ((1, 2), (0, 0)), strict=True):
        points, won, _points = games[name]
        assert figures(sharing)[name][:2] == (
            points + Fraction(result + points, 2),
            won + own + Fraction(won, 2),
        )
    assert {words for each in said(sharing).values() for words in each} == {
        f"Round 2: 1/2 of it at a shared table, counts {counts} (their own average for the missing part)"
        for counts in WITH_THE_MISSING_PART[tuple(games[name][1] for name in names)]
    }


WITH_THE_MISSING_PART = {
    (2, 2): (
        "2 match points, 2 games, 18.5 in point difference",
        "1 match point, 1 game, 0.5 in point difference",
    ),
    (2, 1): ("2 match points, 2 games, 18.5 in point difference", "0.5 games, −18.5 in point difference"),
    (1, 2): ("1 match point, 1.5 games, −0.5 in point difference", "1 match point, 1 game, 0.5 in point difference"),
    (1, 1): ("1 match point, 1.5 games, −0.5 in point difference", "0.5 games, −18.5 in point difference"),
}
"""By the games that the two won before: who won them 2 has won its match by 28 to 9, who won 1 has lost it so. Half of
that is added to the part of 14 to 5."""


def test_the_mark_is_taken_back_and_the_log_says_both(sharing):
    match = sharing.matches(2)[0]
    for _twice in range(2):
        share_table(match, "", reason="There was a second one.", by=sharing.director, now=sharing.now)
    assert said(sharing) == {}
    assert [(line.sentence, line.reason) for line in read_log(LogFilter(sharing.event)).lines][:2] == [
        (f"{match.name} had all of its round after all", "There was a second one."),
        (f"{match.name} had 1/2 of its round: it shared its table", "No cards."),
    ]


def test_only_a_part_of_a_round_is_shared_and_with_a_reason(sharing):
    match = sharing.matches(2)[0]
    with pytest.raises(NeedsReason):
        share_table(match, "1/2", reason=" ", by=sharing.director, now=sharing.now)
    with pytest.raises(NoSuchPart):
        share_table(match, "5/2", reason="x", by=sharing.director, now=sharing.now)


def test_where_tables_play_on_in_turns_none_is_marked(evening_of):
    kent = evening_of(8).begun()
    with pytest.raises(NoSuchPart):
        share_table(kent.matches(1)[0], "1/2", reason="x", by=kent.director, now=kent.now)
