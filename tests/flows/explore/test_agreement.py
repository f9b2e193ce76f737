"""Exploration and the walk agree: what is called sound ends; what the walk fails at, exploration has warned of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from hypothesis import event, given, settings
from hypothesis import strategies as st
from pools import one_pool, two_pools
from walked_study import play

from hawthorne.core.document import Setting, Source
from hawthorne.core.errors import Finding
from hawthorne.flows.compile import compile_study
from hawthorne.flows.explore import soundness
from hawthorne.flows.program import FlowProgram
from hawthorne.flows.read import read

KINDS = ("ExclusiveGateway", "ParallelGateway", "InclusiveGateway")


@dataclass
class Drawing:
    """A process while it is drawn: its lines, and how many ids are used."""

    lines: list[str] = field(default_factory=list)
    count: int = 0

    def node(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"N{self.count}: {{{text}}}")
        return f"N{self.count}"

    def flow(self, source: str, target: str, holds: bool | None = None) -> None:
        self.count += 1
        text = "" if holds is None else f", conditionExpression: {'1 < 2' if holds else '2 < 1'}"
        self.lines.append(f"F{self.count}: {{sourceRef: {source}, targetRef: {target}{text}}}")


BLOCKS = st.recursive(
    st.just(("task",)),
    lambda inner: st.one_of(
        st.tuples(st.just("line"), st.lists(inner, min_size=1, max_size=3)),
        st.tuples(st.just("fork"), st.sampled_from(KINDS), st.sampled_from((*KINDS, "Task")),
                  st.lists(st.tuples(inner, st.booleans()), min_size=2, max_size=3)),
        st.tuples(st.just("inside"), inner),
        st.tuples(st.just("timed"), inner, st.booleans(), st.booleans()),
    ),
    max_leaves=6,
)  # fmt: skip


def draw(paper: Drawing, block: tuple) -> tuple[str, str]:
    """Draw a block; returns its first and its last node."""
    if block[0] == "task":
        node = paper.node("type: Task")
        return node, node
    if block[0] == "line":
        parts = [draw(paper, one) for one in block[1]]
        for before, after in pairwise(parts):
            paper.flow(before[1], after[0])
        return parts[0][0], parts[-1][1]
    if block[0] == "fork":
        return _fork(paper, *block[1:])
    if block[0] == "inside":
        return _inside(paper, block[1])
    first, last = _inside(paper, block[1])
    timer = f"{{T{paper.count}: {{type: TimerEventDefinition, timeDuration: PT1M}}}}"
    event = paper.node(f"type: BoundaryEvent, attachedToRef: {first}, cancelActivity: {str(block[2]).lower()}, "
                       f"eventDefinitions: {timer}")  # fmt: skip
    end = paper.node("type: Task")
    paper.flow(event, end if block[3] else paper.node("type: EndEvent"))
    paper.flow(last, end)
    return first, end


def _inside(paper: Drawing, block: tuple) -> tuple[str, str]:
    inner = Drawing(count=paper.count + 1)
    first, last = draw(inner, block)
    inner.flow(inner.node("type: StartEvent"), first)
    inner.flow(last, inner.node("type: EndEvent"))
    own = f"N{paper.count + 1}"
    paper.count = inner.count
    paper.lines.append(f"{own}:\n  type: SubProcess\n  flowElements:")
    paper.lines += ["    " + part for line in inner.lines for part in line.split("\n")]
    return own, own


def _fork(paper: Drawing, split: str, join: str, branches: list) -> tuple[str, str]:
    first, last = paper.node(f"type: {split}"), paper.node(f"type: {join}")
    for place, (block, holds) in enumerate(branches):
        head, tail = draw(paper, block)
        paper.flow(first, head, holds if split != "ParallelGateway" and place else None)
        paper.flow(tail, last)
    return first, last


def program_and_findings(text: str) -> tuple[FlowProgram, list[Finding]]:
    study = read(Source("drawn.studyflow.yaml", text.encode()))
    setting = Setting(7)
    compiled = compile_study(study, setting)
    errors = [str(one) for one in (*study.findings, *compiled.findings) if one.severity == "error"]
    assert not errors, "\n".join([*errors, text])
    return FlowProgram(compiled, setting), soundness(compiled.graph, compiled.elements, most=1_000)


@settings(max_examples=100, deadline=None)
@given(BLOCKS)
def test_a_drawn_process_that_is_called_sound_ends_and_does_nothing_twice(block):
    paper = Drawing()
    first, last = draw(paper, block)
    paper.flow(paper.node("type: StartEvent"), first)
    paper.flow(last, paper.node("type: EndEvent"))
    text = one_pool("\n".join(paper.lines) + "\n")
    program, found = program_and_findings(text)
    walked = play(program)
    said = Counter(one.code for one in found if one.severity == "warning")
    cut = "cut off" in found[-1].message
    event(f"walk: {walked.result.status}, said: {', '.join(sorted(said)) or 'sound'}")
    if not said["deadlock"] and not cut:
        assert walked.result.status == "ended", (walked.result, text)
    if walked.result.status == "failed":
        assert cut or said["deadlock"], text
    twice = [id for id, count in walked.counts.items() if count > 1 and f"{id}: {{type: Task" in text]
    if twice:
        assert said["surplus"], (twice, text)
    for one in found:
        if one.code == "dead":
            assert walked.counts[one.message.split('"')[1]] == 0, (one, text)


STEPS = st.lists(st.tuples(st.sampled_from(["tell", "hear"]), st.integers(0, 1)), max_size=4)


@settings(max_examples=100, deadline=None)
@given(STEPS, STEPS)
def test_two_pools_that_are_called_sound_end_and_those_that_get_stuck_were_warned_of(left, right):
    ends: dict[tuple[str, str, int], list[str]] = {}
    pools = []
    for name, steps in (("L", left), ("R", right)):
        nodes = [f"{name}{place}" for place in range(len(steps))]
        lines = [f"{name}I: {{type: StartEvent}}", f"{name}O: {{type: EndEvent}}"]
        for node, (verb, channel) in zip(nodes, steps, strict=True):
            lines.append(f"{node}: {{type: {'SendTask' if verb == 'tell' else 'ReceiveTask'}}}")
            ends.setdefault((name, verb, channel), []).append(node)
        way = [f"{name}I", *nodes, f"{name}O"]
        lines += [f"{name}F{place}: {a} -> {b}" for place, (a, b) in enumerate(pairwise(way))]
        pools.append("\n".join(lines) + "\n")
    messages = [f"M{one}{two}: {{sourceRef: {one}, targetRef: {two}}}"
                for name, other in (("L", "R"), ("R", "L")) for channel in (0, 1)
                for one, two in zip(ends.get((name, "tell", channel), []), ends.get((other, "hear", channel), []),
                                    strict=False)]  # fmt: skip
    if not messages:
        return
    program, found = program_and_findings(two_pools(*pools, "\n".join(messages) + "\n"))
    walked = play(program)
    warned = {one.code for one in found} & {"deadlock", "pools-wait"}
    event(f"walk: {walked.result.status}, said: {', '.join(sorted(warned)) or 'sound'}")
    assert bool(warned) == (walked.result.status == "stuck"), found
