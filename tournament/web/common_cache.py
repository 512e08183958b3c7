"""The cache that hosts share, if CACHE_URL names one: they count wrong guesses and know familiar addresses together.

Without one, and while it does not answer, each process counts by itself: a guesser then gets the tries of one host at
each, and nobody is locked out because the cache is down.
"""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.core.cache import BaseCache, cache

T = TypeVar("T")

REST = 30.0
"""Seconds that a cache is left alone after it did not answer, so that few requests wait for it."""
log = logging.getLogger(__name__)


class _Rest:
    until = float("-inf")


def ask_cache(ask: Callable[[BaseCache], T], otherwise: T) -> T:
    """Returns what `ask` gets from the cache, or `otherwise` if there is none or it does not answer."""
    if not settings.CACHE_URL or time.monotonic() < _Rest.until:
        return otherwise
    try:
        return ask(cache)
    except Exception as error:  # each backend's library has errors of its own
        _Rest.until = time.monotonic() + REST
        log.warning("The cache of all hosts does not answer, so each counts by itself for a while: %s", error)
        return otherwise
