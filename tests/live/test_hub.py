import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.live.loops import in_own_loop
from tournament.live.hub import Hub, spread_over

NEVER = 3600.0  # seconds: longer than any test
MOMENT = 20.0  # by which a busy machine has done what it does at once


class Device:
    """Somebody who follows; `heard` are its messages in order."""

    def __init__(self, hub: Hub, *names: str, takes: Callable[[], Awaitable[Any]] | None = None) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.takes = takes
        self.leave = hub.join(names, self.tell)

    async def tell(self, message: bytes) -> None:
        if self.takes:
            await self.takes()
        self.heard.put_nowait(message)

    async def next(self) -> dict[str, Any]:
        message = await asyncio.wait_for(self.heard.get(), MOMENT)
        assert (message[:6], message[-2:]) == (b"data: ", b"\n\n")
        return json.loads(message[6:])

    async def versions(self) -> dict[str, dict[str, int]]:
        """Of the next message, as the numbers of changes."""
        of = (await self.next())["of"]
        return {name: {t: int(v.partition(".")[2]) for t, v in topics.items()} for name, topics in of.items()}


def run(play: Callable[[Hub], Awaitable[None]], **options: Any) -> None:
    async def played() -> None:
        hub = Hub(**{"gathered": 0.0, "heartbeat": NEVER, **options})
        hub.begin()
        await play(hub)
        await hub.end()

    in_own_loop(played)


def versions(**changed: int) -> dict[str, int]:
    return {"clock": 0, "seats": 0, "results": 0, "calls": 0, "screens": 0, **changed}


async def turns() -> None:
    """Everybody has had several turns."""
    for _turn in range(20):
        await asyncio.sleep(0)


def test_who_follows_an_evening_is_told_how_it_stands_and_again_when_it_changes() -> None:
    async def play(hub: Hub) -> None:
        phone, home = Device(hub, "7"), Device(hub, "7", "8")
        assert await phone.versions() == {"7": versions()}
        assert await home.versions() == {"7": versions(), "8": versions()}
        hub.mark_touched("8", ("clock", "seats"))
        assert await home.versions() == {"7": versions(), "8": versions(clock=1, seats=1)}
        hub.mark_touched("7", ("results",))
        assert await phone.versions() == {"7": versions(results=2)}
        assert phone.heard.empty()
        assert (hub.version_of("7"), hub.version_of("8"), hub.version_of("9")) == (2, 1, 0)

    run(play)


def test_a_screen_of_no_evening_yet_hears_of_the_screens_of_its_club() -> None:
    async def play(hub: Hub) -> None:
        screen, elsewhere = Device(hub, "screens@3"), Device(hub, "screens@4")
        assert await screen.versions() == await elsewhere.versions() == {"screens": {"screens": 0}}
        hub.mark_touched("7", ("results",))
        hub.mark_touched("screens@3", ("screens",))
        assert await screen.versions() == {"screens": {"screens": 2}}
        assert elsewhere.heard.empty()

    run(play)


def test_a_late_comer_hears_of_all_that_was_before() -> None:
    async def play(hub: Hub) -> None:
        hub.mark_touched("7", ("calls",))
        assert await Device(hub, "7").versions() == {"7": versions(calls=1)}

    run(play)


def test_changes_in_a_row_are_told_as_one() -> None:
    async def play(hub: Hub) -> None:
        phone = Device(hub, "7")
        await phone.next()
        hub.mark_touched("7", ("results",))
        assert await phone.versions() == {"7": versions(results=1)}
        for _change in range(5):
            hub.mark_touched("7", ("results",))
            await turns()
        assert (phone.heard.qsize(), hub.timer is not None) == (0, True)

    run(play, gathered=NEVER)


def test_a_slow_device_gets_only_the_newest_and_keeps_nobody_waiting() -> None:
    async def play(hub: Hub) -> None:
        goes_on = asyncio.Event()
        slow, quick = Device(hub, "7", takes=goes_on.wait), Device(hub, "7")
        await quick.next()
        for count in (1, 2, 3):
            hub.mark_touched("7", ("results",))
            assert await quick.versions() == {"7": versions(results=count)}
        goes_on.set()
        assert [await slow.versions(), await slow.versions()] == [{"7": versions()}, {"7": versions(results=3)}]
        assert slow.heard.empty()

    run(play)


def test_a_heartbeat_says_the_same_with_the_time_of_now() -> None:
    async def play(hub: Hub) -> None:
        phone = Device(hub, "7")
        said = [await phone.next() for _beat in range(3)]
        assert [each["of"] for each in said] == [said[0]["of"]] * 3
        assert sorted(each["now"] for each in said) == [each["now"] for each in said]

    run(play, heartbeat=0.001)


def test_who_left_is_told_nothing_and_leaves_nothing_behind() -> None:
    async def play(hub: Hub) -> None:
        one, other = Device(hub, "7"), Device(hub, "7")
        await one.next()
        await other.next()
        one.leave()
        one.leave()
        hub.mark_touched("7", ("results",))
        await other.next()
        assert (one.heard.qsize(), hub.followers) == (0, 1)
        other.leave()
        assert (hub.rooms, hub.followers, hub.events) == ({}, 0, set())

    run(play)


def test_a_device_whose_connection_breaks_in_the_middle_harms_nobody() -> None:
    async def play(hub: Hub) -> None:
        async def breaks() -> None:
            raise ConnectionError

        Device(hub, "7", takes=breaks)
        other = Device(hub, "7")
        await other.next()
        hub.mark_touched("7", ("results",))
        assert await other.versions() == {"7": versions(results=1)}

    run(play)


def test_a_full_hall_takes_nobody_and_one_that_has_ended_says_a_last_word() -> None:
    async def play(hub: Hub) -> None:
        assert hub.has_room
        phone = Device(hub, "7")
        await phone.next()
        assert not hub.has_room
        await hub.end()
        assert (phone.heard.get_nowait(), hub.has_room, hub.followers) == (b"", False, 0)

    run(play, most=1)


def test_what_nobody_can_know_counts_as_changed() -> None:
    async def play(hub: Hub) -> None:
        phone = Device(hub, "7")
        await phone.next()
        hub.touch_all()
        assert await phone.versions() == {"7": versions(clock=1, seats=1, results=1, calls=1, screens=1)}

    run(play)


def test_two_starts_never_give_the_same_versions() -> None:
    assert Hub().message(["7"]).split(b'"of"')[1] != Hub().message(["7"]).split(b'"of"')[1]


@pytest.mark.parametrize(("followers", "within"), [(0, 0), (50, 0), (60, 20), (1000, 1900), (9000, 5000)])
def test_the_more_follow_the_longer_they_spread_their_asking(followers: int, within: int) -> None:
    assert spread_over(followers) == within
