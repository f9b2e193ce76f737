"""Message flows: their ends, their types, and along which of them a step talks."""

from __future__ import annotations

from hawthorne.flows.compile.context import Context
from hawthorne.flows.graph import Box, MessageFlow
from hawthorne.flows.machine.talk import Talk
from hawthorne.flows.model import Element

TRIAL, RESPONSE = "cognitive:Trial", "cognitive:Response"
ANSWERS = {TRIAL: RESPONSE, "agentic:Request": "agentic:Reply"}
"""The structure of an answer, by the structure of the message that asks."""


def lay_messages(desk: Context) -> None:
    """Make the message flows, every end resolved."""
    for root in desk.study.of_type("Collaboration"):
        for element in root.all("messageFlows"):
            flow = _message_flow(desk, element)
            if flow is not None:
                desk.messages.append(flow)
                desk.graph.messages[flow.id] = flow
                if flow.source_pool and flow.source_node is None and flow.target_node and not flow.source_box:
                    desk.graph.once.append(flow)


def _message_flow(desk: Context, element: Element) -> MessageFlow | None:
    source, target = element.attributes.get("sourceRef"), element.attributes.get("targetRef")
    if not (isinstance(source, str) and isinstance(target, str) and element.id):
        return None
    flow = MessageFlow(element.id, source, target, structure(desk, element))
    flow.source_box, flow.target_box = desk.graph.boxes.get(source), desk.graph.boxes.get(target)
    flow.source_pool, flow.source_node = _end(desk, source)
    flow.target_pool, flow.target_node = _end(desk, target)
    return flow


def _end(desk: Context, id: str) -> tuple[str | None, str | None]:
    """The pool and the node of a flow's end; a participant or a process is a pool without a node."""
    for pool in desk.graph.pools:
        if id in (pool.id, pool.scope.id):
            return pool.id, None
    pool_of = desk.pool_of.get(id)
    return (pool_of.id, id) if pool_of else (None, None)


def structure(desk: Context, flow: Element) -> str | None:
    """The typed structure that a message flow carries: its message, the message's item, the item's structure."""
    elements = desk.study.elements
    message = elements.get(str(flow.attributes.get("messageRef")))
    item = elements.get(str(message.attributes.get("itemRef"))) if message else None
    found = item.attributes.get("structureRef") if item else None
    return found if isinstance(found, str) else None


def scope_of(desk: Context, element: Element) -> tuple[list[MessageFlow], list[MessageFlow], bool]:
    """The flows out and in along which an element talks, and whether they are its own: its own, else the nearest
    enclosing sub-process's, else its pool's."""
    assert element.id is not None
    own = _touching(desk, element.id)
    if any(own):
        return (*own, True)
    for outer in desk.outward(element.id):
        if desk.scopes.get(outer) is not None and desk.scopes[outer].parent is not None:
            around = _touching(desk, outer)
            if any(around):
                return (*around, False)
    pool = desk.pool_of[element.id]
    ids = (pool.id, pool.scope.id)
    outs = [flow for flow in desk.messages if flow.source in ids]
    ins = [flow for flow in desk.messages if flow.target in ids]
    return outs, ins, False


def _touching(desk: Context, id: str) -> tuple[list[MessageFlow], list[MessageFlow]]:
    return ([f for f in desk.messages if f.source == id], [f for f in desk.messages if f.target == id])


def talk(outs: list[MessageFlow], ins: list[MessageFlow]) -> Talk:
    """The talk along these flows; each question to a black-box pool gets the flow on which its answer returns."""
    back = {}
    for flow in outs:
        if flow.target_box is not None:
            found = answer_flow(flow, flow.target_box, ins)
            if found is not None:
                back[flow.id] = found
    return Talk(outs, ins, back)


def answer_flow(out: MessageFlow, box: Box, ins: list[MessageFlow]) -> MessageFlow | None:
    """The flow on which a black-box pool answers: of the response's type before one of none; of no other."""
    fitting = [flow for flow in ins if flow.source_box is box]
    wanted = ANSWERS.get(out.structure or "")
    typed = [flow for flow in fitting if flow.structure is not None and flow.structure == wanted]
    untyped = [flow for flow in fitting if flow.structure is None]
    loose = fitting if out.structure is None else []
    return next(iter(typed or untyped or loose), None)


def step_talk(desk: Context, element: Element) -> Talk | None:
    """The talk of a step that nothing claims: its own flows; inherited ones only when it has data inputs, and only
    those whose other end is a participant."""
    outs, ins, own = scope_of(desk, element)
    if not own:
        if not element.all("dataInputAssociations"):
            return None
        outs = [flow for flow in outs if flow.target_box or (flow.target_pool and not flow.target_node)]
        ins = [flow for flow in ins if flow.source_box or (flow.source_pool and not flow.source_node)]
    return talk(outs, ins) if outs or ins else None


def event_talk(desk: Context, element: Element) -> Talk | None:
    """The talk of an event: its own flows alone."""
    assert element.id is not None
    outs, ins = _touching(desk, element.id)
    return talk(outs, ins) if outs or ins else None


def trial_talk(desk: Context, element: Element) -> tuple[MessageFlow, MessageFlow] | None:
    """The one flow that carries a task's trials out and the one that brings responses back; None when none is drawn
    (or an error was found). Typed flows outrank untyped ones."""
    outs, ins, _ = scope_of(desk, element)
    wrong = [f.id for f in outs if f.structure == RESPONSE] + [f.id for f in ins if f.structure == TRIAL]
    if wrong:
        desk.error("message-direction", element, f"has {' and '.join(wrong)} going the wrong way",
                   "trials leave the task, responses come back to it")  # fmt: skip
        return None
    out = [f for f in outs if f.structure == TRIAL] or [f for f in outs if f.structure is None]
    back = [f for f in ins if f.structure == RESPONSE] or [f for f in ins if f.structure is None]
    if not out and not back:
        return None
    partners = {flow.target for flow in out} | {flow.source for flow in back}
    if len(partners) > 1:
        named = ", ".join(sorted(partners))
        desk.error("two-partners", element, f"has more than one partner for its trials: {named}",
                   f"name the message of the trial flows ({TRIAL} out, {RESPONSE} back)")  # fmt: skip
        return None
    if len(out) != 1 or len(back) != 1:
        desk.error("trial-flows", element, f"needs one flow for its trials and one for the responses, and has "
                   f"{len(out)} out and {len(back)} back", "draw exactly one of each")  # fmt: skip
        return None
    return out[0], back[0]
