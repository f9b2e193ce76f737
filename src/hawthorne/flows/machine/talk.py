"""Talk: along which message flows a step speaks, to whom, and where the answer comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hawthorne.core.ask import Ask
from hawthorne.core.space import Space
from hawthorne.core.values import JSON
from hawthorne.flows.graph import Box, MessageFlow, Node
from hawthorne.flows.machine.state import Frame, Seat, Visit
from hawthorne.flows.machine.walk import Walk
from hawthorne.spaces.anything import Anything
from hawthorne.spaces.choice import Choice


@dataclass(eq=False)
class Talk:
    """The message flows of a step, in document order. `back` says, for each outgoing flow to a black-box pool, along
    which incoming flow its answer returns (absent: the answer is recorded and goes nowhere)."""

    outs: list[MessageFlow] = field(default_factory=list)
    ins: list[MessageFlow] = field(default_factory=list)
    back: dict[str, MessageFlow] = field(default_factory=dict)


def thread(box: Box, seat: Seat) -> str | None:
    """The conversation that a black-box pool keeps with this seat, if it keeps one."""
    if not box.converses:
        return None
    return f"{box.id} with {seat.pool.id}" + (f" #{seat.instance}" if seat.pool.repeats else "")


def send(
    walk: Walk, node: Node, frame: Frame, visit: Visit | None, flow: MessageFlow, content: JSON, talk: Talk
) -> str | None:
    """Send a message along a flow; to a black-box pool it is an ask, whose id is returned."""
    seat = frame.seat
    if flow.target_box is None:
        walk.deliver(flow, content, seat)
        return None
    box = flow.target_box
    conversation = thread(box, seat)
    turn = None if conversation is None else seat.turns.get(conversation, 0)
    view = content if isinstance(content, Mapping) else {} if content is None else {"message": content}
    ask_id = seat.key(node)
    listener = visit if flow.id in talk.back else None
    walk.ask(listener, Ask(ask_id, box.id, node.id, view, answers_to(view), None, conversation, turn))
    return ask_id


def exchanged(seat: Seat, ask: Ask) -> None:
    """Count an exchange that was answered: the next message of its conversation has the next turn."""
    if ask.thread is not None:
        seat.turns[ask.thread] = seat.turns.get(ask.thread, 0) + 1


def answers_to(view: Mapping[str, JSON]) -> Space:
    """The space of an answer to a message: its response options, at the top or inside the one value that lists some.

    Any value is recorded as given; the options say what would be read.
    """
    options = view.get("ResponseOptions")
    if options is None:
        nested = [value["ResponseOptions"] for value in view.values() if _lists_options(value)]
        options = nested[0] if len(nested) == 1 else ()
    return Choice(tuple(str(option) for option in options), open=True) if options else Anything()


def _lists_options(value: JSON) -> bool:
    return isinstance(value, Mapping) and bool(value.get("ResponseOptions"))
