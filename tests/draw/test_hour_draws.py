"""The two hours of Kent through the services: who is seated where, by lot, by the ranking and by hand."""

import pytest

from tests.evenings import by_lot, settle_ties
from tournament.door.services.entries import enter_players
from tournament.draw.queries.draws import second_hour_of, tables_of
from tournament.draw.services.draws import draw_first_hour, draw_second_hour, release_draw, swap_seats
from tournament.foundation.errors import CannotDraw
from tournament.models import Round, Seat
from tournament.standings.queries.standings import standings_of


@pytest.mark.parametrize("players", [3, 5, 6, 7, 9, 16, 30, 41])
def test_everybody_meets_everybody_at_the_table_once(evening_of, players):
    evening = evening_of(players)
    evening.begin()
    for view in tables_of(evening.hour(1)):
        names = {seat.entry.name for seat in view.seats}
        for seat in view.seats:
            met = [turn.against for turn in seat.turns if turn.others]
            assert sorted(met) == sorted(names - {seat.entry.name})
    assert Seat.objects.count() == players


def test_two_players_cannot_be_drawn_and_are_told_why(evening_of):
    evening = evening_of(2)
    with pytest.raises(CannotDraw, match="at least 3 players"):
        evening.begin()


def test_the_same_seed_seats_the_same_people_at_the_same_tables(evening_of):
    evening = evening_of(16)
    draws = []
    for _ in range(2):
        stage = draw_first_hour(evening.event, seed=7, by=evening.director, now=evening.now)
        draws.append([[seat.entry.name for seat in view.seats] for view in tables_of(stage)])
    assert draws[0] == draws[1]


def test_swapped_players_change_seats_and_the_draft_says_it_was_moved_by_hand(evening_of):
    evening = evening_of(8)
    stage = draw_first_hour(evening.event, seed=7, by=evening.director, now=evening.now)
    one, other = (view.seats[0].entry for view in tables_of(stage))
    swap_seats(stage, one, other, by=evening.director, now=evening.now)
    stage.refresh_from_db()
    assert [view.seats[0].entry for view in tables_of(stage)] == [other, one]
    assert stage.moved_by_hand


def test_a_draft_is_not_released_over_somebody_who_came_since(evening_of):
    evening = evening_of(8)
    stage = draw_first_hour(evening.event, seed=7, by=evening.director, now=evening.now)
    enter_players(evening.event, ["Zed Yew"], by=evening.director, now=evening.now)
    with pytest.raises(CannotDraw, match="Zed Yew has no seat"):
        release_draw(stage, by=evening.director, now=evening.now)


def test_hour_two_is_cut_from_the_top_of_hour_one(evening_of):
    evening = evening_of(16)
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    settle_ties(evening)
    order = second_hour_of(evening.event).order
    evening.second()
    seated = [seat.entry.pk for view in tables_of(evening.hour(2)) for seat in view.seats]
    assert seated == list(order)


def test_a_tie_across_a_table_boundary_needs_a_cut_of_the_cards(evening_of):
    evening = evening_of(8)
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, lambda match: (5, 5))
    with pytest.raises(CannotDraw, match="Tied across a table boundary"):
        draw_second_hour(evening.event, by=evening.director, now=evening.now)
    settle_ties(evening)
    evening.second()
    placings = standings_of(evening.event, hours=1).placings
    assert [placing.shown for placing in placings] == [str(number) for number in range(1, 9)]
    assert {placing.decided_by for placing in placings} == {"cut"}


def test_a_chosen_five_has_five_rounds_of_its_own_bell(evening_of):
    evening = evening_of(9)
    evening.begin(prefer_five=True)
    lengths = sorted(
        (round.turns, round.number, round.length.total_seconds())
        for round in Round.objects.filter(stage__event=evening.event)
    )
    assert lengths == [(3, n, 1200) for n in (1, 2, 3)] + [(5, n, 720) for n in (1, 2, 3, 4, 5)]
