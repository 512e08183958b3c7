"""A hand with two versions, settled at its table: each side chooses one on its own phone."""

from threading import Thread
from uuid import uuid4

import pytest
from django.db import connection

from tests.hands.test_agreement import OURS, THEIRS, WHOLE, PhonesAtTable
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.event.services.events import lock_event
from tournament.foundation.authors import Phone
from tournament.foundation.errors import (
    EventLocked,
    HandAlreadyRecorded,
    HandChanged,
    HandSettled,
    NotForTable,
    SpokeForOthers,
    WhosePhone,
)
from tournament.hands.queries.disputes import disputes_at_tables, disputes_of
from tournament.hands.queries.hands import match_in_hands
from tournament.hands.services.agreement import choose_version, take_back_choice
from tournament.hands.services.hands import correct_hand
from tournament.matches.queries.matches import read_sides
from tournament.matches.queries.rescoring import differences_in
from tournament.models import Hand, LogEntry, State
from tournament.results.services.decisions import make_ruling


class Settling(PhonesAtTable):
    """Hand 1 in two versions: ours says that the first player has Game, theirs that the second has."""

    def disputed(self) -> tuple[Hand, Hand]:
        ours = self.send(1, OURS).hand
        return ours, self.send(1, THEIRS, game=self.b).hand

    def choose(self, hand: Hand, by: Phone, seen: list[Hand] | None = None) -> bool:
        shown = seen if seen is not None else self.versions
        return choose_version(self.match, hand.pk, [each.pk for each in shown], by=by, now=self.evening.now)

    @property
    def versions(self) -> list[Hand]:
        return list(Hand.objects.filter(match=self.match, state=State.DISPUTED).order_by("pk"))

    @property
    def counting(self) -> tuple[int, str]:
        hand = Hand.objects.get(match=self.match, superseded_at=None, number=1)
        return hand.pk, str(hand.state)

    @property
    def actions(self) -> list[str]:
        return list(
            LogEntry.objects.filter(action__endswith="_version").order_by("pk").values_list("action", flat=True)
        )

    def seen_by(self, phone: Phone | None) -> list[str]:
        played = match_in_hands(self.evening.event, self.match.pk)
        return [each.words for each in disputes_of(played, phone)]


@pytest.fixture
def table(in_play) -> Settling:
    return Settling(in_play)


@pytest.mark.parametrize("right", [0, 1])
def test_a_version_that_both_sides_choose_is_agreed_and_the_other_one_is_kept(table, right):
    versions = table.disputed()
    assert table.choose(versions[right], OURS) is False
    assert table.choose(versions[right], THEIRS) is True
    assert table.counting == (versions[right].pk, State.AGREED)
    other = Hand.objects.get(pk=versions[1 - right].pk)
    assert (other.superseded_at is not None, other.facts) == (True, versions[1 - right].facts)
    assert table.scores == [(1, (2, 1))] if right == 0 else [(1, (1, 2))]
    assert table.stored[0] == State.WAITING
    assert differences_in(table.evening.event) == []


def test_the_log_says_who_chose_which_version_when_and_that_it_is_agreed(table):
    ours, theirs = table.disputed()
    table.choose(theirs, OURS)
    table.choose(theirs, THEIRS)
    one, other = (side.name for side in read_sides(table.match).sides.all())
    lines = read_log(LogFilter(table.evening.event)).lines[:3]
    assert [(line.sentence, line.by) for line in lines] == [
        (f"Both sides chose version 2: hand 1 of {one} – {other} is agreed", "table 1"),
        (f"{other} chose version 2 of hand 1 of {one} – {other}", "table 1"),
        (f"{one} chose version 2 of hand 1 of {one} – {other}", "table 1"),
    ]


def test_different_choices_leave_it_with_the_director_and_a_side_may_change_its_choice(table):
    ours, theirs = table.disputed()
    table.choose(ours, OURS)
    table.choose(theirs, THEIRS)
    assert table.counting == (ours.pk, State.DISPUTED)
    one, other = (side.name for side in read_sides(table.match).sides.all())
    assert table.seen_by(OURS) == [
        f"You chose version 1. {other.split()[0]} chose version 2. If you cannot agree, call the director."
    ]
    assert table.seen_by(None) == [f"{one} chose version 1. {other} chose version 2."]
    assert table.choose(theirs, OURS) is True
    assert table.counting == (theirs.pk, State.AGREED)


def test_the_same_choice_again_changes_nothing_before_and_after_it_is_agreed(table):
    ours, theirs = versions = table.disputed()
    table.choose(ours, OURS)
    table.choose(ours, OURS)
    assert table.actions == ["choose_version"]
    table.choose(ours, THEIRS, seen=versions)
    before = table.evening.event.log.count()
    assert table.choose(ours, THEIRS, seen=versions) is True
    assert table.choose(ours, OURS, seen=versions) is True
    assert (table.evening.event.log.count(), table.counting) == (before, (ours.pk, State.AGREED))


def test_a_choice_of_what_was_settled_otherwise_meanwhile_is_refused_in_a_sentence(table):
    ours, theirs = versions = table.disputed()
    table.choose(ours, OURS)
    correct_hand(
        Hand.objects.get(pk=ours.pk),
        entry_key=ours.entry_key,
        facts=table.ticks(game=None),
        reason="Counted again",
        by=table.evening.director,
        now=table.evening.now,
    )
    with pytest.raises(HandChanged) as refused:
        table.choose(ours, THEIRS, seen=versions)
    assert str(refused.value) == "Somebody else has changed this hand in the meantime. Check it again."


def test_a_new_version_takes_all_choices_back_and_leaves_it_with_the_director(table):
    ours, theirs = versions = table.disputed()
    table.choose(ours, OURS)
    third = table.send(1, Phone("aa11", 1, 2), game=None).hand
    assert [each.chosen_by for each in table.versions] == [{}, {}, {}]
    with pytest.raises(HandChanged):
        table.choose(ours, THEIRS, seen=versions)
    with pytest.raises(NotForTable):
        table.choose(ours, THEIRS)
    assert table.seen_by(OURS) == []
    assert third.superseded_at is not None


def test_a_hand_that_was_settled_may_come_into_dispute_again(table):
    ours, theirs = table.disputed()
    for phone in (OURS, THEIRS):
        table.choose(ours, phone, seen=[ours, theirs])
    again = table.send(1, Phone("aa11", 1, 2), game=None).hand
    assert [each.pk for each in table.versions] == [ours.pk, again.pk]
    assert [each.chosen_by for each in table.versions] == [{}, {}]
    table.choose(again, OURS)
    assert table.choose(again, Phone("aa11", 1, 2)) is True
    assert table.counting == (again.pk, State.AGREED)


def test_a_version_that_was_sent_before_and_comes_again_does_not_open_a_settled_dispute(table):
    ours, theirs = table.disputed()
    for phone in (OURS, THEIRS):
        table.choose(ours, phone, seen=[ours, theirs])
    assert table.send(1, THEIRS, key=theirs.entry_key, game=table.b).outcome == "known"
    assert table.counting == (ours.pk, State.AGREED)


def test_one_phone_never_chooses_for_both_sides(table):
    ours, theirs = table.disputed()
    with pytest.raises(SpokeForOthers):
        table.choose(ours, Phone(OURS.device, 1, 2))
    third = Phone("aa11", 1, 1)
    table.choose(ours, third)
    with pytest.raises(SpokeForOthers):
        table.choose(ours, Phone("aa11", 1, 2))
    with pytest.raises(WhosePhone):
        table.choose(ours, WHOLE)
    assert table.counting == (ours.pk, State.DISPUTED)


def test_a_version_of_the_desks_a_ruled_match_and_a_locked_evening_stay_with_the_director(table):
    ours = table.send(1, OURS).hand
    with pytest.raises(HandAlreadyRecorded):
        table.record(1, game=table.b)
    with pytest.raises(NotForTable):
        table.choose(ours, THEIRS)
    assert disputes_at_tables([read_sides(table.match)]) == ()
    second = table.send(2, OURS).hand
    table.send(2, THEIRS, game=table.b)
    versions = [each for each in table.versions if each.number == 2]
    assert [each.number for each in disputes_at_tables([read_sides(table.match)])] == [2]
    lock_event(table.evening.event, by=table.evening.director, now=table.evening.now)
    with pytest.raises(EventLocked):
        table.choose(second, THEIRS, seen=versions)
    type(table.evening.event).objects.update(locked_at=None)
    make_ruling(table.match, points=(2, 1), reason="So.", by=table.evening.director, now=table.evening.now)
    with pytest.raises(NotForTable):
        table.choose(second, THEIRS, seen=versions)


def test_a_version_that_the_director_ruled_is_not_chosen_about_again(table):
    ours, _theirs = table.disputed()
    facts = table.ticks(game=table.b)
    ruled = correct_hand(
        Hand.objects.get(pk=ours.pk),
        entry_key=uuid4(),
        facts=facts,
        reason="Counted again",
        by=table.evening.director,
        now=table.evening.now,
    )
    third = table.send(1, Phone("aa11", 1, 1), game=None).hand
    with pytest.raises(NotForTable):
        table.choose(ruled, OURS, seen=[ruled, third])


def test_what_follows_is_counted_again_after_the_version_that_was_chosen(table):
    ours, theirs = table.disputed()
    table.send(2, OURS)
    for phone in (OURS, THEIRS):
        table.choose(theirs, phone, seen=[ours, theirs])
    assert table.scores == [(1, (1, 2)), (2, (3, 3))]
    table.agree(Hand.objects.get(match=table.match, number=2))
    table.all_in()
    assert table.stored == (State.AGREED, 3, 3)


@pytest.mark.parametrize("right", [0, 1])
def test_a_choice_is_taken_back_before_and_after_it_has_agreed_the_hand(table, right):
    versions = table.disputed()
    before = table.counting
    table.choose(versions[right], OURS)
    take_back_choice(table.match, 1, by=OURS, now=table.evening.now)
    assert [each.chosen_by for each in table.versions] == [{}, {}]
    table.choose(versions[right], OURS)
    table.choose(versions[right], THEIRS)
    for _again in range(2):
        take_back_choice(table.match, 1, by=THEIRS, now=table.evening.now)
    own = {str(OURS.side): OURS.device}
    assert (table.counting, [each.chosen_by for each in table.versions]) == (
        before,
        [own, {}] if right == 0 else [{}, own],
    )
    assert (table.stored[0], differences_in(table.evening.event)) == (State.DISPUTED, [])
    assert table.choose(versions[1 - right], THEIRS) is False
    assert table.choose(versions[1 - right], OURS) is True
    assert table.counting == (versions[1 - right].pk, State.AGREED)


def test_a_choice_of_a_settled_match_is_not_taken_back(table):
    ours, theirs = table.disputed()
    for phone in (OURS, THEIRS):
        table.choose(ours, phone, seen=[ours, theirs])
    table.all_in()
    assert table.stored[0] == State.AGREED
    with pytest.raises(HandSettled):
        take_back_choice(table.match, 1, by=THEIRS, now=table.evening.now)


@pytest.mark.django_db(transaction=True)
def test_both_sides_pressing_at_once_agree_it_once(table):
    ours, theirs = versions = table.disputed()
    found: list[object] = []

    def press(phone: Phone) -> None:
        try:
            found.append(table.choose(theirs, phone, seen=list(versions)))
        finally:
            connection.close()

    threads = [Thread(target=press, args=[phone]) for phone in (OURS, THEIRS, OURS, THEIRS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and True in found
    assert table.counting == (theirs.pk, State.AGREED)
    assert table.actions == ["choose_version", "choose_version", "agree_version"]
