import asyncio
import json
from typing import Any

import pytest

from tests.live.loops import in_own_loop
from tournament.live import stream
from tournament.live.hub import Hub
from tournament.live.stream import FindNames
from tournament.web.visitors import Limits, Quota, note_familiar


async def find_all_but_8(_host: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return () if "8" in names else names


async def answered(
    hub: Hub,
    path: str,
    *,
    find_names: FindNames = find_all_but_8,
    method: str = "GET",
    host: str = "localhost",
    client: str = "",
    **more: Any,
) -> tuple[int, dict[str, str], bytes]:
    """What somebody gets who leaves at once."""
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    async def receive() -> Any:
        for _turn in range(5):
            await asyncio.sleep(0)
        return {"type": "http.disconnect"}

    scope: Any = {"type": "http", "method": method, "path": path, "headers": [(b"host", host.encode())]}
    scope |= {"client": (client, 5000)} if client else {}
    await stream.answer_live(hub, find_names, scope, receive, send, **more)
    start, *bodies = told
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], headers, b"".join(each["body"] for each in bodies)


def test_a_stream_begins_with_how_things_stand_and_is_gathered_by_nobody_in_between() -> None:
    async def play() -> None:
        hub = Hub()
        hub.begin()
        status, headers, body = await answered(hub, "/live/7,screens")
        assert (status, headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
        assert (headers["cache-control"], headers["x-accel-buffering"]) == ("no-store, no-transform", "no")
        assert list(json.loads(body.removeprefix(b"data: "))["of"]) == ["7", "screens"]
        assert hub.followers == 0
        await hub.end()

    in_own_loop(play)


def test_a_stream_that_follows_anything_of_another_club_is_not_found() -> None:
    async def play() -> None:
        hub, streams = Hub(), Quota(Limits(total=9, familiar=4, strangers=5, each=3))
        hub.begin()
        for path in ("/live/8", "/live/7,8", "/live/screens,8"):
            status, _headers, body = await answered(hub, path, streams=streams)
            assert (status, body) == (404, b"")
        assert (hub.known, streams.all) == (set(), 0)
        await hub.end()

    in_own_loop(play)


def test_one_device_takes_its_share_of_the_streams_and_familiar_addresses_keep_a_reserve() -> None:
    """Whoever gets none asks now and then instead; one that is closed makes room for the next."""

    async def play() -> None:
        hub, streams = Hub(), Quota(Limits(total=9, familiar=4, strangers=5, each=3))
        hub.begin()
        note_familiar("10.0.1.1")
        statuses: dict[str, list[int]] = {}
        let = asyncio.Event()

        async def follow(address: str) -> None:
            async def send(message: Any) -> None:
                if "status" in message:
                    statuses.setdefault(address, []).append(message["status"])

            async def receive() -> Any:
                await let.wait()
                return {"type": "http.disconnect"}

            headers = [(b"host", b"localhost")]
            scope: Any = {"method": "GET", "path": "/live/7", "headers": headers, "client": (address, 5000)}
            await stream.answer_live(hub, find_all_but_8, scope, receive, send, streams=streams)

        asks = ["10.0.0.1"] * 4 + ["10.0.0.2"] * 3 + ["10.0.1.1"] * 5 + ["127.0.0.1"] * 6
        tasks = [asyncio.create_task(follow(address)) for address in asks]
        while sum(map(len, statuses.values())) < len(asks):
            await asyncio.sleep(0)
        assert statuses == {
            "10.0.0.1": [200] * 3 + [503],
            "10.0.0.2": [200] * 2 + [503],
            "10.0.1.1": [200] * 4 + [503],
            "127.0.0.1": [200] * 6,
        }
        let.set()
        await asyncio.gather(*tasks)
        assert (streams.all, hub.followers) == (0, 0)
        assert (await answered(hub, "/live/7", streams=streams))[0] == 200
        await hub.end()

    in_own_loop(play)


def test_a_crowd_at_one_club_of_several_leaves_room_for_the_others(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SEVERAL_CLUBS, settings.ALLOWED_HOSTS = True, ["*"]
    full = Quota(Limits(total=0, familiar=0, strangers=0, each=0))
    monkeypatch.setitem(stream.STREAMS_OF_CLUBS, "jack.example.org", full)

    async def play() -> None:
        hub = Hub()
        hub.begin()
        hosts = ("jack.example.org", "zanzibar.example.org")
        statuses = [(await answered(hub, "/live/7", host=host, client="10.0.0.1"))[0] for host in hosts]
        assert (statuses, stream.STREAMS_OF_CLUBS[hosts[1]].all) == ([503, 200], 0)
        await hub.end()

    in_own_loop(play)


@pytest.mark.parametrize(
    ("path", "asked", "status"),
    [
        ("/live/now", {}, 200),
        ("/live/now", {"host": "192.0.2.255.example"}, 400),
        ("/live/7", {"method": "POST"}, 405),
        ("/live/", {}, 404),
        ("/live/seven", {}, 404),
        ("/live/7", {}, 503),  # nobody has begun
    ],
)
def test_what_else_is_asked_below_it_is_answered_shortly(path: str, asked: dict[str, str], status: int) -> None:
    async def play() -> None:
        assert (await answered(Hub(), path, **asked))[0] == status

    in_own_loop(play)
