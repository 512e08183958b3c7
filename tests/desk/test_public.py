"""The pages without an account: tonight, where everybody sits, and standings that are hidden until they are shown."""

import json
import re
from datetime import timedelta
from fractions import Fraction
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening, by_lot
from tests.markup import markup
from tournament.door.services.people import leave
from tournament.event.queries.events import evenings_on
from tournament.event.services.events import create_event, lock_event, show_standings
from tournament.matches.queries.matches import players_of
from tournament.models import Account, Event, Side
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.signup.services import set_sign_up
from tournament.standings.queries.standings_page import StandingsRow

evening_of = evenings.evening_of


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(8).begun()


def text_of(evening: Evening, name: str, query: str = "", client: Client | None = None) -> str:
    """The words of a public page, tags away, blanks folded."""
    page = reverse("home") if name == "home" else reverse(name, args=[evening.event.pk])
    answer = (client or Client()).get(page + query)
    assert answer.status_code == 200
    main = markup(answer).partition("<main")[2].partition("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def show(evening: Evening) -> None:
    show_standings(evening.event, True, by=evening.director, now=evening.now)


def rows_of(evening: Evening, query: str = "") -> dict[str, StandingsRow]:
    page = Client().get(reverse("standings", args=[evening.event.pk]) + query).context["page"]
    return {row.line.name: row for row in page.rows}


def test_each_landmark_of_two_evenings_on_one_day_has_a_name_of_its_own_even_if_they_have_not(evening):
    Event.objects.update(date=timezone.localdate())
    first = Event.objects.get()
    create_event(first.club, name=first.name, date=first.date, by=evening.director, now=evening.now)
    home = " ".join(markup(Client().get(reverse("home"))).partition("<main")[2].split())
    words = {key: re.sub(r"<[^>]+>", "", said) for key, said in re.findall(r'id="([\w-]+)">(.*?)</(?:h2|label)>', home)}
    landmarks = re.findall(r'<(section|form|nav) [^>]*aria-labelledby="([^"]+)"', home)
    assert sorted((kind, " ".join(words[key] for key in keys.split())) for kind, keys in landmarks) == [
        *(("form", "Where do I sit? Kent evening, 1 of 2"), ("form", "Where do I sit? Kent evening, 2 of 2")),
        *(("nav", "Kent evening, 1 of 2"), ("nav", "Kent evening, 2 of 2")),
        *(("section", "Kent evening, 1 of 2"), ("section", "Kent evening, 2 of 2")),
    ]


def test_of_two_evenings_what_is_over_comes_last_and_leads_to_its_standings_alone(evening):
    today = timezone.localdate()
    Event.objects.update(date=today)
    drive = create_event(evening.event.club, name="Drive", date=today, by=None, now=evening.now)
    lock_event(evening.event, by=evening.director, now=evening.now)
    home = markup(Client().get(reverse("home")))
    assert home.index(f'id="event-{drive.pk}"') < home.index(f'id="event-{evening.event.pk}"')
    pages = [
        [reverse(page, args=[event.pk]) for event in (drive, evening.event)] for page in ("standings", "timetable")
    ]
    assert [[f'href="{address}"' in home for address in both] for both in pages] == [[True, True], [True, False]]
    assert [f'href="/me/?e={event.pk}"' in home for event in (drive, evening.event)] == [True, True]


def test_tonight_shows_the_clock_and_asks_whose_seat(evening):
    Event.objects.update(date=timezone.localdate())
    home = text_of(evening, "home")
    assert ("Hour 1 · Round 1 of 3" in home, "20:00" in home, "Where do I sit?" in home) == (True, True, True)


def test_tonight_leads_to_the_sign_up_of_coming_evenings_while_that_is_open(evening):
    today, by = timezone.localdate(), {"by": evening.director, "now": evening.now}
    Event.objects.update(date=today)
    later = create_event(evening.event.club, name="Club night", date=today + timedelta(days=7), **by)
    link = f'href="{reverse("sign_up", args=[later.pk])}"'

    def is_offered() -> bool:
        return link in markup(Client().get(reverse("home")))

    seen = [is_offered()]
    for is_open in (True, False):
        set_sign_up(later, is_open=is_open, places=None, **by)
        seen.append(is_offered())
    set_sign_up(later, is_open=True, places=None, **by)
    Event.objects.filter(pk=later.pk).update(date=today - timedelta(days=1))
    assert [*seen, is_offered()] == [False, True, False, False]


def test_tonight_is_the_latest_day_so_far_else_the_first_that_is_planned(evening):
    day = evening.event.date
    later = create_event(evening.event.club, name="Later", date=day + timedelta(days=7), by=None, now=timezone.now())
    expected = [[evening.event], [evening.event], [later], [evening.event]]
    asked = [day, day + timedelta(days=6), day + timedelta(days=90), day - timedelta(days=1)]
    assert [evenings_on(each) for each in asked] == expected


def test_an_evening_past_midnight_stays_on_beside_the_next_days_until_it_is_locked(evening):
    day = evening.event.date + timedelta(days=1)
    following = create_event(evening.event.club, name="Next", date=day, by=None, now=timezone.now())
    assert evenings_on(day) == [evening.event, following]
    assert evenings_on(day + timedelta(days=1)) == [following]
    Event.objects.filter(pk=evening.event.pk).update(locked_at=timezone.now())
    assert evenings_on(day) == [following]


@pytest.mark.django_db
def test_a_club_without_an_evening_is_told_who_sets_one_up_who_signs_in_right_here():
    Account.objects.create_user("director", password="the jack hangs", role=Account.Role.DIRECTOR)
    client = Client()
    page = markup(client.get("/"))
    assert "No evening is running yet." in page
    assert "The director signs in and sets up the evening." in page
    assert "The first name and password are in the window where Hangjack was started." in page
    assert page.partition("<main")[2].count('<button class="button primary">Sign in</button>') == 1
    assert "Running the evening?" not in page
    sent = {"username": "director", "password": "the jack hangs"}
    assert client.post("/sign-in/", sent).headers["location"] == reverse("events")
    page = markup(Client().get("/"))
    assert page.partition("<main")[2].count('<a class="button primary" href="/sign-in/">Sign in</a>') == 1
    assert "Hangjack was started" not in page


@pytest.mark.parametrize("query", ["", "?hour=1", "?agreed=1"])
def test_standings_are_hidden_until_the_director_shows_them(evening, query):
    evening.hand_in(1, by_lot)
    hidden = text_of(evening, "standings", query)
    assert "The standings are hidden until the director shows them." in hidden
    assert "Ash" not in hidden
    end = f"{reverse('timetable', args=[evening.event.pk])}?end"
    assert f'hx-get="{end}"' in markup(Client().get(reverse("standings", args=[evening.event.pk])))
    said = markup(Client().get(end, headers={"HX-Request": "true"}))
    assert re.search(r">\s*The last round ends at (about )?\d\d:\d\d\.\s*<", said)
    assert "Ash" not in markup(
        Client().get(reverse("standings", args=[evening.event.pk]), headers={"HX-Request": "true"})
    )
    show(evening)
    assert text_of(evening, "standings", query).count("Ash") == 8


def test_who_is_signed_in_sees_hidden_standings_and_is_told_that_the_hall_does_not(evening):
    for who in ("scorer", "director"):
        page = text_of(evening, "standings", client=signed_in(evening, who))
        assert "Players can’t see the standings yet." in page
        assert page.count("Ash") == 8


def test_standings_are_provisional_until_every_match_is_agreed_or_ruled(evening):
    show(evening)
    assert "Provisional. 12 matches are not agreed yet." in text_of(evening, "standings")
    evening.hand_in(1, lambda match: (10, 5))
    assert "Agreed. Every result is agreed or ruled." in text_of(evening, "standings")


def test_only_agreed_results_are_counted_when_asked_for(evening):
    match = evening.matches(1)[0]
    enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 14)], by=None, now=evening.now)
    show(evening)
    name = players_of(match)[0].name
    assert [rows_of(evening, query)[name].line.record.total for query in ("", "?agreed=1")] == [14, 0]
    assert "Only agreed results are counted here." in text_of(evening, "standings", "?agreed=1")


def test_the_criterion_that_decided_is_named_under_the_name_and_explained_below(evening):
    """Everybody is level on points, and one of them had all four points of a hand."""
    evening.hand_in(1, lambda match: (10, 10))
    match = evening.matches(1)[0]
    enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 10, 10, 1, 0)], by=evening.scorer, now=evening.now)
    show(evening)
    rows = rows_of(evening)
    first = players_of(match)[0].name
    assert {name: row.line.placing.shown for name, row in rows.items()} == dict.fromkeys(rows, "2=") | {first: "1"}
    assert {row.decided_by for row in rows.values()} == {"All Fours"}
    assert rows[first].notes == ""
    page = text_of(evening, "standings")
    assert f"1 {first} Ahead of {len(rows) - 1} others: All Fours 1 to 0" in page
    assert "Not used" not in page
    assert "All Fours : Most hands with all 4 points won." in page
    assert ("= tied on everything that is known." in page, "– not played or not reported." in page) == (True, False)


def test_what_no_sheet_said_is_a_dash_and_never_a_nought(evening):
    match = evening.matches(1)[0]
    enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 7)], by=None, now=evening.now)
    Side.objects.exclude(match__table=match.table).update(points=9, all_fours=1, jacks_turned=0)
    show(evening)
    row = rows_of(evening)[players_of(match)[0].name]
    assert [cell.text for cell in row.cells] == ["1 of 3", "7", "–", "–", "7"]
    page = text_of(evening, "standings")
    assert ("1 of 3" in page, "– not played or not reported." in page) == (True, True)


def test_an_adjusted_total_stands_only_where_somebody_sat_out(evening):
    show(evening)
    assert "Adjusted" not in text_of(evening, "standings")


def test_a_total_of_two_rounds_out_of_three_is_adjusted_by_half(evening_of):
    evening = evening_of(7)
    evening.begin()
    evening.hand_in(1, lambda match: (11, 10))
    show(evening)
    rows = rows_of(evening)
    sat_out = {name: row for name, row in rows.items() if row.line.is_adjusted}
    assert len(sat_out) == 3
    records = {name: row.line.record for name, row in rows.items()}
    assert {records[name].adjusted_total == records[name].total * Fraction(3, 2) for name in sat_out} == {True}
    assert {each.adjusted_total == each.total for name, each in records.items() if name not in sat_out} == {True}
    page = text_of(evening, "standings")
    assert "Adjusted: players who sat out a round are scored per minute played" in page
    assert "33 1/2" not in page and "31.5" in page


def test_both_hours_are_added_and_either_is_shown(evening):
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    evening.second()
    show(evening)
    evening.hand_in(2, by_lot)
    both, first = rows_of(evening), rows_of(evening, "?hour=1")
    of_hours = {name: [cell.text for cell in row.cells[1:3]] for name, row in both.items()}
    assert {name: sum(map(int, hours)) for name, hours in of_hours.items()} == {
        name: row.line.record.total for name, row in both.items()
    }
    assert {name: hours[0] for name, hours in of_hours.items()} == {
        name: row.cells[1].text for name, row in first.items()
    }
    assert "Standings after hour 1" in text_of(evening, "standings", "?hour=1")


def test_a_final_order_by_second_table_is_said_over_the_standings(evening):
    Event.objects.update(final_order="second_table")
    evening.event.refresh_from_db()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    show(evening)
    assert "Ranked by: Total." in text_of(evening, "standings")
    evening.second()
    assert "Ranked by: Total." in text_of(evening, "standings")
    evening.play_rounds(2)
    evening.hand_in(2, by_lot)
    assert "Ranked by: Second-hour table." in text_of(evening, "standings")


def test_somebody_gone_home_stays_in_the_standings_and_says_so(evening):
    evening.play_rounds(1, until=1)
    leave(evening.entry("Cy Ash"), by=None, now=evening.now)
    show(evening)
    rows = rows_of(evening)
    assert [name for name, row in rows.items() if row.line.left] == ["Cy Ash"]
    assert text_of(evening, "standings").count("left early") == 1


def test_standings_asked_again_are_sent_only_when_something_was_written(evening):
    part = {"HX-Request": "true"}
    page = reverse("standings", args=[evening.event.pk])
    hidden = markup(Client().get(page, headers=part))
    known = part | {"If-None-Match": version_in(hidden)}
    assert Client().get(page, headers=known).status_code == 304
    show(evening)
    shown = Client().get(page, headers=known)
    assert (shown.status_code, "Ann Ash" in markup(shown)) == (200, True)
    assert Client().get(page, headers=part | {"If-None-Match": version_in(markup(shown))}).status_code == 304


def version_in(part: str) -> str:
    """What the part sends along when it asks again."""
    headers: dict[str, str] = json.loads(re.findall(r"hx-headers='([^']+)'", part)[0])
    return headers["If-None-Match"]


@pytest.mark.slow
@pytest.mark.parametrize("players", [8, 40])
def test_public_pages_ask_as_often_for_forty_players_as_for_eight(evening_of, players):
    evening = evening_of(players)
    evening.begin()
    evening.hand_in(1, by_lot)
    show(evening)
    Event.objects.update(date=timezone.localdate())
    asked = {}
    for name, query in (("home", ""), ("seats", ""), ("seats", "?by=table"), ("standings", "")):
        page = reverse("home") if name == "home" else reverse(name, args=[evening.event.pk])
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(page + query).status_code == 200
        asked[name + query] = len(queries)
    assert asked == {"home": 5, "seats": 7, "seats?by=table": 5, "standings": 9}


def root_of(client: Client, path: str = "/") -> str:
    page = markup(client.get(path))
    return page[page.index("<html") : page.index("<head>")].strip()


@pytest.mark.django_db
def test_colours_and_text_size_that_somebody_chose_stay_in_their_browser_and_lead_back_to_the_page():
    client = Client()
    assert root_of(client) == '<html lang="en-gb">'
    assert 'value="http://testserver/help/"' in markup(client.get("/display/", HTTP_REFERER="http://testserver/help/"))
    answer = client.post("/display/", {"theme": "contrast", "letters": "large", "next": "/help/"})
    assert (answer.status_code, answer.url) == (302, "/help/")
    assert root_of(client) == '<html lang="en-gb" data-theme="contrast" data-letters="large">'
    assert "checked" in markup(client.get("/display/")).partition('value="contrast"')[2][:60]
    client.post("/display/", {"theme": "", "letters": ""})
    assert root_of(client) == '<html lang="en-gb">'


@pytest.mark.django_db
def test_a_choice_of_colours_leads_to_no_other_site_and_takes_nothing_unknown():
    assert Client().post("/display/", {"theme": "paper", "next": "https://elsewhere.example/"}).url == "/"
    assert Client().post("/display/", {"theme": "loud"}).status_code == 422
