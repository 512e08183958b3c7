"""A hand that waits for the director on one page: who says what, what each version makes of the game, and his word."""

from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.hands.test_agreement import OURS, THEIRS, WHOLE, PhonesAtTable
from tests.matches.test_matches import Table
from tournament.foundation.errors import HandAlreadyRecorded
from tournament.hands.queries.decisions import to_decide, why_late
from tournament.hands.queries.hands import match_in_hands
from tournament.hands.services.recording import record_hand
from tournament.models import Event, Hand, LogEntry, Match, Round, Ruling, Stage, State, TableCode

evening_of = evenings.evening_of
WHICH = "Choose the right version. The versions may have changed since you opened this page."


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(8).playing()


@pytest.fixture
def table(evening) -> PhonesAtTable:
    return PhonesAtTable(evening)


def page_of(match: Match, number: int = 1) -> str:
    return reverse("decide", args=[match.table.stage.event_id, match.pk, number])


def words_of(answer: HttpResponse) -> str:
    return " ".join(answer.content.decode().split())


def in_dispute(table: PhonesAtTable) -> tuple[Hand, Hand]:
    """One phone says Game to the first player, the other phone to the second."""
    table.send(1, OURS)
    table.send(1, THEIRS, game=table.b)
    counts, rival = Hand.objects.order_by("pk")
    return counts, rival


def press(evening: Evening, table: PhonesAtTable, **pressed: object) -> HttpResponse:
    return signed_in(evening, "director").post(page_of(table.match), pressed)


def counting(table: PhonesAtTable) -> list[tuple[tuple[int, ...], str, str]]:
    hands = Hand.objects.filter(match=table.match, superseded_at=None)
    shown = match_in_hands(Event.objects.get(), table.match.pk)
    return [(shown.hand(hand.number).points, hand.state, hand.reason) for hand in hands]


def test_both_versions_stand_side_by_side_with_whose_phone_said_them_and_where_they_differ(evening, table):
    counts, rival = in_dispute(table)
    answer = signed_in(evening, "director").get(page_of(table.match))
    sides = match_in_hands(evening.event, table.match.pk).sides
    said = [(each.hand.pk, each.witness.side, each.counts) for each in answer.context["decided"].versions]
    assert said == [(counts.pk, sides[0], True), (rival.pk, sides[1], False)]
    assert [tuple(each) for each in answer.context["differences"]] == [("Game", (sides[0].name, sides[1].name))]
    assert [[side.score for side in effect.sides] for _said, effect in answer.context["versions"]] == [[2, 1], [1, 2]]
    assert f"Phone of {sides[1].name}" in words_of(answer)


def test_one_press_and_a_usual_reason_decide_and_a_second_press_changes_nothing(evening, table):
    counts, rival = in_dispute(table)
    pressed = {"right": rival.pk, "seen": counts.pk, "usual": "counted"}
    assert [press(evening, table, **pressed).status_code for _ in range(2)] == [302, 302]
    assert counting(table) == [((1, 2), State.RULED, "Counted again")]
    table.match.refresh_from_db()
    assert (table.match.state, Hand.objects.count()) == (State.WAITING, 3)
    assert LogEntry.objects.filter(action="correct_hand").count() == 1


def test_the_version_that_counts_may_be_the_right_one(evening, table):
    counts, _rival = in_dispute(table)
    press(evening, table, right=counts.pk, seen=counts.pk, usual="both", reason="Ann took it back")
    assert counting(table) == [((2, 1), State.RULED, "Ann took it back")]


@pytest.mark.parametrize(
    ("pressed", "errors"),
    [
        ({"usual": ""}, {"usual": ["Give a reason. It is saved with the hand."]}),
        ({"usual": "both", "right": ""}, {"__all__": [WHICH]}),
        ({"usual": "both", "right": 10**6}, {"__all__": [WHICH]}),
    ],
)
def test_a_decision_without_a_reason_or_a_version_is_asked_for(evening, table, pressed, errors):
    counts, rival = in_dispute(table)
    answer = press(evening, table, **({"right": rival.pk, "seen": counts.pk} | pressed))
    assert (answer.status_code, answer.context["form"].errors) == (422, errors)
    assert counting(table) == [((2, 1), State.DISPUTED, "")]


def test_an_objection_without_a_version_is_told_and_the_hand_can_be_let_stand(evening, table):
    hand = table.send(1).hand
    table.object(hand)
    answer = signed_in(evening, "director").get(page_of(table.match))
    sides = match_in_hands(evening.event, table.match.pk).sides
    assert answer.context["decided"].objection.side == sides[1]
    assert ("says that this hand is wrong" in words_of(answer), "Confirm this hand" in words_of(answer)) == (True,) * 2
    press(evening, table, right=hand.pk, seen=hand.pk, usual="stands")
    table.match.refresh_from_db()
    assert (counting(table), table.match.state) == (
        [((2, 1), State.RULED, "Unclear, so it stands")],
        State.WAITING,
    )


def test_a_late_hand_is_let_count_or_set_aside(evening, table):
    first = table.send(1, WHOLE).hand
    late = table.send(2, WHOLE, is_valid=False).hand
    other = table.send(1, WHOLE, is_valid=False, game=table.b).hand
    client = signed_in(evening, "director")
    board = words_of(client.get(reverse("results", args=[evening.event.pk])))
    assert [f"hand {number} arrived at" in board for number in (1, 2)] == [True, True]
    tonight = words_of(client.get(reverse("event", args=[evening.event.pk])))
    assert [page_of(table.match, number) in tonight for number in (1, 2)] == [True, True]
    assert "The table’s phone" in words_of(client.get(page_of(table.match, 2)))
    client.post(page_of(table.match, 2), {"right": late.pk, "seen": "", "usual": "both"})
    client.post(page_of(table.match, 1), {"aside": other.pk, "seen": first.pk, "usual": "slip"})
    assert counting(table) == [((2, 1), State.ENTERED, ""), ((2, 1), State.RULED, "Both sides agree")]
    other.refresh_from_db()
    assert (other.state, other.reason) == (State.LATE, "The slip says so")
    assert to_decide(match_in_hands(evening.event, table.match.pk), 1).is_open is False
    assert "does not count" in words_of(client.get(reverse("match", args=[evening.event.pk, table.match.pk])))


def test_a_late_hand_says_why_it_is_late_and_is_given_reasons_that_fit(evening, table):
    table.send(1, WHOLE)
    late = table.send(2, WHOLE, is_valid=False).hand

    def said() -> str:
        played = match_in_hands(evening.event, table.match.pk)
        return why_late(played, played.version(late.pk).hand)

    def moved(**moment: object) -> None:
        Match.objects.filter(pk=table.match.pk).update(**moment)

    at, time = late.entered_at, f"{timezone.localtime(late.entered_at):%H:%M}"
    assert said() == ""
    TableCode.objects.filter(table_number=1).update(revoked_at=at)
    assert said() == f"It was sent with a code that had been changed, at {time}."
    Stage.objects.create(event=evening.event, number=2, drawn_at=at, released_at=at, seed=1)
    assert said() == f"It arrived after the next seats were shown, at {time}."
    Ruling.objects.create(match=table.match, points=[1, 0], reason="So", ruled_at=at)
    assert said() == f"It arrived after its match was ruled, at {time}."
    Event.objects.update(locked_at=at)
    evening.event.refresh_from_db()
    assert said() == f"It arrived after the evening was locked, at {time}."
    moved(hands_finished_at=at)
    assert said() == f"It arrived after the table reported that all hands are in, at {time}."
    moved(state=State.CALLED_OFF)
    assert said() == "It arrived after its match was called off."
    Round.objects.update(ended_at=at)
    assert said() == f"It arrived after its round was closed, at {time}."
    page = signed_in(evening, "director").get(page_of(table.match, 2))
    reasons = ["Played in time, sent late", "Played after the end", "Already recorded", "Both sides agree"]
    assert [str(label) for _key, label in page.context["form"].reasons] == [*reasons, "The slip says so"]
    assert f"It arrived after its round was closed, at {time}." in words_of(page)


def test_a_hand_in_dispute_and_late_at_once_is_given_both_kinds_of_reasons(evening, table):
    in_dispute(table)
    reasons = ["both", "counted", "slip", "stands"]
    client, page = signed_in(evening, "director"), page_of(table.match)
    assert [key for key, _label in client.get(page).context["form"].reasons] == reasons
    table.send(1, WHOLE, is_valid=False, game=table.b)
    late = ["in_time", "after", "there", "both", "slip"]
    assert [key for key, _label in client.get(page).context["form"].reasons] == [*late, "counted", "stands"]


def test_a_version_that_ends_the_game_earlier_says_which_hands_come_after_the_end(evening_of):
    evening = evening_of(4, format="trinidad-tables", house_rules={"target": 3}, length_kind="single")
    evening.begin()
    table = Table(evening)
    first, _second = table.record(table.facts(table.one), table.facts(table.two))
    rival = table.facts(table.one, game=table.one)
    by, now = evening.director, evening.now
    with pytest.raises(HandAlreadyRecorded):
        record_hand(table.match, number=1, entry_key=uuid4(), facts=rival, by=by, now=now)
    director = signed_in(evening, "director")
    answer = director.get(page_of(table.match))
    (_, stays), (said, ends) = answer.context["versions"]
    assert stays.words == ()
    assert ends.words[-1] == "Hand 2 comes after the end: it is saved but not counted."
    director.post(page_of(table.match), {"right": said.hand.pk, "seen": first.pk, "usual": "both"})
    page = words_of(director.get(reverse("match", args=[evening.event.pk, table.match.pk])))
    assert ("After the end: saved, not counted" in page, "The match is over." in page) == (True, True)


def test_only_the_director_decides(evening, table):
    counts, rival = in_dispute(table)
    page, pressed = page_of(table.match), {"right": rival.pk, "seen": counts.pk, "usual": "both"}
    assert Client().post(page, pressed).url == f"/sign-in/?next={page}"
    assert [signed_in(evening).get(page).status_code, signed_in(evening).post(page, pressed).status_code] == [403, 403]
    assert counting(table) == [((2, 1), State.DISPUTED, "")]


def test_a_hand_that_is_not_there_cannot_be_decided(evening, table):
    assert signed_in(evening, "director").get(page_of(table.match, 7)).status_code == 404


def test_two_keyboards_are_told_apart_by_their_accounts(evening, table):
    table.record(1)
    with pytest.raises(HandAlreadyRecorded):
        table.record(1, by=evening.director, game=table.b)
    said = signed_in(evening, "director").get(page_of(table.match)).context["decided"].versions
    assert [each.witness.account for each in said] == [evening.scorer, evening.director]
