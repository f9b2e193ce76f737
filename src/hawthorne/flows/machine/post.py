"""Post: what waits to be heard. Mailboxes of message flows, and who listens for messages, signals and conditions."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from hawthorne.core.values import JSON

if TYPE_CHECKING:
    from hawthorne.flows.graph import Node
    from hawthorne.flows.machine.state import Visit

CONDITION = "condition"
"""The channel on which conditional events listen: every write of data may make one true."""


def signal_channel(name: str) -> str:
    """The channel of a signal; a message flow's is its id (ids hold no colon)."""
    return f"signal:{name}"


class Message(NamedTuple):
    """A message between pools with processes."""

    id: str
    flow: str
    content: JSON
    in_reply_to: str | None = None


class Post:
    """Mailboxes and listeners. A listener is a visit together with the node that hears: the visit's own, or a boundary
    event on it."""

    __slots__ = ("_heard", "_mail", "sent")

    def __init__(self) -> None:
        self._mail: dict[str, deque[Message]] = {}
        self._heard: dict[str, dict[tuple[Visit, Node], None]] = {}
        self.sent = 0

    def keep(self, message: Message) -> None:
        """Leave a message in its flow's mailbox."""
        self._mail.setdefault(message.flow, deque()).append(message)

    def take(self, flows: list[str]) -> Message | None:
        """Take the first message that waits along one of the flows, in their order."""
        for flow in flows:
            box = self._mail.get(flow)
            if box:
                return box.popleft()
        return None

    def waiting(self, flow: str) -> bool:
        """Whether a message waits along a flow."""
        return bool(self._mail.get(flow))

    def listen(self, visit: Visit, node: Node, channels: list[str]) -> None:
        """Hear what comes along these channels."""
        for channel in channels:
            self._heard.setdefault(channel, {})[(visit, node)] = None

    def listeners(self, channel: str) -> list[tuple[Visit, Node]]:
        """Who hears a channel, in the order in which they began."""
        return list(self._heard.get(channel, ()))

    def first(self, channel: str) -> tuple[Visit, Node] | None:
        """Whoever began first to hear a channel."""
        return next(iter(self._heard.get(channel, ())), None)

    def forget(self, visit: Visit, node: Node | None = None) -> None:
        """Hear nothing more: the visit, or just one of its nodes."""
        for heard in self._heard.values():
            for key in [key for key in heard if key[0] is visit and node in (None, key[1])]:
                del heard[key]
