"""Laws of the walk over random sound studies: it ends, flows are conserved, any cut can be replayed and gone on with."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from structured import BLOCKS, study_of
from walked_study import Walked, play, program_of

from hawthorne.core.ask import Answer
from hawthorne.core.case import Case, replay
from hawthorne.core.record import Record
from hawthorne.flows.program import FlowProgram


def slow(ask) -> Answer:
    """An answer that takes a time of its own."""
    return Answer("ok", (len(ask.id) * 7 % 5) / 2)


def walked(block) -> tuple[FlowProgram, Walked]:
    program = program_of(study_of(block), checked=True)
    return program, play(program, 1, default=slow)


@settings(max_examples=60)
@given(BLOCKS)
def test_a_sound_study_ends(block):
    _, what = walked(block)
    assert what.result.status == "ended", what.result.why
    assert what.result.where is not None


@settings(max_examples=60)
@given(BLOCKS)
def test_what_flows_in_is_what_is_reached_and_what_flows_out_is_taken(block):
    program, what = walked(block)
    entered: Counter[str] = Counter(str(r.value) for r in what.records if r.what == "reached" and r.value)
    reached: Counter[str] = Counter(str(r.who) for r in what.records if r.what == "reached")
    for node in program.graph.nodes:
        if node.ins:
            assert reached[node.id] == sum(entered[flow.id] for flow in node.ins), node.id
    for node in program.graph.nodes:
        if node.type == "ExclusiveGateway" and node.outs:
            assert reached[node.id] == sum(entered[flow.id] for flow in node.outs), node.id


@settings(max_examples=25)
@given(BLOCKS, st.data())
def test_a_walk_may_be_cut_anywhere_replayed_and_gone_on_with(block, data):
    program, what = walked(block)
    cut = data.draw(st.integers(0, len(what.records)))
    again: list[Record] = []
    case = replay(Case(1, program.machine(1), again.append), what.records[:cut])
    assert again[:cut] == what.records[:cut]
    replay(case, what.records[len(again) :])
    assert again == what.records
    assert case.done


@settings(max_examples=25)
@given(BLOCKS)
def test_the_same_seed_gives_the_same_records(block):
    assert walked(block)[1].records == walked(block)[1].records


@settings(max_examples=40)
@given(BLOCKS)
def test_a_walk_in_which_nobody_answers_ends_or_says_what_it_waits_for(block):
    program = program_of(study_of(block), checked=True)
    case = Case(1, program.machine(1))
    case.begin()
    while not case.done:
        if case.due is None:
            case.tell("quiet")
        else:
            case.tick(case.due)
    assert case.result is not None
    assert case.result.status == "ended" or (case.result.status == "stuck" and "waits for" in str(case.result.why))


def test_minds_are_asked_once_for_each_ask():
    program = program_of(study_of(("parallel", ["ask", ("each", ["ask"])])), checked=True)
    what = play(program, 1)
    assert len({ask.id for ask in what.asks}) == len(what.asks) == 3
