"""The same seed gives the same bytes, in every version: what is drawn, ordered and recorded is pinned."""

from __future__ import annotations

import hashlib

from small_paper import Doc, group, paper, played, program, question, stage

from hawthorne.records.line import encode


def everything() -> Doc:
    options = [{"id": f"o{k}", "text": f"Option {k}"} for k in range(4)]
    draws = [
        {"id": "pick", "kind": "pick", "from": ["x", "y", "z"], "weights": [1, 2, 1], "balanced": True, "public": True},
        {"id": "sample", "kind": "sample", "from": [1, 2, 3, 4], "k": 2},
        {"id": "all", "kind": "permutation", "from": [1, 2, 3]},
        {"id": "number", "kind": "integer", "from": {"range": [1, 100]}},
        {"id": "row", "kind": "latin_row", "from": ["a", "b", "c"], "square": "williams", "balanced": True},
        {"id": "some", "kind": "subset", "from": [1, 2, 3, 4], "k": 2},
    ]
    nodes: list[Doc] = [
        {"shuffle": [{"stage": "a"}, {"stage": "b"}, {"stage": "c"}], "take": 2},
        {"loop": {"id": "l", "over": [1, 2, 3], "order": "shuffle", "do": {"stage": "c"}}},
        {"loop": {"id": "m", "over": {"draw": "all"}, "order": "latin", "do": {"stage": "b"}, "until": "resp.rb > 8"}},
    ]
    return paper(
        {"sequence": nodes},
        [question("ra", "choice", options=options, shuffle=True), question("rb"),
         question("rc", "ranking", options=options, shuffle="reverse")],
        [stage("a", "ra", text="{{draw.pick}}"), stage("b", "rb"), stage("c", "rc", text="{{round}}")],
        arms=[{"id": "one", "weight": 2}, {"id": "two"}], draws=draws, **group("p", "p"),
    )  # fmt: skip


def test_the_records_of_a_case_are_these_bytes() -> None:
    made = program(everything(), seed=7)
    digest = hashlib.sha256(b"".join(encode(record) for n in (1, 2, 3) for record in played(made, number=n)))
    assert digest.hexdigest()[:32] == "7fcf43a2884633b1e3cd2a38a6844ea4"
