"""People who come late, go home, and come back: which chair they take, and what is called off or restored."""

import pytest

from tests.hands.test_hands import AtTable
from tournament.clock.services.rounds import start_round
from tournament.door.services.entries import enter_players, remove_entry, set_here
from tournament.door.services.people import come_back, leave, seat_late
from tournament.draw.queries.free_chairs import free_chairs
from tournament.foundation.errors import CannotSeatNow, NotHere
from tournament.foundation.log_actions import LogSentence, changes_in
from tournament.matches.queries.matches import players_of
from tournament.models import LogEntry, Match, Seat, State
from tournament.results.services.decisions import call_off
from tournament.standings.queries.standings import standings_of


def called_off(evening, hour=1):
    return sorted(match.round.number for match in evening.matches(hour) if match.state == State.CALLED_OFF)


def test_going_home_by_mistake_and_back_leaves_everything_as_it_was(evening_of):
    evening = evening_of(8)
    evening.begin()
    evening.play_rounds(1, until=1)
    drawn = Match.objects.order_by("pk", "sides__number")
    before = list(drawn.values("pk", "state", "sides__players__entry", "round"))
    seats = list(Seat.objects.order_by("pk").values("pk", "entry", "from_turn", "until_turn"))
    leaver = players_of(evening.matches(1)[0])[0]
    leave(leaver, by=evening.director, now=evening.now)
    assert called_off(evening) == [2, 3]
    left = LogEntry.objects.get(action="leave")
    assert str(LogSentence(left, {leaver.pk: leaver.name})) == f"{leaver.name} left early; 2 matches called off"
    come_back(leaver, by=evening.director, now=evening.now)
    assert list(drawn.values("pk", "state", "sides__players__entry", "round")) == before
    assert list(Seat.objects.order_by("pk").values("pk", "entry", "from_turn", "until_turn")) == seats


def test_two_who_leave_together_meet_again_when_both_are_back(evening_of):
    evening = evening_of(4)
    evening.begin()
    match = evening.matches(1)[0]
    for entry in players_of(match):
        leave(entry, by=evening.director, now=evening.now)
    come_back(players_of(match)[0], by=evening.director, now=evening.now)
    match.refresh_from_db()
    assert match.state == State.CALLED_OFF
    come_back(players_of(match)[1], by=evening.director, now=evening.now)
    assert called_off(evening) == []


def test_back_after_a_round_was_missed_is_waiting_for_the_next_draw(evening_of):
    evening = evening_of(4)
    evening.begin()
    evening.play_rounds(1, until=1)
    leaver = players_of(evening.matches(1)[0])[0]
    leave(leaver, by=evening.director, now=evening.now)
    evening.play_rounds(1, until=2)
    assert come_back(leaver, by=evening.director, now=evening.now) is None
    assert called_off(evening) == [2, 3]


def test_a_chair_given_away_is_not_given_back(evening_of):
    evening = evening_of(4)
    evening.begin()
    leaver = players_of(evening.matches(1)[0])[0]
    leave(leaver, by=evening.director, now=evening.now)
    (late,) = enter_players(evening.event, ["Zed Yew"], by=evening.director, now=evening.now)
    seat = seat_late(late, by=evening.director, now=evening.now)
    assert seat.from_turn == 1
    assert come_back(leaver, by=evening.director, now=evening.now) is None
    assert free_chairs(evening.hour(1)) == []
    with pytest.raises(CannotSeatNow):
        seat_late(leaver, by=evening.director, now=evening.now)


def test_a_match_that_the_director_called_off_stays_so(evening_of):
    evening = evening_of(4)
    evening.begin()
    match = evening.matches(1)[0]
    call_off(match, reason="Taken ill", by=evening.director, now=evening.now)
    leave(players_of(match)[0], by=evening.director, now=evening.now)
    come_back(players_of(match)[0], by=evening.director, now=evening.now)
    assert called_off(evening) == [1]


def test_going_home_between_the_hours_keeps_hour_one_also_without_a_clock(evening_of):
    evening = evening_of(4)
    evening.begin()
    evening.hand_in(1, lambda match: (10, 8))
    before = [(line.name, line.record.adjusted_total) for line in standings_of(evening.event).lines]
    leave(players_of(evening.matches(1)[0])[0], by=evening.director, now=evening.now)
    assert [(line.name, line.record.adjusted_total) for line in standings_of(evening.event).lines] == before


def test_going_home_in_hour_two_leaves_hour_one_open_for_its_results(evening_of):
    evening = evening_of(4)
    evening.begin()
    evening.second()
    leaver = players_of(evening.matches(1)[0])[0]
    leave(leaver, by=evening.director, now=evening.now)
    assert (called_off(evening, 1), called_off(evening, 2)) == ([], [1, 2, 3])


def test_a_late_comer_at_a_table_of_five_waits_for_its_own_bell(evening_of):
    evening = evening_of(5)
    evening.begin()
    leaver = players_of(evening.matches(1)[0])[0]
    first = evening.matches(1)[0].round
    start_round(first, by=evening.director, now=evening.now)
    leave(leaver, by=evening.director, now=evening.now)
    (late,) = enter_players(evening.event, ["Zed Yew"], by=evening.director, now=evening.now)
    seat = seat_late(late, by=evening.director, now=evening.now)
    assert (seat.from_turn, seat.until_turn) == (2, 5)


def test_whoever_goes_home_before_the_first_round_is_not_ranked(evening_of):
    evening = evening_of(8)
    evening.begin()
    leaver = players_of(evening.matches(1)[0])[0]
    leave(leaver, by=evening.director, now=evening.now)
    lines = standings_of(evening.event).lines
    assert (len(lines), leaver.name in [line.name for line in lines]) == (7, False)


def test_nobody_is_seated_whom_another_director_has_just_taken_off_the_list(evening_of):
    evening = evening_of(7)
    evening.begin()
    away, wrong = enter_players(evening.event, ["Zed Yew", "Zoe Yew"], by=evening.director, now=evening.now)
    set_here(away, False, by=evening.director, now=evening.now)
    remove_entry(wrong, by=evening.director, now=evening.now)
    for entry in (away, wrong):
        with pytest.raises(NotHere):
            seat_late(entry, by=evening.director, now=evening.now)
    assert Seat.objects.count() == 7


def test_whoever_goes_home_where_no_clock_is_used_keeps_a_match_that_has_hands(evening_of):
    table = AtTable(evening_of(8).begun())
    table.record(1)
    leaver = players_of(table.match)[0]
    off = leave(leaver, by=table.evening.director, now=table.evening.now)
    assert (sorted(match.round.number for match in off), called_off(table.evening)) == ([2, 3], [2, 3])
    assert Seat.objects.get(entry=leaver).until_turn == 1
    table.record(2)
    table.finish()
    assert table.stored == (State.ENTERED, 4, 2)


def test_the_log_says_what_changed_of_a_person_and_of_telephone_address_and_notes_only_that_they_did():
    before = {"note": "Hill", "is_member": False, "shown_to": "", "nickname": "Bee"}
    after = {
        "note": "",
        "is_member": True,
        "shown_to": "members",
        "nickname": "B",
        "fields": ["phone", "private_notes"],
    }
    assert [str(each) for each in changes_in(LogEntry(action="change_person", before=before, after=after))] == [
        "Note: Hill → none",
        "Nickname: Bee → B",
        "Member: no → yes",
        "Page shown to: Members, with the club’s code",
        "Telephone: another one",
        "Private notes: another one",
    ]
