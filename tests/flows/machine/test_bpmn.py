"""BPMN element by element: which nodes are visited, also after a cut and a replay, also under the wall clock."""

from __future__ import annotations

import asyncio
from textwrap import indent
from typing import Any

import pytest
from clocks import Leap
from walked_study import HEAD, Asked, Walked, play, program_of

from hawthorne.core.case import Case, replay
from hawthorne.core.record import Record
from hawthorne.flows.program import FlowProgram
from hawthorne.hold import drive_live

TIMER = "{type: TimerEventDefinition, %s}"


def study(elements: str, process: str = "", roots: str = "") -> str:
    text = HEAD + roots + "P:\n  type: studyflow:Study\n" + indent(process, "  ") + "  flowElements:\n"
    return text + indent(elements, "    ")


def walk(elements: str, process: str = "", roots: str = "", **options: Any) -> Walked:
    """Walk a study that passes every check; then replay it from every cut of its records, and walk it under a clock of
    the wall: the same records."""
    program = program_of(study(elements, process, roots), checked=True)
    walked = play(program, 1, **options)
    assert live(program, **options) == walked.records
    for cut in range(len(walked.records)):
        again: list[Record] = []
        replay(Case(1, program.machine(1), again.append), walked.records[:cut])
        assert again[:cut] == walked.records[:cut], f"a replay of {cut} records differs"
    return walked


def live(program: FlowProgram, answers: Any = None, default: Any = "ok") -> list[Record]:
    """The records of a case under a wall clock that leaps."""
    records: list[Record] = []
    case = Case(1, program.machine(1), records.append)
    minds = dict.fromkeys([role.name for role in program.roles], Asked(answers or {}, default))
    asyncio.run(drive_live.drive(case, minds, Leap()))
    return records


# --- gateways ----------------------------------------------------------------------------------------------------

INCLUSIVE = """\
In: {type: StartEvent}
Split: {type: InclusiveGateway, default: FD}
A: {type: Task}
B: {type: Task}
Else: {type: Task}
Join: {type: InclusiveGateway}
Out: {type: EndEvent}
F1: In -> Split
FA: {sourceRef: Split, targetRef: A, conditionExpression: n > 1}
FB: {sourceRef: Split, targetRef: B, conditionExpression: n > 2}
FD: Split -> Else
F4: A -> Join
F5: B -> Join
F6: Else -> Join
F7: Join -> Out
"""


@pytest.mark.parametrize(("n", "taken"), [(3, ["A", "B"]), (2, ["A"]), (0, ["Else"])], ids=["both", "one", "default"])
def test_an_inclusive_split_takes_what_holds_and_its_join_waits_for_just_that(n, taken):
    walked = walk(INCLUSIVE, f"properties: {{p_n: {{name: n, value: '{n}'}}}}\n")
    assert [id for id in walked.path if id in ("A", "B", "Else")] == taken
    assert walked.counts["Out"] == 1
    assert walked.result.status == "ended"


def test_an_inclusive_join_goes_on_though_another_join_already_waits_for_what_comes_of_it():
    walked = walk(
        """\
In: {type: StartEvent}
Split: {type: ParallelGateway}
A: {type: Task}
Either: {type: ExclusiveGateway}
B: {type: Task}
Gather: {type: InclusiveGateway}
Join: {type: ParallelGateway}
Out: {type: EndEvent}
F1: In -> Split
F2: Split -> A
F3: A -> Join
F4: Split -> Either
F5: Either -> B
F6: {sourceRef: Either, targetRef: Gather, conditionExpression: 2 < 1}
F7: B -> Gather
F8: Gather -> Join
F9: Join -> Out
"""
    )
    assert walked.result.status == "ended"
    assert walked.counts["Out"] == 1


def test_an_inclusive_join_waits_for_a_slow_path_that_can_still_come():
    walked = walk(
        """\
In: {type: StartEvent}
Split: {type: InclusiveGateway}
A: {type: Task}
Slow: {type: IntermediateCatchEvent, eventDefinitions: {T: {type: TimerEventDefinition, timeDuration: PT1H}}}
Join: {type: InclusiveGateway}
Out: {type: EndEvent}
F1: In -> Split
F2: {sourceRef: Split, targetRef: A, conditionExpression: 1 < 2}
F3: {sourceRef: Split, targetRef: Slow, conditionExpression: 1 < 2}
F4: A -> Join
F5: Slow -> Join
F6: Join -> Out
"""
    )
    assert walked.counts["Out"] == 1
    assert walked.now == 3600.0


def test_an_inclusive_join_does_not_wait_for_a_path_that_leads_elsewhere():
    walked = walk(
        """\
In: {type: StartEvent}
Split: {type: InclusiveGateway}
A: {type: Task}
B: {type: Task}
Slow: {type: IntermediateCatchEvent, eventDefinitions: {T: {type: TimerEventDefinition, timeDuration: PT1H}}}
Join: {type: InclusiveGateway}
Out: {type: EndEvent}
Other: {type: EndEvent}
F1: In -> Split
F2: {sourceRef: Split, targetRef: A, conditionExpression: 1 < 2}
F3: {sourceRef: Split, targetRef: Slow, conditionExpression: 1 < 2}
F7: {sourceRef: Split, targetRef: B, conditionExpression: 1 > 2}
F8: B -> Join
F4: A -> Join
F5: Slow -> Other
F6: Join -> Out
"""
    )
    (out,) = [r for r in walked.records if r.what == "reached" and r.who == "Out"]
    assert out.at == 0.0


def test_a_complex_join_goes_on_once_enough_have_come():
    walked = walk(
        """\
In: {type: StartEvent}
Split: {type: ParallelGateway}
A: {type: Task}
B: {type: Task}
C: {type: Task}
Two: {type: ComplexGateway, activationCondition: activationCount >= 2}
Next: {type: Task}
Out: {type: EndEvent}
F1: In -> Split
F2: Split -> A
F3: Split -> B
F4: Split -> C
F5: A -> Two
F6: B -> Two
F7: C -> Two
F8: Two -> Next
F9: Next -> Out
"""
    )
    assert walked.counts["Two"] == 3
    assert walked.counts["Next"] == 1
    assert walked.result.status == "ended"


RACE = """\
In: {type: StartEvent}
Race: {type: EventBasedGateway}
Soon: {type: IntermediateCatchEvent, eventDefinitions: {T1: {type: TimerEventDefinition, timeDuration: PT1M}}}
Later: {type: IntermediateCatchEvent, eventDefinitions: {T2: {type: TimerEventDefinition, timeDuration: PT1H}}}
Sig: {type: IntermediateCatchEvent, eventDefinitions: {S: {type: SignalEventDefinition, signalRef: Go}}}
A: {type: EndEvent}
B: {type: EndEvent}
C: {type: EndEvent}
F1: In -> Race
F2: Race -> Soon
F3: Race -> Later
F4: Race -> Sig
F5: Soon -> A
F6: Later -> B
F7: Sig -> C
"""
GO = "Go: {type: Signal, name: go}\n"


def test_an_event_based_gateway_takes_the_event_that_comes_first_and_withdraws_the_others():
    walked = walk(RACE, roots=GO)
    assert walked.path == ["In", "Race", "Soon", "A"]
    assert [r.ask for r in walked.records if r.what == "drop"] == ["1/Later.1"]
    assert walked.noted("took") == [("Race", "F2")]


def test_an_event_based_gateway_hears_a_signal_from_outside():
    program = program_of(study(RACE, roots=GO))
    records: list[Record] = []
    case = Case(1, program.machine(1), records.append)
    case.begin()
    case.tell("go")
    assert case.result.where == "C"


# --- signals, escalations, errors, links -------------------------------------------------------------------------


def test_a_signal_wakes_everyone_who_listens_and_goes_out_as_an_effect():
    walked = walk(
        """\
In: {type: StartEvent}
Split: {type: ParallelGateway}
Wait: {type: IntermediateCatchEvent, eventDefinitions: {S1: {type: SignalEventDefinition, signalRef: Go}}}
Also: {type: IntermediateCatchEvent, eventDefinitions: {S2: {type: SignalEventDefinition, signalRef: Go}}}
Pause: {type: IntermediateCatchEvent, eventDefinitions: {T: {type: TimerEventDefinition, timeDuration: PT1S}}}
Shout: {type: IntermediateThrowEvent, eventDefinitions: {S3: {type: SignalEventDefinition, signalRef: Go}}}
E1: {type: EndEvent}
E2: {type: EndEvent}
E3: {type: EndEvent}
F1: In -> Split
F2: Split -> Wait
F3: Split -> Also
F4: Split -> Pause
F5: Pause -> Shout
F6: Wait -> E1
F7: Also -> E2
F8: Shout -> E3
""",
        roots=GO,
    )
    assert {"E1", "E2", "E3"} <= set(walked.path)
    assert [(r.who, r.at) for r in walked.records if r.what == "signal"] == [("go", 1.0)]


ESCALATION = """\
In: {type: StartEvent}
Sub:
  type: SubProcess
  flowElements:
    SIn: {type: StartEvent}
    Up: {type: IntermediateThrowEvent, eventDefinitions: {E: {type: EscalationEventDefinition, escalationRef: Help}}}
    SOut: {type: EndEvent}
    S1: SIn -> Up
    S2: Up -> SOut
Caught: {type: BoundaryEvent, attachedToRef: Sub, cancelActivity: %s, eventDefinitions: {E2: {type: EscalationEventDefinition, escalationRef: Help}}}
Aid: {type: EndEvent}
Out: {type: EndEvent}
F1: In -> Sub
F2: Sub -> Out
F3: Caught -> Aid
"""
HELP = "Help: {type: Escalation, name: help, escalationCode: HELP}\n"


def test_a_non_interrupting_escalation_starts_a_path_beside_the_activity():
    walked = walk(ESCALATION % "false", roots=HELP)
    assert {"Aid", "SOut", "Out"} <= set(walked.path)
    assert walked.noted("left") == []


def test_an_interrupting_escalation_ends_the_activity():
    walked = walk(ESCALATION % "true", roots=HELP)
    assert "Aid" in walked.path
    assert "SOut" not in walked.path
    assert walked.noted("left")[0][1]["cause"] == "escalation"


def test_an_error_is_caught_by_its_code_before_the_one_for_all():
    walked = walk(
        """\
In: {type: StartEvent}
Sub:
  type: SubProcess
  flowElements:
    SIn: {type: StartEvent}
    Bad: {type: EndEvent, eventDefinitions: {E: {type: ErrorEventDefinition, errorRef: Err2}}}
    S1: SIn -> Bad
Any: {type: BoundaryEvent, attachedToRef: Sub, eventDefinitions: {E1: {type: ErrorEventDefinition}}}
One: {type: BoundaryEvent, attachedToRef: Sub, eventDefinitions: {E2: {type: ErrorEventDefinition, errorRef: Err1}}}
Two: {type: BoundaryEvent, attachedToRef: Sub, eventDefinitions: {E3: {type: ErrorEventDefinition, errorRef: Err2}}}
OA: {type: EndEvent}
O1: {type: EndEvent}
O2: {type: EndEvent}
Out: {type: EndEvent}
F1: In -> Sub
F2: Sub -> Out
F3: Any -> OA
F4: One -> O1
F5: Two -> O2
""",
        roots="Err1: {type: Error, errorCode: one}\nErr2: {type: Error, errorCode: two}\n",
    )
    assert walked.result.where == "O2"


def test_a_link_goes_on_at_its_twin():
    walked = walk(
        """\
In: {type: StartEvent}
Throw: {type: IntermediateThrowEvent, eventDefinitions: {L1: {type: LinkEventDefinition, name: page two}}}
Catch: {type: IntermediateCatchEvent, eventDefinitions: {L2: {type: LinkEventDefinition, name: page two}}}
Out: {type: EndEvent}
F1: In -> Throw
F2: Catch -> Out
"""
    )
    assert walked.path == ["In", "Throw", "Catch", "Out"]


def test_a_conditional_catch_event_waits_until_data_makes_it_true():
    walked = walk(
        """\
In: {type: StartEvent}
Split: {type: ParallelGateway}
When: {type: IntermediateCatchEvent, eventDefinitions: {C: {type: ConditionalEventDefinition, condition: n > 1}}}
Pause: {type: IntermediateCatchEvent, eventDefinitions: {T: {type: TimerEventDefinition, timeDuration: PT5S}}}
Set: {type: Task, dataOutputAssociations: {W: {targetRef: p_n, transformation: "2"}}}
E1: {type: EndEvent}
E2: {type: EndEvent}
F1: In -> Split
F2: Split -> When
F3: Split -> Pause
F4: Pause -> Set
F5: Set -> E2
F6: When -> E1
""",
        "properties: {p_n: {name: n, value: '0'}}\n",
    )
    (when,) = [r.at for r in walked.records if r.what == "reached" and r.who == "E1"]
    assert when == 5.0


# --- boundary events beside their activity -----------------------------------------------------------------------

NAGGED = """\
In: {type: StartEvent}
Work: {type: SubProcess, flowElements: {SIn: {type: StartEvent}, Nap: {type: IntermediateCatchEvent, eventDefinitions: {T0: {type: TimerEventDefinition, timeDuration: PT10S}}}, SOut: {type: EndEvent}, S1: SIn -> Nap, S2: Nap -> SOut}}
Nag: {type: BoundaryEvent, attachedToRef: Work, cancelActivity: false, eventDefinitions: {T: {type: TimerEventDefinition, %s}}}
Told: {type: EndEvent}
Out: {type: EndEvent}
F1: In -> Work
F2: Work -> Out
F3: Nag -> Told
"""


def test_a_non_interrupting_timer_starts_a_path_and_lets_the_activity_go_on():
    walked = walk(NAGGED % "timeDuration: PT3S")
    assert walked.counts["Told"] == 1
    assert walked.counts["Out"] == 1
    assert walked.now == 10.0


def test_a_timer_cycle_comes_round_as_often_as_it_says_while_its_activity_runs():
    assert walk(NAGGED % "timeCycle: R2/PT3S").counts["Told"] == 2
    assert walk(NAGGED % "timeCycle: R/PT3S").counts["Told"] == 3


# --- event sub-processes -----------------------------------------------------------------------------------------

WATCHED = """\
In: {type: StartEvent}
Long: {type: IntermediateCatchEvent, eventDefinitions: {T: {type: TimerEventDefinition, timeDuration: PT1H}}}
Out: {type: EndEvent}
F1: In -> Long
F2: Long -> Out
Watch:
  type: SubProcess
  triggeredByEvent: true
  flowElements:
    WIn: {type: StartEvent, isInterrupting: %s, eventDefinitions: {T2: {type: TimerEventDefinition, timeDuration: PT10M}}}
    Note: {type: Task}
    WOut: {type: EndEvent}
    W1: WIn -> Note
    W2: Note -> WOut
"""


def test_an_interrupting_event_sub_process_ends_what_is_around_it():
    walked = walk(WATCHED % "true")
    assert walked.path == ["In", "Long", "Watch", "WIn", "Note", "WOut"]
    assert walked.now == 600.0


def test_a_non_interrupting_event_sub_process_runs_beside():
    walked = walk(WATCHED % "false")
    assert walked.counts["Note"] == walked.counts["Out"] == 1
    assert walked.now == 3600.0


def test_an_event_sub_process_that_is_never_called_ends_with_its_scope():
    walked = walk((WATCHED % "false").replace("PT10M", "P9D"))
    assert walked.counts["Note"] == 0
    assert walked.result.status == "ended"
    assert walked.now == 3600.0


def test_an_event_sub_process_catches_the_errors_of_its_scope():
    walked = walk(
        """\
In: {type: StartEvent}
Pick: {type: ExclusiveGateway}
A: {type: EndEvent}
B: {type: EndEvent}
F1: In -> Pick
F2: {sourceRef: Pick, targetRef: A, conditionExpression: 1 > 2}
F3: {sourceRef: Pick, targetRef: B, conditionExpression: 1 > 3}
Mend:
  type: SubProcess
  triggeredByEvent: true
  flowElements:
    MIn: {type: StartEvent, eventDefinitions: {E: {type: ErrorEventDefinition}}}
    MOut: {type: EndEvent}
    M1: MIn -> MOut
"""
    )
    assert walked.path == ["In", "Pick", "Mend", "MIn", "MOut"]
    assert walked.result.status == "ended"


# --- transactions, compensation ----------------------------------------------------------------------------------

BOOKED = """\
In: {type: StartEvent}
Trip:
  type: Transaction
  flowElements:
    TIn: {type: StartEvent}
    Flight: {type: Task}
    Hotel: {type: Task}
    UndoF: {type: BoundaryEvent, attachedToRef: Flight, eventDefinitions: {C1: {type: CompensateEventDefinition}}}
    UndoH: {type: BoundaryEvent, attachedToRef: Hotel, eventDefinitions: {C2: {type: CompensateEventDefinition}}}
    NoFlight: {type: Task, isForCompensation: true}
    NoHotel: {type: Task, isForCompensation: true}
    TOut: {type: EndEvent, eventDefinitions: {%s}}
    T1: TIn -> Flight
    T2: Flight -> Hotel
    T3: Hotel -> TOut
  artifacts:
    A1: {type: Association, sourceRef: UndoF, targetRef: NoFlight}
    A2: {type: Association, sourceRef: UndoH, targetRef: NoHotel}
Cancelled: {type: BoundaryEvent, attachedToRef: Trip, eventDefinitions: {X: {type: CancelEventDefinition}}}
Out: {type: EndEvent}
Sorry: {type: EndEvent}
F1: In -> Trip
F2: Trip -> Out
F3: Cancelled -> Sorry
"""


def test_a_cancelled_transaction_undoes_what_it_completed_the_last_first():
    walked = walk(BOOKED % "C3: {type: CancelEventDefinition}")
    assert walked.path == ["In", "Trip", "TIn", "Flight", "Hotel", "TOut", "NoHotel", "NoFlight", "Cancelled", "Sorry"]


def test_a_compensation_end_event_undoes_and_the_scope_ends():
    walked = walk(BOOKED % "C3: {type: CompensateEventDefinition}")
    assert walked.path[-4:] == ["TOut", "NoHotel", "NoFlight", "Out"]


def test_compensation_of_one_activity_leaves_the_others():
    walked = walk(BOOKED % "C3: {type: CompensateEventDefinition, activityRef: Flight}")
    assert "NoFlight" in walked.path
    assert "NoHotel" not in walked.path


def test_what_was_not_completed_is_not_undone():
    walked = walk(BOOKED.replace("T2: Flight -> Hotel", "T2: Flight -> TOut").replace(
        "    T3: Hotel -> TOut\n", "    T3: Hotel -> TOut\n    T4: TOut2 -> Hotel\n    TOut2: {type: StartEvent}\n")
        % "C3: {type: CancelEventDefinition}")  # fmt: skip
    assert "NoHotel" not in walked.path
    assert "NoFlight" in walked.path


# --- calls, ad-hoc, many at once ---------------------------------------------------------------------------------


def test_a_call_runs_another_process_with_its_inputs_and_brings_its_properties_back():
    walked = walk(
        """\
In: {type: StartEvent}
Call:
  type: CallActivity
  calledElement: Double
  dataInputAssociations: {I: {sourceRef: [p_x]}}
  dataOutputAssociations: {O: {targetRef: p_y, transformation: result.y}}
Out: {type: EndEvent}
F1: In -> Call
F2: Call -> Out
""",
        "properties:\n  p_x: {name: x, value: '21'}\n  p_y: {name: got}\n",
        """\
Double:
  type: Process
  properties: {d_x: {name: x}, d_y: {name: y}}
  flowElements:
    DIn: {type: StartEvent}
    Mul: {type: Task, dataOutputAssociations: {W: {targetRef: d_y, transformation: x * 2}}}
    DOut: {type: EndEvent}
    D1: DIn -> Mul
    D2: Mul -> DOut
""",
    )
    assert walked.noted("wrote")[-1] == ("P.got", 42)
    assert len(walked.program.graph.pools) == 1


ADHOC = """\
In: {type: StartEvent}
Any:
  type: AdHocSubProcess
  ordering: %s
  flowElements:
    A: {type: Task, dataOutputAssociations: {W1: {targetRef: p_n, transformation: n + 1}}}
    B: {type: Task, dataOutputAssociations: {W2: {targetRef: p_n, transformation: n + 1}}}
    C: {type: Task, dataOutputAssociations: {W3: {targetRef: p_n, transformation: n + 1}}}
  completionCondition: %s
Out: {type: EndEvent}
F1: In -> Any
F2: Any -> Out
"""


@pytest.mark.parametrize(
    ("ordering", "until", "done"),
    [("Parallel", "n > 9", "ABC"), ("Sequential", "n > 9", "ABC"), ("Sequential", "n >= 2", "AB")],
)
def test_an_ad_hoc_sub_process_ends_when_all_have_or_its_condition_holds(ordering, until, done):
    walked = walk(ADHOC % (ordering, until), "properties: {p_n: {name: n, value: '0'}}\n")
    assert "".join(id for id in walked.path if id in "ABC") == done
    assert walked.result.where == "Out"


MANY = """\
In: {type: StartEvent}
Each:
  type: SubProcess
  loopCharacteristics:
    type: MultiInstanceLoopCharacteristics
    isSequential: false
    loopDataInputRef: p_list
    loopDataOutputRef: p_out
    inputDataItem: {name: wait_}
    outputDataItem: {name: left}
    %s
  properties: {p_left: {name: left}}
  flowElements:
    SIn: {type: StartEvent}
    Nap: {type: IntermediateCatchEvent, eventDefinitions: {T: {type: TimerEventDefinition, timeDuration: "PT{wait_}S"}}}
    Set: {type: Task, dataOutputAssociations: {W: {targetRef: p_left, transformation: wait_ * 10}}}
    SOut: {type: EndEvent}
    S1: SIn -> Nap
    S2: Nap -> Set
    S3: Set -> SOut
Out: {type: EndEvent}
F1: In -> Each
F2: Each -> Out
"""
LISTS = "properties:\n  p_list: {name: list, value: '[3, 1, 2]'}\n  p_out: {name: out}\n"


def test_many_at_once_take_as_long_as_the_longest_and_collect_in_the_lists_order():
    walked = walk(MANY % "id: L", LISTS)
    assert walked.now == 3.0
    assert walked.noted("wrote")[-1] == ("P.out", [30, 10, 20])
    assert walked.counts["Each"] == 1
    assert walked.counts["Nap"] == 3


def test_many_at_once_stop_when_enough_have_ended():
    walked = walk(MANY % "completionCondition: numberOfCompletedInstances >= 2", LISTS)
    assert walked.now == 2.0
    assert walked.noted("wrote")[-1] == ("P.out", [None, 10, 20])
    assert [r.ask for r in walked.records if r.what == "drop"] == ["1/Nap.1"]


def test_many_asks_at_once_are_answered_each_on_its_own():
    roots = """\
C:
  type: Collaboration
  participants:
    Sub: {name: Subjects, processRef: P}
    Model: {type: studyflow:Actor, name: Model}
  messageFlows:
    To: {sourceRef: Ask, targetRef: Model}
    Fro: {sourceRef: Model, targetRef: Ask}
"""
    walked = walk(
        """\
In: {type: StartEvent}
Ask:
  type: Task
  loopCharacteristics: {type: MultiInstanceLoopCharacteristics, isSequential: false, loopCardinality: "3", loopDataOutputRef: p_out, outputDataItem: {name: said}}
Out: {type: EndEvent}
F1: In -> Ask
F2: Ask -> Out
""",
        "properties: {p_out: {name: out}}\n",
        roots,
        answers={"Ask": ["a", "b", "c"]},
    )
    assert [ask.id for ask in walked.asks] == ["1/Ask.1", "1/Ask.2", "1/Ask.3"]
    assert walked.noted("wrote") == [("P.out", ["a", "b", "c"])]


def test_an_inclusive_join_before_a_parallel_one_is_let_go_first():
    walked = walk(
        """\
In: {type: StartEvent}
Both: {type: ParallelGateway}
Some: {type: InclusiveGateway, default: F4}
A: {type: Task}
B: {type: Task}
Those: {type: InclusiveGateway}
All: {type: ParallelGateway}
Out: {type: EndEvent}
F1: In -> Both
F2: Both -> All
F3: Both -> Some
F4: Some -> A
F5: {sourceRef: Some, targetRef: B, conditionExpression: 1 < 2}
F6: A -> Those
F7: B -> Those
F8: Those -> All
F9: All -> Out
"""
    )
    assert walked.result.where == "Out"
    assert walked.counts["All"] == 2


def test_a_catch_event_with_several_definitions_goes_on_with_the_first_that_comes():
    walked = walk(
        """\
In: {type: StartEvent}
Either: {type: IntermediateCatchEvent, eventDefinitions: {T: {type: TimerEventDefinition, timeDuration: PT9S}, S: {type: SignalEventDefinition, signalRef: Go}}}
Out: {type: EndEvent}
F1: In -> Either
F2: Either -> Out
""",
        roots=GO,
    )
    assert walked.now == 9.0


@pytest.mark.parametrize(
    ("elements", "said"),
    [
        ("W: {type: IntermediateCatchEvent, parallelMultiple: true, eventDefinitions: {T: {type: TimerEventDefinition, timeDuration: PT1S}}}", "several events at once"),
        ("W: {type: SubProcess, triggeredByEvent: true, flowElements: {I: {type: StartEvent, eventDefinitions: {C: {type: CompensateEventDefinition}}}, O: {type: EndEvent}, X: I -> O}}", "compensation"),
    ],
)  # fmt: skip
def test_what_is_not_played_is_a_finding_before_the_first_step(elements, said):
    text = study("In: {type: StartEvent}\nOut: {type: EndEvent}\nF1: In -> Out\n" + elements + "\n")
    with pytest.raises(AssertionError, match=said):
        program_of(text)


def test_lanes_are_read_through():
    elements = "In: {type: StartEvent}\nA: {type: Task}\nOut: {type: EndEvent}\nF1: In -> A\nF2: A -> Out\n"
    lanes = "laneSets:\n  Set1:\n    lanes:\n      One: {name: Room one, flowNodeRef: [In, A]}\n      Two: {name: Room two, flowNodeRef: [Out]}\n"
    walked = walk(elements, process=lanes)
    assert walked.path == ["In", "A", "Out"]
