"""Requests that a step makes as they are: their answer may be pinned (`expectStatus`) and saved (`saveAs`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from hawthorne.core.values import JSON
from hawthorne.evals.broken import StepFailed
from hawthorne.evals.stage import Stage, told
from hawthorne.evals.worlds.host import Response

T = TypeVar("T")


def asked(stage: Stage, step: Mapping[str, Any], method: str, target: str, body: JSON = None) -> str:
    """Make the step's request, keep its answer where the step says so, and demand its status."""
    return answered(stage, step, stage.request(method, target, body))


def answered(stage: Stage, step: Mapping[str, Any], response: Response) -> str:
    """Keep the answer of a step's request where the step says so, and demand its status. Raises StepFailed."""
    if "saveAs" in step:
        shown = response.body if isinstance(response.body, dict) else {}
        stage.observations[step["saveAs"]] = {"httpStatus": response.status} | shown
    expect = step.get("expectStatus")
    if response.status == expect or (expect is None and response.fine):
        return f"answered with {response.status}"
    wanted = "" if expect is None else f", not {expect}"
    raise StepFailed(f"the request was answered with {response.status}{wanted}: {told(response.body)}")


def nth_of(items: Sequence[T], nth: int, what: str) -> T:
    """One of several, from 0, negative from the end. Raises StepFailed."""
    if -len(items) <= nth < len(items):
        return items[nth]
    raise StepFailed(f"no {what} has the index {nth}: there are {len(items)}")
