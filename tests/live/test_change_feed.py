import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial

import psycopg
import pytest
from django.db import connection, transaction

from tests import evenings
from tests.live.loops import in_own_loop
from tournament.door.log_actions import ENTER_PLAYERS
from tournament.door.services.entries import enter_players
from tournament.foundation.log_actions import TOPICS, LogAction
from tournament.foundation.writing import LISTENERS, tell_followers
from tournament.live.change_feed import ChangeFeed, is_wired
from tournament.live.hub import Hub
from tournament.live.wire import CHANNEL, Wire
from tournament.models import Event
from tournament.screens.log_actions import SWITCH_SCREENS

NOW = datetime(2026, 11, 21, 19, tzinfo=UTC)
MOMENT = 20.0
evening_of = evenings.evening_of


@pytest.fixture
def heard_changes() -> Iterator[list[tuple[int, LogAction | None]]]:
    heard: list[tuple[int, LogAction | None]] = []
    listener = lambda event, action: heard.append((event, action))  # noqa: E731
    LISTENERS.append(listener)
    yield heard
    LISTENERS.remove(listener)


def test_what_was_written_is_told_once_it_is_committed(
    evening_of, heard_changes, django_capture_on_commit_callbacks
) -> None:
    event = evening_of(4).event
    with django_capture_on_commit_callbacks(execute=True):
        enter_players(event, ["Zoe Zed"], by=None, now=NOW)
        assert heard_changes == []
    assert heard_changes == [(event.pk, ENTER_PLAYERS)]
    with django_capture_on_commit_callbacks(execute=True):
        tell_followers(Event.objects.all().values_list("pk", flat=True))
    assert heard_changes[1:] == [(event.pk, None)]


def test_what_was_taken_back_is_told_nobody(evening_of, heard_changes, django_capture_on_commit_callbacks) -> None:
    event = evening_of(4).event
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(ZeroDivisionError), transaction.atomic():
        enter_players(event, ["Zoe Zed"], by=None, now=NOW)
        raise ZeroDivisionError
    assert heard_changes == []


def test_of_several_clubs_only_the_screens_of_the_one_that_wrote_are_told(evening_of, settings) -> None:
    event = evening_of(4).event
    hub = Hub()
    feed = ChangeFeed(hub)

    async def write() -> None:
        hub.begin()
        feed.clubs[8] = 4
        for action in (SWITCH_SCREENS, ENTER_PLAYERS, None):
            feed.announce(8, action)
        await asyncio.sleep(0)
        await hub.end()

    in_own_loop(write)
    assert hub.versions.pop("screens") == {"screens": 5}
    assert (feed._screens_with(event.pk), set(hub.versions)) == ("screens", {"8"})
    settings.SEVERAL_CLUBS = True
    in_own_loop(write)
    assert (feed._screens_with(event.pk), set(hub.versions)) == (f"screens@{event.club_id}", {"8", "screens@4"})


def test_what_another_program_wrote_is_noticed_by_the_revision() -> None:
    hub = Hub()
    feed = ChangeFeed(hub)

    def touched() -> int:
        before = hub.count
        return before

    feed._mark_unheard({"7": 40}, {})
    assert touched() == 0
    feed.hear("7", ("results",), 2)
    feed._mark_unheard({"7": 42}, dict(feed.heard))
    assert touched() == 1
    feed._mark_unheard({"7": 43}, dict(feed.heard))
    assert (touched(), hub.versions["7"]) == (2, dict.fromkeys(TOPICS, 2))
    feed._mark_unheard({"7": 44}, {"7": 1})  # told while the database was asked: looked at next time
    assert touched() == 2


@pytest.mark.skipif(connection.vendor != "postgresql", reason="asks PostgreSQL")
def test_servers_tell_each_other_and_a_lost_connection_counts_as_a_change(transactional_db: None) -> None:
    async def play() -> None:
        heard: asyncio.Queue[object] = asyncio.Queue()
        assert is_wired(connection)

        def a_wire(name: str) -> Wire:
            hear = lambda *said: heard.put_nowait((name, *said))  # noqa: E731
            return Wire(connection, hear, partial(heard.put_nowait, f"{name} begins"))

        one, other = a_wire("one"), a_wire("other")
        tasks = [
            asyncio.create_task(each)
            for each in (one.receive_messages(), one.send_messages(), other.receive_messages(), other.send_messages())
        ]
        next_heard = lambda: asyncio.wait_for(heard.get(), MOMENT)  # noqa: E731
        assert {await next_heard(), await next_heard()} == {"one begins", "other begins"}
        one.queue_message("7", ("results",))
        one.queue_message("7", ("calls",))
        assert await next_heard() == ("other", "7", ("results", "calls"), 2)
        async with await psycopg.AsyncConnection.connect(one.conninfo, autocommit=True) as director:
            await director.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = %s", (f"LISTEN {CHANNEL}",)
            )
        assert {await next_heard(), await next_heard()} == {"one begins", "other begins"}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    in_own_loop(play)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="asks PostgreSQL")
def test_of_several_servers_each_asks_the_database_for_a_state(transactional_db: None, evening_of) -> None:
    event = evening_of(4).event
    revision = Event.objects.get(pk=event.pk).revision

    async def play() -> None:
        feed = ChangeFeed(Hub())
        feed.begin()
        await asyncio.wait_for(feed.wire.is_listening.wait(), MOMENT)
        asked = [feed.state_of(str(event.pk)) for _phone in range(3)]
        assert await asyncio.gather(*asked) == [revision] * 3
        async with await psycopg.AsyncConnection.connect(feed.wire.conninfo, autocommit=True) as elsewhere:
            await elsewhere.execute("UPDATE tournament_event SET revision = revision + 1")
        assert await feed.state_of(str(event.pk)) == revision + 1
        unknown = [await feed.state_of("999") for _time in range(2)]
        assert unknown[0] != unknown[1]
        await feed.end()

    in_own_loop(play)
