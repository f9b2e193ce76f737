"""References: every name that a part gives stands for a part that is there (`ref.resolve`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hawthorne.core.errors import Finding, did_you_mean
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.model.flow import CheckNode, EndNode, LoopNode, OverDraw, RevealNode, ShuffleNode, StageNode
from hawthorne.protocols.model.responses import DrawnOrder
from hawthorne.protocols.model.walk import Path

CODE = "ref.resolve"
Named = tuple[Path, str, str]
"""Where a name stands, the name, and the collection that should have it."""

NOUNS = {
    "analyses": "analysis", "stages": "stage", "responses": "response", "roles": "role", "units": "unit",
    "arms": "arm", "factors": "factor", "draws": "draw", "assets": "asset", "samples": "sample", "cells": "cell",
    "loops": "loop", "sources": "source", "variables": "variable",
}  # fmt: skip


def check(facts: Facts) -> Iterator[Finding]:
    for path, name, collection in _references(facts):
        known = facts.by_id[collection]
        if name not in known:
            fix = did_you_mean(name, known) or f"the protocol has no {collection}"
            yield facts.error(CODE, path, f'no {NOUNS[collection]} is called "{name}"', fix)
    yield from _levels(facts)
    yield from _by(facts)
    yield from _options(facts)
    yield from _shuffles(facts)
    yield from _repeats(facts)
    yield from _unasked(facts)


def _references(facts: Facts) -> Iterator[Named]:
    yield from _of_units(facts)
    yield from _of_design(facts)
    yield from _of_screens(facts)
    yield from _of_flow(facts)
    yield from _of_analyses(facts)


def _of_units(facts: Facts) -> Iterator[Named]:
    protocol = facts.protocol
    for i, unit in enumerate(protocol.units):
        here: Path = ("units", i)
        if unit.parent is not None:
            yield (*here, "parent"), unit.parent, "units"
        if unit.rows.per.startswith("loop:"):
            yield (*here, "rows", "per"), unit.rows.per.removeprefix("loop:"), "loops"
    if protocol.groups is not None:
        for i, seat in enumerate(protocol.groups.seats):
            yield ("groups", "seats", i, "role"), seat.role, "roles"
        for i, response in enumerate(protocol.groups.visible):
            yield ("groups", "visible", i), response, "responses"
    for i, role in enumerate(protocol.roles):
        if role.scripted:
            for response in role.scripted.answers:
                yield ("roles", i, "scripted", "answers", response), response, "responses"


def _of_design(facts: Facts) -> Iterator[Named]:
    protocol = facts.protocol
    for i, arm in enumerate(protocol.arms):
        for factor in arm.levels:
            yield ("arms", i, "levels", factor), factor, "factors"
    for i, draw in enumerate(protocol.draws):
        for arm_id in draw.by_arm or ():
            yield ("draws", i, "by_arm", arm_id), arm_id, "arms"
    for arm_id in protocol.assignment.quota:
        yield ("assignment", "quota", arm_id), arm_id, "arms"
    if protocol.assignment.unit != "group" and "unit" in protocol.assignment.model_fields_set:
        yield ("assignment", "unit"), protocol.assignment.unit, "units"
    for i, feed in enumerate(protocol.feeds):
        here: Path = ("feeds", i, "from")
        if feed.from_.arm is not None:
            yield (*here, "arm"), feed.from_.arm, "arms"
        yield (*here, "unit"), feed.from_.unit, "units"


def _of_screens(facts: Facts) -> Iterator[Named]:
    protocol = facts.protocol
    for i, stage in enumerate(protocol.stages):
        if stage.role != "all":
            yield ("stages", i, "role"), stage.role, "roles"
        if stage.record.per.startswith("loop:"):
            yield ("stages", i, "record", "per"), stage.record.per.removeprefix("loop:"), "loops"
        for j, page in enumerate(stage.pages):
            here: Path = ("stages", i, "pages", j)
            for k, name in enumerate(page.responses):
                yield (*here, "responses", k), name, "responses"
            for k, item in enumerate(page.items):
                if item.type == "image":
                    yield (*here, "items", k, "asset"), item.asset, "assets"
    for i, response in enumerate(protocol.responses):
        for at, options in _option_lists(response):
            for k, option in enumerate(options):
                if option.asset is not None:
                    yield ("responses", i, *at, k, "asset"), option.asset, "assets"
        order = getattr(response, "shuffle", None)
        if isinstance(order, DrawnOrder):
            yield ("responses", i, "shuffle", "draw"), order.draw, "draws"


def _option_lists(response: Any) -> Iterator[tuple[Path, tuple[Any, ...]]]:
    if hasattr(response, "options"):
        yield ("options",), response.options
    scale = getattr(response, "scale", None)
    if scale is not None and hasattr(scale, "options"):
        yield ("scale", "options"), scale.options


def _of_flow(facts: Facts) -> Iterator[Named]:
    for at in facts.nodes:
        node, path = at.node, at.path
        if isinstance(node, StageNode):
            yield (*path, "stage"), node.stage, "stages"
        elif isinstance(node, EndNode) and node.end.stage is not None:
            yield (*path, "end", "stage"), node.end.stage, "stages"
        elif isinstance(node, LoopNode) and isinstance(node.loop.over, OverDraw):
            yield (*path, "loop", "over", "draw"), node.loop.over.draw, "draws"
        elif isinstance(node, RevealNode) and node.reveal.to != "all":
            yield (*path, "reveal", "to"), node.reveal.to, "roles"
        elif isinstance(node, CheckNode):
            yield (*path, "check", "response"), node.check.response, "responses"
            if node.check.again is not None:
                yield (*path, "check", "again"), node.check.again, "stages"
        for role in getattr(getattr(node, "parallel", None), "roles", ()):
            yield (*path, "parallel", "roles", role), role, "roles"


def _of_analyses(facts: Facts) -> Iterator[Named]:
    protocol = facts.protocol
    for name in ("variables", "analyses"):
        for i, part in enumerate(getattr(protocol, name)):
            yield (name, i, "unit"), part.unit, "units"
            pair_on = getattr(part, "pair_on", None)
            if pair_on is not None:
                yield (name, i, "pair_on"), pair_on, "units"
    for i, exclusion in enumerate(protocol.exclusions):
        yield ("exclusions", i, "scope"), exclusion.scope, "units"
    for i, cell in enumerate(protocol.human.cells):
        here: Path = ("human", "cells", i)
        yield (*here, "unit"), cell.unit, "units"
        if cell.sample is not None:
            yield (*here, "sample"), cell.sample, "samples"
    for i, test in enumerate(protocol.human.tests):
        yield ("human", "tests", i, "analysis"), test.analysis, "analyses"
    for i, data in enumerate(protocol.human.unit_data):
        yield ("human", "unit_data", i, "unit"), data.unit, "units"
    if protocol.evaluation.primary_unit is not None:
        yield ("evaluation", "primary_unit"), protocol.evaluation.primary_unit, "units"


def _levels(facts: Facts) -> Iterator[Finding]:
    """The levels that arms and factors' texts name."""
    factors = facts.by_id["factors"]
    for i, arm in enumerate(facts.protocol.arms):
        for name, level in arm.levels.items():
            if name in factors and level not in factors[name].levels:
                yield _no_level(facts, ("arms", i, "levels", name), level, factors[name])
    for i, factor in enumerate(facts.protocol.factors):
        for level in factor.text:
            if level not in factor.levels:
                yield _no_level(facts, ("factors", i, "text", level), level, factor)


def _no_level(facts: Facts, path: Path, level: str, factor: Any) -> Finding:
    return facts.error(CODE, path, f'"{level}" is no level of "{factor.id}"', did_you_mean(level, factor.levels))


def _by(facts: Facts) -> Iterator[Finding]:
    """The groups that official numbers and human cells are of: an arm, a factor's level, a variable's value."""
    protocol = facts.protocol
    for i, unit in enumerate(protocol.units):
        for j, official in enumerate(unit.official_n.cells if unit.official_n is not None else ()):
            yield from _grouping(facts, ("units", i, "official_n", "cells", j, "by"), official.by)
    for i, cell in enumerate(protocol.human.cells):
        yield from _grouping(facts, ("human", "cells", i, "by"), cell.by)
    for i, analysis in enumerate(protocol.analyses):
        if analysis.groups is not None:
            known = _values(facts, analysis.groups.by)
            for k, value in enumerate(analysis.groups.order if known is not None else ()):
                if value not in (known or ()):
                    message = f'"{value}" is no value of {analysis.groups.by}'
                    where = ("analyses", i, "groups", "order", k)
                    yield facts.error(CODE, where, message, did_you_mean(value, known or ()))


def _grouping(facts: Facts, path: Path, by: dict[str, str]) -> Iterator[Finding]:
    for key, value in by.items():
        known = _values(facts, key)
        var = key.startswith("var.") and key[4:] in facts.by_id["variables"]
        if known is None and not var and not key.startswith(("resp.", "loop.", "role.")):
            words = ["arm", *facts.by_id["factors"], *(f"var.{name}" for name in facts.by_id["variables"])]
            yield facts.error(CODE, (*path, key), f'nothing can be grouped by "{key}"', did_you_mean(key, words))
        if known is not None and value not in known:
            yield facts.error(CODE, (*path, key), f'"{value}" is no value of {key}', did_you_mean(value, known))


def _values(facts: Facts, by: str) -> Iterable[str] | None:
    """The values of what rows are grouped by; None where they are not declared."""
    kind, _, name = by.partition(".")
    if by == "arm":
        return facts.by_id["arms"]
    if (factor := facts.by_id["factors"].get(name if kind == "factor" else by)) is not None:
        levels: Iterable[str] = factor.levels
        return levels
    if kind == "var" and name in facts.by_id["variables"]:
        return [str(level) for level in facts.by_id["variables"][name].levels] or None
    if kind == "resp" and getattr(facts.by_id["responses"].get(name), "kind", None) == "choice":
        return [option.id for option in facts.by_id["responses"][name].options]
    return None


def _options(facts: Facts) -> Iterator[Finding]:
    """Options that a response or a human cell names."""
    for i, response in enumerate(facts.protocol.responses):
        ids = [option.id for option in getattr(response, "options", ())]
        for k, name in enumerate(getattr(response, "exclusive", ())):
            if name not in ids:
                where: Path = ("responses", i, "exclusive", k)
                yield facts.error(CODE, where, f'no option is called "{name}"', did_you_mean(name, ids))
    for i, cell in enumerate(facts.protocol.human.cells):
        asked = facts.by_id["responses"].get(cell.variable.removeprefix("resp."))
        ids = [option.id for option in getattr(asked, "options", ())]
        if cell.of is not None and ids and cell.of not in ids:
            where = ("human", "cells", i, "of")
            yield facts.error(CODE, where, f'no option is called "{cell.of}"', did_you_mean(cell.of, ids))


def _shuffles(facts: Facts) -> Iterator[Finding]:
    """The nodes and tags that the rules of a shuffle name."""
    for at in facts.nodes:
        if not isinstance(at.node, ShuffleNode):
            continue
        ids = {name for node in at.node.shuffle for name in (node.id, getattr(node, "stage", None)) if name}
        tags = {tag for node in at.node.shuffle for tag in node.tags}
        for i, rule in enumerate(at.node.constraints):
            for key, known in (("tag", tags), ("id", ids), ("a", ids), ("b", ids)):
                name = getattr(rule, key, None)
                if name is not None and name not in known:
                    what = "has the tag" if key == "tag" else "is called"
                    where = (*at.path, "constraints", i, key)
                    yield facts.error(
                        CODE, where, f'no node of this shuffle {what} "{name}"', did_you_mean(name, known)
                    )


def _repeats(facts: Facts) -> Iterator[Finding]:
    """A check repeats from a stage that stands before it in its own sequence."""
    for at in facts.nodes:
        for i, node in enumerate(getattr(at.node, "sequence", ())):
            again = node.check.again if isinstance(node, CheckNode) else None
            before = [inner.stage for inner in at.node.sequence[:i] if isinstance(inner, StageNode)]  # type: ignore[attr-defined]
            if again is not None and again in facts.by_id["stages"] and again not in before:
                where = (*at.path, "sequence", i, "check", "again")
                fix = did_you_mean(again, before) or "put the stage before the check"
                yield facts.error(CODE, where, f'"{again}" does not stand before the check in its sequence', fix)


def _unasked(facts: Facts) -> Iterator[Finding]:
    """A check is of a response that somebody is asked."""
    for at in facts.nodes:
        if isinstance(at.node, CheckNode):
            name = at.node.check.response
            if name in facts.by_id["responses"] and name not in facts.asked:
                where = (*at.path, "check", "response")
                yield facts.error(
                    CODE, where, f'"{name}" is checked and never asked', "put it on a page before the check"
                )
