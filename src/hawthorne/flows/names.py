"""Which names an expression may read, by where it stands.

Inside out: the properties that the element itself declares, the item of its own loop, then the properties of each
scope around it (a process, a sub-process) with the Parameters wired into that and the item of its loop; then the value
of any element, by id, or by a name that only one element has and that is no element's id; and `state`, the run's state
tree. An output edge also reads `result`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from hawthorne.flows.model import Element, Study
from hawthorne.flows.vocabulary.load import is_a

IDENTIFIER = re.compile(r"[^\W\d]\w*\Z")

STATE = "state"


class Names:
    """The scoping of one study."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self._declaring = dict(_declaring(study))
        self._citable = frozenset(self._ids()) | named_elements(study).keys() | {STATE}
        self._known: dict[str, frozenset[str]] = {}
        self._shared: dict[frozenset[str], frozenset[str]] = {}

    def at(self, id: str) -> frozenset[str]:
        """The names that an expression of the element with this id may read."""
        if id not in self._known:
            held = frozenset(self._held(id))
            if held not in self._shared:
                self._shared[held] = self._citable | held
            self._known[id] = self._shared[held]
        return self._known[id]

    def owner(self, property_id: str) -> str | None:
        """The id of the element that declares a property."""
        return self._declaring.get(property_id)

    def in_scope(self, property_id: str, id: str) -> bool:
        """Whether the element with this id may read and write a property: it declares it, stands inside of what does,
        or the property is a plain element's, which lasts and is everybody's by its id."""
        owner = self._declaring.get(property_id)
        if owner is None or not _is_scope(self.study.elements.get(owner)):
            return True
        return owner in (id, *self._outward(id))

    def _ids(self) -> Iterator[str]:
        for id in self.study.elements:
            owner = self._declaring.get(id)
            if owner is None or not _is_scope(self.study.elements.get(owner)):
                yield id

    def _outward(self, id: str) -> Iterator[str]:
        seen = {id}
        while (parent := self.study.parents.get(id)) is not None and parent not in seen:
            yield parent
            seen.add(parent)
            id = parent

    def _held(self, id: str) -> Iterator[str]:
        """The names that an element and the scopes around it hold, innermost first."""
        for place in (id, *self._outward(id)):
            element = self.study.elements.get(place)
            if element is None or not (place == id or _is_scope(element)):
                continue
            for declared in element.all("properties"):
                name = declared.attributes.get("name")
                yield from (str(word) for word in (name, declared.id) if word)
            yield from loop_items(element)
            if _is_scope(element):
                yield from wired(self.study, element)


def _is_scope(element: Element | None) -> bool:
    return element is not None and is_a(element.type, "bpmn:FlowElementsContainer")


def _declaring(study: Study) -> Iterator[tuple[str, str]]:
    for id, element in study.elements.items():
        for declared in element.all("properties"):
            if declared.id is not None:
                yield declared.id, id


def named_elements(study: Study) -> dict[str, str]:
    """The names by which an element's value can be cited, and its id: identifiers that exactly one element has and that
    are no element's id. Properties have their names in their scopes instead."""
    found: dict[str, list[str]] = {}
    for id, element in study.elements.items():
        name = element.attributes.get("name")
        if is_identifier(name) and element.type != "bpmn:Property":
            found.setdefault(str(name), []).append(id)
    return {name: ids[0] for name, ids in found.items() if len(ids) == 1 and name not in study.elements}


def is_identifier(text: Any) -> bool:
    """Whether a name can be cited in expressions."""
    return isinstance(text, str) and IDENTIFIER.match(text) is not None


def loop_items(element: Element) -> Iterator[str]:
    """The names that a repeated activity binds for each pass."""
    marker = element.one("loopCharacteristics")
    for key in ("inputDataItem", "outputDataItem"):
        item = marker.one(key) if marker is not None else None
        name = (item.attributes.get("name") or item.id) if item is not None else None
        if name:
            yield str(name)


def wired(study: Study, element: Element) -> Iterator[str]:
    """The keys of the Parameters that are wired into a sub-process: read-only properties of it."""
    for edge in element.all("dataInputAssociations"):
        for source in edge.attributes.get("sourceRef", ()):
            data = study.elements.get(source)
            entry = data.extension("studyflow:Parameters") if data is not None else None
            values: Any = entry.attributes.get("values") if entry is not None else None
            if isinstance(values, Mapping):
                yield from (str(key) for key in values)


@lru_cache(maxsize=4)
def names_of(study: Study) -> Names:
    """The scoping of a study, made once."""
    return Names(study)


def names_at(study: Study, element_id: str) -> frozenset[str]:
    """The names that an expression of this element may read (`result` comes on top where it is given). A sequence
    flow's condition belongs to the node it leaves, a boundary event's to the activity it is attached to."""
    return names_of(study).at(reading_place(study, element_id))


def reading_place(study: Study, id: str) -> str:
    """The id of the element at which an expression of element `id` reads its names."""
    element = study.elements.get(id)
    if element is None:
        return id
    if element.type == "bpmn:SequenceFlow":
        return str(element.attributes.get("sourceRef", id))
    if element.type == "bpmn:BoundaryEvent":
        return str(element.attributes.get("attachedToRef", id))
    if is_a(element.type, "bpmn:FlowNode", "bpmn:FlowElementsContainer", "bpmn:Participant"):
        return id
    return reading_place(study, study.parents[id]) if id in study.parents else id
