"""Who is acting: an account, or a phone at a table."""

from dataclasses import dataclass

from tournament.models import Account


@dataclass(frozen=True)
class Phone:
    """A phone at a table. `device` is the id that it got when it first opened the table's page; `side` is the number of
    the side that it speaks for, None if it lies in the middle for the whole table. A phone speaks for people, not for a
    match: it asks once whom it is for, and in the next round it speaks for the same players, wherever they sit."""

    device: str
    table_number: int
    side: int | None = None


Author = Account | Phone


def is_director(by: Author | None) -> bool:
    return isinstance(by, Account) and by.is_director
