"""The conformance check of assertions passes every built-in and finds each broken law."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from pydantic import TypeAdapter

from hawthorne.core.registry import names
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import Assertion, BotKey, Resolve, Verdict, judge
from hawthorne.scenarios.pinned import assertion_of, document_types
from hawthorne.scenarios.refs import in_evidence
from hawthorne.testing import check_assertion
from hawthorne.testing.assertion import NOTHING

TABLE = Path(__file__).parents[1] / "fixtures" / "assertions"
START: dict[str, Any] = {"turns": [], "handoffs": [], "activeThreads": {}, "threads": {}, "sends": [], "observations": {},
                         "activities": {}, "bots": {"a": {"id": "id-a"}, "b": {"id": "id-b"}}}  # fmt: skip
SAYS_NOTHING_HAPPENED = {"toolCalls", "handoffTree", "scriptKept"}
"""With an empty list: no call was made, no work was handed out. And no turn broke where none was."""


def cases(kind: str) -> list[tuple[Assertion, Evidence, bool]]:
    adapter = TypeAdapter(document_types())
    return [
        (
            assertion_of(adapter.validate_python(case["assertion"])),
            Evidence.model_validate(START | case["evidence"]),
            case["pass"],
        )
        for case in json.loads((TABLE / f"{kind}.json").read_text())
    ]


@pytest.mark.parametrize("kind", names("assertions"))
def test_every_built_in_keeps_the_laws(kind: str) -> None:
    for assertion, evidence, holds in cases(kind):
        if holds:
            nothing_will_do = judge(assertion, NOTHING, in_evidence(NOTHING)).holds
            assert not nothing_will_do or kind in SAYS_NOTHING_HAPPENED
            check_assertion(assertion, NOTHING if nothing_will_do else evidence, [])


@dataclass(frozen=True)
class Told:
    kind: ClassVar[str] = "turnOrder"
    version: ClassVar[int] = 1

    bots: tuple[BotKey, ...]
    verdicts: ClassVar[list[Verdict]] = []

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        return self.verdicts.pop(0)


SHOWN = Evidence.model_validate(START)


@pytest.mark.parametrize(
    ("verdicts", "why"),
    [
        ([Verdict(True, "")] * 2, "says what was found"),
        ([Verdict(True, "a\nb")] * 2, "is one line"),
        ([Verdict(True, "a"), Verdict(True, "b")], "the verdicts differ"),
        ([Verdict(False, "a")] * 2, "does not hold: a"),
        ([Verdict(True, "a")] * 4, "holds where it should fail: a"),
        ([Verdict(True, "a")] * 2 + [Verdict(False, "b")] * 2 + [Verdict(True, "c")], "holds of evidence that shows nothing"),
        ([Verdict(1, "a")] * 2, "it is not 1"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_each_broken_law_is_named(monkeypatch: pytest.MonkeyPatch, verdicts: list[Verdict], why: str) -> None:
    monkeypatch.setattr(Told, "verdicts", list(verdicts))
    monkeypatch.setattr("hawthorne.testing.assertion.assertion_of", lambda read: Told(()))
    with pytest.raises(AssertionError, match=why):
        check_assertion(Told(()), SHOWN, [SHOWN])


def test_an_assertion_that_can_be_changed_is_refused() -> None:
    @dataclass
    class Loose:
        kind: ClassVar[str] = "turnOrder"
        version: ClassVar[int] = 1

        bots: tuple[str, ...]

        def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
            return Verdict(True, "a")

    with pytest.raises(AssertionError, match="must be frozen"):
        check_assertion(Loose(()), SHOWN, [])


def test_an_assertion_that_nobody_registered_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Told, "kind", "nowhere")
    with pytest.raises(AssertionError, match="is not registered"):
        check_assertion(Told(()), SHOWN, [])
