"""Recovery: what was planted beside what the run gives back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from hawthorne.core.document import Column, Table, Truth
from hawthorne.measure.differences import shares_between, shares_within
from hawthorne.measure.estimate import Estimate, missing
from hawthorne.measure.statistics import wilson
from hawthorne.reports import estimates
from hawthorne.reports.cells import Subjects, Sums, add
from hawthorne.reports.parts import Figure, Section, Series

_NUMBERS = {"accuracy": estimates.accuracy, "missed": estimates.missed, "responseTime": estimates.response_time}
NAMES = {
    "accuracy": "Accuracy: share of right answers among scored answers",
    "responseTime": "Response time: mean of answered trials (s)",
    "missed": "Missed: share of trials without an answer in time",
    "absent": "Absent: share of participants who never answer the step",
    "effect": "Effect of a prompt on accuracy: with it less without it",
}
SAME = 1e-9
"""Planted values that differ by less count as one."""

COLUMNS = (
    Column("instrument", "the task of the battery"),
    Column("condition", "by the words of the planted tables"),
    Column("prompt", "the planted prompt key that a line of the trial's prompt begins with; none: no such line"),
    Column("step", "the step that asks"),
    Column("planted", "what the planted parameters imply for the trials presented, spread integrated out"),
    Column("recovered", "the run's estimate with its 95 % interval over participants"),
    Column("n", "participants"),
    Column("inside", "whether the planted value lies within the interval"),
    Column("note", "what to mind"),
)


def recovery(tables: Mapping[str, Table], truths: Sequence[Truth]) -> Section:
    """What was planted beside what came back: one table a quantity, one row a planted value."""
    truths = condensed(truths)
    sums = _collect(tables["trials"], truths)
    labels = {row["id"]: row["label"] for row in tables["flow"].rows}
    by_kind: dict[str, list[dict[str, Any]]] = {}
    silent = []
    for index, truth in enumerate(truths):
        row = _row(truth, _estimate(truth, sums[index], tables), labels)
        if row["recovered"].value is None:
            silent.append(f"{truth.statistic} of {_words(truth)} ({row['recovered'].reason})")
        else:
            by_kind.setdefault(truth.statistic, []).append(row)
    effects = _effects(truths, sums)
    if effects:
        by_kind["effect"] = effects
    judged = [row["inside"] for rows in by_kind.values() for row in rows if row["inside"] is not None]
    text = [
        f"{sum(judged)} of {len(judged)} planted values lie within the 95 % interval of what came back; about 95 of "
        "100 should, over many runs. Intervals are over participants, not over trials; values of one task share its "
        "participants, so in one run those that lie outside come in groups."
    ]
    if silent:
        text.append("Nothing to estimate from: " + "; ".join(silent) + ".")
    shown = [_table(kind, by_kind[kind]) for kind in (*NAMES, *(by_kind.keys() - NAMES.keys())) if kind in by_kind]
    figures = tuple(_figure(kind, by_kind[kind]) for kind in ("accuracy", "responseTime") if kind in by_kind)
    return Section("Recovery of the planted truth", tuple(text), tuple(shown), figures)


def _figure(kind: str, rows: Sequence[Mapping[str, Any]]) -> Figure:
    """Planted values beside what came back."""
    labels = tuple(" ".join(filter(None, (row["instrument"], row["condition"], row["prompt"]))) for row in rows)
    planted = tuple(Estimate("planted", row["planted"], n=row["n"]) for row in rows)
    marks = (Series("planted", planted), Series("recovered", tuple(row["recovered"] for row in rows)))
    if kind == "accuracy":
        return Figure("Planted and recovered accuracy", "share right", labels, marks, floor=0.0, ceiling=1.0)
    return Figure("Planted and recovered response time", "s", labels, marks, floor=0.0)


def _effects(truths: Sequence[Truth], sums: Sequence[Subjects]) -> list[dict[str, Any]]:
    """What a prompt changes: the accuracy with it less the one without, planted and recovered."""
    plain = {(truth.instrument, truth.condition): index for index, truth in enumerate(truths)
             if truth.statistic == "accuracy" and truth.prompt is None}  # fmt: skip
    rows = []
    for index, truth in enumerate(truths):
        base = plain.get((truth.instrument, truth.condition))
        if truth.statistic == "accuracy" and truth.prompt and base is not None:
            without = truths[base].value
            effect = None if truth.value is None or without is None else truth.value - without
            row = _row(replace(truth, value=effect), difference(sums[index], sums[base]), {})
            if row["recovered"].value is not None:
                rows.append(row)
    return rows


def difference(a: Subjects, b: Subjects) -> Estimate:
    """The accuracy of `a` less that of `b`: within subjects where they are the same ones, else between them."""
    if a.keys() == b.keys():
        subjects = list(a)
        return shares_within([_right(a[subject]) for subject in subjects], [_right(b[subject]) for subject in subjects])
    return shares_between([_right(sums) for sums in a.values()], [_right(sums) for sums in b.values()])


def _right(sums: Sums) -> tuple[int, int]:
    return sums.correct, sums.scored


def condensed(truths: Sequence[Truth]) -> list[Truth]:
    """The truths, split by prompt only where a prompt changes the value, and shares missed split by condition only
    where these differ.

    >>> [truth.prompt for truth in condensed([Truth("accuracy", 0.9, "RE", "AX"),
    ...                                       Truth("accuracy", 0.9, "RE", "AX", "Plan:")])]
    [None]
    >>> [truth.prompt for truth in condensed([Truth("accuracy", 0.7, "RE", "BX"),
    ...                                       Truth("accuracy", 0.9, "RE", "BX", "Plan:")])]
    [None, 'Plan:']
    """
    found = _merged(truths, lambda truth: (truth.statistic, truth.instrument, truth.condition, truth.step),
                    lambda truth: replace(truth, prompt=None))  # fmt: skip
    return _merged(found, lambda truth: ("missed", truth.instrument) if truth.statistic == "missed" else (truth,),
                   lambda truth: replace(truth, condition=None))  # fmt: skip


def _merged(truths: Sequence[Truth], key: Callable[[Truth], Any], whole: Callable[[Truth], Truth]) -> list[Truth]:
    """Truths of one key and one value become one, in the place of the first."""
    groups: dict[Any, list[Truth]] = {}
    for truth in truths:
        groups.setdefault(key(truth), []).append(truth)
    found = []
    for group in groups.values():
        values = [truth.value for truth in group if truth.value is not None]
        one = 1 < len(group) == len(values) and max(values) - min(values) < SAME
        found += [whole(group[0])] if one else group
    return found


def _words(truth: Truth) -> str:
    parts = (truth.instrument, truth.condition, truth.prompt, truth.step)
    return " ".join(part for part in parts if part) or "all trials"


def _table(kind: str, rows: list[dict[str, Any]]) -> Table:
    always = ("planted", "recovered", "n", "inside")
    columns = tuple(column for column in COLUMNS if column.name in always or any(row[column.name] for row in rows))
    return Table(NAMES.get(kind, kind), columns, rows)


def _row(truth: Truth, found: Estimate, labels: Mapping[str, str]) -> dict[str, Any]:
    inside = None if truth.value is None else found.covers(truth.value)
    step = None if truth.step is None else labels.get(truth.step, truth.step)
    return {
        "instrument": truth.instrument, "condition": truth.condition, "prompt": truth.prompt, "step": step,
        "planted": truth.value, "recovered": found, "n": found.n, "inside": inside, "note": truth.note,
    }  # fmt: skip


def _estimate(truth: Truth, subjects: Subjects, tables: Mapping[str, Table]) -> Estimate:
    if truth.statistic == "absent":
        asked: dict[tuple[int, int], bool] = {}
        for row in tables["asks"].rows:
            if row["step"] == truth.step and row["kind"] == "ask":
                asked[row["case"], row["subject"]] = row["outcome"] in ("absent", "missed")
        return wilson(sum(asked.values()), len(asked), "share absent")
    if truth.statistic not in _NUMBERS:
        return missing(truth.statistic, f"{truth.statistic} has no estimate yet")
    return _NUMBERS[truth.statistic]([[sums] for sums in subjects.values()])


def _collect(trials: Table, truths: Sequence[Truth]) -> list[Subjects]:
    """The trials that each truth speaks of, by subject."""
    found: list[Subjects] = [{} for _ in truths]

    @cache
    def meant(instrument: str, condition: str | None, load: int | None, prompt: str | None) -> tuple[int, ...]:
        return tuple(index for index, truth in enumerate(truths) if truth.statistic != "absent"
                     and _meets(truth, truths, instrument, condition, load, prompt))  # fmt: skip

    for row in trials.rows:
        for index in meant(row["instrument"], row["condition"], row["load"], row["prompt"]):
            add(found[index], row)
    return found


def _meets(truth: Truth, truths: Sequence[Truth], instrument: str, condition: str | None, load: int | None,
           prompt: str | None) -> bool:  # fmt: skip
    """Whether a truth speaks of such a trial. One without a prompt speaks of those that no sibling's prompt meets."""
    if truth.instrument not in (None, instrument):
        return False
    words = {condition} if load is None or condition == "BurnIn" else {condition, f"{load}-back"}
    if truth.condition is not None and truth.condition not in words:
        return False
    if truth.prompt:
        return begins(prompt, truth.prompt)
    siblings = (other.prompt for other in truths if other.prompt and other.statistic == truth.statistic
                and (other.instrument, other.condition) == (truth.instrument, truth.condition))  # fmt: skip
    return not any(begins(prompt, sibling) for sibling in siblings)


def begins(prompt: str | None, key: str) -> bool:
    """Whether a line of the prompt begins with the key, white space aside.

    >>> begins("Welcome.\\n  Plan: wait for the X.", "Plan:"), begins("My Plan: none", "Plan:"), begins(None, "Plan:")
    (True, False, False)
    """
    return prompt is not None and re.search(rf"(?m)^\s*{re.escape(key)}", prompt) is not None
