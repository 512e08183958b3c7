"""Whoever asks a thousand times keeps nobody waiting for more than what is in work."""

import threading
from concurrent.futures import Future

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.strangers import ANOTHER, GUEST, OWN, SCORER, THIRD
from tournament.server.fair_threads import FairThreads
from tournament.web.visitors import note_familiar

SECONDS = 60


class Desk:
    """Threads whose calls begin in an order that is written down, and end when the test lets them."""

    def __init__(self, workers: int) -> None:
        self.threads = FairThreads(workers)
        self.begun: list[str] = []
        self.has_begun = threading.Semaphore(0)
        self.may_end = threading.Semaphore(0)

    def call(self, environ: dict[str, str]) -> str:
        self.begun.append(environ["REMOTE_ADDR"])
        self.has_begun.release()
        assert self.may_end.acquire(timeout=SECONDS)
        return environ["REMOTE_ADDR"]

    def ask(self, address: str) -> Future[str]:
        return self.threads.submit(self.call, {"REMOTE_ADDR": address})

    def wait_until_begun(self, many: int) -> None:
        for _each in range(many):
            assert self.has_begun.acquire(timeout=SECONDS)


def test_addresses_take_turns_the_desk_first_and_familiar_ones_every_other_time() -> None:
    note_familiar(SCORER)
    desk = Desk(1)
    first = desk.ask(OWN)
    desk.wait_until_begun(1)
    addresses = [*[GUEST] * 5, ANOTHER, THIRD, SCORER, SCORER, OWN]
    asked = [first, *(desk.ask(address) for address in addresses)]
    desk.may_end.release(len(asked))
    assert [each.result(SECONDS) for each in asked] == [OWN, *addresses]
    assert desk.begun == [OWN, OWN, SCORER, GUEST, SCORER, ANOTHER, THIRD, *[GUEST] * 4]


def test_strangers_leave_one_thread_and_one_address_half_of_them() -> None:
    note_familiar(SCORER)
    desk = Desk(4)
    asked = [desk.ask(address) for address in (*[GUEST] * 4, *[ANOTHER] * 3)]
    desk.wait_until_begun(3)
    assert sorted(desk.begun) == [GUEST, GUEST, ANOTHER]
    asked.append(desk.ask(SCORER))
    desk.wait_until_begun(1)
    assert desk.begun[-1] == SCORER
    desk.may_end.release(len(asked))
    assert len([each.result(SECONDS) for each in asked]) == 8


def test_what_fails_fails_for_whoever_asked_and_the_next_is_served() -> None:
    desk = Desk(1)
    failed = desk.threads.submit(lambda _environ: 1 // 0, {"REMOTE_ADDR": GUEST})
    with pytest.raises(ZeroDivisionError):
        failed.result(SECONDS)
    desk.may_end.release()
    assert desk.ask(GUEST).result(SECONDS) == GUEST


@given(st.lists(st.sampled_from([OWN, GUEST, ANOTHER, SCORER]), max_size=20), st.integers(1, 4))
def test_every_call_is_answered_once(addresses: list[str], workers: int) -> None:
    note_familiar(SCORER)
    desk = Desk(workers)
    desk.may_end.release(len(addresses) + 1)
    assert [each.result(SECONDS) for each in [desk.ask(address) for address in addresses]] == addresses
    desk.threads.threads.shutdown()
    assert sorted(desk.begun) == sorted(addresses)
