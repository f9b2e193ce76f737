"""What one case hands to the next, where participants share something and cases run in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hawthorne.core.values import JSON

if TYPE_CHECKING:
    from hawthorne.flows.machine.walk import Walk


def carry_of(walk: Walk) -> JSON:
    """The counters, the strata, the lasting properties of elements and the trace; None where nothing is shared."""
    graph = walk.graph
    if not graph.shared:
        return None
    return {
        "reached": {node.id: n for node, n in zip(graph.nodes, walk.reached, strict=True) if n},
        "taken": {flow.id: n for flow, n in zip(graph.flows, walk.taken, strict=True) if n},
        "strata": dict(walk.strata),
        "lasting": walk.lasting,
        "trace": walk.trace,
    }


def take_over(walk: Walk, carry: JSON) -> None:
    """Begin with what the case before has left."""
    for node in walk.graph.nodes:
        walk.reached[node.index] = carry["reached"].get(node.id, 0)
    for flow in walk.graph.flows:
        walk.taken[flow.index] = carry["taken"].get(flow.id, 0)
    walk.strata = dict(carry["strata"])
    if walk.trace is not None and carry["trace"] is not None:
        walk.trace = list(carry["trace"])
    for id, held in carry["lasting"].items():
        walk.lasting[id] = dict(held)
