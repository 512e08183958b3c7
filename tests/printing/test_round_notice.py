"""The notice of a round for the wall: who sits where, and times as soon as anybody can know them."""

from datetime import timedelta

from django.utils import timezone

from tests import evenings, round_evenings
from tests.round_evenings import out
from tournament.models import Event, Round
from tournament.queries.round_notices import round_notice_of

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


def test_before_the_first_round_begins_its_times_are_left_to_be_written_in(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]], length_kind="timed", hour_seconds=1500)
    stage = out(evening, 1)
    notice = round_notice_of(evening.event, stage, evening.now)
    (time,) = notice.times
    assert (time.label, time.starts, time.ends, time.length) == ("", "", "", "25 minutes")
    sides = tuple(side.name for side in evening.matches(1)[0].sides.all())
    (resting,) = notice.resting
    assert [(table.number, table.sides) for table in notice.tables] == [(1, sides)]
    assert resting not in sides


def test_once_a_round_runs_it_says_when_the_bell_rings(evening_of):
    evening = evening_of(8).playing()
    stage = evening.hour(1)
    began = Round.objects.get(stage=stage, number=1).started_at
    notice = round_notice_of(Event.objects.get(), stage, evening.now)
    first, second, _third = notice.times
    assert (first.label, first.starts, first.ends, first.length) == (
        *("Round 1", f"{timezone.localtime(began):%H:%M}"),
        *(f"{timezone.localtime(began + timedelta(minutes=20)):%H:%M}", "20 minutes"),
    )
    assert second.starts > first.starts
    seated = [
        tuple(seat.entry.name for seat in table.seats.order_by("position")) for table in stage.tables.order_by("number")
    ]
    assert [table.sides for table in notice.tables] == seated
