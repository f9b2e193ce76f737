"""The compiler's order of work: scopes, messages, nodes, flows, then what is ready only when all of it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hawthorne.core.document import Role, Setting
from hawthorne.core.errors import Finding, did_you_mean
from hawthorne.core.performer import Material
from hawthorne.flows import durations
from hawthorne.flows.compile import blocks, nodes, reading, roles
from hawthorne.flows.compile.claimed import check_claims
from hawthorne.flows.compile.context import DATA, Context
from hawthorne.flows.compile.materials import materials
from hawthorne.flows.compile.scopes import lay_scopes
from hawthorne.flows.compile.talk import lay_messages
from hawthorne.flows.graph import Flow, Graph, PlanClock, Scope, Spot
from hawthorne.flows.machine.activities import Activity
from hawthorne.flows.machine.containers import EventSubProcess, attach
from hawthorne.flows.machine.events import Boundary, Event
from hawthorne.flows.model import Element, Study
from hawthorne.flows.wiring import link

PASSED_OVER = DATA | {"SequenceFlow"}


@dataclass(frozen=True)
class Compiled:
    """A graph, who plays in it, and what the compiler found. `shared` says why cases would have to run in order."""

    graph: Graph
    roles: tuple[Role, ...]
    findings: tuple[Finding, ...]
    shared: tuple[str, ...]
    elements: dict[str, Element] = field(default_factory=dict)
    materials: tuple[Material, ...] = ()


def compile_study(study: Study, setting: Setting) -> Compiled:
    """Compile a read study; every expression is parsed and every task prepared here, once."""
    graph = Graph(PlanClock(durations.moment(setting.epoch)), seed=setting.seed, start_state=study.state)
    desk = Context(study, setting, graph)
    lay_scopes(desk)
    lay_messages(desk)
    spots = dict(_spots(desk))
    _choose_starts(desk, spots)
    for id, spot in spots.items():
        built = nodes.node(desk, study.elements[id], spot)
        desk.nodes[id] = built if built is not None else Activity(spot)
    graph.nodes = list(desk.nodes.values())
    graph.property_names = {id: held.name for id, held in desk.properties.items()}
    graph.index = {node.id: node.index for node in graph.nodes}
    _place_nodes(desk)
    _lay_flows(desk)
    _finish(desk)
    check_claims(desk)
    blocks.check_blocks(desk)
    found = roles.cast(desk)
    if len(graph.pools) > 1:
        desk.shared.clear()
    return Compiled(graph, found, tuple(desk.findings), tuple(desk.shared), dict(study.elements),
                    materials(desk))  # fmt: skip


def _containers(desk: Context) -> Iterator[tuple[Scope, Element]]:
    for id, scope in desk.scopes.items():
        yield scope, desk.study.elements[id]


def _spots(desk: Context) -> Iterator[tuple[str, Spot]]:
    index = 0
    for scope, container in _containers(desk):
        for element in container.all("flowElements"):
            if element.local not in PASSED_OVER and element.id:
                yield element.id, Spot(element.id, index, element.label, element.local, scope)
                index += 1


def _flows(container: Element) -> Iterator[Element]:
    return (element for element in container.all("flowElements") if element.local == "SequenceFlow")


def _choose_starts(desk: Context, spots: dict[str, Spot]) -> None:
    """Where each scope begins: its first start event, else (for a process) the only node that nothing flows into."""
    for scope, container in _containers(desk):
        inside = [e for e in container.all("flowElements") if e.id in spots and spots[e.id].scope is scope]
        starts = [e for e in inside if e.local == "StartEvent"]
        if not starts and scope.parent is None:
            entered = {flow.attributes.get("targetRef") for flow in _flows(container)}
            starts = [e for e in inside if e.id not in entered and e.local != "BoundaryEvent" and not _apart(e)]
            if len(starts) != 1:
                what = f"has no start event, and {len(starts)} nodes that nothing flows into"
                desk.error("no-start", container, what, "give it one start event")
        elif not starts and container.local != "AdHocSubProcess":
            desk.warning("no-start", container, "has no start event, so it is stepped past", "give it a start event")
        desk.starts[scope.id] = starts[0].id if starts else None


def _apart(element: Element) -> bool:
    """Whether an activity stands apart from the flows: an event sub-process, a compensation handler."""
    return element.attributes.get("triggeredByEvent") is True or element.attributes.get("isForCompensation") is True


def _place_nodes(desk: Context) -> None:
    for scope in desk.scopes.values():
        start = desk.starts[scope.id]
        scope.start = desk.nodes[start] if start else None
    for node in desk.graph.nodes:
        if isinstance(node, EventSubProcess):
            node.scope.listeners.append(node)


def _place_entries(desk: Context) -> None:
    """The nodes of each scope that nothing leads to: where an ad-hoc sub-process begins."""
    for node in desk.graph.nodes:
        if not node.ins and not isinstance(node, Boundary) and not _apart(desk.study.elements[node.id]):
            node.scope.starts.append(node)


def _lay_flows(desk: Context) -> None:
    graph = desk.graph
    for _, container in _containers(desk):
        for element in _flows(container):
            source = desk.nodes.get(str(element.attributes.get("sourceRef")))
            target = desk.nodes.get(str(element.attributes.get("targetRef")))
            if source is None or target is None or element.id is None:
                continue
            flow = Flow(element.id, len(graph.flows), str(element.attributes.get("name") or element.id))
            flow.source, flow.target = source, target
            _condition(desk, element, flow)
            source.outs.append(flow)
            target.ins.append(flow)
            graph.flows.append(flow)
            graph.flow_index[flow.id] = flow.index


def _condition(desk: Context, element: Element, flow: Flow) -> None:
    text = element.get("conditionExpression")
    if text is not None:
        flow.holds = reading.expression(desk, desk.study.elements[flow.source.id], str(text), at=element)


def _finish(desk: Context) -> None:
    """Defaults, the fast ways on, boundary events on their activities."""
    for node in desk.graph.nodes:
        element = desk.study.elements[node.id]
        wanted = element.attributes.get("default")
        node.default = next((flow for flow in node.outs if flow.id == wanted), None)
        if len(node.outs) == 1 and (node.outs[0].holds is None or node.default is node.outs[0]):
            node.only = node.outs[0]
        if isinstance(node, Boundary):
            _attach(desk, node, element)
    _join_links(desk)
    _join_handlers(desk)
    _place_entries(desk)
    for node in desk.graph.nodes:
        node.ready()


def _attach(desk: Context, boundary: Boundary, element: Element) -> None:
    host = desk.nodes.get(str(element.attributes.get("attachedToRef")))
    if isinstance(host, Activity):
        attach(boundary, host)


def _join_links(desk: Context) -> None:
    """A throwing link event goes on at the catching one of its scope with the same name."""
    named = {}
    for node in desk.graph.nodes:
        name = link(desk.study.elements[node.id])
        if name is not None and node.type == "IntermediateCatchEvent":
            named[node.scope.id, name] = node
    for node in desk.graph.nodes:
        name = link(desk.study.elements[node.id])
        if isinstance(node, Event) and name is not None and node.type == "IntermediateThrowEvent":
            node.link = named.get((node.scope.id, name))
            if node.link is None:
                known = [link for scope, link in named if scope == node.scope.id]
                desk.error("no-link", desk.study.elements[node.id], f'leads to the link "{name}", which none catches',
                           did_you_mean(name, known))  # fmt: skip


def _join_handlers(desk: Context) -> None:
    """A compensation event leads to its handler along an association."""
    ends = [(str(e.attributes.get("sourceRef")), str(e.attributes.get("targetRef")))
            for root in desk.study.roots for e in root.walk() if e.local == "Association"]  # fmt: skip
    for node in desk.graph.nodes:
        if isinstance(node, Boundary) and node.cause == "compensation":
            node.handler = next((desk.nodes.get(target) for source, target in ends if source == node.id), None)
            if node.handler is None:
                desk.error("no-handler", desk.study.elements[node.id], "leads to no compensation handler",
                           "draw an association from it to an activity with isForCompensation: true")  # fmt: skip
