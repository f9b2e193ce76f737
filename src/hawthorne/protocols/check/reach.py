"""What can never be reached, told from the document alone (`reach.static`), and whether sessions end in time
(`reach.terminates`).

A condition over arms, factors, draws, seats and options has finitely many readings; where they are few, all are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any

from hawthorne.core.errors import Finding
from hawthorne.core.values import JSON
from hawthorne.lang.feel import FeelError
from hawthorne.lang.feel.compile import compile_tree
from hawthorne.protocols.check.expressions import paths, read
from hawthorne.protocols.check.facts import At, Facts, children
from hawthorne.protocols.compile.expressions import ROOTS
from hawthorne.protocols.design import items_of
from hawthorne.protocols.model.flow import (
    BranchNode,
    EndNode,
    Loop,
    LoopNode,
    OverDraw,
    OverTimes,
    ShuffleNode,
    StageNode,
)
from hawthorne.protocols.model.walk import Path

CODE, ENDS = "reach.static", "reach.terminates"
READINGS = 4096
"""A condition with more readings is left to play."""
TRIES = 50_000
"""How many beginnings of an order are tried before a shuffle is left to play."""


def check(facts: Facts) -> Iterator[Finding]:
    for i, stage in enumerate(facts.protocol.stages):
        for j, page in enumerate(stage.pages):
            for k, item in enumerate(page.items):
                where: Path = ("stages", i, "pages", j, "items", k, "when")
                if item.when is not None and verdicts(facts, item.when) == {False}:
                    yield _never(facts, where, item.when, f'the item "{item.id}" is never shown')
    for at in facts.nodes:
        if isinstance(at.node, BranchNode):
            yield from _branch(facts, at, at.node)
        yield from _after_the_end(facts, at)
        if isinstance(at.node, ShuffleNode) and at.node.constraints and not _orderable(at.node):
            message = "constraints_unsatisfiable: no order of these nodes keeps every rule"
            yield facts.error(CODE, (*at.path, "constraints"), message, "take a rule out, or change the tags")
        played = facts.by_id["stages"].get(at.node.stage) if isinstance(at.node, StageNode) else None
        if played is not None and at.role is not None and played.role not in ("all", at.role):
            message = f'"{played.id}" is for the role "{played.role}" and stands in the part of "{at.role}"'
            yield facts.error(CODE, (*at.path, "stage"), message, f'move it into the part of "{played.role}"')
    yield from _ends(facts)


def _branch(facts: Facts, at: At, node: BranchNode) -> Iterator[Finding]:
    total = False
    for i, case in enumerate(node.branch):
        where = (*at.path, "branch", i, "when")
        if total:
            message = "an earlier condition is always true, so that this way is never taken"
            yield facts.error(CODE, where, message, "put the narrower condition first")
            continue
        found = verdicts(facts, case.when)
        if found == {False}:
            yield _never(facts, where, case.when, "this way is never taken")
        total = found == {True}
    if total and node.else_ is not None:
        message = "a condition before it is always true, so that this way is never taken"
        yield facts.error(CODE, (*at.path, "else"), message, "take it out")


def _never(facts: Facts, path: Path, text: str, what: str) -> Finding:
    return facts.error(CODE, path, f"`{text}` is never true: {what}", "change the condition, or take the part out")


def _after_the_end(facts: Facts, at: At) -> Iterator[Finding]:
    nodes = getattr(at.node, "sequence", ())
    for i, node in enumerate(nodes[:-1]):
        if _always_ends(node):
            where = (*at.path, "sequence", i + 1)
            yield facts.error(CODE, where, "the session has ended before this node", "move the end behind it")
            return


def _always_ends(node: Any) -> bool:
    if isinstance(node, EndNode):
        return True
    if isinstance(node, BranchNode):
        return node.else_ is not None and all(map(_always_ends, (*(case.do for case in node.branch), node.else_)))
    return any(map(_always_ends, getattr(node, "sequence", ())))


# --- conditions ------------------------------------------------------------------------------------------------------


def verdicts(facts: Facts, text: str, role: str | None = None) -> set[bool]:
    """Whether a condition can hold and whether it can fail: both, where its readings are too many to be tried. With a
    role it is read in that role's seat."""
    try:
        names = paths(text)
        domains = [_domain(facts, path, role) for path in names]
        if any(domain is None for domain in domains):
            return {True, False}
        run = compile_tree(read(text), names=ROOTS, numbers="float")
    except FeelError:
        return {True, False}
    roots = {path[0] for path in names}
    arms = facts.protocol.arms if roots & {"arm", "factor"} else facts.protocol.arms[:1]
    free = [(path, domain) for path, domain in zip(names, domains, strict=True) if domain]
    size = len(arms)
    for _, domain in free:
        size *= len(domain or ())
    if size > READINGS:
        return {True, False}
    found: set[bool] = set()
    for arm in arms:
        for values in product(*(domain or () for _, domain in free)):
            scope: dict[str, Any] = {root: {} for root in ROOTS} | {"arm": arm.id, "factor": dict(arm.levels)}
            for (path, _), value in zip(free, values, strict=True):
                _put(scope, path, value)
            try:
                found.add(run(scope) is True)
            except FeelError:
                return {True, False}
            if len(found) == 2:
                return found
    return found


def _put(scope: dict[str, Any], path: Sequence[str], value: JSON) -> None:
    for key in path[:-1]:
        scope = scope.setdefault(key, {}) if isinstance(scope.get(key), dict) else scope
    scope[path[-1]] = value


def _domain(facts: Facts, path: Sequence[str], seat: str | None) -> Sequence[JSON] | None:
    """The values that a name can have; () for one that the arm says, None where they are not listed."""
    root, *rest = path
    if root == "arm" or (root == "factor" and is_between(facts, rest[0])):
        return ()
    if root == "seat":
        return (seat,) if seat is not None else tuple(facts.by_id["roles"]) or None
    if root == "draw" and len(rest) == 1:
        draw = facts.by_id["draws"].get(rest[0])
        if draw is not None and draw.kind in ("pick", "integer") and draw.by_arm is None:
            return list(islice(items_of(draw.from_), READINGS + 1))
    if root == "resp" and len(rest) == 1:
        response = facts.by_id["responses"].get(rest[0])
        if response is not None and response.kind == "choice" and not _in_loop(facts, rest[0]):
            return [None, *(option.id for option in response.options)]
        if response is not None and response.kind == "likert" and not _in_loop(facts, rest[0]):
            return [None, *range(response.points[0], response.points[1] + 1)]
    return None


def is_between(facts: Facts, factor: str) -> bool:
    return factor in facts.by_id["factors"] and facts.by_id["factors"][factor].scope == "between"


def _in_loop(facts: Facts, response: str) -> bool:
    return any(loops for stage in facts.asked.get(response, ()) for loops in facts.loops_of(stage))


# --- orders ----------------------------------------------------------------------------------------------------------


def _orderable(node: ShuffleNode) -> bool:
    """Whether an order keeps every rule: nodes are put one after the other, and taken back where a rule is broken."""
    nodes, take = node.shuffle, node.take or len(node.shuffle)
    names = [{name for name in (inner.id, getattr(inner, "stage", None)) if name} for inner in nodes]
    tags = [set(inner.tags) for inner in nodes]
    tries = 0

    def fits(order: list[int]) -> bool:
        last = order[-1]
        for rule in node.constraints:
            if rule.type == "first" and len(order) == 1 and rule.id not in names[last]:
                return False
            if rule.type == "no_adjacent" and len(order) > 1 and rule.tag in tags[last] & tags[order[-2]]:
                return False
            if (
                rule.type == "max_run"
                and len(order) > rule.n
                and all(rule.tag in tags[i] for i in order[-rule.n - 1 :])
            ):
                return False
            if rule.type == "before" and rule.a in names[last] and any(rule.b in names[i] for i in order[:-1]):
                return False
        return True

    def extend(order: list[int]) -> bool:
        nonlocal tries
        if len(order) == take:
            return True
        for i in range(len(nodes)):
            tries += 1
            if tries > TRIES:
                return True
            if i not in order and fits([*order, i]) and extend([*order, i]):
                return True
        return False

    return extend([])


# --- the end ---------------------------------------------------------------------------------------------------------


def bound(facts: Facts, node: Any) -> int:
    """The most screens that one participant can see from here to the end of a node."""
    stages: Mapping[str, Any] = facts.by_id["stages"]
    if isinstance(node, (StageNode, EndNode)):
        name = node.stage if isinstance(node, StageNode) else node.end.stage
        return len(stages[name].pages) if name is not None and name in stages else 0
    inner = [bound(facts, child) for _, child, _, _ in children(node)]
    if isinstance(node, LoopNode):
        return inner[0] * passes(facts, node.loop)
    if isinstance(node, BranchNode) or hasattr(node, "parallel"):
        return max(inner, default=0)
    if isinstance(node, ShuffleNode) and node.take is not None:
        return sum(sorted(inner, reverse=True)[: node.take])
    return sum(inner) + _repeated(facts, node, inner)


def _repeated(facts: Facts, node: Any, inner: Sequence[int]) -> int:
    """The screens that the checks of a sequence can play again."""
    more = 0
    for i, check_node in enumerate(getattr(node, "sequence", ())):
        test = getattr(check_node, "check", None)
        if test is not None and test.on_fail.startswith("repeat:"):
            begin = next((k for k, each in enumerate(node.sequence[:i]) if getattr(each, "stage", 0) == test.again), 0)
            more += int(test.on_fail.partition(":")[2]) * sum(inner[begin:i])
    return more


def passes(facts: Facts, loop: Loop) -> int:
    """The most passes that a loop can have."""
    over = loop.over
    if isinstance(over, OverTimes):
        return over.times
    if isinstance(over, OverDraw):
        draw = facts.by_id["draws"].get(over.draw)
        if draw is None:
            return 0
        return draw.k if draw.kind in ("sample", "subset") else len(items_of(draw.from_))
    return len(over)


def _ends(facts: Facts) -> Iterator[Finding]:
    flow = facts.protocol.flow
    for at in facts.nodes:
        if at.node.max_steps is not None and at.path != ("flow",):
            where = (*at.path, "max_steps")
            yield facts.error(ENDS, where, "max_steps stands inside of the flow", "it stands at the flow's root")
    if flow.max_steps is not None and (most := bound(facts, flow)) > flow.max_steps:
        message = f"a session can have {most} screens, and max_steps is {flow.max_steps}"
        yield facts.error(ENDS, ("flow", "max_steps"), message, f"at least {most}, or fewer repeats")
