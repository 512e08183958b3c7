"""A hall with fewer tables than a round needs: the plan, the door and the draw say so, and players read it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.conftest import signed_in
from tests.evenings import Evening
from tests.round_evenings import Rounds, out, rounds_of
from tournament.door.queries.door import door_of
from tournament.event.services.duplicates import duplicate_evening
from tournament.event.services.events import change_settings, create_event
from tournament.formats.hall import count_waves, place_in_hall, say_short_hall, say_waiting
from tournament.formats.match_length import ByGames, Length, Timed
from tournament.formats.proposals import PAIRS, Entering, Wish, propose_plans
from tournament.models import Club, Event, TableCode
from tournament.movements import MOVEMENTS

__all__ = ["rounds_of"]
SEVEN = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
TEAMS_OF_TWO = Entering(4, 2)
ONE_GAME = ByGames(Length("single", 1), 20)


def first_choice(people: int, pace: Timed | ByGames, hall: int | None, entering: Entering = PAIRS) -> Any:
    closes = SEVEN + timedelta(hours=6)
    movement = MOVEMENTS["round-robin"]
    return propose_plans(Wish(people, entering, movement, SEVEN, closes, 5, pace, hall=hall)).choices[0]


@pytest.mark.parametrize(
    ("number", "hall", "waits"),
    [
        (6, 6, ""),
        (7, 6, "Plays next: at table 1, when it is free."),
        (12, 6, "Plays next: at table 6, when it is free."),
        (13, 6, "Plays next: at table 1, when it is free."),
        (7, None, ""),
    ],
)
def test_a_table_that_the_hall_does_not_have_says_where_it_plays(number: int, hall: int | None, waits: str) -> None:
    assert say_waiting(number, hall, bell="none") == waits
    assert say_waiting(number, hall, bell="for all") == ""


def test_with_a_bell_for_each_wave_a_table_reads_whether_it_plays_now_or_after_the_bell() -> None:
    said = [[say_waiting(number, 6, bell="for a wave", wave=wave) for number in (6, 7, 13)] for wave in (1, 2, 3)]
    next_one, now = "Plays next: at table 1, after the bell.", "Plays now: at table 1."
    assert said == [["", next_one, next_one], ["", now, next_one], ["", "", now]]


def test_no_two_matches_of_one_wave_are_at_one_table() -> None:
    for hall in range(1, 9):
        for tables in range(1, 30):
            at = [((number - 1) // hall, place_in_hall(number, hall)) for number in range(1, tables + 1)]
            assert len(set(at)) == tables
            assert max(place for _wave, place in at) <= hall
            assert max(wave for wave, _place in at) + 1 == count_waves(tables, hall)


def test_the_director_reads_what_is_too_little_and_what_plays_next() -> None:
    assert [say_short_hall(tables, 6, bell="none") for tables in (6, 7, 9)] == [
        "",
        "The hall has 6 tables: table 7 plays after table 1, in its place.",
        "The hall has 6 tables: tables 7 to 9 play next, as tables become free.",
    ]
    too_few = "A round needs 9 tables and the hall has 6: 3 too few for one bell."
    assert say_short_hall(9, 6, bell="for all") == too_few
    assert [say_short_hall(tables, 6, bell="for a wave") for tables in (7, 14)] == [
        "The hall has 6 tables: first tables 1 to 6, then table 7 play, each with a bell.",
        "The hall has 6 tables: first tables 1 to 6, then tables 7 to 12, then tables 13 to 14 play, each with a bell.",
    ]
    assert say_short_hall(9, None, bell="for all") == ""


def test_with_a_bell_for_each_wave_the_plan_counts_both_and_what_lies_between() -> None:
    enough, short = first_choice(16, Timed(10, 15, 20), 4), first_choice(16, Timed(10, 15, 20), 3)
    assert short.of_seats[:3] == (
        "4 tables.",
        "The hall has 3 tables: first tables 1 to 3, then table 4 play, each with a bell.",
        "So a round takes twice as long.",
    )
    assert (enough.headline, enough.bells) == ("7 rounds of 15 minutes", 1)
    assert (short.headline, short.bells) == ("7 rounds of 2 × 15 minutes", 2)
    assert [each.ends - each.wish.starts for each in (enough, short)] == [
        timedelta(minutes=7 * 15 + 6 * 5),
        timedelta(minutes=14 * 15 + 13 * 5),
    ]


def test_without_a_bell_a_round_of_two_waves_takes_twice_as_long() -> None:
    enough, short = first_choice(24, ONE_GAME, 6), first_choice(24, ONE_GAME, 4)
    assert (enough.minutes, short.minutes) == (20, 40)
    assert short.of_seats[:3] == (
        "6 tables.",
        "The hall has 4 tables: tables 5 to 6 play next, as tables become free.",
        "So a round takes twice as long.",
    )
    assert short.ends <= short.wish.closes


def test_the_length_of_a_game_stays_when_the_plan_is_saved_again(rounds_of: Rounds) -> None:
    evening = rounds_of(6, plan=[["round-robin", 0]], length_kind="single", hall_tables=2, hour_seconds=3600)
    page, director = reverse("plan", args=[evening.event.pk]), signed_in(evening, "director")
    for _again in range(2):
        form = director.get(page).context["form"]
        assert form["game_minutes"].value() == 30
        director.post(page, {name: form[name].value() for name in form.fields} | {"step": "keep"})
    event = Event.objects.get(pk=evening.event.pk)
    assert (event.hall_tables, event.hour_seconds) == (2, 3600)


def test_a_new_evening_has_as_many_tables_as_the_club_says_and_so_has_a_copy_without_a_number(
    rounds_of: Rounds,
) -> None:
    evening = rounds_of(6, plan=[["round-robin", 1]])
    director = signed_in(evening, "director")
    page = reverse("club")
    form = director.get(page).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields} | {"name": "The Hop Pole"}
    assert director.post(page, sent | {"hall_tables": "0"}).status_code == 422
    director.post(page, sent | {"hall_tables": "7"})
    club = Club.objects.get()
    days = {"date": evening.event.date, "by": None, "now": evening.now}
    new = create_event(club, name="New", **days)
    small = create_event(club, name="Small", settings={"hall_tables": 3}, **days)
    again = duplicate_evening(evening.event, name="Again", **days)
    assert [each.hall_tables for each in (new, small, again)] == [7, 3, 7]


def short_evening(rounds_of: Rounds, **settings: object) -> Evening:
    """Six pairs make three tables, in a hall of two."""
    evening = rounds_of(6, plan=[["round-robin", 1]])
    change_settings(evening.event, {"hall_tables": 2} | settings, by=None, now=evening.now)
    evening.event.refresh_from_db()
    return evening


def test_every_page_on_which_a_player_looks_for_the_table_says_that_it_plays_next(rounds_of: Rounds) -> None:
    evening = short_evening(rounds_of, length_kind="single")
    assert door_of(evening.event).tables == (
        "6 pairs at 3 tables. The hall has 2 tables: table 3 plays after table 1, in its place."
    )
    out(evening, 1)
    pk, waits = evening.event.pk, "Plays next: at table 1, when it is free."
    for address in (reverse("seats", args=[pk]), f"{reverse('seats', args=[pk])}?by=table"):
        assert waits in Client().get(address).content.decode()
    of_table = {code.table_number: code.code for code in TableCode.objects.filter(event=evening.event)}
    said = {
        number: waits in Client().get(reverse("table", args=[code]), follow=True).content.decode()
        for number, code in of_table.items()
    }
    assert said == {1: False, 2: False, 3: True}
    draw = signed_in(evening, "director").get(reverse("draw", args=[pk, 1])).content.decode()
    assert "The hall has 2 tables: table 3 plays after table 1, in its place." in draw


def test_with_a_bell_for_each_wave_the_draw_and_the_seats_name_who_plays_next(rounds_of: Rounds) -> None:
    evening = short_evening(rounds_of, length_kind="timed")
    out(evening, 1)
    draw = signed_in(evening, "director").get(reverse("draw", args=[evening.event.pk, 1])).content.decode()
    assert "The hall has 2 tables: first tables 1 to 2, then table 3 play, each with a bell." in draw
    seats = Client().get(reverse("seats", args=[evening.event.pk])).content.decode()
    assert seats.count("Plays next: at table 1, after the bell.") == 4
