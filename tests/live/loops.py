"""An event loop of a test's own: Playwright keeps one running in the thread of the tests that came before."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor


def in_own_loop(play: Callable[[], Awaitable[None]]) -> None:
    async def played() -> None:
        await play()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(played())).result()
