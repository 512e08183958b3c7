"""The pages of an evening of rounds: they speak of rounds, say who rests, and ask as often for many as for few."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.conftest import signed_in
from tests.evenings import NAMES, Evening
from tests.event.test_one_round_pages import words
from tests.phone.test_table import Phone
from tournament.clock.services.rounds import end_round, start_round
from tournament.door.services.entries import enter_players
from tournament.door.services.teams import team_up
from tournament.draw.services.draws import release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.matches.queries.matches import with_sides
from tournament.models import Match, Round
from tournament.paper.document import Needs
from tournament.paper.documents import DOCUMENTS
from tournament.results.services.decisions import make_ruling

PAGES = ("event", "clock", "clock_screen", "seats", "standings", "results", "slips", "paper", "lock", "log", "tables")
NAMES_OF_MANY = [f"{name} {number}" for number in range(3) for name in NAMES]


def pairs_of(evening_of: Callable[..., Evening], entered: int, **settings: object) -> Evening:
    """So many pairs of whom each is to meet each, or teams of two pairs."""
    rounds = {"plan": [["round-robin", 0]], "enters": "pairs"}
    evening: Evening = evening_of(0, format="trinidad-rounds", **{**rounds, **settings})
    size = 4 if evening.event.enters == "teams" else 2
    for number in range(entered):
        names = NAMES_OF_MANY[number * size : (number + 1) * size]
        name = f"Team {number + 1}" if size == 4 else ""
        team_up(evening.event, names, name=name, by=evening.director, now=evening.now)
    return evening


def draft(evening: Evening, number: int) -> None:
    evening.event.refresh_from_db()
    draw_round(evening.event, number, seed=1674, by=evening.director, now=evening.now)


def out(evening: Evening, number: int) -> None:
    draft(evening, number)
    release_draw(evening.hour(number), by=evening.director, now=evening.now)
    evening.event.refresh_from_db()


def played(evening: Evening, number: int) -> None:
    """The first side of every table has won."""
    out(evening, number)
    for round in Round.objects.filter(stage=evening.hour(number)):
        start_round(round, by=evening.director, now=evening.now)
        end_round(round, by=evening.director, now=evening.now)
    for match in evening.matches(number):
        won = {"points": (14, 9), "games": (1, 0), "reason": "By the table."}
        make_ruling(match, **won, by=evening.director, now=evening.now)


def page(evening: Evening, name: str, query: str = "") -> str:
    answer = signed_in(evening, "director").get(reverse(name, args=[evening.event.pk]) + query)
    return words(answer.content)


@pytest.mark.slow
def test_no_page_of_an_evening_of_rounds_speaks_of_hours(evening_of) -> None:
    evening = pairs_of(evening_of, 7)
    director = signed_in(evening, "director")
    told = []

    def look() -> None:
        found = {name: page(evening, name) for name in PAGES}
        found["by table"] = page(evening, "seats", "?by=table")
        found["draw"] = words(director.get(reverse("draw_now", args=[evening.event.pk]), follow=True).content)
        for match in Match.objects.all()[:1]:
            for name in ("match", "ruling"):
                found[name] = words(director.get(reverse(name, args=[evening.event.pk, match.pk])).content)
        told.append(found)

    look()
    played(evening, 1)
    draft(evening, 2)
    look()
    out(evening, 2)
    start_round(Round.objects.get(stage=evening.hour(2)), by=evening.director, now=evening.now)
    look()
    assert {
        (phase, name, found)
        for phase, pages in enumerate(told)
        for name, text in pages.items()
        for found in re.findall(r"[^.]{0,40}\b[Hh]ours?\b[^.]{0,40}", text)
    } == set()


def test_seats_results_and_clock_name_the_round_and_who_rests(evening_of) -> None:
    evening = pairs_of(evening_of, 3)
    played(evening, 1)
    out(evening, 2)
    rests = [rest.entry.name for rest in evening.hour(2).rests.order_by("pk")]
    seats = page(evening, "seats")
    assert "Seats of round 2" in seats
    assert [f"{name} sits out this round" in seats for name in rests] == [True, True]
    told = f"Sits out this round: {rests[0]} and {rests[1]}"
    assert [told in page(evening, *at) for at in (("seats", "?by=table"), ("clock_screen",))] == [True, True]
    assert told in words(Client().get(reverse("home")).content)
    assert "Results of round 1" in page(evening, "results", "?hour=1")
    assert "Round 2 of 3" in page(evening, "clock")
    log = page(evening, "log")
    said = [
        "Showed the seats of round 2 to everybody",
        "Drew round 2, draw number 1674: 1 table",
        "Ended round 1",
        "Started round 1",
    ]
    assert [log.index(sentence) for sentence in said] == sorted(log.index(sentence) for sentence in said)


def test_the_tables_of_two_teams_stand_together_with_what_they_come_to(evening_of) -> None:
    evening = pairs_of(evening_of, 4, enters="teams", pairs_a_team=2)
    played(evening, 1)
    shown = signed_in(evening, "director").get(reverse("results", args=[evening.event.pk]))
    meetings = shown.context["meetings"]
    cards = [card for meeting in meetings for card in meeting.cards]
    assert [[line.number for line in card.lines] for card in cards] == [[1, 2], [3, 4]]
    assert [meeting.team_match.games for meeting in meetings] == [(2, 0), (2, 0)]
    assert {team.name for meeting in meetings for team in meeting.team_match.teams} == {
        f"Team {n}" for n in (1, 2, 3, 4)
    }
    assert "Ann Ash 0 Team 1" in page(evening, "seats")


def test_an_open_round_before_the_last_is_said_on_the_evenings_page(evening_of) -> None:
    evening = pairs_of(evening_of, 4)
    out(evening, 1)
    out(evening, 2)
    assert "Earlier results are still open: round 1" in page(evening, "event")
    lock = page(evening, "lock")
    assert "Round 3 has not been played." in lock
    assert "Round 1: 2 matches without a result; they count nothing." in lock


def test_paper_is_offered_for_the_rounds_that_are_drawn_what_is_needed_first(evening_of) -> None:
    evening = pairs_of(evening_of, 4)
    played(evening, 1)
    draft(evening, 2)
    context = signed_in(evening, "director").get(reverse("paper", args=[evening.event.pk])).context
    offered = [
        (shelf.label, [(offer.document.key, offer.missing) for offer in shelf.offers]) for shelf in context["shelves"]
    ]
    assert [(offer.document.key, offer.hour) for offer in context["needed"]] == [
        *(("seating-by-name", 2), ("table-cards", None), ("round-notice", 2)),
    ]
    fitting = [document for document in DOCUMENTS.values() if document.makes_sense(evening.event)]
    of_rounds = [document for document in fitting if document.needs_stage]
    missing = {Needs.RELEASED_HOUR: "The seats of this round are not shown yet."}
    not_all_out = {
        Needs.ALL_HOURS: "The seats of the last round are not shown yet.",
        Needs.ALL_AGREED: "Nothing is final yet: agree every result first, then print honours and certificates.",
    }
    whole = [document for document in fitting if not document.needs_stage and not document.is_blank]
    assert offered == [
        ("Round 1", [(document.key, "") for document in of_rounds]),
        ("Round 2", [(document.key, missing.get(document.needs, "")) for document in of_rounds]),
        ("The whole evening", [(each.key, not_all_out.get(each.needs, "")) for each in whole]),
        ("Blank sheets", [(document.key, "") for document in fitting if document.is_blank]),
    ]
    assert {"seating-by-name", "seating-by-table", "round-standings"} <= {document.key for document in of_rounds}


@pytest.mark.slow
@pytest.mark.parametrize(("entered", "rounds"), [(4, 2), (30, 3)])
def test_pages_ask_as_often_for_thirty_pairs_and_three_rounds_as_for_four_and_two(
    evening_of, entered: int, rounds: int
) -> None:
    evening = pairs_of(evening_of, entered, plan=[["round-robin", 3]])
    enter_players(evening.event, ["Zoe Zed"], by=evening.director, now=evening.now)
    for number in range(1, rounds + 1):
        out(evening, number)
    director = signed_in(evening, "director")
    asked = {}
    for name in ("seats", "results", "standings", "event", "clock_screen", "paper", "slips", "log"):
        with CaptureQueriesContext(connection) as queries:
            assert director.get(reverse(name, args=[evening.event.pk])).status_code == 200
        asked[name] = len(queries)
    with CaptureQueriesContext(connection) as queries:
        assert director.get(reverse("draw", args=[evening.event.pk, rounds])).status_code == 200
    asked["draw"] = len(queries)
    assert asked.pop("standings") <= 12
    assert asked == {
        **{"seats": 11, "results": 10, "event": 21, "clock_screen": 5, "paper": 11, "slips": 10},
        **{"log": 6, "draw": 12},
    }


def test_a_tables_phone_is_led_to_the_next_round_and_leaves_the_one_before_to_the_director(evening_of) -> None:
    evening = pairs_of(evening_of, 4)
    out(evening, 1)
    first = evening.matches(1)[0]
    phone = Phone(first)
    phone.send()
    out(evening, 2)
    (second,) = (match for match in evening.matches(2) if match.table.number == first.table.number)
    sheet = phone.get()
    assert f"Round 2 at this table: {with_sides(Match.objects.filter(pk=second.pk))[0].name}" in sheet
    phone.press("agree", hand=phone.last().pk)
    assert "This match is from an earlier round. Only the director can settle it now." in phone.get()


def test_the_door_says_how_many_tables_singles_make(evening_of):
    plan = [["auction-pitch-drive", 3]]
    evening = evening_of(13, format="auction-pitch-rounds", enters="players", plan=plan)
    shown = signed_in(evening, "director").get(f"/e/{evening.event.pk}/door/").content.decode()
    assert "13 players at 3 tables" in shown
