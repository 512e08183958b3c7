"""Notices when the computer's own clock is set, by somebody or by the internet, while a round is on. It compares this
clock with one that nobody can set. Sleep does not count as a jump, because the hall plays on meanwhile."""

import time
from collections.abc import Callable
from datetime import timedelta

LEAST = timedelta(seconds=2)
"""The smallest jump that counts. Smaller ones are small corrections, which no round clock shows."""
AT_ONCE = 0.05
"""Both clocks are read within this many seconds, so that a delay of the process does not look like a jump."""
KNOWS_SLEEP = hasattr(time, "CLOCK_BOOTTIME")
"""Whether the clock that nobody can set goes on while the computer sleeps. If not, a jump forward may be sleep."""

Reading = tuple[float, float]
"""The seconds of the clock that can be set, and of the one that cannot."""


def read_clocks() -> Reading:
    while True:
        before, settable, after = _read_steady_clock(), time.time(), _read_steady_clock()
        if after - before < AT_ONCE:
            return settable, after


def _read_steady_clock() -> float:
    return time.clock_gettime(time.CLOCK_BOOTTIME) if KNOWS_SLEEP else time.monotonic()


class ComputerClock:
    """Measures how far the clock has jumped since it was asked last, every second or so."""

    def __init__(self, read: Callable[[], Reading] = read_clocks, *, knows_sleep: bool = KNOWS_SLEEP) -> None:
        self._read = read
        self._knows_sleep = knows_sleep
        self._last = read()

    def measure_jump(self) -> timedelta:
        """Returns the jump of the clock: negative if it was set back, zero if it was not changed."""
        last, self._last = self._last, self._read()
        jump = timedelta(seconds=(self._last[0] - last[0]) - (self._last[1] - last[1]))
        if abs(jump) < LEAST or (jump > timedelta() and not self._knows_sleep):
            return timedelta()
        return jump
