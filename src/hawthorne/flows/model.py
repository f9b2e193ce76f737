"""The model of a study flow: a lossless tree of elements, in the document's order, with the place of every part.

The tree is generic on purpose: a vocabulary (data) says what each type's attributes are, so that foreign extensions
and elements that the walk does not know survive a round trip. `flows.compile` reads it by the words of BPMN.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hawthorne.core.document import Document, Source
from hawthorne.core.errors import Finding
from hawthorne.core.place import NOWHERE, Place


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """One element.

    `type` is its BPMN type with prefix (`bpmn:Task`); a typed element that a file writes folded
    (`type: behaverse:Task`) is its BPMN host plus an entry under `extensions`. Attributes hold Python values in the
    type that the vocabulary declares (str, bool, int, float, dict or list for YAML-typed ones, a tuple of str for
    many-valued ones, an id for a reference, the text of an expression); only what the file says is here, defaults are
    not. A value that does not fit its type, or is a placeholder (`{name}`), stays the text as written. `documentation`
    is a tuple of texts; an expression's language, where one is written, is the attribute `<name>.language`. Children
    are keyed by BPMN's property (`flowElements`, `participants`, `eventDefinitions`, `loopCharacteristics`,
    `dataInputAssociations`, ...), always as a tuple.
    """

    type: str
    id: str | None = None
    attributes: Mapping[str, Any] = field(default_factory=dict)
    children: Mapping[str, tuple[Element, ...]] = field(default_factory=dict)
    extensions: tuple[Element, ...] = ()
    place: Place = NOWHERE
    places: Mapping[str, Place] = field(default_factory=dict)
    """By name: where the text of each attribute begins (inside its quotes), and the key of each child. A part of a
    YAML-typed attribute has its place under a dotted name: `accuracy.RE.BX`, `values.Timelines.T.Blocks.0.Name`."""

    @property
    def local(self) -> str:
        """The BPMN type without its prefix: `Task`."""
        return self.type.partition(":")[2] or self.type

    @property
    def kind(self) -> str:
        """The most telling type: the first typed extension's that is no record of a run, else the element's own."""
        return next((entry.type for entry in self.extensions if entry.type != "prov:Activity"), self.type)

    @property
    def label(self) -> str:
        """What a message calls the element: its name, else its id, else its type."""
        return str(self.attributes.get("name") or self.id or self.local)

    def extension(self, *types: str) -> Element | None:
        """The first extension of one of these types."""
        return next((entry for entry in self.extensions if entry.type in types), None)

    def get(self, name: str, default: Any = None) -> Any:
        """An attribute by name: of the first extension that has it, else the element's own."""
        for entry in self.extensions:
            if name in entry.attributes:
                return entry.attributes[name]
        return self.attributes.get(name, default)

    def where(self, name: str) -> Place:
        """The place of an attribute, or of the element when the attribute is not written."""
        for entry in (*self.extensions, self):
            if name in entry.places:
                return entry.places[name]
        return self.place

    def nearest(self, path: str) -> Place:
        """The place of the longest written part of a dotted path into a YAML-typed attribute (`accuracy.RE.BX`)."""
        while path:
            for entry in (*self.extensions, self):
                if path in entry.places:
                    return entry.places[path]
            path = path.rpartition(".")[0]
        return self.place

    def all(self, name: str) -> tuple[Element, ...]:
        """The children under a property, none when there are none."""
        return self.children.get(name, ())

    def one(self, name: str) -> Element | None:
        """The first child under a property."""
        children = self.children.get(name, ())
        return children[0] if children else None

    def walk(self) -> Iterator[Element]:
        """The element and everything under it, in document order (extensions are not walked)."""
        yield self
        for children in self.children.values():
            for child in children:
                yield from child.walk()


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """A read study. `elements` has every element with an id (the first of several with one id); `parents` maps an id
    to the id of the nearest enclosing element that has one; `findings` are the reader's; `text` is the file's own."""

    id: str | None
    definitions: Mapping[str, Any]
    roots: tuple[Element, ...]
    layout: Mapping[str, Any] = field(default_factory=dict)
    diagram: Any = None
    state: Mapping[str, Any] = field(default_factory=dict)
    elements: Mapping[str, Element] = field(default_factory=dict)
    parents: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    vocabularies: tuple[Source, ...] = ()
    """The project's own vocabulary files, which the study names."""
    text: str = ""
    nested: Mapping[str, Document] = field(default_factory=dict)
    """The documents of other kinds that its steps play, by their paths as written."""

    def of_type(self, *locals: str) -> tuple[Element, ...]:
        """The root elements of these BPMN types, in order."""
        return tuple(root for root in self.roots if root.local in locals)

    @property
    def processes(self) -> tuple[Element, ...]:
        return self.of_type("Process")

    @property
    def study(self) -> Element | None:
        """The element that carries the `studyflow:Study` entry (a process or a collaboration)."""
        return next((root for root in self.roots if root.extension("studyflow:Study")), None)
