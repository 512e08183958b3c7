"""All meet all, and somebody left: once all have met, it is said before the next draw, and never under each pair."""

from itertools import combinations

import pytest
from django.urls import reverse

from tests import evenings, round_evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.round_evenings import Rounds, out, rule_all
from tournament.desk.queries.evening_summary import summarize_evening
from tournament.desk.queries.next_step import next_step
from tournament.door.services.people import leave
from tournament.draw.queries.fields import field_of_round
from tournament.draw.services.draws import release_draw
from tournament.event.queries.hours import hour_numbers
from tournament.models import Event, Match, Stage

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
SENTENCE = "All have met. Round {} is a repeat: play it, end here, or draw by score."


@pytest.fixture
def evening(rounds_of: Rounds) -> Evening:
    """Six pairs were to meet in five rounds; two left after the first, and after the fourth all others have met."""
    evening = rounds_of(6, plan=[["round-robin", 5]])
    for number in range(1, 5):
        out(evening, number)
        rule_all(evening, number)
        if number == 1:
            for entry in list(evening.event.entries.order_by("-pk")[:4]):
                leave(entry, by=evening.director, now=evening.now)
    return evening


def next_number(event: Event) -> int:
    return Stage.objects.filter(event=event, released_at__isnull=False).count() + 1


def page(evening: Evening, number: int) -> str:
    return signed_in(evening, "director").get(reverse("draw", args=[evening.event.pk, number])).content.decode()


def press(evening: Evening, number: int, action: str) -> str:
    address = reverse("draw", args=[evening.event.pk, number])
    return signed_in(evening, "director").post(address, {"action": action}, follow=True).content.decode()


def test_it_is_said_before_the_draw_on_the_page_and_in_the_next_step(evening: Evening) -> None:
    number = next_number(evening.event)
    assert number == 5 and page(evening, number).count(SENTENCE.format(number)) == 1
    step = next_step(summarize_evening(evening.event, evening.now))
    assert step and (step.why, step.posts) == (SENTENCE.format(number), ())
    assert "All have met" not in page(evening, number - 1)


def test_the_draft_says_it_once_and_under_no_pair(evening: Evening) -> None:
    number = next_number(evening.event)
    shown = press(evening, number, "draw")
    assert (shown.count("All have met."), shown.count(" met in round "), shown.count("seat-why")) == (1, 0, 0)
    assert shown.count("A repeat, because all have met.") == 1


def test_the_evening_ends_here_by_one_press_and_undo_brings_the_rounds_back(evening: Evening) -> None:
    number = next_number(evening.event)
    press(evening, number, "draw")
    assert f"The plan ends with round {number - 1}." in press(evening, number, "end_here")
    evening.event.refresh_from_db()
    assert (len(hour_numbers(evening.event)), Stage.objects.filter(number=number).exists()) == (number - 1, False)


def test_the_rounds_left_are_drawn_by_score_and_so_that_nobody_meets_the_last_opponent_again(evening: Evening) -> None:
    number, event = next_number(evening.event), evening.event
    last = {frozenset(past.entries) for past in field_of_round(event, number, seed=1).past if past.round == number - 1}
    shown = press(evening, number, "by_score")
    event.refresh_from_db()
    assert event.plan == [["round-robin", number - 1, 0], ["swiss", 6 - number, 0]]
    assert (shown.count("seat-why"), shown.count("Not ideal")) == (0, 0)
    scores = field_of_round(event, number, seed=1).scores
    assert sum(scores.values()) > 0
    release_draw(evening.hour(number), by=evening.director, now=evening.now)
    drawn = {
        frozenset(side.entries[0].team_id for side in match.sides.all())
        for match in Match.objects.filter(table__stage__number=number)
    }
    assert len(drawn) == 2 and drawn.isdisjoint(last)


def test_where_some_have_not_met_nothing_is_said(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 3]])
    for number in range(1, 4):
        assert "All have met" not in page(evening, number)
        out(evening, number)
        rule_all(evening, number)


def test_of_rounds_by_score_nothing_is_said_because_two_may_meet_again(evening: Evening) -> None:
    Event.objects.update(plan=[["swiss", 5]])
    assert "All have met" not in page(evening, 5)


def test_of_a_planned_second_cycle_nothing_is_said(rounds_of: Rounds) -> None:
    evening = rounds_of(3, plan=[["round-robin", 6]])
    for number in range(1, 7):
        if number > 3:  # all have met
            assert "All have met" not in page(evening, number)
        out(evening, number)
        rule_all(evening, number)


def test_a_reason_that_holds_for_most_is_said_once_and_the_others_beside_their_names(rounds_of: Rounds) -> None:
    evening = rounds_of(5, plan=[["round-robin", 5]])
    shown = press(evening, 1, "draw")
    assert shown.count("Round 1 of the plan in which all meet once.") == 1
    assert shown.count("seat-why") == 1 and "Sits out, because the number is odd" in shown


def test_every_two_have_met_where_it_says_so(evening: Evening) -> None:
    field = field_of_round(evening.event, next_number(evening.event), seed=1)
    met = {frozenset(past.entries) for past in field.past}
    assert all(frozenset(pair) in met for pair in combinations(field.entries, 2))
