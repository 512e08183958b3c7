"""Late hands: how many one may leave with the director, and setting many aside with one press."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.hands.test_agreement import OURS, THEIRS, WHOLE, PhonesAtTable
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.event.services.events import lock_event
from tournament.foundation.errors import TooManyLate
from tournament.hands.services import recording
from tournament.hands.services.late import set_all_aside
from tournament.models import Hand, State

evening_of = evenings.evening_of


@pytest.fixture
def table(evening_of) -> PhonesAtTable:
    return PhonesAtTable(evening_of(8).playing())


@pytest.fixture
def desk(table: PhonesAtTable) -> Client:
    return signed_in(table.evening, "director")


def waiting() -> list[int]:
    found = Hand.objects.filter(state=State.LATE, reason="").order_by("device", "number")
    return list(found.values_list("number", flat=True))


def page_of(evening: Evening, name: str = "late_hands") -> str:
    return reverse(name, args=[evening.event.pk])


def words_on(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def send_late(table: PhonesAtTable, *numbers: int, by=OURS) -> None:
    for number in numbers:
        table.send(number, by, is_valid=False)


def test_a_table_leaves_so_many_late_hands_and_no_more_whoever_sends_them(table, monkeypatch):
    monkeypatch.setattr(recording, "MOST_OF_A_TABLE", 3)
    send_late(table, 1, 2)
    send_late(table, 1, by=THEIRS)
    for number, phone in ((3, OURS), (2, THEIRS), (1, WHOLE)):
        with pytest.raises(TooManyLate):
            send_late(table, number, by=phone)
    assert waiting() == [1, 2, 1]


def test_many_hands_of_one_old_card_are_a_line_and_one_press(table, desk, monkeypatch):
    """As many as come through: the rest is refused with the word to call the director."""
    monkeypatch.setattr(recording, "MOST_OF_A_PHONE", 20)
    sent = 0
    for number in range(1, 31):
        try:
            table.send(number, OURS, is_valid=False)
        except TooManyLate:
            continue
        sent += 1
    assert sent == len(waiting()) == recording.MOST_OF_A_PHONE
    for name in ("event", "results"):
        page = words_on(desk, page_of(table.evening, name))
        assert f"{sent} hands arrived late and do" in page
        assert (page.count("/decide/"), f'href="{page_of(table.evening)}"' in page) == (0, True)
    page = words_on(desk, page_of(table.evening))
    assert f"Set all {sent} aside" in page
    seen = desk.get(page_of(table.evening)).context["form"]["seen"].value()
    answer = desk.post(page_of(table.evening), {"all": "1", "usual": "code", "seen": seen}, follow=True)
    assert "No late hand waits for you." in answer.content.decode()
    assert (waiting(), Hand.objects.filter(reason="Sent under an old code").count()) == ([], sent)
    line = read_log(LogFilter(table.evening.event)).lines[0]
    assert (line.by, line.sentence, line.reason) == (
        "director",
        f"Set {sent} late hands of {table.match.name} aside",
        "Sent under an old code",
    )


def test_one_phone_s_hands_are_set_aside_and_another_s_wait_for_a_look(table, desk):
    send_late(table, 1, 2, by=OURS)
    send_late(table, 1, by=THEIRS)
    shown = desk.get(page_of(table.evening)).context
    assert [(batch.phone, batch.numbers, len(batch.hands)) for batch in shown["batches"]] == [
        (1, "1–2", 2),
        (2, "1", 1),
    ]
    pressed = {"batches": shown["batches"][0].key, "reason": "A guest", "seen": shown["form"]["seen"].value()}
    assert desk.post(page_of(table.evening), pressed).status_code == 302
    left = Hand.objects.get(state=State.LATE, reason="")
    assert (left.device, set(Hand.objects.exclude(reason="").values_list("reason", flat=True))) == (
        THEIRS.device,
        {"A guest"},
    )


def test_what_came_since_the_page_was_shown_waits(table, desk):
    send_late(table, 1)
    seen = desk.get(page_of(table.evening)).context["form"]["seen"].value()
    send_late(table, 2)
    desk.post(page_of(table.evening), {"all": "1", "usual": "never", "seen": seen})
    assert waiting() == [2]


@pytest.mark.parametrize(
    ("pressed", "errors"),
    [
        ({"usual": "code"}, {"batches": ["Select which hands to set aside, or press the button for all."]}),
        ({"all": "1", "usual": ""}, {"usual": ["Give a reason. It is saved with the hand."]}),
    ],
)
def test_a_press_without_hands_or_reason_is_asked_back_about(table, desk, pressed, errors):
    send_late(table, 1)
    seen = desk.get(page_of(table.evening)).context["form"]["seen"].value()
    answer = desk.post(page_of(table.evening), pressed | {"seen": seen})
    assert (answer.status_code, answer.context["form"].errors, waiting()) == (422, errors, [1])


def test_hands_that_are_decided_already_stay_as_they_are_and_a_locked_evening_too(table, desk):
    send_late(table, 1, 2)
    first, second = Hand.objects.order_by("number")
    by = {"by": table.evening.director, "now": table.evening.now}
    assert set_all_aside(table.evening.event, [first.pk], reason="Never played", **by) == 1
    assert set_all_aside(table.evening.event, [first.pk, second.pk], reason="Again", **by) == 1
    assert [hand.reason for hand in Hand.objects.order_by("number")] == ["Never played", "Again"]
    lock_event(table.evening.event, **by)
    send_late(table, 3)
    seen = desk.get(page_of(table.evening)).context["form"]["seen"].value()
    assert desk.post(page_of(table.evening), {"all": "1", "usual": "code", "seen": seen}).status_code == 409
    assert waiting() == [3]
