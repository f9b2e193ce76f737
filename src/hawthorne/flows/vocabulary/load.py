"""The vocabularies: which types, properties, enumerations and old names a study may use.

A file of this folder holds one prefix. A type has `super` (what it is; a type that leads to one of BPMN's and is not
itself BPMN's is written as an entry of that element's extensions), or `extends` (a trait: its properties mix into
those types), `abstract`, `result` (the type of what a step of this type hands back), `branching`, and `properties`.
A property holds exactly one of `value` (the type of an attribute), `ref` (an id of an element of that type),
`expression` (its language) and `child` (the declared type of what it contains), with `many`, `default`, `pinned`
(only the default is right) and `editable` (other words than the enumeration's are fine). An enumeration has its
`values`, may be one that `extends` another, and may name the extension `point` whose registered names it also holds.
Everything is read on first use.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

FOLDER = Path(__file__).parent
PREFIXES = ("bpmn", "studyflow", "prov", "cognitive", "behaverse", "agentic")

ROLES = ("value", "ref", "expression", "child")


@dataclass(frozen=True, slots=True)
class Property:
    """What a type declares under one key. `owner` is the type that declares it, `type` is qualified for `ref` and
    `child`, an enumeration's qualified name or a plain word (`String`, `Integer`, `Literal`, `YAMLString`) for `value`,
    and the language for `expression`."""

    name: str
    role: Literal["value", "ref", "expression", "child"]
    type: str
    owner: str
    many: bool = False
    default: Any = None
    pinned: bool = False
    editable: bool = False


@dataclass(frozen=True, slots=True)
class Type:
    """A type with everything that it inherits.

    `lineage` holds the qualified names of the type itself and of all it is; `host` is the BPMN type of the element that
    carries it (the type itself for BPMN's own, None for what is only ever an extension's value); `properties` are in
    the order of writing, `own` are those that belong to an extension entry of this type.
    """

    name: str
    lineage: frozenset[str]
    host: str | None
    abstract: bool
    properties: dict[str, Property] = field(default_factory=dict)
    own: dict[str, Property] = field(default_factory=dict)
    result: str | None = None
    branching: str | None = None

    def is_a(self, *names: str) -> bool:
        """Whether this is one of these types or derives from one."""
        return any(name in self.lineage for name in names)


class Vocabulary:
    """All vocabularies together. Types are put together on first use."""

    def __init__(self, data: dict[str, dict[str, Any]], renames: dict[str, Any]) -> None:
        self._data = data
        self._types: dict[str, Type | None] = {}
        self.renames = renames
        self.uris = {content["uri"]: prefix for prefix, content in data.items()}

    @property
    def prefixes(self) -> tuple[str, ...]:
        return tuple(self._data)

    def names(self, prefix: str | None = None) -> list[str]:
        """The names of all types that may be written, BPMN's without their prefix."""
        return [
            name if own == "bpmn" else f"{own}:{name}"
            for own, content in self._data.items()
            if prefix in (None, own)
            for name, spec in content["types"].items()
            if not spec.get("abstract") and "extends" not in spec
        ]

    def every(self) -> list[str]:
        """The qualified names of all types, the abstract ones included."""
        return [
            f"{prefix}:{name}"
            for prefix, content in self._data.items()
            for name, spec in content["types"].items()
            if "extends" not in spec
        ]

    def type(self, name: str) -> Type | None:
        """A type by its qualified name (`bpmn:Task`), or None."""
        if name not in self._types:
            self._types[name] = self._build(name)
        return self._types[name]

    def qualify(self, written: str) -> str:
        """A type's full name from how a file writes it: BPMN is the default, a lower-case first letter is tolerated.

        >>> load().qualify("startEvent"), load().qualify("cognitive:Rest")
        ('bpmn:StartEvent', 'cognitive:Rest')
        """
        prefix, colon, local = written.rpartition(":")
        name = f"{prefix if colon else 'bpmn'}:{local}"
        if self._spec(name) is None and local[:1].islower():
            upper = f"{prefix if colon else 'bpmn'}:{local[0].upper()}{local[1:]}"
            return upper if self._spec(upper) is not None else name
        return name

    @cached_property
    def enumerations(self) -> dict[str, tuple[str, ...]]:
        """The words of each enumeration by its qualified name, what other vocabularies add included."""
        found = {
            f"{prefix}:{name}": list(spec["values"])
            for prefix, content in self._data.items()
            for name, spec in content["enumerations"].items()
            if "extends" not in spec
        }
        for content in self._data.values():
            for spec in content["enumerations"].values():
                if "extends" in spec:
                    found[spec["extends"]] += spec["values"]
        return {name: tuple(words) for name, words in found.items()}

    @cached_property
    def points(self) -> dict[str, str]:
        """The extension points whose registered names an enumeration also holds, by the enumeration's name."""
        return {
            f"{prefix}:{name}": spec["point"]
            for prefix, content in self._data.items()
            for name, spec in content["enumerations"].items()
            if "point" in spec
        }

    @cached_property
    def traits(self) -> dict[str, list[str]]:
        """The traits by the type that they extend."""
        found: dict[str, list[str]] = {}
        for prefix, content in self._data.items():
            for name, spec in content["types"].items():
                for target in spec.get("extends", ()):
                    found.setdefault(target, []).append(f"{prefix}:{name}")
        return found

    def _spec(self, name: str) -> dict[str, Any] | None:
        prefix, _, local = name.partition(":")
        spec = self._data.get(prefix, {"types": {}})["types"].get(local)
        return None if spec is None or "extends" in spec else spec

    def _build(self, name: str) -> Type | None:
        spec = self._spec(name)
        if spec is None:
            return None
        prefix = name.partition(":")[0]
        lineage, properties, own = {name}, dict[str, Property](), dict[str, Property]()
        host: str | None = name if prefix == "bpmn" else None
        branching = spec.get("branching")
        for written in spec.get("super", ()):
            base = self.type(_qualified(written, prefix))
            assert base is not None, f"{name} derives from {written}, which no vocabulary has"
            lineage |= base.lineage
            properties |= base.properties
            own |= base.own
            host = host or base.host
            branching = branching or base.branching
        for trait in self.traits.get(name, ()):
            properties |= self._properties(trait)
        declared = self._properties(name)
        properties |= declared
        if prefix != "bpmn":
            own |= declared
        return Type(
            name,
            frozenset(lineage),
            host,
            spec.get("abstract", False),
            properties,
            own,
            _qualified(spec["result"], prefix) if "result" in spec else None,
            branching,
        )

    def _properties(self, owner: str) -> dict[str, Property]:
        prefix, _, local = owner.partition(":")
        found = {}
        for name, spec in self._data[prefix]["types"][local].get("properties", {}).items():
            role = next(role for role in ROLES if role in spec)
            kind = spec[role]
            if role in ("ref", "child") or (role == "value" and self._declares(prefix, kind)):
                kind = _qualified(kind, prefix)
            rest = {key: spec[key] for key in ("many", "default", "pinned", "editable") if key in spec}
            found[name] = Property(name, role, kind, owner, **rest)  # type: ignore[arg-type]
        return found

    def _declares(self, prefix: str, word: str) -> bool:
        content = self._data[prefix]
        return ":" in word or word in content["enumerations"] or word in content["types"]


def _qualified(name: str, prefix: str) -> str:
    return name if ":" in name else f"{prefix}:{name}"


@cache
def load() -> Vocabulary:
    """The vocabularies of the package, read once.

    >>> load().type("behaverse:Task").host
    'bpmn:ChoreographyTask'
    >>> load().type("behaverse:SimulatedActor").is_a("studyflow:Actor")
    True
    """
    data = {prefix: json.loads((FOLDER / f"{prefix}.json").read_bytes()) for prefix in PREFIXES}
    return Vocabulary(data, json.loads((FOLDER / "renames.json").read_bytes()))


@cache
def is_a(type: str, *names: str) -> bool:
    """Whether a type, by its qualified name, is one of these or derives from one.

    >>> is_a("bpmn:UserTask", "bpmn:Activity"), is_a("other:Thing", "bpmn:Activity")
    (True, False)
    """
    known = load().type(type)
    return known is not None and known.is_a(*names)
