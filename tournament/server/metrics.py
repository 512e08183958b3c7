"""Figures of this server for Prometheus, counted only where a setting asks for them.

Several workers share a folder, so that each answers for all of them.
"""

import os
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import lru_cache
from typing import Any

from a2wsgi.asgi_typing import Receive, Scope, Send
from django.conf import settings
from django.urls import Resolver404, resolve
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from tournament.live import stream
from tournament.models import Hand
from tournament.server.serving import METRICS_FOLDER

FIGURES = CollectorRegistry()
REQUESTS = Counter("hangjack_requests", "Requests, by route and status.", ["route", "status"], registry=FIGURES)
SECONDS = Histogram(
    "hangjack_request_seconds",
    "Seconds until a request was answered, by route.",
    ["route"],
    buckets=(0.03, 0.1, 0.3, 1.0, 3.0),
    registry=FIGURES,
)
FOLLOWERS = Gauge(
    "hangjack_live_followers", "Pages that follow a live stream.", multiprocess_mode="livesum", registry=FIGURES
)
PRINTS = Counter("hangjack_prints", "Documents given out as PDF.", registry=FIGURES)

Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class StoredHands(Collector):
    """Counts the hands in the database, which several servers may share."""

    def collect(self) -> Iterator[Metric]:
        hands = Hand.objects.filter(superseded_at=None).count()
        yield GaugeMetricFamily("hangjack_hands", "Hands recorded, without superseded ones.", value=hands)


def measure(application: Application) -> Application:
    """Returns the application with its requests counted and timed."""

    async def answer_measured(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
        elif scope["path"].startswith(stream.PREFIX):
            with FOLLOWERS.track_inprogress():
                await application(scope, receive, send)
        else:
            await _answer_timed(application, scope, receive, send)

    return answer_measured


async def _answer_timed(application: Application, scope: Any, receive: Receive, send: Send) -> None:
    route, began = _route_of(scope["path"]), time.perf_counter()

    async def send_and_count(message: Any) -> None:
        if message["type"] == "http.response.start":
            REQUESTS.labels(route, message["status"]).inc()
            if (b"content-type", b"application/pdf") in [(name.lower(), value) for name, value in message["headers"]]:
                PRINTS.inc()
        await send(message)

    try:
        await application(scope, receive, send_and_count)
    finally:
        SECONDS.labels(route).observe(time.perf_counter() - began)


@lru_cache(maxsize=4096)
def _route_of(path: str) -> str:
    """Returns the name of an address, so that neither secrets nor what strangers try become labels."""
    if path.startswith(f"/{settings.STATIC_URL.strip('/')}/"):
        return "static"
    try:
        return resolve(path).view_name or "unnamed"
    except Resolver404:
        return "unknown"


def write_metrics() -> bytes:
    """Returns all figures as Prometheus reads them."""
    registry = CollectorRegistry()
    registry.register(StoredHands())
    if METRICS_FOLDER in os.environ:
        MultiProcessCollector(registry)
        return generate_latest(registry)
    ProcessCollector(registry=registry)
    return generate_latest(FIGURES) + generate_latest(registry)
