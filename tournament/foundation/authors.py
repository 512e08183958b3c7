"""Who is acting: an account, or a phone at a table."""

from dataclasses import dataclass

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


def is_director(by: Author | None) -> bool:
    return isinstance(by, Account) and by.is_director
