"""The kind of protocols keeps the contract of kinds, and large documents are checked in no time to speak of."""

from __future__ import annotations

import copy
import json
import time
from pathlib import Path

import pytest
from changed import change
from defects import STUDIES
from hypothesis import given, settings
from hypothesis import strategies as st
from large import large

import hawthorne as hw
from hawthorne.core.document import Setting, Source
from hawthorne.core.errors import InvalidDocument
from hawthorne.protocols.kind import ProtocolKind
from hawthorne.testing.kind import check_kind


@pytest.mark.parametrize("name", ["fixture_mini", "fixture_score"])
def test_protocols_are_a_kind(name: str) -> None:
    check_kind(ProtocolKind(), {"protocol.json": (STUDIES / name / "protocol.json").read_bytes()}, breaks=15)


def test_a_document_with_errors_does_not_compile() -> None:
    text = (
        (STUDIES / "fixture_score" / "protocol.json")
        .read_bytes()
        .replace(b'"outcome": "resp.likely"', b'"outcome": "resp.x"')
    )
    document = ProtocolKind().read(Source("protocol.json", text))
    with pytest.raises(InvalidDocument) as caught:
        ProtocolKind().compile(document, Setting(seed=1))
    assert [finding.code for finding in caught.value.findings] == ["ref.resolve"]


PROTOCOLS = {folder.name: json.loads((folder / "protocol.json").read_text("utf-8"))
             for folder in sorted(STUDIES.iterdir()) if folder.is_dir()}  # fmt: skip


@given(st.data(), st.sampled_from(sorted(PROTOCOLS)))
@settings(max_examples=150, deadline=None)
def test_no_protocol_however_changed_breaks_its_checks(data: st.DataObject, name: str) -> None:
    protocol = copy.deepcopy(PROTOCOLS[name])
    change(data, protocol)
    kind = ProtocolKind()
    document = kind.read(Source("protocol.json", json.dumps(protocol).encode()))
    for finding in kind.check(document):
        assert finding.code
        assert finding.place.line


def test_info_says_what_is_in_a_protocol() -> None:
    kind = ProtocolKind()
    info = kind.info(hw.load(STUDIES / "fixture_trust"))
    assert info["group size"] == 2
    assert [role["id"] for role in info["roles"]] == ["sender", "receiver"]
    assert info["official n"] == 40
    assert info["responses"] == {"sent": "integer", "returned": "integer", "trusting": "likert"}


@pytest.mark.parametrize("items", [2000])
def test_a_protocol_of_two_thousand_items_is_checked_in_seconds(items: int, tmp_path: Path) -> None:
    file = tmp_path / "protocol.json"
    file.write_bytes(large(items))
    document = hw.load(file)
    began = time.process_time()
    assert hw.validate(document) == []
    assert time.process_time() - began < 6, "two seconds alone on a core, and room for a slow machine"
