"""What the checks of a protocol stand on: its parts by id, where loops and seats are, and how a finding is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hawthorne.core.document import Document
from hawthorne.core.errors import Finding
from hawthorne.core.errors import Severity as Severity
from hawthorne.protocols.model import Part, Protocol
from hawthorne.protocols.model.flow import Loop, LoopNode, Node, ParallelNode, StageNode, Sync, SyncNode
from hawthorne.protocols.model.walk import Path, Text, parts, texts
from hawthorne.protocols.read import parse


@dataclass(frozen=True)
class At:
    """A node of the flow: its path, the loops around it (outer ones first), and the role that plays it, if it is one
    role's alone."""

    path: Path
    node: Node
    loops: tuple[Loop, ...]
    role: str | None


class Facts:
    """A protocol and what can be said of it at a glance; everything is worked out once, when it is first asked for."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.protocol: Protocol = document.model

    def find(self, severity: Severity, code: str, path: Path, message: str, fix: str = "") -> Finding:
        """A finding at a part of the document."""
        source = self.document.source
        return Finding(severity, code, message, fix, parse(source.name, source.data).places.of(path))

    def error(self, code: str, path: Path, message: str, fix: str = "") -> Finding:
        return self.find("error", code, path, message, fix)

    def warning(self, code: str, path: Path, message: str, fix: str = "") -> Finding:
        return self.find("warning", code, path, message, fix)

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        """Every text of the document."""
        return tuple(texts(self.protocol))

    @cached_property
    def parts(self) -> tuple[tuple[Path, Part], ...]:
        """Every part of the document with its path."""
        return tuple((path, part) for path, part in parts(self.protocol) if isinstance(part, Part))

    @cached_property
    def by_id(self) -> Mapping[str, Mapping[str, Any]]:
        """The parts of each collection by their ids."""
        names = (
            "sources", "assets", "units", "roles", "factors", "arms", "draws", "feeds", "calcs", "responses", "stages",
            "variables", "analyses", "hypotheses", "exclusions",
        )  # fmt: skip
        found = {name: {part.id: part for part in getattr(self.protocol, name)} for name in names}
        human = self.protocol.human
        found["samples"] = {part.id: part for part in human.samples}
        found["cells"] = {part.id: part for part in human.cells}
        found["cites"] = dict(self.protocol.cites)
        found["loops"] = {at.node.loop.id: at.node.loop for at in self.nodes if isinstance(at.node, LoopNode)}
        found["syncs"] = {sync.id: sync for _, sync in self.syncs}
        return found

    @cached_property
    def nodes(self) -> tuple[At, ...]:
        """Every node of the flow, outer ones first."""
        return tuple(_nodes(self.protocol.flow, ("flow",), (), None))

    @property
    def syncs(self) -> Iterator[tuple[At, Sync]]:
        return ((at, at.node.sync) for at in self.nodes if isinstance(at.node, SyncNode))

    @cached_property
    def played(self) -> Mapping[str, tuple[At, ...]]:
        """Where the flow plays each stage; closing stages (`end.stage`) are among them."""
        found: dict[str, list[At]] = {}
        for at in self.nodes:
            end = getattr(at.node, "end", None)
            stage = at.node.stage if isinstance(at.node, StageNode) else end.stage if end is not None else None
            if stage is not None:
                found.setdefault(stage, []).append(at)
        return {stage: tuple(places) for stage, places in found.items()}

    @cached_property
    def asked(self) -> Mapping[str, tuple[str, ...]]:
        """The stages on whose pages each response stands."""
        found: dict[str, list[str]] = {}
        for stage in self.protocol.stages:
            for page in stage.pages:
                for response in page.responses:
                    found.setdefault(response, []).append(stage.id)
        return {response: tuple(stages) for response, stages in found.items()}

    def loops_of(self, stage: str) -> list[frozenset[str]]:
        """The ids of the loops around each place where a stage is played."""
        return [frozenset(loop.id for loop in at.loops) for at in self.played.get(stage, ())]


def part_at(here: Any, step: str | int) -> Any:
    """What a document writes under a key or an index of a part; `else` and `from` are fields of other names."""
    if isinstance(step, int) or isinstance(here, Mapping):
        return here[step]
    return getattr(here, step if step in type(here).model_fields else f"{step}_")


def _nodes(node: Any, path: Path, loops: tuple[Loop, ...], role: str | None) -> Iterator[At]:
    yield At(path, node, loops, role)
    for key, inner, more, who in children(node):
        yield from _nodes(inner, (*path, *key), (*loops, *more), who or role)


def children(node: Any) -> Iterator[tuple[Path, Any, tuple[Loop, ...], str | None]]:
    """The nodes directly in a node: the path from it, the node, the loops and the role that it is put under."""
    for key in ("sequence", "shuffle"):
        for i, inner in enumerate(getattr(node, key, ())):
            yield (key, i), inner, (), None
    for i, case in enumerate(getattr(node, "branch", ())):
        yield ("branch", i, "do"), case.do, (), None
    if getattr(node, "else_", None) is not None:
        yield ("else",), node.else_, (), None
    if isinstance(node, LoopNode):
        yield ("loop", "do"), node.loop.do, (node.loop,), None
    if isinstance(node, ParallelNode):
        for role, inner in node.parallel.roles.items():
            yield ("parallel", "roles", role), inner, (), role
