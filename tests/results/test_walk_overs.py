"""The director gives a walk-over on the page of a ruling, and takes it back there."""

import pytest
from django.urls import reverse

from tests.evenings import Evening
from tests.round_evenings import out
from tournament.models import Match, State


@pytest.fixture
def evening(rounds_of) -> Evening:
    evening = rounds_of(2, plan=[["round-robin", 1]])
    out(evening, 1)
    return evening


@pytest.fixture
def match(evening) -> Match:
    return evening.matches(1)[0]


@pytest.fixture
def address(evening, match) -> str:
    return reverse("walk_over", args=[evening.event.pk, match.pk])


def state_of(match: Match) -> tuple[str, int | None]:
    return Match.objects.values_list("state", "walk_over").get(pk=match.pk)


def test_a_walk_over_is_given_to_the_side_that_came_and_stands_on_the_board(evening, match, address, as_director):
    ruling = reverse("ruling", args=[evening.event.pk, match.pk])
    assert b"A side did not come, or neither did" in as_director.get(ruling).content
    response = as_director.post(address, {"came": "2", "walk_over_reason": "They did not come."}, follow=True)
    assert (response.redirect_chain[0][0], state_of(match)) == (
        f"/e/{evening.event.pk}/results/?hour=1&table=1#match-{match.pk}",
        (State.RULED, 2),
    )
    assert "walk-over" in response.content.decode()
    name = match.sides.all()[1].name.replace("&", "&amp;")
    assert f"A walk-over: {name} came" in as_director.get(ruling).content.decode()


def test_it_is_taken_back_on_the_same_page(evening, match, address, as_director):
    as_director.post(address, {"came": "1", "walk_over_reason": "They did not come."})
    refused = as_director.post(address, {"back_reason": ""})
    assert (refused.status_code, state_of(match)) == (422, (State.RULED, 1))
    as_director.post(address, {"back_reason": "They came late."})
    assert state_of(match) == (State.WAITING, None)


def test_without_a_side_or_a_reason_the_page_says_what_is_missing(evening, match, address, as_director):
    response = as_director.post(address, {"walk_over_reason": ""})
    assert (response.status_code, state_of(match)) == (422, (State.WAITING, None))
    assert b"Choose which side came." in response.content and b"<details open>" in response.content


def test_it_is_not_offered_where_tables_play_on_in_turns(evening_of, as_director):
    evening = evening_of(8).begun()
    match = evening.matches(1)[0]
    shown = as_director.get(reverse("ruling", args=[evening.event.pk, match.pk]))
    assert b"A side did not come" not in shown.content
    refused = as_director.post(
        reverse("walk_over", args=[evening.event.pk, match.pk]), {"came": "1", "walk_over_reason": "x"}
    )
    assert (refused.status_code, state_of(match)) == (409, (State.WAITING, None))


def test_a_match_that_shared_its_table_is_marked_on_the_page_of_its_ruling_and_on_the_board(
    evening, match, as_director
):
    address = reverse("shared_table", args=[evening.event.pk, match.pk])
    refused = as_director.post(address, {"part": "1/2", "shared_reason": ""})
    assert (refused.status_code, Match.objects.get(pk=match.pk).part) == (422, "")
    shown = as_director.post(address, {"part": "1/2", "shared_reason": "Two matches, one table."}, follow=True)
    assert "1/2 of its round" in shown.content.decode()
    assert Match.objects.get(pk=match.pk).part == "1/2"


def test_only_the_director_gives_it(evening, match, address, as_scorer):
    assert as_scorer.post(address, {"came": "1", "walk_over_reason": "x"}).status_code == 403
