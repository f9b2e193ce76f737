"""The scorers' table: what each kind of assertion says of which evidence is data, in `tests/fixtures/assertions`."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

import hawthorne.plugins
from hawthorne.core.registry import names, resolve
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import Verdict, judge
from hawthorne.scenarios.pinned import as_json, assertion_of, document_types
from hawthorne.scenarios.refs import in_evidence

assert hawthorne.plugins.POINTS
TABLE = Path(__file__).parents[1] / "fixtures" / "assertions"
NOTHING: dict[str, Any] = {
    "turns": [], "handoffs": [], "activeThreads": {}, "threads": {}, "sends": [], "observations": {}, "activities": {},
    "overruns": [], "unused": {}, "bots": {"a": {"id": "id-a"}, "b": {"id": "id-b"}},
}  # fmt: skip
"""The evidence that each case of the table changes."""
CASES = [(path.stem, case) for path in sorted(TABLE.glob("*.json")) for case in json.loads(path.read_text())]


def verdict_of(case: dict[str, Any]) -> Verdict:
    evidence = Evidence.model_validate(NOTHING | case["evidence"])
    assertion = assertion_of(TypeAdapter(document_types()).validate_python(case["assertion"]))
    return judge(assertion, evidence, in_evidence(evidence))


@pytest.mark.parametrize(("kind", "case"), CASES, ids=[f"{kind}: {case['rule']}" for kind, case in CASES])
def test_verdict_and_its_reason(kind: str, case: dict[str, Any]) -> None:
    assert verdict_of(case) == (case["pass"], case["detail"])


@pytest.mark.parametrize("kind", names("assertions"))
def test_every_kind_passes_somewhere_and_fails_for_two_reasons(kind: str) -> None:
    verdicts = [(case["pass"], case["detail"]) for found, case in CASES if found == kind]
    assert any(holds for holds, _ in verdicts)
    assert len({detail for holds, detail in verdicts if not holds}) >= 2


@pytest.mark.parametrize("kind", names("assertions"))
def test_registered_kinds_are_frozen_dataclasses_under_their_own_word(kind: str) -> None:
    form = resolve("assertions", kind)
    assert form.kind == kind
    assert form.version >= 1
    assert form.__dataclass_params__.frozen
    assert fields(form)


@pytest.mark.parametrize(("kind", "case"), CASES, ids=[f"{kind}: {case['rule']}" for kind, case in CASES])
def test_an_assertion_is_written_as_it_was_read(kind: str, case: dict[str, Any]) -> None:
    adapter = TypeAdapter(document_types())
    assertion = assertion_of(adapter.validate_python(case["assertion"]))
    assert assertion_of(adapter.validate_python(as_json(assertion))) == assertion


def test_a_scorer_that_breaks_has_not_found_that_its_assertion_holds() -> None:
    class Broken:
        kind = "broken"
        version = 1

        def score(self, evidence: Evidence, resolve: Any) -> Verdict:
            raise KeyError("x")

    evidence = Evidence.model_validate(NOTHING)
    assert judge(Broken(), evidence, in_evidence(evidence)) == (False, "scorer error: 'x'")


@pytest.mark.parametrize(
    "key", ["turns", "handoffs", "activeThreads", "threads", "sends", "observations", "activities"]
)
def test_evidence_without_a_part_that_is_judged_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match=key):
        Evidence.model_validate({name: part for name, part in NOTHING.items() if name != key})


def test_a_misspelt_part_of_the_evidence_is_refused() -> None:
    with pytest.raises(ValueError, match="toolcalls"):
        Evidence.model_validate(
            NOTHING | {"turns": [{"bot": "a", "index": 0, "threadId": "t", "system": "", "toolcalls": []}]}
        )
