"""The picture of a plan, a line of blocks: rounds, the change-overs and breaks between them, and the time left until
closing. Lengths are parts of `WIDTH`."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

WIDTH = 300
NARROWEST_WITH_NUMBER = 14


class Block(NamedTuple):
    """A round in the picture, or a break: `number` is the round's number or the minutes of the break, "" where it does
    not fit. `is_later` is set for rounds of the next part."""

    number: str
    x: float
    width: float
    is_later: bool = False

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)


@dataclass(frozen=True)
class EveningLine:
    """`rounds` of `minutes` each, after `drawn` others, end at `ends`, the last `later` of them in the next part;
    `change_over` is the time between two rounds, in minutes. `breaks` are (number of a round, minutes after it instead
    of the change-over); with `has_halves` the rounds are halves of one match."""

    rounds: int
    later: int
    minutes: int
    change_over: int
    ends: datetime
    closes: datetime
    headline: str
    drawn: int = 0
    breaks: tuple[tuple[int, int], ...] = ()
    has_halves: bool = False

    @property
    def starts(self) -> datetime:
        return self.ends - timedelta(minutes=self._begins(self.rounds - 1) + self.minutes)

    @property
    def breaks_between(self) -> tuple[tuple[int, int], ...]:
        """The breaks that follow one of these rounds and have another after them."""
        numbers = range(self.drawn + 1, self.drawn + self.rounds)
        return tuple((number, minutes) for number, minutes in self.breaks if number in numbers)

    @property
    def of_breaks(self) -> tuple[str, ...]:
        """A sentence for each break."""
        if self.has_halves:
            between = (
                _("Break of %(minutes)s min between the halves.") % {"minutes": each[1]} for each in self.breaks_between
            )
            return tuple(between)
        return tuple(
            ngettext(
                "Break of %(minutes)s minute after round %(n)s.",
                "Break of %(minutes)s minutes after round %(n)s.",
                minutes,
            )
            % {"minutes": minutes, "n": number}
            for number, minutes in self.breaks_between
        )

    @property
    def blocks(self) -> Iterator[Block]:
        for index in range(self.rounds):
            is_later = index >= self.rounds - self.later
            yield self._block(self.drawn + index + 1, self._begins(index), self.minutes, is_later=is_later)

    @property
    def break_blocks(self) -> Iterator[Block]:
        for number, minutes in self.breaks_between:
            yield self._block(minutes, self._begins(number - self.drawn) - minutes, minutes)

    @property
    def ends_at(self) -> float:
        return round(self._length(self.ends - self.starts), 1)

    @property
    def closes_at(self) -> float:
        return round(self._length(self.closes - self.starts), 1)

    @property
    def words(self) -> str:
        """Returns the picture as a sentence."""
        words = {"starts": f"{self.starts:%H:%M}", "ends": f"{self.ends:%H:%M}", "closes": f"{self.closes:%H:%M}"}
        words |= {"what": self.headline}
        what = _("From %(starts)s to %(ends)s: %(what)s. Closing time is %(closes)s.") % words
        return " ".join((what, *self.of_breaks))

    def _begins(self, index: int) -> int:
        """Returns after how many minutes the round with this index begins."""
        longer = sum(each - self.change_over for number, each in self.breaks_between if number <= self.drawn + index)
        return index * (self.minutes + self.change_over) + longer

    def _block(self, number: int, begins: int, minutes: int, *, is_later: bool = False) -> Block:
        x, width = (round(self._length(timedelta(minutes=each)), 1) for each in (begins, minutes))
        return Block(str(number) if width >= NARROWEST_WITH_NUMBER else "", x, width, is_later)

    def _length(self, time: timedelta) -> float:
        return WIDTH * (time / (max(self.ends, self.closes) - self.starts))
