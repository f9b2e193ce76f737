"""SVG pictures that carry a study: BPMN's XML stands below their metadata."""

from __future__ import annotations

from lxml import etree

from hawthorne.core.digest import of_bytes
from hawthorne.core.errors import Finding, InvalidDocument
from hawthorne.core.place import Place
from hawthorne.flows.formats.namespaces import BPMN, SVG
from hawthorne.flows.formats.xml_text import parse_tree


def embed(picture: bytes, study: str, name: str | None = None) -> bytes:
    """A picture with a study (its XML text) in it, in place of any that it carried.

    Raises InvalidDocument for what is no SVG picture.
    """
    tree = parse_tree(picture, name)
    if tree.root is None:
        raise InvalidDocument(tree.findings)
    if tree.root.tag != f"{{{SVG}}}svg":
        message = "this is no SVG picture"
        raise InvalidDocument([Finding("error", "picture", message, "its root element is <svg>", Place(name, 1, 1))])
    for data in list(tree.root.iter(f"{{{SVG}}}metadata")):
        for old in data.findall(f"{{{BPMN}}}definitions"):
            data.remove(old)
        if len(data) == 0 and not (data.text or "").strip():
            data.getparent().remove(data)
    # The study goes in as text: what a serialiser would make of its line breaks is not ours to know.
    mark = of_bytes(study.encode("utf-8"))
    data = etree.Element(f"{{{SVG}}}metadata", nsmap={None: SVG})
    data.text = mark
    tree.root.insert(0, data)
    text: bytes = etree.tostring(tree.root, encoding="utf-8", xml_declaration=True)
    inner = study.partition("?>")[2].encode("utf-8")
    return text.replace(mark.encode("ascii"), inner, 1) + b"\n"
