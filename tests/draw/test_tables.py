"""Evenings at tables by lot, one round: who is seated with whom, who comes late and who goes home."""

from collections.abc import Callable

import pytest

from tests.evenings import Evening
from tournament.door.services.entries import enter_players
from tournament.door.services.people import come_back, leave, seat_late
from tournament.draw.services.draws import draw_first_hour, release_draw, swap_seats
from tournament.formats.formats import FORMATS
from tournament.foundation.errors import CannotDraw, CannotSeatNow
from tournament.matches.queries.matches import players_of, seating_of, sides_of
from tournament.models import Match, Round, Seat, State, Table

TablesOf = Callable[..., Evening]


@pytest.fixture
def tables_of(evening_of: Callable[..., Evening]) -> TablesOf:
    """An evening of a format with so many players, its seats out."""

    def tables_of(key: str, players: int, **settings: object) -> Evening:
        evening = evening_of(players, format=key, **settings)
        evening.begin()
        return evening

    return tables_of


def sides(match: Match) -> list[list[str]]:
    return [[entry.name for entry in side.entries] for side in sides_of(match)]


@pytest.mark.parametrize(
    ("key", "players", "settings", "sizes", "matches"),
    [
        ("trinidad-tables", 12, {}, [4, 4, 4], [2, 2, 2]),
        ("lancashire-tables", 4, {}, [4], [2]),
        ("nlcb-tables", 8, {}, [4, 4], [2, 2]),
        ("auction-pitch-tables", 9, {}, [5, 4], [5, 4]),
        ("auction-pitch-tables", 9, {"table_size": 3}, [3, 3, 3], [3, 3, 3]),
        ("seven-up-tables", 6, {}, [4, 2], [2, 2]),
        ("seven-up-tables", 6, {"table_size": 3}, [3, 3], [3, 3]),
        ("kent-tables", 6, {}, [2, 2, 2], [2, 2, 2]),
    ],
)
def test_everybody_sits_at_a_table_of_the_game_and_each_table_plays_one_match(
    tables_of: TablesOf, key: str, players: int, settings: dict[str, object], sizes: list[int], matches: list[int]
) -> None:
    evening = tables_of(key, players, **settings)
    assert [(table.size, table.turns) for table in Table.objects.order_by("number")] == [(size, 1) for size in sizes]
    drawn = Match.objects.order_by("table__number")
    assert [len(sides_of(match)) for match in drawn] == matches
    assert sorted(entry.pk for match in drawn for entry in players_of(match)) == sorted(
        entry.pk for entry in evening.event.entries.all()
    )
    (round,) = Round.objects.all()
    assert round.length.total_seconds() == FORMATS[key].hour_seconds


def test_partners_sit_opposite_and_the_deal_goes_round(tables_of: TablesOf) -> None:
    tables_of("trinidad-tables", 4)
    seats = [seat.entry for seat in Seat.objects.order_by("position")]
    match = Match.objects.get()
    assert players_of(match) == tuple(seats)
    assert sides(match) == [[seats[0].name, seats[2].name], [seats[1].name, seats[3].name]]
    assert seating_of(match).faults == ()


def test_two_may_change_seats_in_a_draft_of_any_game(evening_of: Callable[..., Evening]) -> None:
    evening = evening_of(9, format="auction-pitch-tables")
    stage = draw_first_hour(evening.event, seed=1674, by=evening.director, now=evening.now)
    first, last = Seat.objects.filter(position=1).order_by("table__number")
    swap_seats(stage, first.entry, last.entry, by=evening.director, now=evening.now)
    assert [seat.entry for seat in Seat.objects.filter(position=1).order_by("table__number")] == [
        last.entry,
        first.entry,
    ]
    release_draw(stage, by=evening.director, now=evening.now)
    assert Match.objects.count() == 2


def test_players_who_do_not_fill_tables_of_pairs_are_not_drawn_and_told_what_to_do(
    evening_of: Callable[..., Evening],
) -> None:
    evening = evening_of(13, format="trinidad-tables")
    with pytest.raises(CannotDraw) as refusal:
        evening.begin()
    assert str(refusal.value).startswith("4 sit at a table, in pairs, and 1 player is left over.")


# Going home and coming late


def waiting() -> list[list[list[str]]]:
    return [sides(match) for match in Match.objects.filter(state=State.WAITING).order_by("table__number")]


def test_who_goes_home_before_a_table_of_singles_begins_leaves_a_smaller_one(tables_of: TablesOf) -> None:
    evening = tables_of("auction-pitch-tables", 4)
    match = Match.objects.get()
    first, *others = players_of(match)
    assert leave(first, by=evening.director, now=evening.now) == [match]
    assert waiting() == [[[entry.name] for entry in others]]
    come_back(first, by=evening.director, now=evening.now)
    assert waiting() == [[[first.name], *([entry.name] for entry in others)]]


def test_a_pair_that_loses_one_waits_for_somebody_who_takes_the_chair(tables_of: TablesOf) -> None:
    evening = tables_of("trinidad-tables", 4)
    first, *others = players_of(Match.objects.get())
    leave(first, by=evening.director, now=evening.now)
    assert waiting() == []
    late = enter_players(evening.event, ["Zoe"], by=evening.director, now=evening.now)[0]
    seat = seat_late(late, by=evening.director, now=evening.now)
    assert (seat.position, seat.table.number, seat.from_turn) == (1, 1, 1)
    assert waiting() == [[["Zoe", others[1].name], [others[0].name, others[2].name]]]


def test_nobody_is_added_to_a_table_that_is_complete(tables_of: TablesOf) -> None:
    evening = tables_of("auction-pitch-tables", 3)
    late = enter_players(evening.event, ["Zoe"], by=evening.director, now=evening.now)[0]
    with pytest.raises(CannotSeatNow):
        seat_late(late, by=evening.director, now=evening.now)


def test_who_goes_home_once_the_round_has_begun_leaves_the_match_as_it_is(tables_of: TablesOf) -> None:
    evening = tables_of("auction-pitch-tables", 4)
    evening.play_rounds(1)
    assert leave(players_of(Match.objects.get())[0], by=evening.director, now=evening.now) == []
    assert len(waiting()) == 1
