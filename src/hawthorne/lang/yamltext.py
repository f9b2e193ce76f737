"""YAML text: its value as JSON, and where each part of it stands; the same interface as `jsontext`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from hawthorne.core.errors import Finding
from hawthorne.core.place import Place
from hawthorne.lang.jsontext import HALF, pointer
from hawthorne.lang.nodes import Node, scalar
from hawthorne.lang.nodes import parse as parse_nodes
from hawthorne.lang.parsed import Parsed, halved


@dataclass(frozen=True)
class Places:
    """Where the parts of a text stand; the place of an object's member is that of its key.

    >>> str(parse(b"a:\\n  - 1\\n  - {b: 2}", "x.yaml").places.of(["a", 1, "b"]))
    'x.yaml:3:6'
    """

    name: str
    root: Node | None
    _found: dict[tuple[str | int, ...], tuple[int, int]] = field(default_factory=dict, repr=False)

    def of(self, path: Sequence[str | int]) -> Place:
        """The place of the nearest part that is there, under the pointer of what was asked for."""
        if not self._found:
            self._found[()] = (1, 1)
            if self.root is not None:
                self._found.update(_places(self.root, ()))
        at = tuple(path)
        while at and at not in self._found:
            at = at[:-1]
        line, column = self._found[at]
        return Place(self.name, line, column, pointer(path))


def parse(data: bytes, name: str) -> Parsed:
    """Read YAML by its 1.2 core schema; never raises. What is no JSON value (`.nan`, dates) is text.

    >>> parse(b"a: [yes, 1.0, ~]", "x.yaml").value
    {'a': ['yes', 1.0, None]}
    """
    _, root, findings = parse_nodes(data, name)
    places = Places(name, root)
    if root is None:
        empty = Finding("error", "empty", "the file is empty", "write a mapping", Place(name, 1, 1))
        return Parsed(None, places, findings or (empty,))
    value = _plain(root)
    if not findings and HALF.search(data.decode("utf-8", "replace")):
        findings = halved(value, places)
    return Parsed(value, places, findings)


def _plain(node: Node) -> Any:
    if node.kind == "scalar":
        return scalar(node)
    if node.kind == "seq":
        return [_plain(item) for item in node.value]
    return {key: _plain(item) for key, _, item in node.value}


def _places(node: Node, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], tuple[int, int]]]:
    if node.kind == "map":
        for key, key_node, item in node.value:
            yield (*path, key), (key_node.line, key_node.column)
            yield from _places(item, (*path, key))
    elif node.kind == "seq":
        for i, item in enumerate(node.value):
            yield (*path, i), (item.line or node.line, item.column or node.column)
            yield from _places(item, (*path, i))
