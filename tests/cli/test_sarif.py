"""`validate --sarif`: a log with what SARIF 2.1.0 requires, at the lines that the findings are about."""

from __future__ import annotations

import json

import jsonschema

from hawthorne.cli.app import call

TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
URI = {"type": "object", "properties": {"uri": {"type": "string", "format": "uri-reference"}}}
REGION = {"type": "object", "properties": {"startLine": {"type": "integer", "minimum": 1},
                                           "startColumn": {"type": "integer", "minimum": 1}}}  # fmt: skip
LOCATION = {"properties": {"physicalLocation": {"properties": {"artifactLocation": URI, "region": REGION}}}}
RESULT = {
    "type": "object",
    "required": ["message"],
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": -1},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": TEXT,
        "locations": {"type": "array", "items": LOCATION},
    },
}
RULE = {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "shortDescription": TEXT}}
DRIVER = {"type": "object", "required": ["name"], "properties": {"rules": {"type": "array", "items": RULE}}}
RUN = {
    "type": "object",
    "required": ["tool"],
    "properties": {
        "tool": {"type": "object", "required": ["driver"], "properties": {"driver": DRIVER}},
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "artifacts": {"type": "array", "items": {"properties": {"location": URI}}, "uniqueItems": True},
        "results": {"type": "array", "items": RESULT},
    },
}
LOG = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {"version": {"enum": ["2.1.0"]}, "runs": {"type": "array", "items": RUN}},
}
"""The parts of the standard's own schema that say what a log must hold."""

BROKEN = """\
definitions: {targetNamespace: http://bpmn.io/schema/bpmn}
P:
  type: Process
  flowElements:
    In: {type: StartEvent}
    Out: {type: EndEvent}
    F1: In -> Outt
"""


def test_a_log_has_every_finding_with_its_rule_level_and_region(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my study.studyflow.yaml").write_text(BROKEN)
    assert call(["new", "mine"]) == 0
    assert call(["validate", "my study.studyflow.yaml", "mine.studyflow.yaml", "--sarif", "out/all.sarif"]) == 1
    log = json.loads((tmp_path / "out" / "all.sarif").read_text())
    jsonschema.validate(log, LOG)
    (run,) = log["runs"]
    results = run["results"]
    assert [one["ruleId"] for one in results] == ["unknown-id", "soundness"]
    assert [one["level"] for one in results] == ["error", "note"]
    where = results[0]["locations"][0]["physicalLocation"]
    assert where["artifactLocation"]["uri"] == "my%20study.studyflow.yaml"
    assert where["region"] == {"startLine": 7, "startColumn": 15}
    assert "fix: " in results[0]["message"]["text"]
    for one in results:
        assert run["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] == one["ruleId"]


def test_a_log_without_findings_is_a_log(tmp_path):
    study = tmp_path / "e.studyflow.yaml"
    study.write_text("definitions: {}\n")
    call(["validate", str(study), "--sarif", str(tmp_path / "e.sarif")])
    jsonschema.validate(json.loads((tmp_path / "e.sarif").read_text()), LOG)
