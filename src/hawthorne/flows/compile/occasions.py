"""Event definitions: what an event waits for, what it throws."""

from __future__ import annotations

from hawthorne.flows.compile import reading, timers
from hawthorne.flows.compile.context import Context
from hawthorne.flows.machine.events import Occasion, Throw
from hawthorne.flows.model import Element

CAUSES = {
    "TimerEventDefinition": "timer",
    "MessageEventDefinition": "message",
    "SignalEventDefinition": "signal",
    "ConditionalEventDefinition": "conditional",
    "ErrorEventDefinition": "error",
    "EscalationEventDefinition": "escalation",
    "CancelEventDefinition": "cancel",
    "CompensateEventDefinition": "compensation",
}
"""The causes of boundary events and of event sub-processes, by their definition."""


def definitions(element: Element) -> dict[str, Element]:
    """An event's definitions by BPMN type."""
    return {definition.local: definition for definition in element.all("eventDefinitions")}


def occasion(desk: Context, element: Element, at: Element) -> Occasion:
    """What an event waits for; its expressions read as those of `at` do (a boundary event's activity)."""
    found = definitions(element)
    if element.attributes.get("parallelMultiple") is True:
        desk.error("not-played", element, "waits for several events at once, which is not played",
                   "draw a parallel gateway with one event on each path", at="parallelMultiple")  # fmt: skip
    made = Occasion()
    if "TimerEventDefinition" in found:
        definition = found["TimerEventDefinition"]
        made.timer, made.timer_text = timers.timer(desk, element, definition)
        made.turns = timers.turns(definition)
    if "SignalEventDefinition" in found:
        made.signal = reference(desk, found["SignalEventDefinition"], "signalRef", "name")
    if "ConditionalEventDefinition" in found:
        definition = found["ConditionalEventDefinition"]
        text = definition.attributes.get("condition")
        if text is None:
            desk.error("no-condition", element, "has no condition", "write condition: EXPRESSION")
        else:
            made.condition = reading.expression(desk, at, str(text), at=definition)
    made.flows = [flow for flow in desk.messages if flow.target == element.id]
    return made


def throws(desk: Context, element: Element) -> Throw | None:
    """What an event throws, None for nothing."""
    found = definitions(element)
    made = Throw()
    if "SignalEventDefinition" in found:
        made.signal = reference(desk, found["SignalEventDefinition"], "signalRef", "name")
    if "EscalationEventDefinition" in found:
        made.escalates = True
        made.escalation = reference(desk, found["EscalationEventDefinition"], "escalationRef", "escalationCode")
    if "CompensateEventDefinition" in found:
        made.compensates = True
        activity = found["CompensateEventDefinition"].attributes.get("activityRef")
        made.activity = str(activity) if activity is not None else None
    return made if made.signal is not None or made.escalates or made.compensates else None


def error_code(desk: Context, element: Element) -> str | None:
    """The code of the error that an event names, None for any."""
    definition = definitions(element).get("ErrorEventDefinition")
    return reference(desk, definition, "errorRef", "errorCode") if definition else None


def code(desk: Context, element: Element) -> str | None:
    """The code that narrows what a catching event catches: its error's or its escalation's."""
    escalation = definitions(element).get("EscalationEventDefinition")
    if escalation is not None:
        return reference(desk, escalation, "escalationRef", "escalationCode")
    return error_code(desk, element)


def reference(desk: Context, definition: Element, attribute: str, wanted: str) -> str | None:
    """What a definition's reference stands for: the root element's code or name, else its id; a definition without a
    reference stands for nothing in particular (a signal without a name is one of its own kind)."""
    id = definition.attributes.get(attribute)
    if id is None:
        return "" if attribute == "signalRef" else None
    root = desk.study.elements.get(str(id))
    if root is None:
        return str(id)
    return str(root.attributes.get(wanted) or root.attributes.get("name") or root.id)
