"""The report of checks: one shape, sorted, capped, and in public without a word of the study."""

from __future__ import annotations

import json

import pytest
from defects import FIXTURES, STUDIES, defects

import hawthorne as hw
from hawthorne.audit.checks import CHECKS, GROUPS
from hawthorne.audit.report import MOST, REASONS, Audit, Check, Detail, judged, skipped
from hawthorne.core.errors import UsageError
from hawthorne.protocols.release.folder import open_study
from hawthorne.protocols.release.shingles import words
from hawthorne.protocols.texts import shown

PAPER = FIXTURES / "sources" / "fixture_paper.txt"


def test_a_report_has_the_shape_of_its_schema():
    audit = hw.check(STUDIES / "fixture_paper", only=["paper", "tier"])
    report = audit.as_json()
    assert list(report)[:2] == ["report", "study"]
    assert report["report"] == "hawthorne/check.v1"
    assert report["mode"] == "full"
    assert report["summary"]["passed"] is True
    assert sum(report["summary"][word] for word in ("pass", "fail", "warn", "skip")) == len(report["checks"])
    ids = [check["id"] for check in report["checks"]]
    assert ids == sorted(ids)
    assert report["protocol_sha256"].startswith("sha256:")


def test_every_check_has_a_group_and_a_sentence_and_an_id_of_its_own():
    assert len({proof.id for proof in CHECKS}) == len(CHECKS)
    for proof in CHECKS:
        assert proof.group in GROUPS
        assert len(proof.about) > 15
        assert proof.id.count(".") == 1


def test_details_are_sorted_capped_and_counted():
    details = [Detail(f"x:{i:03}", "code") for i in reversed(range(70))]
    made = Check("a.b", "paper", judged(details, 70)).as_json()
    assert [detail["where"] for detail in made["details"]] == [f"x:{i:03}" for i in range(MOST)]
    assert made["truncated"] is True
    assert made["count"] == 70


@pytest.mark.parametrize(
    ("severities", "status"),
    [((), "pass"), (("known",), "pass"), (("warn", "known"), "warn"), (("warn", "fail"), "fail")],
)
def test_the_gravest_detail_decides(severities, status):
    assert judged([Detail("a", "b", severity=each) for each in severities], 1).status == status


def test_strict_counts_warnings():
    def audit(*severities) -> Audit:
        details = [Detail("a", "b", severity=each) for each in severities]
        return Audit("s", {}, "0", False, (Check("a.b", "paper", judged(details, 1)),))

    assert audit("warn").passed()
    assert not audit("warn").passed(strict=True)
    assert audit("known").passed(strict=True)
    assert not audit("fail").passed()


def test_reasons_of_skips_are_a_closed_list():
    audit = hw.check(STUDIES / "fixture_paper", seeds=2)
    assert {check.outcome.reason for check in audit.checks if check.status == "skip"} <= set(REASONS)
    assert skipped("projection").status == "skip"


@pytest.mark.parametrize("name", [
    "verbatim.items", "paper.percent", "coding.cases", "ref.resolve-piping", "leak.canary", "leak.structure", "leak.words",
    "reach.dynamic",
])  # fmt: skip
def test_a_public_report_quotes_nothing(name, tmp_path):
    defect = next(each for by in ("audit", "validate", "play") for each in defects(by) if each.name == name)
    study = open_study(defect.study(tmp_path))
    report = hw.check(study.document, public=True, seeds=4).as_json()
    told = " ".join(words(json.dumps(report, ensure_ascii=False)))
    for text in shown(study.protocol, study.data):
        run = words(text.text)
        for i in range(len(run) - 3):
            assert " ".join(run[i : i + 4]) not in told
    assert all("message" not in detail for check in report["checks"] for detail in check.get("details", ()))


def test_a_released_folder_passes_in_public(tmp_path):
    hw.release(STUDIES / "fixture_paper", tmp_path / "out")
    audit = hw.check(tmp_path / "out", public=True, seeds=2)
    assert audit.counts["fail"] == 0, audit.as_json()
    assert {check.id for check in audit.checks if check.status == "pass"} >= {"tier.public", "paper.stat", "ref.assets"}


def change(tmp_path, edit):
    """A release of the fixture with one thing changed, checked in public."""
    hw.release(STUDIES / "fixture_paper", tmp_path / "out")
    file = tmp_path / "out" / "protocol.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    edit(data)
    file.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    found = hw.check(tmp_path / "out", public=True, only=["tier.public"]).checks
    return next((detail.where, detail.code) for detail in found[0].outcome.details)


def item(data):
    return data["stages"][0]["pages"][0]["items"][0]


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda data: item(data).update(text="Welcome to the reading room."), "in_clear"),
        (lambda data: item(data).update(text=item(data)["text"] + "░"), "length"),
        (lambda data: item(data).pop("withheld"), "not_told"),
        (lambda data: item(data)["withheld"][0].pop("sha256"), "no_hash"),
        (lambda data: item(data)["withheld"].append({"at": "text", "piece": 1, "len": 3}), "no_placeholder"),
    ],
)
def test_a_release_that_was_tampered_with_fails_in_public(edit, code, tmp_path):
    assert change(tmp_path, edit) == ("text:intro.welcome.hello", code)


def test_an_image_that_was_put_back_fails_in_public(tmp_path):
    hw.release(STUDIES / "fixture_paper", tmp_path / "out")
    (tmp_path / "out" / "other.png").write_bytes((STUDIES / "fixture_paper" / "img" / "lamp_warm.png").read_bytes())
    found = hw.check(tmp_path / "out", public=True, only=["tier.public"]).checks[0].outcome.details
    assert [(detail.where, detail.code) for detail in found] == [("asset:lamp", "file_in_clear")]


def test_a_broken_document_is_told_by_its_shape_alone(tmp_path):
    (tmp_path / "protocol.json").write_text('{"schema": "hawthorne/protocol.v1", "id": 3}')
    audit = hw.check(tmp_path)
    assert [check.id for check in audit.checks if check.status != "skip"] == ["schema.valid"]
    assert audit.counts["fail"] == 1


def test_an_unknown_check_is_named_with_the_nearest():
    with pytest.raises(UsageError, match=r"paper\.percent"):
        hw.check(STUDIES / "fixture_mini", only=["paper.percents"])


def test_a_study_flow_is_validated_and_played_twice():
    example = next((FIXTURES.parents[1] / "examples").glob("*.studyflow.yaml"))
    audit = hw.check(example)
    assert [check.id for check in audit.checks] == ["design.determinism", "validate"]
    assert audit.counts["fail"] == 0


def test_progress_is_told_by_check():
    told: list[tuple[int, int, str]] = []
    hw.check(STUDIES / "fixture_mini", only=["paper"], progress=lambda *each: told.append(each))
    assert [what for _, _, what in told] == [proof.id for proof in CHECKS if proof.group == "paper"]
