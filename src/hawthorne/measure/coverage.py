"""How often the intervals of shares hold the truth, by simulation: `python -m hawthorne.measure.coverage`.

A subject's probability is logit-normal about a mean that is the truth; its trials are independent given it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from hawthorne.core.draws import Draws
from hawthorne.measure.arrays import Floats, ManyDraws, normal_quantile
from hawthorne.measure.differences import shares_between, shares_within
from hawthorne.measure.estimate import Estimate
from hawthorne.measure.statistics import Pair, ratio, share

SPREADS = (0.0, 0.8)
SUBJECTS = (10, 20, 40)
TRIALS = (8, 40)
SHARES = (0.7, 0.9, 0.97)
GRID = normal_quantile((np.arange(2001) + 0.5) / 2001)
"""Standard normal quantiles at equal steps of probability: what expectations over subjects are taken on."""


class Cell(NamedTuple):
    """One setting: SD over subjects in logits, how many subjects, trials of each, the true mean share."""

    spread: float
    subjects: int
    trials: int
    share: float


def centre(share: float, spread: float) -> float:
    """The logit at which logit-normal probabilities have this mean, by bisection."""
    low, high = -20.0, 20.0
    for _ in range(80):
        middle = (low + high) / 2.0
        if float(np.mean(_logistic(middle + spread * GRID))) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0


def cohort(draws: Draws, cell: Cell, repeats: int, shared: Floats | None = None) -> np.ndarray:
    """Right answers by repeat and subject. `shared` are the subjects' standard normal deviates, if another condition
    has them too."""
    repeat, subject = np.arange(repeats)[:, None], np.arange(cell.subjects)[None, :]
    if shared is None:
        shared = deviates(draws, cell, repeats)
    p = _logistic(centre(cell.share, cell.spread) + cell.spread * shared)
    trial = np.arange(cell.trials)[None, None, :]
    u = ManyDraws.at_each(draws, "trial", repeat, subject).keys[:, :, None]
    return np.asarray((ManyDraws(u).at(trial).uniform() < p[:, :, None]).sum(axis=2))


def deviates(draws: Draws, cell: Cell, repeats: int) -> Floats:
    """The subjects' standard normal deviates by repeat."""
    return ManyDraws.at_each(draws, "z", np.arange(repeats)[:, None], np.arange(cell.subjects)[None, :]).normal()


def covered(estimates: Sequence[Estimate], truth: float) -> float:
    """The share of intervals that hold the truth; one that could not be made counts as a miss."""
    return sum(estimate.covers(truth) is True for estimate in estimates) / len(estimates)


def share_coverage(cell: Cell, repeats: int, seed: int = 1, method: Callable[..., Estimate] = share) -> float:
    """How often a method's interval holds the true share."""
    draws = Draws.seeded(seed).at(repr(cell))
    return covered([method(pairs) for pairs in _pairs(cohort(draws, cell, repeats), cell.trials)], cell.share)


def difference_coverage(cell: Cell, other: float, repeats: int, seed: int = 1, paired: bool = False) -> float:
    """How often the interval of a difference holds it: the cell's share less `other`, of the same subjects or not."""
    draws = Draws.seeded(seed).at(repr(cell), "difference")
    shared = deviates(draws, cell, repeats) if paired else None
    first = _pairs(cohort(draws.at("a"), cell, repeats, shared), cell.trials)
    second = _pairs(cohort(draws.at("b"), cell._replace(share=other), repeats, shared), cell.trials)
    method = shares_within if paired else shares_between
    return covered([method(a, b) for a, b in zip(first, second, strict=True)], cell.share - other)


def table(repeats: int) -> str:
    """The figures as a Markdown table."""
    lines = [
        "| SD over subjects (logits) | subjects | trials each | true share | `share` | t on subjects' shares |"
        " difference between | difference within |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for cell in (Cell(s, m, n, p) for s in SPREADS for m in SUBJECTS for n in TRIALS for p in SHARES):
        figures = (
            share_coverage(cell, repeats),
            share_coverage(cell, repeats, method=ratio),
            difference_coverage(cell, cell.share - 0.1, repeats),
            difference_coverage(cell, cell.share - 0.1, repeats, paired=True),
        )
        parts = [str(part) for part in cell] + [f"{figure:.3f}" for figure in figures]
        lines.append("| " + " | ".join(parts) + " |")
    return "\n".join(lines)


def _pairs(counts: np.ndarray, trials: int) -> list[list[Pair]]:
    return [[(int(x), trials) for x in row] for row in counts]


def _logistic(x: Floats) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-x)), dtype=np.float64)


def main() -> None:
    """Print the table; the one argument is the number of simulated cohorts a cell."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    error = math.sqrt(0.95 * 0.05 / repeats)
    print(table(repeats))
    print(f"\n{repeats} cohorts a cell; the standard error of a figure near .95 is {error:.4f}.")


if __name__ == "__main__":
    main()
