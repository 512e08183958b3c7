"""The draw of a round: why everybody sits where he does, who rests, what may be let stand, and who changed."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.conftest import signed_in
from tests.evenings import Evening
from tests.markup import markup
from tests.round_evenings import out, rule_all
from tournament.door.services.teams import team_up
from tournament.draw.services.round_draws import draw_round
from tournament.models import Apart, Entry, Rest, Stage
from tournament.results.services.decisions import make_ruling


def page(client: Client, evening: Evening, number: int) -> str:
    return markup(client.get(f"/e/{evening.event.pk}/draw/{number}/"))


def press(client: Client, evening: Evening, action: str, number: int, **values: object) -> int:
    address = f"/e/{evening.event.pk}/draw/{number}/"
    if action == "release":
        values["seen"] = client.get(address).context["mark"]
    return client.post(address, {"action": action, **values}).status_code


def test_a_round_is_drawn_looked_at_and_released(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 0]])
    client = signed_in(evening, "director")
    assert "5</span> pairs here" in page(client, evening, 1)
    assert press(client, evening, "draw", 1, seed="1674") == 302
    shown = page(client, evening, 1)
    assert all(said in shown for said in ("All meet all", "Sitting out", "Sits out, because the number is odd"))
    assert "<strong>5 pairs, 2 tables, 1 sits out</strong>" in " ".join(shown.split()).replace("> ", ">").replace(
        " <", "<"
    )
    assert press(client, evening, "release", 1) == 302
    released = page(client, evening, 1)
    assert "The seats were shown to everybody at" in released and "Draw number 1674" in released
    assert "Draw round 2" in page(client, evening, 2)
    assert list(client.get(f"/e/{evening.event.pk}/draw/2/").context["hours"]) == [1, 2, 3, 4, 5]


def test_the_draw_of_a_knock_out_speaks_of_byes_and_pairs_and_of_nobody_who_sits_out(rounds_of):
    evening = rounds_of(6, plan=[["knock-out", 0]])
    client = signed_in(evening, "director")
    before = page(client, evening, 1)
    press(client, evening, "draw", 1, seed="1674")
    draft = page(client, evening, 1)
    assert "2 pairs have a bye: into round 2 without a match." in before
    assert "6 pairs, 2 tables, 2 byes" in draft
    assert all(words in draft for words in ("No match in this round", "Swap the 2 selected pairs", "To swap 2 pairs"))
    assert [words in before + draft for words in ("Sitting out", "sit out", "selected players")] == [False] * 3


def test_a_draft_of_teams_says_which_pair_sits_at_which_table(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]], enters="teams")
    client = signed_in(evening, "director")
    press(client, evening, "draw", 1, seed="1674")
    tables = client.get(f"/e/{evening.event.pk}/draw/1/").context["drawn"].tables
    matches = [" – ".join(names) for table in tables for names in table.matches]
    assert len(matches) == 2 and all(words.count(" and ") == 2 for words in matches)
    assert all(words in page(client, evening, 1) for words in matches)


def test_after_a_correction_the_evening_and_the_draw_say_who_would_sit_elsewhere(rounds_of):
    evening = rounds_of(4, plan=[["swiss", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    out(evening, 2)
    client, match = signed_in(evening, "director"), evening.matches(1)[0]
    make_ruling(match, points=(3, 14), games=(0, 1), reason="Counted.", by=evening.director, now=evening.now)
    page_of_evening = markup(client.get(f"/e/{evening.event.pk}/"))
    assert "After a correction these would sit elsewhere in round 2. Nobody has been moved." in page_of_evening
    name = match.sides.all()[0].name
    moved = f"{name}: at table 1, would be at table 2"
    assert moved in page_of_evening and moved in page(client, evening, 2)


def test_without_enough_pairs_the_page_leads_to_the_door_and_says_who_is_missing(rounds_of):
    evening = rounds_of(1, plan=[["round-robin", 0]])
    Entry.objects.filter(player__name="Bea Ash").update(here=False)
    client = signed_in(evening, "director")
    shown = page(client, evening, 1)
    assert "Not seated, because a member is missing: Ann Ash and Bea Ash" in shown
    assert "Take names at the door" in shown


def test_a_pair_may_change_places_with_one_that_rests(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 0]])
    client = signed_in(evening, "director")
    press(client, evening, "draw", 1)
    rests = Rest.objects.order_by("pk")[0].entry
    other = Entry.objects.filter(seats__isnull=False).order_by("pk")[0]
    assert press(client, evening, "swap", 1, swap=[rests.pk, other.pk]) == 302
    assert set(Rest.objects.values_list("entry__team", flat=True)) == {other.team_id}
    assert press(client, evening, "swap", 1, swap=[rests.pk]) == 422


def test_who_comes_after_a_draft_is_told_and_a_released_draft_is_not_one_any_more(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 0]])
    client = signed_in(evening, "director")
    press(client, evening, "draw", 1)
    team_up(evening.event, ["Zoe Late", "Yan Late"], by=evening.director, now=evening.now)
    assert "Zoe Late has arrived and has no seat in it." in page(client, evening, 1)
    assert press(client, evening, "release", 1) == 409


def test_what_is_not_as_the_club_wishes_it_is_said_and_may_be_released(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]])
    one, other = evening.entry("Ann Ash"), evening.entry("Cy Ash")
    Apart.objects.create(event=evening.event, one=one, other=other)
    client = signed_in(evening, "director")
    press(client, evening, "draw", 1, seed="1674")
    assert "should be kept apart but share table 1." in page(client, evening, 1)
    assert press(client, evening, "release", 1) == 302


def test_a_round_that_wants_results_says_which_table_it_waits_for(rounds_of):
    evening = rounds_of(4, plan=[["swiss", 2]])
    out(evening, 1)
    client = signed_in(evening, "director")
    answer = client.post(f"/e/{evening.event.pk}/draw/2/", {"action": "draw"})
    assert (answer.status_code, "Not agreed yet: table 1 and 2" in markup(answer)) == (409, True)
    rule_all(evening, 1)
    assert press(client, evening, "draw", 2) == 302
    assert "Same score as" in page(client, evening, 2)


@pytest.mark.parametrize("pairs", [4, 15])
def test_the_draw_page_asks_as_much_of_the_database_for_four_pairs_as_for_fifteen(
    rounds_of, pairs, django_assert_max_num_queries: DjangoAssertNumQueries
):
    evening = rounds_of(pairs, plan=[["round-robin", 3]])
    out(evening, 1)
    draw_round(evening.event, 2, seed=1, by=evening.director, now=evening.now)
    client = signed_in(evening, "director")
    with django_assert_max_num_queries(40):
        assert page(client, evening, 2)
    assert Stage.objects.count() == 2
