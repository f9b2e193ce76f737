"""Steps that an external runner claims: what it is shown of them, and what it may write."""

from __future__ import annotations

from typing import Any

from hawthorne.core.performer import Call
from hawthorne.core.values import JSON
from hawthorne.flows.compile import data, performed, reading
from hawthorne.flows.compile import talk as talking
from hawthorne.flows.compile.context import ACTIVITIES, CONTAINERS, Context
from hawthorne.flows.graph import Spot
from hawthorne.flows.machine.activities import Output
from hawthorne.flows.machine.claimed import Claimed
from hawthorne.flows.machine.state import Frame, Visit
from hawthorne.flows.machine.walk import Walk
from hawthorne.flows.model import Element


def check_claims(desk: Context) -> None:
    """A runner plays activities and black-box pools."""
    for id, runner in desk.setting.claims.items():
        element = desk.study.elements.get(id)
        if element is None:
            text = f'the runner "{runner}" claims "{id}", which the study does not have'
            desk.find("error", "not-claimable", text, "a runner claims ids of the plan that it is given")
        elif id not in desk.graph.boxes and (element.local not in ACTIVITIES or element.local in CONTAINERS):
            desk.error("not-claimable", element, f'is claimed by the runner "{runner}" and is a {element.local}',
                       "a runner plays activities and black-box pools")  # fmt: skip


def claimed(desk: Context, element: Element, spot: Spot) -> Claimed:
    """The node of a step that a runner claims."""
    runner = desk.setting.claims[spot.id]
    around = (element, *(desk.study.elements[outer] for outer in desk.outward(spot.id)))
    if any(
        marker.attributes.get("isSequential") is False for one in around for marker in one.all("loopCharacteristics")
    ):
        desk.error("one-at-a-time", element, f'is claimed by the runner "{runner}" and repeats at once',
                   "a runner plays an element once at a time: write isSequential: true")  # fmt: skip
    outs, ins, _ = talking.scope_of(desk, element)
    attributes = reading.nested(desk, element, texts := _attributes(element))
    held = _in_scope(desk, element)
    prompts = data.inputs(desk, element, uris=True)

    def call(walk: Walk, frame: Frame, visit: Visit | None, extra: Any) -> JSON:
        values = dict(walk.values)
        values |= {id: get(walk, frame, visit) for id, get in held.items()}
        if visit is not None:
            values |= prompts.content(walk, visit) or {}
        values["state"] = {around.scope.id: dict(around.props) for around in frame.outward()}
        shown = texts if attributes is None else attributes(walk, frame, visit, None)
        return {"attributes": shown, "values": {id: value for id, value in values.items() if value is not None}}

    role = performed.role_of(desk, runner)
    desk.calls.setdefault(role, (runner, []))[1].append(Call(element.label, f"the runner {runner}", element.place))
    return Claimed(spot, role, call, talking.talk(outs, ins), _places(desk, element))


def _attributes(element: Element) -> dict[str, Any]:
    """A step's attributes, its extension's included, as values; longer texts with their placeholders."""
    found: dict[str, Any] = {}
    for part in (element, *element.extensions):
        found |= {name: list(value) if isinstance(value, tuple) else value for name, value in part.attributes.items()
                  if name != "documentation" and not name.endswith(".language")}  # fmt: skip
    return found


def _in_scope(desk: Context, element: Element) -> dict[str, reading.Getter]:
    """The properties that are visible at a step, by id."""
    found = {}
    for id in desk.properties:
        getter = reading.property_getter(desk, element, id) if _visible(desk, element, id) else None
        if getter is not None:
            found[id] = getter
    return found


def _visible(desk: Context, element: Element, id: str) -> bool:
    held = desk.properties[id]
    return held.owner == element.id or (held.scope is not None and held.scope in desk.scopes_at(element))


def _places(desk: Context, element: Element) -> dict[str | tuple[str, str], Output]:
    """Where a runner may write besides the step's data edges: properties in scope, and data elements."""
    found: dict[str | tuple[str, str], Output] = {}
    for id, held in desk.properties.items():
        if _visible(desk, element, id) and (held.scope is None or held.name not in held.scope.fixed):
            place = Output(held.owner, held.name, held.scope)
            found[id] = found[held.owner, held.name] = place
    for id, other in desk.study.elements.items():
        if other.local in ("DataObjectReference", "DataStoreReference", "DataObject"):
            found.setdefault(id, Output(id, None))
    return found
