"""Tells this process's hub about writes. Writes of this process are told at once, those of other servers on PostgreSQL
through `wire`. Writes of other programs, such as commands, are found by comparing the events' revisions every few
seconds."""

import asyncio
import importlib
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection, connections
from django.db.models import Q

from tournament.foundation.log_actions import SCREENS, TOPICS, LogAction
from tournament.foundation.writing import LISTENERS
from tournament.live.hub import Hub
from tournament.models import Event, club_at, of_shown_club

if TYPE_CHECKING:
    from tournament.live.wire import Wire

LOOKS_EVERY = 10.0  # seconds
ASKED_TOGETHER = 0.02  # seconds in which all requests for a state share one query


class ChangeFeed:
    """Brings news of writes to the hub. Begins and ends in the hub's loop."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.wire: Wire | None = None
        self.heard: dict[str, int] = {}  # notes of each event that were told, here or by wire
        self.unheard: dict[str, int] = {}  # the rest of its revision: older notes, or those of other programs
        self.shown: dict[str, set[str]] = defaultdict(set)  # events known to be of the club that a host shows
        self.tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        self.hub.begin()
        self.asked: set[str] = set()
        self.query: asyncio.Task[dict[str, int]] | None = None  # the query that will be made for `asked`
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="live")
        self.tasks = [asyncio.create_task(self._watch_revisions())]
        if is_wired(connection):
            wire = importlib.import_module("tournament.live.wire")  # its driver takes 8 MB
            self.wire = wire.Wire(connection, self.hear, self.hub.touch_all)
            self.tasks.append(asyncio.create_task(self.wire.receive_messages()))
            self.tasks.append(asyncio.create_task(self.wire.send_messages()))
        LISTENERS.append(self.announce)

    async def end(self) -> None:
        if self.announce in LISTENERS:
            LISTENERS.remove(self.announce)
        await self.hub.end()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.thread.submit(connections.close_all)  # closes that thread's connections
        self.thread.shutdown(wait=False)

    def announce(self, event: int, action: LogAction | None) -> None:
        """Announces a write. Called in the thread that wrote."""
        loop = self.hub.loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._announce, str(event), action.touched_topics if action else TOPICS)

    def _announce(self, event: str, topics: tuple[str, ...]) -> None:
        self.hear(event, topics, 1)
        if self.wire:
            self.wire.queue_message(event, topics)

    def hear(self, event: str, topics: tuple[str, ...], notes: int) -> None:
        self.heard[event] = self.heard.get(event, 0) + notes
        self.hub.mark_touched(event, topics)

    async def has_all(self, host: str, names: Iterable[str]) -> bool:
        """Returns whether all evenings named are of the club that pages show at a host. Nobody is told of changes in
        another club's evenings."""
        shown = self.shown[host] if settings.SEVERAL_CLUBS else self.shown[""]
        if unknown := {*names} - shown - {SCREENS}:
            loop = asyncio.get_running_loop()
            shown.update(await loop.run_in_executor(self.thread, _events_shown_at, host, sorted(unknown)))
        return shown.issuperset({*names} - {SCREENS})

    async def state_of(self, event: str) -> object:
        """Returns a value that differs whenever something in the evening has changed. With several servers it asks the
        database, because a client may know of a change from another server before the wire brings it here."""
        if self.wire is None:
            return self.hub.version_of(event)
        self.asked.add(event)
        self.query = self.query or asyncio.create_task(self._read_states())
        return (await asyncio.shield(self.query)).get(event, object())

    async def _read_states(self) -> dict[str, int]:
        await asyncio.sleep(ASKED_TOGETHER)
        asked, self.asked, self.query = sorted(self.asked), set(), None
        return await asyncio.get_running_loop().run_in_executor(self.thread, _revisions_of, asked)

    async def _watch_revisions(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.hub.news.wait(), LOOKS_EVERY)
            self.hub.news.clear()
            if followed := self.hub.known - {SCREENS}:
                before = dict(self.heard)
                revisions = await loop.run_in_executor(self.thread, _revisions_of, sorted(followed))
                self._mark_unheard(revisions, before)

    def _mark_unheard(self, revisions: dict[str, int], before: dict[str, int]) -> None:
        """Marks events that another program wrote: their revision grew by more than this process was told of. An event
        of which something was told while the database was asked is compared next time."""
        for event, revision in revisions.items():
            heard = self.heard.get(event, 0)
            if heard != before.get(event, 0):
                continue
            unheard = revision - heard
            if self.unheard.setdefault(event, unheard) != unheard:
                self.unheard[event] = unheard
                self.hub.mark_touched(event, TOPICS)


def is_wired(connection: Any) -> bool:
    return bool(connection.vendor == "postgresql")


def _events_shown_at(host: str, events: list[str]) -> set[str]:
    """Returns which of these are events of the club that pages show at a host; none if the database does not answer."""
    try:
        close_old_connections()
        of_club = Q(club=club_at(host)) if settings.SEVERAL_CLUBS else of_shown_club()
        return {str(pk) for pk in Event.objects.filter(of_club, pk__in=events).values_list("pk", flat=True)}
    except DatabaseError:
        return set()


def _revisions_of(events: list[str]) -> dict[str, int]:
    """Reads revisions by the thread's own connection. Returns nothing if the database does not answer; it is asked
    again later."""
    try:
        close_old_connections()
        revisions = Event.objects.filter(pk__in=events).values_list("pk", "revision")
        return {str(pk): revision for pk, revision in revisions}
    except DatabaseError:
        return {}


HUB = Hub()
CHANGE_FEED = ChangeFeed(HUB)
"""The feed of this process; `asgi` begins and ends it."""
