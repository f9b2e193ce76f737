"""Another spelling of the same study: every short form, at random, written out long, in another order."""

from __future__ import annotations

import random
from typing import Any

from hawthorne.flows.spelling.elements import ARROW
from hawthorne.flows.vocabulary.load import load

FLOWS = {
    "flowElements": "SequenceFlow",
    "messageFlows": "MessageFlow",
    "artifacts": "Association",
    "dataInputAssociations": "DataInputAssociation",
    "dataOutputAssociations": "DataOutputAssociation",
}
LISTS = frozenset({*FLOWS, "participants", "properties", "eventDefinitions"})
EXPRESSIONS = frozenset(
    {"conditionExpression", "condition", "transformation", "timeDuration", "loopCondition", "loopCardinality"}
)
DEFAULTS = {
    "StartEvent": {"isInterrupting": True},
    "EndEvent": {"completionCodeType": "none"},
    "BoundaryEvent": {"cancelActivity": "true"},
    "Task": {"startQuantity": 1},
}
OPAQUE = frozenset({"values", "body", "accuracy", "prompted", "absent", "responseTime", "spread", "layout", "state"})


def respell(tree: dict[str, Any], draws: random.Random) -> dict[str, Any]:
    """The study's tree in another spelling."""
    kept = OPAQUE | {"definitions"}
    spelled = {
        key: _body(value, None, draws) if isinstance(value, dict) and key not in kept else value
        for key, value in tree.items()
    }
    if "elements" not in tree and draws.random() < 0.5:
        roots = {
            key: spelled.pop(key) for key in list(spelled) if isinstance(spelled[key], dict) and "type" in spelled[key]
        }
        spelled["elements"] = [{"id": key} | body for key, body in roots.items()]
    return spelled


def _body(body: Any, holder: str | None, draws: random.Random) -> Any:
    if isinstance(body, str) and holder in FLOWS and (ends := ARROW.match(body)) and draws.random() < 0.5:
        source = [ends[1]] if holder.startswith("data") else ends[1]
        body = {"type": FLOWS[holder], "sourceRef": source, "targetRef": ends[2]}
    if not isinstance(body, dict):
        return body
    spelled = {key: _value(key, value, draws) for key, value in body.items()}
    if draws.random() < 0.5:
        spelled = _unfold(spelled)
    kind = spelled.get("type")
    if isinstance(kind, str) and ":" not in kind:
        if draws.random() < 0.5:
            spelled |= {key: value for key, value in DEFAULTS.get(kind, {}).items() if key not in spelled}
        spelled["type"] = draws.choice((kind, f"bpmn:{kind}", kind[0].lower() + kind[1:]))
    if holder is not None and draws.random() < 0.3:
        spelled["bounds"] = "1 2 3 4"
    items = list(spelled.items())
    draws.shuffle(items)
    return dict(items)


def _value(key: str, value: Any, draws: random.Random) -> Any:
    if key in LISTS and isinstance(value, dict):
        bodies = {id: _body(body, key, draws) for id, body in value.items()}
        if all(isinstance(body, dict) for body in bodies.values()) and draws.random() < 0.5:
            return [body | {"id": id} for id, body in bodies.items()]
        return bodies
    if key in LISTS:
        return [_body(body, key, draws) for body in value]
    if key in EXPRESSIONS and isinstance(value, str) and draws.random() < 0.5:
        return {"type": "bpmn:FormalExpression", "body": value}
    if key == "documentation" and draws.random() < 0.5:
        return [{"text": text} for text in ([value] if isinstance(value, str) else value)]
    if key == "extensionElements" and draws.random() < 0.5:
        return {"type": "ExtensionElements", "values": value}
    if isinstance(value, (bool, int)) and draws.random() < 0.5:
        return str(value).lower()
    return value


def _unfold(body: dict[str, Any]) -> dict[str, Any]:
    """A folded typed element as its host with an entry."""
    known = load().type(load().qualify(str(body.get("type", ""))))
    if known is None or known.host in (None, known.name) or "extensionElements" in body:
        return body
    host = load().type(str(known.host))
    assert host is not None
    own = [key for key in body if key in known.own and key not in host.properties]
    entry = {"type": body["type"]} | {key: body[key] for key in own}
    rest = {key: value for key, value in body.items() if key not in own}
    return rest | {"type": str(known.host).removeprefix("bpmn:"), "extensionElements": [entry]}
