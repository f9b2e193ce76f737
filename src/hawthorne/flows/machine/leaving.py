"""Leaving: how a path fails, is interrupted or cancelled, and who catches what was thrown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hawthorne.core.machine import Drop, Note
from hawthorne.core.result import Status
from hawthorne.core.values import JSON
from hawthorne.flows.machine.state import Frame, Token, Visit

if TYPE_CHECKING:
    from hawthorne.flows.graph import Node
    from hawthorne.flows.machine.walk import Walk


class StepFailed(Exception):
    """A step broke, or an error was thrown: an error boundary event or event sub-process around it catches it; else
    the case fails. `code` is the error's code, None for a step that broke by itself."""

    def __init__(
        self, node: Node, why: str, visit: Visit | None = None, status: Status = "failed", code: str | None = None
    ) -> None:
        super().__init__(why)
        self.node, self.why, self.visit, self.status, self.code = node, why, visit, status, code


def fail(walk: Walk, failure: StepFailed, token: Token | None = None) -> None:
    """Let the nearest catcher around a step have its error; without one the case ends."""
    while failure.status == "failed":
        frame = token.frame if token else None
        visit = failure.visit if failure.visit is not None else token.visit if token else None
        try:
            if catch(walk, visit, frame, "error", failure.code, failure.why):
                return
            break
        except StepFailed as again:
            failure, token = again, None
    seat = token.frame.seat if token else failure.visit.seat if failure.visit else walk.seats[-1]
    where = seat.prefix + failure.node.id
    if failure.status == "stuck":
        walk.put(Note("stuck", where, {"waits": failure.why}))
    walk.finish(failure.status, where, failure.why)


def catch(
    walk: Walk,
    visit: Visit | None,
    frame: Frame | None,
    cause: str,
    code: str | None,
    why: str | None,
    value: JSON = None,
) -> bool:
    """Whether something around a place caught what was thrown there: from inside out, a boundary event on the
    activity, then an event sub-process of the scope around it."""
    while visit is not None or frame is not None:
        if visit is not None:
            boundary = None if visit.closed else visit.node.catcher(cause, code)
            if boundary is not None:
                trigger(walk, visit, boundary, cause, why)
                return True
            frame = visit.frame
        assert frame is not None
        for ready in frame.ready:
            if not ready.closed and ready.node.catches(cause, code):
                ready.node.rise(walk, ready, None)
                return True
        visit, frame = frame.owner, None
    return False


def trigger(walk: Walk, visit: Visit, boundary: Node, cause: str, why: str | None = None, value: JSON = None) -> None:
    """A boundary event fires: an interrupting one ends its activity, another one starts a path beside it."""
    if value is not None:
        walk.values[boundary.id] = value
    if boundary.interrupts:
        leave(walk, visit, boundary, cause, why)
        return
    token = Token(visit.frame, visit.token.steps)
    visit.frame.tokens[token] = None
    walk.queue.append((token, None, boundary))


def leave(walk: Walk, visit: Visit, boundary: Node, cause: str, why: str | None = None) -> None:
    """What an activity holds open is dropped, and its path goes on from the boundary event."""
    token, prefix = visit.token, visit.seat.prefix
    cancel(walk, visit)
    value = {"by": boundary.id, "cause": cause} | ({} if why is None else {"why": why})
    walk.put(Note("left", prefix + visit.node.id, value))
    token.visit = None
    walk.queue.append((token, None, boundary))


def cancel(walk: Walk, visit: Visit) -> None:
    """Withdraw a visit and all that runs inside it, keys in the order in which they were opened."""
    withdraw(walk, set(within(visit)))


def cancel_frame(walk: Walk, frame: Frame, but: Token | None = None) -> None:
    """Withdraw every path of a frame (but one) and what waits at its joins."""
    closing: set[Visit] = set()
    for token in [token for token in frame.tokens if token is not but]:
        if token.visit is not None:
            closing.update(within(token.visit))
        del frame.tokens[token]
    frame.joins.clear()
    withdraw(walk, closing)


def withdraw(walk: Walk, closing: set[Visit]) -> None:
    """Close visits and drop their keys."""
    for visit in closing:
        visit.closed = True
        walk.visits.pop(visit, None)
        walk.post.forget(visit)
        for frame in visit.frames:
            frame.tokens.clear()
    for key in [key for key, holder in walk.keys.items() if holder in closing]:
        del walk.keys[key]
        walk.put(Drop(key))


def within(visit: Visit) -> list[Visit]:
    """A visit and every visit that runs inside of it."""
    found = [visit]
    for frame in visit.frames:
        found.extend(frame.ready)
        for token in frame.tokens:
            if token.visit is not None:
                found.extend(within(token.visit))
    return found
