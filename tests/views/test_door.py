"""The door: names however they come, the running line, and everybody who comes late or goes home early."""

import pytest
from django.test import Client

from tests.views.conftest import NAMES, NOW
from tests.views.test_director import play
from tournament.models import Entry, Event, Match, Player, Seat, State
from tournament.queries.door import five_instead, tables_in_words
from tournament.services.enter import enter_players
from tournament.services.results import lock_event


def _press(client: Client, event: Event, name: str, action: str) -> int:
    entry = Entry.objects.get(event=event, player__name=name)
    return client.post(f"/e/{event.pk}/door/{entry.pk}/", {"action": action}).status_code


def _list(client: Client, event: Event) -> dict[str, tuple[bool, int | None, bool]]:
    """Name -> here, table, without a seat."""
    shown = client.get(f"/e/{event.pk}/door/").context["shown"]
    return {
        person.entry.name: (person.is_here, person.seat.table.number if person.seat else None, person.waits)
        for person in shown.people
    }


def test_the_door_is_the_directors(client: Client, as_scorer: Client, as_director: Client, evening: Event) -> None:
    for path in (f"/e/{evening.pk}/door/", f"/e/{evening.pk}/door/players/"):
        assert [each.get(path).status_code for each in (client, as_scorer, as_director)] == [302, 403, 200]


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (0, "3 more make a table: three can play."),
        (2, "1 more makes a table: three can play."),
        (3, "one table of three"),
        (4, "one table of four"),
        (5, "one table of five"),
        (9, "3 tables of three"),
        (13, "one table of four and 3 of three"),
        (31, "7 tables of four and one of three"),
        (32, "8 tables of four"),
        (41, "8 tables of four and 3 of three"),
    ],
)
def test_the_running_line_says_the_tables_in_words(players: int, words: str) -> None:
    assert tables_in_words(players) == words


def test_a_five_is_offered_only_where_it_makes_a_difference() -> None:
    assert [five_instead(players) for players in (3, 5, 8, 9, 41)] == [
        *("", "", ""),
        "one table of four and one of five",
        "9 tables of four and one of five",
    ]


def test_names_come_in_lines_with_commas_or_pasted_from_a_numbered_list(as_director: Client, evening: Event) -> None:
    typed = "Ann Marsh\r\nBea,  Cy   Dan ; Eve\n\n1. Fay\n2) Gus\n- Hal\n3 Bridges"
    answer = as_director.post(f"/e/{evening.pk}/door/", {"names": typed})
    assert answer.headers["Location"] == f"/e/{evening.pk}/door/"
    assert list(Player.objects.values_list("name", flat=True)) == [
        *("3 Bridges", "Ann Marsh", "Bea", "Cy Dan", "Eve", "Fay", "Gus", "Hal")
    ]
    assert "8 tables" not in as_director.get(f"/e/{evening.pk}/door/").content.decode()
    assert "2 tables of four" in as_director.get(f"/e/{evening.pk}/door/").content.decode()


def test_a_name_that_stands_twice_is_entered_once_and_said(as_director: Client, evening: Event) -> None:
    page = as_director.post(f"/e/{evening.pk}/door/", {"names": "Ann, Bea, ann"}, follow=True)
    assert [str(message) for message in page.context["messages"]] == [
        "2 players are here.",
        "ann stood there more than once and is entered once. If they are two, give each a surname.",
    ]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (" ,\n; ", "Type a name first."),
        ("", "Type a name first."),
        ("A" * 81, f"“{'A' * 30}…” is too long for one name. Put a comma or a new line between names."),
    ],
)
def test_what_is_no_name_is_refused_beside_the_box_and_stays_in_it(
    as_director: Client, evening: Event, typed: str, sentence: str
) -> None:
    answer = as_director.post(f"/e/{evening.pk}/door/", {"names": typed})
    assert (answer.status_code, answer.context["form"].errors) == (422, {"names": [sentence]})
    assert typed.strip() in answer.content.decode()


def test_players_of_the_club_are_found_by_two_letters_and_entered_with_a_press(
    as_director: Client, seven: Event
) -> None:
    for name in ("Joan Abbott", "Abel Stone", "Mabel Ash"):
        Player.objects.create(club=seven.club, name=name)
    part = as_director.get(f"/e/{seven.pk}/door/players/?q=Ab")
    assert [player.name for player in part.context["players"]] == ["Abel Stone", "Joan Abbott", "Mabel Ash"]
    assert part.content.decode().strip().startswith('<div class="pick" id="door_players">')
    assert as_director.get(f"/e/{seven.pk}/door/?q=zz").context["players"] == []
    as_director.post(f"/e/{seven.pk}/door/", {"names": "Mabel Ash"})
    assert (Entry.objects.filter(event=seven).count(), Player.objects.count()) == (8, 10)
    assert [player.name for player in as_director.get(f"/e/{seven.pk}/door/").context["players"]] == [
        *("Abel Stone", "Joan Abbott")
    ]


def test_here_not_here_and_removed(as_director: Client, seven: Event) -> None:
    assert [_press(as_director, seven, "Ann", "away"), _press(as_director, seven, "Bea", "remove")] == [302, 302]
    shown = as_director.get(f"/e/{seven.pk}/door/").context["shown"]
    assert ([person.entry.name for person in shown.people], shown.here, shown.tables) == (
        ["Ann", "Cy", "Dan", "Eve", "Fay", "Gus"],
        5,
        "one table of five",
    )
    _press(as_director, seven, "Ann", "here")
    assert _list(as_director, seven)["Ann"] == (True, None, False)


def test_below_three_the_door_says_how_many_are_missing(as_director: Client, evening: Event) -> None:
    enter_players(evening, ["Ann", "Bea"], by=None, now=NOW)
    page = as_director.get(f"/e/{evening.pk}/door/").content.decode()
    assert "1 more makes a table: three can play." in page
    assert "Draw the first hour" not in page


def test_a_late_comer_is_seated_as_the_fourth_of_a_three(as_director: Client, seven: Event) -> None:
    play(seven)
    as_director.post(f"/e/{seven.pk}/door/", {"names": "Zoe"})
    assert _list(as_director, seven)["Zoe"] == (True, None, True)
    assert _press(as_director, seven, "Zoe", "seat") == 302
    assert _list(as_director, seven)["Zoe"] == (True, 2, False)
    assert Seat.objects.get(entry__player__name="Zoe").from_turn == 2


def test_with_every_chair_taken_a_late_comer_waits_and_the_director_is_told(as_director: Client, seven: Event) -> None:
    enter_players(seven, ["Hal"], by=None, now=NOW)
    play(seven)
    enter_players(seven, ["Zoe"], by=None, now=NOW)
    assert _press(as_director, seven, "Zoe", "seat") == 409


def test_who_goes_home_keeps_what_was_played_and_waits_for_a_draw_when_back(as_director: Client, seven: Event) -> None:
    play(seven)
    name = next(name for name, (_, table, _) in _list(as_director, seven).items() if table == 1)
    _press(as_director, seven, name, "leave")
    assert _list(as_director, seven)[name] == (False, 1, False)
    assert Match.objects.filter(state=State.CALLED_OFF).count() == 2
    _press(as_director, seven, name, "back")
    assert _list(as_director, seven)[name] == (True, 1, True)


def test_what_is_no_button_of_the_list_is_not_found(as_director: Client, seven: Event) -> None:
    assert _press(as_director, seven, "Ann", "promote") == 404
    entry = Entry.objects.first()
    assert entry is not None
    assert as_director.post(f"/e/{seven.pk + 1}/door/{entry.pk}/", {"action": "away"}).status_code == 404
    assert as_director.get(f"/e/{seven.pk}/door/{entry.pk}/").status_code == 405


def test_a_locked_evening_has_no_door(as_director: Client, seven: Event) -> None:
    lock_event(seven, by=None, now=NOW)
    assert "<textarea" not in as_director.get(f"/e/{seven.pk}/door/").content.decode()
    assert _press(as_director, seven, "Ann", "away") == 409


def test_the_door_asks_as_often_for_thirty_as_for_one(
    as_director: Client, evening: Event, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    enter_players(evening, ["Ann"], by=None, now=NOW)
    with django_assert_num_queries(6):
        as_director.get(f"/e/{evening.pk}/door/")
    enter_players(evening, NAMES, by=None, now=NOW)
    with django_assert_num_queries(6):
        as_director.get(f"/e/{evening.pk}/door/")
    play(evening)
    with django_assert_num_queries(8):
        as_director.get(f"/e/{evening.pk}/door/")
