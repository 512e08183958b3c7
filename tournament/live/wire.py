"""Lets several servers on one PostgreSQL tell each other of writes by NOTIFY, with events and topics only.

Messages wait in memory until they are sent. After a lost connection everything counts as changed, because messages may
have been missed.
"""

import asyncio
import json
import secrets
from collections.abc import Callable, Iterable
from typing import Any

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper

from tournament.foundation.log_actions import TOPICS

CHANNEL = "hangjack_live"
AGAIN = 2.0  # seconds until a lost connection is tried again
AT_ONCE = 50  # events in one message, because PostgreSQL takes at most 8000 bytes
Hear = Callable[[str, tuple[str, ...], int], None]


class Wire:
    def __init__(self, connection: BaseDatabaseWrapper, hear: Hear, hear_anything: Callable[[], None]) -> None:
        settings = connection.settings_dict
        names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
        given = {key: settings[name] for key, name in names.items() if settings.get(name)}
        given |= {key: value for key, value in settings.get("OPTIONS", {}).items() if isinstance(value, str | int)}
        self.conninfo = psycopg.conninfo.make_conninfo(**given)
        self.hear = hear
        self.hear_anything = hear_anything
        self.mark = secrets.token_hex(4)
        self.outbox: dict[str, tuple[int, frozenset[str]]] = {}  # notes and topics of each event
        self.has_messages = asyncio.Event()
        self.is_listening = asyncio.Event()

    def queue_message(self, event: str, topics: Iterable[str]) -> None:
        """Queues a message for the other servers."""
        notes, before = self.outbox.get(event, (0, frozenset()))
        self.outbox[event] = (notes + 1, before.union(topics))
        self.has_messages.set()

    async def send_messages(self) -> None:
        """Sends for ever. What could not be sent goes over the next connection."""
        while True:
            await self.has_messages.wait()
            try:
                async with await psycopg.AsyncConnection.connect(self.conninfo, autocommit=True) as connection:
                    while True:
                        await self.has_messages.wait()
                        await self._send_outbox(connection)
            except psycopg.OperationalError:
                await asyncio.sleep(AGAIN)

    async def _send_outbox(self, connection: psycopg.AsyncConnection[Any]) -> None:
        while self.outbox:
            some = dict(list(self.outbox.items())[:AT_ONCE])
            changes = {event: [notes, *sorted(topics)] for event, (notes, topics) in some.items()}
            for event in some:
                del self.outbox[event]
            try:
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, json.dumps([self.mark, changes])))
            except psycopg.OperationalError:
                for event, (notes, topics) in some.items():
                    more, others = self.outbox.get(event, (0, frozenset()))
                    self.outbox[event] = (notes + more, topics | others)
                raise
        self.has_messages.clear()

    async def receive_messages(self) -> None:
        """Listens for ever. On every new connection everything counts as changed."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self.conninfo, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self.hear_anything()
                    self.is_listening.set()
                    async for message in connection.notifies():
                        self._hear_others(message.payload)
            except psycopg.OperationalError:
                self.is_listening.clear()
                await asyncio.sleep(AGAIN)

    def _hear_others(self, payload: str) -> None:
        mark, changes = json.loads(payload)
        if mark == self.mark:
            return
        for event, (notes, *topics) in changes.items():
            self.hear(event, tuple(topic for topic in TOPICS if topic in topics), notes)
