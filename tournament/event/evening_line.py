"""The picture of a plan, a line of blocks: rounds, the breaks between them, and the time left until closing. Lengths
are parts of `WIDTH`."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _

WIDTH = 300
NARROWEST_WITH_NUMBER = 14


class Block(NamedTuple):
    """A round in the picture; `number` is "" where it does not fit. `is_later` is set for rounds of the next part."""

    number: str
    x: float
    width: float
    is_later: bool

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)


@dataclass(frozen=True)
class EveningLine:
    """`rounds` of `minutes` each end at `ends`, the last `later` of them in the next part; `change_over` is the break
    between two rounds, in minutes."""

    rounds: int
    later: int
    minutes: int
    change_over: int
    ends: datetime
    closes: datetime
    headline: str

    @property
    def starts(self) -> datetime:
        taken = self.rounds * self.minutes + (self.rounds - 1) * self.change_over
        return self.ends - timedelta(minutes=taken)

    @property
    def blocks(self) -> Iterator[Block]:
        width = round(self._length(timedelta(minutes=self.minutes)), 1)
        for index in range(self.rounds):
            begins = timedelta(minutes=index * (self.minutes + self.change_over))
            number = str(index + 1) if width >= NARROWEST_WITH_NUMBER else ""
            yield Block(number, round(self._length(begins), 1), width, index >= self.rounds - self.later)

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
        return _("From %(starts)s to %(ends)s: %(what)s. Closing time is %(closes)s.") % words

    def _length(self, time: timedelta) -> float:
        return WIDTH * (time / (max(self.ends, self.closes) - self.starts))
