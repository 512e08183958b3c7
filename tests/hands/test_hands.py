"""A match hand by hand: what is kept, what is counted again, who may change what, and two keyboards at once."""

from uuid import UUID, uuid4

import pytest

from scoring import HandFacts, ImpossibleFacts, TrumpFact, beg, misdeal, stand, take_one, turn_up
from tests.evenings import Evening
from tournament.event.services.events import lock_event
from tournament.foundation.errors import (
    EventLocked,
    HandAlreadyRecorded,
    HandChanged,
    HandOutOfTurn,
    HandsAreIn,
    MatchCalledOff,
    NeedsReason,
    NoHands,
    NotYourHand,
    NotYourMatch,
)
from tournament.hands.queries.hands import match_in_hands
from tournament.hands.services.hands import correct_hand, finish_hands, play_on, withdraw_hand
from tournament.hands.services.recording import record_hand
from tournament.matches.queries.matches import players_of, seating_of, sides_of
from tournament.matches.queries.rescoring import differences_in
from tournament.models import Account, Event, Hand, LogEntry, Match, State
from tournament.results.services.decisions import agree_matches, call_off, make_ruling
from tournament.results.services.sheets import SheetEntry, enter_sheet


class AtTable:
    """A match and its scorer: `a` and `b` are the players as facts name them."""

    def __init__(self, evening: Evening, place: int = 0) -> None:
        self.evening = evening
        self.match = evening.matches(1)[place]
        self.a, self.b = seating_of(self.match).seats

    def ticks(self, **facts: object) -> HandFacts:
        """A hand dealt by a in which a is high and has Game, b is low, and there was no Jack."""
        known = {"dealer": self.a, "events": (stand(self.b),), "game": self.a}
        known |= {"high": TrumpFact(self.a), "low": TrumpFact(self.b), "jack": None}
        return HandFacts(seating_of(self.match), **(known | facts))

    def record(self, number: int, by: Account | None = None, key: UUID | None = None, **facts: object) -> Hand:
        return record_hand(
            self.match,
            number=number,
            entry_key=key or uuid4(),
            facts=self.ticks(**facts),
            by=by or self.evening.scorer,
            now=self.evening.now,
        )

    def correct(self, hand: Hand, by: Account | None = None, reason: str = "", **facts: object) -> Hand:
        return correct_hand(
            hand,
            entry_key=uuid4(),
            facts=self.ticks(**facts),
            reason=reason,
            by=by or self.evening.scorer,
            now=self.evening.now,
        )

    def finish(self) -> None:
        finish_hands(self.match, by=self.evening.scorer, now=self.evening.now)

    @property
    def stored(self) -> tuple[object, ...]:
        self.match.refresh_from_db()
        return (self.match.state, *self.match.points)

    @property
    def scores(self) -> list[tuple[int, tuple[int, int]]]:
        """The number of each hand that counts, with the score after it."""
        return [(shown.hand.number, shown.score) for shown in match_in_hands(self.evening.event, self.match.pk).hands]


@pytest.fixture
def table(in_play) -> AtTable:
    return AtTable(in_play)


def revision(evening: Evening) -> int:
    return Event.objects.get(pk=evening.event.pk).revision


def test_a_recorded_hand_keeps_its_facts_and_what_they_earn(table):
    hand = table.record(1, events=(turn_up("JD"), stand(table.b)))
    assert hand.facts == {
        "dealer": table.a,
        "events": [{"turn_up": "JD"}, {"stand": table.b}],
        "high": {"holder": table.a},
        "low": {"holder": table.b},
        "jack": None,
        "game": table.a,
    }
    assert hand.awards == {
        "awards": [["turn_up", table.a, 1], ["high", table.a, 1], ["low", table.b, 1], ["game", table.a, 1]],
        "uncounted": [],
        "all_fours": None,
        "jacks_turned": {table.a: 1, table.b: 0},
        "next_dealer": table.b,
    }
    assert (hand.state, hand.entered_by) == (State.ENTERED, table.evening.scorer)


def test_a_hand_is_logged_and_tells_followers_that_something_changed(table):
    before = revision(table.evening)
    table.record(1)
    entry = LogEntry.objects.first()
    assert (entry.action, entry.by, entry.after["hand"]) == ("record_hand", table.evening.scorer, 1)
    assert revision(table.evening) == before + 1


def test_the_running_score_goes_up_hand_by_hand_and_counts_only_when_all_are_in(table):
    table.record(1)
    table.record(2, dealer=table.b, events=(stand(table.a),), game=table.b)
    assert table.scores == [(1, (2, 1)), (2, (3, 3))]
    assert table.stored == (State.WAITING, None, None)
    table.finish()
    assert table.stored == (State.ENTERED, 3, 3)


def test_all_fours_and_jacks_turned_reach_the_match(table):
    four = {"high": TrumpFact(table.b), "low": TrumpFact(table.b), "jack": TrumpFact(won_by=table.b), "game": table.b}
    table.record(1, **four)
    table.record(2, dealer=table.b, events=(turn_up("J"), stand(table.a)))
    table.finish()
    match = Match.objects.get(pk=table.match.pk)
    assert [side.all_fours for side in sides_of(match)] == [0, 1]
    assert [side.jacks_turned for side in sides_of(match)] == [0, 1]


@pytest.mark.parametrize(("worth", "hung"), [(1, [None, None]), (3, [0, 2])])
def test_hang_jacks_reach_the_match_where_they_are_more_than_a_jack_that_was_kept(evening_of, worth, hung):
    table = AtTable(evening_of(4, house_rules={"points.hang_jack": worth}).begun())
    taken, kept = TrumpFact(table.a, won_by=table.b), TrumpFact(table.a, won_by=table.a)
    for number, jack in enumerate((taken, kept, taken), start=1):
        table.record(number, jack=jack)
    table.finish()
    assert [side.hang_jacks for side in sides_of(Match.objects.get(pk=table.match.pk))] == hung
    assert differences_in(table.evening.event) == []


def test_the_next_dealer_follows_from_the_rules_and_after_a_misdeal_is_the_same(table):
    def dealer() -> str | None:
        return match_in_hands(table.evening.event, table.match.pk).dealer

    assert dealer() is None
    table.record(1)
    assert dealer() == table.b
    nothing = {"high": TrumpFact(table.b), "low": TrumpFact(table.b)}
    table.record(2, dealer=table.b, events=(beg(table.a), take_one()), **nothing)
    assert dealer() == table.a
    facts = HandFacts(seating_of(table.match), table.a, (turn_up("J"), misdeal()))
    scorer, now = table.evening.scorer, table.evening.now
    hand = record_hand(table.match, number=3, entry_key=uuid4(), facts=facts, by=scorer, now=now)
    assert (hand.awards["awards"], dealer()) == ([], table.a)


def test_what_cannot_have_happened_is_refused_and_nothing_is_kept(table):
    with pytest.raises(ImpossibleFacts) as refused:
        table.record(1, high=TrumpFact(table.a, "9"), low=TrumpFact(table.b, "K"), pips={table.a: 3, table.b: 9})
    assert [problem.field for problem in refused.value.problems] == ["low", "game"]
    assert Hand.objects.count() == 0


def test_a_double_tap_is_one_hand(table):
    key = uuid4()
    first = table.record(1, key=key)
    before = revision(table.evening)
    assert table.record(1, key=key) == first
    assert (Hand.objects.count(), revision(table.evening)) == (1, before)


def test_a_late_repeat_of_a_corrected_hand_changes_nothing(table):
    key = uuid4()
    table.record(1, key=key)
    table.record(1, key=key, game=table.b)
    table.record(1, key=key)
    assert table.scores == [(1, (1, 2))]


def test_going_back_and_sending_the_form_with_other_facts_is_its_authors_correction(table):
    key = uuid4()
    old = table.record(1, key=key)
    for _ in range(2):
        table.record(1, key=key, game=table.b)
    assert table.scores == [(1, (1, 2))]
    assert list(Hand.objects.exclude(superseded_at=None)) == [old]


def test_the_same_hand_from_two_keyboards_is_one_hand(table):
    first = table.record(1)
    assert table.record(1, by=table.evening.director) == first
    assert Hand.objects.count() == 1


def test_another_hand_of_the_same_number_is_a_dispute_and_overwrites_nothing(table):
    first = table.record(1)
    with pytest.raises(HandAlreadyRecorded):
        table.record(1, by=table.evening.director, game=table.b)
    first.refresh_from_db()
    (shown,) = match_in_hands(table.evening.event, table.match.pk).hands
    assert (shown.hand, shown.score, first.state) == (first, (2, 1), State.DISPUTED)
    assert [(rival.score, rival.hand.entered_by) for rival in shown.rivals] == [((1, 2), table.evening.director)]
    assert table.stored == (State.DISPUTED, None, None)


def test_the_director_decides_a_disputed_hand_and_the_match_goes_on(table):
    hand = table.record(1)
    with pytest.raises(HandAlreadyRecorded):
        table.record(1, by=table.evening.director, game=table.b)
    with pytest.raises(NotYourHand):
        table.correct(hand, game=table.b)
    ruled = table.correct(hand, by=table.evening.director, reason="Counted again", game=table.b)
    assert (ruled.state, ruled.reason, table.scores) == (State.RULED, "Counted again", [(1, (1, 2))])
    assert table.stored == (State.WAITING, None, None)
    table.record(2)
    assert table.scores == [(1, (1, 2)), (2, (3, 3))]


def test_a_dispute_of_sheets_outlives_a_decided_hand(table):
    match, evening = table.match, table.evening
    enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 5, 5)], by=evening.scorer, now=evening.now)
    enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 6, 5)], by=evening.director, now=evening.now)
    hand = table.record(1)
    with pytest.raises(HandAlreadyRecorded):
        table.record(1, by=evening.director, game=table.b)
    table.correct(hand, by=evening.director, reason="Counted again")
    assert table.stored == (State.DISPUTED, 6, None)


def test_an_author_corrects_his_last_hand_without_a_reason(table):
    first = table.record(1)
    table.correct(first, game=table.b)
    assert table.scores == [(1, (1, 2))]
    table.record(2)
    (current, _) = match_in_hands(table.evening.event, table.match.pk).hands
    with pytest.raises(NotYourHand):
        table.correct(current.hand)


def test_nobody_else_but_the_director_changes_a_hand_and_he_says_why(table):
    hand = table.record(1, by=table.evening.director)
    with pytest.raises(NotYourHand):
        table.correct(hand, game=table.b)
    table.record(2)
    with pytest.raises(NeedsReason):
        table.correct(hand, by=table.evening.director, reason=" ", game=table.b)
    table.correct(hand, by=table.evening.director, reason="The Jack was missed", jack=TrumpFact(won_by=table.b))
    assert table.scores == [(1, (2, 2)), (2, (4, 3))]
    entry = LogEntry.objects.first()
    assert (entry.action, entry.reason) == ("correct_hand", "The Jack was missed")


def test_of_two_corrections_at_once_the_second_is_asked_to_look_again(table):
    hand = table.record(1)
    table.correct(hand, game=table.b)
    with pytest.raises(HandChanged):
        table.correct(hand, game="tie")
    assert table.scores == [(1, (1, 2))]


def test_a_correction_sent_twice_is_kept_once(table):
    hand, key = table.record(1), uuid4()
    scorer, now = table.evening.scorer, table.evening.now
    first, second = (
        correct_hand(hand, entry_key=key, facts=table.ticks(game=table.b), by=scorer, now=now) for _ in range(2)
    )
    assert (second, Hand.objects.count()) == (first, 2)
    again = correct_hand(hand, entry_key=key, facts=table.ticks(game="tie"), by=scorer, now=now)
    assert (again.facts["game"], table.scores) == ("tie", [(1, (1, 2))])


def test_the_last_hand_can_be_withdrawn_by_its_author_and_stays_readable(table):
    table.record(1)
    withdraw_hand(table.record(2), by=table.evening.scorer, now=table.evening.now)
    played = match_in_hands(table.evening.event, table.match.pk)
    assert (table.scores, played.next_number) == ([(1, (2, 1))], 2)
    assert [old.hand.number for old in played.earlier] == [2]
    table.record(2, game=table.b)
    assert table.scores == [(1, (2, 1)), (2, (3, 3))]


def test_withdrawing_the_only_hand_of_a_finished_match_leaves_nothing_to_count(table):
    hand = table.record(1)
    table.finish()
    withdraw_hand(hand, by=table.evening.scorer, now=table.evening.now)
    assert table.stored == (State.WAITING, None, None)


def test_once_agreed_only_the_director_changes_a_hand_and_the_match_is_counted_again(table):
    hand = table.record(1)
    table.finish()
    agree_matches([table.match], event=table.evening.event, by=table.evening.director, now=table.evening.now)
    with pytest.raises(NotYourHand):
        table.correct(hand, game=table.b)
    with pytest.raises(NotYourHand):
        withdraw_hand(hand, by=table.evening.scorer, now=table.evening.now)
    table.correct(hand, by=table.evening.director, reason="Counted again", game=table.b)
    assert table.stored == (State.AGREED, 1, 2)


def test_after_all_hands_are_in_another_needs_the_match_opened_again(table):
    table.record(1)
    table.finish()
    table.finish()
    with pytest.raises(HandsAreIn):
        table.record(2)
    play_on(table.match, by=table.evening.scorer, now=table.evening.now)
    assert table.stored == (State.WAITING, None, None)
    table.record(2)
    table.finish()
    assert table.stored == (State.ENTERED, 4, 2)


def test_an_agreed_match_is_opened_again_by_the_director_alone(table):
    table.record(1)
    table.finish()
    agree_matches([table.match], event=table.evening.event, by=table.evening.director, now=table.evening.now)
    with pytest.raises(NotYourMatch):
        play_on(table.match, by=table.evening.scorer, now=table.evening.now)
    play_on(table.match, by=table.evening.director, now=table.evening.now)
    assert table.stored == (State.WAITING, None, None)


def test_a_match_without_hands_cannot_be_finished(table):
    with pytest.raises(NoHands):
        table.finish()


def test_hands_come_in_order_without_gaps(table):
    for number in (0, 2, 40_000):
        with pytest.raises(HandOutOfTurn):
            table.record(number)
    assert Hand.objects.count() == 0


def test_a_match_called_off_and_a_locked_evening_take_no_hand(table):
    call_off(table.match, reason="Nobody sat there", by=table.evening.director, now=table.evening.now)
    with pytest.raises(MatchCalledOff):
        table.record(1)
    lock_event(table.evening.event, by=table.evening.director, now=table.evening.now)
    with pytest.raises(EventLocked):
        table.record(1)


def test_sheets_count_before_hands_and_a_ruling_before_both(table):
    match, evening = table.match, table.evening
    table.record(1)
    table.finish()
    enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 2, 1)], by=evening.scorer, now=evening.now)
    assert table.stored == (State.ENTERED, 2, 1)
    enter_sheet(players_of(match)[1], [SheetEntry(match.pk, 4, 2)], by=evening.scorer, now=evening.now)
    assert table.stored == (State.DISPUTED, 2, 4)
    make_ruling(match, points=(2, 3), reason="Heard both", by=evening.director, now=evening.now)
    assert table.stored == (State.RULED, 2, 3)


def test_two_sheets_without_check_boxes_are_cross_checked_by_the_hands(table):
    match, evening = table.match, table.evening
    enter_sheet(players_of(match)[0], [SheetEntry(match.pk, 2)], by=evening.scorer, now=evening.now)
    enter_sheet(players_of(match)[1], [SheetEntry(match.pk, 1)], by=evening.scorer, now=evening.now)
    assert table.stored == (State.ENTERED, 2, 1)
    table.record(1)
    table.finish()
    assert table.stored == (State.AGREED, 2, 1)


def test_whatever_happened_to_its_hands_a_match_is_stored_as_it_derives(table):
    hand = table.record(1)
    table.record(2, game=table.b)
    table.finish()
    table.correct(hand, by=table.evening.director, reason="Counted again", game="tie")
    assert differences_in(table.evening.event) == []
