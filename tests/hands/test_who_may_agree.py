"""Which phone may say something of a hand: another side's, or the one in the middle; and until when."""

import pytest

from tests.hands.test_agreement import OURS, THEIRS, WHOLE, PhonesAtTable
from tournament.clock.services.rounds import end_round
from tournament.foundation.authors import Phone
from tournament.foundation.errors import HandSettled, NotYourHand, NotYoursToAgree, RoundClosed
from tournament.hands.services.hands import play_on, withdraw_hand
from tournament.models import State
from tournament.results.services.decisions import call_off


@pytest.fixture
def table(in_play) -> PhonesAtTable:
    return PhonesAtTable(in_play)


@pytest.mark.parametrize("phone", [OURS, Phone(OURS.device, 1), Phone("77aa", 1, 1), Phone(OURS.device, 1, 2)])
def test_a_side_agrees_no_hand_of_its_own_by_a_second_phone_or_under_another_name(table, phone):
    hand = table.send(1, OURS).hand
    with pytest.raises(NotYoursToAgree):
        table.agree(hand, by=phone)
    with pytest.raises(NotYoursToAgree):
        table.object(hand, by=phone)
    assert table.states == ["entered"]


@pytest.mark.parametrize(("author", "phone"), [(OURS, THEIRS), (WHOLE, WHOLE), (WHOLE, THEIRS), (OURS, Phone("9", 1))])
def test_another_side_agrees_and_so_does_the_far_side_of_a_phone_in_the_middle(table, author, phone):
    table.agree(table.send(1, author).hand, by=phone)
    assert table.states == ["agreed"]


def test_a_phone_that_was_the_whole_tables_does_not_agree_as_a_side_what_it_wrote_down(table):
    hand = table.send(1, WHOLE).hand
    with pytest.raises(NotYoursToAgree):
        table.agree(hand, by=Phone(WHOLE.device, 1, 1))


def test_a_match_that_was_called_off_stays_so_whatever_its_table_presses(table):
    hand = table.send(1).hand
    call_off(table.match, reason="Gone home", by=table.evening.director, now=table.evening.now)
    with pytest.raises(HandSettled):
        table.object(hand)
    with pytest.raises(NotYourHand):
        withdraw_hand(hand, by=OURS, now=table.evening.now)
    assert table.stored[0] == State.CALLED_OFF


def test_after_its_round_was_closed_a_table_takes_nothing_back(table):
    hand = table.send(1).hand
    table.all_in()
    end_round(table.match.round, by=table.evening.director, now=table.evening.now)
    with pytest.raises(NotYourHand):
        withdraw_hand(hand, by=OURS, now=table.evening.now)
    with pytest.raises(RoundClosed):
        play_on(table.match, by=OURS, now=table.evening.now)
    assert table.stored == (State.ENTERED, 2, 1)
