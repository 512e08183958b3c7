"""Hands that a table's phones send: whose they are, who may change them, and what the log says of it."""

from uuid import uuid4

import pytest

from scoring import HandFacts
from tests.evenings import Evening
from tests.hands.test_hands import AtTable
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.foundation.authors import Author, Phone
from tournament.foundation.errors import HandAlreadyRecorded, NotYourHand
from tournament.hands.services.hands import correct_hand, withdraw_hand
from tournament.hands.services.recording import record_hand
from tournament.models import Event, Hand, LogEntry, State

OURS, THEIRS = Phone("3d5c", 1, 1), Phone("b71f", 1, 2)


@pytest.fixture
def table(evening_of) -> AtTable:
    evening: Evening = evening_of(8)
    evening.begin()
    return AtTable(evening)


def send(table: AtTable, number: int, by: Author | None, **facts: object) -> Hand:
    now = table.evening.now
    return record_hand(table.match, number=number, entry_key=uuid4(), facts=table.ticks(**facts), by=by, now=now)


def change(table: AtTable, hand: Hand, by: Author | None) -> Hand:
    facts: HandFacts = table.ticks(game=table.b)
    return correct_hand(hand, entry_key=uuid4(), facts=facts, by=by, now=table.evening.now)


def claims(table: AtTable, until: str) -> None:
    Event.objects.filter(pk=table.evening.event.pk).update(claim_until=until)


def test_a_phone_s_hand_is_kept_under_its_device_and_told_in_the_log_by_its_table(table):
    hand = send(table, 1, OURS)
    assert (hand.entered_by, hand.device, hand.state) == (None, "3d5c", State.ENTERED)
    entry = LogEntry.objects.first()
    assert (entry.by, entry.after["table"], entry.after["device"]) == (None, 1, "3d5c")
    assert read_log(LogFilter(table.evening.event)).lines[0].by == "table 1"


def test_a_phone_changes_and_takes_back_its_own_last_hand_without_a_reason(table):
    hand = change(table, send(table, 1, OURS), OURS)
    assert (hand.device, hand.reason, table.scores) == ("3d5c", "", [(1, (1, 2))])
    withdraw_hand(hand, by=Phone("3d5c", 1), now=table.evening.now)
    assert table.scores == []


@pytest.mark.parametrize(
    "by", [THEIRS, Phone("", 1, 1), None], ids=["another phone", "a phone without a name", "nobody"]
)
def test_nobody_else_changes_a_phone_s_hand(table, by):
    hand = send(table, 1, OURS)
    with pytest.raises(NotYourHand):
        change(table, hand, by)


@pytest.mark.parametrize("by", [Phone("", 1), None], ids=["a phone without a name", "nobody"])
def test_a_hand_that_nobody_entered_is_nobody_s_own(table, by):
    hand = send(table, 1, by)
    with pytest.raises(NotYourHand):
        change(table, hand, by)


def test_an_account_is_not_the_author_of_a_phone_s_hand_nor_a_phone_of_an_account_s(table):
    with pytest.raises(NotYourHand):
        change(table, send(table, 1, OURS), table.evening.scorer)
    with pytest.raises(NotYourHand):
        change(table, send(table, 2, table.evening.scorer), OURS)


def test_two_phones_that_report_a_hand_differently_are_in_dispute(table):
    send(table, 1, OURS)
    with pytest.raises(HandAlreadyRecorded):
        send(table, 1, THEIRS, game=table.b)
    assert sorted(Hand.objects.values_list("device", "state")) == [
        ("3d5c", State.DISPUTED),
        ("b71f", State.DISPUTED),
    ]


def test_until_the_next_hand_a_phone_changes_only_its_last(table):
    hand = send(table, 1, OURS)
    send(table, 2, OURS)
    with pytest.raises(NotYourHand):
        change(table, hand, OURS)


def test_where_the_club_allows_it_a_phone_changes_any_hand_that_is_not_agreed(table):
    claims(table, "agreed")
    first, second = send(table, 1, OURS), send(table, 2, OURS)
    change(table, first, OURS)
    Hand.objects.filter(pk=second.pk).update(state=State.AGREED)
    with pytest.raises(NotYourHand):
        change(table, second, OURS)


def test_where_only_the_director_changes_hands_a_phone_changes_none_and_a_scorer_his_own(table):
    claims(table, "director")
    with pytest.raises(NotYourHand):
        change(table, send(table, 1, OURS), OURS)
    assert change(table, send(table, 2, table.evening.scorer), table.evening.scorer).state == State.ENTERED
