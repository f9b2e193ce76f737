"""What is gathered while a file is read: findings, references, the drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hawthorne.core.errors import Finding, Severity
from hawthorne.core.place import Place
from hawthorne.flows.model import Element
from hawthorne.flows.vocabulary.load import Property, Type, Vocabulary
from hawthorne.lang.nodes import Node, plain

LAYOUT = frozenset(
    {
        *("bounds", "waypoint", "label", "fill", "stroke", "font", "isExpanded", "isHorizontal", "isMarkerVisible"),
        *("background-color", "border-color", "color"),
    }
)
"""Keys of the drawing: an older spelling has them on the element itself."""


@dataclass(slots=True)
class Part:
    """An element, or an entry of its extensions, while it is read. `names` are the keys that it may have."""

    type: Type | None
    label: str
    names: Mapping[str, Property] = field(default_factory=dict)
    attributes: dict[str, Any] = field(default_factory=dict)
    children: dict[str, tuple[Element, ...]] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)

    def element(self, type: str, id: str | None, place: Place, extensions: tuple[Element, ...] = ()) -> Element:
        """The finished element."""
        return Element(type, id, self.attributes, self.children, extensions, place, self.places)


@dataclass(frozen=True, slots=True)
class Reference:
    """Written references of one property, to be looked up when every id is known."""

    part: Part
    declared: Property
    ids: tuple[tuple[str, Place], ...]


class Reading:
    """One file's reading. `foreign` are the prefixes that its `definitions` declare for other programs."""

    def __init__(self, file: str | None, vocabulary: Vocabulary, foreign: frozenset[str] = frozenset()) -> None:
        self.file = file
        self.vocabulary = vocabulary
        self.foreign = foreign
        self.findings: list[Finding] = []
        self.references: list[Reference] = []
        self.layout: dict[str, dict[str, Any]] = {}
        self.lost: set[str] = set()
        """The ids of what no element could be made of: that is said already."""

    def place(self, node: Node | None, path: str, otherwise: Place | None = None) -> Place:
        """The place of a node, or another one where nothing is written."""
        if node is None or node.line == 0:
            return otherwise if otherwise is not None else Place(self.file, None, None, path)
        return Place(self.file, node.line, node.column, path)

    def find(self, severity: Severity, code: str, message: str, fix: str, place: Place) -> None:
        self.findings.append(Finding(severity, code, message, fix, place))

    def draw(self, id: str | None, key: str, node: Node) -> None:
        """Move a key of the drawing to the layout; what has no id is not drawn."""
        if id is not None:
            self.layout.setdefault(id, {})[key] = plain(node)


def shape(node: Node) -> str:
    """What a message calls a node that is not what was due."""
    return {"map": "a mapping", "seq": "a list"}.get(node.kind, f'the text "{node.value}"')
