"""Whatever phones, scorer and director do to the hands of a match, in any order: what is stored is what the facts come
to, no version is ever gone, and no hand changes that nobody may change."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from scoring import HandFacts, TrumpFact, stand, turn_up
from tests.evenings import Evening
from tournament.clock.services.rounds import end_round, reopen_round
from tournament.foundation.authors import Phone
from tournament.foundation.errors import TournamentError
from tournament.hands.queries.hands import match_in_hands
from tournament.hands.services.agreement import agree_hands, finish_at_table, object_to_hand
from tournament.hands.services.hands import correct_hand, finish_hands, play_on, withdraw_hand
from tournament.hands.services.late import accept_late, set_aside
from tournament.hands.services.recording import record_hand, submit_hand
from tournament.matches.queries.matches import seating_of, sides_of
from tournament.matches.queries.rescoring import differences_in
from tournament.models import Event, Hand, LogEntry, Match, State
from tournament.results.services.decisions import agree_matches, call_off, make_ruling

PHONES = st.sampled_from(
    [Phone("one", 1, 1), Phone("two", 1, 2), Phone("mid", 1), Phone("one", 1), Phone("four", 1, 1)]
)
MARKS = st.tuples(st.sampled_from(["", "JD", "AD"]), st.sampled_from("ab"), st.sampled_from("ab"), st.integers(0, 2))
NUMBERS = st.integers(-1, 2)  # from the next hand's
KEYS = st.integers(0, 5)


class HandMachine(RuleBasedStateMachine):
    """One match; what is refused with a sentence is a step that changes nothing."""

    evening: Evening

    def __init__(self) -> None:
        super().__init__()
        self.match = self.evening.matches(1)[0]
        self.seating = seating_of(self.match)
        self.keys = [uuid4() for _key in range(6)]
        self.versions: dict[int, tuple[object, ...]] = {}

    def facts(self, marks: tuple[str, str, str, int]) -> HandFacts:
        turned, high, game, jack = marks
        one, other = self.seating.side_names
        sides = {"a": one, "b": other}
        seats = self.seating.seats
        events = (*((turn_up(turned),) if turned else ()), stand(seats[1]))
        known: dict[str, Any] = {"high": TrumpFact(sides[high], "A"), "low": TrumpFact(sides[game], "3")}
        known |= {"game": sides[game], "jack": None}
        if jack and turned != "JD":
            known["jack"] = TrumpFact(one, won_by=sides["ab"[jack - 1]])
        if turned == "AD":
            known["high"] = TrumpFact(sides[high], "K")
        return HandFacts(self.seating, seats[0], events, **known)

    def attempt(self, do: Any, *args: Any, **named: Any) -> None:
        try:
            with transaction.atomic():
                do(*args, **named, now=self.evening.now)
        except TournamentError as refused:
            assert str(refused)

    def any_hand(self, place: int) -> Hand | None:
        hands = list(Hand.objects.filter(match=self.match).select_related("match__table__stage__event", "match__round"))
        return hands[place % len(hands)] if hands else None

    def number(self, step: int) -> int:
        return max(1, match_in_hands(self.evening.event, self.match.pk).next_number + step)

    @rule(step=NUMBERS, key=KEYS, marks=MARKS, by=PHONES, is_valid=st.sampled_from([True, True, False]))
    def send(self, step: int, key: int, marks: Any, by: Phone, is_valid: bool) -> None:
        self.post(self.number(step), self.keys[key], marks, by, is_valid)

    @rule(marks=MARKS, by=PHONES)
    def send_the_next(self, marks: Any, by: Phone) -> None:
        self.post(self.number(0), uuid4(), marks, by, is_valid=True)

    def post(self, number: int, key: UUID, marks: Any, by: Phone, is_valid: bool) -> None:
        facts = self.facts(marks)
        sent = {"number": number, "entry_key": key, "facts": facts, "by": by, "is_valid": is_valid}
        try:
            played = match_in_hands(self.evening.event, self.match.pk)
            taken = submit_hand(played, **sent, now=self.evening.now)
        except TournamentError as refused:
            assert refused.code == "hand_out_of_turn"
            return
        assert Hand.objects.filter(pk=taken.hand.pk, match=self.match, facts=taken.hand.facts).exists()
        played = match_in_hands(self.evening.event, self.match.pk)
        again = submit_hand(played, **sent, now=self.evening.now)
        assert (again.hand.pk, again.outcome) == (
            taken.hand.pk,
            {"recorded": "known"}.get(taken.outcome, taken.outcome),
        )

    @rule(step=NUMBERS, key=KEYS, marks=MARKS)
    def key_a_slip(self, step: int, key: int, marks: Any) -> None:
        sent = {"number": self.number(step), "entry_key": self.keys[key], "facts": self.facts(marks)}
        self.attempt(record_hand, self.match, **sent, by=self.evening.scorer)

    @rule(place=st.integers(0, 9), key=KEYS, marks=MARKS, is_director=st.booleans(), reason=st.sampled_from(["", "So"]))
    def correct(self, place: int, key: int, marks: Any, is_director: bool, reason: str) -> None:
        hand, by = self.any_hand(place), self.evening.director if is_director else self.evening.scorer
        if hand:
            changed = {"entry_key": self.keys[key], "facts": self.facts(marks), "reason": reason}
            self.attempt(correct_hand, hand, **changed, by=by)

    @rule(place=st.integers(0, 9), by=PHONES, reason=st.sampled_from(["", "So"]), is_director=st.booleans())
    def withdraw(self, place: int, by: Phone, reason: str, is_director: bool) -> None:
        if hand := self.any_hand(place):
            self.attempt(withdraw_hand, hand, reason=reason, by=self.evening.director if is_director else by)

    @rule(by=PHONES)
    def agree_all(self, by: Phone) -> None:
        hands = Hand.objects.filter(match=self.match, superseded_at=None).values_list("pk", flat=True)
        self.attempt(agree_hands, self.match, list(hands), by=by)

    @rule(place=st.integers(0, 9), by=PHONES)
    def object(self, place: int, by: Phone) -> None:
        if hand := self.any_hand(place):
            self.attempt(object_to_hand, hand, by=by)

    @rule(place=st.integers(0, 9), counts=st.booleans())
    def decide_late(self, place: int, counts: bool) -> None:
        if hand := self.any_hand(place):
            self.attempt(accept_late if counts else set_aside, hand, reason="So", by=self.evening.director)

    @rule(by=PHONES, again=st.booleans(), is_scorer=st.booleans())
    def all_in_or_not(self, by: Phone, again: bool, is_scorer: bool) -> None:
        author: Any = self.evening.scorer if is_scorer else by
        self.attempt(play_on if again else finish_hands if is_scorer else finish_at_table, self.match, by=author)

    @rule(what=st.sampled_from(["rule", "call off", "agree", "close", "reopen", "agreement off"]))
    def direct(self, what: str) -> None:
        director = self.evening.director
        match = Match.objects.select_related("round__stage__event", "table__stage__event").get(pk=self.match.pk)
        if what == "rule":
            self.attempt(make_ruling, match, points=[3, 1], games=self.games(), reason="So", by=director)
        elif what == "call off":
            self.attempt(call_off, match, reason="So", by=director)
        elif what == "agree":
            self.attempt(agree_matches, [match], event=self.evening.event, by=director)
        elif what == "agreement off":
            Event.objects.update(agreement=False)
        else:
            self.attempt(end_round if what == "close" else reopen_round, match.round, by=director)

    def games(self) -> list[int] | None:
        return None if self.evening.event.length_kind == "timed" else [1, 0]

    @invariant()
    def what_is_stored_is_what_the_facts_come_to(self) -> None:
        assert differences_in(Event.objects.get(pk=self.evening.event.pk)) == []

    @invariant()
    def nothing_is_ever_gone(self) -> None:
        kept = {hand.pk: (hand.number, hand.facts, hand.device) for hand in Hand.objects.filter(match=self.match)}
        assert {pk: kept.get(pk) for pk in self.versions} == self.versions
        self.versions = kept

    @invariant()
    def an_agreed_match_is_whole(self) -> None:
        match = Match.objects.prefetch_related("sides").get(pk=self.match.pk)
        if match.state == State.AGREED:
            assert None not in [side.points for side in sides_of(match)]


@pytest.mark.slow
@pytest.mark.parametrize("format", ["kent-1674", "trinidad-tables"])
def test_any_order_of_what_can_be_done_to_hands_leaves_a_match_that_adds_up(evening_of, format):
    length = {} if format == "kent-1674" else {"length_kind": "best_of", "length_number": 3}
    evening = evening_of(4, format=format, **length)
    evening.begin()
    evening.play_rounds(1, until=1)

    class Here(HandMachine):
        def __init__(self) -> None:
            self.evening = evening
            self.undo = transaction.savepoint()
            super().__init__()

        def teardown(self) -> None:
            transaction.savepoint_rollback(self.undo)

    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much]
    run_state_machine_as_test(
        Here, settings=settings(max_examples=8, stateful_step_count=25, deadline=None, suppress_health_check=checks)
    )
    assert LogEntry.objects.exists()
