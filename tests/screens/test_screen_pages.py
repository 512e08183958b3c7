"""The screens over http: who is one, what the hall may see on it, and what only the director may press."""

import re
from datetime import timedelta
from html import unescape
from io import StringIO

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import evenings, round_evenings
from tests.conftest import signed_in
from tests.evenings import NAMES, Evening, by_lot
from tests.markup import markup
from tests.round_evenings import Rounds, out, rule_all
from tournament.clock.queries.rounds import bells_of
from tournament.clock.services.rounds import end_round, start_round
from tournament.door.services.entries import enter_players
from tournament.draw.services.draws import draw_first_hour
from tournament.event.services.events import create_event, lock_event, show_standings
from tournament.management.commands.evening import Command
from tournament.models import Event, Player, PrizeGiving, Round, Screen, Team
from tournament.screens.queries.screen_content import seats_on_wall
from tournament.screens.queries.screens import event_for_screens, pages_wanted_for
from tournament.screens.services import MOST_OF_STRANGERS, MOST_WAITING, begin_prizes, reveal_prize, show_call_out
from tournament.screens.views.screen_pages import SCREEN_PAGES
from tournament.standings.queries.shared_standings import SHARED
from tournament.web.visitors import note_familiar

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(8).begun()


def screen_showing(evening: Evening, *keys: str, client: Client | None = None) -> Client:
    """A browser that is a screen of the director's and shows these pages; none is what the hall needs."""
    client = client or Client()
    client.get(reverse("screen"))
    screen = Screen.objects.latest("pk")
    director = signed_in(evening, "director")
    director.post(reverse("screens_press", args=["take"]), {"code": screen.code, "name": "Stage left"})
    Screen.objects.filter(pk=screen.pk).update(turns=[[key, 10] for key in keys], event=evening.event)
    return client


def seen_on(client: Client) -> str:
    """The words of the screen, tags away, blanks folded."""
    page = markup(client.get(reverse("screen"))).partition("<main")[2].partition("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def show(evening: Evening) -> None:
    show_standings(evening.event, True, by=evening.director, now=evening.now)


def test_any_browser_becomes_a_screen_with_a_code_and_stays_that_one(evening):
    browser = Client()
    (code,) = re.findall(r"[A-Z]{4}(?= The director)", seen_on(browser))
    assert (Screen.objects.get().code, code in seen_on(browser), Screen.objects.count()) == (code, True, 1)
    assert [name for name in NAMES[:8] if name in seen_on(browser)] == []
    cookie = browser.cookies[settings.SCREEN_COOKIE_NAME]
    assert (cookie["path"], cookie["httponly"], cookie["max-age"] > 300 * 86400) == ("/screen/", True, True)
    assert Screen.objects.get().secret not in cookie.value


def test_a_browser_without_cookies_does_not_fill_the_list_of_screens(evening):
    answers = [Client().get(reverse("screen")).status_code for _each in range(13)]
    assert (answers.count(200), answers[-1]) == (12, 503)


def test_strangers_open_four_screens_each_and_leave_places_for_the_hall_and_all_for_the_director(evening):
    def opened(address, times):
        return [Client(REMOTE_ADDR=address).get(reverse("screen")).status_code for _each in range(times)]

    assert opened("10.0.0.1", 5) == [200] * 4 + [503]
    assert [opened(f"10.0.0.{number}", 4) for number in (2, 3, 4)] == [[200] * 4] * 3
    assert opened("10.0.0.5", 1) == [503]
    note_familiar("10.0.0.5")
    assert opened("10.0.0.5", 9) == [200] * (MOST_WAITING - MOST_OF_STRANGERS) + [503]
    assert signed_in(evening, "director").post(reverse("screen_here")).url == reverse("screen")
    assert Screen.objects.filter(taken_at=None).count() == MOST_WAITING


def test_only_the_director_sees_and_presses_anything_about_screens(evening):
    screen = screen_showing(evening)
    pages = [
        reverse("screens"),
        reverse("screens_now"),
        reverse("screens_lost"),
        reverse("screen_settings", args=[Screen.objects.get().pk]),
        reverse("prizes", args=[evening.event.pk]),
    ]
    presses = [
        reverse("screens_press", args=[press])
        for press in ("take", "switch", "call", "take-down", "notice", "standings")
    ]
    for client, answer in ((screen, 302), (signed_in(evening), 403)):
        assert {client.get(page).status_code for page in pages} == {answer}
        assert {client.post(page).status_code for page in [*presses, *pages[3:], reverse("screen_here")]} == {answer}
    assert {signed_in(evening, "director").get(page).status_code for page in pages} == {200}


def test_the_director_takes_switches_names_and_lets_go_of_a_screen(evening):
    director, browser = signed_in(evening, "director"), Client()
    browser.get(reverse("screen"))
    screen = Screen.objects.get()
    assert f"Connect {screen.code}" in markup(director.get(reverse("screens")))
    director.post(reverse("screens_press", args=["take"]), {"code": screen.code})
    assert "Find your seat" in seen_on(browser)
    director.post(reverse("screens_press", args=["switch"]), {"screen": "", "page": "seating"})
    assert "Find your table" in seen_on(browser)
    director.post(reverse("screens_press", args=["notice"]), {"notice": "Tea at nine", "screen": screen.pk})
    assert "Tea at nine" in seen_on(browser)
    assert director.get(reverse("screens")).context["notice"].initial == {"notice": "Tea at nine"}
    page = reverse("screen_settings", args=[screen.pk])
    wanted = {"name": "Bar", "theme": "paper", "event": "", "on_clock": "on", "seconds_clock": "7", "on_names": "on"}
    director.post(page, wanted)
    screen.refresh_from_db()
    assert (screen.name, screen.theme, screen.turns) == ("Bar", "paper", [["clock", 7], ["names", 14]])
    assert director.post(page, wanted | {"seconds_clock": "2"}).status_code == 422
    director.post(reverse("screens_press", args=["switch"]), {"screen": "", "page": "notice"})
    assert "Tea at nine" in seen_on(browser)
    assert markup(director.get(reverse("screens"))).count("As set up") == 1
    director.post(reverse("screens_press", args=["switch"]), {"screen": screen.pk, "page": "as-set"})
    screen.refresh_from_db()
    assert screen.turns == [["clock", 7], ["names", 14]]
    director.post(page, {"let_go": "1"})
    assert browser.get(reverse("screen_now")).headers["HX-Refresh"] == "true"
    assert "This is screen" in seen_on(browser)


def test_the_directors_own_browser_becomes_a_screen_in_one_press(evening):
    director = signed_in(evening, "director")
    assert director.post(reverse("screen_here")).url == reverse("screen")
    assert "Find your seat" in seen_on(director)
    director.post(reverse("screen_here"))
    assert [screen.taken_at is not None for screen in Screen.objects.all()] == [True]


def test_a_screen_that_has_all_as_it_is_gets_nothing_and_a_write_brings_it_anew(evening):
    browser = screen_showing(evening, "clock")
    page = f"{reverse('screen_now')}?event={evening.event.pk}"
    version = browser.get(page).headers["ETag"]
    assert browser.get(page, headers={"If-None-Match": version}).status_code == 304
    show_call_out(evening.event, "Tea", by=evening.director, now=evening.now)
    assert "Tea" in markup(browser.get(page, headers={"If-None-Match": version}))
    assert browser.get(reverse("screen_now")).headers["HX-Refresh"] == "true"


def test_a_screen_says_that_it_is_there_and_the_directors_page_when_it_is_silent(evening):
    browser, director = screen_showing(evening, "clock"), signed_in(evening, "director")
    silent = timezone.now() - timedelta(minutes=4)
    Screen.objects.update(seen_at=silent)
    said = f"Offline since {timezone.localtime(silent):%H:%M:%S} (4 minutes)."
    assert said in markup(director.get(reverse("screens")))
    assert browser.post(reverse("screen_alive")).status_code == 204
    assert "Offline since" not in markup(director.get(reverse("screens")))


def test_the_page_of_the_evening_asks_which_screens_are_not_heard_any_more(evening):
    screen_showing(evening, "clock")
    director, now = signed_in(evening, "director"), timezone.now()
    told = []
    for silent in (timedelta(seconds=40), timedelta(minutes=2), timedelta(hours=7)):
        Screen.objects.update(seen_at=now - silent)
        part = markup(director.get(reverse("screens_lost")))
        told.append(re.findall(r"<li>(.*?)</li>", part))
    since = timezone.localtime(now - timedelta(minutes=2))
    assert told == [[], [f"Stage left, since {since:%H:%M}"], []]
    page = markup(director.get(reverse("event", args=[evening.event.pk])))
    assert f'id="screens-lost" hx-get="{reverse("screens_lost")}"' in page
    assert signed_in(evening).get(reverse("screens_lost")).status_code == 403


def test_what_the_page_of_the_screens_cannot_do_is_said_at_its_field_where_the_page_begins(evening):
    director = signed_in(evening, "director")
    Event.objects.update(date=timezone.localdate())
    typed: dict[str, dict[str, str]] = {"take": {"code": "zzzz", "name": "Bar"}, "call": {}, "notice": {"notice": ""}}
    told = []
    for press, words in typed.items():
        answer = director.post(reverse("screens_press", args=[press]), words)
        form, page = answer.context[press], markup(answer)
        problems = [str(problem) for each in form.errors.values() for problem in each]
        told.append((answer.status_code, problems, re.findall(r'name="(\w+)"[^>]* autofocus', page)))
        assert all(problem in page for problem in problems)
    assert told == [
        (422, ["No screen shows that code. Check the letters on the screen."], ["code"]),
        (422, ["Choose a table or a player, or enter your own words."], ["table"]),
        (422, ["This field is required."], ["notice"]),
    ]
    assert (
        director.post(reverse("screens_press", args=["take"]), typed["take"]).context["take"]["name"].value() == "Bar"
    )


@pytest.mark.slow
@pytest.mark.parametrize("key", ["standings", "results", "bracket"])
def test_standings_that_are_kept_are_in_no_answer_of_a_screen_not_even_the_directors(evening, key):
    evening.hand_in(1, by_lot)
    browser = screen_showing(evening, key, client=signed_in(evening, "director"))
    assert [name for name in NAMES[:8] if name in seen_on(browser)] == []
    show(evening)
    assert len([name for name in NAMES[:8] if name in seen_on(browser)]) == {"bracket": 0}.get(key, 8)


def test_the_director_is_told_that_a_screen_waits_for_the_standings_and_shows_them_there(evening):
    browser, director = screen_showing(evening, "standings"), signed_in(evening, "director")
    Event.objects.update(date=timezone.localdate())
    told = "they are hidden. It says so until you show them"
    seen = [told in markup(director.get(reverse("screens")))]
    answer = director.post(reverse("screens_press", args=["standings"]), follow=True)
    seen += [told in markup(answer), Event.objects.get().standings_shown]
    assert seen == [True, False, True]
    assert "The standings are hidden" not in seen_on(browser)


def test_prizes_that_are_not_revealed_are_in_no_answer_that_the_hall_gets(evening):
    evening.hand_in(1, by_lot)
    show(evening)
    giving = begin_prizes(evening.event, places=8, side_prizes=True, by=evening.director, now=evening.now)
    browser = screen_showing(evening, *SCREEN_PAGES)
    Screen.objects.update(turns=[[key, 10] for key in SCREEN_PAGES if key not in ("names", "seating", "clock")])
    public = [
        reverse("screen"),
        f"{reverse('screen_now')}?event={evening.event.pk}",
        reverse("standings", args=[evening.event.pk]),
        reverse("standings", args=[evening.event.pk]) + "?agreed=1",
        reverse("call_outs", args=[evening.event.pk]),
    ]
    for number, step in enumerate(giving.steps):
        answers = "".join(unescape(markup(browser.get(page))) for page in public)
        to_come = {name for later in giving.steps[number:] for name in later["names"]}
        given = {name for before in giving.steps[:number] for name in before["names"]}
        assert [name for name in to_come - given if name in answers] == []
        reveal_prize(evening.event, seen=number, by=evening.director, now=evening.now)
        assert all(name in seen_on(browser) for name in step["names"])


def test_once_prizes_were_given_one_press_shows_the_standings_and_the_next_step_locks_the_evening(evening):
    evening.hand_in(1, by_lot)
    director, prizes = signed_in(evening, "director"), reverse("prizes", args=[evening.event.pk])
    assert "No screen shows this evening." in markup(director.get(prizes))
    browser = screen_showing(evening, "clock")
    assert "No screen shows this evening." not in markup(director.get(prizes))
    Screen.objects.update(as_set=[["clock", 10]])
    director.post(prizes, {"action": "begin", "places": 1})
    assert "Prize-giving" in seen_on(browser)
    director.post(prizes, {"action": "next", "seen": 0})
    answer = markup(director.post(prizes, {"action": "show", "seen": 1}, follow=True))
    assert answer.count("Everybody sees the standings now.") == 1
    assert (Event.objects.get().standings_shown, Screen.objects.get().turns[0][0]) == (True, "clock")
    assert not PrizeGiving.objects.exists()


def test_prizes_of_one_evening_leave_the_screens_of_another_as_they_are(evening):
    evening.hand_in(1, by_lot)
    screen_showing(evening, "clock")
    screen_showing(evening, "results")
    other = Event.objects.create(club=evening.event.club, name="In the bar", date=evening.event.date)
    Screen.objects.filter(pk=Screen.objects.latest("pk").pk).update(event=other)
    director, prizes = signed_in(evening, "director"), reverse("prizes", args=[evening.event.pk])
    director.post(prizes, {"action": "begin", "places": 1})
    assert [screen.turns[0][0] for screen in Screen.objects.order_by("pk")] == ["prizes", "results"]


def test_what_is_called_out_stands_over_one_screen_or_all_and_on_phones(evening):
    one, other = screen_showing(evening, "clock"), screen_showing(evening, "clock")
    director = signed_in(evening, "director")
    first = Screen.objects.order_by("pk")[0]
    press = reverse("screens_press", args=["call"])
    director.post(press, {"table": "7"})
    director.post(press, {"who": "Ann Ash", "screen": first.pk})
    assert ["Table 7: the director is looking for you" in seen_on(each) for each in (one, other)] == [True, True]
    assert ["Ann Ash, please come to the desk" in seen_on(each) for each in (one, other)] == [True, False]
    Event.objects.update(date=timezone.localdate())
    phone = markup(Client().get("/"))
    assert ("Table 7: the director" in phone, "Ann Ash" in phone) == (True, False)
    up = re.findall(r'name="call_out" value="(\d+)"', markup(director.get(reverse("screens"))))
    for pk in up:
        director.post(reverse("screens_press", args=["take-down"]), {"call_out": pk})
    assert (len(up), "look" in seen_on(one), director.post(press, {}).status_code) == (2, False, 422)


def wanted(evening: Evening) -> list[str]:
    evening.event.refresh_from_db()
    return [key for key, _seconds in pages_wanted_for(evening.event, timezone.now()).turns]


def test_by_itself_a_screen_shows_what_the_hall_needs(evening_of):
    evening = evening_of(8)
    assert (pages_wanted_for(None, timezone.now()).turns[0][0], wanted(evening)[0]) == ("welcome", "welcome")
    draw_first_hour(evening.event, seed=1, by=None, now=evening.now)
    assert wanted(evening)[0] == "welcome"
    evening.begin()
    assert wanted(evening) == ["names", "seating"]
    rounds = list(Round.objects.filter(stage__event=evening.event).order_by("number"))
    long_ago = timezone.now() - timedelta(hours=2)
    Round.objects.filter(pk=rounds[0].pk).update(started_at=timezone.now())
    assert wanted(evening) == ["clock"]
    Round.objects.filter(pk=rounds[0].pk).update(ended_at=timezone.now())
    assert wanted(evening) == ["clock"]
    Round.objects.filter(pk__in=[round.pk for round in rounds]).update(started_at=long_ago, ended_at=long_ago)
    assert wanted(evening)[:1] == ["clock"] and "standings" not in wanted(evening)
    show(evening)
    assert wanted(evening)[:3] == ["clock", "results", "standings"]
    lock_event(evening.event, by=evening.director, now=evening.now)
    assert wanted(evening) == ["thanks", "standings"]


def test_an_evening_that_is_being_set_up_takes_no_screen_from_the_one_that_is_played(evening):
    played, club = evening.event, evening.event.club
    later = create_event(club, name="Late cards", date=played.date, by=evening.director, now=evening.now)
    on = [event_for_screens(played.date)]
    enter_players(later, NAMES[:8], by=evening.director, now=evening.now)
    Evening(later, evening.director, evening.scorer).begin()
    on.append(event_for_screens(played.date))
    lock_event(later, by=evening.director, now=evening.now)
    on.append(event_for_screens(played.date))
    assert on == [played, later, played]


def test_a_screen_of_another_evening_is_listed_with_it_and_shows_what_is_called_out_on_it_alone(evening):
    browser = screen_showing(evening)
    Event.objects.update(date=timezone.localdate())
    club = evening.event.club
    later = create_event(club, name="Late cards", date=timezone.localdate(), by=None, now=evening.now)
    enter_players(later, NAMES[:8], by=evening.director, now=evening.now)
    Evening(later, evening.director, evening.scorer).begin()
    for round in Round.objects.filter(stage__event=later, number=1):
        start_round(round, by=evening.director, now=timezone.now())
    page = markup(signed_in(evening, "director").get(reverse("screens")))
    shown = re.findall(r'<p class="screen-shows">(.*?)</p>\s*<p>(.*?)</p>', page)
    assert shown == [
        ("Automatic: <b>Find my seat, Tables</b>", f"This screen shows {evening.event}, not this evening.")
    ]
    there = {"words": "Cars off the lawn", "screen": str(Screen.objects.get().pk)}
    signed_in(evening, "director").post(reverse("screens_press", args=["call"]), there)
    seen = ["Cars off the lawn" in seen_on(browser)]
    Event.objects.filter(pk=later.pk).update(date=timezone.localdate() - timedelta(days=7))
    seen.append("Cars off the lawn" in seen_on(browser))
    Event.objects.update(date=timezone.localdate())
    assert seen == [True, False]
    Screen.objects.update(event=None)
    page = markup(signed_in(evening, "director").get(reverse("screens")))
    assert re.findall(r'<p class="screen-shows">(.*?)</p>', page) == ["Automatic: <b>Clock</b>"]


def test_the_wall_says_of_each_table_who_plays_with_whom_where_there_are_partners(evening_of):
    evening = evening_of(9, format="trinidad-rounds", enters="players", plan=[["changing-partners", 3, 0]])
    out(evening, 1)
    told = seats_on_wall(evening.event)
    assert told is not None
    assert [table.lines for table in told.tables] == [
        tuple(side.name for side in match.sides.all()) for match in evening.matches(1)
    ]
    assert all(" and " in line for table in told.tables for line in table.lines)


def test_the_clock_goes_from_the_wall_two_minutes_after_the_bell_by_itself(evening):
    last = Round.objects.filter(stage__event=evening.event)
    now = timezone.now()
    last.update(started_at=now - timedelta(minutes=20), length=timedelta(minutes=20))
    bell = pages_wanted_for(evening.event, now + timedelta(seconds=5))
    assert (bell.turns[0][0], bell.until) == ("clock", now + timedelta(minutes=2))
    assert len(pages_wanted_for(evening.event, now + timedelta(minutes=3)).turns) > 1


def test_between_rounds_a_wall_says_in_its_corner_when_the_next_one_starts_if_that_is_known(rounds_of: Rounds):
    evening = rounds_of(4, plan=[["round-robin", 0]], starts_itself=True, change_seconds=300)
    first = out(evening, 1).rounds.get()
    wall, began = screen_showing(evening, "names"), timezone.now() - timedelta(minutes=5)
    said = [seen_on(wall)]
    start_round(first, by=None, now=began)
    rule_all(evening, 1)
    end_round(Round.objects.get(pk=first.pk), by=None, now=timezone.now())
    out(evening, 2)
    Event.objects.get().stages.filter(number=2).update(released_at=timezone.now())
    due = bells_of(Event.objects.get(), timezone.now())[0].due
    assert due is not None
    said.append(seen_on(wall))
    starts = f"starts at {timezone.localtime(due):%H:%M}"
    assert ["starts at" in said[0], starts in said[1]] == [False, True]


def test_a_bracket_tells_no_more_than_the_seats_until_the_standings_are_shown(rounds_of: Rounds):
    evening = rounds_of(4, plan=[["knock-out", 2]], enters="pairs")
    out(evening, 1)
    rule_all(evening, 1)
    browser = screen_showing(evening, "bracket")
    winners = [match.sides.all()[0].name.replace(" and ", " & ") for match in evening.matches(1)]
    assert [seen_on(browser).count(name) for name in winners] == [1, 1]
    show(evening)
    assert [seen_on(browser).count(name) for name in winners] == [2, 2]
    out(evening, 2)
    assert "Winner" not in seen_on(browser)
    rule_all(evening, 2)
    evening.event.refresh_from_db()
    assert "Winner" in seen_on(browser)
    show_standings(evening.event, False, by=evening.director, now=evening.now)
    assert "Winner" not in seen_on(browser)


def test_the_wall_has_third_place_under_the_final_and_then_the_plate(rounds_of: Rounds):
    evening = rounds_of(8, plan=[["knock-out-plate", 0]], enters="pairs")
    browser = screen_showing(evening, "bracket")
    show(evening)
    seen = []
    for number in (1, 2, 3):
        out(evening, number)
        rule_all(evening, number)
        words = seen_on(browser)
        seen.append(
            [word for word in ("Third place", "Plate, round 2", "Plate, final", "of the plate") if word in words]
        )
    assert seen == [
        ["Third place"],
        ["Third place", "Plate, round 2"],
        ["Third place", "Plate, round 2", "Plate, final", "of the plate"],
    ]


@pytest.mark.slow
def test_a_page_wants_as_many_queries_for_twenty_as_for_eight(evening_of):
    evening = evening_of(20).begun()
    evening.hand_in(1, by_lot)
    show(evening)
    browser = screen_showing(evening)
    counted: dict[str, list[int]] = {key: [] for key in SCREEN_PAGES}
    for _hall in ("all", "few"):
        for key in SCREEN_PAGES:
            Screen.objects.update(turns=[[key, 10]])
            SHARED.forget()
            with CaptureQueriesContext(connection) as asked:
                assert browser.get(reverse("screen")).status_code == 200
            counted[key].append(len(asked))
        evening.hour(1).tables.filter(number__gt=2).delete()
    assert [key for key, (for_all, for_few) in counted.items() if for_all != for_few or for_all > 24] == []


def test_every_page_can_be_shown_before_the_seats_are_out_and_without_an_evening(evening_of):
    evening = evening_of(8)
    browser = screen_showing(evening, *SCREEN_PAGES)
    assert browser.get(reverse("screen")).status_code == 200
    evening.event.delete()
    assert "No evening is running yet." in seen_on(browser)


def test_a_switch_that_has_no_effect_now_says_so_and_when_it_will(evening):
    screen_showing(evening, "seating")
    director, screen = signed_in(evening, "director"), Screen.objects.get()

    def said() -> str:
        page = markup(director.get(reverse("screens")))
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())

    words = "Play has started, so the screen shows the clock. It will show the tables when the next seats are shown."
    assert words not in said()
    evening.play_rounds(1, until=1)
    assert words in said()
    settings_page = markup(director.get(reverse("screen_settings", args=[screen.pk])))
    assert words in settings_page and "No prize has been revealed yet" in settings_page
    Screen.objects.update(turns=[["clock", 10], ["notice", 10]])
    assert words not in said()
    assert "Notice: The notice is empty, so the screen shows the club." in said()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    evening.end_rounds(1)
    evening.second()
    Screen.objects.update(turns=[["seating", 10]])
    assert "shows the clock" not in said()
    evening.play_rounds(2, until=1)
    assert "Play has started, so the screen shows the clock. There are no more seats to come tonight." in said()


@pytest.mark.slow
@pytest.mark.parametrize("key", sorted(SCREEN_PAGES))
def test_every_page_that_shows_nothing_of_its_own_before_the_seats_are_out_says_why(evening_of, key):
    evening = evening_of(8)
    screen_showing(evening, key)
    page = markup(signed_in(evening, "director").get(reverse("screens")))
    said = " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
    expected = {
        "seating": "The seats are not shown yet",
        "names": "The seats are not shown yet",
        "standings": "A screen is set to show the standings or results, but they are hidden",
        "results": "A screen is set to show the standings or results, but they are hidden",
        "bracket": "This evening has no knock-out",
        "prizes": "No prize has been revealed yet",
        "notice": "The notice is empty",
    }
    found = {words for words in expected.values() if words in said}
    assert found == ({expected[key]} if key in expected else set())


def test_the_director_is_told_which_names_a_screen_may_have_no_font_for(evening):
    page = reverse("screens")
    director = signed_in(evening, "director")
    told = "Look for these names on each screen: "
    assert told not in markup(director.get(page))
    for old, new in zip(NAMES[:6], ["Zoë Đặng", "李明", "דוד ª", "পূজা", "བསོད་ནམས", "ᏣᎳᎩ"], strict=True):
        Player.objects.filter(name=old).update(name=new)
    named = markup(director.get(page)).partition(told)[2].partition(".")[0].split(", ")
    assert sorted(named) == ["བསོད་ནམས (Tibetan)", "ᏣᎳᎩ (Cherokee)"]
    Team.objects.create(event=evening.event, name="ދިވެހި")
    window = StringIO()
    Command(stderr=window).tell_letters()
    said = "There is no font here for བསོད་ནམས (Tibetan), ᏣᎳᎩ (Cherokee), ދިވެހި (Thaana). Screens show boxes for"
    assert said in window.getvalue()
