"""What a knock-out comes to: its bracket before all else, also after groups in which others had won more."""

import pytest
from django.urls import reverse

from tests.conftest import signed_in
from tests.evenings import Evening
from tests.round_evenings import out, rule_all
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.draw.queries.brackets import whole_bracket
from tournament.draw.queries.fields import field_of_round
from tournament.event.queries.competitors import key_of
from tournament.models import Match, Rest, Stage
from tournament.results.services.decisions import call_off, make_ruling
from tournament.standings.queries.places import criteria_of, second_cup_of
from tournament.standings.queries.standings import standings_of


def first_came_first(match: Match) -> bool:
    """Whether the first side entered before the other."""
    one, other = (key_of(match.table.stage.event, side.entries[0]) for side in match.sides.all())
    assert one is not None and other is not None
    return one < other


@pytest.mark.slow
@pytest.mark.parametrize("movement", ["knock-out", "knock-out-plate"])
def test_a_final_that_turns_the_groups_round_decides_the_standings(rounds_of, movement):
    evening = rounds_of(6, plan=[["round-robin", 3], [movement, 2, 4]], criteria=["match_points"])
    for number in (1, 2, 3):
        out(evening, number)
        rule_all(evening, number, first_wins=first_came_first)
    before = [line.record.entry for line in standings_of(evening.event).lines]
    for number in (4, 5):
        out(evening, number)
        rule_all(evening, number, first_wins=lambda match: not first_came_first(match))
    after = [line.record.entry for line in standings_of(evening.event).lines]
    semi, other = {before[0], before[3]}, {before[1], before[2]}
    finalists = sorted({max(semi), max(other)}, reverse=True)
    losers = sorted({min(semi), min(other)}, reverse=True)
    assert after == [*finalists, *losers, *before[4:]]


def test_the_bracket_is_asked_first_whatever_the_club_has_chosen_and_only_where_it_ends_the_evening(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 3], ["knock-out", 0, 4]], criteria=["games_won"])
    assert [each.key for each in criteria_of(evening.event, hours=2)] == ["knock_out", "games_won"]
    evening.event.plan = [["knock-out", 2, 0], ["swiss", 3, 0]]
    assert [each.key for each in criteria_of(evening.event, hours=2)] == ["games_won"]


def test_those_of_a_second_cup_are_asked_of_the_part_that_ends_the_evening(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3, 0], ["knock-out", 1, 2, False, True]])
    stage = out(evening, 1)
    Stage.objects.filter(pk=stage.pk).update(second_cup=[7, 8])
    assert second_cup_of(evening.event) == {7, 8}
    evening.event.plan = [["knock-out", 1, 2, False, True], ["round-robin", 3, 0]]
    assert second_cup_of(evening.event) == frozenset()


def rule_neither(evening: Evening, match: Match) -> str:
    """What the page says once the director has ruled that neither side came."""
    client = signed_in(evening, "director")
    sent = {"came": "0", "walk_over_reason": "Nobody came."}
    answer = client.post(reverse("walk_over", args=[evening.event.pk, match.pk]), sent, follow=True)
    return " ".join(map(str, answer.context["messages"]))


@pytest.mark.parametrize("leave_before", [False, True])
@pytest.mark.parametrize("movement", ["knock-out", "knock-out-plate"])
def test_nobody_comes_to_a_match_and_the_knock_out_goes_on_to_its_end(rounds_of, movement, leave_before):
    evening = rounds_of(8, plan=[[movement, 3, 0]])
    desk, event = signed_in(evening, "director"), evening.event
    out(evening, 1)
    empty, *others = evening.matches(1)
    both = [entry for side in empty.sides.all() for entry in side.entries]
    for match in others:
        make_ruling(match, points=(14, 9), games=(1, 0), reason="So.", by=evening.director, now=evening.now)
    if leave_before:
        said = [
            desk.post(reverse("door_entry", args=[event.pk, entry.pk]), {"action": "leave"}, follow=True)
            for entry in both
        ]
        assert "they have left too, so rule under “Walk-over”" in str(list(said[-1].context["messages"])[0])
    refused = desk.post(reverse("draw", args=[event.pk, 2]), {"action": "draw"}, follow=True)
    assert "If neither side came to a table, rule it under Results" in refused.content.decode()
    board = desk.get(reverse("results", args=[event.pk])).content.decode()
    assert f"{reverse('ruling', args=[event.pk, empty.pk])}#walk-over" in board
    assert "nobody goes on" in desk.get(reverse("ruling", args=[event.pk, empty.pk])).content.decode()
    assert rule_neither(evening, empty) == (
        "Neither side came, so nobody goes on. The next opponent goes through without a match."
    )
    for page in ("results", "standings"):
        assert "neither side came" in desk.get(reverse(page, args=[event.pk])).content.decode().lower()
    out(evening, 2)
    assert (len(evening.matches(2)), Rest.objects.filter(stage__number=2).exists()) == (
        1 + (movement != "knock-out"),
        True,
    )
    rule_all(evening, 2)
    bracket = whole_bracket(event)
    assert bracket and [match.is_empty for match in bracket.columns[0].matches].count(True) == 1
    out(evening, 3)
    rule_all(evening, 3)
    lines = standings_of(event).lines
    names = {side.name for side in empty.sides.all()}
    assert {line.name for line in lines[-2:]} == names
    assert [line.placing.rank for line in lines[-2:]] == [7, 7]
    assert read_log(LogFilter(event, words="neither side came")).lines


def test_neither_side_is_ruled_in_a_semi_final_or_on_both_sides_of_the_bracket(rounds_of):
    evening = rounds_of(4, plan=[["knock-out", 2, 0]])
    out(evening, 1)
    first, second = evening.matches(1)
    rule_neither(evening, first)
    make_ruling(second, points=(14, 9), games=(1, 0), reason="So.", by=evening.director, now=evening.now)
    desk = signed_in(evening, "director")
    draw = reverse("draw", args=[evening.event.pk, 2])
    answer = desk.post(draw, {"action": "draw"}, follow=True)
    assert "Goes through without a match, because nobody is left to meet." in answer.content.decode()
    out(evening, 2)
    for address in ("event", "door", "clock", "results", "standings", "draw_now"):
        assert desk.get(reverse(address, args=[evening.event.pk]), follow=True).status_code == 200
    won, lost = (side.name for side in second.sides.all())
    lines = standings_of(evening.event).lines
    assert [line.name for line in lines[:2]] == [won, lost]
    assert [line.placing.shown for line in lines] == ["1", "2", "3=", "3="]
    bracket = whole_bracket(evening.event)
    assert bracket and bracket.winner == won


def test_out_of_a_knock_out_neither_side_counts_as_one_that_did_not_come(rounds_of):
    evening = rounds_of(4, plan=[["swiss", 3, 0]])
    out(evening, 1)
    empty, other = evening.matches(1)
    assert rule_neither(evening, empty) == "Neither side came. Both get what the club set for a side that did not come."
    make_ruling(other, points=(14, 9), games=(1, 0), reason="So.", by=evening.director, now=evening.now)
    credits = {line.name: line.credits for line in standings_of(evening.event).lines if line.credits}
    assert credits == {side.name: ("Round 1: neither side came, counts nothing",) for side in empty.sides.all()}
    assert sorted(field_of_round(evening.event, 2, seed=1).scores.values()) == [0, 0, 0, 1]
    call_off(empty, reason="No.", by=evening.director, now=evening.now)
    assert Match.objects.get(pk=empty.pk).walk_over is None
