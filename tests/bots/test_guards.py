"""The guards of handing off work, one by one and in their order."""

from __future__ import annotations

from typing import Any

import pytest

from hawthorne.bots.entities import Node
from hawthorne.bots.handoffs.guards import Held, Proposal, Same, guard
from hawthorne.bots.rules import Rules
from hawthorne.bots.rules.limits import Handoffs

RULES = Rules()


def node(id: str, bot: str, parent: str | None = None, status: str = "running", **more: Any) -> Node:
    return Node(id, "n0", bot, f"t-{bot}", "k", more.pop("text", "x"), 0.0, status, "g1", 0, parent_id=parent, **more)


def proposal(*above: Node, **changes: Any) -> Proposal:
    """What the last of a line of nodes asks; `earlier` are the requests it has made already."""
    earlier = changes.pop("earlier", [])
    nodes = {n.id: n for n in [*above, *earlier]}
    parent = above[-1] if above else None
    if parent is not None:
        parent.children = [n.id for n in earlier]
    address = (parent.thread_id, parent.bot_id) if parent else ("t-a", "a")
    known: dict[str, Any] = {
        "now": 0.0,
        "address": address,
        "parent": parent,
        "line": above,
        "target_id": "z",
        "target_name": "Z",
        "text": "do",
    }
    return Proposal(nodes, bounds=Handoffs(), terminal=RULES.terminal, **(known | changes))


def said(p: Proposal) -> str | None:
    found = guard(RULES.guards, p)
    return None if found is None else found[0]


ROOT = {"id": "n0", "bot": "a"}
GOLDEN = [
    (lambda: proposal(), None),
    (lambda: proposal(node("n0", "a")), None),
    (lambda: proposal(node("n0", "a", status="source")), None),
    (lambda: proposal(node("n0", "a", status="waiting")), "parent"),
    (lambda: proposal(node("n0", "a", status="cancelled")), "parent"),
    (lambda: proposal(node("n0", "a"), address=("t-b", "a")), "address"),
    (lambda: proposal(node("n0", "a"), address=("t-a", "b")), "address"),
    (lambda: proposal(node("n0", "a"), node("n1", "b", "n0"), target_id="a"), "ancestor"),
    (lambda: proposal(node("n0", "a", group_id="g"), node("n1", "b", "n0", group_id="g"), target_id="a"), None),
    (lambda: proposal(node("n0", "a", group_id="g"), target_id="a", group_id="g", from_group="g"), "ancestor"),
    (lambda: proposal(node("n0", "a"), earlier=[node("n1", "z", "n0", text="do")]), "duplicate"),
    (lambda: proposal(node("n0", "a"), earlier=[node("n1", "z", "n0", "completed", text="do")]), "duplicate"),
    (lambda: proposal(node("n0", "a"), earlier=[node("n1", "z", "n0", text="do")], rework=True), "duplicate"),
    (lambda: proposal(node("n0", "a"), earlier=[node("n1", "z", "n0", "completed", text="do")], rework=True), None),
    (lambda: proposal(node("n0", "a"), earlier=[node("n1", "z", "n0", text="else")]), None),
    (lambda: proposal(node("n0", "a"), earlier=[node("n1", "z", "n0", "completed", text="else")]), "echo"),
    (lambda: proposal(node("n0", "a"), earlier=[node("n1", "z", "n0", "failed", text="else")]), None),
    (lambda: proposal(node("n0", "a"), earlier=[node("n1", "y", "n0", "completed", text="do")]), None),
    (lambda: proposal(node("n0", "a", group_id="g"), node("n1", "b", "n0"), group_id="g"), "room"),
    (lambda: proposal(node("n0", "a", group_id="g"), group_id="g", from_group="g"), None),
    (lambda: proposal(*[node(f"n{i}", f"b{i}", f"n{i - 1}" if i else None) for i in range(4)]), None),
    (lambda: proposal(*[node(f"n{i}", f"b{i}", f"n{i - 1}" if i else None) for i in range(5)]), "depth"),
    (lambda: proposal(node("n0", "a"), made=23), None),
    (lambda: proposal(node("n0", "a"), made=24), "requests"),
    (lambda: proposal(node("n0", "a"), now=1200.0), None),
    (lambda: proposal(node("n0", "a"), now=1200.1), "lifetime"),
    (lambda: proposal(node("n0", "a", paused=100.0), now=1300.0), None),
    (lambda: proposal(node("n0", "a", running_since=0.0), now=9000.0), None),
    (lambda: proposal(node("n0", "a", running_since=0.0), now=13_900.0), "lifetime"),
    (lambda: proposal(barred="no"), "route"),
]


@pytest.mark.parametrize(("made", "row"), GOLDEN)
def test_each_guard_says_its_part(made, row):
    assert said(made()) == row


def test_the_golden_table_meets_every_guard_but_the_full_store():
    assert {row for _, row in GOLDEN if row} == set(RULES.guards) - {"retained"}


def test_a_full_store_refuses_when_nothing_may_go():
    many = {f"n{i}": node(f"n{i}", "a") for i in range(1000)}
    p = proposal()._replace(nodes=many)
    assert said(p) == "retained"
    assert said(p._replace(evictable=1)) is None


def test_a_duplicate_points_at_the_same_work_and_a_refusal_at_its_words():
    same = guard(RULES.guards, proposal(node("n0", "a"), earlier=[node("n1", "z", "n0", text="do")]))
    assert same is not None
    assert isinstance(same[1], Same)
    held = guard(RULES.guards, proposal(node("n0", "a"), made=24))
    assert held is not None
    assert isinstance(held[1], Held)
