"""Numbers: how much, how many, how long (seconds)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes and counts. `threads` is the default number of busy threads a bot may have; `most_threads` the greatest
    that can be set."""

    threads: int = 3
    most_threads: int = 10
    text: int = 32_000
    name: int = 80
    title: int = 80
    sections: int = 100
    section: int = 60
    targets: int = 4
    brief: int = 4_000
    source_text: int = 12_000
    result: int = 12_000
    outstanding: int = 1_000
    own_threads: int = 5
    delegation_wait: int = 240


@dataclass(frozen=True, slots=True)
class Drain:
    """How queued words are grouped into one turn: neighbours of one sender no further apart than `window`, in a room
    at most `room_cap` of them."""

    window: float = 120.0
    room_cap: int = 30


@dataclass(frozen=True, slots=True)
class Handoffs:
    """The bounds of handed-off work.

    A tree lives `lifetime`, its clock paused while a node of it runs; a started node has at least `runway`; a node
    that never ran is dropped after `unstarted`; nothing outlives `cap` without progress. New work needs `margin` left.
    `depth` counts edges of work on a path, `requests` the nodes below a root, `executions` the turns of a tree,
    `retained` the nodes kept, of which the oldest ended trees go until `kept` are left.
    """

    lifetime: float = 1_800.0
    runway: float = 600.0
    unstarted: float = 3_600.0
    cap: float = 14_400.0
    margin: float = 600.0
    depth: int = 4
    requests: int = 24
    executions: int = 48
    retained: int = 1_000
    kept: int = 800
    digest: int = 512
    digests: int = 4_096
