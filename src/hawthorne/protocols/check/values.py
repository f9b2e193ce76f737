"""Values that are there when they are shown (`reach.values`): what a text or a bound needs has been answered by then.

The flow is walked once for each role with what has surely been answered, and what may have been: an optional answer, or
one on some ways only. A text that needs neither could never be served; one that needs the latter should say when.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from hawthorne.core.errors import Finding
from hawthorne.lang import feel
from hawthorne.lang.feel import FeelError, tree
from hawthorne.protocols.check.expressions import paths, read, resolve
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.check.reach import verdicts
from hawthorne.protocols.check.uses import Use, uses
from hawthorne.protocols.model.flow import BranchNode, EndNode, LoopNode, ShuffleNode, StageNode, SyncNode
from hawthorne.protocols.model.screens import Stage
from hawthorne.protocols.model.walk import Path

CODE = "reach.values"
ANSWERS = frozenset({"resp", "role", "partner", "group"})


class Known(NamedTuple):
    """The answers that are there, and those that may be, as paths of names (`resp.x`, `role.r.resp.x`,
    `group.resp.x`)."""

    surely: frozenset[str]
    perhaps: frozenset[str]

    def with_(self, surely: frozenset[str], perhaps: frozenset[str] = frozenset()) -> Known:
        return Known(self.surely | surely, self.perhaps | perhaps)


def check(facts: Facts) -> Iterator[Finding]:
    found: dict[tuple[Path, str], Finding] = {}
    for role in facts.by_id["roles"] or (None,):
        _Walk(facts, role, found).node(facts.protocol.flow, ("flow",), Known(frozenset(), frozenset()))
    yield from found.values()


class _Walk:
    """One role's way through the flow."""

    def __init__(self, facts: Facts, role: str | None, found: dict[tuple[Path, str], Finding]) -> None:
        self.facts = facts
        self.role = role
        self.found = found
        self.shown = _shown(facts)

    def node(self, node: Any, path: Path, known: Known) -> Known | None:
        """What is known behind a node; None where the session has ended."""
        if isinstance(node, StageNode):
            return self.stage(node.stage, known)
        if isinstance(node, EndNode):
            if node.end.stage is not None:
                self.stage(node.end.stage, known)
            return None
        if isinstance(node, SyncNode):
            there = {need: self.synced(need) for need in node.sync.needs}
            surely = [names for need, names in there.items() if self.always(need)]
            return known.with_(frozenset().union(*surely), frozenset().union(*there.values()))
        if isinstance(node, LoopNode):
            return self.node(node.loop.do, (*path, "loop", "do"), known)
        if isinstance(node, BranchNode):
            return self.branch(node, path, known)
        if isinstance(node, ShuffleNode):
            return self.shuffle(node, path, known)
        return self.rest(node, path, known)

    def rest(self, node: Any, path: Path, known: Known) -> Known | None:
        if hasattr(node, "parallel"):
            part = node.parallel.roles.get(self.role)
            return known if part is None else self.node(part, (*path, "parallel", "roles", str(self.role)), known)
        for i, inner in enumerate(getattr(node, "sequence", ())):
            behind = self.node(inner, (*path, "sequence", i), known)
            if behind is None:
                return None
            known = behind
        told = getattr(node, "reveal", None)
        if told is not None and told.to in ("all", self.role):
            self.needs((*path, "reveal"), told.when, known)
        if hasattr(node, "check"):
            self.needs((*path, "check"), None, known)
        return known

    def branch(self, node: BranchNode, path: Path, known: Known) -> Known | None:
        behind: list[Known] = []
        for i, case in enumerate(node.branch):
            if self.role is not None and verdicts(self.facts, case.when, self.role) == {False}:
                continue
            way = self.node(case.do, (*path, "branch", i, "do"), known.with_(_mentioned(case.when)))
            behind += [way] if way is not None else []
        other = known if node.else_ is None else self.node(node.else_, (*path, "else"), known)
        behind += [other] if other is not None else []
        if not behind:
            return None
        every = frozenset().union(*(way.surely | way.perhaps for way in behind))
        surely = frozenset.intersection(*(way.surely for way in behind))
        return Known(surely, every)

    def shuffle(self, node: ShuffleNode, path: Path, known: Known) -> Known:
        """Whatever stands in another order may not be there yet, but for what a rule puts before."""
        behind: dict[int, Known] = {}
        names = [{inner.id, getattr(inner, "stage", None)} for inner in node.shuffle]
        rules = [rule for rule in node.constraints if rule.type == "before"]
        for i, inner in enumerate(node.shuffle):
            before = known
            for rule in rules:
                if rule.b in names[i] and node.take is None:
                    earlier = next((k for k, each in enumerate(names) if rule.a in each), None)
                    done = (
                        self.node(node.shuffle[earlier], (*path, "shuffle", earlier), known)
                        if earlier is not None
                        else None
                    )
                    before = before.with_(done.surely, done.perhaps) if done is not None else before
            behind[i] = self.node(inner, (*path, "shuffle", i), before) or known
        every = frozenset().union(*(way.surely | way.perhaps for way in behind.values()))
        surely = frozenset().union(*(way.surely for way in behind.values())) if node.take is None else known.surely
        return Known(surely, every)

    def stage(self, name: str, known: Known) -> Known:
        stages = self.facts.protocol.stages
        index = next((i for i, stage in enumerate(stages) if stage.id == name), None)
        if index is None or stages[index].role not in ("all", self.role):
            return known
        timed = _timed(stages[index])
        for j, page in enumerate(stages[index].pages):
            for k, item in enumerate(page.items):
                self.needs(("stages", index, "pages", j, "items", k), item.when, known)
            for response in page.responses:
                self.needs(("responses", self.index(response)), None, known)
            asked = [self.facts.by_id["responses"].get(response) for response in page.responses]
            answers = {self.own(each.id) for each in asked if each is not None}
            given = {self.own(each.id) for each in asked if each is not None and each.required and not timed}
            known = known.with_(frozenset().union(*given), frozenset().union(*answers))
        return known

    def index(self, response: str) -> int:
        return next((i for i, each in enumerate(self.facts.protocol.responses) if each.id == response), -1)

    def own(self, response: str) -> frozenset[str]:
        """An answer of one's own has two names where the role has one seat."""
        role = self.facts.by_id["roles"].get(self.role or "")
        other = {f"role.{self.role}.resp.{response}"} if role is not None and role.count == 1 else set()
        return frozenset({f"resp.{response}"} | other)

    def synced(self, need: str) -> frozenset[str]:
        """The answers that a sync waits for."""
        found = {need}
        if need.startswith("group."):
            found |= {f"role.{role}.{need.removeprefix('group.')}" for role in self.facts.by_id["roles"]}
        return frozenset(found)

    def always(self, need: str) -> bool:
        """Whether a page that asks for an answer is not passed without one."""
        response = self.facts.by_id["responses"].get(need.rpartition(".")[2])
        places = [self.facts.by_id["stages"][stage] for stage in self.facts.asked.get(need.rpartition(".")[2], ())]
        return response is None or (response.required and not any(map(_timed, places)))

    def needs(self, part: Path, when: str | None, known: Known) -> None:
        """Look at the texts and bounds of a part."""
        used = self.shown.get(part, ())
        if not used or (when is not None and verdicts(self.facts, when, self.role) == {False}):
            return
        guarded = _mentioned(when) if when is not None else frozenset()
        for use in used:
            for need in _needed(self.facts, use.text) - guarded - known.surely:
                self.tell(use, need, need in known.perhaps)

    def tell(self, use: Use, need: str, perhaps: bool) -> None:
        what = f"`{use.text}` needs {need}" if use.text != need else need
        if perhaps:
            fix = f'show it only where it is there ("when": "{need} != null"), or require the answer'
            finding = self.facts.warning(CODE, use.path, f"{what}, which may be missing here", fix)
        else:
            fix = "wait for it with a sync" if not need.startswith("resp.") else "ask for it before"
            finding = self.facts.error(CODE, use.path, f"{what}, which nobody has answered by then", fix)
        before = self.found.get((use.path, need))
        if before is None or before.severity == "warning":
            self.found[use.path, need] = finding


def _timed(stage: Stage) -> bool:
    """Whether a stage's pages may be over before they are answered, and the session goes on."""
    timing = stage.timing
    return timing.advance != "self" or (timing.max_seconds is not None and timing.on_timeout != "end")


def _shown(facts: Facts) -> dict[Path, list[Use]]:
    """The texts and bounds that are served, by the part that holds them."""
    found: dict[Path, list[Use]] = {}
    for use in uses(facts):
        if not use.shown or not _sound(facts, use):
            continue
        if use.path[0] == "stages" and "items" in use.path:
            part = use.path[:6]
        elif use.path[0] == "responses":
            part = use.path[:2]
        else:
            part = next((use.path[: i + 1] for i, key in enumerate(use.path) if key in ("reveal", "check")), use.path)
        found.setdefault(part, []).append(use)
    return found


def _sound(facts: Facts, use: Use) -> bool:
    """Whether an expression can be read and all its names stand for something; else other checks say so."""
    try:
        return all(path[0] in use.names and resolve(facts, path, use.loops) is None for path in paths(use.text))
    except FeelError:
        return False


def _needed(facts: Facts, text: str, through: frozenset[str] = frozenset()) -> frozenset[str]:
    """The answers without which an expression has no value, calculations followed; those whose absence it handles are
    left out."""
    found: set[str] = set()
    try:
        handled = _conditions(text)
        for path in paths(text):
            if path[0] == "calc" and len(path) > 1 and path[1] not in through and path[1] in facts.by_id["calcs"]:
                found |= _needed(facts, facts.by_id["calcs"][path[1]].expr, through | {path[1]})
            elif path[0] in ANSWERS and (name := _name(path)) is not None and name not in handled:
                found.add(name)
    except FeelError:
        return frozenset()
    return frozenset(found)


def _name(path: tuple[str, ...]) -> str | None:
    """An answer's name, without the parts of the answer; a partner's is its role's."""
    root = "role" if path[0] == "partner" else path[0]
    length = {"resp": 2, "group": 3, "role": 4}[root]
    return ".".join((root, *path[1:length])) if len(path) >= length else None


@lru_cache(maxsize=4096)
def _mentioned(text: str) -> frozenset[str]:
    """The answers that a condition reads: where it holds, they are taken to be there."""
    try:
        return frozenset(name for path in paths(text) if path[0] in ANSWERS and (name := _name(path)) is not None)
    except FeelError:
        return frozenset()


@lru_cache(maxsize=4096)
def _conditions(text: str) -> frozenset[str]:
    """The answers that the conditions inside an expression read."""
    inner = [condition for node in tree.walk(read(text)) if isinstance(node, tree.If) for condition in node.conditions]
    found = {path for condition in inner for path in feel.paths(condition) if path[0] in ANSWERS}
    return frozenset(name for path in found if (name := _name(path)) is not None)
