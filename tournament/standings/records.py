"""What one entry scored, as standings read it. Nothing here is rounded; what nobody reported is None, never 0."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

E = TypeVar("E", bound=Hashable)


@dataclass(frozen=True)
class HourRecord:
    """One hour of one entry: points for each match it played or is still to play (None: not reported yet), in the
    order of the turns. A match that will not be played any more is not in it. `adjust` False is the club's option to
    rank sit-outs by the points as they are."""

    round_points: tuple[int | None, ...]
    sat_out_seconds: int = 0
    hour_seconds: int = 3600
    adjust: bool = True

    @property
    def total(self) -> int:
        """The points reported so far."""
        return sum(points for points in self.round_points if points is not None)

    @property
    def reported(self) -> int | None:
        """The total as it is shown: unknown while no match of the hour was reported."""
        return None if self.round_points and set(self.round_points) == {None} else self.total

    @property
    def adjusted(self) -> Fraction:
        """The total as if the entry had played the whole hour, exactly (K17: 33 at a table of three is 49 1/2)."""
        if not self.adjust:
            return Fraction(self.total)
        played = self.hour_seconds - self.sat_out_seconds
        return Fraction(self.total * self.hour_seconds, played) if played > 0 else Fraction(0)

    @property
    def complete(self) -> bool:
        return None not in self.round_points


@dataclass(frozen=True)
class Record(Generic[E]):
    """One entry over the hours that are being ranked; an hour it was not there for is None. All fields tell of these
    hours only: for the standing after hour one, `hours` holds hour one alone and so do the counts."""

    entry: E
    name: str
    hours: tuple[HourRecord | None, ...]
    all_fours: int | None = None
    jacks_turned: int | None = None
    games: int | None = None
    """Games won, as far as they are reported; None where nobody reported any."""
    meetings: Mapping[E, int | None] = field(default_factory=dict)
    """Points won against each opponent met, over these hours; None when not reported."""
    cut: tuple[int, ...] | None = None
    """Ranks of the cards cut for this standing, 2 to 14 (ace), one for each time the entry cut."""
    table_number: int | None = None
    """The table of hour two."""

    @property
    def total(self) -> int:
        return sum(hour.total for hour in self.hours if hour)

    @property
    def adjusted(self) -> Fraction:
        return sum((hour.adjusted for hour in self.hours if hour), Fraction(0))

    @property
    def best_round(self) -> int | None:
        """Most points in a single round; unknown until every round is reported."""
        known = [points for hour in self.hours if hour for points in hour.round_points if points is not None]
        complete = all(hour.complete for hour in self.hours if hour)
        return max(known) if known and complete else None


def printed(value: Fraction | int) -> str:
    """A total as paper shows it: "49.5" where the decimals end, "58 1/3" where they would not."""
    value = Fraction(value)
    sign, (whole, rest) = "−" if value < 0 else "", divmod(abs(value), 1)
    if not rest:
        return f"{sign}{whole}"
    places = next((places for places in range(1, 10) if 10**places % rest.denominator == 0), None)
    if places:
        return f"{sign}{whole}.{int(rest * 10**places):0{places}}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"
