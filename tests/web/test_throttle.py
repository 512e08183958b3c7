"""Who has guessed too often waits, and nobody else does."""

from datetime import UTC, datetime, timedelta
from threading import Thread

from hypothesis import given
from hypothesis import strategies as st

from tournament.web.throttle import Throttle

SEVEN = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
WINDOW = timedelta(minutes=10)


def at(minute):
    return SEVEN + timedelta(minutes=minute)


def test_whoever_guesses_wrong_too_often_waits_until_the_oldest_is_forgotten():
    guesses = Throttle("guesses", limit=3, window=WINDOW)
    for minute in (0, 4, 5):
        assert guesses.wait("a", at(minute)) == timedelta()
        guesses.count("a", at(minute))
    assert guesses.wait("a", at(5)) == timedelta(minutes=5)
    assert guesses.wait("b", at(5)) == timedelta()
    assert guesses.wait("a", at(10)) == timedelta()
    guesses.count("a", at(10))
    assert guesses.wait("a", at(10)) == timedelta(minutes=4)
    guesses.forget()
    assert guesses.wait("a", at(10)) == timedelta()


def test_a_clock_that_is_set_back_makes_nobody_wait_for_longer_than_the_window():
    guesses = Throttle("guesses", limit=2, window=WINDOW)
    for minute in (100, 101):
        guesses.count("a", at(minute))
    assert [guesses.wait("a", at(minute)) for minute in (0, 4, 10)] == [WINDOW, timedelta(minutes=6), timedelta()]


@given(st.lists(st.integers(0, 300), min_size=1, max_size=60).map(sorted))
def test_nobody_gets_more_than_the_limit_in_any_window(seconds):
    guesses = Throttle("guesses", limit=4, window=WINDOW)
    made = []
    for second in seconds:
        now = SEVEN + timedelta(seconds=second * 10)
        if not guesses.wait("a", now):
            guesses.count("a", now)
            made.append(now)
    assert max(sum(1 for other in made if timedelta() <= other - each < WINDOW) for each in made) <= 4


def test_memory_is_bounded_and_who_guessed_last_is_remembered():
    guesses = Throttle("guesses", limit=1, window=WINDOW, keys=3)
    for source in ("a", "b", "c", "a", "d"):
        guesses.count(source, SEVEN)
    assert len(guesses) == 3
    assert [source for source in "abcd" if guesses.wait(source, SEVEN)] == ["a", "c", "d"]


def test_threads_count_together():
    guesses = Throttle("guesses", limit=400, window=WINDOW)
    threads = [Thread(target=lambda: [guesses.count("a", SEVEN) for _ in range(100)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert [thread.join() for thread in threads] == [None] * 4
    assert guesses.wait("a", SEVEN) == WINDOW
