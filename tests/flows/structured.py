"""Random studies of sound blocks: sequences, splits and joins, loops, sub-processes, waits, asks."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st
from walked_study import HEAD

ROOTS = """\
C:
  type: Collaboration
  participants:
    Sub: {name: Subjects, processRef: P}
    Model: {type: studyflow:Actor, name: Model, memory: conversation}
  messageFlows:
    To: {sourceRef: Sub, targetRef: Model}
    Fro: {sourceRef: Model, targetRef: Sub}
"""

LEAVES = ("task", "write", "wait", "ask")
SPLITS = ("exclusive", "parallel", "inclusive")

Block = Any
"""A leaf's word, or (kind, blocks)."""

BLOCKS: st.SearchStrategy[Block] = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.one_of(
        st.tuples(st.just("sequence"), st.lists(inner, min_size=1, max_size=3)),
        st.tuples(st.sampled_from(SPLITS), st.lists(inner, min_size=2, max_size=3)),
        st.tuples(
            st.sampled_from(("loop", "sub", "timed", "each", "at once")), st.lists(inner, min_size=1, max_size=1)
        ),
    ),
    max_leaves=10,
)


@dataclass
class Drawing:
    """A container that is being written: its elements as YAML lines, and a counter for ids that all share."""

    counter: list[int]
    lines: list[str] = field(default_factory=list)
    constant: bool = False
    """Whether conditions are the same in FEEL and in Python: known numbers compared."""
    writes: bool = True
    """Whether steps may write around their container: not where it runs many times at once."""

    def id(self, word: str) -> str:
        self.counter[0] += 1
        return f"{word}{self.counter[0]}"

    def add(self, word: str, body: str) -> str:
        id = self.id(word)
        self.lines.append(f"{id}: {body}")
        return id

    def flow(self, source: str, target: str, condition: str | None = None) -> str:
        if condition is None:
            return self.add("F", f"{source} -> {target}")
        return self.add("F", f"{{sourceRef: {source}, targetRef: {target}, conditionExpression: '{condition}'}}")

    def draw(self, block: Block) -> tuple[str, str]:
        """Draw a block; returns its first and its last node."""
        if isinstance(block, str):
            return (self._leaf(block),) * 2
        kind, inner = block
        if kind == "sequence":
            ends = [self.draw(one) for one in inner]
            for (_, before), (after, _) in pairwise(ends):
                self.flow(before, after)
            return ends[0][0], ends[-1][1]
        if kind in SPLITS:
            return self._split(kind, inner)
        if kind == "loop":
            return self._loop(inner[0])
        return self._container(kind, inner[0])

    def _leaf(self, word: str) -> str:
        if word == "write" and self.writes:
            edge = f"{{{self.id('W')}: {{targetRef: p_n, transformation: n + 1}}}}"
            return self.add("T", f"{{type: Task, dataOutputAssociations: {edge}}}")
        if word == "wait":
            timer = f"{{{self.id('D')}: {{type: TimerEventDefinition, timeDuration: PT{self.counter[0] % 7}S}}}}"
            return self.add("E", f"{{type: IntermediateCatchEvent, eventDefinitions: {timer}}}")
        if word == "ask":
            edge = f"{{{self.id('I')}: {{sourceRef: [p_n]}}}}"
            return self.add("A", f"{{type: Task, dataInputAssociations: {edge}}}")
        return self.add("T", "{type: Task}")

    def _split(self, kind: str, inner: list[Block]) -> tuple[str, str]:
        gateway = f"{kind.capitalize()}Gateway"
        join = self.add("J", f"{{type: {gateway}}}")
        split = self.id("S")
        flows = []
        for place, one in enumerate(inner):
            first, last = self.draw(one)
            condition = None if kind == "parallel" or place == 0 else self._condition(place)
            flows.append(self.flow(split, first, condition))
            self.flow(last, join)
        default = "" if kind == "parallel" else f", default: {flows[0]}"
        self.lines.append(f"{split}: {{type: {gateway}{default}}}")
        return split, join

    def _condition(self, place: int) -> str:
        if self.constant:
            return "1 < 2" if self.counter[0] % 2 else "2 < 1"
        return f"modulo(n, {place + 1}) = 0"

    def _loop(self, inner: Block) -> tuple[str, str]:
        """Around once more until the gateway was reached three times."""
        merge = self.add("M", "{type: ExclusiveGateway}")
        first, last = self.draw(inner)
        gate, leave = self.id("G"), self.id("F")
        self.flow(merge, first)
        self.flow(last, gate)
        after = self.add("T", "{type: Task}")
        self.flow(gate, merge, f"modulo(state._meta.reached.{gate}, 3) != 0")
        self.lines.append(f"{leave}: {gate} -> {after}")
        self.lines.append(f"{gate}: {{type: ExclusiveGateway, default: {leave}}}")
        return merge, after

    def _container(self, kind: str, inner: Block) -> tuple[str, str]:
        within = Drawing(self.counter, constant=self.constant, writes=self.writes and kind != "at once")
        start, end = within.add("In", "{type: StartEvent}"), within.add("Out", "{type: EndEvent}")
        first, last = within.draw(inner)
        within.flow(start, first)
        within.flow(last, end)
        loops = {
            "each": "{type: MultiInstanceLoopCharacteristics, loopCardinality: '2'}",
            "at once": "{type: MultiInstanceLoopCharacteristics, isSequential: false, loopCardinality: '2'}",
        }
        loop = f", loopCharacteristics: {loops[kind]}" if kind in loops else ""
        body = ", ".join(within.lines)
        sub = self.add("Sub", f"{{type: SubProcess{loop}, flowElements: {{{body}}}}}")
        if kind == "timed":
            definition = f"{{{self.id('D')}: {{type: TimerEventDefinition, timeDuration: PT3S}}}}"
            late = self.add("B", f"{{type: BoundaryEvent, attachedToRef: {sub}, eventDefinitions: {definition}}}")
            after = self.add("M", "{type: ExclusiveGateway}")
            self.flow(sub, after)
            self.flow(late, after)
            return sub, after
        return sub, sub


def study_of(block: Block, constant: bool = False) -> str:
    """The text of a study that walks a block."""
    drawing = Drawing([0], constant=constant)
    start, end = drawing.add("In", "{type: StartEvent}"), drawing.add("Out", "{type: EndEvent}")
    first, last = drawing.draw(block)
    drawing.flow(start, first)
    drawing.flow(last, end)
    lines = "".join(f"    {line}\n" for line in drawing.lines)
    head = "P:\n  type: studyflow:Study\n  seed: 3\n  properties: {p_n: {name: n, value: '1'}}\n  flowElements:\n"
    return HEAD + ROOTS + head + lines
