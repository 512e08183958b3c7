"""Who is acting: an account, or a phone at a table."""

from dataclasses import dataclass
from typing import Any

from tournament.models import Account


@dataclass(frozen=True)
class Phone:
    """A phone at a table. `device` is what it was given when it first opened the table's page; `side` is the number of
    the side that it speaks for, None when it lies in the middle for the whole table. It speaks for people, not for a
    match: whom it is for is asked once, and in the next round it speaks for the same players, wherever they sit."""

    device: str
    table_number: int
    side: int | None = None


Author = Account | Phone


def account_of(by: Author | None) -> Account | None:
    return by if isinstance(by, Account) else None


def device_of(by: Author | None) -> str:
    return by.device if isinstance(by, Phone) else ""


def side_of_phone(by: Author | None) -> int | None:
    return by.side if isinstance(by, Phone) else None


def told_of(by: Author | None) -> dict[str, Any]:
    """What the log says of a phone beside what it did; nothing of an account, which the log names itself."""
    if not isinstance(by, Phone):
        return {}
    return {"table": by.table_number, "device": by.device} | ({"side": by.side} if by.side is not None else {})


def is_director(by: Author | None) -> bool:
    return isinstance(by, Account) and by.is_director
