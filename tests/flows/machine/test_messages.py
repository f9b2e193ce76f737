"""Messages: black-box pools, conversations, nested talk, pools with processes."""

from __future__ import annotations

import pytest
from pools import two_pools
from walked_study import HEAD, play, program_of

MODEL = "    Model: {type: studyflow:Actor, name: Model, memory: conversation}\n"

NESTED = (
    HEAD
    + """\
C:
  type: Collaboration
  participants:
    Subjects: {name: Subjects, participantMultiplicity: {maximum: 2}, processRef: P}
    Model: {type: studyflow:Actor, name: Model, memory: conversation}
  messageFlows:
    Ask: {sourceRef: Sub, targetRef: Model}
    Answer: {sourceRef: Model, targetRef: Sub}
P:
  type: studyflow:Study
  properties:
    p_word: {name: word, value: '"hello"'}
    p_said: {name: said}
  flowElements:
    In: {type: StartEvent}
    Sub:
      type: SubProcess
      flowElements:
        SIn: {type: StartEvent}
        Say:
          type: Task
          dataInputAssociations: {I: {sourceRef: [p_word]}}
          dataOutputAssociations: {O: {targetRef: p_said}}
        SOut: {type: EndEvent}
        S1: SIn -> Say
        S2: Say -> SOut
    Out: {type: EndEvent}
    F1: In -> Sub
    F2: Sub -> Out
"""
)


def test_f_a_step_inside_a_sub_process_talks_along_the_sub_processes_flows():
    walked = play(program_of(NESTED), 1, {"Say": "hi"})
    (ask,) = walked.asks
    assert (ask.role, ask.step, dict(ask.view)) == ("Model", "Say", {"p_word": "hello"})
    assert walked.noted("wrote") == [("P.said", "hi")]


def test_g_each_instance_has_a_conversation_of_its_own_from_turn_0():
    program = program_of(NESTED)
    asks = [play(program, case, {"Say": "hi"}).asks[0] for case in (1, 2)]
    assert [(ask.thread, ask.turn) for ask in asks] == [("Model with Subjects #1", 0), ("Model with Subjects #2", 0)]


def test_an_unclaimed_step_without_data_inputs_inherits_no_talk():
    walked = play(program_of(NESTED.replace("          dataInputAssociations: {I: {sourceRef: [p_word]}}\n", "")), 1)
    assert walked.asks == []
    assert walked.result.status == "ended"


def test_turns_count_the_exchanges_that_were_answered():
    text = NESTED.replace("        S2: Say -> SOut", "        Say2:\n          type: Task\n          "
                          "dataInputAssociations: {I2: {sourceRef: [p_word]}}\n        S2: Say -> Say2\n"
                          "        S3: Say2 -> SOut")  # fmt: skip
    assert [ask.turn for ask in play(program_of(text), 1).asks] == [0, 1]


TWO_POOLS = (
    HEAD
    + """\
C:
  type: Collaboration
  participants:
    Left: {name: Left, processRef: L}
    Right: {name: Right, processRef: R}
  messageFlows:
    There: {sourceRef: Call, targetRef: Hear}
    AndBack: {sourceRef: Reply, targetRef: Call}
L:
  type: studyflow:Study
  properties: {p_word: {name: word, value: '"ping"'}, p_got: {name: got}}
  flowElements:
    LIn: {type: StartEvent}
    Call:
      type: Task
      dataInputAssociations: {I: {sourceRef: [p_word]}}
      dataOutputAssociations: {O: {targetRef: p_got, transformation: result.p_heard}}
    LOut: {type: EndEvent}
    L1: LIn -> Call
    L2: Call -> LOut
R:
  type: Process
  properties: {p_heard: {name: heard}}
  flowElements:
    RIn: {type: StartEvent}
    Hear: {type: ReceiveTask, dataOutputAssociations: {O2: {targetRef: p_heard, transformation: result.p_word}}}
    Reply: {type: SendTask, dataInputAssociations: {I2: {sourceRef: [p_heard]}}}
    ROut: {type: EndEvent}
    R1: RIn -> Hear
    R2: Hear -> Reply
    R3: Reply -> ROut
"""
)


def test_pools_with_processes_share_a_case_and_talk_through_mailboxes():
    walked = play(program_of(TWO_POOLS))
    assert walked.result.status == "ended"
    assert walked.asks == []
    assert [who for who, _ in walked.noted("sent")] == ["1/There", "2/AndBack"]
    assert ("1/L.got", "ping") in walked.noted("wrote")


def test_pools_that_wait_for_each_other_are_stuck_and_both_say_so():
    text = TWO_POOLS.replace("There: {sourceRef: Call, targetRef: Hear}", "There: {sourceRef: Late, targetRef: Hear}")
    text = text.replace("    LOut: {type: EndEvent}\n    L1: LIn -> Call\n    L2: Call -> LOut\n",
                        "    Late: {type: SendTask}\n    LOut: {type: EndEvent}\n    L1: LIn -> Call\n"
                        "    L2: Call -> Late\n    L3: Late -> LOut\n")  # fmt: skip
    walked = play(program_of(text))
    assert walked.result.status == "stuck"
    assert dict(walked.noted("stuck")) == {
        "1/Call": {"waits": "a message along AndBack"},
        "2/Hear": {"waits": "a message along There"},
    }


def test_a_message_boundary_ends_the_activity_it_is_on():
    text = TWO_POOLS.replace("    Reply: {type: SendTask, dataInputAssociations: {I2: {sourceRef: [p_heard]}}}\n",
                             "    Reply: {type: SendTask}\n")  # fmt: skip
    text = text.replace("AndBack: {sourceRef: Reply, targetRef: Call}", "AndBack: {sourceRef: Reply, targetRef: Stop}")
    text = text.replace("    LOut: {type: EndEvent}\n", """\
    Long: {type: IntermediateCatchEvent, eventDefinitions: {T: {type: TimerEventDefinition, timeDuration: P1D}}}
    LOut: {type: EndEvent}
    Stop: {type: BoundaryEvent, attachedToRef: Around, eventDefinitions: {M: {type: MessageEventDefinition}}}
    Around:
      type: SubProcess
      flowElements:
        AIn: {type: StartEvent}
        Nap: {type: IntermediateCatchEvent, eventDefinitions: {T9: {type: TimerEventDefinition, timeDuration: P9D}}}
        AOut: {type: EndEvent}
        A1: AIn -> Nap
        A2: Nap -> AOut
    LStopped: {type: EndEvent}
    L8: Stop -> LStopped
""").replace("    L2: Call -> LOut\n", "    L2: Call -> Around\n    L3: Around -> Long\n    L4: Long -> LOut\n")  # fmt: skip
    text = text.replace("R1: RIn -> Hear", "R1: RIn -> Hear")
    walked = play(program_of(text))
    assert walked.noted("left") == [("1/Around", {"by": "Stop", "cause": "message"})]
    assert "1/LStopped" in walked.path
    assert walked.now == 0.0


def test_a_typed_answer_comes_back_along_the_responses_flow_and_never_to_another_step():
    text = (
        HEAD
        + """\
C:
  type: Collaboration
  participants:
    Sub: {name: Subjects, processRef: P}
    Model: {type: studyflow:Actor, name: Model}
  messageFlows:
    Out1: {sourceRef: First, targetRef: Model}
    Back1: {sourceRef: Model, targetRef: Second}
P:
  type: studyflow:Study
  flowElements:
    In: {type: StartEvent}
    First: {type: SendTask}
    Second: {type: ReceiveTask}
    Out: {type: EndEvent}
    F1: In -> First
    F2: First -> Second
    F3: Second -> Out
"""
    )
    walked = play(program_of(text))
    assert walked.result.status == "stuck"
    assert walked.result.where == "Second"


RACE = """\
In2: {type: StartEvent}
First: {type: EventBasedGateway}
Hear: {type: ReceiveTask}
Late: {type: IntermediateCatchEvent, eventDefinitions: {D: {type: TimerEventDefinition, timeDuration: PT1M}}}
Out2: {type: EndEvent}
G1: In2 -> First
G2: First -> Hear
G3: First -> Late
G4: Hear -> Out2
G5: Late -> Out2
"""
TELL = """\
In: {type: StartEvent}
Wait: {type: IntermediateCatchEvent, eventDefinitions: {E: {type: TimerEventDefinition, timeDuration: PT%sS}}}
Tell: {type: SendTask}
Out: {type: EndEvent}
F1: In -> Wait
F2: Wait -> Tell
F3: Tell -> Out
"""


@pytest.mark.parametrize(("seconds", "branch"), [(0, "Hear"), (10, "Hear"), (90, "Late")])
def test_a_receive_task_may_begin_a_branch_of_an_event_based_gateway(seconds, branch):
    text = two_pools(TELL % seconds, RACE, "M: {sourceRef: Tell, targetRef: Hear}\n")
    walked = play(program_of(text, checked=True))
    assert walked.result.status == "ended"
    assert [node for node in walked.path if node.endswith(("Hear", "Late"))] == [f"2/{branch}"]
