import asyncio
import gzip
from typing import Any

from django.conf import settings

from tests.live.loops import in_own_loop
from tournament.live.hub import Hub
from tournament.live.shared_responses import SharedResponses

PAGE = b"<div>the standings</div>"


class Pages:
    """Django's place: `made` counts what it computes, one at a time when `goes_on` is set. `same` is what views say."""

    def __init__(self, same: str = "7 10", status: int = 200) -> None:
        self.hub = Hub()
        self.hub.begin()
        self.responses = SharedResponses(self.hub)
        self.same, self.status = same, status
        self.made: list[dict[bytes, bytes]] = []
        self.goes_on = asyncio.Event()
        self.goes_on.set()

    async def make(self, scope: Any, send: Any) -> None:
        self.made.append(dict(scope["headers"]))
        await self.goes_on.wait()
        marks = [(b"Hall-Same", self.same.encode())] if self.same else []
        headers = [(b"ETag", b'"v%d"' % self.hub.version_of("7")), (b"Vary", b"HX-Request"), *marks]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": PAGE, "more_body": False})

    async def have_made(self, number: int) -> None:
        async with asyncio.timeout(20):
            while len(self.made) < number:
                await asyncio.sleep(0)

    async def get(self, path: str = "/e/7/standings/", **headers: str) -> tuple[int, dict[str, str], bytes]:
        sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        scope: Any = {"type": "http", "scheme": "http", "method": "GET", "path": path, "query_string": b""}
        answer: list[Any] = []

        async def send(message: Any) -> None:
            answer.append(message)

        await self.responses.answer({**scope, "headers": [(b"hx-request", b"true"), *sent]}, send, self.make)
        start, *bodies = answer
        told = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        told.pop("hall-now", None)
        return start["status"], told, b"".join(each["body"] for each in bodies)


WHOLE = (200, {"etag": '"v0"', "vary": "HX-Request, Accept-Encoding", "content-length": str(len(PAGE))}, PAGE)


def test_a_part_that_is_the_same_for_all_is_made_once_for_all_who_ask_at_once_and_after() -> None:
    async def play() -> None:
        pages = Pages()
        await pages.get()
        assert len(pages.made) == 1
        pages.goes_on.clear()
        asking = asyncio.gather(*(pages.get() for _device in range(50)))
        await asyncio.sleep(0)
        pages.goes_on.set()
        assert await asking == [WHOLE] * 50
        assert await pages.get() == WHOLE
        assert len(pages.made) == 2

    in_own_loop(play)


def test_a_part_is_made_anew_once_something_in_its_evening_has_changed_even_while_it_is_made() -> None:
    async def play() -> None:
        pages = Pages()
        await pages.get()
        pages.goes_on.clear()
        before = asyncio.ensure_future(pages.get())
        await pages.have_made(2)
        pages.hub.mark_touched("7", ("results",))
        after = asyncio.ensure_future(pages.get())
        await pages.have_made(3)
        pages.goes_on.set()
        await before
        assert (await after)[1]["etag"] == (await pages.get())[1]["etag"] == '"v1"'
        pages.hub.mark_touched("8", ("results",))
        await pages.get()
        assert len(pages.made) == 3

    in_own_loop(play)


def test_who_has_it_already_is_told_so_and_who_takes_it_small_gets_it_small() -> None:
    async def play() -> None:
        pages = Pages()
        await pages.get()
        assert await pages.get(if_none_match='"v0"') == (
            304,
            {"etag": '"v0"', "vary": "HX-Request, Accept-Encoding"},
            b"",
        )
        _status, told, body = await pages.get(accept_encoding="gzip, br", if_none_match='"v7"')
        assert (told["content-encoding"], gzip.decompress(body)) == ("gzip", PAGE)
        assert b"if-none-match" not in pages.made[-1]

    in_own_loop(play)


def test_what_is_somebodys_own_is_asked_for_him_and_never_kept() -> None:
    async def play() -> None:
        pages = Pages()
        await pages.get()
        for cookie in (f"{settings.SESSION_COOKIE_NAME}=1", f"a=b; {settings.SESSION_COOKIE_NAME}=1"):
            status, told, body = await pages.get(cookie=cookie)
            assert (status, told, body) == (200, {"etag": '"v0"', "vary": "HX-Request"}, PAGE)
        assert len(pages.made) == 3
        own = Pages(same="")
        assert [len(own.made) for _time in range(3) if await own.get()] == [1, 2, 3]

    in_own_loop(play)


def test_a_refusal_is_everybodys_own_and_another_name_of_the_hall_another_answer() -> None:
    async def play() -> None:
        pages = Pages()
        await pages.get(host="hall")
        await pages.get(host="hall")
        pages.status = 400
        assert (await pages.get(host="elsewhere"))[0] == 400
        assert await pages.get(host="hall") == WHOLE

    in_own_loop(play)


def test_a_part_that_moves_with_the_time_is_kept_no_longer_than_its_view_says() -> None:
    async def play() -> None:
        pages = Pages(same="7 0")
        assert [len(pages.made) for _time in range(3) if await pages.get()] == [1, 2, 3]

    in_own_loop(play)


def test_what_another_server_wrote_is_shown_though_nobody_here_has_heard_of_it_yet() -> None:
    async def play() -> None:
        pages, states = Pages(), iter((1, 1, 2, 2, 2))

        async def next_state(event: str) -> object:
            assert event == "7"
            return next(states)

        pages.responses = SharedResponses(pages.hub, next_state)
        await pages.get()  # from now on it is known to be the same for all
        assert [len(pages.made) for _time in range(2) if await pages.get()] == [2, 3]
        await pages.get()
        assert (len(pages.made), list(states)) == (3, [])

    in_own_loop(play)
