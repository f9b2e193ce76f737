"""XML that is broken, or means harm, ends in a finding with its line: nothing expands, nothing is fetched."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from samples import BPMN, MODELS, definitions, each, of

from hawthorne.core.document import Source
from hawthorne.flows.read import read

BILLION = (
    '<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY a "lol">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + f']>\n<definitions xmlns="{BPMN}"><process id="P" name="&j;"/></definitions>'
)


def one(data: bytes | str) -> tuple[str, str, int | None]:
    found = of(data).findings
    assert len(found) == 1, found
    assert found[0].severity == "error"
    assert found[0].fix
    return found[0].code, found[0].message, found[0].place.line


def test_a_billion_laughs_are_refused_before_they_begin() -> None:
    begin = time.perf_counter()
    code, message, line = one(BILLION)
    assert (code, line) == ("xml-dtd", 2)
    assert "DTD" in message
    assert time.perf_counter() - begin < 1


def test_a_file_that_names_another_reads_nothing(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the secret")
    study = of(
        f'<!DOCTYPE d [<!ENTITY x SYSTEM "{secret.as_uri()}">]><definitions xmlns="{BPMN}">'
        '<process id="P"><documentation>&x;</documentation></process></definitions>'
    )
    assert [finding.code for finding in study.findings] == ["xml-dtd"]
    assert not study.roots


@pytest.mark.parametrize("before", ["", "\ufeff", "<!-- <a> -->\n", "<?pi a?>\n\n<!-- - -->", "  \n"])
def test_a_document_type_is_seen_wherever_it_may_stand(before: str) -> None:
    code, _, line = one(f'{before}<!DOCTYPE a SYSTEM "http://localhost:9/x.dtd"><a/>')
    assert (code, line) == ("xml-dtd", before.count("\n") + 1)


def test_an_entity_that_is_not_declared_is_a_finding() -> None:
    code, message, line = one(definitions("<process id='P' name='&nope;'/>"))
    assert (code, line) == ("xml", 3)
    assert "nope" in message


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<definitions>\n<process>\n</definitions>", 3),
        ("<definitions", 1),
        (f'<definitions xmlns="{BPMN}">\n<process id="a" id="b"/></definitions>', 2),
        (f'<definitions xmlns="{BPMN}">\n\n<process id="\x01"/></definitions>', 3),
        (f'<definitions xmlns="{BPMN}">\n<x:process/></definitions>', 2),
        (f'<definitions xmlns="{BPMN}">\n</definitions>\n<more/>', 3),
        ("<?xml version='1.0'?>", 1),
    ],
)
def test_what_is_not_well_formed_is_a_finding_at_its_line(text: str, line: int) -> None:
    code, message, at = one(text)
    assert (code, at) == ("xml", line)
    assert message.startswith("not XML: ")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "windows-1252"])
def test_any_declared_encoding_is_read(encoding: str) -> None:
    declared = encoding.removesuffix("-sig")
    text = f'<?xml version="1.0" encoding="{declared}"?><definitions xmlns="{BPMN}"><process id="P" name="äé"/></definitions>'
    study = of(text.encode(encoding))
    assert study.roots[0].attributes["name"] == "äé"
    assert not study.findings


def test_a_file_that_calls_itself_utf_16_and_is_utf_8_is_read() -> None:
    text = (
        f'<?xml version="1.0" encoding="utf-16"?><definitions xmlns="{BPMN}"><process id="P" name="ä"/></definitions>'
    )
    assert of(text).roots[0].attributes["name"] == "ä"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b'<?xml version="1.0" encoding="klingon"?><a/>', "klingon"),
        (b'<?xml version="1.0" encoding="utf-7"?><a/>', "utf-7"),
        (b'<?xml version="1.0" encoding="rot13"?><a/>', "rot13"),
        (b'<?xml version="1.0" encoding="UTF-8"?>\n<a b="\xe4"/>', "0xe4 is not UTF-8"),
        (b"\xff\xfe<\x00a\x00/", "not UTF-16"),
    ],
)
def test_a_wrong_encoding_is_a_finding(data: bytes, says: str) -> None:
    code, message, _ = one(data)
    assert code == "encoding"
    assert says in message


def test_nesting_is_bounded() -> None:
    deep = "<subProcess>" * 150 + "</subProcess>" * 150
    code, message, _ = one(definitions(f'<process id="P">{deep}</process>'))
    assert code == "xml"
    assert "deep" in message
    assert one(definitions("<a>" * 100_000))[0] == "xml"


def test_what_may_nest_is_read_and_checked() -> None:
    deep = "".join(f'<subProcess id="S{n}">' for n in range(95)) + "</subProcess>" * 95
    assert len(of(definitions(f'<process id="P">{deep}</process>')).elements) == 96


def test_xml_that_is_no_study_says_what_one_is() -> None:
    code, message, line = one("<?xml version='1.0'?>\n<html><body/></html>")
    assert (code, line) == ("not-a-study", 2)
    assert "<html>" in message


@pytest.mark.parametrize("path", each(MODELS))
def test_a_model_cut_anywhere_is_a_finding(path: Path) -> None:
    data = path.read_bytes()
    for part in range(1, 8):
        study = read(Source("cut.bpmn", data[: len(data) * part // 8]))
        assert [finding.code for finding in study.findings] == ["xml"], part
        assert study.findings[0].place.line
