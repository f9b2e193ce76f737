"""Estimates over subjects, never over trials: pooled trials of one subject are not independent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hawthorne.measure.estimate import Estimate, missing
from hawthorne.measure.statistics import ratio, share
from hawthorne.reports.cells import Sums

Subjects = Iterable[Sequence[Sums]]
"""For each subject the sums of the cells that belong together."""


def accuracy(subjects: Subjects) -> Estimate:
    """The share of right answers among scored answers."""
    pairs = [(sum(s.correct for s in own), sum(s.scored for s in own)) for own in subjects]
    return share(pairs, "accuracy") if any(n for _, n in pairs) else missing("accuracy", "no scored answers")


def missed(subjects: Subjects) -> Estimate:
    """The share of trials that were missed."""
    return share([(sum(s.missed for s in own), sum(s.trials for s in own)) for own in subjects], "share missed")


def response_time(subjects: Subjects) -> Estimate:
    """The mean response time of answered trials, in seconds."""
    return ratio([(sum(s.total for s in own), sum(s.timed for s in own)) for own in subjects], "response time", "s")
