"""What the other side says of a hand, and hands that come too late: who may, what becomes of the hand and its match."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from tests.hands.test_hands import AtTable
from tournament.clock.queries.rounds import closes_at
from tournament.clock.services.hall_clock import give_table_time
from tournament.clock.services.rounds import end_round
from tournament.draw.services.draws import draw_second_hour, release_draw
from tournament.event.services.events import lock_event
from tournament.foundation.authors import Phone
from tournament.foundation.errors import (
    EarlierHour,
    HandChanged,
    HandOutOfTurn,
    HandSettled,
    MatchChanged,
    NeedsReason,
    NotYourHand,
    NotYoursToAgree,
)
from tournament.hands.queries.decisions import late_hands, why_late
from tournament.hands.queries.hands import match_in_hands
from tournament.hands.services.agreement import agree_hands, finish_at_table, object_to_hand
from tournament.hands.services.hands import correct_hand, withdraw_hand
from tournament.hands.services.late import accept_late, check_hour, set_aside
from tournament.hands.services.recording import SubmissionResult, submit_hand
from tournament.models import Event, Hand, LogEntry, Round, State
from tournament.phone.queries.table import sheet_of
from tournament.results.services.decisions import call_off

OURS, THEIRS, WHOLE = Phone("3d5c", 1, 1), Phone("b71f", 1, 2), Phone("c90e", 1)


class PhonesAtTable(AtTable):
    def send(
        self, number: int, by: Phone = OURS, *, key: UUID | None = None, is_valid: bool = True, **facts: object
    ) -> SubmissionResult:
        told = {"number": number, "entry_key": key or uuid4(), "facts": self.ticks(**facts)}
        played = match_in_hands(self.evening.event, self.match.pk)
        return submit_hand(played, **told, by=by, is_valid=is_valid, now=self.evening.now)

    def agree(self, *hands: Hand, by: Phone = THEIRS) -> int:
        return agree_hands(self.match, [hand.pk for hand in hands], by=by, now=self.evening.now)

    def object(self, hand: Hand, by: Phone = THEIRS) -> None:
        object_to_hand(hand, by=by, now=self.evening.now)

    def all_in(self, by: Phone = OURS) -> None:
        finish_at_table(self.match, by=by, now=self.evening.now)

    @property
    def states(self) -> list[str]:
        """Of every version, in the order in which they came."""
        return [str(hand.state) for hand in Hand.objects.filter(match=self.match).order_by("pk")]


@pytest.fixture
def table(in_play) -> PhonesAtTable:
    return PhonesAtTable(in_play)


def test_the_other_side_agrees_hands_and_with_the_last_of_them_the_match(table):
    hands = [table.send(number).hand for number in (1, 2)]
    assert table.agree(*hands) == 2
    assert table.states == ["agreed", "agreed"]
    third = table.send(3).hand
    table.all_in()
    assert table.stored == (State.ENTERED, 6, 3)
    table.agree(third)
    assert table.stored == (State.AGREED, 6, 3)
    assert table.agree(third) == 0


def test_a_match_is_agreed_when_its_hands_were_before_they_are_all_in(table):
    table.agree(table.send(1).hand)
    table.all_in()
    assert table.stored == (State.AGREED, 2, 1)


def test_a_match_whose_only_hand_the_director_takes_out_waits_for_hands_again(table):
    hand = table.send(1).hand
    table.agree(hand)
    table.all_in()
    withdraw_hand(hand, reason="Of another table", by=table.evening.director, now=table.evening.now)
    assert table.stored == (State.WAITING, None, None)
    assert table.send(1, game=table.b).outcome == "recorded"


def test_a_side_does_not_agree_with_itself_but_one_phone_in_the_middle_speaks_for_both(table):
    hand = table.send(1).hand
    with pytest.raises(NotYoursToAgree):
        table.agree(hand, by=OURS)
    with pytest.raises(NotYoursToAgree):
        table.object(hand, by=OURS)
    table.agree(hand, by=WHOLE)
    assert table.states == ["agreed"]


def test_a_hand_that_was_checked_before_another_was_written_to_its_match_is_checked_again(table):
    read = match_in_hands(table.evening.event, table.match.pk)
    told = {"number": 1, "entry_key": uuid4(), "facts": table.ticks(), "by": OURS, "is_valid": True}
    table.send(1, THEIRS, game=table.b)
    with pytest.raises(MatchChanged):
        submit_hand(read, **told, now=table.evening.now)
    read = match_in_hands(table.evening.event, table.match.pk)
    assert submit_hand(read, **told, now=table.evening.now).outcome == "disputed"
    assert table.states == ["disputed", "disputed"]


def test_a_hand_that_was_counted_by_other_rules_is_checked_again(table):
    read = match_in_hands(table.evening.event, table.match.pk)
    told = {"number": 1, "entry_key": uuid4(), "facts": table.ticks(), "by": OURS, "is_valid": True}
    PhonesAtTable(table.evening, 1).send(1)
    Event.objects.update(length_kind="single")
    with pytest.raises(MatchChanged):
        submit_hand(read, **told, now=table.evening.now)


def test_what_is_written_to_another_match_meanwhile_is_no_reason_to_check_a_hand_again(table):
    read = match_in_hands(table.evening.event, table.match.pk)
    PhonesAtTable(table.evening, 1).send(1)
    told = {"number": 1, "entry_key": uuid4(), "facts": table.ticks(), "by": OURS, "is_valid": True}
    assert submit_hand(read, **told, now=table.evening.now).outcome == "recorded"


def test_only_what_was_seen_is_agreed(table):
    hand = table.send(1).hand
    correct_hand(hand, entry_key=uuid4(), facts=table.ticks(game=table.b), by=OURS, now=table.evening.now)
    with pytest.raises(HandChanged):
        table.agree(hand)


def test_not_so_waits_for_its_author_who_puts_it_right(table):
    hand = table.send(1).hand
    table.object(hand)
    table.object(hand)
    assert (table.states, table.stored[0]) == (["disputed"], State.DISPUTED)
    correct_hand(hand, entry_key=uuid4(), facts=table.ticks(game=table.b), by=OURS, now=table.evening.now)
    assert (table.scores, table.stored[0]) == ([(1, (1, 2))], State.WAITING)
    table.agree(Hand.objects.get(match=table.match, superseded_at=None))
    assert table.states == ["disputed", "agreed"]


def test_not_so_can_be_taken_back_by_whoever_said_it(table):
    hand = table.send(1).hand
    table.object(hand)
    table.agree(hand)
    assert (table.states, table.stored[0]) == (["agreed"], State.WAITING)


def test_two_versions_are_the_directors_alone(table):
    hand = table.send(1).hand
    assert table.send(1, THEIRS, game=table.b).outcome == "disputed"
    with pytest.raises(HandSettled):
        table.agree(hand)
    with pytest.raises(HandSettled):
        table.agree(hand, by=WHOLE)
    assert table.states == ["disputed", "disputed"]


def test_a_match_whose_last_open_hand_the_director_decides_is_agreed(table):
    agreed, open_hand = (table.send(number).hand for number in (1, 2))
    table.agree(agreed)
    table.all_in()
    assert table.stored[0] == State.ENTERED
    decided = {"facts": table.ticks(), "reason": "Counted again", "by": table.evening.director}
    correct_hand(open_hand, entry_key=uuid4(), **decided, now=table.evening.now)
    assert (table.states, table.stored[0]) == (["agreed", "entered", "ruled"], State.AGREED)


def test_what_is_agreed_is_not_objected_to_any_more(table):
    hand = table.send(1).hand
    table.agree(hand)
    with pytest.raises(HandSettled):
        table.object(hand)


def test_where_a_club_switches_agreement_off_a_hand_counts_as_agreed_when_the_next_is_recorded(table):
    Event.objects.update(agreement=False)
    table.send(1)
    assert table.states == ["entered"]
    table.send(2)
    assert table.states == ["agreed", "entered"]
    table.all_in()
    assert (table.states, table.stored) == (["agreed", "agreed"], (State.AGREED, 4, 2))


def test_a_match_to_a_target_is_agreed_with_the_hand_that_ends_it(evening_of):
    evening = evening_of(4, format="seven-up-tables", table_size=2, length_kind="single")
    evening.begin()
    evening.play_rounds(1)
    table = PhonesAtTable(evening)
    hands = [table.send(number).hand for number in (1, 2, 3, 4)]
    assert table.stored == (State.ENTERED, 7, 3)
    table.agree(*hands)
    assert table.stored == (State.AGREED, 7, 3)


def test_the_same_hand_again_is_known_whoever_sends_it(table):
    key = uuid4()
    hand = table.send(1, key=key).hand
    assert [table.send(1, key=key), table.send(1, THEIRS)] == [SubmissionResult(hand, "known")] * 2
    withdraw_hand(hand, by=OURS, now=table.evening.now)
    assert table.send(1, key=key) == SubmissionResult(hand, "known")
    assert table.scores == []


def test_a_correction_after_its_time_is_another_version_kept_once(table):
    key = uuid4()
    table.agree(table.send(1, key=key).hand)
    first = table.send(1, key=key, game=table.b)
    assert first.outcome == "disputed"
    assert table.send(1, key=key, game=table.b) == first
    assert table.states == ["disputed", "disputed"]


def test_a_hand_without_the_one_before_it_is_to_come_again(table):
    with pytest.raises(HandOutOfTurn):
        table.send(2)


def close_round(table):
    end_round(table.match.round, by=table.evening.director, now=table.evening.now)


def take_all_in(table):
    table.all_in()


def lock(table):
    lock_event(table.evening.event, by=table.evening.director, now=table.evening.now)


def take_off(table):
    call_off(table.match, reason="Gone home", by=table.evening.director, now=table.evening.now)


@pytest.mark.parametrize("close", [close_round, take_all_in, lock, take_off])
def test_what_comes_too_late_is_kept_once_and_counts_nothing(table, close):
    table.send(1)
    close(table)
    key = uuid4()
    late = table.send(2, key=key)
    assert (late.outcome, table.send(2, key=key)) == ("late", late)
    assert table.send(1) == SubmissionResult(Hand.objects.get(number=1), "known")
    assert (table.scores, table.states) == ([(1, (2, 1))], ["entered", "late"])


def test_what_comes_under_a_changed_code_is_late_and_does_not_take_its_number(table):
    table.send(1, is_valid=False)
    assert table.send(1, game=table.b).outcome == "recorded"
    assert (table.scores, table.states) == ([(1, (1, 2))], ["late", "entered"])
    with pytest.raises(HandOutOfTurn):
        table.send(3)


def test_the_table_plays_on_after_a_late_hand_which_is_let_in_before_the_next(table):
    late = table.send(1, is_valid=False).hand
    assert match_in_hands(table.evening.event, table.match.pk).next_number == 2
    table.send(2, game=table.b)
    accept_late(late, reason="It was played", by=table.evening.director, now=table.evening.now)
    assert table.scores == [(1, (2, 1)), (2, (3, 3))]


def test_the_director_lets_a_late_hand_count_in_its_place(table):
    table.send(1)
    table.send(2)
    table.agree(*Hand.objects.filter(match=table.match))
    table.all_in()
    late = [table.send(number, game=table.b).hand for number in (3, 2)]
    for hand in late:
        accept_late(hand, reason="Counted again", by=table.evening.director, now=table.evening.now)
    assert table.scores == [(1, (2, 1)), (2, (3, 3)), (3, (4, 5))]
    assert table.stored == (State.AGREED, 4, 5)
    assert LogEntry.objects.first().reason == "Counted again"
    with pytest.raises(HandSettled):
        accept_late(late[0], reason="Again", by=table.evening.director, now=table.evening.now)


def test_a_late_hand_set_aside_is_decided_with_a_reason(table):
    late = table.send(1, is_valid=False).hand
    with pytest.raises(NeedsReason):
        set_aside(late, reason=" ", by=table.evening.director, now=table.evening.now)
    set_aside(late, reason="Not played", by=table.evening.director, now=table.evening.now)
    assert (table.scores, Hand.objects.get().reason) == ([], "Not played")
    with pytest.raises(HandSettled):
        set_aside(late, reason="Not played", by=table.evening.director, now=table.evening.now)


def test_a_hand_of_an_earlier_hour_is_late_and_waits_on_the_director_s_page_though_no_bell_has_rung(evening_of):
    table = PhonesAtTable(evening_of(4).begun())
    check_hour(table.match)
    table.send(1)
    draft = draw_second_hour(table.evening.event, by=table.evening.director, now=table.evening.now)
    assert table.send(2).outcome == "recorded"
    release_draw(draft, by=table.evening.director, now=table.evening.now)
    late = table.send(3)
    assert (late.outcome, Round.objects.filter(ended_at=None).count()) == ("late", 6)
    assert late_hands(table.evening.event) == [late.hand]
    with pytest.raises(EarlierHour):
        check_hour(table.match)


def test_hands_of_a_table_that_has_more_time_than_the_hall_are_not_late_until_that_is_up(table):
    evening = table.evening
    round = Round.objects.get(pk=table.match.round_id)
    give_table_time(evening.event, table.match.table.number, timedelta(minutes=3), by=evening.director, now=evening.now)
    end_round(round, by=evening.director, now=evening.now)
    table.match.refresh_from_db()
    assert [table.send(number).outcome for number in (1, 2, 3)] == ["recorded", "recorded", "late"]
    played = match_in_hands(evening.event, table.match.pk)
    assert "It arrived after its round was closed" in why_late(played, played.late[0].hand)


def test_in_the_own_time_of_its_table_a_phone_mends_its_last_hand_by_the_rule_of_claims(table):
    evening, first = table.evening, table.send(1).hand
    give_table_time(evening.event, table.match.table.number, timedelta(minutes=9), by=evening.director, now=evening.now)
    end_round(Round.objects.get(pk=table.match.round_id), by=evening.director, now=evening.now)
    mend = {"facts": table.ticks(game=table.b), "by": OURS}
    second = correct_hand(table.send(2).hand, entry_key=uuid4(), now=evening.now, **mend)
    with pytest.raises(NotYourHand):
        correct_hand(first, entry_key=uuid4(), now=evening.now, **mend)
    assert table.scores == [(1, (2, 1)), (2, (3, 3))]
    with pytest.raises(NotYourHand):
        withdraw_hand(second, by=THEIRS, now=evening.now)
    withdraw_hand(second, by=OURS, now=evening.now)
    assert table.scores == [(1, (2, 1))]
    closing = closes_at(Round.objects.get(pk=table.match.round_id), table.match.table.number)
    for moment, may in ((closing - timedelta(seconds=1), True), (closing, False)):
        played = match_in_hands(evening.event, table.match.pk)
        assert (sheet_of(played, OURS, seen=0, now=moment).own_last is not None) is may
    with pytest.raises(NotYourHand):
        withdraw_hand(first, by=OURS, now=closing)
