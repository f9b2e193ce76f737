"""Every static check finds its defect, and a defect is found by no other check than it should be."""

from __future__ import annotations

from pathlib import Path

import pytest
from defects import Defect, defects

import hawthorne as hw
from hawthorne.core.errors import Finding

FOUND = list(defects())
STATIC = {
    "schema.valid", "ref.ids", "ref.resolve", "ref.unused", "ref.types", "ref.cite", "ref.assets", "ref.human_map",
    "ref.departures", "design.balance", "design.draws", "design.latin", "design.official", "design.groups",
    "design.spaces", "reach.static", "reach.terminates", "reach.values", "coding.cases", "tier.policy",
}  # fmt: skip


@pytest.mark.parametrize("defect", FOUND, ids=[defect.name for defect in FOUND])
def test_a_defect_fails_exactly_its_checks(defect: Defect, tmp_path: Path) -> None:
    findings = hw.validate(defect.study(tmp_path))
    assert codes(findings, "error") == defect.fails, "\n".join(map(str, findings))
    assert codes(findings, "warning") == defect.warns, "\n".join(map(str, findings))
    for finding in findings:
        assert finding.place.line, f"no place: {finding}"
        assert len(finding.message) > 10, finding


def test_every_static_check_has_a_defect() -> None:
    assert {code for defect in FOUND for code in defect.fails | defect.warns} >= STATIC


def codes(findings: list[Finding], severity: str) -> frozenset[str]:
    return frozenset(finding.code for finding in findings if finding.severity == severity)
