"""One match of one entry in one round, as standings read it: what was played, or the credit that counts instead.

All figures are exact. A figure that nobody reported is None, never 0. The rules for credits are in `credits`.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Generic, Literal, NamedTuple, TypeVar

E = TypeVar("E", bound=Hashable)
Amount = int | Fraction


def as_amount(value: Decimal | Fraction | int | str) -> Amount:
    """Returns a figure that was stored or written as a whole number, or as a fraction if it is none. Raises
    ValueError."""
    amount = Fraction(value)
    return int(amount) if amount.denominator == 1 else amount


Result = Literal["won", "drawn", "lost"]
Unplayed = Literal["rest", "walk_over", "absent", "neither", "abandoned", "shared"]
"""Why a match was not played as drawn: no opponent in this round; the other side did not come; the own side did not;
neither did; broken off; a table that had only a part of its round."""
CreditKind = Literal["nothing", "own_average", "winners_average", "fixed", "win", "missing_part", "same_pace"]
"""What counts instead; "missing_part" is what was played, plus the own average for what was not; "same_pace" is as many
points a minute as in the rest of the hour."""
CreditColumn = Literal["points", "against", "games", "games_against", "hang_jacks", "hang_jacks_against"]
Column = CreditColumn | Literal["all_fours", "jacks_turned", "set_backs", "settlement"]


class Shares(NamedTuple):
    """What a match counts as: one of the three is 1, or for an average each a part of it."""

    won: Amount = 0
    drawn: Amount = 0
    lost: Amount = 0


SHARES_OF: dict[Result, Shares] = {"won": Shares(won=1), "drawn": Shares(drawn=1), "lost": Shares(lost=1)}


@dataclass(frozen=True)
class MatchCredit:
    """What counts for a match; None where that depends on something not reported. All Fours, set-backs and settlement
    get no credit."""

    kind: CreditKind
    points: Amount | None = 0
    against: Amount | None = 0
    games: Amount | None = 0
    games_against: Amount | None = 0
    hang_jacks: Amount | None = 0
    hang_jacks_against: Amount | None = 0
    shares: Shares | None = Shares()
    so_far: "MatchCredit | None" = None
    """The same credit from what is known so far, if something is unknown."""


class MatchRecord(NamedTuple, Generic[E]):
    """`opponents` are listed side after side; without any it is a rest. Figures are those of the entry's side, or of
    all its opponents together; `settlement` is what it received less what it paid. `ruled` is the result by a director,
    or where more than two sides meet; else the games of both sides decide, else the points."""

    round: int
    opponents: tuple[E, ...] = ()
    partners: tuple[E, ...] = ()
    points: Amount | None = None
    against: Amount | None = None
    games: Amount | None = None
    games_against: Amount | None = None
    hang_jacks: Amount | None = None
    hang_jacks_against: Amount | None = None
    all_fours: Amount | None = None
    set_backs: Amount | None = None
    settlement: Amount | None = None
    ruled: Result | None = None
    unplayed: Unplayed | None = None
    credit: MatchCredit | None = None
    part: Fraction | None = None
    """The part of its round that a match at a shared table could play."""
    to_come: bool = False
    """Whether its round is still on, so that a rest gets no credit yet."""
    turn: int = 1
    """The number of the turn in its round, if a table plays several."""
    table: int | None = None
    length: Fraction = Fraction(1)
    """How much of its round a turn is, so that a rest in it can be credited."""
    jacks_turned: Amount | None = None
    in_play: bool = False
    """Whether the figures are those so far of a match that is still played: nobody has won it yet."""
    is_at_home: bool = False
    """Whether the side was named first in a match of a league."""

    @property
    def why_unplayed(self) -> Unplayed | None:
        return self.unplayed or (None if self.opponents else "rest")

    @property
    def is_sit_out(self) -> bool:
        """Whether this is a rest at a table whose other turns go on."""
        return not self.opponents and self.table is not None

    @property
    def is_reported(self) -> bool:
        return not self.in_play and (self.points is not None or self.games is not None or self.ruled is not None)

    @property
    def is_played(self) -> bool:
        """Whether it was played as drawn and reported. Averages are made of these matches."""
        return self.is_reported and self.why_unplayed is None and self.credit is None

    @property
    def is_half_reported(self) -> bool:
        """Whether it is reported in part, as by one of two sides, so that nobody can say yet who won."""
        return self.is_reported and self.credit is None and self.result is None

    @property
    def is_open(self) -> bool:
        """Whether it is still to be played, or not reported yet."""
        return self.why_unplayed in (None, "shared") and self.credit is None and not self.is_reported

    @property
    def is_meeting(self) -> bool:
        """Whether the sides sat down against each other, or still have to. A match that counts a credit is no meeting.
        One broken off that counts as it stood is a meeting, and so is one that counts an average for a missing part."""
        if self.credit is None and self.unplayed in (None, "shared"):
            return bool(self.opponents)
        if self.credit is not None and self.credit.kind != "missing_part":
            return False
        return bool(self.opponents) and (self.points is not None or self.is_reported)

    @property
    def counts(self) -> bool:
        """Whether a report or a credit makes it count. An open match and a rest without a credit do not count."""
        return self.credit is not None or self.is_reported

    @property
    def result(self) -> Result | None:
        """Who won, from what was played or ruled. A credit has only `shares`."""
        if self.in_play:
            return None
        if self.ruled is not None:
            return self.ruled
        own, other = self.games, self.games_against
        if own is None or other is None:
            own, other = self.points, self.against
        if own is None or other is None:
            return None
        return "won" if own > other else "lost" if own < other else "drawn"

    @property
    def shares(self) -> Shares | None:
        """The shares as the match counts; None while nobody can say who won."""
        if self.credit is not None:
            return self.credit.shares
        result = self.result
        return None if result is None else SHARES_OF[result]

    @property
    def shares_so_far(self) -> Shares | None:
        """The shares from what is known so far; averages are then of the matches that both sides reported."""
        if self.shares is None and self.credit is not None and self.credit.so_far is not None:
            return self.credit.so_far.shares
        return self.shares

    def figure_so_far(self, column: Column) -> Amount | None:
        figure = self.figure(column)
        if figure is None and self.credit is not None and self.credit.so_far is not None:
            known: Amount | None = getattr(self.credit.so_far, column, 0)
            return known
        return figure

    def figure(self, column: Column) -> Amount | None:
        """Returns the figure that counts: the credit's if there is a credit, else what was played."""
        if self.credit is None:
            own: Amount | None = getattr(self, column)
            return own
        counted: Amount | None = getattr(self.credit, column, 0)
        return counted
