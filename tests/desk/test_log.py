"""The log: everything that is done has a sentence, whoever may read it finds it, and it costs the same however long it
is."""

import csv
import io
from datetime import date, timedelta
from urllib.parse import urlencode

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests import evenings
from tests.conftest import NOW
from tests.evenings import SEVEN, Evening, by_lot
from tournament.club.named_penalties import NamedPenalty
from tournament.club.services import (
    MOST_REFUSED,
    change_role,
    close_account,
    issue_password,
    log_refused_sign_in,
    make_account,
    save_club,
    save_emblem,
)
from tournament.desk.queries import log_pages
from tournament.door.services.entries import correct_name, enter_players
from tournament.draw.services.draws import draw_first_hour, swap_seats
from tournament.event.services.events import create_event, lock_event, reopen_event, show_standings
from tournament.leagues.services.leagues import change_league, open_league
from tournament.models import Account, Club, Entry, Event, LogEntry, Stage

evening_of = evenings.evening_of


@pytest.fixture
def tonight(evening_of) -> Evening:
    return evening_of(8)


@pytest.fixture
def desk(tonight: Evening) -> Client:
    client = Client()
    client.force_login(tonight.director)
    return client


@pytest.fixture
def secretary(tonight: Evening) -> Client:
    client = Client()
    client.force_login(Account.objects.create_user("Sue", role=Account.Role.SECRETARY))
    return client


def read(client: Client, at: str = "/log/", **asked: object) -> list[tuple[str, str]]:
    """By whom, and what."""
    answer = client.get(f"{at}?{urlencode(asked)}")
    assert answer.status_code == 200
    return [(line.by, line.sentence) for line in answer.context["lines"]]


def test_one_log_tells_of_accounts_the_club_leagues_people_and_evenings(tonight: Evening, desk: Client) -> None:
    club, by = Club.objects.get(), {"by": tonight.director, "now": NOW}
    LogEntry.objects.all().delete()
    account = make_account("Sam", role=Account.Role.SCORER, password="turn the jack", **by)
    change_role(account, Account.Role.SECRETARY, **by)
    close_account(account, **by)
    account.refresh_from_db()
    issue_password(account, password="elder hand begs", **by)
    issue_password(account, password="elder hand begs", by=None, now=NOW)
    wifi = {"wifi_name": "Hall", "wifi_password": "elder hand begs"}
    penalties = [NamedPenalty("Two cards turned", -1), NamedPenalty("No cut offered", 2)]
    save_club(club, name="The Hop Pole", **wifi, sheet="a4", hall_tables=9, penalties=penalties, **by)
    save_emblem(club, png=b"png", width=1, height=1, **by)
    league = open_league({"name": "Winter", "season": "2026"}, **by)
    change_league(league, {"win": 3}, **by)
    correct_name(Entry.objects.get(player__name="Ann Ash"), "Anne Ash", "Hill Street", **by)
    lock_event(tonight.event, **by)
    reopen_event(tonight.event, reason="A sheet was found", **by)
    page = desk.get("/log/")
    said = [
        (line.by, line.kind, line.about, line.sentence, [str(change) for change in line.changes], line.reason)
        for line in reversed(page.context["lines"])
    ]
    evening, winter = "Kent evening, 21 Nov 2026", "Winter 2026"
    assert said == [
        ("director", "Accounts", "", "Made an account for Sam: scorer", [], ""),
        ("director", "Accounts", "", "Changed the role of Sam: scorer → secretary", [], ""),
        ("director", "Accounts", "", "Closed the account of Sam", [], ""),
        ("director", "Accounts", "", "Opened the account of Sam again, with a one-time password", [], ""),
        ("", "Accounts", "", "Gave Sam a new one-time password", [], ""),
        (
            *("director", "The club", "", "Changed the club’s details"),
            [
                *("Name: The Jack and Knave → The Hop Pole", "Name of the Wi-Fi: Hall"),
                "Tables in the hall: 9",
                "Named penalties: Two cards turned: 1, No cut offered: +2",
                "Password of the Wi-Fi: another one",
            ],
            "",
        ),
        ("director", "The club", "", "Saved an emblem of the club", [], ""),
        (*("director", "Leagues", winter, "Created the league", ["League: Winter", "Season: 2026"], ""),),
        (
            *("director", "Leagues", winter, "Changed the league rules"),
            *(["League points for a match won: 2 → 3"], ""),
        ),
        ("director", "People", evening, "Corrected Ann Ash to Anne Ash (Hill Street)", [], ""),
        ("director", "Evenings and settings", evening, "Locked the evening", [], ""),
        ("director", "Evenings and settings", evening, "Unlocked the evening", [], "A sheet was found"),
    ]
    assert "elder hand begs" not in page.content.decode() + "".join(
        f"{entry.before}{entry.after}" for entry in LogEntry.objects.all()
    )


def test_who_signs_in_and_out_and_who_is_refused_is_logged_with_the_address(director: Account) -> None:
    client = Client(REMOTE_ADDR="10.0.0.7")
    for name, password in (("dora", "wrong"), ("my secret password", "wrong"), ("Dora", "turn the jack")):
        client.post("/sign-in/", {"username": name, "password": password})
    client.post("/sign-out/")
    client.post("/sign-out/")
    client.force_login(director)
    assert read(client) == [
        ("Dora", "Signed out"),
        ("Dora", "Signed in from 10.0.0.7"),
        ("", "A sign-in with an unknown name was refused, from 10.0.0.7"),
        ("", "A sign-in as Dora was refused, from 10.0.0.7"),
    ]
    assert "secret" not in "".join(str(entry.after) for entry in LogEntry.objects.all())


def test_whoever_tries_passwords_fills_no_log(director: Account, as_director: Client) -> None:
    for number in range(MOST_REFUSED + 5):
        log_refused_sign_in("Dora", address=f"10.0.0.{number}", now=NOW)
    said = read(as_director)
    assert len(read(as_director)) + len(read(as_director, before=LogEntry.objects.all()[49].pk)) == MOST_REFUSED
    assert said[0] == (*("", "A sign-in as Dora was refused, from 10.0.0.59; more in the same hour are not listed"),)
    log_refused_sign_in("Dora", address="10.0.0.1", now=NOW + timedelta(hours=1, seconds=1))
    assert read(as_director)[0] == ("", "A sign-in as Dora was refused, from 10.0.0.1")


def test_the_log_of_an_evening_stays_at_its_address(as_director: Client, director: Account, seven: Event) -> None:
    other = create_event(seven.club, name="Another", date=seven.date, by=director, now=NOW)
    draw_first_hour(seven, seed=1674, by=director, now=NOW)
    ann, bea = Entry.objects.filter(event=seven)[:2]
    swap_seats(Stage.objects.get(), ann, bea, by=director, now=NOW)
    assert read(as_director, f"/e/{seven.pk}/log/") == [
        ("Dora", "Ann and Bea swapped seats in the draft"),
        ("Dora", "Drew hour 1, draw number 1674: 2 tables"),
        ("", "Entered at the door: Ann, Bea, Cy, Dan, Eve, Fay, Gus"),
        ("", "Created the evening"),
    ]
    assert read(as_director, evening=other.pk) == [("Dora", "Created the evening")]


def test_the_log_is_filtered_by_who_kind_evening_day_and_words(tonight: Evening, desk: Client) -> None:
    other = Account.objects.create_user("Olga", role=Account.Role.DIRECTOR)
    later = create_event(tonight.event.club, name="Later", date=date(2026, 11, 28), by=other, now=SEVEN + timedelta(7))
    enter_players(later, ["Zoë Late"], by=other, now=SEVEN + timedelta(7))
    assert [sentence for _by, sentence in read(desk, who=other.pk)] == [
        "Entered at the door: Zoë Late",
        "Created the evening",
    ]
    assert [sentence[:7] for _by, sentence in read(desk, kind="people")] == ["Entered", "Entered"]
    assert len(read(desk, evening=later.pk)) == 2
    assert len(read(desk, day="2026-11-21")) == len(read(desk, evening=tonight.event.pk)) == 2
    assert read(desk, day="2026-11-21", kind="people", words="ann BEA")[0][0] == "director"
    assert read(desk, words="zoë created") == []
    assert read(desk, words="later created") == [("Olga", "Created the evening")]


@pytest.mark.parametrize("asked", [{"day": "soon"}, {"who": "0"}, {"kind": "gossip"}, {"evening": "99999"}])
def test_a_filter_that_cannot_be_says_so_and_shows_nothing(desk: Client, asked: dict[str, str]) -> None:
    answer = desk.get(f"/log/?{urlencode(asked)}")
    assert (answer.status_code, list(answer.context["form"].errors), answer.context["lines"]) == (422, list(asked), ())
    assert desk.get("/log/?before=soon").status_code == 404


def test_the_secretary_reads_of_people_money_and_leagues_and_of_nothing_else(
    tonight: Evening, desk: Client, secretary: Client
) -> None:
    open_league({"name": "Winter", "season": "2026"}, by=tonight.director, now=NOW)
    log_refused_sign_in("director", address="10.0.0.7", now=NOW)
    show_standings(tonight.event, True, by=tonight.director, now=NOW)
    said = [sentence for _by, sentence in read(secretary)]
    assert [sentence.partition(":")[0] for sentence in said] == ["Created the league", "Entered at the door"]
    assert len(read(desk)) == 5
    assert secretary.get("/log/?kind=accounts").status_code == 422
    assert secretary.get(f"/e/{tonight.event.pk}/log/").status_code == 403
    told = [row[5] for row in rows_of(secretary, "/log.csv")]
    assert told == ["What", *said]
    assert [row[5] for row in rows_of(secretary, f"/log.csv?evening={tonight.event.pk}")] == ["What", said[1]]


def rows_of(client: Client, at: str) -> list[list[str]]:
    answer = client.get(at)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/csv; charset=utf-8")
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


@pytest.mark.slow
def test_the_file_has_every_line_and_no_cell_that_a_spreadsheet_would_reckon_with(
    tonight: Evening, desk: Client
) -> None:
    odd = Account.objects.create_user("=HYPERLINK()", role=Account.Role.DIRECTOR)
    lock_event(tonight.event, by=odd, now=SEVEN)
    for number in range(120):
        reopen_event(tonight.event, reason=f" +1 {number}", by=odd, now=SEVEN)
        lock_event(tonight.event, by=odd, now=SEVEN)
    head, *rows = rows_of(desk, f"/log.csv?who={odd.pk}")
    assert head == ["Date", "Time", "Who", "About", "Of", "What", "Changed", "Reason"]
    assert len(rows) == 241
    assert rows[1] == [
        *("2026-11-21", rows[1][1], "'=HYPERLINK()", "Evenings and settings", "Kent evening, 21 Nov 2026"),
        *("Unlocked the evening", "", "'+1 119"),
    ]


def test_the_log_comes_in_pages_each_going_on_where_the_last_one_ended(desk: Client, tonight: Evening) -> None:
    for index in range(118):
        show_standings(tonight.event, index % 2 == 0, by=None, now=NOW)
    at, sizes = "/log/", []
    while at:
        answer = desk.get(at)
        sizes.append(len(answer.context["lines"]))
        at = f"/log/?{answer.context['earlier']}" if answer.context["earlier"] else ""
    assert sizes == [50, 50, 20]


def test_a_search_reads_so_far_back_says_so_and_goes_on_from_there(
    desk: Client, tonight: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    for index in range(30):
        show_standings(tonight.event, index % 2 == 0, by=None, now=NOW)
    monkeypatch.setattr(log_pages, "SEARCHED", 20)
    first = desk.get("/log/?words=created+evening")
    assert (first.context["lines"], "Nothing found back to 14 March 2025" in first.content.decode()) == ((), True)
    then = desk.get(f"/log/?{first.context['earlier']}")
    assert [line.sentence for line in then.context["lines"]] == ["Created the evening"]
    assert then.context["earlier"] == ""


@pytest.mark.slow
def test_the_log_asks_no_oftener_for_three_hundred_lines_of_four_evenings_than_for_fifty(
    desk: Client, tonight: Evening, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tonight.begin()
    tonight.play_rounds(1, until=1)
    tonight.hand_in(1, by_lot)
    with django_assert_max_num_queries(11):
        desk.get("/log/")
    for number in range(3):
        event = create_event(tonight.event.club, name=f"{number}", date=date(2026, 1, 1), by=None, now=NOW)
        for index in range(100):
            show_standings(event, index % 2 == 0, by=None, now=NOW)
    for asked in ("", "?words=ann", "?kind=results", f"?evening={tonight.event.pk}"):
        with django_assert_max_num_queries(11):
            desk.get(f"/log/{asked}")
