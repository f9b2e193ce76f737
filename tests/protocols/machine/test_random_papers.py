"""Protocols at random: whatever the flow, a case keeps the laws, also where participants go back or leave."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from small_paper import Doc, group, paper, program, question, stage

from hawthorne.core.ask import Answer, Silence
from hawthorne.core.case import Case, replay
from hawthorne.core.draws import Draws
from hawthorne.core.record import Record
from hawthorne.protocols.program import ProtocolProgram
from hawthorne.testing.machine import check_machine, sampled

STAGES = ("a", "b", "c", "d")
WHENS = ("resp.r_a > 4", "resp.r_b = null", "round = 2", 'draw.d = "x"', "count(resp.r_c) > 1", "true")

leaves = st.one_of(
    st.sampled_from(STAGES).map(lambda id: {"stage": id}),
    st.just({"reveal": {"event": "feedback", "text": "So far so good."}}),
    st.sampled_from(WHENS).map(lambda when: {"check": {"response": "r_a", "pass": when, "on_fail": "continue"}}),
    st.just({"end": {"code": "screened_out", "stage": "d"}}),
)


def larger(inner: st.SearchStrategy[Doc]) -> st.SearchStrategy[Doc]:
    nodes = st.lists(inner, min_size=1, max_size=3)
    when = st.sampled_from(WHENS)
    branch = st.tuples(when, inner, st.none() | inner).map(
        lambda parts: {"branch": [{"when": parts[0], "do": parts[1]}]} | ({"else": parts[2]} if parts[2] else {})
    )
    loop = st.tuples(
        st.sampled_from([["u", "v"], {"times": 3}, {"draw": "list"}]), st.sampled_from(["fixed", "shuffle", "latin"]),
        inner, st.none() | when,
    ).map(lambda parts: {"loop": {"id": "l", "over": parts[0], "order": parts[1], "do": parts[2], "until": parts[3]}})  # fmt: skip
    repeat = nodes.map(lambda made: {"sequence": [{"stage": "a"}, *made, {"check": {
        "response": "r_a", "pass": "resp.r_a > 2", "on_fail": "repeat:1"}}]})  # fmt: skip
    return st.one_of(
        nodes.map(lambda made: {"sequence": made}), nodes.map(lambda made: {"shuffle": made}), branch, loop, repeat
    )


flows = st.recursive(leaves, larger, max_leaves=8)
backs = st.lists(st.sampled_from(["not_allowed", "within_stage", "allowed"]), min_size=4, max_size=4)


def named(node: Any, count: list[int]) -> Any:
    """Loops have ids of their own."""
    if isinstance(node, list):
        return [named(one, count) for one in node]
    if not isinstance(node, dict):
        return node
    made = {key: named(value, count) for key, value in node.items() if not (key == "until" and value is None)}
    if "loop" in made:
        count[0] += 1
        made["loop"] = made["loop"] | {"id": f"l{count[0]}"}
    return made


def written(flow: Doc, back: list[str], **parts: Any) -> ProtocolProgram:
    stages = []
    for id, mode in zip(STAGES, back, strict=True):
        pages = stage(id, f"r_{id}", text=f"Page {id}")["pages"]
        more = {"id": "pg2", "items": [{"id": "i", "type": "text", "text": "More."}], "responses": [f"q_{id}"]}
        stages.append({"id": id, "pages": [*pages, more], "navigation": {"back": mode}})
    responses = [question(f"{letter}_{id}", required=letter == "r") for id in STAGES for letter in "rq"]
    draws = [{"id": "d", "kind": "pick", "from": ["x", "y"]}, {"id": "list", "kind": "permutation", "from": [1, 2]}]
    return program(paper(named(flow, [0]), responses, stages, draws=draws, **parts))


@given(flows, backs, st.integers(1, 5))
@settings(max_examples=60, deadline=None)
def test_any_flow_replays_and_ends(flow: Doc, back: list[str], number: int) -> None:
    made = written(flow, back)
    check_machine(lambda: made.machine(number), sampled(number), number, cuts=4)


def restless(case: Case, seed: int) -> None:
    """Answer, go back and, rarely, leave, until the case is done."""
    root = Draws.seeded(seed)
    case.begin()
    for turn in range(400):
        if case.done:
            return
        here = root.at(turn)
        asks = [ask for ask in case.open.values() if ask.space.kind != "nothing"]
        if not asks:
            case.tell("quiet")
            continue
        ask = here.at("who").choice(asks)
        what = here.at("what").below(40)
        if what < 12 and turn < 200:
            case.tell("back", role=ask.role, id=f"c{turn}")
        elif what == 12:
            case.give(ask.id, Silence("left"), 0)
        else:
            case.give(ask.id, Answer(ask.space.sample(here.at("value"))), 0)
    raise AssertionError("it never ends")


@given(flows, backs, st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_going_back_and_leaving_replay_too(flow: Doc, back: list[str], seed: int) -> None:
    made = written(flow, back)
    _check(made, seed)


@given(flows, backs, st.integers(0, 10**6), st.sampled_from(["end_group", "wait"]))
@settings(max_examples=40, deadline=None)
def test_groups_replay_too(flow: Doc, back: list[str], seed: int, on_drop: str) -> None:
    sync = {"sync": {"id": "met", "needs": ["group.resp.r_b"]}}
    made = written({"sequence": [{"stage": "b"}, sync, flow]}, back, **group("p", "p", on_drop=on_drop))
    _check(made, seed)


def _check(made: ProtocolProgram, seed: int) -> None:
    live: list[Record] = []
    restless(Case(1, made.machine(1), live.append), seed)
    again: list[Record] = []
    replay(Case(1, made.machine(1), again.append), live)
    assert again == live
    asks = [record.ask for record in live if record.what == "put"]
    assert len(set(asks)) == len(asks)
    receipts = [record for record in live if record.what == "receipt"]
    assert len(receipts) == len([record for record in live if record.what == "told" and "id" in record.value])
    steps = [(record.who, record.value["view"]["step"]) for record in live if record.what == "put"]
    backs_ok = sum(record.value["ok"] for record in receipts)
    assert len(steps) - len(set(steps)) <= backs_ok
    if live[-1].value["status"] != "failed":
        assert any(record.what == "row" for record in live)
    made.tables(live)


def steady(case: Case, seed: int, backs: bool) -> None:
    """Give the same answer to the same question each time, and go back at times."""
    root = Draws.seeded(seed)
    case.begin()
    for turn in range(600):
        if case.done:
            return
        (ask,) = case.open.values()
        if backs and turn < 300 and root.at(turn).below(3) == 0:
            case.tell("back", id=f"c{turn}")
        else:
            case.give(ask.id, Answer({id: len(id) + ord(id[-1]) % 5 for id in ask.space.parts}), 0)  # type: ignore[attr-defined]
    raise AssertionError("it never ends")


@given(flows, st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_who_goes_back_and_answers_alike_ends_where_nobody_went_back(flow: Doc, seed: int) -> None:
    made = written(flow, ["allowed"] * 4)
    found = []
    for backs in (False, True):
        log: list[Record] = []
        steady(Case(1, made.machine(1), log.append), seed, backs)
        found.append([record.value for record in log if record.what in ("row", "done")])
    assert found[0] == found[1]
