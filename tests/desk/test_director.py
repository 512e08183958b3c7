"""The director's pages: evenings, settings, the evening at a glance, and its end."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.conftest import NAMES, NOW, names_on
from tests.evenings import by_lot
from tests.markup import markup
from tournament.clock.services.rounds import end_round, start_round
from tournament.door.services.entries import enter_players
from tournament.draw.queries.draws import second_hour_of
from tournament.draw.services.draws import draw_first_hour, release_draw
from tournament.event.services.events import create_event, lock_event
from tournament.matches.queries.matches import players_of
from tournament.models import Event, LogEntry, Match, Round, Stage, State
from tournament.results.services.decisions import agree_table, make_ruling
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.standings.services import record_cuts


def play(event: Event) -> None:
    """Hour one is seated and round one has begun."""
    release_draw(draw_first_hour(event, seed=1674, by=None, now=NOW), by=None, now=NOW)
    for round in Round.objects.filter(stage__event=event, number=1):
        start_round(round, by=None, now=NOW)


@pytest.mark.parametrize("path", ["/events/", "/events/new/", "/e/{}/settings/", "/e/{}/", "/e/{}/lock/", "/e/{}/log/"])
def test_the_pages_of_the_director_are_closed_to_others(
    client: Client, as_scorer: Client, as_director: Client, evening: Event, path: str
) -> None:
    at = path.format(evening.pk)
    assert [each.get(at).status_code for each in (client, as_scorer, as_director)] == [302, 403, 200]


def test_the_list_of_evenings_asks_as_often_for_thirty_as_for_one(
    as_director: Client, evening: Event, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    with django_assert_num_queries(5):
        as_director.get("/events/")
    enter_players(evening, NAMES, by=None, now=NOW)
    for number in range(29):
        create_event(evening.club, name=f"{number}", date=evening.date + timedelta(number), by=None, now=NOW)
    with django_assert_num_queries(5):
        as_director.get("/events/")


def words_of_step(client: Client, event: Event) -> str | None:
    step = client.get(f"/e/{event.pk}/").context["step"]
    return step.label if step else None


def rounds(event: Event, hour: int, *, started: int = 3, ended: int = 3) -> None:
    for round in Round.objects.filter(stage__event=event, stage__number=hour):
        if round.number <= started and not round.started_at:
            start_round(round, by=None, now=NOW)
    for round in Round.objects.filter(stage__event=event, stage__number=hour, number__lte=ended, ended_at=None):
        end_round(round, by=None, now=NOW)


def release(client: Client, event: Event, hour: int) -> None:
    at = f"/e/{event.pk}/draw/{hour}/"
    client.post(at, {"action": "release", "seen": client.get(at).context["mark"]})


def all_sheets(event: Event, hour: int) -> None:
    for match in Match.objects.filter(table__stage__event=event, table__stage__number=hour, state=State.WAITING):
        won = by_lot(match)
        enter_sheet(players_of(match)[0], [SheetEntry(match.pk, *won)], by=None, now=NOW)
        enter_sheet(players_of(match)[1], [SheetEntry(match.pk, *won[::-1])], by=None, now=NOW)


def test_one_button_leads_through_the_whole_evening(as_director: Client, evening: Event) -> None:
    event, pk = evening, evening.pk
    steps = [words_of_step(as_director, event)]

    def then() -> None:
        steps.append(words_of_step(as_director, event))

    enter_players(event, NAMES[:8], by=None, now=NOW)
    then()
    as_director.post(f"/e/{pk}/draw/1/", {"action": "draw"})
    then()
    release(as_director, event, 1)
    then()
    rounds(event, 1, started=1, ended=1)
    then()
    rounds(event, 1)
    then()
    first, second = Match.objects.order_by("pk")[:2]
    enter_sheet(players_of(first)[0], [SheetEntry(first.pk, 14, 9)], by=None, now=NOW)
    enter_sheet(players_of(first)[1], [SheetEntry(first.pk, 9, 12)], by=None, now=NOW)
    for entry, won in ((players_of(second)[0], 7), (players_of(second)[1], 6)):
        enter_sheet(entry, [SheetEntry(second.pk, won)], by=None, now=NOW)
    all_sheets(event, 1)
    then()
    assert f'id="do-step" href="/e/{pk}/results/{first.pk}/ruling/"' in markup(as_director.get(f"/e/{pk}/"))
    make_ruling(first, points=(13, 9), reason="Added again", by=None, now=NOW)
    then()
    agree_table(second.table, by=None, now=NOW)
    then()
    stage = Stage.objects.get()
    for tie in second_hour_of(event).ties:
        record_cuts(stage, {each.record.entry: [r] for each, r in zip(tie, "32AKQJT9", strict=False)}, by=None, now=NOW)
    as_director.post(f"/e/{pk}/draw/2/", {"action": "draw"})
    then()
    release(as_director, event, 2)
    then()
    rounds(event, 2)
    all_sheets(event, 2)
    then()
    as_director.post(f"/e/{pk}/show/", {"shown": "yes"})
    then()
    as_director.post(f"/e/{pk}/lock/")
    then()
    assert steps == [
        "Take names at the door",
        "Draw the first hour",
        "Review the draw of hour 1 and show the seats",
        "Start round 1",
        "Start round 2",
        "Key in 8 sheets of hour 1",
        "Rule on 1 dispute",
        "Agree 1 remaining result",
        "Draw the second hour",
        "Review the draw of hour 2 and show the seats",
        "Start round 1",
        "Prize-giving",
        "Lock the evening",
        None,
    ]


@pytest.mark.parametrize(("people", "words"), [(4, "<dt>table</dt>"), (8, "<dt>tables</dt>")])
def test_one_table_is_counted_in_the_singular(as_director: Client, evening: Event, people: int, words: str) -> None:
    enter_players(evening, NAMES[:people], by=None, now=NOW)
    as_director.post(f"/e/{evening.pk}/draw/1/", {"action": "draw"})
    release(as_director, evening, 1)
    assert words in markup(as_director.get(f"/e/{evening.pk}/"))


def test_the_step_that_draws_or_starts_is_a_form_and_the_others_lead_there(as_director: Client, seven: Event) -> None:
    page = markup(as_director.get(f"/e/{seven.pk}/"))
    assert page.count('class="button primary"') == 1
    assert f'<form method="post" action="/e/{seven.pk}/draw/1/">' in page
    play(seven)
    page = markup(as_director.get(f"/e/{seven.pk}/"))
    assert page.count('class="button primary"') == 1
    assert f'<form method="post" action="/e/{seven.pk}/step/">' in page
    rounds(seven, 1)
    page = markup(as_director.get(f"/e/{seven.pk}/"))
    assert page.count('class="button primary"') == 1
    assert f'<a class="button primary" id="do-step" href="/e/{seven.pk}/sheets/1/' in page


@pytest.mark.parametrize(
    ("page", "by_way_of"),
    [
        *((page, "") for page in ("door", "draw", "clock", "sheets", "results", "seats", "standings", "paper")),
        *(("draw/1", "draw/2/"), ("draw/2", "draw/1/"), ("screen/clock", "clock/")),
    ],
)
def test_the_evening_leads_to_its_every_page(as_director: Client, seven: Event, page: str, by_way_of: str) -> None:
    play(seven)
    shown = markup(as_director.get(f"/e/{seven.pk}/{by_way_of}"))
    assert f'href="/e/{seven.pk}/{page}/"' in shown


def test_the_lower_half_of_tonight_has_at_most_ten_links_and_only_backups_are_behind_more_too(
    as_director: Client, seven: Event
) -> None:
    play(seven)
    page = as_director.get(f"/e/{seven.pk}/").content.decode()
    menu = set(re.findall(r'href="([^"]+)"', page.partition("<nav")[2].partition("</nav>")[0]))
    below = page.partition('aria-labelledby="pages"')[2].partition("</nav>")[0]
    links = re.findall(r'href="([^"]+)"', below)
    assert len(links) + below.count("<button") <= 10
    assert menu.intersection(links) == {reverse("backups")}
    assert reverse("raffle", args=[seven.pk]) in menu


def test_disputes_and_people_without_a_seat_are_said_at_a_glance(as_director: Client, seven: Event) -> None:
    play(seven)
    match = Match.objects.order_by("pk")[0]
    enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 14, 9)], by=None, now=NOW)
    enter_sheet(players_of(match)[1], [SheetEntry(match.pk, 9, 12)], by=None, now=NOW)
    enter_players(seven, ["Zoe"], by=None, now=NOW)
    page = " ".join(markup(as_director.get(f"/e/{seven.pk}/")).split())
    assert "1 result of hour 1 is disputed:" in page
    assert f'<a href="/e/{seven.pk}/results/{match.pk}/ruling/">{match.name}</a>' in page
    assert "1 player is here without a seat: Zoe." in page


def test_locking_says_what_is_still_open_and_shows_the_standings(as_director: Client, seven: Event) -> None:
    play(seven)
    page = markup(as_director.get(f"/e/{seven.pk}/lock/"))
    assert "Hour 2 has not been played." in page
    assert "Hour 1: 9 matches without a result; they count nothing." in page
    assert as_director.post(f"/e/{seven.pk}/lock/").status_code == 302
    event = Event.objects.get()
    assert (event.locked_at is not None, event.standings_shown) == (True, True)


def test_locking_and_opening_pressed_twice_are_done_once_and_never_the_other_way_round(
    as_director: Client, seven: Event
) -> None:
    pressed = [{}, {}, {"reason": "A sheet was found"}, {"reason": "Another sheet"}]
    locked = []
    for data in pressed:
        assert as_director.post(f"/e/{seven.pk}/lock/", data).status_code == 302
        locked.append(Event.objects.get().locked_at is not None)
    assert locked == [True, True, False, False]
    said = LogEntry.objects.filter(action__in=["lock_event", "reopen_event"]).order_by("pk")
    assert list(said.values_list("action", "reason")) == [("lock_event", ""), ("reopen_event", "A sheet was found")]


def test_a_locked_evening_is_opened_again_only_with_a_reason(as_director: Client, seven: Event) -> None:
    lock_event(seven, by=None, now=NOW)
    answer = as_director.post(f"/e/{seven.pk}/lock/", {"reason": "  "})
    assert (answer.status_code, answer.context["form"].errors) == (
        422,
        {"reason": ["Give your reason for unlocking the evening."]},
    )
    assert as_director.post(f"/e/{seven.pk}/lock/", {"reason": "A sheet was found"}).status_code == 302
    assert Event.objects.get().locked_at is None
    log = markup(as_director.get(f"/e/{seven.pk}/log/"))
    assert "Unlocked the evening" in log
    assert "<q>A sheet was found</q>" in log


def test_tonight_and_the_directors_clock_speak_to_the_director_and_not_to_players(
    as_director: Client, seven: Event
) -> None:
    parts = reverse("clock_parts", args=[seven.pk])

    def said() -> list[tuple[bool, bool]]:
        pages = [reverse("event", args=[seven.pk]), f"{parts}?director=1", reverse("clock", args=[seven.pk]), parts]
        shown = [as_director.get(page).content.decode() for page in pages]
        to_players = ("as soon as the director shows them", "Find your seats", "hand in your score sheet")
        to_director = ("not shown yet.", "finding their seats", "Next: the score sheets")
        return [tuple(any(words in page for words in of) for of in (to_players, to_director)) for page in shown]

    before = said()
    draw_first_hour(seven, seed=1, by=None, now=NOW)
    release_draw(Stage.objects.get(), by=None, now=NOW)
    waiting = said()
    rounds(seven, 1)
    assert before[0] == before[1] == (False, True)
    assert [found[:3] for found in (waiting, said())] == [[(False, True)] * 3] * 2
    assert [found[3][0] for found in (before, waiting, said())] == [True] * 3


def test_the_standings_are_shown_and_hidden_again(client: Client, as_director: Client, seven: Event) -> None:
    play(seven)
    shown = []
    for press in ("yes", "no"):
        as_director.post(f"/e/{seven.pk}/show/", {"shown": press})
        shown.append("Ann" in names_on(client.get(f"/e/{seven.pk}/standings/")))
    assert shown == [True, False]
    assert as_director.get(f"/e/{seven.pk}/show/").status_code == 405


@pytest.mark.slow
def test_the_evening_asks_as_often_for_thirty_as_for_seven(
    as_director: Client,
    seven: Event,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for count in (7, 30):
        Stage.objects.filter(event=seven).delete()
        enter_players(seven, NAMES[:count], by=None, now=NOW)
        play(seven)
        all_sheets(seven, 1)
        with django_assert_num_queries(14):
            assert as_director.get(f"/e/{seven.pk}/").status_code == 200
        with django_assert_num_queries(4):
            assert as_director.get(f"/e/{seven.pk}/lock/").status_code == 200
