"""The door: names however they come, the running line, and everybody who comes late or goes home early."""

import re

import pytest
from django.test import Client

from tests.conftest import NAMES, NOW
from tests.desk.test_director import play
from tests.markup import markup
from tournament.door.services.entries import enter_players
from tournament.draw.queries.draws import five_instead, tables_in_words
from tournament.event.services.events import lock_event
from tournament.models import Entry, Event, Match, Player, Seat, State


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
        (0, "3 more players make the first table."),
        (2, "1 more player makes the first table."),
        (3, "1 table of 3"),
        (4, "1 table of 4"),
        (5, "1 table of 5"),
        (9, "3 tables of 3"),
        (13, "1 table of 4 and 3 tables of 3"),
        (31, "7 tables of 4 and 1 table of 3"),
        (32, "8 tables of 4"),
        (41, "8 tables of 4 and 3 tables of 3"),
    ],
)
def test_the_running_line_says_the_tables_in_words(players: int, words: str) -> None:
    assert tables_in_words(Event(format="kent-1674"), players) == words


@pytest.mark.parametrize(
    ("key", "size", "players", "words"),
    [
        ("trinidad-tables", None, 12, "3 tables of 4"),
        ("auction-pitch-tables", 4, 9, "1 table of 5 and 1 table of 4"),
        ("auction-pitch-tables", 3, 9, "3 tables of 3"),
        ("auction-pitch-tables", 7, 21, "3 tables of 7"),
        ("seven-up-tables", 4, 9, "1 table of 4, 1 table of 3 and 1 table of 2"),
        ("kent-tables", None, 8, "4 tables of 2"),
        ("seven-up-tables", 2, 1, "At least 2 players are needed. Wait for one more."),
    ],
)
def test_the_running_line_says_the_tables_of_every_game(key: str, size: int | None, players: int, words: str) -> None:
    assert tables_in_words(Event(format=key, table_size=size), players) == words


def test_pairs_that_do_not_fill_their_tables_are_told_how_many_more_to_wait_for() -> None:
    words = tables_in_words(Event(format="trinidad-tables"), 14)
    assert words.endswith("2 players are left over. Wait for 2 more, or ask 2 to help you tonight.")


def test_a_five_is_offered_only_where_it_makes_a_difference() -> None:
    kent = Event(format="kent-1674")
    assert [five_instead(kent, players) for players in (3, 5, 8, 9, 41)] == [
        *("", "", ""),
        "1 table of 4 and 1 table of 5",
        "9 tables of 4 and 1 table of 5",
    ]
    assert five_instead(Event(format="auction-pitch-tables"), 9) == ""


def test_names_come_in_lines_with_commas_or_pasted_from_a_numbered_list(as_director: Client, evening: Event) -> None:
    typed = "Ann Marsh\r\nBea,  Cy   Dan ; Eve\n\n1. Fay\n2) Gus\n- Hal\n3 Bridges\n4 - Ida\n– Jo-Ann"
    answer = as_director.post(f"/e/{evening.pk}/door/", {"names": typed})
    assert answer.headers["Location"] == f"/e/{evening.pk}/door/"
    assert list(Player.objects.values_list("name", flat=True)) == [
        *("3 Bridges", "Ann Marsh", "Bea", "Cy Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo-Ann")
    ]
    assert "8 tables" not in as_director.get(f"/e/{evening.pk}/door/").content.decode()
    assert "1 table of 4 and 2 tables of 3" in as_director.get(f"/e/{evening.pk}/door/").content.decode()


def test_names_that_look_the_same_are_one_and_none_turns_the_page_round(as_director: Client, evening: Event) -> None:
    typed = "\u202eZo\u00eb, A\u00adnn\u200b\x07\n\u0646\u200c\u0627"
    as_director.post(f"/e/{evening.pk}/door/", {"names": typed})
    again = as_director.post(f"/e/{evening.pk}/door/", {"names": "Zoe\u0308\nZOE\u0308\nAnn"})
    assert len(again.context["form"].questions.asked) == 3
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ann", "Zo\u00eb", "\u0646\u200c\u0627"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (" ,\n; ", "Type a name first."),
        ("", "Type a name first."),
        ("\u200b\u200d, \u202e", "Type a name first."),
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
    assert [player.name for player in part.context["found"].others] == ["Abel Stone", "Joan Abbott", "Mabel Ash"]
    assert part.content.decode().strip().startswith('<div class="pick stack close" id="door_players">')
    assert as_director.get(f"/e/{seven.pk}/door/?q=zz").context["found"] == ((), (), 0)
    as_director.post(f"/e/{seven.pk}/door/", {"names": "Mabel Ash"})
    assert (Entry.objects.filter(event=seven).count(), Player.objects.count()) == (8, 10)
    assert [player.name for player in as_director.get(f"/e/{seven.pk}/door/").context["found"].others] == [
        *("Abel Stone", "Joan Abbott")
    ]


def test_a_search_finds_who_is_on_the_list_too_and_leads_to_their_page(as_director: Client, seven: Event) -> None:
    bella = Player.objects.create(club=seven.club, name="Bella Stone")
    part = as_director.get(f"/e/{seven.pk}/door/players/?q=be")
    bea = seven.entries.get(player__name="Bea")
    assert [entry.name for entry in part.context["found"].here] == ["Bea"]
    text = part.content.decode()
    assert f'href="#person-{bea.pk}"' in text and f'href="/e/{seven.pk}/door/{bea.pk}/name/"' in text
    assert "Add Bella Stone" in text and f'href="/people/{bella.pk}/"' in text


def test_many_members_are_shown_by_forty_and_the_rest_by_more_letters(as_director: Client, seven: Event) -> None:
    Player.objects.bulk_create(Player(club=seven.club, name=f"Zed {number:03}") for number in range(50))
    found = as_director.get(f"/e/{seven.pk}/door/players/?q=ze").context["found"]
    assert (len(found.others), found.more) == (40, 10)


def test_whoever_adds_names_goes_on_in_the_same_box(as_director: Client, seven: Event) -> None:
    door = f"/e/{seven.pk}/door/"

    def focused(page: str) -> list[str]:
        return [name for name in ("names", "q") if re.search(rf'name="{name}"[^>]* autofocus', page)]

    def add(posted: dict[str, object], trigger: str = "") -> list[str]:
        headers = {"HX-Request": "true", "HX-Trigger": trigger} if trigger else {}
        return focused(as_director.post(door, posted, headers=headers, follow=True).content.decode())

    assert focused(as_director.get(door).content.decode()) == []
    assert add({"names": "Zoe"}) == ["names"]
    assert add({"names": "Yan"}, "door_names") == ["names"]
    assert add({"names": "Yan"}, "door_names") == [], "the question about Yan has the focus"
    somebody = Player.objects.create(club=seven.club, name="Bella Stone")
    assert add({"player": somebody.pk}, "pick") == ["q"]


def test_the_list_and_the_players_stand_as_on_paper_whatever_the_case_and_the_accents(
    as_director: Client, evening: Event
) -> None:
    names = ["willy", "Zoë", "Æthel", "Élise", "Ann"]
    enter_players(evening, names, by=None, now=NOW)
    assert list(_list(as_director, evening)) == ["Æthel", "Ann", "Élise", "willy", "Zoë"]
    Entry.objects.all().delete()
    for typed, found in (("", ["Æthel", "Ann", "Élise", "willy", "Zoë"]), ("el", ["Élise", "Æthel"]), ("ZOE", ["Zoë"])):
        shown = as_director.get(f"/e/{evening.pk}/door/players/", {"q": typed}).context["found"]
        assert [player.name for player in shown.others] == found


def test_here_not_here_and_removed(as_director: Client, seven: Event) -> None:
    assert [_press(as_director, seven, "Ann", "away"), _press(as_director, seven, "Bea", "remove")] == [302, 302]
    shown = as_director.get(f"/e/{seven.pk}/door/").context["shown"]
    assert ([person.entry.name for person in shown.people], shown.here, shown.tables) == (
        ["Ann", "Cy", "Dan", "Eve", "Fay", "Gus"],
        5,
        "1 table of 5",
    )
    _press(as_director, seven, "Ann", "here")
    assert _list(as_director, seven)["Ann"] == (True, None, False)


def test_a_line_of_the_door_is_a_name_and_the_one_press_that_comes_next(as_director: Client, seven: Event) -> None:
    def lines() -> dict[str, list[str]]:
        page = as_director.get(f"/e/{seven.pk}/door/").content.decode()
        text = page[page.index('<ul class="people') :]
        found = (re.sub(r"<[^>]+>", " ", each) for each in re.findall(r"<li id.*?</form>", text, re.S))
        told = (" ".join(each.split()) for each in found)
        return {words.split()[0]: words.split()[1:] for words in told}

    _press(as_director, seven, "Bea", "away")
    assert [lines()[name] for name in ("Ann", "Bea")] == [["Here", "Ann"], ["Here", "Bea"]]
    pressed = re.findall(r'aria-pressed="(true|false)"', as_director.get(f"/e/{seven.pk}/door/").content.decode())
    assert pressed.count("false") == 1
    Event.objects.filter(pk=seven.pk).update(price=3)
    assert [lines()[name] for name in ("Ann", "Bea")] == [
        ["here", "Take", "3.00", "Ann"],
        ["Here", "Bea"],
    ]
    ann = seven.entries.get(player__name="Ann")
    as_director.post(f"/e/{seven.pk}/door/{ann.pk}/paid/", {"owed": "3.00"})
    assert lines()["Ann"] == ["3.00", "paid", "Here", "Ann"]
    of_ann = as_director.get(f"/e/{seven.pk}/door/{ann.pk}/name/").content.decode()
    assert [word in of_ann for word in ("Mark as not here", "Remove from list", "Payments", "Leaves")] == [
        *(True, True, True, False)
    ]


def test_below_three_the_door_says_how_many_are_missing(as_director: Client, evening: Event) -> None:
    enter_players(evening, ["Ann", "Bea"], by=None, now=NOW)
    page = as_director.get(f"/e/{evening.pk}/door/").content.decode()
    assert "1 more player makes the first table." in page
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


def test_who_goes_home_keeps_what_was_played_and_sits_down_again_when_back(as_director: Client, seven: Event) -> None:
    play(seven)
    name = next(name for name, (_, table, _) in _list(as_director, seven).items() if table == 1)
    _press(as_director, seven, name, "leave")
    assert _list(as_director, seven)[name] == (False, 1, False)
    assert Match.objects.filter(state=State.CALLED_OFF).count() == 2
    _press(as_director, seven, name, "back")
    assert _list(as_director, seven)[name] == (True, 1, False)
    assert Match.objects.filter(state=State.CALLED_OFF).count() == 0


def _said(client: Client, event: Event, name: str, action: str) -> list[str]:
    entry = Entry.objects.get(event=event, player__name=name)
    answer = client.post(f"/e/{event.pk}/door/{entry.pk}/", {"action": action}, follow=True)
    return [str(message) for message in answer.context["messages"]]


def test_what_going_home_and_coming_late_lead_to_is_said_in_words(as_director: Client, seven: Event) -> None:
    play(seven)
    four = [seat.entry.name for seat in Seat.objects.filter(table__number=1).select_related("entry__player")]
    three = [seat.entry.name for seat in Seat.objects.filter(table__number=2).select_related("entry__player")]
    assert _said(as_director, seven, four[0], "leave") == [
        f"{four[0]} left early. What was played counts. "
        f"Round 1 against {four[1]} has started. Key in what was won, or call it off under Results. "
        f"Round 2: {four[2]} sits out instead. Round 3: {four[3]} sits out instead."
    ]
    assert _said(as_director, seven, four[0], "back") == [f"{four[0]} is back at table 1."]
    enter_players(seven, ["Zoe"], by=None, now=NOW)
    page = as_director.get(f"/e/{seven.pk}/door/").content.decode()
    assert "can take chair 4 at table 2 from round 2 on" in page
    assert _said(as_director, seven, "Zoe", "seat") == [
        f"Zoe takes chair 4 at table 2 from round 2 on. Round 2: against {three[1]}. Round 3: against {three[0]}."
    ]
    enter_players(seven, ["Yas"], by=None, now=NOW)
    assert "waits for the draw of hour 2" in as_director.get(f"/e/{seven.pk}/door/").content.decode()


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


def test_a_refusal_is_said_above_the_list_which_stays(as_director: Client, seven: Event) -> None:
    lock_event(seven, by=None, now=NOW)
    ann = Entry.objects.get(player__name="Ann")
    answer = as_director.post(f"/e/{seven.pk}/door/{ann.pk}/", {"action": "away"}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Retarget"], answer.headers["HX-Reselect"]) == (
        *(409, "#messages"),
        "unset",
    )
    assert "The evening is locked." in answer.content.decode()


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
    with django_assert_num_queries(7):
        as_director.get(f"/e/{evening.pk}/door/")


def test_a_name_is_spelled_right_also_after_the_draw_and_the_log_tells_it(
    as_director: Client, as_scorer: Client, evening: Event
) -> None:
    enter_players(evening, NAMES[:7], by=None, now=NOW)
    play(evening)
    entry = Entry.objects.get(player__name=NAMES[0])
    page = f"/e/{evening.pk}/door/{entry.pk}/name/"
    assert page in as_director.get(f"/e/{evening.pk}/door/").content.decode()
    assert as_scorer.post(page, {"name": "Zoë"}).status_code == 403
    assert as_director.post(page, {"name": "  Ann   Archer-Bell "}).status_code == 302
    assert Entry.objects.get(pk=entry.pk).name == "Ann Archer-Bell"
    assert "Ann Archer-Bell" in as_director.get(f"/e/{evening.pk}/seats/").content.decode()
    assert f"Corrected {NAMES[0]} to Ann Archer-Bell" in as_director.get(f"/e/{evening.pk}/log/").content.decode()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type a name first."),
        ("\u200b", "Type a name first."),
        (NAMES[1].upper(), "The club already has a member with this name."),
    ],
)
def test_a_spelling_that_names_nobody_or_somebody_else_is_refused_at_its_box(
    as_director: Client, evening: Event, typed: str, said: str
) -> None:
    enter_players(evening, NAMES[:3], by=None, now=NOW)
    entry = Entry.objects.get(player__name=NAMES[0])
    answer = as_director.post(f"/e/{evening.pk}/door/{entry.pk}/name/", {"name": typed})
    assert (answer.status_code, said in answer.content.decode()) == (422, True)
    assert Entry.objects.get(pk=entry.pk).name == NAMES[0]


def test_the_door_leads_on_to_the_next_step_once_seats_are_out(as_director: Client, seven: Event) -> None:
    at = f"/e/{seven.pk}/door/"
    link = f'<a class="button small" href="/e/{seven.pk}/">Go to the next step</a>'
    assert link not in markup(as_director.get(at))
    play(seven)
    assert link in markup(as_director.get(at))
