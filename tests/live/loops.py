"""Runs an event loop of a test's own: Playwright leaves one running in the thread of earlier tests."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def in_own_loop(play: Callable[[], Coroutine[Any, Any, T]]) -> T:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(play())).result()
