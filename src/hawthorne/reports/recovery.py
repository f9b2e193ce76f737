"""Recovery: what was planted beside what the run gives back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from hawthorne.core.document import Column, Table, Truth
from hawthorne.measure.estimate import Estimate, missing
from hawthorne.measure.statistics import wilson
from hawthorne.reports import estimates
from hawthorne.reports.cells import Sums
from hawthorne.reports.parts import Section

Subjects = dict[tuple[int, int], Sums]
_NUMBERS = {"accuracy": estimates.accuracy, "missed": estimates.missed, "responseTime": estimates.response_time}
NAMES = {
    "accuracy": "accuracy",
    "missed": "share missed",
    "absent": "share absent",
    "responseTime": "response time (s)",
}

COLUMNS = (
    Column("what", "the planted quantity"),
    Column("instrument", "the task of the battery"),
    Column("condition", "by the words of the planted tables"),
    Column("prompt", "the planted prompt key that a line of the trial's prompt begins with; none: no such line"),
    Column("step", "of an absence: the step that asks"),
    Column("planted", "what the planted parameters imply for the trials presented, spread integrated out"),
    Column("recovered", "the run's estimate with its 95 % interval over participants"),
    Column("n", "participants"),
    Column("inside", "whether the planted value lies within the interval"),
    Column("note", "what to mind"),
)


def recovery(tables: Mapping[str, Table], truths: Sequence[Truth]) -> Section:
    """The recovery table: one row a planted quantity."""
    sums = _collect(tables["trials"], truths)
    labels = {row["id"]: row["label"] for row in tables["flow"].rows}
    rows = [_row(truth, _estimate(truth, sums[index], tables), labels) for index, truth in enumerate(truths)]
    shown = tuple(column for column in COLUMNS if column.name in ("what", "planted", "recovered", "n", "inside")
                  or any(row[column.name] for row in rows))  # fmt: skip
    inside = sum(row["inside"] is True for row in rows)
    judged = sum(row["inside"] is not None for row in rows)
    text = (f"{inside} of {judged} planted values lie within the 95 % interval of what was recovered; about 95 of 100 "
            "should. Estimates are over participants, not over trials.",)  # fmt: skip
    return Section("Recovery of the planted truth", text, (Table("", shown, rows),))


def _row(truth: Truth, found: Estimate, labels: Mapping[str, str]) -> dict[str, Any]:
    inside = None if truth.value is None else found.covers(truth.value)
    step = None if truth.step is None else labels.get(truth.step, truth.step)
    return {
        "what": NAMES.get(truth.statistic, truth.statistic), "instrument": truth.instrument,
        "condition": truth.condition, "prompt": truth.prompt, "step": step, "planted": truth.value,
        "recovered": found, "n": found.n, "inside": inside, "note": truth.note,
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
            subjects = found[index]
            subject = (row["case"], row["subject"])
            sums = subjects.get(subject)
            if sums is None:
                sums = subjects[subject] = Sums()
            sums.add(row)
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
