"""Reading a study: from a file's bytes to the model. Whatever is wrong with them is a finding of the study."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from hawthorne.core.document import Source
from hawthorne.core.errors import Finding, nearest
from hawthorne.core.place import Place
from hawthorne.flows.formats.layout import normal
from hawthorne.flows.formats.png import embedded, is_png
from hawthorne.flows.formats.xml_read import parse_xml
from hawthorne.flows.formats.xml_text import looks_like_xml
from hawthorne.flows.model import Element, Study
from hawthorne.flows.spelling.elements import read_element
from hawthorne.flows.spelling.reading import Reading, shape
from hawthorne.flows.spelling.references import resolve
from hawthorne.flows.spelling.values import from_json
from hawthorne.flows.vocabulary.brought import KEY, brought
from hawthorne.flows.vocabulary.load import activate, load
from hawthorne.lang.nodes import Node, parse, plain

RESERVED = ("id", "definitions", "elements", "layout", "diagram", "state")
TIMELINE = ".timeline.json"
STANDARD = frozenset({"bpmn2", "bpmndi", "bioc", "color", "dc", "di", "xsi"})
"""Prefixes that BPMN files declare by habit."""


def read(source: Source) -> Study:
    """Read a study's bytes; the same bytes under the same name are read once in a process."""
    study = _read(source.name, source.data, source.folder)
    activate(study.vocabularies)
    return study


def read_whole(source: Source) -> Study:
    """Read a study for another format: a reference to an element that is not there stays in."""
    return _parsed(source.name, source.data, source.folder, True)


@lru_cache(maxsize=16)
def _read(name: str, data: bytes, folder: Path | None) -> Study:
    return _parsed(name, data, folder, False)


def _parsed(name: str, data: bytes, folder: Path | None, keep: bool) -> Study:
    activate(())
    damage: tuple[Finding, ...] = ()
    if is_png(data):
        inside, damage = embedded(data, name)
        if inside is None:
            return Study(None, {}, (), findings=damage)
        data = inside
    if name.endswith(TIMELINE):
        return Study(None, {}, (), findings=(_timeline(name),))
    text, root, findings = parse_xml(data, name) if looks_like_xml(data) else parse(data, name)
    findings = (*damage, *findings)
    if root is None or root.kind != "map":
        if not any(finding.severity == "error" for finding in findings):
            what = "the file is empty" if root is None or root.is_null else "the file holds no mapping"
            findings = (*findings, _not_a_study(name, what, root))
        return Study(None, {}, (), findings=findings, text=text)
    return _study(name, text, root, findings, folder, keep)


def _timeline(name: str) -> Finding:
    message = "this is a jsPsych timeline: not a study"
    fix = (
        "write a study with a task `type: behaverse:Task`, its `instrument`, and the trials in a `studyflow:Parameters`"
    )
    return Finding("error", "not-a-study", message, fix, Place(name, 1, 1))


def _not_a_study(name: str, what: str, root: Node | None = None) -> Finding:
    place = Place(name, root.line or 1, root.column or 1) if root is not None else Place(name, 1, 1)
    fix = "a study is a mapping with `definitions:` and its elements by id; in XML, <definitions> around a <process>"
    return Finding("error", "not-a-study", f"{what}: not a study", fix, place)


def _study(name: str, text: str, root: Node, findings: tuple[Finding, ...], folder: Path | None, keep: bool) -> Study:
    top = {key: node for key, _, node in root.value}
    named = _mapping(top.get("definitions")).get(KEY)
    node = top.get("definitions") or root
    own, faults = brought(str(named), folder, Place(name, node.line, node.column)) if named else ((), ())
    activate(own)
    definitions = _definitions(top)
    reading = Reading(name, load(), _foreign(definitions))
    reading.findings += (*findings, *faults)
    if "definitions" not in top:
        reading.findings.append(_without_definitions(name, top, root))
    for key in ("definitions", "layout", "state"):
        node = top.get(key)
        if node is not None and node.kind != "map" and not node.is_null:
            place = reading.place(node, key)
            reading.find("error", "wrong-value", f'"{key}" is {shape(node)}', "write a mapping", place)
    roots = tuple(element for element in _roots(reading, root) if element is not None)
    if not roots and not any(finding.severity == "error" for finding in reading.findings):
        reading.findings.append(_not_a_study(name, "the file holds no element", root))
    layout = normal({**reading.layout, **_mapping(top.get("layout"))})
    state = _mapping(top.get("state")) or _lifted_state(roots)
    elements, parents = index(roots)
    reading.findings += resolve(reading, elements, roots, keep)
    return Study(
        id=_study_id(top.get("id")),
        definitions=definitions,
        roots=roots,
        layout=layout,
        diagram=plain(top["diagram"]) if "diagram" in top else None,
        state=state,
        elements=elements,
        parents=parents,
        findings=_sorted(reading.findings),
        text=text,
        vocabularies=own,
    )


def _study_id(node: Node | None) -> str | None:
    return str(node.value) if node is not None and node.kind == "scalar" and node.value else None


def _without_definitions(name: str, top: dict[str, Node], root: Node) -> Finding:
    what = 'the key "definitions" is missing'
    near = next((key for key in top if nearest("definitions", [key])), None)
    return _not_a_study(name, what if near is None else f'{what} ("{near}" stands here)', root)


def _mapping(node: Node | None) -> dict[str, Any]:
    value = plain(node) if node is not None and node.kind == "map" else {}
    return value if isinstance(value, dict) else {}


def _definitions(top: dict[str, Node]) -> dict[str, Any]:
    """The attributes of `definitions`, without the namespaces that a loaded vocabulary or BPMN itself implies."""
    implied = {f"xmlns:{prefix}" for prefix in (*load().prefixes, *STANDARD)} | {"xsi:schemaLocation"}
    return {key: value for key, value in _mapping(top.get("definitions")).items() if key not in implied}


def _foreign(definitions: dict[str, Any]) -> frozenset[str]:
    """The prefixes declared for other programs' parts."""
    declared = {key.partition(":")[2] for key in definitions if key.startswith("xmlns:")}
    return frozenset(declared | STANDARD)


def _roots(reading: Reading, root: Node) -> Iterator[Element | None]:
    for key, key_node, node in root.value:
        if key == "elements":
            yield from _listed(reading, node)
        elif key not in RESERVED:
            if node.kind == "map":
                yield read_element(reading, node, "bpmn:RootElement", key, key, key_node)
                continue
            near = nearest(key, RESERVED)
            fix = f'did you mean "{near[0]}"?' if near else "a root element is a mapping with a `type:`"
            reading.find("error", "root", f'"{key}" is no element', fix, reading.place(key_node, key))


def _listed(reading: Reading, node: Node) -> Iterator[Element | None]:
    if node.kind == "map":
        for key, key_node, body in node.value:
            yield read_element(reading, body, "bpmn:RootElement", key, f"elements.{key}", key_node)
    elif node.kind == "seq":
        for index, body in enumerate(node.value):
            yield read_element(reading, body, "bpmn:RootElement", None, f"elements.{index}")
    elif not node.is_null:
        place = reading.place(node, "elements")
        reading.find("error", "wrong-value", f'"elements" is {shape(node)}', "write a mapping by id, or a list", place)


def _lifted_state(roots: tuple[Element, ...]) -> dict[str, Any]:
    """The state that an older file keeps as JSON text on its study."""
    for root in roots:
        entry = root.extension("studyflow:Study")
        if entry is not None and isinstance(entry.attributes.get("state"), str):
            value = from_json(entry.attributes["state"])
            return value if isinstance(value, dict) else {}
    return {}


def index(roots: tuple[Element, ...]) -> tuple[dict[str, Element], dict[str, str]]:
    """Every element by its id, and the id of the nearest element around it."""
    elements: dict[str, Element] = {}
    parents: dict[str, str] = {}
    stack: list[tuple[Element, str | None]] = [(root, None) for root in reversed(roots)]
    while stack:
        element, parent = stack.pop()
        if element.id is not None and element.id not in elements:
            elements[element.id] = element
            if parent is not None:
                parents[element.id] = parent
        inner = element.id or parent
        for children in reversed(tuple(element.children.values())):
            stack += [(child, inner) for child in reversed(children)]
    return elements, parents


def _sorted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: (finding.place.line or 0, finding.place.column or 0)))
