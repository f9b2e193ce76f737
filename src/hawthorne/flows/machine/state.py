"""The running state of a walk: seats, frames, tokens and visits. Plain slotted classes, made per step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from hawthorne.core.values import JSON

if TYPE_CHECKING:
    from hawthorne.flows.graph import Node, Pool, Scope


class Seat:
    """One participant of the case: one instance of a pool.

    `name` is the seat as ask ids write it (`17`, or `17/2` where a case holds several participants); `prefix` stands
    before `who` in the notes of such a case; `plays` counts the performances of each node, so that no key repeats.
    """

    __slots__ = ("done", "instance", "last", "name", "plays", "pool", "prefix", "turns", "visits")

    def __init__(self, pool: Pool, instance: int, name: str, prefix: str) -> None:
        self.pool = pool
        self.instance = instance
        self.name = name
        self.prefix = prefix
        self.plays: dict[int, int] = {}
        self.visits: dict[int, int] = {}
        self.turns: dict[str, int] = {}
        self.last: str | None = None
        self.done = False

    def play(self, node: Node) -> int:
        """The number of this performance of a node, from 1."""
        number = self.plays.get(node.index, 0) + 1
        self.plays[node.index] = number
        return number

    def key(self, node: Node) -> str:
        """A key for an ask or a wait at a node: the seat, the node and the performance, so that none repeats."""
        return f"{self.name}/{node.id}.{self.play(node)}"


class Frame:
    """One activation of a scope: its properties, its tokens, what waits at its joins, what was completed and could be
    compensated, and the event sub-processes that stand ready."""

    __slots__ = ("completed", "instance", "joins", "owner", "parent", "props", "ready", "scope", "seat", "tokens")

    def __init__(self, scope: Scope, seat: Seat, parent: Frame | None, owner: Visit | None) -> None:
        self.scope = scope
        self.seat = seat
        self.parent = parent
        self.owner = owner
        self.props: dict[str, JSON] = {}
        self.tokens: dict[Token, None] = {}
        self.joins: dict[Node, dict[int, int]] = {}
        self.completed: list[Node] = []
        self.ready: list[Visit] = []
        self.instance: int | None = None

    def outward(self) -> Iterator[Frame]:
        """This frame and the ones around it."""
        frame: Frame | None = self
        while frame is not None:
            yield frame
            frame = frame.parent


class Token:
    """A path through a scope. `steps` counts the nodes it has reached; `visit` is where it stays, if it waits; `own`
    names what its first activity holds (an item of a loop); `passes` is an event that has happened already, so that
    it is not waited for; `after` hears when the path ends (a compensation handler's)."""

    __slots__ = ("after", "frame", "own", "passes", "steps", "visit")

    def __init__(self, frame: Frame, steps: int = 0) -> None:
        self.frame = frame
        self.steps = steps
        self.visit: Visit | None = None
        self.own: dict[str, JSON] | None = None
        self.passes: Node | None = None
        self.after: Visit | None = None


class Visit:
    """A token's stay at a node that can wait: an activity, an event, with the keys it holds open and the frames that
    run inside it."""

    __slots__ = ("box", "closed", "frames", "item", "items", "keys", "node", "outputs", "own", "passes", "quiet",
                 "result", "rounds", "token")  # fmt: skip

    def __init__(self, node: Node, token: Token) -> None:
        self.node = node
        self.token = token
        self.keys: dict[str, Node] = {}
        self.frames: list[Frame] = []
        self.closed = False
        self.passes = 0
        self.quiet = 0
        self.items: list[JSON] | None = None
        self.item: JSON = None
        self.outputs: list[JSON] = []
        self.result: JSON = None
        self.rounds: dict[Node, int] = {}
        self.own: dict[str, JSON] | None = token.own
        self.box: Any = None
        """What the node's behaviour keeps here: a play of the battery, what an exchange waits for."""

    @property
    def seat(self) -> Seat:
        return self.token.frame.seat

    @property
    def frame(self) -> Frame:
        return self.token.frame


Extra = Mapping[str, JSON]
