"""Seats that were released by mistake are taken back, as long as no round has begun and nothing is recorded."""

from datetime import timedelta

import pytest

from tests import evenings, round_evenings
from tests.evenings import by_lot
from tests.round_evenings import out, rule_all
from tournament.clock.services.rounds import start_round
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.door.services.entries import enter_players
from tournament.door.services.people import leave, seat_late
from tournament.draw.queries.drafts import mark_of, tables_shown
from tournament.draw.queries.undone_releases import is_of_undone_seats, undone_release, why_seats_stay
from tournament.draw.services.draws import release_draw, undo_release
from tournament.draw.services.round_draws import draw_round
from tournament.event.services.codes_and_calls import call_director
from tournament.foundation.errors import ReleaseStays
from tournament.models import Call, Event, LogEntry, Match, NotedFeat, Round, Seat, Stage, TableCode
from tournament.results.services.decisions import make_ruling
from tournament.results.services.sheets import SheetEntry, enter_sheet

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
SWISS = [["swiss", 3, 0]]


def undo(evening, number):
    undo_release(Stage.objects.get(event=evening.event, number=number), by=evening.director, now=evening.now)
    evening.event.refresh_from_db()


def seats_of(stage):
    return sorted(Seat.objects.filter(table__stage=stage).values_list("table__number", "position", "entry"))


def actions(evening):
    return list(LogEntry.objects.filter(event=evening.event).order_by("pk").values_list("action", flat=True))


def test_the_first_hour_of_kent_is_a_draft_again_with_the_same_seats_and_may_be_released_again(evening_of):
    evening = evening_of(13)
    stage = evening.begin()
    seats, codes = seats_of(stage), set(TableCode.objects.values_list("code", "revoked_at"))
    revision = Event.objects.get(pk=evening.event.pk).revision
    undo(evening, 1)
    stage = evening.hour(1)
    assert (stage.released_at, stage.moved_by_hand, seats_of(stage)) == (None, False, seats)
    assert (Match.objects.count(), Round.objects.count()) == (0, 0)
    assert set(TableCode.objects.values_list("code", "revoked_at")) == codes
    assert evening.event.revision > revision
    assert actions(evening)[-1] == "undo_release"
    release_draw(stage, seen=mark_of(tables_shown(stage)), by=evening.director, now=evening.now)
    assert seats_of(evening.hour(1)) == seats
    assert Match.objects.count() == Match.objects.filter(state="waiting").count() > 0


def test_the_second_hour_is_taken_back_and_the_first_stays(evening_of):
    evening = evening_of(7).begun()
    (late,) = enter_players(evening.event, ["Zed Yew"], by=evening.director, now=evening.now)
    seat_late(late, by=evening.director, now=evening.now)
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    evening.end_rounds(1)
    evening.second()
    Seat.objects.filter(table__stage__number=1, position=1).update(until_turn=2)
    first = Match.objects.filter(table__stage__number=1).count()
    undo(evening, 2)
    assert (Match.objects.count(), evening.hour(2).moved_by_hand) == (first, False)
    assert evening.hour(1).released_at is not None
    assert undone_release(evening.event).startswith("The director withdrew the seats of hour 2 at ")


@pytest.mark.parametrize("plan", [SWISS, [["round-robin", 0, 0]]])
def test_a_round_is_taken_back_first_and_later_ones_alike(rounds_of, plan):
    evening = rounds_of(5, plan=plan)
    out(evening, 1)
    undo(evening, 1)
    assert evening.event.plan == plan
    stage = evening.hour(1)
    assert stage.released_at is None
    assert stage.rests.count() == 2
    release_draw(stage, by=evening.director, now=evening.now)
    rule_all(evening, 1)
    out(evening, 2)
    undo(evening, 2)
    assert Match.objects.filter(table__stage__number=2).count() == 0
    assert Match.objects.filter(table__stage__number=1, state="ruled").count() == 2
    assert draw_round(evening.event, 2, seed=99, by=evening.director, now=evening.now).released_at is None


def test_undone_twice_or_before_any_release_nothing_happens(evening_of):
    evening = evening_of(8).begun()
    undo(evening, 1)
    written = actions(evening)
    undo(evening, 1)
    assert actions(evening) == written


def refused(evening, number, said):
    stage = Stage.objects.get(event=evening.event, number=number)
    with pytest.raises(ReleaseStays, match=said) as stays:
        undo(evening, number)
    assert why_seats_stay(stage) == str(stays.value)
    assert Stage.objects.get(pk=stage.pk).released_at is not None


def test_once_a_round_has_begun_the_seats_stay(evening_of):
    refused(evening_of(8).playing(), 1, "Play has started")


def test_once_a_sheet_or_a_ruling_is_recorded_the_seats_stay(evening_of, rounds_of):
    evening = evening_of(8).begun()
    match = evening.matches(1)[0]
    one = match.sides.first().entries[0]
    enter_sheet(one, [SheetEntry(match.pk, 12, 9, 0, 0)], by=evening.scorer, now=evening.now)
    refused(evening, 1, "Something has been recorded")


def test_once_a_match_is_ruled_its_round_stays_and_so_does_one_before_seats_that_are_out(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3, 0]])
    out(evening, 1)
    out(evening, 2)
    refused(evening, 1, "Later seats are shown")
    match = evening.matches(2)[0]
    make_ruling(match, points=(14, 3), games=(1, 0), reason="Seen.", by=evening.director, now=evening.now)
    refused(evening, 2, "Something has been recorded")


def test_a_feat_noted_of_a_match_keeps_its_seats_and_not_those_of_another_evening(rounds_of):
    evening, other = (rounds_of(4, plan=[["round-robin", 3, 0]]) for _evening in range(2))
    for each in (evening, other):
        out(each, 1)
    side = evening.matches(1)[0].sides.all()[0]
    NotedFeat.objects.create(side=side, kind="kick", suit="S", noted_at=evening.now)
    assert why_seats_stay(Stage.objects.get(event=other.event)) == ""
    refused(evening, 1, "Something has been recorded")


def test_a_locked_evening_keeps_its_seats(evening_of):
    evening = evening_of(8).begun()
    Event.objects.filter(pk=evening.event.pk).update(locked_at=evening.now)
    assert why_seats_stay(evening.hour(1)) == "The evening is locked, so the seats stay."
    assert undone_release(evening.event) == ""


def test_a_draft_of_the_next_round_goes_with_the_seats_that_it_followed(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3, 0]])
    out(evening, 1)
    draw_round(evening.event, 2, seed=1, by=evening.director, now=evening.now)
    undo(evening, 1)
    assert [stage.number for stage in Stage.objects.all()] == [1]
    assert actions(evening)[-2:] == ["discard_draft", "undo_release"]


def test_where_somebody_has_left_the_tables_are_to_be_drawn_anew(evening_of):
    evening = evening_of(9).begun()
    leave(evening.event.entries.first(), by=evening.director, now=evening.now)
    undo(evening, 1)
    assert not Stage.objects.exists()
    evening.begin(seed=7)
    assert Seat.objects.count() == 8


def test_whoever_came_late_keeps_the_seat_in_the_draft(evening_of):
    evening = evening_of(8)
    late = evening.event.entries.last()
    evening.event.entries.filter(pk=late.pk).update(here=False)
    evening.begin()
    evening.event.entries.filter(pk=late.pk).update(here=True)
    late.refresh_from_db()
    seat_late(late, by=evening.director, now=evening.now)
    undo(evening, 1)
    stage = evening.hour(1)
    assert (stage.moved_by_hand, Seat.objects.filter(table__stage=stage).count()) == (True, 8)
    release_draw(stage, by=evening.director, now=evening.now)
    assert Match.objects.count() == 12


def test_a_number_of_rounds_that_the_director_chose_stays(rounds_of):
    for before, after in ((3, 3), (0, 2)):
        evening = rounds_of(4, plan=[["round-robin", before, 0]])
        out(evening, 1)
        Event.objects.filter(pk=evening.event.pk).update(plan=[["round-robin", after, 0]])
        undo(evening, 1)
        assert evening.event.plan == [["round-robin", after, 0]]


def test_a_table_that_calls_goes_on_calling(evening_of):
    evening = evening_of(8).begun()
    call_director(evening.event, table_number=1, match=evening.matches(1)[0], now=evening.now)
    undo(evening, 1)
    assert Call.objects.get().answered_at is None


def test_a_call_about_an_earlier_match_stays_about_it_and_one_about_a_match_that_is_gone_is_of_the_table(rounds_of):
    evening = rounds_of(4, plan=SWISS)
    out(evening, 1)
    rule_all(evening, 1)
    out(evening, 2)
    earlier, gone = (evening.matches(number)[0] for number in (1, 2))
    for table, match in enumerate((earlier, gone), start=1):
        call_director(evening.event, table_number=table, match=match, now=evening.now)
    undo(evening, 2)
    assert list(Call.objects.order_by("pk").values_list("match", flat=True)) == [earlier.pk, None]


def test_everybody_is_told_until_seats_are_out_again_and_the_log_says_who_did_it(evening_of):
    evening = evening_of(8)
    assert undone_release(evening.event) == ""
    stage = evening.begin()
    match = evening.matches(1)[0].pk
    assert undone_release(evening.event) == ""
    undo(evening, 1)
    assert "Do not go to them; new seats will appear here." in undone_release(evening.event)
    assert is_of_undone_seats(evening.event, match) and not is_of_undone_seats(evening.event, match + 99)
    lines = read_log(LogFilter(evening.event)).lines
    assert (lines[0].by, lines[0].sentence) == ("director", "Hid the seats of hour 1 again")
    release_draw(stage, by=evening.director, now=evening.now + timedelta(minutes=1))
    assert undone_release(evening.event) == ""
    start_round(Round.objects.first(), by=evening.director, now=evening.now)


@pytest.mark.parametrize("recorded", [{"state": "agreed"}, {"walk_over": 1}, {"part": "1/2"}])
def test_whatever_is_recorded_of_a_match_keeps_its_seats(rounds_of, recorded):
    evening = rounds_of(4, plan=SWISS)
    stage = out(evening, 1)
    assert why_seats_stay(stage) == ""
    Match.objects.filter(pk=evening.matches(1)[0].pk).update(**recorded)
    said = "Something has been recorded for these seats, so they stay. Move single players instead."
    assert why_seats_stay(stage) == said
