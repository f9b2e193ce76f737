"""Broken studies that call something: each can still be planned, or ends in findings."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from mutate import WAYS, mutants
from performed_study import study
from test_performed_files import MULTIVERSE, trial_list

from hawthorne.core.document import Source
from hawthorne.core.errors import InvalidDocument
from hawthorne.flows.kind import FlowKind
from hawthorne.hold.plan import make
from hawthorne.hold.play import play


@pytest.mark.parametrize("start", range(3))
def test_a_broken_call_is_a_finding(tmp_path: Path, start: int) -> None:
    trial_list(tmp_path)
    study(tmp_path, MULTIVERSE, "cs: [1]\nscores:", name="multiverse")
    sources = [Source.of_file(path) for path in sorted(tmp_path.glob("*.studyflow.yaml"))]
    for mutant in mutants(sources, len(sources) * len(WAYS), start):
        source = Source(mutant.source.name, mutant.source.data, tmp_path)
        document = FlowKind().read(source)
        findings = FlowKind().check(document)
        assert all(finding.place.line is not None for finding in findings if finding.severity == "error"), findings
        with suppress(InvalidDocument):  # refused with findings
            play(make(document, seed=1, max_steps=500, max_passes=50))
