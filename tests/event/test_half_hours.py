"""Two half-hours of Seven Up: a format that is a value and nothing else, played from the door to the last paper."""

import re
from html import unescape
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests import evenings
from tests.evenings import NAMES, Evening
from tests.typesetting import html_of, typeset
from tournament.clock.services.rounds import end_round, start_round
from tournament.desk.queries.evening_summary import summarize_evening
from tournament.desk.queries.next_step import next_step
from tournament.event.services.events import lock_event, show_standings
from tournament.formats.formats import FORMATS, KENT_1674, Format
from tournament.matches.queries.matches import players_of
from tournament.models import Event, Round, State
from tournament.paper.documents import DOCUMENTS
from tournament.ranking import format_total
from tournament.screens.queries.screen_content import results_on_wall, standings_on_wall
from tournament.standings.queries.standings import standings_of

evening_of = evenings.evening_of
HALF_HOURS = Format(
    key="seven-up-half-hours",
    label="Seven Up: two half-hours at tables of four",
    name="Seven Up half-hours",
    rule_set="seven-up",
    movement="kent",
    stage_labels=("First half-hour", "Second half-hour"),
    stage_word="half-hour",
    hour_criteria=("games", "points", "cut"),
    final_criteria={"totals": ("games", "points", "cut")},
    options=("hour_seconds", "warning_seconds", "bell_rule", "threes"),
    hour_seconds=1800,
    change_seconds=60,
    columns=("rounds", "games", "points_besides"),
    paper_columns=("hours_in_full", "games", "points_besides"),
)
PAGES = (
    *("event", "door", "clock", "clock_screen", "seats", "standings", "results", "slips", "paper", "lock", "log"),
    *("settings_of_event", "tables", "rules"),
)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, HALF_HOURS.key, HALF_HOURS)  # type: ignore[arg-type]


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(7, format=HALF_HOURS.key)


def words(page: bytes) -> str:
    main = page.decode().split("<main", 1)[1]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def text_of(client: Client, evening: Evening, name: str) -> str:
    answer = client.get(reverse(name, args=[evening.event.pk]), follow=True)
    assert answer.status_code == 200, name
    return words(answer.content)


def step_of(evening: Evening) -> str:
    step = next_step(summarize_evening(Event.objects.get(), evening.now))
    return step.label if step else ""


def speaks_of_hours(text: str) -> list[str]:
    """Where it does, but in the name of another format to choose."""
    text = text.replace(str(KENT_1674.label), "")
    return re.findall(r".{0,40}(?<![Hh]alf-)\b[hH]ours?\b.{0,40}", text)


def pages_of(client: Client, evening: Evening) -> dict[str, str]:
    """Every page of the director, none of which speaks of whole hours."""
    pages = {name: text_of(client, evening, name) for name in PAGES}
    at = {number: reverse("draw", args=[evening.event.pk, number]) for number in (1, 2)}
    pages |= {f"draw {number}": words(client.get(address).content) for number, address in at.items()}
    assert {name: speaks_of_hours(text) for name, text in pages.items() if speaks_of_hours(text)} == {}
    return pages


def draw(client: Client, evening: Evening, number: int) -> None:
    at = reverse("draw", args=[evening.event.pk, number])
    assert client.post(at, {"action": "draw", "seed": 1674}).status_code == 302
    assert client.post(at, {"action": "release", "seen": client.get(at).context["mark"]}).status_code == 302


def play(client: Client, evening: Evening, number: int) -> None:
    """Bell by bell, and a slip of each match: the later it is in the alphabet, the better somebody plays."""
    for round in Round.objects.filter(stage__event=evening.event, stage__number=number).order_by("number"):
        start_round(round, by=evening.director, now=evening.now)
        end_round(round, by=evening.director, now=evening.now)
    for match in evening.matches(number):
        one, other = (NAMES.index(entry.name) for entry in players_of(match))
        points = {"points_1": 7 if one > other else one, "points_2": 7 if other > one else other}
        sent = {"games_1": int(one > other), "games_2": int(other > one), **points}
        assert client.post(reverse("slip", args=[evening.event.pk, match.pk]), sent).status_code == 302
    seen = ",".join(str(match.pk) for match in evening.matches(number))
    client.post(reverse("agree", args=[evening.event.pk]), {"seen": seen})
    assert {match.state for match in evening.matches(number)} == {State.AGREED}


def placings(evening: Evening, **which: int) -> list[tuple[str, str, str, str]]:
    lines = standings_of(evening.event, **which).lines
    return [
        (line.placing.shown, line.name, format_total(line.record.games or 0), format_total(line.record.total))
        for line in lines
    ]


@pytest.mark.slow
def test_an_evening_of_a_format_that_is_a_value_alone_is_played_out(as_director: Client, evening: Evening) -> None:
    pages_of(as_director, evening)
    assert step_of(evening) == "Draw the first half-hour"
    draw(as_director, evening, 1)
    assert step_of(evening) == "Start round 1"
    assert "Half-hour 1 · Round 1 of 3" in pages_of(as_director, evening)["clock"]
    play(as_director, evening, 1)
    first = placings(evening)
    assert [len(table.seats.all()) for table in evening.hour(1).tables.all()] == [4, 3]
    assert (len(first), sum(int(games) for _place, _name, games, _points in first)) == (7, 9)
    told = pages_of(as_director, evening)
    assert "Ranked by: Games won." in told["standings"]
    assert f"1 {first[0][1]}" in told["standings"] and "Place Name Rounds Games Points" in told["standings"]
    assert step_of(evening) == "Draw the second half-hour"
    draw(as_director, evening, 2)
    seated = [seat.entry.name for table in evening.hour(2).tables.all() for seat in table.seats.all()]
    assert seated == [name for _place, name, _games, _points in first]
    play(as_director, evening, 2)
    second, both = placings(evening, first_hour=2, hours=2), placings(evening)
    added = {
        name: (int(games) + int(more), int(points) + int(others))
        for _place, name, games, points in first
        for _other, same, more, others in second
        if same == name
    }
    assert {name: (int(games), int(points)) for _place, name, games, points in both} == added
    assert [name for _place, name, *_figures in both] == sorted(added, key=lambda name: added[name], reverse=True)
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    told = pages_of(as_director, evening)
    assert "Whole evening" in told["standings"] and "Half-hour 1" in told["standings"]
    wall, results = standings_on_wall(Event.objects.get()), results_on_wall(Event.objects.get())
    assert wall is not None and (wall.heads, wall.rows[0].name) == (("Games", "Points"), both[0][1])
    assert results is not None and results.title == "Half-hour 2 · Round 3"
    assert step_of(evening) == "Lock the evening"
    lock_event(evening.event, by=evening.director, now=evening.now)
    assert pages_of(as_director, evening)["standings"].count(both[0][1]) == 2, "on the podium and in its row"


@pytest.fixture
def printed(as_director: Client, evening: Evening) -> Evening:
    for number in (1, 2):
        draw(as_director, evening, number)
        play(as_director, evening, number)
    evening.event.refresh_from_db()
    return evening


@pytest.mark.slow
def test_every_paper_of_it_is_printed_in_its_own_words(printed: Evening) -> None:
    documents = [document for document in DOCUMENTS.values() if document.makes_sense(printed.event)]
    keys = {document.key for document in documents}
    assert {"hour-standings", "final-standings", "table-sheets", "seating-by-name", "results"} <= keys
    assert "score-sheets" not in keys
    for document in documents:
        hour = 2 if document.needs_stage else None
        page = html_of(document, printed.event, hour, address="http://192.0.2.7:8000", now=printed.now)
        text = " ".join(unescape(re.sub(r"<style.*?</style>|<[^>]+>", " ", page, flags=re.S)).split())
        assert (document.key, speaks_of_hours(text)) == (document.key, [])
    pdf = PdfReader(BytesIO(typeset("final-standings", printed.event, now=printed.now).pdf))
    assert all(name in pdf.pages[0].extract_text() for name in NAMES[:7])
