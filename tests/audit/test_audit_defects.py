"""Every check of the audit finds its defect, and a defect is found by no other check than it should be."""

from __future__ import annotations

from pathlib import Path

import pytest
from defects import FIXTURES, Defect, defects

import hawthorne as hw
from hawthorne.audit import rounds
from hawthorne.audit.checks import CHECKS
from hawthorne.audit.report import Audit

PAPER = FIXTURES / "sources" / "fixture_paper.txt"
HERE = list(defects("audit"))
PLAYED = list(defects("play"))
PUBLIC = list(defects("audit in public"))
QUICK = [proof.id for proof in CHECKS if not proof.plays]
"""Checks that play sessions have defects, or mutants of the engine, of their own."""
NOT_TWICE = [proof.id for proof in CHECKS if proof.id != "design.determinism"]
"""Without the proof that starts another process."""


def found(audit: Audit, status: str) -> set[str]:
    return {check.id for check in audit.checks if check.status == status}


@pytest.mark.parametrize("defect", HERE, ids=[defect.name for defect in HERE])
def test_a_defect_fails_exactly_its_checks(defect: Defect, tmp_path: Path) -> None:
    audit = hw.check(defect.study(tmp_path), sources=[PAPER], only=QUICK)
    said = [check.as_json() for check in audit.checks if check.status in ("fail", "warn")]
    assert found(audit, "fail") == defect.fails, said
    assert found(audit, "warn") == defect.warns, said
    for check in audit.checks:
        for detail in check.outcome.details:
            assert "" not in (detail.where, detail.code), check


@pytest.mark.parametrize("defect", PLAYED, ids=[defect.name for defect in PLAYED])
def test_a_defect_that_shows_in_play_fails_exactly_its_checks(
    defect: Defect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "PATIENCE", 10)
    audit = hw.check(defect.study(tmp_path), seeds=12, only=NOT_TWICE)
    said = [check.as_json() for check in audit.checks if check.status in ("fail", "warn")]
    assert found(audit, "fail") == defect.fails, said
    assert found(audit, "warn") == defect.warns, said


@pytest.mark.parametrize("defect", PUBLIC, ids=[defect.name for defect in PUBLIC])
def test_what_may_not_be_published_fails_in_public(defect: Defect, tmp_path: Path) -> None:
    audit = hw.check(defect.study(tmp_path), public=True, only=QUICK)
    assert found(audit, "fail") == defect.fails
    assert found(audit, "warn") == defect.warns


def test_every_check_that_plays_nothing_has_a_defect() -> None:
    every = {code for by in ("validate", "audit", "audit in public", "play") for defect in defects(by)
             for code in defect.fails | defect.warns}  # fmt: skip
    assert set(QUICK) <= every


@pytest.mark.parametrize("study", sorted(path.name for path in (FIXTURES / "studies").iterdir() if path.is_dir()))
def test_a_fixture_fails_no_check(study: str) -> None:
    audit = hw.check(FIXTURES / "studies" / study, sources=[PAPER] if study == "fixture_paper" else [], only=QUICK)
    assert found(audit, "fail") | found(audit, "warn") == set(), [check.as_json() for check in audit.checks]
