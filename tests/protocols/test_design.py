"""The design: arms and draws as a pure function of the seed and the number."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_paper import Doc, document, paper, question, stage

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.protocols import orders
from hawthorne.protocols.design import Design, Drawn, official_n
from hawthorne.protocols.model import Protocol


def protocol(weights: list[int], draws: list[Doc] | None = None, **assignment: Any) -> Protocol:
    arms = [{"id": f"arm{k}", "weight": weight} for k, weight in enumerate(weights)]
    made = paper({"stage": "s"}, [question("x")], [stage("s", "x")], arms=arms, draws=draws or [],
                 assignment={"method": "balanced"} | assignment)  # fmt: skip
    model: Protocol = document(made).model
    return model


def dealt(made: Protocol, n: int, seed: int = 1, arms: list[str] | None = None) -> list[Drawn]:
    design = Design(made, Draws.seeded(seed), arms)
    return [design.of(unit) for unit in range(1, n + 1)]


@given(st.integers(1, 5), st.integers(1, 60), st.integers(0, 50))
@settings(max_examples=40)
def test_arms_of_one_weight_differ_by_one_at_most_at_every_number(count: int, n: int, seed: int) -> None:
    counts = Counter(drawn.arm for drawn in dealt(protocol([1] * count), n, seed))
    found = [counts.get(f"arm{k}", 0) for k in range(count)]
    assert max(found) - min(found) <= 1


@given(st.lists(st.integers(0, 4), min_size=1, max_size=4).filter(any), st.integers(0, 20))
@settings(max_examples=30)
def test_a_block_holds_each_arm_as_often_as_its_weight_says(weights: list[int], seed: int) -> None:
    total = sum(weights)
    counts = Counter(drawn.arm for drawn in dealt(protocol(weights), 3 * total, seed))
    assert [counts.get(f"arm{k}", 0) for k in range(len(weights))] == [3 * weight for weight in weights]


@pytest.mark.parametrize("method", ["balanced", "complete_random", "simple_random", "blocked", "sequential"])
def test_every_method_finds_a_participant_without_the_others(method: str) -> None:
    made = protocol([2, 1], [{"id": "d", "kind": "pick", "from": [1, 2, 3], "balanced": True}], method=method)
    alone = Design(made, Draws.seeded(5)).of(17)
    assert dealt(made, 40, 5)[16] == alone


def test_sequential_assignment_takes_arms_in_turn() -> None:
    assert [drawn.arm for drawn in dealt(protocol([1, 2], method="sequential"), 4)] == ["arm0", "arm1", "arm1", "arm0"]


def test_a_quota_is_dealt_out_whole() -> None:
    made = protocol([1, 1], method="quota", quota={"arm0": 3, "arm1": 1})
    assert Counter(drawn.arm for drawn in dealt(made, 8)) == {"arm0": 6, "arm1": 2}


DRAWS = [
    {"id": "pick", "kind": "pick", "from": ["a", "b", "c"]},
    {"id": "sample", "kind": "sample", "from": [1, 2, 3, 4], "k": 2},
    {"id": "all", "kind": "permutation", "from": [1, 2, 3]},
    {"id": "number", "kind": "integer", "from": {"range": [1, 4]}},
    {"id": "row", "kind": "latin_row", "from": [1, 2, 3, 4], "square": "williams"},
    {"id": "some", "kind": "subset", "from": [1, 2, 3, 4], "k": 2},
]
SIZES = {"pick": 3, "sample": 12, "all": 6, "number": 4, "row": 4, "some": 6}


@pytest.mark.parametrize("draw", DRAWS, ids=lambda draw: draw["id"])
def test_a_balanced_draw_differs_by_one_at_most_within_each_arm(draw: Doc) -> None:
    size = SIZES[draw["id"]]
    found = dealt(protocol([1, 1], [draw | {"balanced": True}]), 6 * size)
    for arm in ("arm0", "arm1"):
        counts = Counter(str(drawn.draws[draw["id"]]) for drawn in found if drawn.arm == arm)
        assert len(counts) == size
        assert set(counts.values()) == {3}


@pytest.mark.parametrize("draw", DRAWS, ids=lambda draw: draw["id"])
def test_a_draw_that_is_not_balanced_comes_to_every_outcome(draw: Doc) -> None:
    found = dealt(protocol([1], [draw]), 40 * SIZES[draw["id"]])
    assert len({str(drawn.draws[draw["id"]]) for drawn in found}) == SIZES[draw["id"]]


def test_a_subset_keeps_the_order_of_the_list() -> None:
    found = dealt(protocol([1], [DRAWS[5]]), 30)
    assert all(drawn.draws["some"] == sorted(drawn.draws["some"]) for drawn in found)


def test_weights_and_values_by_arm_say_what_is_drawn() -> None:
    draws = [
        {"id": "w", "kind": "pick", "from": ["rare", "often"], "weights": [1, 3], "balanced": True},
        {"id": "v", "kind": "pick", "from": [1], "by_arm": {"arm1": [2]}},
    ]
    found = dealt(protocol([1, 1], draws), 16)
    assert Counter(drawn.draws["w"] for drawn in found) == {"rare": 4, "often": 12}
    assert {(drawn.arm, drawn.draws["v"]) for drawn in found} == {("arm0", 1), ("arm1", 2)}


def test_renaming_what_is_named_changes_no_draw() -> None:
    draws = [{"id": "d", "kind": "permutation", "from": [1, 2, 3]}, {"id": "e", "kind": "pick", "from": [1, 2]}]
    one = protocol([1, 2], draws)
    arms = tuple(arm.model_copy(update={"id": f"other{k}"}) for k, arm in enumerate(one.arms))
    renamed = tuple(draw.model_copy(update={"id": f"x{k}"}) for k, draw in enumerate(one.draws))
    other = one.model_copy(update={"arms": arms, "draws": renamed, "id": "another"})
    for before, after in zip(dealt(one, 30), dealt(other, 30), strict=True):
        assert (before.place, list(before.draws.values())) == (after.place, list(after.draws.values()))


def test_an_added_draw_changes_no_other() -> None:
    first = {"id": "d", "kind": "pick", "from": [1, 2, 3]}
    more = [first, {"id": "e", "kind": "pick", "from": [1, 2, 3]}]
    before, after = dealt(protocol([1, 1], [first]), 30), dealt(protocol([1, 1], more), 30)
    assert [(drawn.arm, drawn.draws["d"]) for drawn in before] == [(drawn.arm, drawn.draws["d"]) for drawn in after]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_participants_number_tells_nothing_of_the_arm(seed: int) -> None:
    found = [drawn.place for drawn in dealt(protocol([1, 1]), 2000, seed)]
    odd = sum(found[::2])
    half = sum(found[:1000])
    # Chi-square with one degree of freedom, p = .0001: 15.1.
    assert (odd - 500) ** 2 / 250 < 15.1
    assert (half - 500) ** 2 / 250 < 15.1


def test_some_arms_can_be_played_alone() -> None:
    assert {drawn.arm for drawn in dealt(protocol([1, 1, 1]), 20, arms=["arm0", "arm2"])} == {"arm0", "arm2"}
    with pytest.raises(UsageError, match='no arm is called "arm9"'):
        Design(protocol([1]), Draws.seeded(1), ["arm9"])


def test_the_official_number_counts_participants() -> None:
    def with_unit(per: str, **more: Any) -> Protocol:
        unit = {"id": "u", "kind": "group", "primary": True, "rows": {"per": per}, "official_n": {"total": 20}}
        made: Protocol = document(paper({"stage": "s"}, [question("x")], [stage("s", "x")], units=[unit], **more)).model
        return made

    seats = {"roles": [{"id": "a", "count": 2}], "groups": {"size": 2, "seats": [{"role": "a"}, {"role": "a"}]}}
    assert official_n(with_unit("session")) == 20
    assert official_n(with_unit("group", **seats)) == 40
    assert official_n(protocol([1])) is None


@given(st.integers(1, 6), st.data())
@settings(max_examples=30)
def test_orders_by_number_are_all_different(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    items = list(range(n))
    assert len({tuple(orders.arrangement(items, k, j)) for j in range(math.perm(n, k))}) == math.perm(n, k)
    assert len({tuple(orders.combination(items, k, j)) for j in range(math.comb(n, k))}) == math.comb(n, k)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_in_a_williams_square_each_item_follows_each_other_equally_often(n: int) -> None:
    square = [orders.row(range(n), j, "williams") for j in range(orders.rows(n, "williams"))]
    for place in range(n):
        assert len(set(Counter(row[place] for row in square).values())) == 1
    pairs = Counter((row[k], row[k + 1]) for row in square for k in range(n - 1))
    assert len(pairs) == n * (n - 1)
    assert len(set(pairs.values())) <= 1
