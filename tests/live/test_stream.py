import asyncio
import json
from typing import Any

import pytest

from tests.live.loops import in_own_loop
from tournament.live import stream
from tournament.live.hub import Hub


async def answered(
    hub: Hub, path: str, *, method: str = "GET", host: str = "localhost"
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
    await stream.answer_live(hub, scope, receive, send)
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
