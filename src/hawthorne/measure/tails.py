"""P values of the usual statistics. scipy's special functions are exact to some 1e-13 down to the smallest doubles."""

from __future__ import annotations

import math


def student_tails(t: float, df: float) -> float:
    """The two-tailed p value of Student's t.

    >>> f"{student_tails(17.7**0.5, 78):.5e}"
    '6.85102e-05'
    """
    from scipy.special import stdtr

    return float(2.0 * stdtr(df, -abs(t)))


def f_tail(f: float, between: float, within: float) -> float:
    """The p value of F: its upper tail.

    >>> f"{f_tail(49.1, 1, 312):.6e}", f"{f_tail(17.7, 1, 78):.5e}"
    ('1.505326e-11', '6.85102e-05')
    """
    from scipy.special import fdtrc

    return float(fdtrc(between, within, f)) if f > 0 else 1.0


def chi_square_tail(x: float, df: float) -> float:
    """The p value of chi square: its upper tail.

    >>> f"{chi_square_tail(27.2, 1):.5e}"
    '1.83459e-07'
    """
    from scipy.special import chdtrc

    return float(chdtrc(df, x)) if x > 0 else 1.0


def normal_tails(z: float) -> float:
    """The two-tailed p value of a standard normal.

    >>> round(normal_tails(1.959964), 6)
    0.05
    """
    return math.erfc(abs(z) / math.sqrt(2.0))


def correlation_tails(r: float, df: float) -> float:
    """The two-tailed p value of Pearson's r with n - 2 degrees of freedom, by Student's t.

    >>> round(correlation_tails(0.5, 18), 5)
    0.02477
    """
    if abs(r) >= 1.0:
        return 0.0
    return student_tails(r * math.sqrt(df / (1.0 - r * r)), df)


def binomial_tails(k: int, n: int, p: float = 0.5) -> float:
    """The exact two-tailed p value of k successes of n: all outcomes that are no likelier (Fisher's rule).

    >>> round(binomial_tails(9, 10), 6)
    0.021484
    """

    def log(i: int) -> float:
        return (math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1)
                + (i * math.log(p) if i else 0.0) + ((n - i) * math.log1p(-p) if n - i else 0.0))  # fmt: skip

    bar = log(k) + 1e-7
    return min(1.0, math.fsum(math.exp(log(i)) for i in range(n + 1) if log(i) <= bar))
