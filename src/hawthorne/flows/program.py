"""A compiled study as a program: its machines, its files, its tables, what it planted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson

from hawthorne.core.actor import Actor
from hawthorne.core.document import Role, Setting, Size, Table, Truth
from hawthorne.core.errors import UsageError, did_you_mean
from hawthorne.core.record import Record
from hawthorne.flows.compile import Compiled
from hawthorne.flows.facts import Facts
from hawthorne.flows.graph import Node
from hawthorne.flows.machine.activities import Exchange, Question
from hawthorne.flows.machine.containers import each
from hawthorne.flows.machine.gateways import Random
from hawthorne.flows.machine.nested import Nested
from hawthorne.flows.machine.performed import Performed
from hawthorne.flows.machine.walk import Limits, Walk
from hawthorne.flows.tables import tables as flow_tables
from hawthorne.flows.truths import truths

CHUNK = 1 << 20


class FlowProgram:
    """See `hawthorne.core.document.Program`.

    A study with one pool has a case for each instance of it; one whose pools all walk has a single case that holds
    them all, since they can influence one another.
    """

    def __init__(self, compiled: Compiled, setting: Setting) -> None:
        self.graph = compiled.graph
        self.roles: tuple[Role, ...] = compiled.roles
        self.materials = compiled.materials
        self.tasks = tuple(self.graph.tasks)
        self._limits = Limits(setting.max_steps, setting.max_passes)
        self._instances = self._count(setting.n)
        self._together = len(self.graph.pools) > 1
        for pool in self.graph.pools:
            pool.repeats = pool.repeats or setting.n is not None
        many = any(count > 1 for count in self._instances.values())
        self.shared = compiled.shared if many and not self._together else ()
        self.graph.shared = list(self.shared)

    def _count(self, n: int | Mapping[str, int] | None) -> dict[str, int]:
        """The instances of each pool for `-n`; a number alone is that of the study's first pool."""
        pools = self.graph.pools
        counts = {pool.id: pool.instances for pool in pools}
        wanted = {pools[0].id: n} if isinstance(n, int) and pools else n if isinstance(n, Mapping) else {}
        for name, count in wanted.items():
            pool = next((pool for pool in pools if name in (pool.id, pool.label, pool.scope.id)), None)
            if pool is None:
                raise UsageError(f'no pool is called "{name}": {did_you_mean(name, counts)}')
            if count < 1:
                raise UsageError(f"a run has at least one participant, not {count}")
            counts[pool.id] = count
        return counts

    def size(self, n: int | Mapping[str, int] | None) -> Size:
        counts = self._count(n)
        participants = sum(counts.values())
        return Size(1 if self._together else participants, participants)

    def machine(self, case: int) -> Walk:
        if self._together:
            lanes = {pool: range(1, count + 1) for pool, count in self._instances.items()}
        else:
            lanes = {pool.id: range(case, case + 1) for pool in self.graph.pools}
        return Walk(self.graph, case, lanes, self._limits)

    def projections(self, records: Iterable[Record]) -> Iterable[tuple[str, bytes]]:
        """The data sets' files: rows by case, then record; and the counters of the run (`state.json`)."""
        files = {task.id: task.file for task in self.tasks}
        buffers: dict[str, bytearray] = defaultdict(bytearray)
        reached: dict[str, int] = defaultdict(int)
        for record in records:
            if record.what == "row" and record.who is not None:
                name = record.who.rpartition("/")[2]
                file = files.get(name) or f"data/{name}.jsonl"
                buffer = buffers[file]
                buffer += orjson.dumps(record.value)
                buffer += b"\n"
                if len(buffer) > CHUNK:
                    yield file, bytes(buffer)
                    buffer.clear()
            elif record.what == "reached" and record.who is not None:
                reached[record.who.rpartition("/")[2]] += 1
                if record.value is not None:
                    reached[record.value] += 1
        for file, buffer in buffers.items():
            yield file, bytes(buffer)
        state = {"_meta": {"reached": dict(sorted(reached.items()))}}
        yield "state.json", orjson.dumps(state, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)

    def tables(self, records: Iterable[Record]) -> Sequence[Table]:
        return flow_tables(facts(self), records)

    def truths(self, trials: Sequence[Mapping[str, Any]], actors: Mapping[str, Actor]) -> Sequence[Truth]:
        return truths(self.tasks, trials, actors)


def facts(program: FlowProgram) -> Facts:
    """What the tables need to know of a compiled study."""
    graph = program.graph
    arms: dict[str, dict[str, str]] = {}
    for rule in graph.randoms:
        gateway = graph.nodes[graph.index[rule.gateway]]
        arms[gateway.id] = {
            flow.id: flow.label if flow.label != flow.id else flow.target.label for flow in gateway.outs
        }
    asks: dict[str, str] = {}
    for node in map(each, graph.nodes):
        if isinstance(node, (Question, Performed)):
            asks[node.id] = node.role
        elif isinstance(node, Exchange):
            boxes = [flow.target_box.id for flow in node.talk.outs if flow.target_box]
            asks.update({node.id: boxes[0]} if boxes else {})
    return Facts(
        nodes={node.id: (node.label, _type(node)) for node in graph.nodes},
        flows={flow.id: (flow.source.id, flow.target.id, flow.label) for flow in graph.flows},
        random=arms,
        tasks={task.id: (task.instrument, task.timeline, task.label) for task in graph.tasks},
        asks=asks,
        scopes={node.id: node.scope.id for node in graph.nodes if node.scope.parent is not None},
        pools={pool.id: pool.label for pool in graph.pools},
        nested=frozenset(node.id for node in map(each, graph.nodes) if isinstance(node, Nested)),
    )


def _type(node: Node) -> str:
    return "RandomGateway" if isinstance(node, Random) else node.type
