"""What planted parameters imply: shares and mean times with the spread over subjects integrated out.

Expectations over a standard normal are sums over an even grid of step 1/8: the trapezoidal rule converges
exponentially for functions analytic about the real line (Trefethen & Weideman 2014, SIAM Review 56, 385-458), and the
inverse logit has its nearest pole at pi / SD.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

from hawthorne.actors.planted import Times

_STEP = 0.125
_GRID = tuple(i * _STEP for i in range(-72, 73))
_WEIGHTS = tuple(_STEP * math.exp(-0.5 * z * z) / math.sqrt(2.0 * math.pi) for z in _GRID)
_PANELS = 400


def over_normal(function: Callable[[float], float], sd: float) -> float:
    """The expectation of `function(x)` for x normal with mean 0 and this SD.

    >>> round(over_normal(lambda x: x * x, 0.8), 12)
    0.64
    """
    if sd == 0.0:
        return function(0.0)
    return sum(weight * function(sd * z) for z, weight in zip(_GRID, _WEIGHTS, strict=True))


def inverse_logit(x: float) -> float:
    """The probability of a logit.

    >>> inverse_logit(0.0)
    0.5
    """
    if x >= 0.0:
        return 1.0 / (1.0 + math.exp(-x))
    e = math.exp(x)
    return e / (1.0 + e)


def outlasts(times: Times, seconds: float) -> float:
    """The probability that an ex-Gaussian time is longer than so many seconds.

    With z = (t - mu)/sigma it is Q(z) + exp(sigma^2/2 tau^2 - (t - mu)/tau) * (1 - Q(z - sigma/tau)), where Q is the
    normal's upper tail (Luce 1986, p. 36).
    """
    mu, sigma, tau = times
    past = seconds - mu
    if sigma == 0.0:
        if tau == 0.0:
            return 1.0 if past < 0.0 else 0.0
        return 1.0 if past < 0.0 else math.exp(-past / tau)
    z = past / sigma
    upper = 0.5 * math.erfc(z / math.sqrt(2.0))
    if tau == 0.0:
        return upper
    ratio = sigma / tau
    below = 0.5 * math.erfc(-(z - ratio) / math.sqrt(2.0))
    if below <= 0.0:
        return upper
    return min(1.0, upper + math.exp(min(0.0, 0.5 * ratio * ratio - past / tau + math.log(below))))


class Expected:
    """Expectations under one spread of accuracy (logits), one of response time (share of the mean), one miss rate."""

    def __init__(self, spread_accuracy: float, spread_time: float, miss_rate: float) -> None:
        self._spread_accuracy = spread_accuracy
        self._spread_time = spread_time
        self._miss_rate = miss_rate
        self._means: dict[float, float] = {}
        self._times: dict[tuple[Times, float], tuple[float, float]] = {}

    def share(self, p: float, slope: float, positions: Sequence[tuple[int, int]] | None) -> float:
        """The mean probability of a right answer at these positions, over subjects."""
        if p in (0.0, 1.0) or (self._spread_accuracy == 0.0 and (slope == 0.0 or not positions)):
            return p
        logit = math.log(p / (1.0 - p))
        if slope == 0.0 or not positions:
            return self._mean(logit)
        counts = Counter(index - (planned - 1) / 2 for index, planned in positions)
        return sum(n * self._mean(logit + slope * offset) for offset, n in counts.items()) / len(positions)

    def missed(self, times: Times | None, limits: Sequence[float]) -> float:
        """The share of trials without an answer in their windows."""
        if times is None or not limits:
            return self._miss_rate
        late = sum(n * self._within(times, limit)[0] for limit, n in Counter(limits).items()) / len(limits)
        return self._miss_rate + (1.0 - self._miss_rate) * late

    def time(self, times: Times, limits: Sequence[float]) -> float:
        """The mean over subjects of their mean time in seconds, of the answers that come in their windows."""
        if not limits:
            return self._within(times, math.inf)[1]
        return sum(n * self._within(times, limit)[1] for limit, n in Counter(limits).items()) / len(limits)

    def _mean(self, logit: float) -> float:
        if logit not in self._means:
            self._means[logit] = over_normal(lambda x: inverse_logit(logit + x), self._spread_accuracy)
        return self._means[logit]

    def _within(self, times: Times, limit: float) -> tuple[float, float]:
        """The share of times beyond the limit, and the mean over subjects of the mean of those before it. A subject who
        is all but always late has no mean."""
        key = (times, limit)
        if key not in self._times:
            late = over_normal(lambda x: self._late(times, limit, x), self._spread_time)
            heard = over_normal(lambda x: float(self._late(times, limit, x) < 0.99), self._spread_time)
            total = over_normal(lambda x: self._mean_time(times, limit, x), self._spread_time)
            self._times[key] = (late, total / heard if heard > 0.0 else math.nan)
        return self._times[key]

    def _mean_time(self, times: Times, limit: float, x: float) -> float:
        late = self._late(times, limit, x)
        return self._sum(times, limit, x) / (1.0 - late) if late < 0.99 else 0.0

    @staticmethod
    def _late(times: Times, limit: float, x: float) -> float:
        """The probability of a time at or beyond the limit for a subject whose pace is 1 + x."""
        pace = max(0.0, 1.0 + x)
        return outlasts(times, limit / pace) if pace > 0.0 and math.isfinite(limit) else 0.0

    @staticmethod
    def _sum(times: Times, limit: float, x: float) -> float:
        """E[T; T < limit] for a subject whose pace is 1 + x, times below 0 being 0: the integral of the survival
        function from 0 to the limit, less the limit's own share, by Simpson's rule."""
        pace = max(0.0, 1.0 + x)
        if pace == 0.0:
            return 0.0
        mu, sigma, tau = times
        top = min(limit / pace, mu + 10.0 * sigma + 40.0 * tau)
        if sigma == 0.0 and tau == 0.0:
            return pace * mu if mu < limit / pace else 0.0
        # without a body the survival function has a corner at mu: integrate from there
        start = min(mu, top) if sigma == 0.0 else 0.0
        width = (top - start) / _PANELS
        ends = outlasts(times, start) + outlasts(times, top)
        odd = sum(outlasts(times, start + i * width) for i in range(1, _PANELS, 2))
        even = sum(outlasts(times, start + i * width) for i in range(2, _PANELS, 2))
        area = start + width * (ends + 4.0 * odd + 2.0 * even) / 3.0
        return pace * (area - (top * outlasts(times, top) if math.isfinite(limit) else 0.0))
