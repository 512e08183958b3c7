"""From when until when the rounds of an evening are, as it moves."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournament.clock.round_clock import RoundClock, end, extend, pause, start
from tournament.clock.timetable import StageTimes, TimetableFit, TimetableLine, TurnTimes, due_after, make_timetable

EIGHT = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
HALF_AN_HOUR = RoundClock(length=timedelta(minutes=30))
CHANGE = timedelta(minutes=5)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def at(number: float) -> datetime:
    return EIGHT + minutes(number)


def rounds(*clocks: RoundClock, **said: object) -> list[StageTimes]:
    """An evening with a stage for each round."""
    return [
        StageTimes(number, ((TurnTimes(number, 1, clock, **said),),)) for number, clock in enumerate(clocks, start=1)
    ]


def told(stages: list[StageTimes], now: datetime, **said: object) -> list[tuple[str, int, int, int, str]]:
    """Kind, number, and minutes from eight: from, to; and whether it is over."""
    lines = make_timetable(stages, change=CHANGE, now=now, **said).lines
    return [
        (line.kind, line.stage, (line.starts - EIGHT) // minutes(1), (line.ends - EIGHT) // minutes(1), line.when)
        for line in lines
    ]


def test_before_anybody_plays_it_is_as_if_the_first_round_began_now():
    assert told(rounds(HALF_AN_HOUR, HALF_AN_HOUR), at(7)) == [
        ("round", 1, 7, 37, "to_come"),
        ("change", 2, 37, 42, "to_come"),
        ("round", 2, 42, 72, "to_come"),
    ]


def test_pauses_and_extra_minutes_push_all_that_follows():
    on = extend(pause(start(HALF_AN_HOUR, EIGHT), at(10)), at(11), minutes(2))
    assert told(rounds(on, HALF_AN_HOUR), at(16)) == [
        ("round", 1, 0, 38, "on"),
        ("change", 2, 38, 43, "to_come"),
        ("round", 2, 43, 73, "to_come"),
    ]


def test_a_round_that_does_not_begin_in_time_lengthens_the_change_over_before_it():
    over = start(HALF_AN_HOUR, EIGHT)
    assert told(rounds(over, HALF_AN_HOUR), at(45)) == [
        ("round", 1, 0, 30, "over"),
        ("change", 2, 30, 45, "on"),
        ("round", 2, 45, 75, "to_come"),
    ]


def test_a_round_rung_in_early_brings_the_end_forward():
    early = end(start(HALF_AN_HOUR, EIGHT), at(20))
    assert told(rounds(early, HALF_AN_HOUR), at(21))[-1] == ("round", 2, 25, 55, "to_come")


def test_ending_a_round_that_has_rung_moves_nothing():
    rung = start(HALF_AN_HOUR, EIGHT)
    assert told(rounds(end(rung, at(34)), HALF_AN_HOUR), at(34)) == told(rounds(rung, HALF_AN_HOUR), at(34))


def test_the_next_round_waits_for_the_table_with_the_most_time():
    (stage, later) = rounds(start(HALF_AN_HOUR, EIGHT), HALF_AN_HOUR)
    longer = replace(stage, bells=((replace(stage.bells[0][0], more=minutes(3)),),))
    assert told([longer, later], at(31))[-1] == ("round", 2, 38, 68, "to_come")


def test_a_break_takes_the_place_of_the_change_over():
    lines = told(rounds(HALF_AN_HOUR, HALF_AN_HOUR, HALF_AN_HOUR), EIGHT, breaks={2: minutes(45)})
    assert lines[3:] == [("break", 3, 65, 110, "to_come"), ("round", 3, 110, 140, "to_come")]


def test_seats_that_come_out_late_leave_a_change_over_to_find_them():
    assert due_after(EIGHT, CHANGE, at(-1), CHANGE) == at(5)
    assert due_after(EIGHT, CHANGE, at(4), CHANGE) == at(9)
    assert due_after(EIGHT, minutes(45), at(4), CHANGE) == at(45)
    assert due_after(EIGHT, CHANGE, None, CHANGE) == at(5)


def test_an_hour_waits_for_its_slowest_bell_and_is_told_by_the_halls():
    third = RoundClock(length=minutes(20))
    fifth = RoundClock(length=minutes(12))
    bells = (
        tuple(TurnTimes(1, number, third) for number in (1, 2, 3)),
        tuple(TurnTimes(1, number, fifth) for number in (1, 2, 3, 4, 5)),
    )
    plan = make_timetable([StageTimes(1, bells)], change=minutes(1), now=EIGHT)
    assert (len(plan.lines), plan.lines[-1].ends, plan.ends) == (5, at(62), at(64))


def test_matches_that_end_by_themselves_are_told_with_about_until_all_have():
    on = start(HALF_AN_HOUR, EIGHT)
    plan = make_timetable(rounds(on, HALF_AN_HOUR, is_about=True), change=CHANGE, now=at(20))
    assert (plan.is_about, [line.is_about for line in plan.lines]) == (True, [True, False, True])
    played = StageTimes(1, ((TurnTimes(1, 1, on, is_about=True, played_at=at(20)),),))
    assert make_timetable([played], change=CHANGE, now=at(20)).lines == (
        TimetableLine("round", 1, 1, EIGHT, at(20), "over"),
    )


def test_an_evening_that_ends_too_late_says_what_would_fit():
    four = rounds(start(HALF_AN_HOUR, EIGHT), *[HALF_AN_HOUR] * 3)
    plan = make_timetable(four, change=CHANGE, now=EIGHT, closes=at(115))
    assert (plan.late, plan.fit) == (minutes(20), TimetableFit(length=minutes(23), leave_out=1))
    assert make_timetable(four, change=CHANGE, now=EIGHT, closes=at(145)).late == minutes(-10)
    hopeless = make_timetable(four, change=CHANGE, now=EIGHT, closes=at(31))
    assert hopeless.fit == TimetableFit(leave_out=3)
    assert make_timetable(four[:1], change=CHANGE, now=EIGHT, closes=at(20)).fit == TimetableFit()


lengths = st.integers(3, 60).map(minutes)


@given(
    st.lists(lengths, min_size=1, max_size=6),
    st.integers(0, 6),
    st.integers(0, 400),
    st.integers(0, 15).map(minutes),
    st.dictionaries(st.integers(1, 5), lengths, max_size=3),
    st.integers(0, 300),
)
def test_lines_follow_each_other_and_what_would_fit_does(each, begun, now, change, breaks, closes):
    clocks, starts = [], EIGHT
    for number, length in enumerate(each):
        clock = RoundClock(length=length)
        if number < begun and starts <= at(now):
            clock = start(clock, starts)
            starts += length + change
        clocks.append(clock)
    stages = rounds(*clocks)
    plan = make_timetable(stages, change=change, breaks=breaks, now=at(now), closes=at(closes))
    moments = [moment for line in plan.lines for moment in (line.starts, line.ends)]
    assert moments == sorted(moments)
    assert plan.ends == moments[-1]
    assert all(line.starts >= at(now) for line in plan.lines if line.kind == "round" and line.when == "to_come")
    if plan.fit and plan.fit.length:
        shorter = [
            clock if clock.started_at else replace(clock, length=min(plan.fit.length, clock.length)) for clock in clocks
        ]
        assert make_timetable(rounds(*shorter), change=change, breaks=breaks, now=at(now)).ends <= at(closes)
    if plan.fit and plan.fit.leave_out:
        fewer = stages[: -plan.fit.leave_out]
        assert make_timetable(fewer, change=change, breaks=breaks, now=at(now)).ends <= at(closes)
