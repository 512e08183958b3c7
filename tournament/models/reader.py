"""Who reads what is being made: names of a past evening are written as its reader may see them.

`Entry.name` and every query that reads names as values ask `names_in`, so a page, a file or a paper that shows people
of an evening hides those who are hidden from its reader without knowing of it. Each request has a reader
(`club.reader`, set by `web.middleware.NamesForReader`). What has none, such as a command, sees every name; so
does a screen in the hall, and a phone at its table while the evening is on.
"""

from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tournament.models.club import Club
    from tournament.models.event import Event


class Names(Protocol):
    """Names as readers see them: of a person, of a team with these members ("" if it reveals one of them), and text
    that somebody typed."""

    def name_of(self, person: int) -> str: ...
    def name_of_team(self, name: str, members: Iterable[int]) -> str: ...
    def redact(self, text: str) -> str: ...


class Reader(Protocol):
    """`mark` differs between readers who see other names, as (who, names); None while nothing is hidden from them in
    the evenings that they asked for."""

    @property
    def mark(self) -> tuple[Hashable, Hashable] | None: ...
    def names_in(self, event: "Event | int") -> Names | None: ...
    def names_outside(self, club: "Club") -> Names | None: ...


READER: ContextVar[Reader | None] = ContextVar("reader", default=None)
"""The present reader; None sees every name."""


@contextmanager
def read_by(reader: Reader | None) -> Iterator[None]:
    """Writes names for this reader."""
    token = READER.set(reader)
    try:
        yield
    finally:
        READER.reset(token)


def names_in(event: "Event | int") -> Names | None:
    """Returns the names that the present reader sees in an evening, or None if they see all. Costs queries only where
    the club hides past evenings from this reader, at most five in a request."""
    reader = READER.get()
    return None if reader is None else reader.names_in(event)


def names_outside(club: "Club") -> Names | None:
    """Returns the names that the present reader sees in what belongs to no evening, such as the teams of a league, or
    None if they see all names of past evenings too."""
    reader = READER.get()
    return None if reader is None else reader.names_outside(club)


def name_for_reader(event: "Event") -> "Event":
    """Takes names that are hidden from the reader out of what the evening is called, where it is and what people bring,
    for a page; it must not be saved then."""
    for field in ("name", "venue", "to_bring"):
        setattr(event, field, text_for_reader(event, getattr(event, field)))
    return event


def text_for_reader(event: "Event | int", text: str) -> str:
    """Takes names that are hidden from the reader out of what somebody typed in an evening, such as a reason."""
    names = names_in(event)
    return text if names is None else names.redact(text)


def mark_of_reader() -> tuple[Hashable, Hashable] | None:
    """Returns the present reader's mark, for caches."""
    reader = READER.get()
    return None if reader is None else reader.mark
