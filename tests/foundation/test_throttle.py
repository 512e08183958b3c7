"""Who has guessed too often waits, and nobody else does."""

from datetime import UTC, datetime, timedelta
from threading import Thread

from hypothesis import given
from hypothesis import strategies as st

from tournament.foundation.throttle import Throttle, source_of

SEVEN = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
WINDOW = timedelta(minutes=10)


def at(minute):
    return SEVEN + timedelta(minutes=minute)


def test_whoever_guesses_wrong_too_often_waits_until_the_oldest_is_forgotten():
    guesses = Throttle(limit=3, window=WINDOW)
    for minute in (0, 4, 5):
        assert guesses.wait("a", at(minute)) == timedelta()
        guesses.wrong("a", at(minute))
    assert guesses.wait("a", at(5)) == timedelta(minutes=5)
    assert guesses.wait("b", at(5)) == timedelta()
    assert guesses.wait("a", at(10)) == timedelta()
    guesses.wrong("a", at(10))
    assert guesses.wait("a", at(10)) == timedelta(minutes=4)
    guesses.forget()
    assert guesses.wait("a", at(10)) == timedelta()


@given(st.lists(st.integers(0, 300), min_size=1, max_size=60).map(sorted))
def test_nobody_gets_more_than_the_limit_in_any_window(seconds):
    guesses = Throttle(limit=4, window=WINDOW)
    made = []
    for second in seconds:
        now = SEVEN + timedelta(seconds=second * 10)
        if not guesses.wait("a", now):
            guesses.wrong("a", now)
            made.append(now)
    assert max(sum(1 for other in made if timedelta() <= other - each < WINDOW) for each in made) <= 4


def test_memory_is_bounded_and_who_guessed_last_is_remembered():
    guesses = Throttle(limit=1, window=WINDOW, sources=3)
    for source in ("a", "b", "c", "a", "d"):
        guesses.wrong(source, SEVEN)
    assert len(guesses) == 3
    assert [source for source in "abcd" if guesses.wait(source, SEVEN)] == ["a", "c", "d"]


def test_threads_count_together():
    guesses = Throttle(limit=400, window=WINDOW)
    threads = [Thread(target=lambda: [guesses.wrong("a", SEVEN) for _ in range(100)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert [thread.join() for thread in threads] == [None] * 4
    assert guesses.wait("a", SEVEN) == WINDOW


def test_a_device_is_one_source_whatever_addresses_it_gives_itself():
    assert source_of("192.168.1.20") == "192.168.1.20"
    assert source_of("::ffff:192.168.1.20") == "192.168.1.20"
    assert {source_of(f"2001:db8:1:2::{last:x}") for last in range(50)} == {"2001:db8:1:2::"}
    assert source_of("fe80::1%eth0") == "fe80::"
    assert source_of("") == ""
