"""What goes wrong at the tables of a rehearsal, so that a club sees how its people put it right."""

from dataclasses import dataclass, field
from random import Random
from typing import Literal

Mishap = Literal["dispute", "correction", "repeat", "wrong sum"]


@dataclass
class Mishaps:
    """Each kind happens at its first occasion, so that every rehearsal has it, and from then on with this `chance`."""

    lot: Random
    chance: float
    happened: set[Mishap] = field(default_factory=set)

    def happens(self, kind: Mishap) -> bool:
        """Returns whether it goes wrong this time; asked only where it can."""
        if kind in self.happened and self.lot.random() >= self.chance:
            return False
        self.happened.add(kind)
        return True
