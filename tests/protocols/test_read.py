"""Reading protocols: JSON and YAML are one document, and whatever is wrong has a place and a fix."""

from __future__ import annotations

import json
import shutil
from io import StringIO
from pathlib import Path

import pytest
from defects import STUDIES
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel
from ruamel.yaml import YAML

import hawthorne as hw
from hawthorne.core.document import Source
from hawthorne.protocols.kind import ProtocolKind
from hawthorne.protocols.model import Protocol
from hawthorne.protocols.read import inside, read

FIXTURES = sorted(folder.name for folder in STUDIES.iterdir() if (folder / "protocol.json").is_file())
SCORE = (STUDIES / "fixture_score" / "protocol.json").read_bytes()


@pytest.mark.parametrize("name", FIXTURES)
def test_a_fixture_has_no_findings(name: str) -> None:
    assert hw.validate(STUDIES / name) == []


@pytest.mark.parametrize("name", FIXTURES)
def test_yaml_is_the_same_document_with_the_same_digest(name: str, tmp_path: Path) -> None:
    text = StringIO()
    YAML(typ="safe").dump(json.loads((STUDIES / name / "protocol.json").read_text("utf-8")), text)
    study = tmp_path / name
    shutil.copytree(STUDIES / name, study)
    (study / "protocol.json").unlink()
    (study / "protocol.yaml").write_text(text.getvalue(), "utf-8")
    of_json, of_yaml = hw.load(STUDIES / name), hw.load(study)
    assert of_yaml.findings == ()
    assert of_yaml.model == of_json.model
    kind = ProtocolKind()
    assert kind.digests(of_yaml) == kind.digests(of_json)


def test_the_files_that_a_protocol_cites_are_read_with_it() -> None:
    document = hw.load(STUDIES / "fixture_kinds")
    assert [source.name for source in document.cites] == ["bars.png"]
    declared = document.model.assets[0].sha256.encode()
    other = Source("protocol.json", document.source.data.replace(declared, b"0" * 64))
    assert ProtocolKind().digests(read(other)) != ProtocolKind().digests(document), "cited files are digested, too"


@pytest.mark.parametrize(
    ("before", "after", "pointer", "says"),
    [
        ('"stage": "s1"', '"stagee": "s1"', "/flow/sequence/0", 'did you mean "stage"?'),
        ('"kind": "slider", "prompt": "rate"', '"kind": "slidr", "prompt": "rate"', "/responses/0/kind", '"slider"'),
        ('"range": [0, 100], "widget"', '"range": [0, true], "widget"', "/responses/0/range/1", "a number or FEEL text"),
        ('"range": [0, 100], "widget"', '"rang": [0, 100], "widget"', "/responses/0/rang", 'did you mean "range"?'),
        ('"version": "1.0.0"', '"version": "one"', "/version", "three numbers, as in 1.0.0"),
        ('"dp": 1}, "sd"', '"dp": 1.5}, "sd"', "/human/cells/0/stats/mean/dp", "a whole number"),
        ('"tails": 2', '"tails": 3', "/analyses/0/options/tails", "known: 1, 2"),
        ('"label": "own"', '"label": "derived"', "/cites/own", "derivation"),
    ],
)  # fmt: skip
def test_a_slip_is_told_with_its_pointer_line_and_fix(before: str, after: str, pointer: str, says: str) -> None:
    text = SCORE.decode()
    assert before in text
    found = read(Source("protocol.json", text.replace(before, after, 1).encode())).findings
    at = next((each for each in found if each.place.path == pointer), None)
    assert at is not None, found
    assert at.code == "schema.valid"
    assert says in at.message + at.fix
    assert at.place.line


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('"version": "1.0.0"', '"version": 1', 'put it in quotes, as in "1"'),
        ('"range": [0, 100], "widget"', '"range": [0], "widget"', "value 2 of the list is missing"),
        ('"range": [0, 100], "widget"', '"range": [0, 100, 7], "widget"', "at most 2 values"),
        ('"id": "fixture_score"', '"id": "Fixture Score"', "an id: at most 100 of a to z"),
    ],
)  # fmt: skip
def test_a_fix_is_in_words_and_not_a_pattern(before: str, after: str, says: str) -> None:
    text = SCORE.decode()
    assert before in text
    found = read(Source("protocol.json", text.replace(before, after, 1).encode())).findings
    assert any(says in each.message + each.fix for each in found), found
    assert not any("^" in each.fix for each in found)


@pytest.mark.parametrize("escape", [r"\u0000", r"\u001b", r"\u0007", r"\u009b", r"\ud800", r"\udfff"])
@pytest.mark.parametrize("name", ["protocol.json", "protocol.yaml"])
def test_no_text_holds_what_a_terminal_obeys_or_no_file_can_hold(escape: str, name: str) -> None:
    text = SCORE.decode().replace('"title": "', f'"title": "{escape}', 1)
    document = read(Source(name, text.encode()))
    assert document.model is None
    (found,) = document.findings
    assert found.place.path == "/title"
    assert f"U+{escape[2:].upper()}" in found.message


@pytest.mark.parametrize("kept", [r"\t", r"\n", r"\u00e9", r"\ud83d\ude00", r"\u202e", r"\\ud800"])
def test_every_other_character_is_text(kept: str) -> None:
    text = SCORE.decode().replace('"title": "', f'"title": "{kept}', 1)
    assert read(Source("protocol.json", text.encode())).findings == ()


def test_every_missing_key_is_told_at_once() -> None:
    found = read(Source("protocol.json", b'{"schema": "hawthorne/protocol.v1"}')).findings
    required = {"id", "version", "title", "sources", "units", "arms", "assignment", "responses", "stages", "flow",
                "human", "hypotheses", "analyses"}  # fmt: skip
    assert {each.place.path[1:] for each in found} == required


@pytest.mark.parametrize("text", [b"", b"[]", b"null", b"{", b'{"a": 1, "a": 2}', b'{"id": NaN}', b"\xff"])
def test_what_is_no_protocol_is_a_finding(text: bytes) -> None:
    document = read(Source("protocol.json", text))
    assert document.model is None
    assert document.broken
    assert all(each.code == "schema.valid" for each in document.findings)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_text_cut_or_garbled_never_raises(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(SCORE)))
    junk = data.draw(st.binary(max_size=4))
    kind = ProtocolKind()
    for text in (SCORE[:at], SCORE[:at] + junk + SCORE[at:], SCORE[:at] + SCORE[at + 3 :]):
        list(kind.check(kind.read(Source("protocol.json", text))))


def test_models_are_frozen_and_keep_tuples() -> None:
    protocol = read(Source("protocol.json", SCORE)).model
    assert isinstance(protocol, Protocol)
    with pytest.raises(ValueError, match="frozen"):
        protocol.id = "other"  # type: ignore[misc]
    for value in _values(protocol):
        assert not isinstance(value, list)


def _values(part: BaseModel) -> list[object]:
    found: list[object] = []
    for name in type(part).model_fields:
        value = getattr(part, name)
        found.append(value)
        for each in value if isinstance(value, tuple) else [value]:
            found += _values(each) if isinstance(each, BaseModel) else []
    return found


@pytest.mark.parametrize("path", ["../bars.png", "/etc/hosts", "a/../../b", "c:\\x", "..", "", "sub//x", "link.png"])
def test_no_path_leaves_the_folder(path: str, tmp_path: Path) -> None:
    (tmp_path / "bars.png").write_bytes(b"x")
    study = tmp_path / "study"
    study.mkdir()
    (study / "link.png").symlink_to(tmp_path / "bars.png")
    assert inside(study, path) is None


def test_a_file_beside_the_protocol_is_never_run(tmp_path: Path) -> None:
    study = tmp_path / "study"
    study.mkdir()
    (study / "protocol.json").write_bytes(SCORE)
    for name in ("config.py", "conftest.py", "protocol.py", "__init__.py", "sitecustomize.py"):
        (study / name).write_text(f"open({str(tmp_path / 'trace')!r}, 'w').close()\n")
    findings = hw.validate(study)
    assert {each.code for each in findings} == {"ref.unused"}
    assert not (tmp_path / "trace").exists()
