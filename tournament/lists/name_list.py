"""What a list of names has been read as. A *party* is one line of it: somebody alone, a pair, or a team with its name;
a *doubt* is what is asked about it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Shape(StrEnum):
    """Who comes to the evening together."""

    PLAYERS = "players"
    PAIRS = "pairs"
    TEAMS = "teams"


class Doubt(StrEnum):
    """What is asked about a list, once for all of its lines. The answer is yes until somebody says no."""

    SURNAME_FIRST = "surname_first"
    NO_NAME = "no_name"
    ABSENT = "absent"
    COUPLE = "couple"
    GUEST = "guest"
    NO_PARTNER = "no_partner"
    PAID = "paid"
    RESERVE = "reserve"
    CONTACT = "contact"


@dataclass(frozen=True)
class WrittenName:
    """A name as it is to be stored, with what stood beside it in the list."""

    name: str
    is_paid: bool = False
    is_reserve: bool = False
    phone: str = ""
    email: str = ""


@dataclass(frozen=True)
class WrittenParty:
    """`text` is the line as it was written."""

    text: str
    people: tuple[WrittenName, ...]
    team: str = ""


@dataclass(frozen=True)
class NameList:
    """`doubts` has the lines, or what they become, that each doubt is about. A table has `headings`, of which some are
    `unknown`, and some `guessed` to be of a kind."""

    parties: tuple[WrittenParty, ...]
    doubts: Mapping[Doubt, tuple[str, ...]] = field(default_factory=dict)
    headings: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    guessed: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_table(self) -> bool:
        return bool(self.headings)
