"""Random gateways: the shared recipe's vectors, balance, strata, minimization."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from walked_study import HEAD, play, program_of

from hawthorne.core.case import Case
from hawthorne.flows.machine import allocation
from hawthorne.flows.machine.allocation import Allocation, allocate


def test_b_the_draws_equal_the_published_vectors():
    assert allocation.fnv1a("7:Arm:1:1") == 0x73133972
    assert allocation.uniform("7:Arm:1:1") == 0.35999585571698844
    assert allocation.uniform("7:Arm:2:1") == 0.6176558609586209
    assert allocation.uniform("42:Gate:1:1") == 0.002485674573108554


def test_b_the_blocks_equal_the_published_vectors():
    assert allocation.block("7", "Arm@1", 0, (1, 1), 4) == (0, 1, 1, 0)
    assert allocation.block("7", "Arm@1", 1, (1, 1), 4) == (1, 1, 0, 0)


@given(st.integers(0, 10**6), st.lists(st.integers(1, 3), min_size=2, max_size=4), st.integers(1, 3))
def test_a_block_holds_each_arm_in_its_share(seed, weights, times):
    block = allocation.block(str(seed), "G@1", 0, tuple(weights), sum(weights) * times)
    assert Counter(block) == {arm: weight * times for arm, weight in enumerate(weights)}


@given(st.integers(0, 10**6), st.lists(st.integers(1, 4), min_size=2, max_size=4))
def test_a_simple_draw_takes_each_arm_in_its_share(seed, weights):
    rule = Allocation("G", "simple", tuple(weights), 4)
    arms = Counter(allocate(rule, str(seed), person, 1, {}, {})[0] for person in range(1, 401))
    for arm, weight in enumerate(weights):
        share = weight / sum(weights)
        assert abs(arms[arm] / 400 - share) < 5 * (share * (1 - share) / 400) ** 0.5


def test_alternation_takes_arms_in_turn_by_their_weights():
    rule = Allocation("G", "alternation", (2, 1), 4)
    assert [allocate(rule, "7", person, 1, {}, {})[0] for person in range(1, 7)] == [0, 0, 1, 0, 0, 1]


def test_inside_a_loop_a_participants_own_visits_are_balanced():
    rule = Allocation("G", "block", (1, 1), 2, in_loop=True)
    arms = [allocate(rule, "7", 5, visit, {}, {})[0] for visit in range(1, 9)]
    assert all(sorted(arms[i : i + 2]) == [0, 1] for i in range(0, 8, 2))


def test_strata_are_balanced_each_on_its_own():
    rule = Allocation("G", "block", (1, 1), 4, ("site",))
    strata: dict[str, int] = {}
    arms: dict[str, list[int]] = {"a": [], "b": []}
    for person in range(1, 17):
        site = "a" if person % 3 else "b"
        arms[site].append(allocate(rule, "7", person, 1, {"site": site}, strata)[0])
    assert all(sum(arms[site][:4]) == 2 for site in arms)


def test_minimization_keeps_every_factor_even():
    rule = Allocation("G", "minimization", (1, 1), 4, ("sex", "age"))
    strata: dict[str, int] = {}
    counts: Counter[tuple[str, str, int]] = Counter()
    for person in range(1, 101):
        levels = {"sex": "fm"[person % 2], "age": "young" if person % 5 < 3 else "old"}
        arm, _ = allocate(rule, "7", person, 1, levels, strata)
        for factor, level in levels.items():
            counts[factor, level, arm] += 1
    for factor, level in {(factor, level) for factor, level, _ in counts}:
        assert abs(counts[factor, level, 0] - counts[factor, level, 1]) <= 8


ARMS = (
    HEAD
    + """\
C:
  type: Collaboration
  participants:
    Sub: {name: Subjects, participantMultiplicity: {maximum: 8}, processRef: P}
P:
  type: studyflow:Study
  seed: 7
  properties:
    p_site: {name: site}
  flowElements:
    In: {type: StartEvent}
    Site: {type: Task, dataOutputAssociations: {W: {targetRef: p_site, transformation: 'if state._meta.instance.Sub > 4 then "x" else "y"'}}}
    Arm: {type: cognitive:RandomGateway, algorithm: block, blockSize: 4}
    A: {type: EndEvent}
    B: {type: EndEvent}
    F1: In -> Site
    F2: Site -> Arm
    F3: Arm -> A
    F4: Arm -> B
"""
)


def test_each_participant_gets_the_arm_of_its_place_in_the_blocks():
    program = program_of(ARMS)
    arms = [play(program, case).noted("drew")[0][1]["arm"] for case in range(1, 9)]
    assert arms == [0, 1, 1, 0, 1, 1, 0, 0]
    assert program.shared == ()


def test_strata_make_cases_run_in_order_and_the_reason_is_named():
    program = program_of(ARMS.replace("blockSize: 4", "blockSize: 2, stratifyBy: site"))
    assert len(program.shared) == 1
    assert "Arm" in program.shared[0]
    arms, carry = [], None
    for case in range(1, 9):
        records = []
        held = Case(case, program.machine(case), records.append)
        held.begin(carry)
        carry = held.result.carry
        arms.append(next(r.value["arm"] for r in records if r.what == "drew"))
    assert all(sorted(arms[i : i + 2]) == [0, 1] for i in range(0, 8, 2))


def test_a_stratum_without_a_value_fails_at_the_gateway():
    text = ARMS.replace("blockSize: 4", "blockSize: 2, stratifyBy: site").replace("F1: In -> Site", "F1: In -> Arm")
    walked = play(
        program_of(
            text.replace("    F2: Site -> Arm\n", "    F2: Arm -> Site\n").replace("F3: Arm -> A", "F3: Site -> A")
        )
    )
    assert (walked.result.status, walked.result.where) == ("failed", "Arm")
    assert "site" in walked.result.why
