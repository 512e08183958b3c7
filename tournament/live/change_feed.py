"""Tells this process's hub about writes. Writes of this process are told at once, those of other servers on PostgreSQL
through `wire`. Writes of other programs, such as commands, are found by comparing the events' revisions every few
seconds."""

import asyncio
import importlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection, connections
from django.db.models import Q

from tournament.foundation.log_actions import SCREENS, TOPICS, LogAction
from tournament.foundation.writing import LISTENERS
from tournament.live.hub import Hub
from tournament.live.topics import is_evening, screens_of, topics_of
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
        self.shown: dict[str, dict[str, str]] = {}  # of each host, the hub's names of what is known to be its club's
        self.clubs: dict[int, int | None] = {}  # the club of each event, on a server with several
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
            touched = {str(event): action.touched_topics if action else TOPICS}
            if SCREENS in touched[str(event)]:
                touched[self._screens_with(event)] = (SCREENS,)
            loop.call_soon_threadsafe(self._announce, touched)

    def _announce(self, touched: dict[str, tuple[str, ...]]) -> None:
        for name, topics in touched.items():
            self.hear(name, topics, 1)
            if self.wire:
                self.wire.queue_message(name, topics)

    def hear(self, name: str, topics: tuple[str, ...], notes: int) -> None:
        self.heard[name] = self.heard.get(name, 0) + notes
        self.hub.mark_touched(name, topics)

    def _screens_with(self, event: int) -> str:
        """Returns the name of the screens that may show an event. One query for each event on a server with several
        clubs, none elsewhere."""
        if not settings.SEVERAL_CLUBS:
            return screens_of(None)
        if event not in self.clubs:
            self.clubs[event] = Event.with_binned.filter(pk=event).values_list("club", flat=True).first()
        return screens_of(self.clubs[event])

    async def find_names(self, host: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the hub's names of these evenings and of the screens, or none unless all evenings are of the club
        that pages show at a host. Nobody is told of changes in another club's."""
        key = host if settings.SEVERAL_CLUBS else ""
        shown = {**self.shown.get(key, {})}
        if unknown := {*names} - shown.keys():
            loop = asyncio.get_running_loop()
            if found := await loop.run_in_executor(self.thread, _find_shown_at, host, sorted(unknown)):
                shown |= found
                if settings.SEVERAL_CLUBS:
                    found.pop(SCREENS, None)  # an operator may give the host to another club
                self.shown.setdefault(key, {}).update(found)  # never for a host that somebody has made up
        return tuple(shown[name] for name in names) if shown.keys() >= {*names} else ()

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
            if followed := {name for name in self.hub.known if is_evening(name)}:
                before = dict(self.heard)
                revisions = await loop.run_in_executor(self.thread, _revisions_of, sorted(followed))
                for event in self._mark_unheard(revisions, before):
                    screens = await loop.run_in_executor(self.thread, self._screens_with, int(event))
                    self.hub.mark_touched(screens, topics_of(screens))

    def _mark_unheard(self, revisions: dict[str, int], before: dict[str, int]) -> list[str]:
        """Marks events that another program wrote, and returns them: their revision grew by more than this process was
        told of. An event of which something was told while the database was asked is compared next time."""
        marked = []
        for event, revision in revisions.items():
            heard = self.heard.get(event, 0)
            if heard != before.get(event, 0):
                continue
            unheard = revision - heard
            if self.unheard.setdefault(event, unheard) != unheard:
                self.unheard[event] = unheard
                self.hub.mark_touched(event, TOPICS)
                marked.append(event)
        return marked


def is_wired(connection: Any) -> bool:
    return bool(connection.vendor == "postgresql")


def _find_shown_at(host: str, names: list[str]) -> dict[str, str]:
    """Returns the hub's names of what is of the club that pages show at a host; none if the database does not
    answer."""
    found, events = {}, [name for name in names if is_evening(name)]
    try:
        close_old_connections()
        club = club_at(host) if settings.SEVERAL_CLUBS else None
        if SCREENS in names and (club or not settings.SEVERAL_CLUBS):
            found[SCREENS] = screens_of(club)
        if events:
            of_club = Q(club=club) if settings.SEVERAL_CLUBS else of_shown_club()
            pks = Event.objects.filter(of_club, pk__in=events).values_list("pk", flat=True)
            found |= {str(pk): str(pk) for pk in pks}
    except DatabaseError:
        return {}
    return found


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
