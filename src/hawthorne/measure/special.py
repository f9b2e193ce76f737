"""The special functions that intervals need. scipy takes a fifth of a second to import and only a report needs it, so
each is imported when it is first called."""

from __future__ import annotations


def student_quantile(df: float, p: float) -> float:
    """The p quantile of Student's t with `df` degrees of freedom.

    >>> round(student_quantile(10, 0.975), 4)
    2.2281
    """
    from scipy.special import stdtrit

    return float(stdtrit(df, p))


def chi_square_quantile(df: float, upper: float) -> float:
    """The value that chi square with `df` degrees of freedom exceeds with probability `upper`.

    >>> round(chi_square_quantile(1, 0.05), 4)
    3.8415
    """
    from scipy.special import chdtri

    return float(chdtri(df, upper))


def binomial_cdf(k: int, n: int, p: float) -> float:
    """The probability of at most k successes in n trials.

    >>> binomial_cdf(1, 2, 0.5)
    0.75
    """
    from scipy.special import bdtr

    return float(bdtr(k, n, p))
