"""Shares something scarce, such as connections or memory, between the addresses that ask for it."""

from collections import Counter
from dataclasses import dataclass

from tournament.foundation.visitors import Visitor


@dataclass(frozen=True)
class Limits:
    """One strange address holds `each` at most and all strange ones together `strangers`; a familiar one `familiar`,
    and all together `total`. So `total` less `strangers` is the reserve of familiar addresses, and no one of them can
    take all of it as long as `familiar` is less than `total`."""

    total: int
    familiar: int
    strangers: int
    each: int


class Quota:
    """What is held now. This computer is neither refused nor counted. For one thread; give back as the same visitor
    that took, whatever has become of the address meanwhile."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.held: Counter[str] = Counter()
        self.all = 0
        self.strange = 0

    def has_room(self, visitor: Visitor, amount: int = 1) -> bool:
        if visitor.is_own:
            return True
        if self.all + amount > self.limits.total or self.is_at_own_limit(visitor, amount):
            return False
        return not visitor.is_strange or self.strange + amount <= self.limits.strangers

    def is_at_own_limit(self, visitor: Visitor, amount: int = 1) -> bool:
        """Whether this address holds as much as one may, however much is left."""
        most = self.limits.each if visitor.is_strange else self.limits.familiar
        return self.held[visitor.source] + amount > most

    def take(self, visitor: Visitor, amount: int = 1) -> bool:
        """False, and nothing taken, without room."""
        if not self.has_room(visitor, amount):
            return False
        self._add(visitor, amount)
        return True

    def give_back(self, visitor: Visitor, amount: int = 1) -> None:
        self._add(visitor, -amount)

    def _add(self, visitor: Visitor, amount: int) -> None:
        if visitor.is_own:
            return
        self.all += amount
        self.strange += amount if visitor.is_strange else 0
        self.held[visitor.source] += amount
        if not self.held[visitor.source]:
            del self.held[visitor.source]
