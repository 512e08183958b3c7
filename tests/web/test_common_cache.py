"""Hosts that share a cache count together, and each by itself while it does not answer."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from hypothesis import given
from hypothesis import strategies as st

from tournament.web import common_cache
from tournament.web.throttle import Throttle
from tournament.web.visitors import ASKED, FAMILIAR, Standing, note_familiar, visitor_at

SEVEN = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
WINDOW = timedelta(minutes=10)
NOWHERE = {
    "BACKEND": "django.core.cache.backends.redis.RedisCache",
    "LOCATION": "redis://127.0.0.1:1",
    "OPTIONS": {"socket_connect_timeout": 0.25},
}


@pytest.fixture(autouse=True)
def shared(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.CACHE_URL = "redis://cache.example.org"  # Django's own cache in memory stands for it
    monkeypatch.setattr(common_cache._Rest, "until", float("-inf"))
    cache.clear()


def hosts() -> list[Throttle]:
    """The same throttle in the memory of two hosts."""
    return [Throttle("guesses", limit=4, window=WINDOW) for _host in range(2)]


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 1)), min_size=1, max_size=60).map(sorted))
def test_nobody_gets_more_than_the_limit_in_any_window_at_both_hosts_together(tries: list[tuple[int, int]]) -> None:
    cache.clear()
    both, made = hosts(), []
    for second, host in tries:
        now = SEVEN + timedelta(seconds=second * 10)
        if not both[host].wait("a", now):
            both[host].count("a", now)
            made.append(now)
    assert max(sum(1 for other in made if timedelta() <= other - each < WINDOW) for each in made) <= 4
    assert [each.wait("b", SEVEN) for each in both] == [timedelta()] * 2


def test_whoever_waits_at_one_host_waits_as_long_at_the_other() -> None:
    one, other = hosts()
    for minute in range(4):
        one.count("a", SEVEN + timedelta(minutes=minute))
    assert [each.wait("a", SEVEN + timedelta(minutes=6)) for each in (one, other)] == [timedelta(minutes=4)] * 2
    assert other.wait("a", SEVEN - timedelta(hours=1)) == WINDOW  # its clock is behind


def test_while_the_cache_does_not_answer_each_host_counts_by_itself(settings: Any, caplog: Any) -> None:
    settings.CACHES = {"default": NOWHERE}
    one, other = hosts()
    for _guess in range(4):
        one.count("a", SEVEN)
    assert [each.wait("a", SEVEN) for each in (one, other)] == [WINDOW, timedelta()]
    assert [record.getMessage()[:41] for record in caplog.records] == ["The cache of all hosts does not answer, s"]


def test_an_address_that_is_familiar_at_one_host_is_so_at_the_other() -> None:
    assert visitor_at("10.9.8.7").standing is Standing.STRANGE
    note_familiar("10.9.8.7")
    for sources in (FAMILIAR, ASKED):
        sources.forget()  # as at the other host
    assert [visitor_at(f"10.9.8.{last}").standing for last in (7, 8)] == [Standing.FAMILIAR, Standing.STRANGE]
