"""The chairs that a latecomer can take, and the one that is kept for whoever left it."""

import pytest

from tests.evenings import Evening, by_lot, settle_ties
from tournament.door.services.entries import enter_players
from tournament.door.services.people import leave, seat_late
from tournament.draw.queries.free_chairs import (
    Chair,
    chair_kept_for,
    free_chairs,
    seat_in_turn,
    turns_begun,
    turns_of,
)
from tournament.matches.queries.matches import players_of
from tournament.models import Entry, Match, Round, Seat, Table


def chairs(evening: Evening) -> list[tuple[int, int, int]]:
    return [(chair.table.number, chair.position, chair.from_turn) for chair in free_chairs(evening.hour(1))]


def seat_of(evening: Evening, table: int, position: int) -> Seat:
    return Seat.objects.get(table__stage=evening.hour(1), table__number=table, position=position)


def go(evening: Evening, entry: Entry) -> None:
    leave(entry, by=evening.director, now=evening.now)


@pytest.fixture
def seven(evening_of) -> Evening:
    """Returns a table of four and a table of three; the first round has begun."""
    return evening_of(7).playing()


def of_size(evening: Evening, size: int) -> int:
    return Table.objects.get(stage=evening.hour(1), size=size).number


def test_only_a_table_of_three_has_a_chair_to_give_from_its_next_turn(seven):
    three = of_size(seven, 3)
    assert chairs(seven) == [(three, 4, 2)]
    seven.play_rounds(1, until=2)
    assert chairs(seven) == [(three, 4, 3)]
    seven.play_rounds(1)
    assert chairs(seven) == []


def test_the_chair_of_a_leaver_comes_before_the_fourth_of_a_three(seven):
    four, three = of_size(seven, 4), of_size(seven, 3)
    go(seven, seat_of(seven, four, 2).entry)
    assert chairs(seven) == [(four, 2, 2), (three, 4, 2)]
    (late,) = enter_players(seven.event, ["Zed Yew"], by=seven.director, now=seven.now)
    seat = seat_late(late, by=seven.director, now=seven.now)
    assert (seat.table.number, seat.position, seat.from_turn, seat.until_turn) == (four, 2, 2, 3)
    assert chairs(seven) == [(three, 4, 2)]


def test_before_the_first_bell_a_chair_is_free_from_the_first_turn(evening_of):
    evening = evening_of(7).begun()
    assert chairs(evening) == [(of_size(evening, 3), 4, 1)]


def test_a_table_whose_last_turn_has_begun_has_no_chair_and_a_five_has_no_fourth(evening_of):
    evening = evening_of(9)
    evening.begin(prefer_five=True)
    five = of_size(evening, 5)
    go(evening, seat_of(evening, five, 1).entry)
    go(evening, seat_of(evening, of_size(evening, 4), 1).entry)
    Round.objects.filter(turns=5, number__lte=4).update(started_at=evening.now)
    assert sorted(chairs(evening)) == sorted([(five, 1, 5), (of_size(evening, 4), 1, 1)])
    Round.objects.filter(turns=5).update(started_at=evening.now)
    assert chairs(evening) == [(of_size(evening, 4), 1, 1)]


def test_a_turn_has_begun_with_its_bell_a_result_or_a_hand(evening_of):
    evening = evening_of(8).begun()
    tables = {table.number: table.pk for table in Table.objects.all()}
    assert turns_begun(evening.hour(1)) == dict.fromkeys(tables.values(), 0)
    Match.objects.filter(table__number=2, round__number=2).update(state="entered")
    assert turns_begun(evening.hour(1)) == {tables[1]: 0, tables[2]: 2}
    Match.objects.filter(table__number=1, round__number=3).update(state="called_off")
    evening.play_rounds(1, until=1)
    assert turns_begun(evening.hour(1)) == {tables[1]: 1, tables[2]: 2}


def test_the_turns_of_an_hour_are_counted_at_its_own_tables(evening_of):
    evening = evening_of(8).begun()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    settle_ties(evening)
    evening.second()
    first, second = (
        dict.fromkeys(Table.objects.filter(stage__number=hour).values_list("pk", flat=True)) for hour in (1, 2)
    )
    assert [turns_begun(evening.hour(hour)) for hour in (1, 2)] == [dict.fromkeys(first, 3), dict.fromkeys(second, 0)]
    assert free_chairs(evening.hour(2)) == []


def test_the_chair_of_a_leaver_is_kept_until_somebody_has_it_or_a_turn_begins_without_them(seven):
    seat = seat_of(seven, of_size(seven, 4), 2)
    stage, entry = seven.hour(1), seat.entry
    assert chair_kept_for(entry, stage) is None
    go(seven, entry)
    kept = chair_kept_for(entry, stage)
    assert (kept.table, kept.position, kept.from_turn) == (seat.table, 2, 2)
    Round.objects.filter(number=2).update(started_at=seven.now)
    assert chair_kept_for(entry, stage) is None
    Round.objects.filter(number=2).update(started_at=None)
    (late,) = enter_players(seven.event, ["Zed Yew"], by=seven.director, now=seven.now)
    assert chair_kept_for(late, stage) is None
    seat_late(late, by=seven.director, now=seven.now)
    assert chair_kept_for(entry, stage) is None


def test_a_place_has_one_player_in_each_turn(seven):
    seat = seat_of(seven, of_size(seven, 4), 2)
    go(seven, seat.entry)
    (late,) = enter_players(seven.event, ["Zed Yew"], by=seven.director, now=seven.now)
    came = seat_late(late, by=seven.director, now=seven.now)
    seats = list(Seat.objects.filter(table=seat.table))
    assert [seat_in_turn(seats, 2, turn) for turn in (1, 2, 3)] == [seat, came, came]
    assert [seat_in_turn(seats, 2, 4), seat_in_turn(seats, 5, 1)] == [None, None]


def test_everybody_is_told_whom_they_meet_from_their_first_turn_to_their_last(seven):
    three = of_size(seven, 3)
    seat = seat_of(seven, three, 1)
    met = {}
    for match in Match.objects.filter(table=seat.table).select_related("round"):
        pair = players_of(match)
        if seat.entry in pair:
            (met[match.round.number],) = [entry.name for entry in pair if entry != seat.entry]
    assert turns_of(seat) == [(turn, met.get(turn, "")) for turn in (1, 2, 3)]
    assert [name for _turn, name in turns_of(seat)].count("") == 1
    (late,) = enter_players(seven.event, ["Zed Yew"], by=seven.director, now=seven.now)
    came = seat_late(late, by=seven.director, now=seven.now)
    assert [turn for turn, name in turns_of(came) if name] == [2, 3]


def test_a_match_called_off_is_a_sit_out_in_the_turns_of_a_seat(evening_of):
    evening = evening_of(4).playing()
    evening.hand_in(1, by_lot)
    seat = seat_of(evening, 1, 1)
    (match,) = [match for match in evening.matches(1) if match.round.number == 3 and seat.entry in players_of(match)]
    Match.objects.filter(pk=match.pk).update(state="called_off")
    assert [turn for turn, name in turns_of(seat) if not name] == [3]


def test_who_leaves_in_hour_two_has_their_chair_of_hour_two(evening_of):
    evening = evening_of(8).begun()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    settle_ties(evening)
    evening.second()
    seat = Seat.objects.select_related("entry", "table").get(table__stage__number=2, table__number=2, position=3)
    go(evening, seat.entry)
    assert chair_kept_for(seat.entry, evening.hour(2)) == Chair(seat.table, 3, 1)
    assert chair_kept_for(seat.entry, evening.hour(1)) is None
