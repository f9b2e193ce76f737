"""The compiler's order of work: responses, stages, flow, seats, units; then the script that machines play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hawthorne.core.document import Document, Setting
from hawthorne.core.draws import Draws
from hawthorne.core.errors import Finding, InvalidDocument
from hawthorne.core.values import JSON
from hawthorne.lang.feel import FeelError
from hawthorne.protocols.compile import feeds as feeding
from hawthorne.protocols.compile.desk import Desk
from hawthorne.protocols.compile.flow import Flow
from hawthorne.protocols.compile.responses import Asked
from hawthorne.protocols.compile.screens import Stage
from hawthorne.protocols.compile.stages import asked, stages
from hawthorne.protocols.compile.survey import Survey
from hawthorne.protocols.compile.variables import coding
from hawthorne.protocols.design import Design, Drawn
from hawthorne.protocols.machine.play import Script
from hawthorne.protocols.machine.seat import Sitting
from hawthorne.protocols.model import Protocol
from hawthorne.protocols.model.design import Unit as UnitPart
from hawthorne.protocols.units import Unit, Units


class Compiled(NamedTuple):
    """A compiled protocol: what its machines play, and what its tables need to know."""

    script: Script
    survey: Survey
    responses: Mapping[str, Asked]
    stages: Mapping[str, Stage]


def build(document: Document, setting: Setting, arms: Sequence[str] | None = None) -> Compiled:
    """Compile a protocol; `arms` plays some of its arms only.

    Raises InvalidDocument with everything that keeps it from being played.
    """
    refuse(document.findings)
    desk = Desk(document, setting)
    protocol, survey = desk.protocol, desk.survey
    responses = asked(desk)
    made = stages(desk, responses)
    kept = {loop for unit in protocol.units for loop in _loops(unit, survey)}
    root = Flow(desk, made, kept).node(protocol.flow)
    units = _units(desk)
    sittings, handover = _sittings(desk)
    scope = _scope(desk)
    refuse(desk.findings)
    for stage in made.values():
        for page in stage.pages:
            page.final = bool(desk.final & {asked.id for asked in page.asks}) or None in desk.final
    groups = protocol.groups
    script = Script(
        root=root,
        sittings=sittings,
        grouped=groups is not None,
        kept=groups is not None or any(unit.rows.per == "response" for unit in protocol.units),
        design=Design(protocol, setting.draws, arms),
        by_seat=groups is not None and _by_seat(protocol),
        around=survey.around,
        scope=scope,
        units=units,
        on_drop="end_group" if groups is None else groups.on_drop,
        handover=handover,
        most=min(protocol.flow.max_steps or setting.max_steps, setting.max_steps),
        seed=setting.seed,
        draws=setting.draws,
    )
    return Compiled(script, survey, responses, made)


def refuse(findings: Sequence[Finding]) -> None:
    """Raises InvalidDocument where a finding is an error."""
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors:
        raise InvalidDocument(errors)


def _by_seat(protocol: Protocol) -> bool:
    """Whether each member of a group has an arm of its own: only where the document says that single participants are
    assigned, since members of one group share its arm as a rule."""
    said = protocol.assignment
    per = next((unit.rows.per for unit in protocol.units if unit.id == said.unit), None)
    return "unit" in said.model_fields_set and per == "session"


def _loops(unit: UnitPart, survey: Survey) -> tuple[str, ...]:
    """The loops around a row of a unit, outermost first."""
    per, _, loop = unit.rows.per.partition(":")
    return survey.loops.get(loop, ()) if per == "loop" else ()


def _units(desk: Desk) -> Units:
    protocol, survey = desk.protocol, desk.survey
    made = []
    for k, unit in enumerate(protocol.units):
        per = unit.rows.per.partition(":")[0]
        loops = _loops(unit, survey)
        if per == "loop" and not loops:
            desk.error("ref.resolve", f'no loop is called "{unit.rows.per.partition(":")[2]}"',
                       f"known: {', '.join(survey.loops) or 'none'}", ("units", k, "rows", "per"))  # fmt: skip
            continue
        variables = [(variable.id, _coding(desk, variable, v))
                     for v, variable in enumerate(protocol.variables) if variable.unit == unit.id]  # fmt: skip
        exclusions = [(rule.id, desk.expression(rule.when, ("exclusions", e, "when")))
                      for e, rule in enumerate(protocol.exclusions) if rule.scope == unit.id]  # fmt: skip
        made.append(Unit(unit.id, per, loops, tuple(variables), tuple(exclusions)))
    return Units(made, survey.asked, protocol.groups is not None)


def _coding(desk: Desk, variable: Any, index: int) -> Any:
    try:
        return coding(variable, lambda text: desk.expression(text, ("variables", index)))
    except (FeelError, ValueError) as error:
        desk.error("coding.cases", f'the rule of "{variable.id}" cannot be used: {error}', "mend it",
                   ("variables", index))  # fmt: skip
        return None


def _sittings(desk: Desk) -> tuple[tuple[Sitting, ...], dict[str, Mapping[str, Any]]]:
    """The seats of a case, and the answers that go on where somebody left."""
    protocol = desk.protocol
    groups = protocol.groups
    if groups is None:
        role = desk.protocol.roles[0].id if protocol.roles else "participant"
        return (Sitting(role, role, 0, ""),), {}
    if groups.matching != "partners" or groups.rematch_every is not None:
        desk.error("design.groups", f'groups are matched as "{groups.matching}", which is not played',
                   'let "matching" be "partners" and leave "rematch_every" out', ("groups", "matching"))  # fmt: skip
    answers: dict[str, Mapping[str, Any]] = {
        role.id: _answers(desk, role, k) for k, role in enumerate(protocol.roles) if role.scripted
    }
    handed = groups.on_drop == "scripted"
    seats = [seat.role for seat in groups.seats]
    made = []
    for index, role in enumerate(seats):
        name = role if seats.count(role) == 1 else f"{role}-{seats[:index].count(role) + 1}"
        made.append(Sitting(name, role, index, f"{name}/", None if handed else answers.get(role)))
    if all(sitting.scripted is not None for sitting in made):
        desk.error("design.groups", "every seat of the group is scripted, so nobody takes part",
                   "let people have a seat", ("groups", "seats"))  # fmt: skip
    return tuple(made), answers if handed else {}


def _answers(desk: Desk, role: Any, index: int) -> dict[str, Any]:
    """A role's scripted answers: values, and expressions behind `=`."""
    found: dict[str, Any] = {}
    for id, value in role.scripted.answers.items():
        if isinstance(value, str) and value.startswith("="):
            value = desk.expression(value[1:].strip(), ("roles", index, "scripted", "answers", id))
        found[id] = value
    return found


def _scope(desk: Desk) -> Callable[[Drawn, Sitting, Draws], dict[str, Any]]:
    """What a seat's expressions can read from the start."""
    protocol = desk.protocol
    given = feeding.feeds(desk)
    texts = {factor.id: factor.text for factor in protocol.factors}

    def scope(drawn: Drawn, sitting: Sitting, draws: Draws) -> dict[str, JSON]:
        levels = dict(protocol.arms[drawn.place].levels)
        return {
            "arm": drawn.arm,
            "factor": levels,
            "draw": drawn.draws,
            "level_text": {id: texts.get(id, {}).get(level) for id, level in levels.items()},
            "feed": {id: choose(draws) for id, choose in given.items()},
            "seat": sitting.role,
            "round": None,
            "calc": None,
            "var": None,
        }

    return scope
