"""The small signs in shapes, as SVG paths in a box of sixteen by sixteen pixels around the origin of their use."""

from __future__ import annotations

from hawthorne.flows.model import Element
from hawthorne.flows.vocabulary.load import is_a

ENVELOPE = "M-7,-5h14v10h-14zM-7,-5l7,6l7,-6"
EVENTS = {
    "MessageEventDefinition": ENVELOPE,
    "TimerEventDefinition": "M-8,0a8,8 0 1 0 16,0a8,8 0 1 0 -16,0M0,-5V0L4,2M0,-8v2M0,8v-2M-8,0h2M8,0h-2",
    "SignalEventDefinition": "M0,-8L8,6H-8z",
    "ErrorEventDefinition": "M-8,7L-3,-7L3,2L8,-7L3,7L-3,-2z",
    "EscalationEventDefinition": "M0,-8L7,7L0,1L-7,7z",
    "ConditionalEventDefinition": "M-6,-7h12v14h-12zM-4,-4h8M-4,-1h8M-4,2h8M-4,5h8",
    "LinkEventDefinition": "M-8,-3h9v-4l7,7l-7,7v-4h-9z",
    "CompensateEventDefinition": "M0,-6V6L-8,0zM8,-6V6L0,0z",
    "CancelEventDefinition": "M-7,-5L-5,-7L0,-2L5,-7L7,-5L2,0L7,5L5,7L0,2L-5,7L-7,5L-2,0z",
    "TerminateEventDefinition": "M-8,0a8,8 0 1 0 16,0a8,8 0 1 0 -16,0",
    "multiple": "M0,-8L8,-2L5,7H-5L-8,-2z",
    "parallelMultiple": "M-2,-8h4v6h6v4h-6v6h-4v-6h-6v-4h6z",
}

GATEWAYS = {
    "ExclusiveGateway": ("M-7,-8L7,8M7,-8L-7,8", 3.0),
    "ParallelGateway": ("M-10,0H10M0,-10V10", 3.0),
    "InclusiveGateway": ("M-10,0a10,10 0 1 0 20,0a10,10 0 1 0 -20,0", 2.5),
    "ComplexGateway": ("M-10,0H10M0,-10V10M-7,-7L7,7M7,-7L-7,7", 2.5),
    "EventBasedGateway": (
        "M-12,0a12,12 0 1 0 24,0a12,12 0 1 0 -24,0M-9,0a9,9 0 1 0 18,0a9,9 0 1 0 -18,0M0,-6L6,-1L4,5H-4L-6,-1z", 1.2,
    ),
}  # fmt: skip
DIE = "M-8,-5a3,3 0 0 1 3,-3H5a3,3 0 0 1 3,3V5a3,3 0 0 1 -3,3H-5a3,3 0 0 1 -3,-3z"
PIPS = ((-4, -4), (4, -4), (0, 0), (-4, 4), (4, 4))

TASKS = {
    "user": "M-3.2,-3.5a3.2,3.2 0 1 0 6.4,0a3.2,3.2 0 1 0 -6.4,0M-7,7c0,-9 14,-9 14,0z",
    "manual": "M-7,-2c2,-3 4,-4 6,-4h3c2,0 2,2 0,2h-2h7c2,0 2,2 0,2h-1c2,0 2,2 0,2h-1c2,0 2,2 0,2h-1c2,0 1,2 0,2"
    "h-7l-4,-1z",
    "script": "M-4,-7H6c-5,4 3,9 -2,14H-7c5,-5 -3,-10 3,-14M-4,-3h6M-3,0h6M-3,3h6",
    "rule": "M-7,-6h14v12h-14zM-7,-2h14M-7,2h14M-2,-2v8",
    "send": ENVELOPE,
    "receive": ENVELOPE,
    "question": "M-5,-6h10v13h-10zM-2,-8h4v3h-4zM-3,-2l1,1l2,-2M-3,3l1,1l2,-2M2,-2h2M2,3h2",
    "instruction": "M-7,0a7,7 0 1 0 14,0a7,7 0 1 0 -14,0M0,-1v5M0,-4v1",
    "trials": "M-7,-5h9v7h-9zM-4,-2h9v7h-9zM-1,1l4,2l-4,2z",
    "gear": "M-1.5,-7h3l.5,2l2,.8l1.8,-1.1l2,2l-1.1,1.8l.8,2l2,.5M-1.5,-7l-.5,2l-2,.8l-1.8,-1.1l-2,2l1.1,1.8"
    "l-.8,2l-2,.5M-7.5,1v1.5l2,.5l.8,1M7.5,1v1.5l-2,.5l-.8,1M-3,1a3,3 0 1 0 6,0a3,3 0 1 0 -6,0",
}
_BY_TYPE = (
    ("behaverse:Task", "trials"), ("cognitive:CognitiveTask", "trials"), ("cognitive:Questionnaire", "question"),
    ("cognitive:Instruction", "instruction"), ("bpmn:UserTask", "user"), ("bpmn:ServiceTask", "gear"),
    ("bpmn:ScriptTask", "script"), ("bpmn:ManualTask", "manual"), ("bpmn:BusinessRuleTask", "rule"),
    ("bpmn:SendTask", "send"), ("bpmn:ReceiveTask", "receive"),
)  # fmt: skip

DATA = {
    "studyflow:Table": "M-8,-6H8V6H-8zM-8,-2H8M-8,2H8M-3,-6V6M3,-6V6",
    "studyflow:Schema": "M-8,-5h3M-2,-5h10M-8,0h3M-2,0h7M-8,5h3M-2,5h9",
    "studyflow:Parameters": "M-3,-7c-3,0 -3,2 -3,4s0,3 -2,3c2,0 2,1 2,3s0,4 3,4"
    "M3,-7c3,0 3,2 3,4s0,3 2,3c-2,0 -2,1 -2,3s0,4 -3,4",
    "agentic:Prompt": "M-8,-6H8V4H0l-4,4v-4h-4zM-5,-3H5M-5,0.5H3",
    "studyflow:Timeseries": "M-8,0h3l2,-6l3,11l3,-9l2,4h3",
    "studyflow:EventMarker": "M-8,5H8M-5,5V-6M0,5V-2M5,5V-6",
}
LOOP = "M-2.5,5.8a6.3,6.3 0 1 1 5,0M-2.5,5.8l-4.2,-.4M-2.5,5.8l-.4,-4.2"
PARALLEL = "M-4,-6V6M0,-6V6M4,-6V6"
SEQUENTIAL = "M-6,-4H6M-6,0H6M-6,4H6"
PLUS = "M-7,-7h14v14h-14zM0,-4V4M-4,0H4"
AD_HOC = "M-7,2c2,-6 5,-4 7,-2s5,4 7,-2"
COMPENSATION = "M0,-5V5L-7,0zM7,-5V5L0,0z"


def of_task(element: Element) -> str | None:
    """Which sign stands in the corner of an activity."""
    kinds = [entry.type for entry in element.extensions] + [element.type]
    return next((sign for kind in kinds for name, sign in _BY_TYPE if is_a(kind, name)), None)


def of_event(element: Element) -> str | None:
    """Which sign stands in an event."""
    definitions = [*element.all("eventDefinitions"), *element.all("eventDefinitionRefs")]
    if len(definitions) > 1:
        return "parallelMultiple" if element.attributes.get("parallelMultiple") is True else "multiple"
    if not definitions and element.extension("cognitive:Rest"):
        return "TimerEventDefinition"
    return definitions[0].local if definitions else None


def markers(element: Element, closed: bool) -> list[str]:
    """The signs along the lower border of an activity."""
    found = []
    marker = element.one("loopCharacteristics")
    if element.attributes.get("isForCompensation") is True:
        found.append(COMPENSATION)
    if marker is not None and marker.local == "StandardLoopCharacteristics":
        found.append(LOOP)
    elif marker is not None:
        found.append(SEQUENTIAL if marker.attributes.get("isSequential") is True else PARALLEL)
    if closed:
        found.append(PLUS)
    if element.local == "AdHocSubProcess":
        found.append(AD_HOC)
    return found
