"""The key of a form, sent where it does not belong or again with other facts: every hand is kept, and none twice."""

from uuid import uuid4

import pytest

from tests.hands.test_agreement import OURS, PhonesAtTable
from tournament.foundation.errors import HandOutOfTurn
from tournament.hands.queries.hands import match_in_hands
from tournament.hands.services.hands import correct_hand, play_on, withdraw_hand
from tournament.hands.services.late import accept_late
from tournament.models import Event, Hand


@pytest.fixture
def table(in_play) -> PhonesAtTable:
    return PhonesAtTable(in_play)


def test_a_key_that_another_match_has_had_records_a_hand_of_its_own(table):
    elsewhere, key = PhonesAtTable(table.evening, place=1), uuid4()
    assert [each.send(1, key=key).outcome for each in (table, elsewhere)] == ["recorded", "recorded"]
    assert (table.scores, elsewhere.scores) == ([(1, (2, 1))], [(1, (2, 1))])


def test_other_facts_under_the_key_of_an_earlier_hand_are_a_hand_of_their_own_once(table):
    key = uuid4()
    table.send(1, key=key)
    second = table.send(2, key=key, game=table.b)
    assert (second.outcome, table.send(2, key=key, game=table.b).hand) == ("recorded", second.hand)
    assert table.scores == [(1, (2, 1)), (2, (3, 3))]


def test_other_facts_from_the_form_of_a_hand_that_was_taken_back_are_recorded_each_time(table):
    key = uuid4()
    withdraw_hand(table.send(1, key=key).hand, by=OURS, now=table.evening.now)
    again = table.send(1, key=key, game=table.b)
    assert (again.outcome, table.scores) == ("recorded", [(1, (1, 2))])
    withdraw_hand(again.hand, by=OURS, now=table.evening.now)
    assert table.send(1, key=key, game=table.b).outcome == "known"
    assert (table.send(1, key=key, jack=None, low=None, high=None).outcome, Hand.objects.count()) == ("recorded", 3)


def test_other_facts_from_the_form_of_a_late_hand_are_recorded_once_the_table_plays_on(table):
    table.send(1)
    table.all_in()
    key = uuid4()
    assert table.send(2, key=key).outcome == "late"
    play_on(table.match, by=OURS, now=table.evening.now)
    assert table.send(2, key=key, game=table.b).outcome == "recorded"
    assert (table.scores, table.states) == ([(1, (2, 1)), (2, (3, 3))], ["entered", "late", "entered"])


def test_a_correction_under_the_key_of_another_hand_changes_the_hand_that_it_names(table):
    key = uuid4()
    table.send(1, key=key)
    second = table.send(2).hand
    facts = table.ticks(game=table.b)
    correct_hand(second, entry_key=key, facts=facts, reason="So", by=table.evening.director, now=table.evening.now)
    assert table.scores == [(1, (2, 1)), (2, (3, 3))]


def test_a_late_hand_with_a_number_far_beyond_does_not_move_the_next_hand(table):
    table.send(1)
    far = table.send(999, is_valid=False)
    assert far.outcome == "late"
    assert match_in_hands(table.evening.event, table.match.pk).next_number == 2
    assert table.send(2, game=table.b).outcome == "recorded"
    with pytest.raises(HandOutOfTurn):
        accept_late(far.hand, reason="Counted again", by=table.evening.director, now=table.evening.now)


def test_a_late_hand_that_counts_first_keeps_the_rules_of_its_event(evening_of):
    evening = evening_of(8)
    evening.begin()
    table = PhonesAtTable(evening)
    late = table.send(1, is_valid=False).hand
    accept_late(late, reason="It was played", by=evening.director, now=evening.now)
    assert Event.objects.get().rules["id"] == "kent"
