"""Claimed steps: an external runner plays them, and may talk along their message flows while it does.

Such a step is a chain of asks to its runner. An answer is the hand-back, or `{"send": [messages]}`, or
`{"waits": true}`; the next ask then brings the `messages` that have come.
"""

from __future__ import annotations

from collections.abc import Mapping

from hawthorne.core.ask import Answer, Ask
from hawthorne.core.machine import Due, Failed, Given
from hawthorne.core.performer import HandBack
from hawthorne.core.values import JSON
from hawthorne.flows.graph import MessageFlow, Reading, Spot
from hawthorne.flows.machine.activities import Output
from hawthorne.flows.machine.events import content_of
from hawthorne.flows.machine.leaving import StepFailed
from hawthorne.flows.machine.performed import Performed
from hawthorne.flows.machine.post import Message
from hawthorne.flows.machine.state import Visit
from hawthorne.flows.machine.talk import Talk, exchanged, send
from hawthorne.flows.machine.walk import Walk
from hawthorne.spaces.anything import Anything


class Chain:
    """What a claimed step's visit keeps: its first ask, the one that is open, the messages that have come since, and
    the asks to black-box pools whose answers are on their way (with the flow back and the message's own id)."""

    __slots__ = ("asked", "first", "mail", "open", "sent")

    def __init__(self) -> None:
        self.first: str | None = None
        self.open: str | None = None
        self.mail: list[JSON] = []
        self.asked: dict[str, tuple[MessageFlow, JSON]] = {}
        self.sent = 0


class Claimed(Performed):
    """A step that a runner claims. `places` are the data that it may write by id, or by (scope, name)."""

    __slots__ = ("places", "talk")

    def __init__(
        self, spot: Spot, role: str, call: Reading, talk: Talk, places: Mapping[str | tuple[str, str], Output]
    ) -> None:
        super().__init__(spot, role, call)
        self.talk = talk
        self.places = places

    def perform(self, walk: Walk, visit: Visit) -> bool:
        chain = visit.box = Chain()
        ins = [flow.id for flow in self.talk.ins]
        while (message := walk.post.take(ins)) is not None:
            chain.mail.append(_told(message))
        walk.post.listen(visit, self, [flow.id for flow in self.talk.ins if flow.source_box is None])
        self._ask(walk, visit, self.call(walk, visit.frame, visit, None))
        return False

    def _ask(self, walk: Walk, visit: Visit, view: dict[str, JSON]) -> None:
        """Put the next ask of the chain, with the messages that have come."""
        chain: Chain = visit.box
        chain.open = visit.seat.key(self)
        chain.first = chain.first or chain.open
        if chain.mail:
            view = {**view, "messages": chain.mail}
            chain.mail = []
        walk.ask(visit, Ask(chain.open, self.role, self.id, view, Anything()))

    def _go_on(self, walk: Walk, visit: Visit) -> None:
        self._ask(walk, visit, {"continues": visit.box.first})

    # --- what comes --------------------------------------------------------------------------------------------------

    def hear_message(self, walk: Walk, visit: Visit, message: Message) -> None:
        self._arrived(walk, visit, _told(message))

    def _arrived(self, walk: Walk, visit: Visit, message: JSON) -> None:
        visit.box.mail.append(message)
        if visit.box.open is None:
            self._go_on(walk, visit)

    def hear(self, walk: Walk, visit: Visit, key: str, event: Given | Failed | Due) -> None:
        chain: Chain = visit.box
        if key in chain.asked:
            flow, id = chain.asked.pop(key)
            content = None
            if isinstance(event, Given):
                exchanged(visit.seat, event.ask)
                content = content_of(event)
            self._arrived(walk, visit, {"id": f"{key}.answer", "flow": flow.id, "content": content, "inReplyTo": id})
            return
        chain.open = None
        said = event.answer.value if isinstance(event, Given) and isinstance(event.answer, Answer) else None
        if isinstance(said, Mapping) and said.keys() == {"send"} and isinstance(said["send"], list):
            self._send(walk, visit, said["send"])
        elif isinstance(said, Mapping) and said.keys() == {"waits"}:
            if chain.mail:
                self._go_on(walk, visit)
        else:
            self._over(walk, visit)
            super().hear(walk, visit, key, event)

    def _over(self, walk: Walk, visit: Visit) -> None:
        walk.post.forget(visit, self)
        for ask in visit.box.asked:
            walk.withdraw(visit, ask)

    def _send(self, walk: Walk, visit: Visit, messages: list[JSON]) -> None:
        """Send what the runner sends; where an answer is on its way, the chain goes on when that has come."""
        chain: Chain = visit.box
        for message in messages:
            said = message if isinstance(message, Mapping) else {}
            flow = next((flow for flow in self.talk.outs if flow.id == said.get("flow")), None)
            if flow is None:
                known = ", ".join(flow.id for flow in self.talk.outs) or "none"
                why = f'"{self.label}" sends along {said.get("flow")!r}, which leaves it not (its flows: {known})'
                raise StepFailed(self, why, visit)
            chain.sent += 1
            ask = send(walk, self, visit.frame, visit, flow, said.get("content"), self.talk)
            if ask is not None and flow.id in self.talk.back:
                chain.asked[ask] = (self.talk.back[flow.id], said.get("id") or ask)
        if (not chain.asked or chain.mail) and chain.open is None:
            self._go_on(walk, visit)

    # --- what it hands back --------------------------------------------------------------------------------------

    def adopt(self, walk: Walk, visit: Visit, handed: HandBack) -> None:
        """Write the values that no data edge carries."""
        own = {output.target if output.name is None else f"{output.target}.{output.name}" for output in self.outputs}
        said: dict[str | tuple[str, str], JSON] = {id: value for id, value in handed.values.items()}  # noqa: C416
        said |= {(scope, name): value for scope, held in handed.state.items() if isinstance(held, Mapping)
                 for name, value in held.items() if scope != "_meta"}  # fmt: skip
        for key, value in said.items():
            place = self.places.get(key)
            if place is None and isinstance(key, tuple):
                why = f'"{self.label}" writes "{key[1]}" of "{key[0]}", which it cannot write'
                raise StepFailed(self, why, visit)
            if place is not None and (f"{place.target}.{place.name}" if place.name else place.target) not in own:
                place.write(walk, visit, value)

    def waits_for(self, visit: Visit) -> str:
        chain = visit.box
        if isinstance(chain, Chain) and chain.open is None:
            asked = [f"an answer along {flow.id}" for flow, _ in chain.asked.values()]
            others = [f"a message along {flow.id}" for flow in self.talk.ins if flow.source_box is None]
            return " or ".join(asked + others) or "a message that nobody sends"
        return f"the runner {self.role} to carry it out"


def _told(message: Message) -> dict[str, JSON]:
    """A message as a runner hears it."""
    told: dict[str, JSON] = {"id": message.id, "flow": message.flow, "content": message.content}
    return told | ({"inReplyTo": message.in_reply_to} if message.in_reply_to else {})
