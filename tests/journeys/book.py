"""What the players of a journey win, recorded separately from the app, and what the standings must make of it."""

from dataclasses import dataclass, field
from fractions import Fraction
from zlib import crc32


@dataclass
class Book:
    """Points by hour, player and opponent. `played` is filled as sheets are keyed: the opponents on each. `misread` has
    the points that a player wrongly writes for an opponent, `changed` the director's decisions. `shares` are the parts
    of an hour for players who missed some of it."""

    changed: dict[tuple[int, str, str], int] = field(default_factory=dict)
    misread: dict[tuple[int, str, str], int] = field(default_factory=dict)
    played: dict[tuple[int, str], list[str]] = field(default_factory=dict)
    shares: dict[tuple[int, str], Fraction] = field(default_factory=dict)

    def won(self, hour: int, name: str, opponent: str) -> int:
        drawn = crc32(f"{hour} {name} {opponent}".encode()) % 23
        return self.changed.get((hour, name, opponent), drawn)

    def sheet(self, hour: int, name: str, opponents: list[str]) -> list[tuple[int, int]]:
        """Returns what `name` writes, line by line: own points, the opponent's points."""
        self.played[hour, name] = opponents
        return [(self.won(hour, name, each), self._says(hour, name, each)) for each in opponents]

    def _says(self, hour: int, name: str, opponent: str) -> int:
        return self.misread.get((hour, name, opponent), self.won(hour, opponent, name))

    def is_doubted(self, hour: int, name: str) -> bool:
        """Whether the other player's sheet, keyed before, differs."""
        return any((played, writer) == (hour, name) for played, writer, _ in self.misread)

    def total(self, hour: int, name: str) -> int | None:
        """Returns the points of an hour, or None if somebody missed it."""
        opponents = self.played.get((hour, name))
        return None if opponents is None else sum(self.won(hour, name, opponent) for opponent in opponents)

    def adjusted(self, name: str) -> Fraction:
        """Returns the total as if nobody had sat out: a sheet of 2 lines is 2/3 of an hour, one of 4 at a table of 5 is
        4/5."""
        found = Fraction(0)
        for (hour, player), opponents in self.played.items():
            if player == name:
                share = self.shares.get((hour, name)) or SHARE[len(opponents)]
                found += sum(self.won(hour, name, opponent) for opponent in opponents) / share
        return found

    def names(self, hour: int) -> set[str]:
        return {name for played, name in self.played if played == hour}


SHARE = {2: Fraction(2, 3), 3: Fraction(1), 4: Fraction(4, 5)}
