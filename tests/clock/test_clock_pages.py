"""The clock's pages: who may press what, that a press counts once, and what a page hears when it asks again."""

import re
from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.markup import markup
from tournament.clock.queries.rounds import Bell, bells_of, version_of
from tournament.clock.services.rounds import end_round, pause_round, start_round
from tournament.event.services.events import lock_event
from tournament.models import LogEntry, Round, Stage

evening_of = evenings.evening_of
FORM = re.compile(r"<form class=\"presses\".*?</form>", re.DOTALL)


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(8).begun()


@pytest.fixture
def with_five(evening_of) -> Evening:
    evening = evening_of(9)
    evening.begin(prefer_five=True)
    return evening


def page_of(evening: Evening, name: str = "clock") -> str:
    return reverse(name, args=[evening.event.pk])


def bells(evening: Evening) -> list[Bell]:
    return bells_of(evening.event, timezone.now())


def phases(evening: Evening) -> list[tuple[int, str]]:
    return [(bell.round.number, bell.reading.phase) for bell in bells(evening)]


def buttons(page: str) -> list[str]:
    return [
        " ".join(word.split()) for form in FORM.findall(page) for word in re.findall(r"<button[^>]*>([^<]+)<", form)
    ]


def offered(director: Client, evening: Evening, action: str) -> dict[str, object]:
    """What the first form with this button would post."""
    page = markup(director.get(page_of(evening)))
    form = next(form for form in FORM.findall(page) if f'value="{action}"' in form)
    return {"action": action, "round": re.findall(r'name="round" value="([^"]+)"', form)}


def press(director: Client, evening: Evening, action: str) -> str:
    """Press the first button of that kind; the page that comes of it."""
    return markup(director.post(page_of(evening), offered(director, evening, action), follow=True))


def begun(evening: Evening, *, minutes: float) -> Round:
    """Round one, begun so long ago."""
    round = Round.objects.filter(stage__event=evening.event).first()
    start_round(round, by=None, now=timezone.now() - timedelta(minutes=minutes))
    return Round.objects.get(pk=round.pk)


def test_everybody_sees_the_clock_and_only_the_director_presses(evening):
    clients = [Client(), signed_in(evening, "scorer"), signed_in(evening, "director")]
    seen = {
        name: [client.get(page_of(evening, name)).status_code for client in clients]
        for name in ("clock", "clock_parts", "clock_screen")
    }
    assert seen == {"clock": [302, 403, 200], "clock_parts": [200, 200, 200], "clock_screen": [200, 200, 200]}
    start = {"action": "start", "round": bells(evening)[0].start_seen}
    assert [client.post(page_of(evening), start).status_code for client in clients[:2]] == [302, 403]
    assert phases(evening) == [(1, "waiting")]


@pytest.mark.parametrize("name", ["clock", "clock_parts", "clock_screen", "home"])
def test_no_clock_is_ever_kept_by_a_browser(evening, name):
    page = reverse("home") if name == "home" else page_of(evening, name)
    assert "no-store" in signed_in(evening, "director").get(page).headers["Cache-Control"]


def test_a_round_is_started_paused_resumed_extended_and_rung(evening):
    director = signed_in(evening, "director")
    seen = []
    for action in ("start", "pause", "resume", "extend", "end", "start"):
        page = press(director, evening, action)
        (bell,) = bells(evening)
        seen.append((bell.round.number, bell.reading.phase, bell.round.extra, buttons(page)))
    minute, running = timedelta(minutes=1), ["Pause clock", "Add 1 minute", "Ring bell now"]
    assert seen == [
        (1, "running", timedelta(0), running),
        (1, "paused", timedelta(0), ["Resume clock", "Add 1 minute", "Ring bell now"]),
        (1, "running", timedelta(0), running),
        (1, "running", minute, running),
        (1, "ended", minute, ["Start round 2", "Undo: end of round 1"]),
        (2, "running", timedelta(0), running),
    ]


def test_a_round_can_be_made_longer_before_it_starts(evening):
    press(signed_in(evening, "director"), evening, "extend")
    assert bells(evening)[0].reading.remaining == timedelta(minutes=21)


def test_at_the_bell_the_next_round_is_one_press_away_and_the_last_one_is_ended(evening):
    director = signed_in(evening, "director")
    begun(evening, minutes=21)
    assert buttons(markup(director.get(page_of(evening)))) == [*("Start round 2", "Add 1 minute", "End round")]
    for number in (2, 3):
        press(director, evening, "start")
        Round.objects.filter(number=number).update(started_at=timezone.now() - timedelta(minutes=21))
    page = markup(director.get(page_of(evening)))
    assert buttons(page) == ["Add 1 minute", "End round"]
    assert "Next: the score sheets" in page
    assert f'href="{reverse("sheets", args=[evening.event.pk])}">Key the score sheets' in page


@pytest.mark.parametrize("action", ["start", "extend", "pause", "end"])
def test_a_press_made_twice_counts_once_and_says_so(evening, action):
    director = signed_in(evening, "director")
    if action != "start":
        begun(evening, minutes=5)
    twice = offered(director, evening, action)
    director.post(page_of(evening), twice)
    after_one = list(Round.objects.values())
    page = markup(director.post(page_of(evening), twice, follow=True))
    assert list(Round.objects.values()) == after_one
    assert "This was already" in page
    assert LogEntry.objects.filter(action=f"{action}_round").count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("action", ["start", "extend"])
def test_two_devices_at_the_same_moment_start_one_round_and_give_one_minute(evening, action):
    if action == "extend":
        begun(evening, minutes=5)
    clients = [signed_in(evening, "director") for _ in range(4)]
    said = offered(clients[0], evening, action)
    together = Barrier(len(clients))
    answers = []

    def press_at_once(client: Client) -> None:
        together.wait()
        answers.append(client.post(page_of(evening), said).status_code)
        connections.close_all()

    threads = [Thread(target=press_at_once, args=[client]) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [302] * 4
    assert LogEntry.objects.filter(action=f"{action}_round").count() == 1
    assert Round.objects.exclude(started_at=None).count() == 1
    assert Round.objects.order_by("number")[0].extra == timedelta(minutes=int(action == "extend"))


def test_a_table_of_five_has_its_own_bell_and_all_tables_start_together(with_five):
    director = signed_in(with_five, "director")
    page = markup(director.get(page_of(with_five)))
    assert buttons(page)[0] == "Start all tables"
    assert [(bell.turns, bell.round.length) for bell in bells(with_five)] == [
        (3, timedelta(minutes=20)),
        (5, timedelta(minutes=12)),
    ]
    press(director, with_five, "start")
    assert phases(with_five) == [(1, "running"), (1, "running")]
    assert len({bell.round.started_at for bell in bells(with_five)}) == 1


def test_one_bell_rings_while_the_other_goes_on(with_five):
    director = signed_in(with_five, "director")
    press(director, with_five, "start")
    Round.objects.filter(number=1).update(started_at=timezone.now() - timedelta(minutes=13))
    assert phases(with_five) == [(1, "running"), (1, "bell")]
    press(director, with_five, "start")
    assert phases(with_five) == [(1, "running"), (2, "running")]


def test_what_cannot_be_done_any_more_is_said_over_the_clock_as_it_stands(evening):
    director = signed_in(evening, "director")
    round = begun(evening, minutes=5)
    late = offered(director, evening, "pause")
    Round.objects.filter(pk=round.pk).update(started_at=timezone.now() - timedelta(minutes=25))
    late["round"] = bells(evening)[0].mark
    page = markup(director.post(page_of(evening), late, follow=True))
    assert "The bell has rung, so there is no time to pause. Add extra time instead." in page
    assert phases(evening) == [(1, "bell")]


def test_a_round_ended_by_mistake_goes_on_where_it_was(evening):
    director = signed_in(evening, "director")
    end_round(begun(evening, minutes=5), by=None, now=timezone.now() - timedelta(minutes=2))
    press(director, evening, "reopen")
    (bell,) = bells(evening)
    assert (bell.reading.phase, round(bell.reading.remaining.total_seconds() / 60)) == ("running", 17)


def test_a_round_stays_ended_once_the_next_one_is_on(evening):
    director = signed_in(evening, "director")
    end_round(begun(evening, minutes=5), by=None, now=timezone.now())
    late = offered(director, evening, "reopen")
    press(director, evening, "start")
    page = markup(director.post(page_of(evening), late, follow=True))
    assert "so this round stays ended" in page
    assert phases(evening) == [(2, "running")]


def test_a_clock_goes_on_while_nobody_serves_it(evening):
    begun(evening, minutes=18.5)
    page = markup(Client().get(page_of(evening, "clock_screen")))
    assert re.findall(r'role="timer">([^<]+)<', page) == ["1:30"]
    assert "Nearly time" in page and "Less than 2:00 left" in page
    assert '<noscript><meta http-equiv="refresh" content="10"></noscript>' in page


def test_the_bell_rule_of_the_evening_is_on_every_clock(evening):
    evening.event.bell_rule = "stop_dead"
    evening.event.save()
    director = signed_in(evening, "director")
    for name in ("clock", "clock_parts", "clock_screen"):
        assert "At the bell, stop at once" in markup(director.get(page_of(evening, name)))


def test_before_the_seats_are_out_there_is_no_clock_and_no_draft(evening_of):
    evening = evening_of(8)
    evening.begin()
    Stage.objects.update(released_at=None)
    pages = [markup(Client().get(page_of(evening, name))) for name in ("clock_screen", "clock_parts")]
    assert [("The seats are not shown yet" in page, "data-clock" in page) for page in pages] == [(True, False)] * 2
    assert "A round lasts 20 minutes." in markup(signed_in(evening, "director").get(page_of(evening)))


def test_a_locked_evening_offers_no_button_and_a_late_press_is_told(evening):
    director = signed_in(evening, "director")
    begun(evening, minutes=5)
    late = offered(director, evening, "extend")
    lock_event(evening.event, by=None, now=timezone.now())
    assert buttons(markup(director.get(page_of(evening)))) == []
    page = markup(director.post(page_of(evening), late, follow=True))
    assert "The evening is locked." in page
    assert Round.objects.filter(extra__gt=timedelta(0)).count() == 0


def test_the_clock_of_a_locked_evening_is_gone_and_the_hall_is_told_that_it_is_over(evening):
    begun(evening, minutes=5)
    lock_event(evening.event, by=None, now=timezone.now())
    pages = [markup(Client().get(page_of(evening, name))) for name in ("clock_screen", "clock_parts")]
    pages.append(markup(signed_in(evening, "director").get(page_of(evening))))
    assert [("This evening is over." in page, "data-clock" in page) for page in pages] == [(True, False)] * 3


@pytest.mark.parametrize("said", [{}, {"action": "smash", "round": "1-a"}, {"action": "start", "round": "999-a"}])
def test_a_press_that_no_page_offers_is_not_found(evening, said):
    assert signed_in(evening, "director").post(page_of(evening), said).status_code == 404


def test_a_press_on_another_evenings_round_is_not_found(evening):
    foreign = Round.objects.first()
    Round.objects.filter(pk=foreign.pk).update(stage=_stage_of_another_evening(evening))
    said = {"action": "start", "round": f"{foreign.pk}-x"}
    assert signed_in(evening, "director").post(page_of(evening), said).status_code == 404


def _stage_of_another_evening(evening: Evening) -> Stage:
    event = evening.event.__class__.objects.create(club=evening.event.club, name="Other", date=evening.event.date)
    return Stage.objects.create(event=event, number=1, drawn_at=timezone.now())


def test_who_asks_again_hears_the_time_alone_until_something_changes(evening):
    begun(evening, minutes=5)
    parts = page_of(evening, "clock_parts")
    first = Client().get(parts)
    known = {"If-None-Match": first.headers["ETag"]}
    again = Client().get(parts, headers=known)
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert again.headers["Hall-Now"] > first.headers["Hall-Now"]
    assert "no-store" in again.headers["Cache-Control"]
    pause_round(Round.objects.get(pk=bells(evening)[0].round.pk), by=None, now=timezone.now())
    assert Client().get(parts, headers=known).status_code == 200


def test_the_seconds_going_by_are_no_news_and_the_bell_is(evening):
    started = begun(evening, minutes=0).started_at
    versions = [
        version_of(evening.event, bells_of(evening.event, started + timedelta(minutes=minutes)))
        for minutes in (0, 17, 18, 19, 20, 40)
    ]
    on, rung = versions[0], versions[-1]
    assert versions == [on, on, on, on, rung, rung]
    assert on != rung


@pytest.mark.slow
@pytest.mark.parametrize("players", [8, 40])
def test_a_clock_asks_as_often_for_forty_players_as_for_eight(
    evening_of: Callable[[int], Evening], players, django_assert_num_queries
):
    evening = evening_of(players)
    evening.begin()
    director = signed_in(evening, "director")
    for client, name, queries in ((Client(), "clock_parts", 2), (Client(), "clock_screen", 2), (director, "clock", 4)):
        with django_assert_num_queries(queries):
            client.get(page_of(evening, name))
