"""The timetable of an evening as everybody sees it, and how the director shapes it."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import evenings, round_evenings
from tests.conftest import signed_in
from tests.evenings import SEVEN, Evening
from tests.round_evenings import out, rule_all
from tournament.clock.queries.timetable import EveningTimes, timetable_of
from tournament.clock.services.hall_clock import set_break
from tournament.clock.services.rounds import start_round
from tournament.event.services.events import change_settings, lock_event
from tournament.models import Event, Round

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
ROW = re.compile(r"<tr class=\"(\w+)\"")


@pytest.fixture
def evening(evening_of) -> Evening:
    """Kent, with rounds of twenty minutes, a minute to change and fifteen between the hours."""
    return evening_of(8).begun()


def times(evening: Evening, minutes: float = 0) -> EveningTimes:
    found = timetable_of(Event.objects.get(pk=evening.event.pk), SEVEN + timedelta(minutes=minutes))
    assert found
    return found


def told(evening: Evening, minutes: float = 0) -> list[str]:
    """Every line that is not over, with its minutes after seven."""
    lines = [(row.label, row.line.starts - SEVEN, row.line.ends - SEVEN) for row in times(evening, minutes).to_come]
    return [f"{label} {_minutes(starts)}-{_minutes(ends)}" for label, starts, ends in lines]


def _minutes(since: timedelta) -> int:
    return since // timedelta(minutes=1)


def test_both_hours_of_a_kent_evening_are_told_with_the_break_between_them(evening):
    assert told(evening, 10) == [
        "Hour 1, round 1 10-30",
        "Change-over 30-31",
        "Hour 1, round 2 31-51",
        "Change-over 51-52",
        "Hour 1, round 3 52-72",
        "Break 72-87",
        "Hour 2, round 1 87-107",
        "Change-over 107-108",
        "Hour 2, round 2 108-128",
        "Change-over 128-129",
        "Hour 2, round 3 129-149",
    ]


def test_the_rounds_of_a_part_without_a_number_are_those_it_plays_with_who_is_here(evening_of):
    plan = {"plan": [["swiss", 0], ["knock-out", 0, 4]], "enters": "players", "length_kind": "single"}
    evening = evening_of(8, format="seven-up-rounds", **plan)
    found = times(evening)
    rounds = [row.label for row in found.rows if row.line.kind == "round"]
    assert (rounds, found.ends.startswith("Ends at about")) == ([f"Round {number}" for number in range(1, 7)], True)


def test_the_end_is_told_beside_closing_time_with_what_would_fit(evening):
    by = {"by": evening.director, "now": SEVEN}
    said = []
    for minutes in (160, 149, 140, None):
        closes = None if minutes is None else SEVEN + timedelta(minutes=minutes)
        change_settings(evening.event, {"closes_at": closes}, **by)
        found = times(evening, 10)
        said.append((found.is_late, found.beside_closing, found.advice))
    assert said == [
        (False, "11 minutes before closing time", ()),
        (False, "at closing time", ()),
        (True, "9 minutes after closing time", ("Rounds of 18 minutes from now on would fit.",)),
        (False, "", ()),
    ]


def test_everybody_reads_the_timetable_and_a_part_is_sent_only_when_it_changed(evening):
    start_round(Round.objects.first(), by=None, now=timezone.now())
    page = reverse("timetable", args=[evening.event.pk])
    whole = Client().get(page).content.decode()
    part = Client().get(page, headers={"HX-Request": "true"})
    assert ("<html" in whole, "<html" in part.content.decode()) == (True, False)
    hour = ["round", "change", "round", "change", "round"]
    assert ROW.findall(part.content.decode()) == [*hour, "break", *hour]
    known = {"HX-Request": "true", "If-None-Match": part.headers["ETag"]}
    assert Client().get(page, headers=known).status_code == 304
    set_break(evening.event, stage=1, minutes=30, by=None, now=timezone.now())
    assert Client().get(page, headers=known).status_code == 200


def test_a_locked_evening_has_no_timetable(evening):
    lock_event(evening.event, by=None, now=SEVEN)
    assert "This evening is over." in Client().get(reverse("timetable", args=[evening.event.pk])).content.decode()


def test_the_director_sets_a_break_and_takes_it_away(evening):
    director = signed_in(evening, "director")
    kept = []
    for minutes in (45, 0, 999):
        said = {"stage": 1, "minutes": minutes}
        page = director.post(reverse("set_break", args=[evening.event.pk]), said, follow=True).content.decode()
        kept.append((Event.objects.get().breaks, "Choose a round whose next round" in page))
    assert kept == [([[1, 45]], False), ([], False), ([], True)]


def test_a_break_is_offered_only_before_rounds_that_have_not_begun(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]], enters="pairs")
    director, offered = signed_in(evening, "director"), []

    def choices() -> list[int]:
        form = director.get(reverse("clock", args=[evening.event.pk])).context["break_form"]
        return [stage for stage, _label in form.fields["stage"].choices]

    for number in (1, 2, 3):
        offered.append(choices())
        out(evening, number)
        start_round(Round.objects.get(stage__number=number), by=None, now=timezone.now())
        offered.append(choices())
        rule_all(evening, number)
    assert offered == [[1, 2], [1, 2], [1, 2], [2], [2], []]
    page = director.post(reverse("set_break", args=[evening.event.pk]), {"stage": 2, "minutes": 9}, follow=True)
    assert ("has not started" in page.content.decode(), Event.objects.get().breaks) == (True, [])


@pytest.mark.parametrize("players", [8, 40])
def test_a_timetable_asks_as_often_for_forty_players_as_for_eight(evening_of, players, django_assert_num_queries):
    evening = evening_of(players).begun()
    with django_assert_num_queries(1):
        timetable_of(evening.event, SEVEN)
