"""The hub of live pages: knows who follows what and tells them of changes. asyncio, no Django, one thread.

A follower names evenings by number, or the screens. Messages carry state, not events: the server's time and a version
of each topic. So a lost message does no harm, and a page asks only for what changed. Changes are collected for a
moment before they are sent. A heartbeat repeats the latest state.
"""

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime

from tournament.live.topics import is_evening, topics_of

MOST = 3500  # followers; as many file handles again stay free for their requests
GATHERED = 0.25  # seconds between one broadcast and the next
ANSWERED = 0.04  # seconds for the answer to the client that made the change, before a thousand others are told
HEARTBEAT = 16.0
SPREAD_FROM, SPREAD_EACH, SPREAD_MOST = 50, 2.0, 5000.0  # followers, and milliseconds
AT_ONCE = 20  # followers told, in about a millisecond, before other coroutines have their turn
Tell = Callable[[bytes], Awaitable[None]]


def spread_over(followers: int) -> int:
    """Returns the milliseconds over which so many followers spread their requests: a few dozen ask at once, a thousand
    within two seconds."""
    return int(min(SPREAD_MOST, max(0, followers - SPREAD_FROM) * SPREAD_EACH))


class Follower:
    """One connection. While it is slow to take a message, newer ones wait and only the last is sent."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell
        self.sending: asyncio.Task[None] | None = None
        self.waiting = b""

    def send(self, message: bytes) -> None:
        self.waiting = message
        if self.sending is None:
            self.sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        try:
            while message := self.waiting:
                self.waiting = b""
                await self.tell(message)
        except ConnectionError:
            self.waiting = b""  # the coroutine that holds the connection ends it
        finally:
            self.sending = None


class Hub:
    """Holds the followers and the versions of topics. Begin it in the loop that it runs in, and call it only from
    there."""

    def __init__(self, *, most: int = MOST, gathered: float = GATHERED, heartbeat: float = HEARTBEAT) -> None:
        self.most, self.gathered, self.heartbeat = most, gathered, heartbeat
        self.mark = secrets.token_hex(3)
        self.count = 0
        self.versions: dict[str, dict[str, int]] = {}
        self.rooms: dict[tuple[str, ...], set[Follower]] = {}
        self.touched: set[str] = set()
        self.known: set[str] = set()  # everything that anybody has followed so far
        self.news = asyncio.Event()  # set when somebody follows what nobody has followed before
        self.told_at = float("-inf")
        self.loop: asyncio.AbstractEventLoop | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.beats: asyncio.Task[None] | None = None
        self.broadcasting: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.beats = self.loop.create_task(self._beat())
        self.touch_all()

    async def end(self) -> None:
        """Stops, with a last message to all followers, who then connect to the next server."""
        self.loop = None
        for task in (self.beats, self.broadcasting):
            if task:
                task.cancel()
        if self.timer:
            self.timer.cancel()
        followers = [follower for room in self.rooms.values() for follower in room]
        self.rooms.clear()
        await asyncio.gather(*(follower.tell(b"") for follower in followers), return_exceptions=True)

    @property
    def followers(self) -> int:
        return sum(len(room) for room in self.rooms.values())

    @property
    def events(self) -> set[str]:
        return {name for names in self.rooms for name in names if is_evening(name)}

    @property
    def has_room(self) -> bool:
        return self.loop is not None and self.followers < self.most

    def join(self, names: Sequence[str], tell: Tell) -> Callable[[], None]:
        """Sends the state at once and whenever it changes; returns a function that ends this."""
        key, follower = tuple(names), Follower(tell)
        if not self.known.issuperset(names):
            self.known.update(names)
            self.news.set()
        room = self.rooms.setdefault(key, set())
        room.add(follower)
        follower.send(self.message(key))

        def leave() -> None:
            room.discard(follower)
            if not room and self.rooms.get(key) is room:
                del self.rooms[key]
            if follower.sending:
                follower.sending.cancel()

        return leave

    def touch_all(self) -> None:
        """Marks everything that is followed as changed, for when nobody knows what did."""
        for name in {*self.versions, *self.known}:
            self.mark_touched(name, topics_of(name))

    def mark_touched(self, name: str, topics: Sequence[str]) -> None:
        self.count += 1
        self.versions.setdefault(name, {}).update(dict.fromkeys(topics, self.count))
        self.touched.add(name)
        if self.timer is None and self.loop is not None:
            soonest = self.loop.time() + min(ANSWERED, self.gathered)
            self.timer = self.loop.call_at(max(soonest, self.told_at + self.gathered), self._tell_touched)

    def version_of(self, event: str) -> int:
        """Returns the version of an evening as a whole, which grows with every change."""
        return max(self.versions.get(event, {}).values(), default=0)

    def message(self, names: Sequence[str]) -> bytes:
        versions = {}
        for name in names:
            known = self.versions.get(name, {})
            written = name.partition("@")[0]  # as the page named it
            versions[written] = {topic: f"{self.mark}.{known.get(topic, 0)}" for topic in topics_of(name)}
        now, within = datetime.now(UTC).isoformat(timespec="milliseconds"), spread_over(self.followers)
        message = {"now": now, "within": within, "of": versions}
        return f"data: {json.dumps(message, separators=(',', ':'))}\n\n".encode()

    def _tell_touched(self) -> None:
        self.timer = None
        touched, self.touched = self.touched, set()
        self._broadcast([names for names in self.rooms if not touched.isdisjoint(names)])

    def _broadcast(self, rooms: Sequence[tuple[str, ...]]) -> None:
        loop = asyncio.get_running_loop()
        self.told_at = loop.time()
        before = self.broadcasting
        self.broadcasting = loop.create_task(self._send(rooms, before))

    async def _send(self, rooms: Sequence[tuple[str, ...]], before: asyncio.Task[None] | None) -> None:
        """Sends to one follower after the other, once the broadcast before is done, and lets other coroutines run in
        between."""
        if before and not before.done():
            await before
        sent = 0
        for names in rooms:
            message = self.message(names)
            for follower in tuple(self.rooms.get(names, ())):
                follower.send(message)
                sent += 1
                if sent % AT_ONCE == 0:
                    await asyncio.sleep(0)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.heartbeat)
            self._broadcast(list(self.rooms))
