"""Four hundred broken XML files: each is still a study, or ends in findings with their lines; none in a traceback."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest
from samples import STUDIES

from hawthorne.core.document import Source
from hawthorne.core.errors import InvalidDocument
from hawthorne.flows.digests import digests
from hawthorne.flows.formats.conversion import convert
from hawthorne.flows.formats.xml_write import write_xml
from hawthorne.flows.kind import FlowKind
from hawthorne.flows.read import read

SOURCES = [write_xml(read(Source.of_file(path))).encode() for path in STUDIES]
VALUES = (
    b"",
    b"{",
    b"a: b: c",
    b"1e999",
    b"true",
    b"&#10;x",
    b"x" * 5000,
    b"${x}",
    b"P1D",
    b"-1",
    b"[1",
    b"a b",
    b"type",
)
NESTED = b'<b:subProcess xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL">'
KIND = FlowKind()


def flip_bytes(data: bytes, draws: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(draws.randrange(1, 4)):
        changed[draws.randrange(len(changed))] = draws.randrange(256)
    return bytes(changed)


def lose_bytes(data: bytes, draws: random.Random) -> bytes:
    at = draws.randrange(len(data))
    return data[:at] + data[at + draws.randrange(1, 200) :]


def cut_file(data: bytes, draws: random.Random) -> bytes:
    return data[: draws.randrange(len(data))]


def swap_tags(data: bytes, draws: random.Random) -> bytes:
    (a, b), (c, d) = sorted(draws.sample([tag.span() for tag in re.finditer(rb"<[^>]+>", data)], 2))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def repeat_tag(data: bytes, draws: random.Random) -> bytes:
    (a, b), (_, d) = draws.sample([tag.span() for tag in re.finditer(rb"<[^>]+/>", data)], 2)
    return data[:d] + data[a:b] + data[d:]


def swap_words(data: bytes, draws: random.Random) -> bytes:
    words = re.findall(rb"[A-Za-z_]\w{3,}", data)
    return data.replace(draws.choice(words), draws.choice(words), draws.choice((1, 1, 1000)))


def change_value(data: bytes, draws: random.Random) -> bytes:
    a, b = draws.choice([value.span(1) for value in re.finditer(rb'\w="([^"]*)"', data)])
    return data[:a] + draws.choice(VALUES) + data[b:]


def drop_attribute(data: bytes, draws: random.Random) -> bytes:
    a, b = draws.choice([attribute.span() for attribute in re.finditer(rb' [\w:]+="[^"]*"', data)])
    return data[:a] + data[b:]


def nest(data: bytes, draws: random.Random) -> bytes:
    a, _ = draws.choice([tag.span() for tag in re.finditer(rb"<[^>]+/>", data)])
    deep = draws.choice((1, 3, 150, 400))
    return data[:a] + NESTED * deep + b"</b:subProcess>" * deep + data[a:]


WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(flip_bytes, lose_bytes, cut_file, swap_tags, repeat_tag, swap_words, change_value, drop_attribute, nest),
    *(change_value, drop_attribute, swap_words),
)


def mutants(count: int) -> Iterator[tuple[str, Source]]:
    for number in range(count):
        draws = random.Random(f"xml:{number}")
        way = WAYS[number % len(WAYS)]
        data = way(SOURCES[(number // len(WAYS)) % len(SOURCES)], draws)
        yield f"{number}-{way.__name__}", Source(f"{number}.bpmn", data)


BROKEN = list(mutants(400))


@pytest.mark.parametrize("source", [pytest.param(source, id=name) for name, source in BROKEN])
def test_a_broken_file_is_a_study_still_or_says_where_it_is_broken(source: Source) -> None:
    document = KIND.read(source)
    for finding in KIND.check(document):
        assert finding.message, finding
        assert finding.place.file == source.name, finding
        assert finding.place.line is not None, finding
    assert digests(document.model)
    assert KIND.info(document)["elements"] == len(document.model.elements)


@pytest.mark.parametrize("source", [pytest.param(source, id=name) for name, source in BROKEN[::4]])
def test_a_broken_file_is_converted_without_loss_or_refused_with_findings(source: Source) -> None:
    assert "convert" not in said(source, "yaml") + said(source, "svg")


def said(source: Source, to: str) -> list[str]:
    """The codes of why a file is not converted; none where it is."""
    try:
        convert(source, to)
    except InvalidDocument as refused:
        return [finding.code for finding in refused.findings] or ["convert"]
    return []
