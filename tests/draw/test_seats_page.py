"""Where the hall finds its seats: by name with opponents, by table, and never a draft."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening, by_lot
from tests.markup import markup
from tests.round_evenings import out, rule_all
from tournament.draw.services.draws import draw_first_hour, draw_second_hour, undo_release
from tournament.draw.services.round_draws import draw_round
from tournament.matches.queries.matches import players_of
from tournament.models import Match, Player


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(8).begun()


def text_of(evening: Evening, name: str, query: str = "") -> str:
    """Returns the words of a public page, without tags, spaces folded."""
    page = reverse("home") if name == "home" else reverse(name, args=[evening.event.pk])
    answer = Client().get(page + query)
    assert answer.status_code == 200
    main = markup(answer).partition("<main")[2].partition("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def names_found(evening: Evening, query: str = "") -> list[str]:
    page = markup(Client().get(reverse("seats", args=[evening.event.pk]) + query))
    return re.findall(r'class="place-name"><strong>([^<]+)<', page)


def test_a_draft_of_the_first_hour_is_never_shown(evening_of):
    evening = evening_of(8)
    draw_first_hour(evening.event, seed=1, by=None, now=evening.now)
    for name in ("home", "seats", "standings", "clock_screen"):
        assert [each for each in evenings.NAMES[:8] if each in text_of(evening, name)] == []
    assert "The seats are not shown yet." in text_of(evening, "seats")


def test_a_draft_of_the_second_hour_leaves_the_first_on_show(evening):
    evening.hand_in(1, by_lot)
    evening.play_rounds(1)
    before = text_of(evening, "seats", "?by=table")
    draw_second_hour(evening.event, by=None, now=evening.now)
    assert text_of(evening, "seats", "?by=table") == before
    assert Client().get(reverse("seats", args=[evening.event.pk]) + "?hour=2").status_code == 404


def test_a_page_without_seats_has_them_in_their_place_once_they_are_out(evening_of):
    evening = evening_of(8)
    page, part = (reverse(name, args=[evening.event.pk]) for name in ("seats", "seats_out"))
    asks = f'id="seats-out" hx-get="{part}" hx-trigger="live:seats from:body"'
    waiting = Client().get(part, headers={"HX-Request": "true"})
    assert waiting.headers["Hall-Same"] == f"{evening.event.pk} 10"
    assert asks in markup(Client().get(page))
    assert asks in markup(waiting)
    evening.begin()
    out = markup(Client().get(part, headers={"HX-Request": "true"}))
    assert out.strip() in markup(Client().get(page))
    assert (asks in out, "Ann Ash" in out, "<html" in out) == (False, True, False)


def test_seats_that_are_shown_ask_nothing_but_whether_they_are_still_out_and_are_replaced_once_they_are_not(evening_of):
    evening = evening_of(8).begun()
    part = reverse("seats_out", args=[evening.event.pk])
    page = markup(Client().get(reverse("seats", args=[evening.event.pk])))
    assert f'<span hx-get="{part}?hour=1" hx-trigger="live:seats from:body" hx-target="#seats-out"' in page
    asked = {"headers": {"HX-Request": "true"}}
    assert Client().get(f"{part}?hour=1", **asked).status_code == 204
    undo_release(evening.hour(1), by=evening.director, now=evening.now)
    told = markup(Client().get(f"{part}?hour=1", **asked))
    assert ("The director withdrew the seats of hour 1 at" in told, "Ann Ash" in told) == (True, False)
    assert "The director withdrew the seats of hour 1 at" in text_of(evening, "seats")


def test_everybody_is_listed_from_a_to_z_with_table_and_opponents_in_order(evening):
    assert names_found(evening) == [f"{first} Ash" for first in ("Ann", "Bea", "Cy", "Dan", "Eve", "Fay", "Gus", "Hal")]
    ann = evening.entry("Ann Ash")
    mine = [match for match in evening.matches(1) if ann in players_of(match)]
    opponents = [entry for match in mine for entry in players_of(match) if entry != ann]
    expected = f"Ann Ash Table {mine[0].table.number} 1 {opponents[0]} 2 {opponents[1]} 3 {opponents[2]} Bea Ash"
    assert expected in text_of(evening, "seats")


@pytest.mark.parametrize(
    ("typed", "found"), [("an", ["Ann Ash", "Dan Ash", "Élan Ash"]), ("ELAN", ["Élan Ash"]), ("a  be", ["Bea Ash"])]
)
def test_two_letters_find_a_name_whatever_its_case_and_accents(evening, typed, found):
    Player.objects.filter(name="Hal Ash").update(name="Élan Ash")
    assert names_found(evening, f"?name={typed}") == found
    assert [name for name in names_found(evening) if name.startswith("É")] == ["Élan Ash"]


def test_nobody_of_that_name_is_said_and_nothing_typed_is_lost(evening):
    page = text_of(evening, "seats", "?name=<b>Zq")
    assert "Nobody here is called “<b>Zq”. Try fewer letters." in page
    assert 'value="&lt;b&gt;Zq"' in markup(Client().get(reverse("seats", args=[evening.event.pk]), {"name": "<b>Zq"}))


def test_the_room_is_shown_by_table_and_a_five_says_that_its_bell_is_its_own(evening_of):
    evening = evening_of(9)
    evening.begin(prefer_five=True)
    room = text_of(evening, "seats", "?by=table")
    assert room.count("Ash") == 9
    assert room.count("5 rounds, its own bell") == 1


def test_who_sits_out_sees_when(evening_of):
    evening = evening_of(7)
    evening.begin()
    assert text_of(evening, "seats").count("sits out") == 3


def test_who_looks_for_a_seat_finds_the_partner_and_those_they_meet(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 0]])
    out(evening, 1)
    one, other = (side.entries for side in Match.objects.get().sides.all())
    told = f"{one[0].name} Table 1 with {one[1].name} against {other[0].name} and {other[1].name}"
    assert told in text_of(evening, "seats", f"?name={one[0].name}")


def test_who_is_knocked_out_is_told_so(rounds_of):
    evening = rounds_of(6, plan=[["knock-out", 0]])
    out(evening, 1)
    rule_all(evening, 1)
    out(evening, 2)
    loser = evening.matches(1)[0].sides.get(number=2).entries[0]
    assert f"{loser.name} no more matches" in text_of(evening, "seats", f"?name={loser.name}")


def test_the_draw_to_look_at_is_the_draft_then_the_next_round_and_at_the_end_the_last(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 0]])
    director, at = signed_in(evening, "director"), reverse("draw_now", args=[evening.event.pk])
    led = []
    for number in (1, 2, 3):
        led.append(director.get(at).headers["Location"])
        draw_round(evening.event, number, seed=1674, by=evening.director, now=evening.now)
        led.append(director.get(at).headers["Location"])
        out(evening, number)
        rule_all(evening, number)
    led.append(director.get(at).headers["Location"])
    numbers = (1, 1, 2, 2, 3, 3, 3)
    assert led == [reverse("draw", args=[evening.event.pk, number]) for number in numbers]


def test_the_page_asks_for_its_list_alone_while_a_name_is_typed(evening):
    here = reverse("seats", args=[evening.event.pk])
    part = Client().get(f"{here}?name=ann", headers={"HX-Request": "true"})
    assert re.findall(r'class="place-name"><strong>([^<]+)<', markup(part)) == ["Ann Ash"]
    assert part.context["name"] == "ann" and "<main" not in markup(part)
    longest = Client().get(here, {"name": "z" * 81}, headers={"HX-Request": "true"})
    assert longest.context["name"] == "z" * 80
    by_table = Client().get(f"{here}?by=table", headers={"HX-Request": "true"})
    assert [table.number for table in by_table.context["tables"]] == [1, 2]
