"""From one container of a study to another, without loss: YAML, BPMN XML, PNG and SVG pictures.

What is written is read again and compared before it is handed back: the same canonical form, drawing and state.
"""

from __future__ import annotations

from collections.abc import Iterator

from hawthorne.core.document import Conversion, Source
from hawthorne.core.errors import Finding, InvalidDocument, UsageError, did_you_mean
from hawthorne.core.place import Place
from hawthorne.flows.canonical import canonical_form
from hawthorne.flows.draw.make import draw
from hawthorne.flows.formats import picture, png, svg
from hawthorne.flows.formats.choreography import as_choreography, as_process
from hawthorne.flows.formats.layout import normal
from hawthorne.flows.formats.xml_read import comments_in
from hawthorne.flows.formats.xml_text import looks_like_xml
from hawthorne.flows.formats.xml_write import write_xml
from hawthorne.flows.formats.yaml_comments import comments
from hawthorne.flows.model import Study
from hawthorne.flows.read import read_whole
from hawthorne.flows.write import write

FORMATS = {
    ".yaml": "yaml",
    ".yml": "yaml",
    ".studyflow": "yaml",
    ".bpmn": "xml",
    ".xml": "xml",
    ".png": "png",
    ".svg": "svg",
}
"""The formats by how a file's name ends."""
KEPT = frozenset({"renamed", "unknown-type", "unknown-prefix", "unknown-id"})
"""Errors of the reader that lose nothing: what they are about is kept as it is written."""
LOST = frozenset({"stray-text"})
"""Warnings of the reader about what is not kept."""


def convert(
    source: Source, to: str, into: Source | None = None, form: str | None = None, study: Study | None = None
) -> Conversion:
    """A study in another format: `yaml`, `xml`, `png` or `svg`; `into` is the picture that takes it up, and `form`
    makes it a `process` or a `choreography` on the way.

    A PNG picture carries the YAML text, an SVG picture the XML. YAML keeps its text, comments and all, between `yaml`
    and `png`. `study` is what the source was read as already. Raises InvalidDocument, with all findings, for a file
    that cannot be read as a whole, and UsageError for an unknown format.
    """
    if to not in FORMATS.values():
        raise UsageError(f'"{to}" is no format: {did_you_mean(to, set(FORMATS.values()))}')
    if into is not None and to not in ("png", "svg"):
        raise UsageError(f"a picture takes up a study that becomes a picture, not {to}")
    if study is None or any(finding.code == "unknown-id" for finding in study.findings):
        study = read_whole(source)
    blocking = [finding for finding in study.findings if finding.severity == "error" and finding.code not in KEPT]
    if blocking or not study.roots:
        raise InvalidDocument(blocking or study.findings)
    inner = png.embedded(source.data, source.name).data if png.is_png(source.data) else source.data
    is_xml = looks_like_xml(inner or b"")
    lost = [finding for finding in study.findings if finding.code in LOST]
    text = None if is_xml else study.text
    if form is not None:
        reformed = _formed(study, form, source)
        text = text if reformed is study else None
        study = reformed
    if to in ("yaml", "png"):
        if text is None:
            count = comments_in(inner or b"") if is_xml else comments(study.text)
            lost += _dropped(count, source, "YAML")
            text = write(study)
        data = text.encode("utf-8") if to == "yaml" else png.embed(_picture(source, study, into), text, _named(into))
    else:
        text = write_xml(study)
        lost += () if is_xml else _dropped(comments(study.text), source, "XML")
        data = text.encode("utf-8") if to == "xml" else svg.embed(_drawing(source, study, into), text, _named(into))
    _compare(study, read_whole(Source(source.name, data)), source)
    return Conversion(data, tuple(lost))


def _formed(study: Study, form: str, source: Source) -> Study:
    """The study with its choreography as a process, or its process as a choreography."""
    forms = {"process": as_process, "choreography": as_choreography}
    if form not in forms:
        raise UsageError(f'"{form}" is no form of a study: {did_you_mean(form, forms)}')
    made = forms[form](study)
    if form == "choreography" and not made.of_type("Choreography"):
        message = "no process of this study is an exchange alone"
        fix = (
            "a choreography is one process of choreography tasks, events, gateways and flows, beside a collaboration "
            "`<its id>_participants` whose participants have no process"
        )
        raise InvalidDocument([Finding("error", "no-choreography", message, fix, Place(source.name))])
    return made


def _named(into: Source | None) -> str | None:
    return into.name if into is not None else None


def _picture(source: Source, study: Study, into: Source | None) -> bytes:
    """The PNG picture that takes up the study: the one given, the one it comes from, or a plain one."""
    if into is not None:
        return into.data
    return source.data if png.is_png(source.data) else picture.png(study)


def _drawing(source: Source, study: Study, into: Source | None) -> bytes:
    """The SVG picture that takes up the study."""
    if into is not None:
        return into.data
    if looks_like_xml(source.data) and source.name.lower().endswith(".svg"):
        return source.data
    return draw(study)


def _dropped(count: int, source: Source, target: str) -> Iterator[Finding]:
    if count:
        words = "1 comment does" if count == 1 else f"{count} comments do"
        fix = "write what matters as `documentation`, which every format keeps"
        yield Finding("warning", "dropped-comments", f"{words} not come along to {target}", fix, Place(source.name))


def _compare(before: Study, after: Study, source: Source) -> None:
    """Refuse to hand back what does not read as the same study."""
    parts = (
        ("what the study says", canonical_form(before), canonical_form(after)),
        ("its drawing", normal(before.layout), normal(after.layout)),
        ("its diagram", before.diagram, after.diagram),
        ("its state", dict(before.state), dict(after.state)),
    )
    differing = [words for words, one, other in parts if one != other]
    if differing:
        message = f"{' and '.join(differing)} would not be the same in the other format"
        fix = "nothing is written: please report this file"
        raise InvalidDocument([Finding("error", "convert", message, fix, Place(source.name))])
