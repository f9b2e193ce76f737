"""Pools, black boxes, scopes and their properties."""

from __future__ import annotations

import json
from collections.abc import Mapping

from hawthorne.core.values import JSON, plain
from hawthorne.flows.compile.context import CONTAINERS, DATA, Context, Held, initial
from hawthorne.flows.compile.parameters import merged, values_of
from hawthorne.flows.graph import Box, Pool, Scope
from hawthorne.flows.model import Element
from hawthorne.flows.names import loop_items, named_elements


def lay_scopes(desk: Context) -> None:
    """Make the pools, the boxes, the scopes and the table of properties."""
    desk.names.update(named_elements(desk.study))
    called = {str(e.attributes.get("calledElement")) for e in desk.study.elements.values() if e.local == "CallActivity"}
    walked = [process for process in desk.study.processes if process.id and _runs(process) and process.id not in called]
    if not walked and desk.study.processes:
        first = desk.study.processes[0]
        desk.error("no-steps", first, "has no steps, so there is nothing to run", "give it `flowElements`")
    walked.sort(key=lambda process: process.extension("studyflow:Study") is None)
    holders = _participants(desk)
    for process in walked:
        scope = _scope(desk, process, None)
        participant = next((p for p in holders if p.attributes.get("processRef") == process.id), None)
        _pool(desk, process, scope, participant)
    for process in desk.study.processes:
        if process.id in called:
            _called(desk, process)
    for participant in holders:
        if not participant.attributes.get("processRef"):
            assert participant.id is not None
            desk.graph.boxes[participant.id] = Box(participant.id, participant.label, _converses(participant))
    _elements(desk)


def _runs(process: Element) -> bool:
    """Whether a process is walked: it has a sequence flow, or is a single step."""
    elements = process.all("flowElements")
    steps = [e for e in elements if e.local != "SequenceFlow" and e.local not in DATA]
    return len(steps) == 1 or any(element.local == "SequenceFlow" for element in elements)


def _participants(desk: Context) -> list[Element]:
    return [p for root in desk.study.of_type("Collaboration") for p in root.all("participants") if p.id]


def _converses(participant: Element) -> bool:
    return bool(participant.get("memory") == "conversation")


def multiplicity(participant: Element) -> int | None:
    """The number of instances that a participant declares, None where it declares none."""
    child = participant.one("participantMultiplicity")
    value = child.attributes.get("maximum") if child else participant.attributes.get("participantMultiplicity")
    if isinstance(value, Mapping):
        value = value.get("maximum")
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _pool(desk: Context, process: Element, scope: Scope, participant: Element | None) -> None:
    declared = multiplicity(participant) if participant else None
    owner = participant or process
    assert owner.id is not None
    inside = frozenset(element.id for element in process.walk() if element.id)
    pool = Pool(owner.id, owner.label, scope, declared or 1, declared is not None, inside)
    desk.graph.pools.append(pool)
    for element in inside:
        desk.pool_of[element] = pool


def _called(desk: Context, process: Element) -> None:
    """A process that others call: its elements count as those of the study's first pool."""
    _scope(desk, process, None)
    if desk.graph.pools:
        for element in process.walk():
            if element.id:
                desk.pool_of.setdefault(element.id, desk.graph.pools[0])


def _scope(desk: Context, container: Element, parent: Scope | None) -> Scope:
    assert container.id is not None
    scope = Scope(container.id, parent, repeats=container.one("loopCharacteristics") is not None)
    desk.scopes[container.id] = scope
    for prop in container.all("properties"):
        name = _declare(desk, container.id, prop, scope)
        if name:
            scope.properties[name] = _initial(prop)
    if parent is not None:
        _fix_parameters(desk, container, scope)
        _bind_item(container, scope)
    for element in container.all("flowElements"):
        if element.local in CONTAINERS and element.id is None:
            continue  # a finding of the checks
        if element.local in CONTAINERS:
            _scope(desk, element, scope)
        else:
            _lasting(desk, element)
    return scope


def _initial(prop: Element) -> JSON:
    return plain(initial(prop.get("value"), json.loads))


def _declare(desk: Context, owner: str, prop: Element, scope: Scope | None) -> str | None:
    name = prop.attributes.get("name") or prop.id
    if not isinstance(name, str):
        return None
    if name.startswith("_"):
        desk.error("reserved-name", prop, "begins with an underscore", "such names are the engine's: rename it")
        return None
    if prop.id:
        desk.properties[prop.id] = Held(owner, name, scope)
    return name


def _fix_parameters(desk: Context, container: Element, scope: Scope) -> None:
    """Parameters wired into a sub-process are read-only properties of it."""
    values, found = merged(desk.study, container)
    desk.findings.extend(found)
    for name, value in values.items():
        if name in scope.properties:
            desk.error("declared-twice", container, f'declares "{name}" and has it wired in by Parameters', "keep one")
        scope.fixed[name] = plain(value)


def _bind_item(container: Element, scope: Scope) -> None:
    """A multi-instance sub-process binds its item and its output under their names, in its own scope."""
    for name in loop_items(container):
        scope.properties.setdefault(name, None)


def _lasting(desk: Context, element: Element) -> None:
    """The properties of a plain element last as long as the study."""
    for prop in element.all("properties"):
        assert element.id is not None
        name = _declare(desk, element.id, prop, None)
        if name:
            given = desk.study.state.get(element.id)
            kept = given.get(name) if isinstance(given, Mapping) and name in given else _initial(prop)
            desk.graph.lasting.setdefault(element.id, {})[name] = plain(kept)


def _elements(desk: Context) -> None:
    """What reads and writes may cite beside properties: nothing to lay out, but Parameters have their value at once."""
    for id, element in desk.study.elements.items():
        if element.extension("studyflow:Parameters"):
            desk.constants[id] = plain(values_of(element))
