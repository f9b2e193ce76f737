"""The files that a study names and a run would read."""

from __future__ import annotations

from collections.abc import Iterator

from hawthorne.core.performer import Material
from hawthorne.flows.compile.context import Context, sources, target
from hawthorne.flows.compile.performed import file_of
from hawthorne.flows.machine.containers import each
from hawthorne.flows.machine.performed import Performed
from hawthorne.flows.model import Element


def materials(desk: Context) -> tuple[Material, ...]:
    """Files with a registered digest, and files that a performed step reads and none writes."""
    return (*_registered(desk), *_consent(desk))


def _registered(desk: Context) -> Iterator[Material]:
    read, written = _touched(desk)
    for element in desk.study.elements.values():
        uri, digest = file_of(element), element.get("digest")
        if uri is None or "{" in uri or element.id in written:
            continue
        if digest is not None or element.id in read:
            registered = str(digest) if digest is not None else None
            yield Material(uri, element.label, registered, element.id in read,
                           element.where("digest" if digest is not None else "uri"))  # fmt: skip


def _touched(desk: Context) -> tuple[set[str], set[str]]:
    """The ids of data that performed steps read, and of data that anything writes."""
    read: set[str] = set()
    written: set[str] = set()
    for node in map(each, desk.graph.nodes):
        element: Element = desk.study.elements[node.id]
        written.update(id for edge in element.all("dataOutputAssociations") if (id := target(edge)) is not None)
        if isinstance(node, Performed):
            read.update(id for edge in element.all("dataInputAssociations") for id in sources(edge))
    return read, written


def _consent(desk: Context) -> Iterator[Material]:
    for element in desk.study.elements.values():
        digest, uri = element.get("consentFormDigest"), element.get("consentFormUri")
        if isinstance(digest, str) and isinstance(uri, str):
            yield Material(uri, element.label, digest, False, element.where("consentFormDigest"))
