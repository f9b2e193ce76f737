"""Tokens: splits, joins, gateways, ends, budgets."""

from __future__ import annotations

LINE = """\
In: {type: StartEvent}
A: {type: Task}
Out: {type: EndEvent}
F1: In -> A
F2: A -> Out
"""


def test_a_line_is_walked_from_start_to_end(walk):
    walked = walk(LINE)
    assert walked.path == ["In", "A", "Out"]
    assert walked.result.status == "ended"
    assert walked.result.where == "Out"


def test_c_a_split_and_its_join_count_every_token(walk):
    walked = walk(
        """\
In: {type: StartEvent}
Split: {type: ParallelGateway}
A: {type: Task}
B: {type: Task}
Join: {type: ParallelGateway}
Out: {type: EndEvent}
F1: In -> Split
F2: Split -> A
F3: Split -> B
F4: A -> Join
F5: B -> Join
F6: Join -> Out
"""
    )
    counts = {id: walked.counts[id] for id in ("Split", "A", "B", "Join", "Out")}
    assert counts == {"Split": 1, "A": 1, "B": 1, "Join": 2, "Out": 1}


def test_a_join_counts_for_each_incoming_flow_and_not_in_total(walk):
    walked = walk(
        """\
In: {type: StartEvent}
Split: {type: ParallelGateway}
A: {type: Task}
Join: {type: ParallelGateway}
Out: {type: EndEvent}
Gone: {type: EndEvent}
F1: In -> Split
F2: Split -> A
F3: Split -> A
F4: A -> Join
F5: Split -> Gone
F6: Join -> Out
F7: Split -> Join
"""
    )
    assert walked.counts["F4"] == 2
    assert walked.counts["Out"] == 1
    assert walked.result.status == "failed"
    assert "F7" in walked.result.why


def test_a_join_that_nothing_can_complete_fails_and_names_the_missing_flow(walk):
    walked = walk(
        """\
In: {type: StartEvent}
Pick: {type: ExclusiveGateway, default: F2}
A: {type: Task}
Join: {type: ParallelGateway}
Out: {type: EndEvent}
F1: In -> Pick
F2: Pick -> A
F3: {sourceRef: Pick, targetRef: Join, conditionExpression: 1 > 2}
F4: A -> Join
F5: Join -> Out
"""
    )
    assert walked.result.status == "failed"
    assert walked.result.where == "Join"
    assert "F3" in walked.result.why


def test_an_exclusive_gateway_takes_the_first_true_flow_else_its_default(walk):
    study = """\
In: {type: StartEvent}
Set: {type: Task, dataOutputAssociations: {W: {targetRef: p_n, transformation: "%s"}}}
Pick: {type: ExclusiveGateway, default: FD}
Low: {type: EndEvent}
High: {type: EndEvent}
Else: {type: EndEvent}
F1: In -> Set
F2: Set -> Pick
FD: Pick -> Else
FL: {sourceRef: Pick, targetRef: Low, conditionExpression: n < 5}
FH: {sourceRef: Pick, targetRef: High, conditionExpression: n < 10}
"""
    process = "properties: {p_n: {name: n}}\n"
    assert walk(study % "3", process).result.where == "Low"
    assert walk(study % "7", process).result.where == "High"
    assert walk(study % "70", process).result.where == "Else"


def test_an_exclusive_gateway_with_no_way_out_fails_where_it_stands(walk):
    walked = walk(
        """\
In: {type: StartEvent}
Pick: {type: ExclusiveGateway}
A: {type: EndEvent}
B: {type: EndEvent}
F1: In -> Pick
F2: {sourceRef: Pick, targetRef: A, conditionExpression: 1 > 2}
F3: {sourceRef: Pick, targetRef: B, conditionExpression: 2 > 3}
"""
    )
    assert (walked.result.status, walked.result.where) == ("failed", "Pick")


def test_a_condition_that_is_not_a_boolean_does_not_hold(walk):
    walked = walk(
        """\
In: {type: StartEvent}
Pick: {type: ExclusiveGateway, default: F3}
A: {type: EndEvent}
B: {type: EndEvent}
F1: In -> Pick
F2: {sourceRef: Pick, targetRef: A, conditionExpression: '1 < "b"'}
F3: Pick -> B
"""
    )
    assert walked.result.where == "B"


def test_a_task_with_several_ways_out_takes_every_one_that_holds(walk):
    walked = walk(
        """\
In: {type: StartEvent}
A: {type: Task}
X: {type: EndEvent}
Y: {type: EndEvent}
Z: {type: EndEvent}
F1: In -> A
F2: A -> X
F3: {sourceRef: A, targetRef: Y, conditionExpression: 1 < 2}
F4: {sourceRef: A, targetRef: Z, conditionExpression: 1 > 2}
"""
    )
    assert walked.path == ["In", "A", "X", "Y"]


def test_a_drawn_loop_reads_its_own_counter(walk):
    walked = walk(
        """\
In: {type: StartEvent}
Print: {type: Task}
Gate: {type: ExclusiveGateway, default: On}
Out: {type: EndEvent}
F1: In -> Print
F2: Print -> Gate
Back: {sourceRef: Gate, targetRef: Print, conditionExpression: state._meta.reached.Gate < 8}
On: Gate -> Out
"""
    )
    assert walked.counts["Print"] == walked.counts["Gate"] == 8


def test_what_flows_into_a_node_is_what_reached_it(walk):
    walked = walk(
        """\
In: {type: StartEvent}
A: {type: Task}
Gate: {type: ExclusiveGateway, default: On}
Out: {type: EndEvent}
F1: In -> A
F2: A -> Gate
Back: {sourceRef: Gate, targetRef: A, conditionExpression: state._meta.reached.A < 3}
On: Gate -> Out
"""
    )
    assert walked.counts["A"] == walked.counts["F1"] + walked.counts["Back"]
    assert walked.counts["Gate"] == walked.counts["Back"] + walked.counts["On"]


def test_a_path_over_its_budget_fails_and_names_the_option(walk):
    walked = walk(LINE, max_steps=2)
    assert walked.result.status == "failed"
    assert "--max-steps" in walked.result.why


def test_a_loop_in_which_nothing_happens_is_stuck(walk):
    walked = walk(
        """\
In: {type: StartEvent}
A: {type: Task}
Gate: {type: ExclusiveGateway, default: Back}
Out: {type: EndEvent}
F1: In -> A
F2: A -> Gate
Back: Gate -> A
On: {sourceRef: Gate, targetRef: Out, conditionExpression: 1 > 2}
"""
    )
    assert walked.result.status == "stuck"
    assert "10,000 times" in walked.result.why


def test_a_terminate_end_stops_the_other_paths_without_error(walk):
    walked = walk(
        """\
In: {type: StartEvent}
Split: {type: ParallelGateway}
Wait: {type: IntermediateCatchEvent, eventDefinitions: {T: {type: TimerEventDefinition, timeDuration: PT1H}}}
Stop: {type: EndEvent, eventDefinitions: {X: {type: TerminateEventDefinition}}}
Out: {type: EndEvent}
F1: In -> Split
F2: Split -> Wait
F3: Split -> Stop
F4: Wait -> Out
"""
    )
    assert walked.result == ("ended", "Stop", None, None, None)
    assert walked.now == 0.0
    assert [r.ask for r in walked.records if r.what == "drop"] == ["1/Wait.1"]


def test_a_study_without_flows_is_walked_from_its_single_step(walk):
    assert walk("Only: {type: Task}\n").path == ["Only"]
