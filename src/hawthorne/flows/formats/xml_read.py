"""BPMN 2.0 XML to the nodes of a study as a YAML file would spell it out, each at its place in the XML."""

from __future__ import annotations

from typing import Any

from hawthorne.core.errors import Finding
from hawthorne.core.place import Place
from hawthorne.flows.formats import interchange
from hawthorne.flows.formats.generic import Placing, attributes, children, mapping, node_of, read_generic
from hawthorne.flows.formats.namespaces import BPMN, BPMNDI, SVG, Names
from hawthorne.flows.formats.xml_elements import Elements
from hawthorne.flows.formats.xml_nodes import Items, id_of, json_object, known_type, merged, without_id
from hawthorne.flows.formats.xml_text import Tree, parse_tree
from hawthorne.lang.nodes import Node, Parsed

RESERVED = frozenset({"id", "definitions", "elements", "layout", "diagram", "state"})
OF_DEFINITIONS = {
    f"{{{BPMN}}}{word}": word for word in ("import", "extension", "relationship", "documentation", "extensionElements")
}
"""What stands beside the root elements and is none; it is kept under `definitions`."""


def parse_xml(data: bytes, name: str | None = None) -> Parsed:
    """Read a study's XML bytes: the text, the root of its nodes, and what is wrong with them as findings."""
    tree = parse_tree(data, name)
    if tree.root is None:
        return Parsed(tree.text, None, tree.findings)
    root = definitions_in(tree.root)
    if root is None:
        place = Place(name, tree.spots[tree.root].line, tree.spots[tree.root].column)
        what = f"the root element is <{tree.root.tag.rpartition('}')[2]}>: not a study"
        fix = f'a study is <definitions xmlns="{BPMN}">, or a picture (SVG) that holds one in its <metadata>'
        return Parsed(tree.text, None, (*tree.findings, Finding("error", "not-a-study", what, fix, place)))
    node, findings = _definitions(tree, root, name)
    return Parsed(tree.text, node, (*tree.findings, *findings))


def comments_in(data: bytes) -> int:
    """How many comments an XML file holds."""
    return parse_tree(data).comments


def definitions_in(root: Any) -> Any:
    """BPMN's definitions: the root element itself, or the first below the metadata of a picture."""
    wanted = f"{{{BPMN}}}definitions"
    if root.tag == wanted:
        return root
    if root.tag != f"{{{SVG}}}svg":
        return None
    return next((found for data in root.iter(f"{{{SVG}}}metadata") for found in data.iter(wanted)), None)


def _definitions(tree: Tree, root: Any, name: str | None) -> tuple[Node, list[Finding]]:
    """The mapping of the whole file, and what is found on the way."""
    declared = dict(root.nsmap)
    at = Placing(tree.spots, Names(declared.items()), root.get("targetNamespace"))
    reader = Elements(at, name)
    top = reader.merged(root)
    roots: list[tuple[Any, Node]] = []
    diagrams: list[Any] = []
    kept: dict[str, list[Node]] = {}
    for child in children(root):
        if child.tag == f"{{{BPMNDI}}}BPMNDiagram":
            diagrams.append(child)
        elif child.tag in OF_DEFINITIONS:
            kept.setdefault(OF_DEFINITIONS[child.tag], []).append(read_generic(at, child))
        else:
            known = known_type(at.qualified(child))
            roots.append((child, reader.unknown(child) if known is None else reader.typed(child, known)))
    own = [(key, node) for key, node in attributes(at, root, frozenset()) if not key.startswith("xsi:")]
    written = [(key, node) for key, node in own if key != "id"]
    written += [(word, Node("seq", nodes, nodes[0].line, nodes[0].column)) for word, nodes in kept.items()]
    body = [*_roots(roots), *interchange.read(at, diagrams, root), *_state(at, roots), *top]
    place = at.tag(root, None)
    # Only now is every prefix known.
    spaces = {f"xmlns:{prefix}": uri for prefix, uri in at.names.foreign.items()}
    if declared.get(None) not in (None, BPMN, SVG):
        spaces["xmlns"] = declared[None]
    written += [(key, node_of(uri, place.line, place.column)) for key, uri in spaces.items()]
    ids = [(key, node) for key, node in own if key == "id"]
    return mapping(place, merged([*ids, ("definitions", mapping(place, written)), *body])), reader.findings


def _roots(roots: list[tuple[Any, Node]]) -> Items:
    """The root elements by their ids; as a list where ids cannot be keys, so that the order stays."""
    ids = [id_of(node) for _, node in roots]
    if all(ids) and len(set(ids)) == len(ids) and not set(ids) & RESERVED:
        return [(str(id), without_id(node)) for id, (_, node) in zip(ids, roots, strict=True)]
    first = roots[0][1]
    return [("elements", Node("seq", [node for _, node in roots], first.line, first.column))]


def _state(at: Placing, roots: list[tuple[Any, Node]]) -> Items:
    """The state that a study carries as JSON text, lifted out of it."""
    for element, _ in roots:
        for entry in element.iterfind(f"{{{BPMN}}}extensionElements/*"):
            if at.qualified(entry) == "studyflow:study" and (value := json_object(entry.get("state"))) is not None:
                return [("state", at.value(entry, value))]
    return []
