"""The edge tables: what may become of a turn, of handed-off work, of queued words, of a request to a person,
of a routine's run and of a turn's place at the computer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple


class Edge(NamedTuple):
    """From one state, on something, to another. Its name in notes and tables is `<machine>.<source>.<on>`."""

    machine: str
    source: str
    on: str
    target: str

    @property
    def name(self) -> str:
        return f"{self.machine}.{self.source}.{self.on}"


def _edges(machine: str, rows: str) -> tuple[Edge, ...]:
    return tuple(Edge(machine, *row.split()) for row in rows.strip().splitlines())


TURN = _edges(
    "turn",
    """
    dispatching launch running
    dispatching fail failed
    dispatching interrupt interrupted
    running ask waiting-on-person
    running reply completed
    running fail failed
    running interrupt interrupted
    waiting-on-person resolve running
    waiting-on-person interrupt interrupted
    """,
)

ROOT = _edges(
    "root",
    """
    source settle waiting
    source fail failed
    source cancel cancelled
    waiting gather resume
    waiting done completed
    waiting fail failed
    waiting cancel cancelled
    resume dispatch running
    resume fail failed
    resume cancel cancelled
    running ok completed
    running more waiting
    running fail failed
    running cancel cancelled
    """,
)

CHILD = _edges(
    "child",
    """
    queued dispatch running
    queued fail failed
    queued cancel cancelled
    running ok completed
    running more waiting
    running fail failed
    running cancel cancelled
    waiting gather resume
    waiting done completed
    waiting fail failed
    waiting cancel cancelled
    resume dispatch running
    resume fail failed
    resume cancel cancelled
    """,
)

QUEUE = _edges(
    "queue",
    """
    queued drain sent
    queued cancel cancelled
    queued drop dropped
    """,
)

REQUEST = _edges(
    "request",
    """
    open allow allowed
    open deny denied
    open withdraw withdrawn
    """,
)

RUN = _edges(
    "run",
    """
    queued start running
    queued unfit failed
    queued cancel cancelled
    running open waiting
    running delegate waiting
    running ok completed
    running fail failed
    running expire failed
    running restart failed
    running cancel cancelled
    waiting resolve running
    waiting resume running
    waiting fail failed
    waiting expire failed
    waiting restart failed
    waiting cancel cancelled
    """,
)
"""A run of a routine, made `queued` (or `missed`). Work that it handed out keeps it `waiting`."""

SLOT = _edges(
    "slot",
    """
    mounted begin binding
    mounted drop dropped
    binding bind checking
    binding expire failed
    binding drop dropped
    checking claim claimed
    checking fail failed
    checking drop dropped
    claimed drop dropped
    failed drop dropped
    """,
)
"""A turn's place at the computer, made `binding`, or `mounted` where it is lazy: until the first call of the screen."""

EDGES: tuple[Edge, ...] = TURN + ROOT + CHILD + QUEUE + REQUEST + RUN + SLOT

TERMINAL: frozenset[str] = frozenset({"completed", "failed", "cancelled"})
"""The states of handed-off work that never change."""


@lru_cache(maxsize=64)
def lookup(edges: tuple[Edge, ...]) -> Mapping[tuple[str, str, str], Edge]:
    """The edges by machine, source and what happens."""
    return {(edge.machine, edge.source, edge.on): edge for edge in edges}
