"""The laws of a kind of document."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from hawthorne.core.document import Document, Kind, Setting, Source
from hawthorne.core.draws import Draws
from hawthorne.core.errors import Finding, HawthorneError, InvalidDocument


def check_kind(kind: Kind, sources: Mapping[str, bytes], breaks: int = 30) -> None:
    """`sources` are sound documents by file name. They are read and checked without an error, twice the same; digests
    and `info` are JSON values; operators' and participants' fields are apart. Bytes that are cut, doubled or garbled
    are still read to a document whose faults are findings, and a document with errors does not compile."""
    assert isinstance(kind.kind, str) and kind.kind, "kind must be a word"
    assert isinstance(kind.version, int), "version must be a whole number"
    assert kind.suffixes and all("." in suffix for suffix in kind.suffixes), f"suffixes: {kind.suffixes!r}"
    both = kind.operator_fields() & kind.participant_fields()
    assert not both, f"fields that are both an operator's and a participant's: {sorted(both)}"
    for name, data in sources.items():
        _check_sound(kind, Source(name, data))
        for broken in _broken(data, breaks):
            _check_broken(kind, Source(name, broken))


def _check_sound(kind: Kind, source: Source) -> None:
    document = kind.read(source)
    assert isinstance(document, Document) and document.kind == kind.kind, f"{source.name}: read as {document!r}"
    findings = list(kind.check(document))
    errors = [finding for finding in findings if finding.severity == "error"]
    assert not errors, f"{source.name} has errors: {errors[0]}"
    assert findings == list(kind.check(kind.read(source))), f"{source.name}: checked twice, the findings differ"
    digests = kind.digests(document)
    assert {"protocol", "any-actor"} <= digests.keys(), f"{source.name}: the digests are {sorted(digests)}"
    assert dict(digests) == dict(kind.digests(kind.read(source))), f"{source.name}: read twice, the digests differ"
    json.dumps(kind.info(document), allow_nan=False)
    kind.compile(document, Setting(seed=1))


def _check_broken(kind: Kind, source: Source) -> None:
    try:
        document = kind.read(source)
        findings = list(kind.check(document))
    except Exception as error:
        raise AssertionError(f"{source.name}: a broken file must give findings, not {error!r}") from error
    for finding in findings:
        assert isinstance(finding, Finding) and finding.code and finding.message, f"{source.name}: {finding!r}"
    if any(finding.severity == "error" for finding in findings):
        try:
            kind.compile(document, Setting(seed=1))
        except InvalidDocument as error:
            assert error.findings, f"{source.name}: refused to compile without a finding"
        except HawthorneError as error:
            raise AssertionError(f"{source.name}: compile must raise InvalidDocument, not {error!r}") from error
        else:
            raise AssertionError(f"{source.name}: a document with errors compiles: {findings[0]}")


def _broken(data: bytes, breaks: int) -> Iterator[bytes]:
    yield from (b"", b"\xff\xfe\x00", b"{", b"[1, 2]", b"null", b"a: [", b"\xef\xbb\xbf" + data)
    draws = Draws.seeded("check_kind")
    lines = data.split(b"\n")
    for i in range(breaks):
        here = draws.at(i)
        line = here.at("line").below(len(lines))
        cut = here.at("cut").below(len(data) + 1)
        yield (
            data[:cut],
            b"\n".join(lines[:line] + lines[line + 1 :]),
            b"\n".join([*lines[: line + 1], *lines[line:]]),
            data[:cut] + b"\x00" + data[cut:],
        )[here.at("how").below(4)]
