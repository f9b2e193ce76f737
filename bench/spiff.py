"""The peer: SpiffWorkflow (BPMN in Python), walking the same lines of steps."""

from __future__ import annotations

import sys
from itertools import pairwise

from bench.row import Spread, seconds

LIMIT = 1001
"""The tasks at which it stops: it predicts up to a thousand steps ahead, and goes no further."""

HEAD = (
    '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" id="measured" targetNamespace="measured">'
    '<process id="Process" isExecutable="true"><startEvent id="First"/>'
)


def bpmn(steps: int) -> bytes:
    """A line of plain tasks as BPMN XML."""
    ids = ["First", *(f"Step_{i}" for i in range(steps)), "Last"]
    tasks = "".join(f'<task id="{id}"/>' for id in ids[1:-1])
    flows = "".join(
        f'<sequenceFlow id="Flow_{i}" sourceRef="{a}" targetRef="{b}"/>' for i, (a, b) in enumerate(pairwise(ids))
    )
    return f'{HEAD}{tasks}<endEvent id="Last"/>{flows}</process></definitions>'.encode()


def visits(steps: int, repeats: int) -> Spread | None:
    """Its nodes a second on a line of so many steps; None where it is not installed. It keeps no records here; its
    reader's depth of recursion is raised, without which it reads no line of more than about 330 steps."""
    try:
        from SpiffWorkflow.bpmn import BpmnWorkflow
        from SpiffWorkflow.bpmn.parser.BpmnParser import BpmnParser
    except ImportError:
        return None
    deepest = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    try:
        parser = BpmnParser()
        parser.add_bpmn_str(bpmn(steps))
        spec = parser.get_spec("Process")
    finally:
        sys.setrecursionlimit(deepest)

    def walk() -> None:
        workflow = BpmnWorkflow(spec)
        workflow.run_all(halt_on_manual=False)
        if len(workflow.get_tasks()) < steps + 2:
            raise SystemExit(f"SpiffWorkflow did not come to the end of a line of {steps} steps")

    times = 1 + 300 // steps

    def walk_again() -> None:
        for _ in range(times):
            walk()

    taken = seconds(walk_again, repeats)
    return Spread.of([times * (steps + 2) / each for each in taken])
