"""A side that is late: the minutes of grace on Tonight, then the club's rule as a proposal that the director saves."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.conftest import signed_in
from tests.evenings import Evening, make_evening
from tests.round_evenings import Rounds, out, rounds_of, rule_all
from tournament.desk.queries.undo import undoable_steps
from tournament.event.services.events import change_settings
from tournament.models import LogEntry, Match, Side, State
from tournament.results.queries.lateness import LateSide, late_sides
from tournament.results.services.lateness import mark_late, stop_waiting

__all__ = ["rounds_of"]


@pytest.fixture
def evening(rounds_of: Rounds) -> Evening:
    """Four pairs are seated; the club gives three minutes."""
    evening = rounds_of(4, plan=[["round-robin", 1]])
    change_settings(evening.event, {"grace_minutes": 3}, by=None, now=evening.now)
    out(evening, 1)
    return evening


def first_match(evening: Evening) -> Match:
    match = Match.objects.filter(table__stage__event=evening.event).select_related("table__stage__event").first()
    assert match is not None
    return match


def test_the_minutes_of_grace_run_from_the_press(evening: Evening) -> None:
    match, at = first_match(evening), evening.now
    assert [mark_late(match, 2, by=None, now=at) for _press in "12"] == [True, False]
    one, two = match.sides.all()
    shown = {
        late.minutes: late
        for minutes in (0, 2, 3)
        for late in late_sides(evening.event, at + timedelta(minutes=minutes))
    }
    assert shown[2] == LateSide(match.pk, match.table.number, 2, two.name, one.name, 2, 3, "walk_over")
    assert [(minutes, late.is_over) for minutes, late in shown.items()] == [(0, False), (2, False), (3, True)]


def test_a_side_that_came_is_not_late_and_one_press_undoes_a_wrong_one(evening: Evening) -> None:
    match = first_match(evening)
    mark_late(match, 1, by=evening.director, now=evening.now)
    (step,) = undoable_steps(evening.event, most=1, checked=1)
    assert step.name == f"late side, {match.name}"
    assert [stop_waiting(match, 1, by=evening.director, now=evening.now) for _press in "12"] == [True, False]
    assert late_sides(evening.event, evening.now) == ()
    assert list(LogEntry.objects.order_by("-pk").values_list("action", flat=True)[:2]) == ["stop_waiting", "mark_late"]


def test_a_match_with_a_result_is_not_late(evening: Evening) -> None:
    mark_late(first_match(evening), 1, by=None, now=evening.now)
    rule_all(evening, 1)
    assert late_sides(evening.event, evening.now) == ()
    assert mark_late(first_match(evening), 2, by=None, now=evening.now) is False


def test_nobody_is_late_in_an_evening_without_minutes_of_grace(evening: Evening) -> None:
    change_settings(evening.event, {"grace_minutes": None}, by=None, now=evening.now)
    assert mark_late(first_match(evening), 1, by=None, now=evening.now) is False
    assert not Side.objects.filter(late_since__isnull=False).exists()


def test_tonight_counts_and_then_proposes_and_nothing_happens_by_itself(evening: Evening) -> None:
    match, director, pk = first_match(evening), signed_in(evening, "director"), evening.event.pk
    page = director.get(reverse("match", args=[pk, match.pk])).content.decode()
    to_late = reverse("late", args=[pk, match.pk])
    assert to_late in page
    assert director.get(to_late).status_code == 200
    assert director.post(to_late, {"side": "2", "action": "late"}).headers["Location"] == f"/e/{pk}/"
    assert "Propose a walk-over" not in director.get(f"/e/{pk}/").content.decode()
    Side.objects.filter(late_since__isnull=False).update(late_since=evening.now - timedelta(days=1))
    assert "Propose a walk-over" in director.get(f"/e/{pk}/").content.decode()
    match.refresh_from_db()
    assert (match.state, match.walk_over) == (State.WAITING, None)
    asked = director.get(f"{reverse('ruling', args=[pk, match.pk])}?late=2").context["came"]
    assert (asked["came"].value(), asked["walk_over_reason"].value()) == (1, "Late: more than the minutes of grace.")
    sent = {"came": "1", "walk_over_reason": asked["walk_over_reason"].value()}
    director.post(reverse("walk_over", args=[pk, match.pk]), sent)
    match.refresh_from_db()
    assert match.walk_over == 1


def test_a_club_with_a_figure_is_proposed_that_figure(evening: Evening) -> None:
    change_settings(evening.event, {"late_points": 14}, by=None, now=evening.now)
    match, director, pk = first_match(evening), signed_in(evening, "director"), evening.event.pk
    mark_late(match, 1, by=None, now=evening.now)
    form = director.get(f"{reverse('ruling', args=[pk, match.pk])}?late=1").context["form"]
    boxes = ("points_1", "games_1", "points_2", "games_2", "reason")
    assert [form[name].value() for name in boxes] == [0, 0, 14, 1, "Late: more than the minutes of grace."]
    untouched = director.get(f"{reverse('ruling', args=[pk, match.pk])}?late=2").context["form"]
    assert untouched["points_1"].value() is None


def test_in_kent_the_clubs_figure_is_proposed_and_without_one_the_director_decides(db: None) -> None:
    kent = make_evening(8, grace_minutes=3)
    kent.begin()
    match = first_match(kent)
    mark_late(match, 1, by=None, now=kent.now - timedelta(days=1))
    assert [late.proposes for late in late_sides(kent.event, kent.now)] == [""]
    page = signed_in(kent, "director").get(f"/e/{kent.event.pk}/").content.decode()
    assert ("Decide what counts at table" in page, "Propose a walk-over" in page) == (True, False)
    change_settings(kent.event, {"late_points": 9}, by=None, now=kent.now)
    kent.event.refresh_from_db()
    assert [late.proposes for late in late_sides(kent.event, kent.now)] == ["points"]


def test_without_minutes_of_grace_there_is_no_timer(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 1]])
    out(evening, 1)
    match, director = first_match(evening), signed_in(evening, "director")
    to_late = reverse("late", args=[evening.event.pk, match.pk])
    assert to_late not in director.get(reverse("match", args=[evening.event.pk, match.pk])).content.decode()
    mark_late(match, 1, by=None, now=evening.now)
    assert late_sides(evening.event, evening.now) == ()
