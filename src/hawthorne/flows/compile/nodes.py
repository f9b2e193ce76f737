"""Flow nodes: one function for each kind of BPMN node that the walk plays, and findings for those it does not."""

from __future__ import annotations

from collections.abc import Callable

from hawthorne.core import registry
from hawthorne.core.errors import did_you_mean
from hawthorne.flows import nested as nesting
from hawthorne.flows.compile import claimed, data, nested, performed, reading, tasks
from hawthorne.flows.compile import talk as talking
from hawthorne.flows.compile.context import ACTIVITIES, CONTAINERS, Context, listed, target
from hawthorne.flows.compile.occasions import CAUSES, code, definitions, error_code, occasion, throws
from hawthorne.flows.graph import Node, Reading, Scope, Spot
from hawthorne.flows.machine.activities import Activity, Exchange, Loop, Question
from hawthorne.flows.machine.allocation import Allocation
from hawthorne.flows.machine.containers import AdHoc, CallActivity, EventSubProcess, Many, SubProcess
from hawthorne.flows.machine.events import Boundary, End, Event, Occasion
from hawthorne.flows.machine.gateways import Complex, EventBased, Exclusive, Inclusive, Parallel, Random
from hawthorne.flows.machine.performed import Performed
from hawthorne.flows.model import Element
from hawthorne.flows.seeds import revealed

Build = Callable[[Context, Element, Spot], "Node | None"]

BATTERY = "behaverse:Task"
ASKING = {"cognitive:Questionnaire": ("instrument",), "cognitive:Instruction": ("content",)}


def node(desk: Context, element: Element, spot: Spot) -> Node | None:
    """The node of a flow element; None, and a finding, when the walk does not play it."""
    build = _BUILDERS.get(element.local)
    if build is None:
        known = "the walk plays " + ", ".join(sorted(_BUILDERS))
        desk.error("not-played", element, f"is a {element.local}, which is not played yet", known)
        return None
    return build(desk, element, spot)


def _event(desk: Context, element: Element, spot: Spot) -> Node:
    around = desk.study.elements[next(desk.outward(spot.id))]
    if around.attributes.get("triggeredByEvent") is True:
        return Event(spot, Occasion(), None)  # what begins an event sub-process has come when its start is reached
    return Event(spot, occasion(desk, element, element), talking.event_talk(desk, element))


def _throw(desk: Context, element: Element, spot: Spot) -> Node:
    return Event(spot, Occasion(), talking.event_talk(desk, element), throws(desk, element))


def _end(desk: Context, element: Element, spot: Spot) -> Node:
    found = definitions(element)
    end = End(spot, talking.event_talk(desk, element), throws(desk, element))
    end.terminates = "TerminateEventDefinition" in found
    end.fails = "ErrorEventDefinition" in found
    end.error = error_code(desk, element)
    end.cancels = "CancelEventDefinition" in found
    return end


def _boundary(desk: Context, element: Element, spot: Spot) -> Node | None:
    host = desk.study.elements.get(str(element.attributes.get("attachedToRef")))
    if host is None or host.local not in ACTIVITIES:
        desk.error("no-host", element, "is attached to no activity", "write attachedToRef: ID", at="attachedToRef")
        return None
    causes = [CAUSES[local] for local in definitions(element) if local in CAUSES]
    if len(causes) != 1:
        desk.error("not-played", element, "is a boundary event without one of the causes that are played",
                   "give it one definition: " + ", ".join(CAUSES))  # fmt: skip
        return None
    interrupts = element.attributes.get("cancelActivity") is not False
    return Boundary(spot, causes[0], occasion(desk, element, host), interrupts, code(desk, element))


def _exclusive(desk: Context, element: Element, spot: Spot) -> Node:
    entry = element.extension("cognitive:RandomGateway")
    return Exclusive(spot) if entry is None else _random(desk, element, spot)


def _parallel(desk: Context, element: Element, spot: Spot) -> Node:
    return Parallel(spot)


def _inclusive(desk: Context, element: Element, spot: Spot) -> Node:
    return Inclusive(spot)


def _complex(desk: Context, element: Element, spot: Spot) -> Node:
    text = element.attributes.get("activationCondition")
    condition = None
    if text is not None:
        condition = reading.expression(desk, element, str(text), ("activationCount",))
    return Complex(spot, condition)


def _event_based(desk: Context, element: Element, spot: Spot) -> Node:
    return EventBased(spot)


def _random(desk: Context, element: Element, spot: Spot) -> Node:
    arms = sum(1 for e in desk.study.elements.values()
               if e.local == "SequenceFlow" and e.attributes.get("sourceRef") == element.id)  # fmt: skip
    ratio = element.get("allocationRatio")
    weights = tuple(int(part) for part in str(ratio).split(":")) if ratio else (1,) * arms
    factors = tuple(part.strip() for part in ",".join(listed(element.get("stratifyBy"))).split(",") if part.strip())
    algorithm = str(element.get("algorithm", "simple"))
    looping = any(desk.study.elements[outer].one("loopCharacteristics") for outer in desk.outward(spot.id))
    rule = Allocation(spot.id, algorithm, weights, int(element.get("blockSize", 4)), factors, looping)
    levels: dict[str, Reading] = {}
    for factor in factors:
        levels[factor] = reading.template(desk, element, "{" + factor + "}")
    if rule.counts_others:
        desk.shared.setdefault(f'"{element.label}" allocates by what earlier participants were')
    desk.graph.randoms.append(rule)
    seed: str | None = str(desk.setting.seed)
    if element.get("seedDigest") is not None:
        seed = (desk.setting.allocation_seeds or {}).get(spot.id, revealed(element))
    return Random(spot, rule, levels, seed)


def _activity(desk: Context, element: Element, spot: Spot) -> Node | None:
    built = _bare_activity(desk, element, spot)
    if built is None:
        return None
    if isinstance(built, Performed):
        built.outputs = performed.outputs(desk, element)
    else:
        built.inputs = data.inputs(desk, element, uris=not isinstance(built, tasks.BatteryTask))
        built.outputs = data.outputs(desk, element)
    return _looped(desk, element, spot, built)


def _looped(desk: Context, element: Element, spot: Spot, built: Activity) -> Activity:
    """The activity with its loop; instances that run at once are a node around it."""
    loop = _loop(desk, element)
    marker = element.one("loopCharacteristics")
    if loop is None or not loop.multiple or marker is None or marker.attributes.get("isSequential") is not False:
        built.loop = loop
        return built
    built.yields = loop.output_name if loop.collect is not None else None
    return Many(spot, built, loop)


def _bare_activity(desk: Context, element: Element, spot: Spot) -> Activity | None:
    if spot.id in desk.setting.claims:
        return claimed.claimed(desk, element, spot)
    if element.extension(BATTERY) and performed.scheme_of(element) in (None, "behaverse"):
        return tasks.task(desk, element, spot)
    if nesting.reference(element) is not None:
        return nested.nested(desk, element, spot)
    if performed.is_performed(element):
        return performed.performed(desk, element, spot)
    talk = talking.step_talk(desk, element)
    if talk is not None:
        return Exchange(spot, talk)
    asking = next((entry for entry in element.extensions if entry.type in ASKING), None)
    if asking is not None:
        shown = {name: reading.template(desk, element, asking.attributes.get(name)) for name in ASKING[asking.type]}
        return Question(spot, desk.pool_of[spot.id].id, shown)
    scheme = performed.scheme_of(element)
    if scheme is not None and not element.extension("cognitive:CognitiveTask"):
        known = ["behaverse", *registry.names("performers")]
        desk.error("no-performer", element, f"calls {element.get('implementation')}, and nothing performs {scheme}://",
                   f"{did_you_mean(scheme, known)}; a plug-in or --runner NAME=COMMAND may perform it",
                   at="implementation")  # fmt: skip
    return Activity(spot)


def _sub_process(desk: Context, element: Element, spot: Spot) -> Node | None:
    inner = desk.scopes[spot.id]
    if element.attributes.get("triggeredByEvent") is True:
        return _event_sub_process(desk, element, spot, inner)
    if element.local == "AdHocSubProcess":
        text = element.attributes.get("completionCondition")
        condition = None if text is None else reading.expression(desk, element, str(text))
        sequential = element.attributes.get("ordering") == "Sequential"
        cancels = element.attributes.get("cancelRemainingInstances") is not False
        built: SubProcess = AdHoc(spot, inner, condition, sequential, cancels)
    else:
        built = SubProcess(spot, inner)
    built.outputs = data.outputs(desk, element)
    return _looped(desk, element, spot, built)


def _event_sub_process(desk: Context, element: Element, spot: Spot, inner: Scope) -> Node | None:
    start = next((e for e in element.all("flowElements") if e.local == "StartEvent"), None)
    causes = [CAUSES[local] for local in definitions(start) if local in CAUSES] if start is not None else []
    if start is None or len(causes) != 1:
        desk.error("not-played", element, "is an event sub-process whose start event has not one cause",
                   "give its start event one definition: " + ", ".join(CAUSES))  # fmt: skip
        return None
    if causes[0] in ("compensation", "cancel"):
        desk.error("not-played", element, f"is begun by {causes[0]}, which is not played",
                   "attach a boundary event to the activity instead")  # fmt: skip
        return None
    interrupts = start.attributes.get("isInterrupting") is not False
    waits = occasion(desk, start, desk.study.elements[next(desk.outward(spot.id))])
    built = EventSubProcess(spot, inner, causes[0], waits, interrupts, code(desk, start))
    built.outputs = data.outputs(desk, element)
    return built


def _call(desk: Context, element: Element, spot: Spot) -> Node | None:
    called = desk.scopes.get(str(element.attributes.get("calledElement")))
    if called is None:
        wanted = str(element.attributes.get("calledElement"))
        desk.error("no-process", element, f'calls "{wanted}", which is no process of this file',
                   did_you_mean(wanted, [p.id for p in desk.study.processes if p.id]), at="calledElement")  # fmt: skip
        return None
    built = CallActivity(spot, called)
    built.inputs = data.inputs(desk, element, uris=True)
    built.outputs = data.outputs(desk, element)
    return _looped(desk, element, spot, built)


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
    if get("completionCondition") is not None:
        known = ("numberOfCompletedInstances", "numberOfInstances")
        loop.completion = reading.expression(desk, element, str(get("completionCondition")), known, at=marker)
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
    "IntermediateThrowEvent": _throw,
    "EndEvent": _end,
    "BoundaryEvent": _boundary,
    "ExclusiveGateway": _exclusive,
    "ParallelGateway": _parallel,
    "InclusiveGateway": _inclusive,
    "ComplexGateway": _complex,
    "EventBasedGateway": _event_based,
    **dict.fromkeys(ACTIVITIES, _activity),
    **dict.fromkeys(CONTAINERS, _sub_process),
    "CallActivity": _call,
}
