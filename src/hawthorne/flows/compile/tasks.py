"""Battery tasks: instrument, timeline, who answers, what their Parameters say; prepared once where that can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.core import digest, registry
from hawthorne.core.errors import Finding, InvalidDocument
from hawthorne.core.instrument import Instrument, Prepared
from hawthorne.flows.compile import data, reading, talk
from hawthorne.flows.compile.context import Context, listed, sources
from hawthorne.flows.compile.parameters import merged
from hawthorne.flows.graph import Box, Reading, Spot
from hawthorne.flows.machine.battery import BatteryTask, Prepare, TaskSpec, once
from hawthorne.flows.machine.leaving import StepFailed
from hawthorne.flows.machine.state import Visit
from hawthorne.flows.machine.walk import Walk
from hawthorne.flows.model import Element
from hawthorne.flows.vocabulary.load import load as vocabulary

ANSWERING_KEYS = ("ResponseSource", "LLM", "Prompt")
SIMULATED = "behaverse:SimulatedActor"


def task(desk: Context, element: Element, spot: Spot) -> BatteryTask | None:
    """The node of a battery task; None, and findings, when it cannot be played."""
    values, found = merged(desk.study, element)
    desk.findings.extend(found)
    attributes, parameters = _split(desk, element, values)
    instrument, timeline = attributes.get("instrument"), attributes.get("timeline")
    _refuse_bot_keys(desk, element, parameters.get("Bot"))
    role, box = _who(desk, element)
    _refuse_runtime(desk, element, attributes.get("runtime"), box)
    if not instrument:
        desk.error("no-instrument", element, "names no instrument", "write instrument: RE, NB, WO or FL")
    if not timeline:
        desk.error("no-timeline", element, "names no timeline, so it has no trials to run", "write timeline: NAME")
    if not instrument or not timeline or role is None:
        return None
    prepare, prepared = _prepare(desk, element, str(instrument), timeline, parameters)
    if prepare is None:
        return None
    file, columns = data.records_file(desk, element)
    spec = TaskSpec(spot.id, spot.label, str(instrument), str(timeline), role, box, file, prepare, columns, prepared)
    spec.names = _stated(desk, element, columns)
    desk.graph.tasks.append(spec)
    return BatteryTask(spot, spec)


def _split(desk: Context, element: Element, values: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Keys that name an attribute of the step's type set it; the rest are the step's parameters."""
    kind = vocabulary().type(element.kind)
    declared = kind.own if kind else {}
    attributes = {name: element.get(name) for name in declared if element.get(name) is not None}
    parameters = {}
    for key, value in values.items():
        if key not in declared:
            parameters[key] = value
        elif value is None or isinstance(value, (list, Mapping)):
            desk.error("one-value", element, f'has "{key}" set by its Parameters to {value!r}', "give it one value")
        else:
            attributes[key] = value
    return attributes, parameters


def _refuse_bot_keys(desk: Context, element: Element, bot: Any) -> None:
    for key in ANSWERING_KEYS:
        if isinstance(bot, Mapping) and key in bot:
            desk.error("bot-answers", element, f"has Bot.{key}, and who answers is what the diagram draws",
                       "draw the task's two message flows to whoever answers")  # fmt: skip


def _refuse_runtime(desk: Context, element: Element, runtime: Any, box: Box | None) -> None:
    actor = desk.study.elements.get(box.id) if box else None
    if runtime == "godot" and not (actor and actor.extension(SIMULATED)):
        desk.error("no-runtime", element, "is set to runtime godot, which nothing plays yet", at="runtime",
                   fix="leave runtime out, or let a simulated actor answer")  # fmt: skip


def _who(desk: Context, element: Element) -> tuple[str | None, Box | None]:
    """The role that answers a task's trials: the pool along its message flows, else whoever is on its receiving
    band, else its own pool's participant."""
    before = len(desk.findings)
    flows = talk.trial_talk(desk, element)
    if flows is not None:
        box = flows[0].target_box
        if box is None:
            desk.error("no-partner", element, f'sends its trials to "{flows[0].target}", which is no black-box pool',
                       "a pool with a process cannot answer trials: draw the flows to a pool without one")  # fmt: skip
            return None, None
        return box.id, box
    if len(desk.findings) > before:
        return None, None
    presenting = element.attributes.get("initiatingParticipantRef")
    bands = [band for band in listed(element.attributes.get("participantRef")) if band != presenting]
    if bands and bands[0] in desk.graph.boxes:
        return bands[0], desk.graph.boxes[bands[0]]
    return desk.pool_of[element.id or ""].id, None


def _prepare(
    desk: Context, element: Element, instrument: str, timeline: Any, parameters: dict[str, Any]
) -> tuple[Prepare | None, Prepared | None]:
    try:
        kind: Instrument = registry.resolve("instruments", instrument)()
    except registry.UnknownName as error:
        desk.error("no-instrument", element, f"cannot be played: {error}", at="instrument")
        return None, None
    read = reading.nested(desk, element, {"timeline": timeline, "parameters": parameters})
    draws = desk.setting.draws.at("task", element.id or "")
    seed = desk.setting.seed if isinstance(desk.setting.seed, int) else 0
    if read is not None:
        return _at_run_time(kind, read, draws, seed), None
    try:
        prepared = kind.prepare(parameters, str(timeline), draws, seed)
    except InvalidDocument as error:
        desk.findings.extend(_placed(desk, element, finding) for finding in error.findings)
        return None, None
    return once(prepared), prepared


def _at_run_time(kind: Instrument, read: Reading, draws: Any, seed: int) -> Prepare:
    """A task whose Parameters cite values of the run: prepared once for each set of values."""
    known: dict[str, Prepared] = {}

    def prepare(walk: Walk, visit: Visit) -> Prepared:
        asked = read(walk, visit.frame, visit, None)
        key = digest.of_value(asked)
        if key not in known:
            try:
                known[key] = kind.prepare(asked["parameters"], str(asked["timeline"]), draws, seed)
            except InvalidDocument as error:
                raise StepFailed(visit.node, "; ".join(f.message for f in error.findings), visit) from None
        return known[key]

    return prepare


def _placed(desk: Context, element: Element, finding: Finding) -> Finding:
    """An instrument's finding, with the place in the file of the key that its path names."""
    ids = [id for edge in element.all("dataInputAssociations") for id in sources(edge)]
    entries = [s.extension("studyflow:Parameters") for id in ids if (s := desk.study.elements.get(id)) is not None]
    places = [entry.nearest(f"values.{finding.place.path}") for entry in entries if entry is not None]
    if finding.code == "unknown-timeline" and element.get("timeline") is not None:
        places = [element.where("timeline")]
    place = max(places, key=lambda place: len(place.path), default=element.place)
    message = f'"{element.label}": {finding.message}'
    return Finding(finding.severity, finding.code, message, finding.fix, place)


def _stated(desk: Context, element: Element, columns: frozenset[str] | None) -> dict[str, Reading]:
    """The properties that each record of a task states, by name: inner ones shadow outer ones."""
    names: dict[str, Reading] = {}
    scope = desk.scope_around(element.id or "")
    while scope is not None:
        for name in (*scope.properties, *scope.fixed):
            if name not in names and (columns is None or name in columns):
                getter = reading.resolve(desk, element, name)
                assert getter is not None
                names[name] = _reading(getter)
        if scope.parent is None:
            break
        scope = scope.parent
    return dict(sorted(names.items()))


def _reading(getter: reading.Getter) -> Reading:
    return lambda walk, frame, visit, extra: getter(walk, frame, visit)
