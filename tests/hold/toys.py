"""Toy studies for the tests of this room, fixed and drawn, and what is compared of their runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from hawthorne.core.case import Case
from hawthorne.core.document import Document, Source
from hawthorne.core.record import Record
from hawthorne.core.registry import resolve
from hawthorne.hold import plan as plans
from hawthorne.hold.drive import drive
from hawthorne.hold.plan import Plan
from hawthorne.records.line import encode
from hawthorne.records.read import lines
from hawthorne.records.run import Run

FULL: dict[str, Any] = {
    "roles": ["A", "B"],
    "n": 6,
    "steps": [
        {"op": "chance"},
        {"op": "ask", "roles": ["A"], "limit": 1.0},
        {"op": "ask", "roles": ["A", "B"], "limit": 3.0, "space": "closed"},
        {"op": "wait", "seconds": 86400},
        {"op": "timed", "role": "B", "seconds": 1},
        {"op": "ask", "roles": ["A", "B", "A"], "until": "first", "limit": 20.0},
    ],
}
"""A study with every step of the toy that ends well."""

MIXED = 'toy:{"wrong":0.2,"miss":0.1,"refuse":0.1,"crash":0.1}'
"""An actor that does everything an actor can do."""


def toy_document(model: dict[str, Any], folder: Path | None = None) -> Document:
    """A toy document from its model."""
    document: Document = resolve("kinds", "toy")().read(Source("study.toy.json", json.dumps(model).encode(), folder))
    return document


def toy_plan(model: dict[str, Any] = FULL, actors: Any = MIXED, **options: Any) -> Plan:
    """A plan of a toy document, seed 7 unless said."""
    return plans.make(toy_document(model), actors=actors, **({"seed": 7} | options))


def recorded(plan: Plan, number: int) -> tuple[list[Record], Case]:
    """A case of a plan, played by the virtual driver, and what it recorded."""
    records: list[Record] = []
    return records, drive(plan.case(number, records.append), plan.minds(number))


def content(run: Run) -> bytes:
    """The bytes that "byte-identical" is about."""
    return b"".join(run.blocks if run.folder is None else lines(run.folder))


def text(records: list[Record]) -> bytes:
    return b"".join(map(encode, records))


_SECONDS = st.sampled_from([0, 0.25, 0.5, 1, 2])
_LIMIT = st.sampled_from([None, 0, 0.5, 1, 1.25])
_ROLES = st.lists(st.sampled_from(["A", "B"]), min_size=1, max_size=3)

steps = st.one_of(
    st.just({"op": "chance"}),
    st.builds(lambda seconds: {"op": "wait", "seconds": seconds}, _SECONDS),
    st.builds(lambda role, seconds: {"op": "timed", "role": role, "seconds": seconds}, st.sampled_from("AB"), _SECONDS),
    st.builds(
        lambda roles, until, limit, space: {
            "op": "ask",
            "roles": roles,
            "until": until,
            "limit": limit,
            "space": space,
        },
        _ROLES,
        st.sampled_from(["all", "first"]),
        _LIMIT,
        st.sampled_from(["open", "closed"]),
    ),
)

models = st.builds(
    lambda drawn, n, shared, end: {"roles": ["A", "B"], "n": n, "shared": shared, "steps": drawn + end},
    st.lists(steps, max_size=5),
    st.integers(1, 5),
    st.booleans(),
    st.sampled_from([[], [], [], [{"op": "forever"}]]),
)
"""Studies that end, get stuck, wait, ask one or several at a time, and share or do not."""

_SHARE = st.sampled_from([0, 0, 0.2])

actors = st.builds(
    lambda **shares: "toy:" + json.dumps(shares),
    miss=_SHARE,
    refuse=_SHARE,
    wrong=_SHARE,
    crash=_SHARE,
    slow=st.sampled_from([0, 2, 8]),
    sees=st.sampled_from(["key", "view"]),
)
"""Actors that answer, are late, refuse, are absent, give what a space refuses, and crash; ties are frequent."""

drawn_plans = st.builds(
    lambda model, actor, seed, level: toy_plan(model, actor, seed=seed, level=level),
    models,
    actors,
    st.integers(0, 99),
    st.sampled_from(["full", "facts", "answers"]),
)
