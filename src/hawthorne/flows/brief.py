"""What an external runner is told of a study: every element, as text, the way the file says it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hawthorne.core.values import JSON
from hawthorne.flows.model import Element, Study
from hawthorne.flows.names import named_elements
from hawthorne.flows.vocabulary.load import load

PROTOCOL = 2
"""The number of the hand-off contract."""


def brief(study: Study) -> dict[str, JSON]:
    """The plan of a study (`plan.json` of the hand-off contract, protocol 2)."""
    home = study.study
    entry = home.extension("studyflow:Study") if home else None
    about = entry.attributes if entry else {}
    processes = sorted((p for p in study.processes if p.id), key=lambda process: process is not home)
    names = named_elements(study)
    return {
        "protocol": PROTOCOL,
        "options": {},
        "study": {
            "id": home.id if home else study.id,
            "name": str(home.attributes["name"]) if home and "name" in home.attributes else None,
            "seed": None if about.get("seed") is None else str(about["seed"]),
            "dependencies": [str(each) for each in about.get("dependencies", ())],
        },
        "sources": [],
        "processes": [process.id for process in processes],
        "names": {id: name for id, each in study.elements.items() if (name := each.attributes.get("name")) in names},
        "elements": {id: _element(study, element) for id, element in study.elements.items()},
    }


def _element(study: Study, element: Element) -> dict[str, JSON]:
    name = element.attributes.get("name")
    parent = study.parents.get(element.id or "")
    found: dict[str, JSON] = {
        "id": element.id,
        "type": _lower(element.local),
        "name": None if name is None else str(name),
        "attributes": _texts(element),
        "extensions": [
            {"namespace": entry.type.partition(":")[0], "type": _lower(entry.local), "attributes": _texts(entry)}
            for entry in element.extensions
        ],
        "additionalArguments": _text(element.get("additionalArguments")),
        "ioSlots": {},
        "inputs": [
            {"source": source, "target": element.id, **_transformation(edge)}
            for edge in element.all("dataInputAssociations")
            for source in _listed(edge.attributes.get("sourceRef"))
        ],
        "outputs": [
            {"target": target, **_transformation(edge)}
            for edge in element.all("dataOutputAssociations")
            for target in _listed(edge.attributes.get("targetRef"))
        ],
        "participants": list(_listed(element.attributes.get("participantRef"))),
        "parent": parent if parent in study.elements and element.type != "bpmn:Participant" else None,
    }
    return found | _more(element)


def _more(element: Element) -> dict[str, JSON]:
    """What only some elements have."""
    found: dict[str, JSON] = {}
    condition = element.get("conditionExpression")
    if condition is not None:
        found["condition"] = {"body": str(condition), "language": "feel"}
    marker = element.one("loopCharacteristics")
    if marker is not None:
        found["loop"] = _loop(marker)
    events = element.all("eventDefinitions")
    if events:
        found["events"] = [_lower(event.local) for event in events]
        timers = {key[4:].lower(): str(event.attributes[key]) for event in events
                  for key in ("timeDuration", "timeDate", "timeCycle") if key in event.attributes}  # fmt: skip
        found |= {"timer": timers} if timers else {}
    times = element.one("participantMultiplicity")
    if times is not None:
        found["multiplicity"] = str(times.attributes.get("maximum", 1))
    if element.get("memory") is not None:
        found["memory"] = str(element.get("memory"))
    if element.extension("cognitive:RandomGateway"):
        found["branching"] = "random"
    return found


def _loop(marker: Element) -> dict[str, JSON]:
    get = marker.attributes.get
    if marker.local == "StandardLoopCharacteristics":
        parts = {"testBefore": get("testBefore"), "maximum": get("loopMaximum"), "condition": get("loopCondition")}
        return {"kind": "standard"} | {key: _text(value) for key, value in parts.items() if value is not None}
    item, output = marker.one("inputDataItem"), marker.one("outputDataItem")
    named = {
        "cardinality": get("loopCardinality"),
        "input": get("loopDataInputRef"),
        "inputItem": item and (item.attributes.get("name") or item.id),
        "outputItem": output and (output.attributes.get("name") or output.id),
        "output": get("loopDataOutputRef"),
    }
    return {"kind": "multiInstance"} | {key: _text(value) for key, value in named.items() if value is not None}


def _texts(part: Element) -> dict[str, JSON]:
    """Attributes as text; those that hold several values as lists of text."""
    declared = load().type(part.type)
    found: dict[str, JSON] = {}
    for name, value in part.attributes.items():
        known = declared.properties.get(name) if declared is not None else None
        if name == "documentation" or (known is not None and known.role == "expression"):
            continue
        found[name] = [str(each) for each in value] if isinstance(value, tuple) else _text(value)
    return found


def _transformation(edge: Element) -> dict[str, JSON]:
    return {"transformation": _text(edge.attributes.get("transformation")), "language": "feel"}


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=_mapped)


def _mapped(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)


def _lower(local: str) -> str:
    return local[:1].lower() + local[1:]


def _listed(value: Any) -> tuple[str, ...]:
    return () if value is None else (value,) if isinstance(value, str) else tuple(value)
