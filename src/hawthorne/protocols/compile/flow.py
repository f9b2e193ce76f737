"""The flow from the document to the nodes of the machine. Nodes are numbered in the document's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hawthorne.core.errors import did_you_mean
from hawthorne.protocols.compile.desk import Desk, Path
from hawthorne.protocols.compile.screens import Stage
from hawthorne.protocols.compile.survey import children, roles_of
from hawthorne.protocols.machine import nodes
from hawthorne.protocols.machine.nodes import Node, Rule
from hawthorne.protocols.model import flow as said


class Flow:
    """The compiler of one flow; `kept` are the loops whose passes are rows of a unit."""

    def __init__(self, desk: Desk, stages: Mapping[str, Stage], kept: set[str]) -> None:
        self._desk = desk
        self._stages = stages
        self._kept = kept
        self._count = 0
        self._roles = frozenset(roles_of(desk.protocol))

    def node(self, model: Any, path: Path = ("flow",), roles: frozenset[str] | None = None) -> Node:
        """The node of a part of the flow, to which seats of these roles come (None: all)."""
        roles = self._roles if roles is None else roles
        index, self._count = self._count, self._count + 1
        return BUILDERS[type(model)](self, model, index, path, roles)

    def _stage(self, id: str, index: int, path: Path, name: str = "", tags: Sequence[str] = ()) -> Node:
        stage = self._stages.get(id)
        if stage is None:
            self._desk.error("ref.resolve", f'no stage is called "{id}"', did_you_mean(id, self._stages), path)
            return nodes.InSequence(index, (), name, tags)
        return nodes.AtStage(index, stage, name, tags)

    def at_stage(self, model: said.StageNode, index: int, path: Path, roles: frozenset[str]) -> Node:
        return self._stage(model.stage, index, (*path, "stage"), model.id or "", model.tags)

    def sequence(self, model: said.SequenceNode, index: int, path: Path, roles: frozenset[str]) -> Node:
        made: list[Node] = []
        for step, inner in children(model):
            if isinstance(inner, said.CheckNode):
                made.append(self.check(inner, self._number(), (*path, *step), roles, made))
            else:
                made.append(self.node(inner, (*path, *step), roles))
        return nodes.InSequence(index, made, model.id or "", model.tags)

    def _number(self) -> int:
        index, self._count = self._count, self._count + 1
        return index

    def shuffle(self, model: said.ShuffleNode, index: int, path: Path, roles: frozenset[str]) -> Node:
        made = [self.node(inner, (*path, *step), roles) for step, inner in children(model)]
        by = self._desk.maybe(model.by, (*path, "by"))
        rules = [RULES[rule.type](rule) for rule in model.constraints]
        built = nodes.Shuffled(index, made, model.take, by, rules, model.id or "", model.tags)
        if rules and not nodes.satisfiable(built, self._desk.setting.draws.at("trial", index)):
            fix = "loosen the rules, or add nodes that meet them"
            self._desk.error("reach.static", "constraints_unsatisfiable: no order of the shuffle meets its rules", fix,
                             (*path, "constraints"))  # fmt: skip
        return built

    def branch(self, model: said.BranchNode, index: int, path: Path, roles: frozenset[str]) -> Node:
        ways = [
            (self._desk.expression(case.when, (*path, "branch", k, "when")),
             self.node(case.do, (*path, "branch", k, "do"), roles))
            for k, case in enumerate(model.branch)
        ]  # fmt: skip
        otherwise = None if model.else_ is None else self.node(model.else_, (*path, "else"), roles)
        return nodes.Branch(index, ways, otherwise, model.id or "", model.tags)

    def loop(self, model: said.LoopNode, index: int, path: Path, roles: frozenset[str]) -> Node:
        loop, protocol = model.loop, self._desk.protocol
        built = nodes.Loop(index, loop.id, loop.as_, self.node(loop.do, (*path, "loop", "do"), roles), model.tags)
        if isinstance(loop.over, said.OverDraw):
            built.draw = loop.over.draw
        elif isinstance(loop.over, said.OverTimes):
            built.items = range(1, loop.over.times + 1)
        else:
            built.items = loop.over
        built.order = loop.order
        built.until = self._desk.maybe(loop.until, (*path, "loop", "until"))
        built.responses = tuple(self._desk.survey.inside.get(loop.id, ()))
        built.kept = loop.id in self._kept
        factor = next(
            (factor for factor in protocol.factors if factor.id == loop.as_ and factor.scope == "within"), None
        )
        if factor is not None:
            built.factor, built.level_text = factor.id, factor.text
        return built

    def parallel(self, model: said.ParallelNode, index: int, path: Path, roles: frozenset[str]) -> Node:
        made = {str(step[-1]): self.node(inner, (*path, *step), roles & {str(step[-1])})
                for step, inner in children(model)}  # fmt: skip
        return nodes.AtParallel(index, made, model.id or "", model.tags)

    def sync(self, model: said.SyncNode, index: int, path: Path, roles: frozenset[str]) -> Node:
        needs: list[tuple[str | None, str]] = []
        for k, need in enumerate(model.sync.needs):
            parts = need.split(".")
            if parts[0] == "role" and len(parts) == 4 and parts[1] in self._roles:
                needs.append((parts[1], parts[3]))
            elif parts[:2] == ["group", "resp"] and len(parts) == 3:
                needs.append((None, parts[2]))
            else:
                fix = "write role.<role>.resp.<id> or group.resp.<id>"
                self._desk.error("ref.resolve", f'nobody can wait for "{need}"', fix, (*path, "sync", "needs", k))
        self._desk.final |= {id for _, id in needs}
        return nodes.Sync(index, model.sync.id, needs, model.tags)

    def reveal(self, model: said.RevealNode, index: int, path: Path, roles: frozenset[str]) -> Node:
        reveal = model.reveal
        to = None if reveal.to == "all" else reveal.to
        own = roles == self._roles if to is None else to in roles
        data = {name: self._desk.expression(text, (*path, "reveal", "data", name))
                for name, text in reveal.data.items()}  # fmt: skip
        when = self._desk.maybe(reveal.when, (*path, "reveal", "when"))
        say = self._desk.saying(reveal.text, (*path, "reveal", "text"))
        return nodes.Reveal(index, to, reveal.event, say, data, when, own, model.id or "", model.tags)

    def check(self, model: said.CheckNode, index: int, path: Path, roles: frozenset[str],
              before: Sequence[Node] = ()) -> Node:  # fmt: skip
        check = model.check
        passed = self._desk.expression(check.pass_, (*path, "check", "pass"))
        text = check.public_feedback
        feedback = None if text is None else self._desk.saying(text, (*path, "check", "public_feedback"))
        word, _, times = check.on_fail.partition(":")
        again = self._again(check, before, path, index) if word == "repeat" else None
        end = word != "continue"
        return nodes.Check(index, passed, feedback, again, int(times or 0), end, model.id or "", model.tags)

    def _again(self, check: said.Check, before: Sequence[Node], path: Path, index: int) -> Node | None:
        start = 0
        if check.again is not None:
            ids = [node.id for node in before]
            if check.again not in ids:
                fix = did_you_mean(check.again, [id for id in ids if id]) or "a stage before the check"
                self._desk.error("ref.resolve", f'"{check.again}" does not come before the check in its sequence', fix,
                                 (*path, "check", "again"))  # fmt: skip
                return None
            start = ids.index(check.again)
        return nodes.InSequence(index, before[start:])

    def end(self, model: said.EndNode, index: int, path: Path, roles: frozenset[str]) -> Node:
        closing = None
        if model.end.stage is not None:
            closing = self._stage(model.end.stage, index, (*path, "end", "stage"))
        return nodes.End(index, model.end.code, closing, model.id or "", model.tags)


BUILDERS: Mapping[type, Any] = {
    said.StageNode: Flow.at_stage,
    said.SequenceNode: Flow.sequence,
    said.ShuffleNode: Flow.shuffle,
    said.BranchNode: Flow.branch,
    said.LoopNode: Flow.loop,
    said.ParallelNode: Flow.parallel,
    said.SyncNode: Flow.sync,
    said.RevealNode: Flow.reveal,
    said.CheckNode: Flow.check,
    said.EndNode: Flow.end,
}


# --- rules of a shuffle's order --------------------------------------------------------------------------------------


def _run(tag: str, most: int) -> Rule:
    def holds(order: Sequence[Node]) -> bool:
        run = 0
        for node in order:
            run = run + 1 if tag in node.tags else 0
            if run > most:
                return False
        return True

    return holds


def _known(node: Node, id: str) -> bool:
    return node.id == id or (isinstance(node, nodes.AtStage) and node.stage.id == id)


def _first(id: str) -> Rule:
    return lambda order: bool(order) and _known(order[0], id)


def _before(a: str, b: str) -> Rule:
    def holds(order: Sequence[Node]) -> bool:
        places = {id: [k for k, node in enumerate(order) if _known(node, id)] for id in (a, b)}
        return not (places[a] and places[b]) or max(places[a]) < min(places[b])

    return holds


RULES: Mapping[str, Any] = {
    "no_adjacent": lambda rule: _run(rule.tag, 1),
    "max_run": lambda rule: _run(rule.tag, rule.n),
    "first": lambda rule: _first(rule.id),
    "before": lambda rule: _before(rule.a, rule.b),
}
