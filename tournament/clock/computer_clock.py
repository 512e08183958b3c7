"""Notices when the computer's own clock is set, by somebody or by the internet, while a round is on: compares it with
one that nobody can set. Sleep is no such jump: the hall played on meanwhile."""

import time
from collections.abc import Callable
from datetime import timedelta

LEAST = timedelta(seconds=2)
"""Less is a clock that is put right in passing, which no round clock shows."""
AT_ONCE = 0.05
"""Seconds within which both clocks are read, so that what kept the process waiting is no jump."""
KNOWS_SLEEP = hasattr(time, "CLOCK_BOOTTIME")
"""Whether the clock that nobody can set goes on while the computer sleeps; where not, a jump forward may be sleep."""

Reading = tuple[float, float]
"""Seconds of the clock that can be set, and of the one that cannot."""


def read_clocks() -> Reading:
    while True:
        before, settable, after = _steady(), time.time(), _steady()
        if after - before < AT_ONCE:
            return settable, after


def _steady() -> float:
    return time.clock_gettime(time.CLOCK_BOOTTIME) if KNOWS_SLEEP else time.monotonic()


class ComputerClock:
    """Asked every second or so how far the clock has jumped since it was asked last."""

    def __init__(self, read: Callable[[], Reading] = read_clocks, *, knows_sleep: bool = KNOWS_SLEEP) -> None:
        self._read = read
        self._knows_sleep = knows_sleep
        self._last = read()

    def measure_jump(self) -> timedelta:
        """Below nothing where the clock was set back; nothing where it was not set."""
        last, self._last = self._last, self._read()
        jump = timedelta(seconds=(self._last[0] - last[0]) - (self._last[1] - last[1]))
        if abs(jump) < LEAST or (jump > timedelta() and not self._knows_sleep):
            return timedelta()
        return jump
