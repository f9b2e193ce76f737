"""Pictures that carry a study: the exact chunk of a PNG, the metadata of an SVG, and every way to be damaged."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from reading import FIXTURES
from samples import BPMN, EXAMPLES, definitions, each, same

from hawthorne.core.document import Source
from hawthorne.core.errors import InvalidDocument
from hawthorne.flows.formats import svg
from hawthorne.flows.formats.png import KEYWORD, SIGNATURE, blank, chunks, embed, embedded
from hawthorne.flows.formats.xml_write import write_xml
from hawthorne.flows.read import read

STUDY = FIXTURES[0].read_text(encoding="utf-8")
PICTURE = embed(blank(3, 2), STUDY)
DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" width="4"><!-- mine --><rect width="2" height="2"/></svg>'


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def picture(*more: bytes, end: bool = True) -> bytes:
    """A picture with further chunks before its end."""
    whole = blank(1, 1)
    return whole[:-12] + b"".join(more) + (whole[-12:] if end else b"")


def found(data: bytes) -> list[tuple[str, str]]:
    return [(finding.severity, finding.message) for finding in read(Source("p.png", data)).findings]


def test_the_chunk_stands_right_before_the_end_in_its_exact_layout() -> None:
    kinds = [part.kind for part in chunks(PICTURE)]
    assert kinds == [b"IHDR", b"IDAT", b"iTXt", b"IEND"]
    text = b"studyflow\x00\x00\x00\x00\x00" + STUDY.encode()
    assert PICTURE.endswith(chunk(b"iTXt", text) + chunk(b"IEND", b""))


def test_a_picture_gives_its_study_back_byte_for_byte() -> None:
    assert embedded(PICTURE).data == STUDY.encode()
    assert embedded(PICTURE).findings == ()


def test_an_older_study_is_replaced_whichever_chunk_holds_it() -> None:
    old = [chunk(kind, KEYWORD + b"\0\0\0\0\0old") for kind in (b"iTXt", b"tEXt", b"zTXt")]
    other = chunk(b"tEXt", b"Author\0me")
    data = embed(picture(*old, other), "new")
    assert [part.kind for part in chunks(data)].count(b"iTXt") == 1
    assert other in data
    assert embedded(data).data == b"new"


def test_the_first_study_counts() -> None:
    data = picture(chunk(b"iTXt", KEYWORD + b"\0\0\0\0\0one"), chunk(b"iTXt", KEYWORD + b"\0\0\0\0\0two"))
    assert embedded(data).data == b"one"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (picture(), "no study is embedded"),
        (picture(chunk(b"tEXt", KEYWORD + b"\0a: 1")), "tEXt chunk"),
        (picture(chunk(b"iTXt", KEYWORD + b"\0\1\0\0\0" + zlib.compress(b"a: 1"))), "compressed"),
        (picture(chunk(b"iTXt", KEYWORD + b"\0")), "empty"),
        (picture(chunk(b"iTXt", KEYWORD + b"\0\0\0abc")), "damaged"),
        (picture(chunk(b"iTXt", KEYWORD + b"\0\0\0\0\0\xff\xfe\xfd")), "0xff is not UTF-8"),
        (picture(chunk(b"iTXt", KEYWORD + b"\0\0\0\0\0")), "empty"),
        (b"\x89PNG\r\n\x1a\r" + PICTURE[8:], "first bytes are damaged"),
        (SIGNATURE, "cut off"),
        (PICTURE[:20], "cut off"),
        (PICTURE[:-40], "cut off inside its study"),
        (picture(struct.pack(">I", 0xFFFFFFFF) + b"iTXt" + KEYWORD), "cut off"),
        (picture(struct.pack(">I", 2**31) + b"IDAT"), "cut off"),
    ],
)
def test_a_picture_without_a_whole_study_is_a_finding(data: bytes, says: str) -> None:
    (severity, message), *_ = found(data)
    assert severity == "error"
    assert says in message


def test_a_wrong_check_sum_of_the_study_is_an_error_and_of_the_picture_a_warning() -> None:
    inside = PICTURE.replace(STUDY.encode()[:20], STUDY.encode()[:19] + b"?")
    assert found(inside) == [("error", "the check sum of the embedded study is wrong: the picture is damaged")]
    at = PICTURE.index(b"IDAT") + 6
    outside = PICTURE[:at] + bytes([PICTURE[at] ^ 1]) + PICTURE[at + 1 :]
    assert found(outside) == [("warning", "the check sum of the picture's IDAT chunk is wrong")]


def test_a_picture_cut_off_behind_its_study_is_read_with_a_warning() -> None:
    study = read(Source("p.png", PICTURE[:-12]))
    assert [(finding.code, finding.severity) for finding in study.findings] == [("picture", "warning")]
    assert study.roots


def test_no_study_goes_into_what_is_no_whole_picture() -> None:
    for data in (b"GIF89a", PICTURE[:-5], SIGNATURE):
        with pytest.raises(InvalidDocument, match="no whole PNG"):
            embed(data, "a: 1")


@pytest.mark.parametrize("path", each([path for path in EXAMPLES if path.suffix == ".png"]))
def test_a_picture_of_older_times_carries_xml_and_is_read(path: Path) -> None:
    inside = embedded(path.read_bytes()).data
    assert inside is not None
    assert inside.startswith(b"<?xml")
    same(read(Source.of_file(path)), read(Source("x.xml", inside)))


# --- SVG ----------------------------------------------------------------------------------------------------------


def test_a_drawing_carries_the_xml_in_its_metadata_and_stays_as_it_is() -> None:
    study = read(Source("a.yaml", STUDY.encode()))
    data = svg.embed(DRAWING, write_xml(study))
    assert b"<metadata>" in data
    assert b"<!-- mine -->" in data
    assert b'<rect width="2" height="2"/>' in data
    same(study, read(Source("a.svg", data)))


def test_a_drawing_holds_one_study() -> None:
    one = svg.embed(DRAWING, definitions('<process id="One"/>'))
    two = svg.embed(one, definitions('<process id="Two"/>'))
    assert two.count(BPMN.encode()) == 1
    assert [root.id for root in read(Source("a.svg", two)).roots] == ["Two"]


def test_other_metadata_of_a_drawing_stays() -> None:
    before = DRAWING.replace(b"<rect", b"<metadata><title>t</title></metadata><rect")
    assert b"<title>t</title>" in svg.embed(before, definitions('<process id="P"/>'))


@pytest.mark.parametrize("data", [b"<svg", b"<html/>", b'<!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"/>'])
def test_no_study_goes_into_what_is_no_drawing(data: bytes) -> None:
    with pytest.raises(InvalidDocument):
        svg.embed(data, definitions('<process id="P"/>'))


def test_a_drawing_without_a_study_is_a_finding() -> None:
    study = read(Source("a.svg", DRAWING))
    assert [finding.code for finding in study.findings] == ["not-a-study"]
    assert "<metadata>" in study.findings[0].fix
