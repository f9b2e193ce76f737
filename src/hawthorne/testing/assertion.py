"""The laws of an assertion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

from pydantic import TypeAdapter

from hawthorne.core.registry import names
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import Assertion, Resolve, Verdict
from hawthorne.scenarios.pinned import as_json, assertion_of, document_types
from hawthorne.scenarios.refs import in_evidence

NOTHING = Evidence(turns=(), handoffs=(), active_threads={}, threads={}, sends=(), observations={}, activities={})
"""The evidence of a scenario in which nothing happened."""


def check_assertion(assertion: Assertion, holds: Evidence, fails: Sequence[Evidence]) -> None:
    """The assertion is registered under its kind; it cannot be changed; it is written and read again as it is. It holds
    of `holds` and of none of `fails`, and says why in a sentence of one line; judging twice gives the same verdict and
    changes nothing of the evidence.

    It does not hold of evidence of which nothing is known, unless it says outright that nothing happened, which an
    author shows by giving `NOTHING` as `holds`.
    """
    name = f"assertion {getattr(assertion, 'kind', type(assertion).__name__)!r}"
    assert assertion.kind in names("assertions"), f"{name} is not registered: add it to hawthorne.assertions"
    assert isinstance(assertion.version, int), f"{name}: version must be a whole number"
    _check_frozen(assertion, name)
    read = TypeAdapter(document_types()).validate_python(as_json(assertion))
    assert assertion_of(read) == assertion, f"{name}: written as {as_json(assertion)}, it is read as another"
    verdict = _judged(assertion, holds, name)
    assert verdict.holds, f"{name} does not hold: {verdict.detail}"
    for evidence in fails:
        verdict = _judged(assertion, evidence, name)
        assert not verdict.holds, f"{name} holds where it should fail: {verdict.detail}"
    if holds != NOTHING:
        assert not _safely(assertion, NOTHING, in_evidence(NOTHING)), f"{name} holds of evidence that shows nothing"


def _check_frozen(assertion: Any, name: str) -> None:
    assert is_dataclass(assertion), f"{name} must be a dataclass"
    for each in fields(assertion):
        try:
            setattr(assertion, each.name, getattr(assertion, each.name))
        except FrozenInstanceError:
            continue
        raise AssertionError(f"{name} can be changed: its dataclass must be frozen")


def _judged(assertion: Assertion, evidence: Evidence, name: str) -> Verdict:
    before = evidence.model_dump_json()
    verdict = assertion.score(evidence, in_evidence(evidence))
    assert isinstance(verdict.holds, bool), f"{name}: a verdict holds or does not, it is not {verdict.holds!r}"
    assert verdict.detail, f"{name}: a verdict says what was found"
    assert "\n" not in verdict.detail, f"{name}: a verdict's detail is one line: {verdict.detail!r}"
    assert verdict == assertion.score(evidence, in_evidence(evidence)), f"{name}: judged twice, the verdicts differ"
    assert before == evidence.model_dump_json(), f"{name} changes the evidence"
    return verdict


def _safely(assertion: Assertion, evidence: Evidence, resolve: Resolve) -> bool:
    try:
        return assertion.score(evidence, resolve).holds
    except Exception:
        return False
