"""What nodes of the flow do: sequences, shuffles, branches, loops, checks, reveals, ends."""

from __future__ import annotations

from typing import Any

import pytest
from small_paper import (
    Doc,
    answering,
    document,
    notes,
    paper,
    played,
    program,
    question,
    rows,
    stage,
    texts,
    views,
)

from hawthorne.core.document import Setting
from hawthorne.core.errors import InvalidDocument
from hawthorne.protocols.program import compile_protocol


def reached(log: list[Any]) -> list[str | None]:
    return [who for who, _ in notes(log, "reached")]


def stages(*ids: str) -> list[Doc]:
    return [stage(id, f"r_{id}") for id in ids]


def asks(*ids: str) -> list[Doc]:
    return [question(f"r_{id}") for id in ids]


def flowing(flow: Doc, *ids: str, **parts: Any) -> Doc:
    return paper(flow, asks(*ids), stages(*ids), **parts)


def test_a_shuffle_plays_each_node_once_in_the_order_it_says() -> None:
    doc = flowing({"shuffle": [{"stage": "a"}, {"stage": "b"}, {"stage": "c"}]}, "a", "b", "c")
    made = program(doc)
    orders = set()
    for number in range(1, 30):
        log = played(made, number=number)
        ((who, order),) = [note for note in notes(log, "drew") if note[0] != "arm"]
        assert reached(log)[:-1] == ["abc"[place - 1] for place in order]
        assert who == "order.0"
        orders.add(tuple(order))
    assert len(orders) == 6


def test_a_shuffle_takes_so_many_and_keeps_its_rules() -> None:
    nodes = [{"stage": "a", "tags": ["x"]}, {"stage": "b", "tags": ["x"]}, {"stage": "c"}, {"stage": "d"}]
    rules = [{"type": "no_adjacent", "tag": "x"}, {"type": "first", "id": "c"}, {"type": "before", "a": "a", "b": "b"}]
    made = program(flowing({"shuffle": nodes, "constraints": rules}, "a", "b", "c", "d"))
    for number in range(1, 10):
        assert reached(played(made, number=number))[:-1] == ["c", "a", "d", "b"]
    made = program(flowing({"shuffle": nodes, "take": 2}, "a", "b", "c", "d"))
    assert {len(reached(played(made, number=number))) for number in range(1, 10)} == {3}


def test_rules_that_no_order_meets_are_found_before_anything_is_played() -> None:
    nodes = [{"stage": "a", "tags": ["x"]}, {"stage": "b", "tags": ["x"]}]
    doc = flowing({"shuffle": nodes, "constraints": [{"type": "no_adjacent", "tag": "x"}]}, "a", "b")
    with pytest.raises(InvalidDocument, match="constraints_unsatisfiable"):
        compile_protocol(document(doc), Setting(seed=1))


def test_a_draw_orders_a_shuffle_by_place_or_by_id() -> None:
    for values in ([2, 1], ["b", "a"]):
        draws = [{"id": "order", "kind": "sample", "from": values, "k": 2}]
        flow = {"shuffle": [{"stage": "a"}, {"stage": "b"}], "by": "draw.order"}
        log = played(program(flowing(flow, "a", "b", draws=draws)))
        drawn = dict(notes(log, "drew"))["draw.order"]
        assert reached(log)[:-1] == [{1: "a", 2: "b"}.get(one, one) for one in drawn]


def test_a_branch_takes_the_first_way_that_is_exactly_true() -> None:
    ways = [{"when": "resp.r_a", "do": {"stage": "b"}}, {"when": "resp.r_a > 5", "do": {"stage": "c"}}]
    flow = {"sequence": [{"stage": "a"}, {"branch": ways, "else": {"stage": "d"}}]}
    made = program(flowing(flow, "a", "b", "c", "d"))
    assert reached(played(made, answering({"r_a": 6}))) == ["a", "c", "complete"]
    assert reached(played(made, answering({"r_a": 5}))) == ["a", "d", "complete"]


def test_in_a_loop_an_answer_is_this_passs_and_outside_the_list_of_all() -> None:
    loop = {"id": "l", "over": ["x", "y", "z"], "as": "letter", "do": {"stage": "a"}, "until": "resp.r_a = 7"}
    doc = paper(
        {"sequence": [{"loop": loop}, {"stage": "b"}]},
        asks("a", "b"),
        [stage("a", "r_a", text="{{loop.l.letter}} {{loop.l.index}}"), stage("b", "r_b", text="{{resp.r_a}}")],
    )
    log = played(program(doc), answering({"r_a": [3, 7, 9]}))
    assert [texts(view) for view in views(log)] == [["x 1"], ["y 2"], ["3, 7"]]
    assert notes(log, "wrote")[:2] == [("resp.r_a[1]", 3), ("resp.r_a[2]", 7)]
    assert rows(log)[0]["resp.r_a"] == [3, 7]


def test_nested_loops_name_their_passes_outermost_first() -> None:
    inner = {"loop": {"id": "k", "over": {"times": 2}, "do": {"stage": "a"}}}
    flow = {"loop": {"id": "l", "over": {"times": 2}, "do": {"sequence": [inner, {"stage": "b"}]}}}
    units = [
        {"id": "p", "kind": "participant", "primary": True, "rows": {"per": "session"}},
        {"id": "t", "kind": "trial", "rows": {"per": "loop:k"}},
    ]
    variables = [{"id": "sum", "unit": "t", "type": "number", "expr": "resp.r_a + resp.r_b"}]
    log = played(program(flowing(flow, "a", "b", units=units, variables=variables)),
                 answering({"r_a": [1, 2, 3, 4], "r_b": [5, 6]}))  # fmt: skip
    assert [who for who, _ in notes(log, "wrote")] == [
        "resp.r_a[1.1]", "resp.r_a[1.2]", "resp.r_b[1]", "resp.r_a[2.1]", "resp.r_a[2.2]", "resp.r_b[2]",
    ]  # fmt: skip
    assert rows(log)[0]["resp.r_a"] == [[1, 2], [3, 4]]
    trials = rows(log, "t")
    assert [row["_id"] for row in trials] == ["t:1.1.1", "t:1.1.2", "t:1.2.1", "t:1.2.2"]
    assert [row["var.sum"] for row in trials] == [6, 7, 9, 10]
    assert trials[2]["loop.l.index"] == 2
    assert trials[2]["loop.k.index"] == 1


@pytest.mark.parametrize("order", ["shuffle", "latin"])
def test_a_loop_in_another_order_plays_every_value_once(order: str) -> None:
    loop = {"id": "l", "over": ["w", "x", "y", "z"], "order": order, "do": {"stage": "a"}}
    made = program(paper({"loop": loop}, asks("a"), [stage("a", "r_a", text="{{loop.l.value}}")]))
    orders = set()
    for number in range(1, 13):
        shown = [texts(view)[0] for view in views(played(made, number=number))]
        assert sorted(shown) == ["w", "x", "y", "z"]
        orders.add(tuple(shown))
    assert len(orders) == 4 if order == "latin" else len(orders) > 4


def test_a_loop_can_realise_a_factor_within_participants() -> None:
    factors = [{"id": "tone", "levels": ["soft", "loud"], "scope": "within", "text": {"soft": "p", "loud": "f"}}]
    loop = {"id": "l", "over": ["soft", "loud"], "as": "tone", "do": {"stage": "a"}}
    items = [{"id": "i", "type": "text", "text": "{{level_text.tone}}"},
             {"id": "j", "type": "text", "text": "LOUD", "when": 'factor.tone = "loud"'}]  # fmt: skip
    page = {"id": "a", "pages": [{"id": "pg", "items": items, "responses": ["r_a"]}]}
    log = played(program(paper({"loop": loop}, asks("a"), [page], factors=factors)))
    assert [texts(view) for view in views(log)] == [["p"], ["f", "LOUD"]]


def checked(on_fail: str, **more: Any) -> Doc:
    check = {"response": "r_b", "pass": "resp.r_b = 1", "on_fail": on_fail, "public_feedback": "Once more.", **more}
    return flowing({"sequence": [{"stage": "a"}, {"stage": "b"}, {"check": check}, {"stage": "c"}]}, "a", "b", "c")


def test_a_check_that_fails_repeats_then_ends() -> None:
    log = played(program(checked("repeat:2")), answering({"r_b": [0, 0, 0]}))
    assert reached(log) == ["a", "b", "a", "b", "a", "b", "failed_check"]
    assert views(log)[2]["events"] == [{"type": "feedback", "text": "Once more."}]
    assert notes(log, "left") == [("participant", {"status": "failed_check", "code": "failed_check"})]
    assert rows(log)[0]["_included"] is False
    assert reached(played(program(checked("repeat:2")), answering({"r_b": [0, 1]}))) == [
        "a",
        "b",
        "a",
        "b",
        "c",
        "complete",
    ]


def test_a_repeat_begins_at_the_stage_that_is_named() -> None:
    log = played(program(checked("repeat:1", again="b")), answering({"r_b": [0, 1]}))
    assert reached(log) == ["a", "b", "b", "c", "complete"]


def test_a_check_may_go_on_or_end_at_once() -> None:
    assert reached(played(program(checked("continue")), answering({"r_b": 0}))) == ["a", "b", "c", "complete"]
    assert reached(played(program(checked("end")), answering({"r_b": 0}))) == ["a", "b", "failed_check"]


def test_an_end_shows_its_closing_stage() -> None:
    flow = {"sequence": [{"stage": "a"}, {"end": {"code": "screened_out", "stage": "b"}}, {"stage": "c"}]}
    log = played(program(flowing(flow, "a", "b", "c")))
    assert reached(log) == ["a", "b", "screened_out"]
    assert rows(log)[0]["_status"] == "screened_out"


def test_what_is_revealed_comes_with_the_next_screen_once() -> None:
    reveal = {"reveal": {"event": "payoff", "text": "You said {{resp.r_a}}.", "data": {"said": "resp.r_a"}}}
    hidden = {"reveal": {"event": "feedback", "text": "Never.", "when": "resp.r_a > 99"}}
    flow = {"sequence": [{"stage": "a"}, reveal, hidden, {"stage": "b"}, {"stage": "c"}]}
    log = played(program(flowing(flow, "a", "b", "c")), answering({"r_a": 4}))
    assert [view["events"] for view in views(log)] == [
        [], [{"type": "payoff", "text": "You said 4.", "data": {"said": 4}}], [],
    ]  # fmt: skip


def test_what_is_revealed_last_has_a_screen_of_its_own() -> None:
    reveal = {"reveal": {"event": "payoff", "text": "You have 5 points."}}
    log = played(program(flowing({"sequence": [{"stage": "a"}, reveal]}, "a")))
    last = views(log)[-1]
    assert (last["items"], last["responses"]) == ([], [])
    assert last["events"] == [{"type": "payoff", "text": "You have 5 points."}]
    assert reached(log) == ["a", "complete"]
    ended = played(program(checked("end")), answering({"r_b": 0}))
    assert views(ended)[-1]["events"] == [{"type": "feedback", "text": "Once more."}]


def test_a_session_shows_no_more_screens_than_it_may() -> None:
    doc = flowing({"loop": {"id": "l", "over": {"times": 9}, "do": {"stage": "a"}}, "max_steps": 4}, "a")
    log = played(program(doc))
    assert log[-1].value == {"status": "failed", "where": "a", "why": "a session may show 4 screens, and did"}
    assert rows(log)[0]["_status"] == "failed"
