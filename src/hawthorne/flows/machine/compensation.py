"""Compensation: undoing, in reverse order, what a scope has completed."""

from __future__ import annotations

from hawthorne.flows.graph import Node
from hawthorne.flows.machine.state import Frame, Token, Visit
from hawthorne.flows.machine.walk import Walk


def handlers(frame: Frame, activity: str | None) -> list[Node]:
    """The handlers of what was completed in a scope, the last first; `activity` names one. Each is used once."""
    chosen = [node for node in reversed(frame.completed) if activity in (None, node.id)]
    frame.completed = [node for node in frame.completed if node not in chosen]
    return [handler for node in chosen if (handler := node.compensator()) is not None]


def begin(walk: Walk, visit: Visit, nodes: list[Node]) -> None:
    """Run handlers one after another on behalf of a visit, which is told by `handled` after each."""
    visit.items = list(nodes)
    go_on(walk, visit)


def go_on(walk: Walk, visit: Visit) -> bool:
    """Start the next handler; True when none is left."""
    if not visit.items:
        return True
    handler: Node = visit.items.pop(0)
    token = Token(visit.frame, visit.token.steps)
    token.after = visit
    visit.frame.tokens[token] = None
    walk.queue.append((token, None, handler))
    return False
