"""A table calls the director, who comes."""

from datetime import timedelta

import pytest

from tournament.event.queries.calls import ON_THE_WAY, call_of, open_calls, version_of_calls
from tournament.event.services.codes_and_calls import answer_call, call_director
from tournament.event.services.events import lock_event
from tournament.foundation.errors import EventLocked
from tournament.models import Call, Event, LogEntry


def test_calling_again_while_waiting_is_the_same_call(evening_of):
    evening = evening_of(8)
    evening.begin()
    at = evening.now
    call = call_director(evening.event, table_number=2, now=at)
    assert call_director(evening.event, table_number=2, now=evening.now) == call
    assert Call.objects.get().called_at == at
    assert call_of(evening.event, 2, evening.now) == call
    assert call_of(evening.event, 1, evening.now) is None


def test_an_answered_call_is_the_tables_own_while_the_director_comes_and_a_new_one_after_it(evening_of):
    evening = evening_of(8)
    evening.begin()
    at = evening.now
    call = call_director(evening.event, table_number=2, now=at)
    answer_call(call, by=evening.director, now=at)
    assert [call_of(evening.event, 2, at + ON_THE_WAY * share) for share in (0, 0.9, 1)] == [call, call, None]
    anew = call_director(evening.event, table_number=2, now=at)
    assert call_of(evening.event, 2, at) == anew


def test_who_waits_longest_stands_first_with_whole_minutes(evening_of):
    evening = evening_of(12)
    evening.begin()
    now = evening.now
    for table, ago in [(3, 59), (1, 61), (2, 600)]:
        call_director(evening.event, table_number=table, now=now - timedelta(seconds=ago))
    waiting = open_calls(evening.event, now)
    assert [(each.table, each.minutes) for each in waiting] == [(2, 10), (1, 1), (3, 0)]


def test_an_answered_call_is_gone_and_the_table_may_call_anew(evening_of):
    evening = evening_of(8)
    evening.begin()
    call = call_director(evening.event, table_number=2, match=evening.matches(1)[0], now=evening.now)
    assert answer_call(call, by=evening.director, now=evening.now)
    assert not answer_call(call, by=evening.director, now=evening.now)
    assert open_calls(evening.event, evening.now) == []
    assert call_director(evening.event, table_number=2, now=evening.now) != call
    call.refresh_from_db()
    assert call.answered_by == evening.director
    logged = LogEntry.objects.filter(action__contains="call").order_by("pk")
    assert list(logged.values_list("action", "by__username", "after")) == [
        ("call_director", None, {"tables": [2]}),
        ("answer_call", "director", {"tables": [2]}),
        ("call_director", None, {"tables": [2]}),
    ]


def test_followers_learn_of_a_call_once(evening_of):
    evening = evening_of(8)
    evening.begin()
    before = Event.objects.get().revision
    for _press in range(3):
        call_director(evening.event, table_number=1, now=evening.now)
    assert Event.objects.get().revision == before + 1


def test_the_list_has_another_version_when_it_would_read_otherwise(evening_of):
    evening = evening_of(8)
    evening.begin()
    now = evening.now
    versions = [version_of_calls(open_calls(evening.event, now))]
    call = call_director(evening.event, table_number=1, now=now)
    versions += [version_of_calls(open_calls(evening.event, now + timedelta(seconds=s))) for s in (0, 59, 60)]
    answer_call(call, by=None, now=now)
    versions += [version_of_calls(open_calls(evening.event, now))]
    assert versions == ["none", f"{call.pk}.0", f"{call.pk}.0", f"{call.pk}.1", "none"]


def test_a_locked_evening_takes_no_more_calls_but_open_ones_can_be_answered(evening_of):
    evening = evening_of(8)
    evening.begin()
    call = call_director(evening.event, table_number=1, now=evening.now)
    lock_event(evening.event, by=evening.director, now=evening.now)
    with pytest.raises(EventLocked):
        call_director(evening.event, table_number=2, now=evening.now)
    assert answer_call(call, by=evening.director, now=evening.now)
