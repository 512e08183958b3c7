"""The evening at a glance: every table by what it is doing, one press for the next step, and the way back."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import evenings, round_evenings
from tests.conftest import signed_in
from tests.evenings import Evening, by_lot
from tests.round_evenings import out, rule_all
from tournament.clock.queries.rounds import bells_of
from tournament.clock.services.hall_clock import give_table_time
from tournament.clock.services.rounds import end_round, pause_round, resume_round, start_round
from tournament.desk.queries.tables_now import TableNow
from tournament.door.services.teams import team_up
from tournament.event.services.codes_and_calls import call_director
from tournament.models import Event, LogEntry, Match, Round, State
from tournament.results.services.decisions import agree_table, make_ruling
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.results.services.slips import SlipLine, enter_slip
from tournament.standings.queries.shared_standings import shared_standings

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
PART = {"HX-Request": "true"}


def page(evening: Evening, path: str = "") -> str:
    answer = signed_in(evening, "director").get(f"/e/{evening.event.pk}/{path}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def room(evening: Evening) -> dict[int, TableNow]:
    answer = signed_in(evening, "director").get(f"/e/{evening.event.pk}/now/")
    return {table.number: table for table in answer.context["room"].tables}


def press(evening: Evening) -> tuple[str, str]:
    """The one button, with what it says and what the page says then."""
    desk = signed_in(evening, "director")
    step = desk.get(f"/e/{evening.event.pk}/").context["step"]
    data: dict[str, list[str]] = {}
    for name, value in step.posts:
        data.setdefault(name, []).append(value)
    answer = desk.post(f"/e/{evening.event.pk}/{step.route}/", data, follow=True)
    return step.label, " ".join(str(message) for message in answer.context["messages"])


def take_back(evening: Evening, action: str = "") -> str:
    """The step that the page offers to undo, or the last one with this action, offered or not."""
    desk = signed_in(evening, "director")
    last = desk.get(f"/e/{evening.event.pk}/").context["undoable"]
    log = LogEntry.objects.filter(action=action).latest("pk").pk if action else last.log
    data = {"action": "take_back", "log": log}
    answer = desk.post(f"/e/{evening.event.pk}/step/", data, follow=True)
    return " ".join(str(message) for message in answer.context["messages"])


@pytest.fixture
def pairs(rounds_of) -> Evening:
    """Eight pairs, the seats of round one out."""
    evening: Evening = rounds_of(8, plan=[["round-robin", 0]], enters="pairs")
    out(evening, 1)
    return evening


def begin(evening: Evening, minutes_ago: int = 0) -> None:
    for round in Round.objects.filter(stage__event=evening.event, started_at=None):
        start_round(round, by=evening.director, now=timezone.now() - timedelta(minutes=minutes_ago))


def test_every_table_says_in_a_word_what_it_is_doing_and_leads_to_its_match(pairs):
    assert {number: table.state for number, table in room(pairs).items()} == dict.fromkeys((1, 2, 3, 4), "waiting")
    begin(pairs, minutes_ago=20)
    first, second, third, _fourth = pairs.matches(1)
    make_ruling(first, points=(14, 9), games=(1, 0), reason="So.", by=pairs.director, now=pairs.now)
    Match.objects.filter(pk=second.pk).update(state=State.DISPUTED)
    call_director(pairs.event, table_number=3, match=third, now=timezone.now() - timedelta(minutes=4))
    told = room(pairs)
    assert [(table.state, table.minutes, table.calls) for table in told.values()] == [
        ("agreed", None, False),
        ("disputed", None, False),
        ("playing", 20, True),
        ("playing", 20, False),
    ]
    shown = page(pairs)
    assert re.findall(r'id="at-(\d)" href="([^"]+)"', shown) == [
        (str(match.table.number), f"/e/{pairs.event.pk}/match/{match.pk}/") for match in pairs.matches(1)
    ]
    assert ("Table 3 is calling" in shown, "4 min" in shown, "1 result of round 1 is disputed:" in shown) == (True,) * 3
    assert "no news for 20 min" in shown


def test_who_has_not_reported_is_named_with_the_minutes_since_the_bell(pairs):
    begin(pairs, minutes_ago=60)
    end_round(Round.objects.get(), by=pairs.director, now=timezone.now() - timedelta(minutes=8))
    rest = pairs.matches(1)[1:]
    for match in rest:
        make_ruling(match, points=(14, 9), games=(1, 0), reason="So.", by=pairs.director, now=pairs.now)
    assert [(table.state, table.minutes) for table in room(pairs).values()] == [("missing", 8)] + [("agreed", None)] * 3
    shown = page(pairs)
    assert pairs.matches(1)[0].name in shown.partition("No news from")[2]
    assert "no result, 8 min after the bell" in shown


def test_a_table_of_several_matches_counts_those_that_have_come_and_leads_to_its_board(evening_of):
    evening = evening_of(8).playing()
    match = evening.matches(1)[0]
    for entry, points in zip([side.entries[0] for side in match.sides.all()], ((7, 5), (5, 7)), strict=True):
        enter_sheet(entry, [SheetEntry(match.pk, *points)], by=None, now=evening.now)
    table = room(evening)[match.table.number]
    assert (table.state, table.with_result, table.of, table.match) == ("playing", 1, 6, None)
    assert f'href="/e/{evening.event.pk}/results/?hour=1#table-{match.table.number}"' in page(evening)


def test_a_table_with_time_of_its_own_plays_on_after_the_halls_bell_until_that_is_up(evening_of):
    evening = evening_of(8).begun()
    started = timezone.now() - timedelta(minutes=21)
    first = Round.objects.order_by("number")[0]
    start_round(first, by=evening.director, now=started)
    give_table_time(evening.event, 2, timedelta(minutes=3), by=evening.director, now=started)
    states = [[table.state for table in room(evening).values()]]
    Round.objects.filter(pk=first.pk).update(started_at=started - timedelta(minutes=3))
    states.append([table.state for table in room(evening).values()])
    assert states == [["waiting", "playing"], ["waiting", "waiting"]]


def test_one_press_starts_the_round_and_another_takes_it_back(pairs):
    said = [press(pairs), Round.objects.get().started_at is not None]
    assert "Undo: start of round 1" in page(pairs)
    said += [take_back(pairs), Round.objects.get().started_at, press(pairs)[0]]
    assert said == [("Start round 1", ""), True, "Undone: start of round 1.", None, "Start round 1"]


def test_a_start_pressed_twice_is_done_once_and_says_so(pairs):
    desk = signed_in(pairs, "director")
    step = desk.get(f"/e/{pairs.event.pk}/").context["step"]
    for _again in range(2):
        answer = desk.post(f"/e/{pairs.event.pk}/step/", dict(step.posts), follow=True)
    assert [str(message) for message in answer.context["messages"]] == [
        "This was already done, here or on another device. The page is up to date now."
    ]


def test_taking_a_start_back_lets_the_round_before_go_on(evening_of):
    evening = evening_of(4).begun()
    first, second, _third = Round.objects.order_by("number")
    start_round(first, by=evening.director, now=timezone.now() - timedelta(minutes=20))
    start_round(second, by=evening.director, now=timezone.now())
    assert take_back(evening) == "Undone: start of round 2."
    rounds = Round.objects.order_by("number")
    assert [(round.started_at is not None, round.ended_at) for round in rounds] == [(True, None), *[(False, None)] * 2]


def test_a_round_that_begins_by_itself_and_was_taken_back_is_held(pairs):
    Event.objects.update(starts_itself=True)
    press(pairs)
    assert take_back(pairs) == "Undone: start of round 1."
    assert Event.objects.get().held_at is not None


def test_a_bell_rung_by_mistake_is_taken_back_and_the_round_goes_on(pairs):
    press(pairs)
    end_round(Round.objects.get(), by=pairs.director, now=timezone.now())
    assert "Undo: end of round 1" in page(pairs)
    assert (take_back(pairs), Round.objects.get().ended_at) == ("Undone: end of round 1.", None)
    assert take_back(pairs) == "Undone: start of round 1."


def test_an_end_after_which_the_next_round_has_begun_stays(evening_of):
    evening = evening_of(4).begun()
    first, second, _third = Round.objects.order_by("number")
    start_round(first, by=evening.director, now=timezone.now() - timedelta(minutes=20))
    end_round(first, by=evening.director, now=timezone.now())
    desk = signed_in(evening, "director")
    last = desk.get(f"/e/{evening.event.pk}/").context["undoable"]
    start_round(second, by=evening.director, now=timezone.now())
    answer = desk.post(f"/e/{evening.event.pk}/step/", {"action": "take_back", "log": last.log}, follow=True)
    assert [str(message) for message in answer.context["messages"]] == [
        "Something has happened since, so this can no longer be undone."
    ]


def test_a_round_that_began_by_itself_is_taken_back_in_one_press_and_then_waits(evening_of):
    evening = evening_of(4).begun()
    first, second, _third = Round.objects.order_by("number")
    start_round(first, by=evening.director, now=timezone.now() - timedelta(minutes=20))
    Event.objects.update(starts_itself=True)
    start_round(second, by=None, now=timezone.now(), by_itself=True)
    assert take_back(evening) == "Undone: start of round 2."
    rounds = Round.objects.order_by("number")
    assert [(round.started_at is not None, round.ended_at) for round in rounds] == [(True, None), *[(False, None)] * 2]
    assert Event.objects.get().held_at is not None


def test_the_next_step_says_when_a_round_begins_by_itself_and_what_to_print_before_the_first(evening_of):
    evening = evening_of(4).begun()
    Event.objects.update(starts_itself=True)
    first = page(evening).partition("next-step")[2]
    assert "starts by itself" not in first
    assert first.index("Print score sheets and seating") < first.index("Start round 1")
    start_round(Round.objects.get(number=1), by=evening.director, now=timezone.now() - timedelta(minutes=20))
    due = timezone.localtime(bells_of(Event.objects.get(), timezone.now())[0].due)
    assert f"Round 2 starts by itself at {due:%H:%M}." in page(evening)


def test_a_round_in_which_something_was_recorded_stays_started(pairs):
    press(pairs)
    match = pairs.matches(1)[0]
    enter_sheet(match.sides.all()[0].entries[0], [SheetEntry(match.pk, 14, 9, games=1)], by=None, now=pairs.now)
    assert take_back(pairs, "start_round") == "Something has happened since, so this can no longer be undone."
    assert Round.objects.get().started_at is not None


def test_what_is_left_is_agreed_in_one_press_as_it_was_counted_and_taken_back_in_another(pairs):
    begin(pairs)
    rule_all(pairs, 1)
    Match.objects.exclude(table__number=1).update(state=State.ENTERED)
    said = press(pairs)
    states = [match.state for match in pairs.matches(1)]
    assert (said[0], states) == ("Agree 3 remaining results", ["ruled", "agreed", "agreed", "agreed"])
    assert "Undo: 3 results agreed" in page(pairs)
    assert take_back(pairs) == "Undone: 3 results agreed."
    assert [match.state for match in pairs.matches(1)] == ["ruled", "entered", "entered", "entered"]


def test_results_that_came_after_the_button_was_made_are_not_agreed_by_it(pairs):
    begin(pairs)
    rule_all(pairs, 1)
    Match.objects.filter(table__number=2).update(state=State.ENTERED)
    desk = signed_in(pairs, "director")
    step = desk.get(f"/e/{pairs.event.pk}/").context["step"]
    Match.objects.filter(table__number=3).update(state=State.ENTERED)
    desk.post(f"/e/{pairs.event.pk}/step/", dict(step.posts))
    assert [match.state for match in pairs.matches(1)] == ["ruled", "agreed", "entered", "ruled"]


def test_an_agreement_by_which_somebody_is_seated_stays(pairs):
    begin(pairs)
    rule_all(pairs, 1)
    Match.objects.filter(table__number=2).update(state=State.ENTERED)
    agree_table(Match.objects.get(table__number=2).table, by=pairs.director, now=timezone.now())
    out(pairs, 2)
    assert take_back(pairs, "agree") == "Something has happened since, so this can no longer be undone."


def test_only_the_director_presses_and_an_unknown_press_is_not_there(pairs):
    at = f"/e/{pairs.event.pk}/step/"
    answers = [client.post(at, {"action": "start"}).status_code for client in (Client(), signed_in(pairs))]
    director = signed_in(pairs, "director")
    answers += [director.post(at, {"action": "dance"}).status_code, director.get(at).status_code]
    assert answers == [302, 403, 404, 405]


def test_the_page_is_sent_again_only_when_it_would_read_otherwise(pairs):
    """Or once a minute: two of them do not go by in between."""
    desk, at = signed_in(pairs, "director"), f"/e/{pairs.event.pk}/now/"

    def asked_again() -> int:
        known = f'"{desk.get(at, headers=PART).context["summary_version"]}"'
        status = desk.get(at, headers=PART | {"If-None-Match": known}).status_code
        call_director(pairs.event, table_number=3, match=None, now=timezone.now())
        return status if desk.get(at, headers=PART | {"If-None-Match": known}).status_code == 200 else 0

    assert 304 in (asked_again(), asked_again())


@pytest.mark.parametrize("players", [4, 40])
def test_ten_tables_ask_as_little_as_one(evening_of, players):
    evening = evening_of(players).playing()
    desk = signed_in(evening, "director")
    asked = []
    for path in ("", "now/"):
        with CaptureQueriesContext(connection) as queries:
            desk.get(f"/e/{evening.event.pk}/{path}")
        asked.append(len(queries))
    assert asked == [16, 10]  # the part is of the same revision


def test_a_call_answered_by_mistake_waits_again_since_the_table_called(pairs):
    begin(pairs)
    called = timezone.now() - timedelta(minutes=3)
    first, second = (call_director(pairs.event, table_number=table, now=called) for table in (2, 3))
    desk, now = signed_in(pairs, "director"), f"/e/{pairs.event.pk}/now/"

    def back() -> str:
        log = LogEntry.objects.filter(action="answer_call").latest("pk").pk
        data = {"action": "take_back", "log": log}
        return " ".join(map(str, desk.post(f"/e/{pairs.event.pk}/step/", data, follow=True).context["messages"]))

    for call in (first, second):
        desk.post(f"/e/{pairs.event.pk}/calls/{call.pk}/")
    assert [step.name for step in desk.get(f"/e/{pairs.event.pk}/undo/").context["steps"]] == [
        *("answer to table 3", "answer to table 2", "start of round 1"),
    ]
    assert back() == "Undone: answer to table 3."
    assert [(each.table, each.minutes) for each in desk.get(now).context["waiting"]] == [(3, 3)]
    assert back() == "Something has happened since, so this can no longer be undone."
    assert "Undid the answer to the call: table 3" in page(pairs, "log/")
    desk.post(f"/e/{pairs.event.pk}/calls/{second.pk}/")
    anew = call_director(pairs.event, table_number=3, now=timezone.now())
    assert back() == "Undone: answer to table 3."
    assert [each.call for each in desk.get(now).context["waiting"]] == [anew]


def test_who_leads_is_shown_once_a_result_is_in_and_ranked_once_for_all_who_look(evening_of):
    evening = evening_of(8).begun()
    assert 'id="leading"' not in page(evening)
    evening.hand_in(1, by_lot)
    assert 'id="leading"' in page(evening) and 'id="leading"' in page(evening, "now/")
    first = shared_standings(Event.objects.get(pk=evening.event.pk)).lines[:3]
    desk = signed_in(evening, "director")
    with CaptureQueriesContext(connection) as queries:
        told = desk.get(f"/e/{evening.event.pk}/leaders/").content.decode()
    assert [line.name in told for line in first] == [True] * 3
    assert len(queries) == 3  # who asks, and the evening


def test_the_score_of_the_one_team_match_leads_while_its_tables_still_play(rounds_of):
    settings = {"pairs_a_team": 3, "length_kind": "decided", "length_number": 22}
    evening = rounds_of(0, plan=[["one-match", 1, 0]], enters="teams", **settings)
    for name, players in (("Arima", evenings.NAMES[:6]), ("Belmont", evenings.NAMES[6:12])):
        team_up(evening.event, players, name=name, by=evening.director, now=evening.now)
    out(evening, 1)
    desk = signed_in(evening, "director")
    address = f"/e/{evening.event.pk}/leaders/"
    assert "Level" not in desk.get(address).content.decode()
    enter_slip(evening.matches(1)[0], [SlipLine(games=9), SlipLine(games=4)], by=evening.scorer, now=evening.now)
    assert "lead 9–4" in desk.get(address).content.decode()


def test_while_a_round_runs_there_is_no_step_to_press_until_the_bell_and_a_paused_clock_is_one(evening_of):
    evening = evening_of(8)
    evening.begin()
    first = Round.objects.get(number=1)
    start_round(first, by=evening.director, now=timezone.now())
    running = page(evening)
    assert '<p class="step-waits">Nothing to do until the bell.</p>' in running
    assert 'primary" href="/e/' not in running
    Match.objects.filter(pk=evening.matches(1)[0].pk).update(state=State.DISPUTED)
    Event.objects.update(revision=F("revision") + 1)
    disputed = page(evening).partition("Next step")[2]
    assert ("step-waits" in disputed, "Rule on 1 dispute" in disputed, "Open the clock" in disputed) == (
        False,
        True,
        True,
    )
    Match.objects.update(state=State.WAITING)
    Event.objects.update(revision=F("revision") + 1)
    pause_round(first, by=evening.director, now=timezone.now())
    assert "step-waits" not in page(evening)
    resume_round(first, by=evening.director, now=timezone.now())
    end_round(first, by=evening.director, now=timezone.now())
    assert "Start round 2" in page(evening).partition("Next step")[2]
