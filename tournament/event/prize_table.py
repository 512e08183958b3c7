"""Prize money as a club decides it: how much of the takings is paid out, and which share each place gets.

Amounts are exact decimals. Each prize is rounded down to a multiple of `round_to`, so the prizes never come to more
than the takings; what rounding leaves stays in the till.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from typing import Any

HUNDRED = Decimal(100)
SMALLEST_COIN = Decimal("0.01")


def round_down(amount: Decimal, to: Decimal) -> Decimal:
    """Returns the largest multiple of `to` that is not more."""
    return (amount / to).to_integral_value(ROUND_FLOOR) * to


@dataclass(frozen=True)
class PrizeTable:
    """`share` of the takings is paid out, in per cent. A row is (from how many entries, the shares of places in per
    cent of what is paid out); rows rise, and the last one that fits counts."""

    share: Decimal
    round_to: Decimal
    rows: tuple[tuple[int, tuple[Decimal, ...]], ...]

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "PrizeTable":
        rows = tuple((int(entries), tuple(Decimal(share) for share in shares)) for entries, shares in stored["rows"])
        return cls(Decimal(stored["share"]), Decimal(stored["round_to"]), rows)

    @property
    def as_json(self) -> dict[str, Any]:
        """The table as `Event.prize_money` has it."""
        rows = [[entries, [str(share) for share in shares]] for entries, shares in self.rows]
        return {"share": str(self.share), "round_to": str(self.round_to), "rows": rows}

    @property
    def in_lines(self) -> str:
        """The rows as people write them, such as "12: 50 30 20"."""
        return "\n".join(f"{entries}: {' '.join(map(str, shares))}" for entries, shares in self.rows)

    def shares_for(self, entries: int) -> tuple[Decimal, ...]:
        fitting = [shares for least, shares in self.rows if least <= entries]
        return fitting[-1] if fitting else ()

    def amounts(self, takings: Decimal, entries: int) -> tuple[Decimal, ...]:
        """Returns the prize of each place, the first one first."""
        paid_out = takings * self.share / HUNDRED
        return tuple(round_down(paid_out * share / HUNDRED, self.round_to) for share in self.shares_for(entries))


def share_prizes(amounts: Sequence[Decimal], rank: int, tied: int) -> Decimal:
    """Returns what each of those who share a place gets: the prizes of their places together, in equal parts, rounded
    down to the smallest coin."""
    return round_down(sum(amounts[rank - 1 : rank - 1 + tied], Decimal(0)) / tied, SMALLEST_COIN)
