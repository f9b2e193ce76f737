"""Calls of tools that wait for the end of work."""

from __future__ import annotations

from hawthorne.bots import asking
from hawthorne.bots.entities import Node
from hawthorne.bots.house import House
from hawthorne.bots.tools import delegate


def node_ended(house: House, node: Node) -> None:
    """Work has ended: whoever waits for it in the middle of a turn goes on."""
    for turn in list(house.live.values()):
        if turn.pending is not None and turn.pending[1] == node.id:
            house.alarm(f"tools:{turn.id}", None)
            asking.resolve(house, turn, node.id, delegate.outcome(house, node))


def on_due(house: House, name: str) -> None:
    """A wait has come to its end: the call is answered with how things stand."""
    turn = house.turns[name.partition(":")[2]]
    if turn.pending is not None:
        node = house.nodes.get(turn.pending[1])
        if node is not None:
            asking.resolve(house, turn, node.id, delegate.outcome(house, node))
