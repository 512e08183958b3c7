"""What is played beside a bracket, read from what was drawn: the match for third place, and the plate."""

from dataclasses import replace

import pytest

from tests.movements.test_knock_out import decide, favourite, field_of, leave, outsider, play
from tournament.movements.bracket import BracketPlace, bracket_of
from tournament.movements.draw import PastMatch
from tournament.movements.knock_out import KNOCK_OUT, KNOCK_OUT_PLATE, BesideBracket, find_beside_bracket


def seen_in(field, draw, wins):
    """The field as the hall sees it with the results of its round in."""
    return replace(decide(field, draw, wins), round=field.round)


def beside(field, *, plate=True):
    return find_beside_bracket(field, bracket_of(field), plate=plate)


def met(places):
    return {frozenset(place.known_entries): place.played.table for place in places if place.played}


@pytest.mark.parametrize("size", range(2, 34))
@pytest.mark.parametrize("wins", [favourite, outsider])
def test_every_match_drawn_is_in_the_bracket_or_once_beside_it(size, wins):
    played, _end = play(KNOCK_OUT_PLATE, field_of(size), wins)
    for number, (field, draw) in enumerate(played, start=1):
        seen = seen_in(field, draw, wins)
        shown = beside(seen)
        places = [place for places in bracket_of(seen)[number - 1 : number] for place in places]
        places += [shown.third] if shown.third and shown.third.played and shown.third.round == number else []
        plate = shown.plate[-1] if shown.plate and shown.plate[-1][0].round == number else ()
        assert met([*places, *plate]) == {frozenset(table.seats): table.number for table in draw.tables}
        resting = {place.winner for place in (*places, *plate) if place.played is None and place.winner}
        assert set(draw.resting) - resting == set()
        finals = {entry for entry, why in draw.why.items() if why.code == "plate_final"}
        assert finals == (set(plate[0].known_entries) if plate and shown.ends else set())


def test_third_place_is_open_until_the_semi_finals_have_losers():
    (first, draw), (semi, draw_2), (final, draw_3) = play(KNOCK_OUT, field_of(6))[0]
    waits = BesideBracket(BracketPlace(3, 1, (None, None)), (), False)
    assert [beside(seen_in(first, draw, favourite), plate=False), beside(seen_in(semi, draw_2, favourite))] == [
        waits
    ] * 2
    ended = seen_in(final, draw_3, favourite)
    match = PastMatch(3, 2, ((4,), (3,)), 1)
    assert beside(ended, plate=False).third == BracketPlace(3, 1, (4, 3), 3, False, match)
    still = replace(ended, past=tuple(replace(past, winner=None) if past.round == 3 else past for past in ended.past))
    assert beside(still).third == BracketPlace(3, 1, (4, 3), None, True, replace(match, winner=None))


@pytest.mark.parametrize("size", [2, 3])
def test_too_few_play_for_no_third_place(size):
    field = field_of(size)
    assert beside(seen_in(field, KNOCK_OUT.next_draws(field)[0], favourite)).third is None


def test_nobody_plays_for_third_place_where_one_has_left_before_his_semi_final():
    field = field_of(6)
    field = leave(decide(field, KNOCK_OUT.next_draws(field)[0], favourite), 1)
    (draw,) = KNOCK_OUT.next_draws(field)
    seen = seen_in(field, draw, favourite)
    assert (beside(seen).third, beside(decide(field, draw, favourite)).third) == (None, None)


def test_a_plate_whose_earlier_round_is_open_again_is_not_called_its_final():
    *_before, (field, draw) = play(KNOCK_OUT_PLATE, field_of(8))[0]
    seen = seen_in(field, draw, favourite)
    opened = tuple(replace(past, winner=None) if past.round == 1 else past for past in seen.past)
    assert (beside(seen).ends, beside(replace(seen, past=opened)).ends) == (True, False)


def test_a_bye_is_a_place_where_one_goes_through_without_a_match():
    field = decide(field_of(3), KNOCK_OUT.next_draws(field_of(3))[0], favourite)
    assert [[place.is_bye for place in places] for places in bracket_of(field)] == [[True, False], [False]]
