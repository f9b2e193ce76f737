"""Clocks: seconds since a case began. A clock is handed in; nothing else in the house reads the machine's time."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """`now()` in seconds since the clock was made; `wait_until(t)` returns when `now() >= t`."""

    def now(self) -> float: ...

    def wait_until(self, moment: float) -> None: ...


class VirtualClock:
    """A clock that jumps: waiting takes no time.

    >>> clock = VirtualClock()
    >>> clock.wait_until(1209600.0)
    >>> clock.now()
    1209600.0
    """

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        return self._now

    def wait_until(self, moment: float) -> None:
        self._now = max(self._now, moment)


class WallClock:
    """The machine's monotonic clock, from zero."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def now(self) -> float:
        return time.monotonic() - self._start

    def wait_until(self, moment: float) -> None:
        time.sleep(max(0.0, moment - self.now()))


def instant(seconds: float) -> float:
    """A moment rounded to the microsecond: the grain of every time in the records.

    Sums of decimal durations then print as people write them.

    >>> 0.1 + 0.2, instant(0.1 + 0.2)
    (0.30000000000000004, 0.3)
    """
    return round(seconds, 6)
