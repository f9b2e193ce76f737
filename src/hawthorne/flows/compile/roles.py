"""Who plays: the black-box pools that are asked, and the participants of pools whose steps ask them."""

from __future__ import annotations

from collections.abc import Mapping

from hawthorne.core import registry
from hawthorne.core.actor import Actor
from hawthorne.core.document import Role
from hawthorne.core.performer import Call
from hawthorne.flows.compile import texts
from hawthorne.flows.compile.context import Context
from hawthorne.flows.machine.activities import Activity, Exchange, Question
from hawthorne.flows.machine.battery import BatteryTask
from hawthorne.flows.machine.claimed import Claimed
from hawthorne.flows.machine.containers import each
from hawthorne.flows.machine.events import End, Event
from hawthorne.flows.machine.nested import Nested
from hawthorne.flows.model import Element

SIMULATED = "behaverse:SimulatedActor"
BUILT_IN = {"simulate://random": "random", "behaverse://bot": "random"}
"""Implementations of a drawn actor that the house plays itself."""


def cast(desk: Context) -> tuple[Role, ...]:
    """The roles of a study, in the order in which they are first asked."""
    asked: dict[str, list[str]] = {}
    for task in desk.graph.tasks:
        asked.setdefault(task.role, []).append(f"the trials of {task.label}")
    for node in map(each, desk.graph.nodes):
        if isinstance(node, (Question, Nested)):
            asked.setdefault(node.role, []).append(node.label)
        elif isinstance(node, (Exchange, Claimed, Event, End)) and node.talk is not None:
            for flow in node.talk.outs:
                if flow.target_box is not None:
                    asked.setdefault(flow.target_box.id, []).append(node.label)
    people = tuple(_role(desk, name, what) for name, what in asked.items())
    return people + tuple(_performer(name, *said) for name, said in desk.calls.items())


def _performer(name: str, scheme: str, calls: list[Call]) -> Role:
    """The role that performs the calls of a scheme."""
    return Role(name, f"{scheme}://", asks=_few([call.step for call in calls]), performs=scheme, calls=tuple(calls))


def _role(desk: Context, name: str, what: list[str]) -> Role:
    element = desk.study.elements[name]
    return Role(name, element.label, _actor(desk, element), _few(what))


def _few(what: list[str]) -> str:
    """The first few, and how many more there are."""
    seen = list(dict.fromkeys(what))
    return ", ".join(seen[:4]) + (f" and {len(seen) - 4} more" if len(seen) > 4 else "")


def _actor(desk: Context, element: Element) -> Actor | None:
    entry = element.extension(SIMULATED)
    if entry is not None:
        return _simulated(desk, entry)
    drawn = element.extension("studyflow:Actor")
    kind = BUILT_IN.get(str(drawn.attributes.get("implementation"))) if drawn else None
    if kind is None:
        return None
    actor: Actor = registry.resolve("actors", kind)()
    return actor


def _simulated(desk: Context, entry: Element) -> Actor | None:
    """The simulated actor that a pool plants; what no trial can meet is a warning with the nearest name."""
    decode = registry.resolve("actors", "simulated").decode
    actor, findings = decode(entry.attributes, entry.nearest)
    desk.findings.extend(findings)
    if actor is None:
        return None
    met: dict[str, frozenset[str]] = {}
    for task in desk.graph.tasks:
        if task.prepared is not None:
            met[task.instrument] = met.get(task.instrument, frozenset()) | task.prepared.conditions()
    steps = frozenset(node.id for node in desk.graph.nodes)
    if not any(finding.severity == "error" for finding in desk.findings):  # else tasks are missing from what is met
        desk.findings.extend(actor.lint(met, steps, texts.sent(desk)))
        _warn_of_endless_absence(desk, entry, actor.absent)
    found: Actor = actor
    return found


def _warn_of_endless_absence(desk: Context, entry: Element, absent: Mapping[str, float]) -> None:
    """A step that some subjects never answer needs a boundary event that ends it, on it or around it."""
    for step, share in absent.items():
        node = desk.nodes.get(step)
        if isinstance(node, BatteryTask) or not share or not isinstance(node, Activity):
            continue  # a trial's window ends it
        around = [node, *(desk.nodes.get(outer) for outer in desk.outward(step))]
        if not any(isinstance(one, Activity) and one.boundaries for one in around):
            message = f'absent.{step}: nothing ends "{node.label}" for those who never answer it, so they end stuck'
            desk.find("warning", "endless-absence", message, "attach a timer boundary event to it",
                      entry.nearest(f"absent.{step}"))  # fmt: skip
