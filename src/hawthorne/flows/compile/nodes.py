"""Flow nodes: one function for each kind of BPMN node that the walk plays, and findings for those it does not."""

from __future__ import annotations

from collections.abc import Callable

from hawthorne.core.errors import did_you_mean
from hawthorne.flows.compile import data, reading, tasks, timers
from hawthorne.flows.compile import talk as talking
from hawthorne.flows.compile.context import ACTIVITIES, Context, listed, target
from hawthorne.flows.graph import Node, Reading, Spot
from hawthorne.flows.machine.activities import Activity, Exchange, Loop, Question, SubProcess
from hawthorne.flows.machine.allocation import Allocation
from hawthorne.flows.machine.events import Boundary, End, Event
from hawthorne.flows.machine.gateways import Exclusive, Parallel, Random
from hawthorne.flows.model import Element

Build = Callable[[Context, Element, Spot], "Node | None"]

BATTERY = "behaverse:Task"
ASKING = {"cognitive:Questionnaire": ("instrument",), "cognitive:Instruction": ("content",)}
UNPLAYED_EVENTS = {
    "SignalEventDefinition": "signal",
    "EscalationEventDefinition": "escalation",
    "CompensateEventDefinition": "compensation",
    "LinkEventDefinition": "link",
    "CancelEventDefinition": "cancel",
}


def node(desk: Context, element: Element, spot: Spot) -> Node | None:
    """The node of a flow element; None, and a finding, when the walk does not play it."""
    build = _BUILDERS.get(element.local)
    if build is None:
        known = "the walk plays " + ", ".join(sorted(_BUILDERS))
        desk.error("not-played", element, f"is a {element.local}, which is not played yet", known)
        return None
    return build(desk, element, spot)


def _definitions(desk: Context, element: Element) -> dict[str, Element]:
    found = {definition.local: definition for definition in element.all("eventDefinitions")}
    for local in found.keys() & UNPLAYED_EVENTS.keys():
        desk.error("not-played", element, f"is a {UNPLAYED_EVENTS[local]} event, which is not played yet",
                   "timer, message, conditional, error and terminate events are")  # fmt: skip
    return found


def _event(desk: Context, element: Element, spot: Spot) -> Node:
    definition = _definitions(desk, element).get("TimerEventDefinition")
    timer, text = timers.timer(desk, element, definition) if definition else (None, "")
    return Event(spot, timer, text, talking.event_talk(desk, element))


def _end(desk: Context, element: Element, spot: Spot) -> Node:
    found = _definitions(desk, element)
    talk = talking.event_talk(desk, element)
    return End(spot, talk, "TerminateEventDefinition" in found, "ErrorEventDefinition" in found)


def _boundary(desk: Context, element: Element, spot: Spot) -> Node | None:
    found = _definitions(desk, element)
    host = desk.study.elements.get(str(element.attributes.get("attachedToRef")))
    if host is None or host.local not in ACTIVITIES:
        desk.error("no-host", element, "is attached to no activity", "write attachedToRef: ID", at="attachedToRef")
        return None
    if element.attributes.get("cancelActivity") is False:
        desk.error("not-played", element, "is non-interrupting, which is not played yet", at="cancelActivity",
                   fix="leave cancelActivity out")  # fmt: skip
    causes = [_CAUSES[local] for local in found if local in _CAUSES]
    if len(causes) != 1:
        desk.error("not-played", element, "is a boundary event without one of the causes that are played",
                   "give it one timer, message, conditional or error definition")  # fmt: skip
        return None
    boundary = Boundary(spot, causes[0])
    if causes[0] == "timer":
        boundary.timer, boundary.timer_text = timers.timer(desk, element, found["TimerEventDefinition"])
    elif causes[0] == "conditional":
        definition = found["ConditionalEventDefinition"]
        text = definition.attributes.get("condition")
        boundary.condition = reading.expression(desk, host, str(text), at=definition) if text is not None else None
        if text is None:
            desk.error("no-condition", element, "has no condition", "write condition: EXPRESSION")
    elif causes[0] == "message":
        boundary.flows = [flow for flow in desk.messages if flow.target == element.id]
    return boundary


_CAUSES = {
    "TimerEventDefinition": "timer",
    "MessageEventDefinition": "message",
    "ConditionalEventDefinition": "conditional",
    "ErrorEventDefinition": "error",
}


def _exclusive(desk: Context, element: Element, spot: Spot) -> Node:
    entry = element.extension("cognitive:RandomGateway")
    return Exclusive(spot) if entry is None else _random(desk, element, spot)


def _parallel(desk: Context, element: Element, spot: Spot) -> Node:
    return Parallel(spot)


def _random(desk: Context, element: Element, spot: Spot) -> Node:
    arms = sum(1 for e in desk.study.elements.values()
               if e.local == "SequenceFlow" and e.attributes.get("sourceRef") == element.id)  # fmt: skip
    ratio = element.get("allocationRatio")
    weights = tuple(int(part) for part in str(ratio).split(":")) if ratio else (1,) * arms
    factors = tuple(part.strip() for part in ",".join(listed(element.get("stratifyBy"))).split(",") if part.strip())
    algorithm = str(element.get("algorithm", "simple"))
    looping = any(desk.study.elements[outer].one("loopCharacteristics") for outer in desk.outward(spot.id))
    rule = Allocation(spot.id, algorithm, weights, int(element.get("blockSize", 4)), factors, looping)
    if element.get("seedDigest"):
        desk.error("not-played", element, "conceals its allocation, which is not played yet", at="seedDigest")
    levels: dict[str, Reading] = {}
    for factor in factors:
        levels[factor] = reading.template(desk, element, "{" + factor + "}")
    if rule.counts_others:
        desk.shared.setdefault(f'"{element.label}" allocates by what earlier participants were')
    desk.graph.randoms.append(rule)
    return Random(spot, rule, levels)


def _activity(desk: Context, element: Element, spot: Spot) -> Node | None:
    built = _bare_activity(desk, element, spot)
    if built is None:
        return None
    if not isinstance(built, (SubProcess, tasks.BatteryTask)):
        built.inputs = data.inputs(desk, element, uris=True)
    elif not isinstance(built, SubProcess):
        built.inputs = data.inputs(desk, element, uris=False)
    built.outputs = data.outputs(desk, element)
    built.loop = _loop(desk, element)
    return built


def _bare_activity(desk: Context, element: Element, spot: Spot) -> Activity | None:
    if element.extension(BATTERY) and _scheme(element) in (None, "behaverse"):
        return tasks.task(desk, element, spot)
    talk = talking.step_talk(desk, element)
    if talk is not None:
        return Exchange(spot, talk)
    asking = next((entry for entry in element.extensions if entry.type in ASKING), None)
    if asking is not None:
        shown = {name: reading.template(desk, element, asking.attributes.get(name)) for name in ASKING[asking.type]}
        return Question(spot, desk.pool_of[spot.id].id, shown)
    scheme = _scheme(element)
    if scheme is not None and not element.extension("cognitive:CognitiveTask"):
        desk.error("no-performer", element, f"calls {element.get('implementation')}, and nothing plays {scheme}:// yet",
                   f"known schemes: behaverse; {did_you_mean(scheme, ['behaverse'])}", at="implementation")  # fmt: skip
    return Activity(spot)


def _scheme(element: Element) -> str | None:
    reference = element.get("implementation")
    return str(reference).partition("://")[0] if isinstance(reference, str) and "://" in reference else None


def _sub_process(desk: Context, element: Element, spot: Spot) -> Node:
    built = SubProcess(spot, desk.scopes[spot.id])
    built.outputs = data.outputs(desk, element)
    built.loop = _loop(desk, element)
    return built


def _loop(desk: Context, element: Element) -> Loop | None:
    marker = element.one("loopCharacteristics")
    if marker is None:
        return None
    get = marker.attributes.get
    if marker.local == "StandardLoopCharacteristics":
        loop = Loop(maximum=get("loopMaximum"), test_before=get("testBefore") is True)
        if get("loopCondition") is not None:
            loop.condition = reading.expression(desk, element, str(get("loopCondition")), at=marker)
        return loop
    loop = Loop(multiple=True)
    if get("loopCardinality") is not None:
        loop.cardinality = reading.expression(desk, element, str(get("loopCardinality")), at=marker)
    source = get("loopDataInputRef")
    if source is not None:
        loop.items = _items(desk, element, str(source))
    item, output = marker.one("inputDataItem"), marker.one("outputDataItem")
    loop.item_name = _name(item)
    loop.output_name = _name(output)
    if get("loopDataOutputRef") is not None:
        loop.collect = data.output_to(desk, element, target(_edge(str(get("loopDataOutputRef")))))
    return loop


def _edge(id: str) -> Element:
    return Element("bpmn:DataOutputAssociation", attributes={"targetRef": id})


def _name(item: Element | None) -> str | None:
    return str(item.attributes.get("name") or item.id) if item else None


def _items(desk: Context, element: Element, id: str) -> Reading | None:
    if id not in desk.study.elements:
        desk.error("no-list", element, f'repeats over "{id}", which no element has', did_you_mean(id, desk.properties))
        return None
    if id in desk.properties:
        getter = reading.property_getter(desk, element, id)
        if getter is None:
            desk.error("out-of-scope", element, f'repeats over "{id}" outside of its scope')
            return None
        return lambda walk, frame, visit, extra: getter(walk, frame, visit)
    return lambda walk, frame, visit, extra: walk.values.get(id)


_BUILDERS: dict[str, Build] = {
    "StartEvent": _event,
    "IntermediateCatchEvent": _event,
    "IntermediateThrowEvent": _event,
    "EndEvent": _end,
    "BoundaryEvent": _boundary,
    "ExclusiveGateway": _exclusive,
    "ParallelGateway": _parallel,
    "SubProcess": _sub_process,
    **dict.fromkeys(ACTIVITIES - {"SubProcess", "CallActivity", "AdHocSubProcess", "Transaction"}, _activity),
}
