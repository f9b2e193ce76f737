"""What every part of the compiler shares: the study, the graph under construction, and the findings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hawthorne.core.document import Setting
from hawthorne.core.errors import Finding, Severity
from hawthorne.core.performer import Call
from hawthorne.core.place import Place
from hawthorne.core.values import JSON
from hawthorne.flows.graph import Graph, MessageFlow, Node, Pool, Scope
from hawthorne.flows.model import Element, Study

CONTAINERS = frozenset({"SubProcess", "AdHocSubProcess", "Transaction"})
DATA = frozenset({"DataObject", "DataObjectReference", "DataStore", "DataStoreReference"})
ACTIVITIES = frozenset(
    {"Task", "UserTask", "ManualTask", "SendTask", "ReceiveTask", "ServiceTask", "ScriptTask", "BusinessRuleTask",
     "ChoreographyTask", "SubProcess", "CallActivity", "AdHocSubProcess", "Transaction"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Held:
    """A declared property: the element that declares it, the scope it makes (None for a plain element), its name."""

    owner: str
    name: str
    scope: Scope | None


@dataclass(eq=False)
class Context:
    """The compiler's desk."""

    study: Study
    setting: Setting
    graph: Graph
    findings: list[Finding] = field(default_factory=list)
    scopes: dict[str, Scope] = field(default_factory=dict)
    properties: dict[str, Held] = field(default_factory=dict)
    starts: dict[str, str | None] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)
    pool_of: dict[str, Pool] = field(default_factory=dict)
    messages: list[MessageFlow] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    constants: dict[str, JSON] = field(default_factory=dict)
    """The values of data elements that the document itself holds, by id: Parameters."""
    shared: dict[str, None] = field(default_factory=dict)
    templates: list[tuple[Element, str]] = field(default_factory=list)
    """The templates that are sent with asks, and the element that sends each."""
    writes: dict[str, list[str | None]] = field(default_factory=dict)
    """The texts that data edges write into each property, by its id; None for a value that only a run knows."""

    calls: dict[str, tuple[str, list[Call]]] = field(default_factory=dict)
    """What performers are to call, by their role: the scheme, and each call."""

    def find(self, severity: Severity, code: str, message: str, fix: str = "", place: Place | None = None) -> None:
        """Add a finding."""
        self.findings.append(Finding(severity, code, message, fix, place or Place()))

    def error(self, code: str, element: Element, message: str, fix: str = "", at: str | None = None) -> None:
        """An error about an element, at the place of one of its attributes."""
        self.find("error", code, f'"{element.label}" {message}', fix, element.where(at) if at else element.place)

    def warning(self, code: str, element: Element, message: str, fix: str = "", at: str | None = None) -> None:
        """A warning about an element."""
        self.find("warning", code, f'"{element.label}" {message}', fix, element.where(at) if at else element.place)

    def outward(self, id: str) -> Iterator[str]:
        """The ids of the elements around one, innermost first."""
        while (parent := self.study.parents.get(id)) is not None:
            yield parent
            id = parent

    def scope_around(self, id: str) -> Scope:
        """The innermost scope that holds an element."""
        return next(self.scopes[outer] for outer in self.outward(id) if outer in self.scopes)

    def scopes_at(self, element: Element) -> list[Scope]:
        """The scopes whose properties are visible at an element, innermost first; a sub-process sees its own."""
        scope: Scope | None = self.scopes.get(element.id or "") or self.scope_around(element.id or "")
        found = []
        while scope is not None:
            found.append(scope)
            scope = scope.parent
        return found


def listed(value: Any) -> tuple[str, ...]:
    """A reference or a list of references as a tuple of ids."""
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)


def sources(association: Element) -> tuple[str, ...]:
    """The ids that a data input association reads."""
    return listed(association.attributes.get("sourceRef"))


def target(association: Element) -> str | None:
    """The id that a data output association writes."""
    found = listed(association.attributes.get("targetRef"))
    return found[0] if found else None


def initial(value: Any, parse: Any) -> JSON:
    """A property's initial value: JSON if its text parses, else the text."""
    if not isinstance(value, str):
        return value
    try:
        return parse(value)
    except ValueError:
        return value
