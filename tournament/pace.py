"""How long a round takes: until a bell, or until the last table has played its games. Pure and exact."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb

from .games import Length


@dataclass(frozen=True)
class Timed:
    """Rounds that a bell ends: how many minutes at least, as a rule, at most."""

    fewest: int
    usual: int
    most: int

    def lengths(self, fitting: int) -> set[int]:
        """What to offer where so many minutes fit: the usual, and the longest in round minutes."""
        longest = min(self.most, fitting)
        rounded = longest - longest % 5
        return {length for length in (self.usual, max(rounded, self.fewest)) if self.fewest <= length <= longest}


@dataclass(frozen=True)
class ByGames:
    """Rounds that are over when the last table has played its games, each so many minutes."""

    length: Length
    minutes_a_game: int

    @property
    def most_games(self) -> int:
        """When every match goes all the way."""
        if self.length.kind == "race":
            return 2 * self.length.number - 1
        return 1 if self.length.kind == "single" else self.length.number

    def games(self, tables: int) -> Fraction:
        """How many the slowest of these tables is to play on average, sides being equal."""
        if self.length.kind not in ("race", "best_of"):
            return Fraction(self.most_games)
        wins = (self.most_games + 1) // 2
        over = Fraction(0)  # the chance that a match is over after so many games
        expected = Fraction(wins)
        for played in range(wins, self.most_games):
            over += Fraction(comb(played - 1, wins - 1), 2 ** (played - 1))
            expected += 1 - over**tables
        return expected

    def minutes(self, tables: int) -> int:
        return ceil(self.games(tables) * self.minutes_a_game)
