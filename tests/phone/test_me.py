"""A player's own page on their phone: their seat, match and place, in the right words and nothing that is hidden."""

import re
from datetime import timedelta
from html import unescape
from random import Random

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import evenings, round_evenings
from tests.evenings import Evening, by_lot
from tests.event.test_table_evenings import play_match
from tests.round_evenings import out, rule_all
from tournament.clock.services.rounds import start_round
from tournament.door.services.entries import enter_players
from tournament.door.services.people import leave
from tournament.draw.services.draws import draw_first_hour
from tournament.event.services.events import create_event, lock_event, show_standings
from tournament.matches.queries.matches import players_of
from tournament.models import Club, Entry, Event, Player, State, TableCode
from tournament.people.services.merging import merge_people
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.signup.services import sign_up
from tournament.web.phone_memory import NAMES
from tournament.web.table_codes import format_code

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


def phone_of(evening: Evening, *names: str, where: str = "") -> Client:
    phone = Client()
    for name in names:
        assert phone.post(f"/me/{where}", {"add": evening.entry(name).player_id}).status_code == 302
    return phone


def text_of(phone: Client, where: str = "/me/") -> str:
    """The words of the page, tags away, blanks folded."""
    answer = phone.get(where)
    assert answer.status_code == 200
    main = answer.content.decode().partition('tabindex="-1">')[2].partition("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def picked(phone: Client, query: str) -> list[str]:
    return re.findall(r'name="add" value="\d+">([^<]+)<', phone.get(f"/me/?pick=1{query}").content.decode())


def test_a_name_picked_once_stays_on_the_phone_for_a_year_and_changing_it_is_one_press(evening_of):
    evening = evening_of(8).begun()
    phone = phone_of(evening, "Bea Ash")
    kept = phone.cookies[NAMES.cookie]
    assert (kept["max-age"], kept["samesite"], kept["httponly"], kept["secure"]) == (34560000, "Lax", True, "")
    assert text_of(phone).startswith("Bea Ash")
    assert phone.post("/me/", {"not_me": evening.entry("Bea Ash").player_id}).headers["Location"] == "/me/"
    assert "Type your name" in text_of(phone)


def test_the_page_says_table_opponents_and_what_comes_next(evening_of):
    evening = evening_of(8).playing()
    mine = [match for match in evening.matches(1) if evening.entry("Ann Ash") in players_of(match)]
    first, second, third = [next(one.name for one in players_of(match) if one.name != "Ann Ash") for match in mine]
    table = mine[0].table.number
    expected = (
        f"Ann Ash Hour 1: table {table} against {first} Playing 1 {first} 2 {second} 3 {third} Hour 1 · Round 1 of 3"
    )
    with time_machine.travel(evening.now, tick=False):
        page = text_of(phone_of(evening, "Ann Ash"))
    assert (expected in page, "Next: round 2" in page, "Place" in page) == (True, True, False)


def test_the_matches_of_an_earlier_hour_stand_below_with_scores_while_the_standings_are_shown(evening_of):
    evening = evening_of(8).begun()
    evening.hand_in(1, lambda match: (14, 9))
    evening.second()
    mine = [match for match in evening.matches(1) if evening.entry("Ann Ash") in players_of(match)]
    names = [next(one.name for one in players_of(match) if one.name != "Ann Ash") for match in mine]
    phone = phone_of(evening, "Ann Ash")
    hidden = text_of(phone)
    show_standings(evening.event, True, by=None, now=evening.now)
    said = text_of(phone).partition("Earlier this evening")[2]
    first = f"Hour 1 · table {mine[0].table.number}"
    assert ("Earlier this evening" in hidden, "14 to 9" in hidden or "9 to 14" in hidden) == (True, False)
    assert [said.count(f"{first} {name} ") for name in names] == [1, 1, 1]
    assert said.index(names[2]) < said.index(names[1]) < said.index(names[0])
    assert said.count("14 to 9") + said.count("9 to 14") == 3


def test_new_seats_say_go_to_your_table_until_the_round_begins(evening_of):
    evening = evening_of(8).begun()
    phone = phone_of(evening, "Ann Ash")
    before = text_of(phone)
    evening.play_rounds(1, until=1)
    assert ["The seats are out. Go to your table." in page for page in (before, text_of(phone))] == [True, False]


def test_who_sits_out_a_round_reads_so_and_a_draft_is_never_shown(evening_of):
    evening = evening_of(7)
    phone = phone_of(evening, *(entry.name for entry in Entry.objects.filter(event=evening.event)[:3]))
    draw_first_hour(evening.event, seed=1674, by=None, now=evening.now)
    assert text_of(phone).count("The seats are not shown yet.") == 3
    Event.objects.get().stages.all().delete()
    evening.begin()
    resting = {name: text_of(phone_of(evening, name)).count("You sit out this round.") for name in evenings.NAMES[:7]}
    assert sum(resting.values()) == 1


def test_place_and_scores_are_there_only_while_the_standings_are_shown(evening_of):
    evening = evening_of(8).begun()
    evening.hand_in(1, lambda match: (14, 9))
    match = evening.matches(1)[0]
    one = players_of(match)[0]
    phone = phone_of(evening, one.name)
    pages = [text_of(phone)]
    for is_shown in (True, False):
        show_standings(evening.event, is_shown, by=None, now=evening.now)
        pages.append(text_of(phone))
    assert [("14 to 9" in page, bool(re.search(r"Place \d=? of 8 Points \d+", page))) for page in pages] == [
        (False, False),
        (True, True),
        (False, False),
    ]


def test_hand_by_hand_what_a_player_has_won_is_told_once_the_standings_are_shown(evening_of):
    evening = evening_of(4, format="trinidad-tables").playing()
    (match,) = evening.matches(1)
    play_match(evening, match, Random(4), hands=3)
    hands = [hand.awards["awards"] for hand in match.hands.order_by("number")]
    phone = phone_of(evening, "Ann Ash")
    assert "hand by hand" not in text_of(phone)
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    (own,) = [side for side in match.sides.all() if "Ann Ash" in side.name]
    won = [sum(points for _kind, winner, points in awards if winner == f"side-{own.number}") for awards in hands]
    assert f"My points, hand by hand: {' + '.join(map(str, won))}" in text_of(phone)


def test_of_a_dispute_no_version_is_shown_as_if_it_were_the_result(evening_of):
    evening = evening_of(8).begun()
    match = evening.matches(1)[0]
    one, other = players_of(match)
    enter_sheet(one, [SheetEntry(match.pk, 14, 9, 0, 0)], by=evening.scorer, now=evening.now)
    enter_sheet(other, [SheetEntry(match.pk, 12, 14, 0, 0)], by=evening.scorer, now=evening.now)
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    for player in (one, other):
        page = text_of(phone_of(evening, player.name))
        assert ("in dispute" in page, re.findall(r"\d+ to \d+", page)) == (True, [])


def test_a_hand_in_dispute_is_a_question_mark_among_the_points_of_each_hand(evening_of):
    evening = evening_of(4, format="trinidad-tables").playing()
    (match,) = evening.matches(1)
    play_match(evening, match, Random(4), hands=3)
    match.hands.filter(number=2).update(state=State.DISPUTED)
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    page = text_of(phone_of(evening, "Ann Ash"))
    assert re.search(r"hand by hand: \d+ \+ \? \+ \d+ \(\? is in dispute\)", page)


def test_right_words_for_whom_the_round_has_no_seat(rounds_of):
    """Five pairs in a knock-out: one rests, two are out after it; one went home, one came late, one never came."""
    evening = rounds_of(5, plan=[["knock-out", 0]], enters="pairs")
    out(evening, 1)
    resting = next(iter(evening.hour(1).rests.all())).entry
    said = [text_of(phone_of(evening, resting.name))]
    rule_all(evening, 1)
    evening.event.refresh_from_db()
    losers = [side.entries[0] for match in evening.matches(1) for side in match.sides.all() if side.number == 2]
    out(evening, 2)
    lost = next(entry for entry in losers if not entry.seats.filter(table__stage__number=2).exists())
    enter_players(evening.event, ["Zoe"], by=None, now=evening.now)
    gone = evening.matches(2)[0].sides.all()[0].entries[0]
    leave(gone, by=None, now=evening.now)
    said += [text_of(phone_of(evening, name)) for name in (lost.name, "Zoe", gone.name)]
    words = ["You sit out in round 1.", "You have no more matches tonight.", "You have no seat yet.", "You left early."]
    assert [word in page for word, page in zip(words, said, strict=True)] == [True] * 4


def test_before_the_draw_who_is_not_ticked_is_told_to_say_that_he_has_come(evening_of):
    evening = evening_of(4)
    Entry.objects.filter(player__name="Bea Ash").update(here=False)
    pages = [text_of(phone_of(evening, name)) for name in ("Ann Ash", "Bea Ash")]
    assert ["You are on the list." in pages[0], "Tell the door that you are here." in pages[1]] == [True, True]


def test_two_letters_find_a_name_among_two_hundred_without_scripts_too(evening_of):
    evening = evening_of(0)
    names = [f"{first} {last}{number}" for number in range(40) for first, last in [("Ann", "Ash"), ("Bo", "Lane")]]
    enter_players(evening.event, [*names, "Élan Vane"], by=None, now=evening.now)
    phone = Client()
    assert (picked(phone, ""), "A B E" in text_of(phone)) == ([], True)
    assert picked(phone, "&name=el") == ["Élan Vane"]
    assert picked(phone, "&name=an")[40:] == [*sorted(name for name in names if "Lane" in name), "Élan Vane"]
    assert picked(phone, "&name=v") == ["Élan Vane"]
    assert "No player called “<b>x”." in text_of(phone, "/me/?pick=1&name=<b>x")


def test_a_family_shares_a_phone_and_the_fifth_name_takes_the_place_of_the_first(evening_of):
    evening = evening_of(8).begun()
    phone = phone_of(evening, *evenings.NAMES[:4])
    page = text_of(phone)
    assert [page.count(f"Remove {name}") for name in evenings.NAMES[:5]] == [1, 1, 1, 1, 0]
    assert "Add somebody else on this phone" not in page
    phone.post("/me/", {"add": evening.entry(evenings.NAMES[4]).player_id})
    assert [text_of(phone).count(f"Remove {name}") for name in evenings.NAMES[:5]] == [0, 1, 1, 1, 1]


def test_names_of_other_evenings_are_neither_picked_nor_read_by_counting(evening_of):
    evening, day = evening_of(4), timezone.localdate()
    Event.objects.update(date=day)
    other = create_event(evening.event.club, name="Last year", date=day - timedelta(days=300), by=None, now=evening.now)
    (zoe,) = enter_players(other, ["Zoe Quill"], by=None, now=evening.now)
    phone = Client()
    assert phone.post("/me/", {"add": zoe.player_id}).status_code == 404
    assert "Zoe Quill" not in phone.get("/me/?pick=1&name=Zo").content.decode().replace('value="Zo"', "")
    phone.cookies[NAMES.cookie] = f"[[{zoe.player_id}, 0]]"
    assert "Type your name" in text_of(phone) or "Ann Ash" in text_of(phone)
    assert "Zoe Quill" not in text_of(phone)


def test_a_name_kept_from_another_evening_says_that_it_is_not_entered_tonight(evening_of):
    evening = evening_of(4)
    phone = phone_of(evening, "Ann Ash")
    later = create_event(evening.event.club, name="Next", date=timezone.localdate(), by=None, now=timezone.now())
    Event.objects.filter(pk=evening.event.pk).update(date=later.date - timedelta(days=7))
    assert "Ann Ash is not on tonight’s list. Give your name at the door." in text_of(phone)
    enter_players(later, ["Ann Ash"], by=None, now=timezone.now())
    assert "You are on the list." in text_of(phone)


def test_a_phone_knows_whom_the_secretary_merged_since(evening_of):
    evening = evening_of(4)
    phone, gone = phone_of(evening, "Ann Ash"), evening.entry("Ann Ash").player
    kept = Player.objects.create(club=evening.event.club, name="Anna Ash")
    merge_people(kept, gone, by=None, now=evening.now)
    assert (text_of(phone)[:8], "not on tonight’s list" in text_of(phone)) == ("Anna Ash", False)


def test_of_two_evenings_the_one_is_shown_where_the_phones_people_are_else_it_asks(evening_of):
    evening = evening_of(4).begun()
    other = create_event(evening.event.club, name="Drive", date=evening.event.date, by=None, now=evening.now)
    nobody = Client()
    assert "Which evening are you at? Kent evening Drive" in text_of(nobody)
    phone = phone_of(evening, "Ann Ash", where=f"?e={evening.event.pk}")
    assert "Hour 1: table 1" in text_of(phone)
    enter_players(other, ["Ann Ash"], by=None, now=evening.now)
    assert ["Which evening" in text_of(phone), "You are on the list." in text_of(phone, f"/me/?e={other.pk}")] == [
        True,
        True,
    ]
    assert "No evening is running yet." not in text_of(phone)
    lock_event(evening.event, by=None, now=evening.now)
    assert ["You are on the list." in text_of(each) for each in (phone, phone_of(evening, "Ann Ash"))] == [True, True]


@pytest.mark.django_db
def test_a_club_without_an_evening_says_that_nothing_is_on():
    assert text_of(Client()) == "Where do I sit? No evening is running yet."


def test_where_phones_keep_the_score_the_card_is_named_and_its_code_never_shown(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 0]], enters="pairs")
    stage = out(evening, 1)
    start_round(stage.rounds.get(), by=None, now=evening.now)
    phone = phone_of(evening, "Ann Ash")
    before = phone.get("/me/").content.decode()
    rule_all(evening, 1)
    codes = [format_code(each.code) for each in TableCode.objects.all()] + [
        each.code for each in TableCode.objects.all()
    ]
    after = phone.get("/me/").content.decode()
    assert ["scan the card on the table" in page for page in (before, after)] == [True, False]
    assert [code for code in codes if code in before + after] == []


def test_a_locked_evening_says_that_it_is_over_with_the_place_that_was_reached(evening_of):
    evening = evening_of(4).begun()
    evening.hand_in(1, by_lot)
    phone = phone_of(evening, "Ann Ash")
    lock_event(evening.event, by=None, now=evening.now)
    page = text_of(phone)
    over = "This evening is over. Thank you for playing."
    assert re.search(rf"{re.escape(over)} Place \d=? of 4 Points \d+ Hour 1 · table 1 1 ", page)
    assert 'aria-current="step"' not in phone.get("/me/").content.decode()


def test_what_is_asked_again_is_sent_only_when_something_of_this_phone_changed(evening_of):
    evening = evening_of(8).begun()
    phone, part = phone_of(evening, "Ann Ash"), {"HX-Request": "true"}
    shown_first = phone.get(f"/me/?e={evening.event.pk}", headers=part)
    version = re.search(r'"If-None-Match": "(.+?)"\}', unescape(shown_first.content.decode())).group(1)
    asked = part | {"If-None-Match": version.replace("\\", "")}
    enter_players(evening.event, ["Zoe"], by=None, now=evening.now)
    same = phone.get(f"/me/?e={evening.event.pk}", headers=asked)
    evening.play_rounds(1, until=1)
    other = phone.get(f"/me/?e={evening.event.pk}", headers=asked)
    assert (same.status_code, other.status_code, "Playing" in other.content.decode()) == (304, 200, True)
    assert "Hall-Now" in same.headers


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 40])
def test_a_phone_asks_as_little_of_ten_tables_as_of_one_and_nearly_nothing_until_something_is_written(
    evening_of, players
):
    evening = evening_of(players).begun()
    evening.hand_in(1, by_lot)
    show_standings(evening.event, True, by=None, now=evening.now)
    phone = phone_of(evening, "Ann Ash", "Bea Ash")
    asked = []
    for _again in range(2):
        with CaptureQueriesContext(connection) as queries:
            phone.get(f"/me/?e={evening.event.pk}", headers={"HX-Request": "true"})
        asked.append(len(queries))
    assert asked == [19, 2]


def test_below_tonight_stand_the_years_of_those_whom_this_phone_may_see(evening_of):
    evening = evening_of(8).begun()
    phone = phone_of(evening, "Ann Ash", "Bea Ash", "Cy Ash")
    entries = [evening.entry(name) for name in ("Ann Ash", "Bea Ash", "Cy Ash")]
    addresses = [reverse("profile", args=[entry.player_id]) for entry in entries]
    assert "over the years" not in text_of(phone)
    Club.objects.update(shows_people_to="public", members_code="Pond Street")
    for entry, audience in zip(entries, ("public", "members", "nobody"), strict=True):
        Player.objects.filter(pk=entry.player_id).update(shown_to=audience)
    page = phone.get("/me/").content.decode()
    assert [f'hx-get="{address}"' in page for address in addresses] == [True, False, False]
    assert page.count("Members see this with the club’s code.") == 1
    part = phone.get(addresses[0], headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part and "No evenings yet" in part
    phone.post(reverse("members"), {"code": "Pond Street", "next": "/me/"})
    lock_event(evening.event, by=None, now=evening.now)
    page = phone.get("/me/").content.decode()
    assert "This evening is over." in page
    assert [f'hx-get="{address}"' in page for address in addresses] == [True, True, False]


def test_a_phone_shows_its_owner_their_years_without_the_code_once_the_door_has_seen_who_signed_up(evening_of):
    evening = evening_of(8)
    Event.objects.update(date=timezone.localdate())
    Club.objects.update(shows_people_to="members", members_code="Pond Street")
    Player.objects.update(shown_to="members")
    ann, event = evening.entry("Ann Ash"), Event.objects.get()
    signed = sign_up(event, "Ann Ash", person=ann.player, by=evening.director, now=evening.now)
    phone, profile = Client(), reverse("profile", args=[ann.player_id])
    phone.get(reverse("own_sign_up", args=[event.pk, signed.token]))

    def seen() -> tuple[bool, int]:
        return f'hx-get="{profile}"' in phone.get("/me/").content.decode(), phone.get(profile).status_code

    Entry.objects.update(here=False)
    before = seen()
    Entry.objects.update(here=True)
    lock_event(event, by=None, now=evening.now)
    assert (before, seen()) == ((False, 302), (True, 200))
    page = phone.get(profile).content.decode()
    assert ("Ann Ash" in page, "Bea Ash" in page) == (True, False)
    assert phone.get(reverse("profile", args=[evening.entry("Bea Ash").player_id])).status_code == 302
    assert phone_of(evening, "Ann Ash").get(profile).status_code == 302
    Player.objects.update(shown_to="nobody")
    assert (phone.get(profile).status_code, "over the years" in text_of(phone)) == (302, False)
