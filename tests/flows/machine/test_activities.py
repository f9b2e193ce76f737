"""Activities: boundary events, loops, scopes, data edges."""

from __future__ import annotations

from hawthorne.core.ask import Fault, Silence

TALK = """\
C:
  type: Collaboration
  participants:
    Sub: {name: Subjects, processRef: P}
    Model: {type: "studyflow:Actor", name: Model}
  messageFlows:
    Out1: {sourceRef: Ask, targetRef: Model}
    Back1: {sourceRef: Model, targetRef: Ask}
"""

ASK_WITH_TIMER = """\
In: {type: StartEvent}
Ask: {type: ReceiveTask}
Late: {type: BoundaryEvent, attachedToRef: Ask, eventDefinitions: {T: {type: TimerEventDefinition, timeDuration: PT1S}}}
Out: {type: EndEvent}
Gone: {type: EndEvent}
F1: In -> Ask
F2: Ask -> Out
F3: Late -> Gone
"""


def _absent(ask):
    return Silence("absent")


def test_d_a_timer_boundary_ends_a_waiting_step_and_withdraws_its_ask(walk):
    walked = walk(ASK_WITH_TIMER, roots=TALK, answers={"Ask": _absent})
    assert walked.result.where == "Gone"
    assert walked.counts["Out"] == 0
    assert walked.now == 1.0
    assert [r.ask for r in walked.records if r.what == "drop"] == ["1/Ask.1"]
    assert walked.noted("left") == [("Ask", {"by": "Late", "cause": "timer"})]


def test_an_answer_in_time_drops_the_boundary_timer(walk):
    walked = walk(ASK_WITH_TIMER, roots=TALK)
    assert walked.result.where == "Out"
    assert [r.ask for r in walked.records if r.what == "drop"] == ["1/Late.1"]


def test_a_step_that_nobody_answers_is_stuck_and_says_what_it_waits_for(walk):
    text = "In: {type: StartEvent}\nAsk: {type: ReceiveTask}\nOut: {type: EndEvent}\nF1: In -> Ask\nF2: Ask -> Out\n"
    walked = walk(text, roots=TALK, answers={"Ask": _absent})
    assert walked.result.status == "stuck"
    assert walked.noted("stuck") == [("Ask", {"waits": "an answer to 1/Ask.1 from Model"})]


def test_an_actor_that_breaks_answers_null_and_the_run_goes_on(walk):
    walked = walk(
        "In: {type: StartEvent}\n"
        "Ask: {type: ReceiveTask, dataOutputAssociations: {W: {targetRef: p_n, transformation: result}}}\n"
        "Out: {type: EndEvent}\nF1: In -> Ask\nF2: Ask -> Out\n",
        process="properties: {p_n: {name: n, value: '1'}}\n",
        roots=TALK,
        answers={"Ask": lambda ask: Fault("no idea")},
    )
    assert walked.result.status == "ended"
    assert ("P.n", None) in walked.noted("wrote")


CONDITIONAL = """\
In: {type: StartEvent}
A: {type: Task, dataOutputAssociations: {W: {targetRef: p_n, transformation: n + 1}}}
Enough: {type: BoundaryEvent, attachedToRef: A, eventDefinitions: {D: {type: ConditionalEventDefinition, condition: n > 1}}}
Gate: {type: ExclusiveGateway}
Out: {type: EndEvent}
F1: In -> A
F2: A -> Gate
Back: Gate -> A
Leave: Enough -> Out
"""


def test_e_a_conditional_boundary_is_read_after_the_outputs_and_flows_are_conserved(walk):
    walked = walk(CONDITIONAL, process="properties: {p_n: {name: n, value: '0'}}\n")
    assert walked.counts["A"] == 2
    assert walked.counts["A"] == walked.counts["F2"] + walked.counts["Enough"]
    assert walked.counts["Gate"] == walked.counts["Back"] == 1
    assert walked.noted("left") == [("A", {"by": "Enough", "cause": "conditional"})]


def test_an_error_boundary_catches_what_breaks_inside_a_sub_process(walk):
    walked = walk(
        """\
In: {type: StartEvent}
Sub:
  type: SubProcess
  flowElements:
    SIn: {type: StartEvent}
    Pick: {type: ExclusiveGateway}
    SOut: {type: EndEvent}
    SOut2: {type: EndEvent}
    S1: SIn -> Pick
    S2: {sourceRef: Pick, targetRef: SOut, conditionExpression: 1 > 2}
    S3: {sourceRef: Pick, targetRef: SOut2, conditionExpression: 1 > 3}
Oops: {type: BoundaryEvent, attachedToRef: Sub, eventDefinitions: {D: {type: ErrorEventDefinition}}}
Out: {type: EndEvent}
Caught: {type: EndEvent}
F1: In -> Sub
F2: Sub -> Out
F3: Oops -> Caught
"""
    )
    assert walked.result.where == "Caught"
    ((who, value),) = walked.noted("left")
    assert (who, value["by"], value["cause"]) == ("Sub", "Oops", "error")


def test_an_error_end_leaves_the_sub_process_by_its_error_boundary(walk):
    walked = walk(
        """\
In: {type: StartEvent}
Sub:
  type: SubProcess
  flowElements:
    SIn: {type: StartEvent}
    Bad: {type: EndEvent, eventDefinitions: {E: {type: ErrorEventDefinition}}}
    S1: SIn -> Bad
Oops: {type: BoundaryEvent, attachedToRef: Sub, eventDefinitions: {D: {type: ErrorEventDefinition}}}
Out: {type: EndEvent}
Caught: {type: EndEvent}
F1: In -> Sub
F2: Sub -> Out
F3: Oops -> Caught
"""
    )
    assert walked.path == ["In", "Sub", "SIn", "Bad", "Oops", "Caught"]


def test_a_timer_around_a_sub_process_drops_what_waits_inside_in_order(walk):
    walked = walk(
        """\
In: {type: StartEvent}
Sub:
  type: SubProcess
  flowElements:
    SIn: {type: StartEvent}
    Split: {type: ParallelGateway}
    W1: {type: IntermediateCatchEvent, eventDefinitions: {T1: {type: TimerEventDefinition, timeDuration: PT1H}}}
    W2: {type: IntermediateCatchEvent, eventDefinitions: {T2: {type: TimerEventDefinition, timeDuration: PT2H}}}
    E1: {type: EndEvent}
    S1: SIn -> Split
    S2: Split -> W1
    S3: Split -> W2
    S4: W1 -> E1
    S5: W2 -> E1
Late: {type: BoundaryEvent, attachedToRef: Sub, eventDefinitions: {T3: {type: TimerEventDefinition, timeDuration: PT1M}}}
Out: {type: EndEvent}
Gone: {type: EndEvent}
F1: In -> Sub
F2: Sub -> Out
F3: Late -> Gone
"""
    )
    assert [r.ask for r in walked.records if r.what == "drop"] == ["1/W1.1", "1/W2.1"]
    assert walked.result.where == "Gone"
    assert walked.now == 60.0


def test_a_standard_loop_passes_while_its_condition_holds(walk):
    walked = walk(
        """\
In: {type: StartEvent}
A:
  type: Task
  loopCharacteristics: {type: StandardLoopCharacteristics, loopCondition: n < 3}
  dataOutputAssociations: {W: {targetRef: p_n, transformation: n + 1}}
Out: {type: EndEvent}
F1: In -> A
F2: A -> Out
""",
        process="properties: {p_n: {name: n, value: '0'}}\n",
    )
    assert walked.noted("wrote") == [("P.n", 1), ("P.n", 2), ("P.n", 3)]


def test_a_loop_that_tests_before_may_not_pass_at_all(walk):
    walked = walk(
        """\
In: {type: StartEvent}
A:
  type: Task
  loopCharacteristics: {type: StandardLoopCharacteristics, loopCondition: 1 > 2, testBefore: true}
  dataOutputAssociations: {W: {targetRef: p_n, transformation: "1"}}
Out: {type: EndEvent}
F1: In -> A
F2: A -> Out
""",
        process="properties: {p_n: {name: n}}\n",
    )
    assert walked.noted("wrote") == []
    assert walked.result.where == "Out"


EACH = """\
In: {type: StartEvent}
Each:
  type: SubProcess
  loopCharacteristics:
    type: MultiInstanceLoopCharacteristics
    loopDataInputRef: p_list
    loopDataOutputRef: p_out
    inputDataItem: {name: item_}
    outputDataItem: {name: twice}
  properties: {p_twice: {name: twice}}
  flowElements:
    SIn: {type: StartEvent}
    Double: {type: Task, dataOutputAssociations: {W: {targetRef: p_twice, transformation: item_ * 2}}}
    SOut: {type: EndEvent}
    S1: SIn -> Double
    S2: Double -> SOut
Out: {type: EndEvent}
F1: In -> Each
F2: Each -> Out
"""


def test_a_multi_instance_sub_process_binds_items_and_collects_outputs_in_order(walk):
    walked = walk(EACH, process="properties:\n  p_list: {name: list, value: '[3, 1, 2]'}\n  p_out: {name: out}\n")
    assert walked.noted("wrote")[-1] == ("P.out", [6, 2, 4])


def test_a_multi_instance_over_an_empty_list_passes_no_time(walk):
    walked = walk(EACH, process="properties:\n  p_list: {name: list, value: '[]'}\n  p_out: {name: out}\n")
    assert walked.noted("wrote") == [("P.out", [])]
    assert walked.result.where == "Out"


def test_repeating_over_what_is_no_list_fails_at_the_step(walk):
    walked = walk(EACH, process="properties:\n  p_list: {name: list, value: '7'}\n  p_out: {name: out}\n")
    assert (walked.result.status, walked.result.where) == ("failed", "Each")
    assert "7" in walked.result.why


def test_sub_process_properties_are_taken_anew_each_time_it_is_entered(walk):
    walked = walk(
        """\
In: {type: StartEvent}
Sub:
  type: SubProcess
  loopCharacteristics: {type: StandardLoopCharacteristics, loopMaximum: 2}
  properties: {p_k: {name: k, value: "10"}}
  flowElements:
    SIn: {type: StartEvent}
    Add: {type: Task, dataOutputAssociations: {W: {targetRef: p_k, transformation: k + 1}}}
    SOut: {type: EndEvent}
    S1: SIn -> Add
    S2: Add -> SOut
Out: {type: EndEvent}
F1: In -> Sub
F2: Sub -> Out
"""
    )
    assert walked.noted("wrote") == [("Sub.k", 11), ("Sub.k", 11)]


def test_inner_properties_shadow_outer_ones_and_outer_ones_can_be_written(walk):
    walked = walk(
        """\
In: {type: StartEvent}
Sub:
  type: SubProcess
  properties: {p_in: {name: n, value: "5"}}
  flowElements:
    SIn: {type: StartEvent}
    Up: {type: Task, dataOutputAssociations: {W: {targetRef: p_sum, transformation: n + 1}}}
    SOut: {type: EndEvent}
    S1: SIn -> Up
    S2: Up -> SOut
Out: {type: EndEvent}
F1: In -> Sub
F2: Sub -> Out
""",
        process="properties:\n  p_n: {name: n, value: '1'}\n  p_sum: {name: total}\n",
    )
    assert walked.noted("wrote") == [("P.total", 6)]


def test_parameters_wired_into_a_sub_process_are_properties_of_it(walk):
    walked = walk(
        """\
In: {type: StartEvent}
Cfg: {type: studyflow:Parameters, values: {alpha: 0.05}}
Sub:
  type: SubProcess
  dataInputAssociations: {I: {sourceRef: [Cfg]}}
  flowElements:
    SIn: {type: StartEvent}
    Use: {type: Task, dataOutputAssociations: {W: {targetRef: p_a, transformation: alpha * 2}}}
    SOut: {type: EndEvent}
    S1: SIn -> Use
    S2: Use -> SOut
Out: {type: EndEvent}
F1: In -> Sub
F2: Sub -> Out
""",
        process="properties: {p_a: {name: a}}\n",
    )
    assert walked.noted("wrote") == [("P.a", 0.1)]


def test_a_step_that_calls_nothing_still_carries_its_data_edges(walk):
    walked = walk(
        """\
In: {type: StartEvent}
A: {type: Task, dataOutputAssociations: {W: {targetRef: p_arm, transformation: '"planning"'}, V: {targetRef: p_no}}}
Out: {type: EndEvent}
F1: In -> A
F2: A -> Out
""",
        process="properties:\n  p_arm: {name: arm}\n  p_no: {name: no}\n",
    )
    assert walked.noted("wrote") == [("P.arm", "planning")]


def test_timers_wait_for_durations_dates_and_one_turn_of_a_cycle(walk):
    def wait(timer: str) -> float:
        event = (
            f"W: {{type: IntermediateCatchEvent, eventDefinitions: {{T: {{type: TimerEventDefinition, {timer}}}}}}}\n"
        )
        text = "In: {type: StartEvent}\n" + event + "Out: {type: EndEvent}\nF1: In -> W\nF2: W -> Out\n"
        return walk(text, process="properties: {p_d: {name: wait, value: '\"PT3S\"'}}\n").now

    assert wait("timeDuration: P14D") == 1209600.0
    assert wait('timeDate: "2000-01-02T00:00:00Z"') == 86400.0
    assert wait('timeDate: "1999-01-02T00:00:00Z"') == 0.0
    assert wait("timeCycle: R5/PT10S") == 10.0
    assert wait('timeDuration: "{wait}"') == 3.0


def test_a_questionnaire_without_flows_asks_the_pools_own_participant(walk):
    walked = walk(
        """\
In: {type: StartEvent}
Mood: {type: cognitive:Questionnaire, instrument: panas}
Out: {type: EndEvent}
F1: In -> Mood
F2: Mood -> Out
"""
    )
    (ask,) = walked.asks
    assert (ask.id, ask.role, dict(ask.view)) == ("1/Mood.1", "P", {"instrument": "panas"})
