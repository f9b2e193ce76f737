"""The guards of handing off work: what is looked at, in the order of `rules.guards`, before a request is accepted.

Each is a pure function of a proposal. It lets it pass (None), holds it (a key of the wording and its places), or says
that the very same request has been made already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from hawthorne.bots.entities import Node
from hawthorne.bots.handoffs import clocks
from hawthorne.bots.rules.limits import Handoffs


class Proposal(NamedTuple):
    """A request that a turn is about to make. `parent` is the node of the asking turn (None: it has none yet), `line`
    the path from the root down to it, `made` the requests below the root, those just accepted in this call included;
    `address` is the asking turn's (thread, bot), `evictable` how many kept nodes may go; `barred` is what the route has
    against it, in words."""

    nodes: Mapping[str, Node]
    address: tuple[str, str]
    parent: Node | None
    line: tuple[Node, ...]
    target_id: str
    target_name: str
    text: str
    now: float
    bounds: Handoffs
    terminal: frozenset[str]
    group_id: str | None = None
    from_group: str | None = None
    rework: bool = False
    made: int = 0
    evictable: int = 0
    barred: str | None = None

    @property
    def kind(self) -> str:
        """`assignment` within one room, else `work`."""
        return "assignment" if self.group_id is not None and self.group_id == self.from_group else "work"

    @property
    def earlier(self) -> list[Node]:
        """The requests of the same asker to the same bot in the same place."""
        if self.parent is None:
            return []
        mine = (self.nodes[id] for id in self.parent.children)
        return [node for node in mine if node.bot_id == self.target_id and node.group_id == self.group_id]


class Held(NamedTuple):
    """A refusal: the key of its words, their places, or the words themselves."""

    key: str
    places: Mapping[str, Any] = MappingProxyType({})
    text: str | None = None


class Same(NamedTuple):
    """The very same request, made before."""

    node: Node


Outcome = Held | Same | None


def _parent(p: Proposal) -> Outcome:
    if p.parent is None or p.parent.status in ("source", "running"):
        return None
    return Held("coord.parent")


def _address(p: Proposal) -> Outcome:
    if p.parent is None or (p.parent.thread_id, p.parent.bot_id) == p.address:
        return None
    return Held("coord.address")


def _ancestor(p: Proposal) -> Outcome:
    met = any(node.bot_id == p.target_id and node.group_id in (None, p.group_id) for node in p.line)
    return Held("coord.ancestor", {"name": p.target_name}) if met else None


def _duplicate(p: Proposal) -> Outcome:
    for node in p.earlier:
        if node.text == p.text and not (p.rework and node.status in p.terminal):
            return Same(node)
    return None


def _echo(p: Proposal) -> Outcome:
    done = any(node.kind == p.kind and node.status == "completed" for node in p.earlier)
    return Held("coord.echo", {"name": p.target_name}) if done and not p.rework else None


def _room(p: Proposal) -> Outcome:
    on_path = p.group_id is not None and p.kind == "work" and any(node.group_id == p.group_id for node in p.line)
    return Held("coord.room", {"name": p.group_id}) if on_path else None


def _depth(p: Proposal) -> Outcome:
    depth = sum(node.kind == "work" for node in p.line)
    return Held("coord.depth", {"most": p.bounds.depth}) if depth > p.bounds.depth else None


def _requests(p: Proposal) -> Outcome:
    return Held("coord.requests", {"most": p.bounds.requests}) if p.made >= p.bounds.requests else None


def _lifetime(p: Proposal) -> Outcome:
    if not p.line or clocks.left(p.line[0], p.now, p.bounds) >= p.bounds.margin:
        return None
    return Held("coord.lifetime", {"minutes": int(p.bounds.margin // 60)})


def _retained(p: Proposal) -> Outcome:
    full = len(p.nodes) >= p.bounds.retained and p.evictable == 0
    return Held("coord.retained", {"most": p.bounds.retained}) if full else None


def _route(p: Proposal) -> Outcome:
    return None if p.barred is None else Held("", text=p.barred)


GUARDS: Mapping[str, Callable[[Proposal], Outcome]] = {
    "parent": _parent,
    "address": _address,
    "ancestor": _ancestor,
    "duplicate": _duplicate,
    "echo": _echo,
    "room": _room,
    "depth": _depth,
    "requests": _requests,
    "lifetime": _lifetime,
    "retained": _retained,
    "route": _route,
}
"""Every guard by its name."""


def guard(rows: Iterable[str], proposal: Proposal) -> tuple[str, Held | Same] | None:
    """The first guard that has something to say, and what; None when the request is accepted."""
    for row in rows:
        outcome = GUARDS[row](proposal)
        if outcome is not None:
            return row, outcome
    return None
