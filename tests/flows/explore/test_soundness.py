"""Soundness: what can go wrong whatever the data is found where it is, and the right twin has nothing said of it."""

from __future__ import annotations

import pytest
from pools import one_pool, two_pools
from reading import line_of

from hawthorne.core.document import Setting, Source
from hawthorne.core.errors import Finding
from hawthorne.flows.compile import compile_study
from hawthorne.flows.explore import soundness
from hawthorne.flows.explore.net import net_of
from hawthorne.flows.explore.search import search
from hawthorne.flows.model import Study
from hawthorne.flows.read import read


def explored(text: str, **bound: int) -> tuple[Study, list[Finding]]:
    study = read(Source("s.studyflow.yaml", text.encode()))
    compiled = compile_study(study, Setting(7))
    errors = [str(one) for one in (*study.findings, *compiled.findings) if one.severity == "error"]
    assert not errors, errors
    return study, soundness(compiled.graph, compiled.elements, **bound)


def warnings(text: str) -> dict[str, Finding]:
    return {one.code: one for one in explored(text)[1] if one.severity == "warning"}


IN_OUT = "In: {type: StartEvent}\nOut: {type: EndEvent}\n"
FORK = IN_OUT + (
    "A: {type: Task}\nB: {type: Task}\nTail: {type: Task}\nF1: In -> Split\nFA: {sourceRef: Split, targetRef: A%s}\n"
    "FB: Split -> B\nF2: A -> Join\nF3: B -> Join\nF4: Join -> Tail\nF5: Tail -> Out\n"
)
CHOICE = ", conditionExpression: 1 < 2"


def fork(split: str, join: str, choice: str = "") -> str:
    return one_pool(f"Split: {{type: {split}}}\nJoin: {{type: {join}}}\n" + FORK % choice)


SEND = "In: {type: StartEvent}\nTell: {type: SendTask}\nOut: {type: EndEvent}\nF1: In -> Tell\nF2: Tell -> Out\n"
HEAR = "In2: {type: StartEvent}\nHear: {type: ReceiveTask}\nOut2: {type: EndEvent}\nG1: In2 -> Hear\nG2: Hear -> Out2\n"
MAYBE = SEND.replace("F1: In -> Tell", "G: {type: ExclusiveGateway}\nF1: In -> G\nFT: {sourceRef: G, targetRef: Tell, "
                     "conditionExpression: 1 < 2}\nFO: G -> Out")  # fmt: skip
TWICE = SEND.replace("{type: SendTask}", "{type: SendTask, loopCharacteristics: {type: MultiInstanceLoopCharacteristics, "
                     "isSequential: true, loopCardinality: '2'}}")  # fmt: skip
HEAR_TWICE = HEAR.replace("{type: ReceiveTask}", "{type: ReceiveTask, loopCharacteristics: {type: "
                          "MultiInstanceLoopCharacteristics, isSequential: true, loopCardinality: '2'}}")  # fmt: skip
M = "M: {sourceRef: Tell, targetRef: Hear}\n"
TALK = "In: {type: StartEvent}\nHearL: {type: ReceiveTask}\nTellL: {type: SendTask}\nOut: {type: EndEvent}\n"
TALK2 = "In2: {type: StartEvent}\nHearR: {type: ReceiveTask}\nTellR: {type: SendTask}\nOut2: {type: EndEvent}\n"
ASK_FIRST = TALK + "F1: In -> TellL\nF2: TellL -> HearL\nF3: HearL -> Out\n"
WAIT_FIRST = TALK + "F1: In -> HearL\nF2: HearL -> TellL\nF3: TellL -> Out\n"
WAIT_TOO = TALK2 + "G1: In2 -> HearR\nG2: HearR -> TellR\nG3: TellR -> Out2\n"
BOTH_WAYS = "M1: {sourceRef: TellL, targetRef: HearR}\nM2: {sourceRef: TellR, targetRef: HearL}\n"
SIGNALS = "Go: {type: Signal, name: go}\nStop: {type: Signal, name: stop}\n"
AWAITS = (
    "Split: {type: ParallelGateway}\nJoin: {type: ParallelGateway}\n"
    "A: {type: IntermediateCatchEvent, eventDefinitions: {D: {type: SignalEventDefinition, signalRef: Go}}}\n"
    "B: {type: IntermediateThrowEvent, eventDefinitions: {E: {type: SignalEventDefinition, signalRef: %s}}}\n"
)
ESCALATION = (
    IN_OUT + "S:\n  type: SubProcess\n  flowElements:\n    SI: {type: StartEvent}\n"
    "    SE: {type: EndEvent, eventDefinitions: {D: {type: EscalationEventDefinition, escalationRef: %s}}}\n"
    "    SF: SI -> SE\n"
    "B: {type: BoundaryEvent, attachedToRef: S, eventDefinitions: {D2: {type: EscalationEventDefinition, "
    "escalationRef: Up}}}\nF1: In -> S\nF2: S -> Out\nF3: B -> Out\n"
)
CODES = "Up: {type: Escalation, escalationCode: up}\nDown: {type: Escalation, escalationCode: down}\n"
REMIND = IN_OUT + (
    "Work: {type: Task}\nAfter: {type: Task}\nRemind: {type: Task}\n"
    "B: {type: BoundaryEvent, attachedToRef: Work, cancelActivity: %s, eventDefinitions: "
    "{D: {type: TimerEventDefinition, timeDuration: PT1M}}}\n"
    "F1: In -> Work\nF2: Work -> After\nF3: After -> Out\nF4: B -> Remind\nF5: Remind -> After\n"
)
AD_HOC_FORK = (
    IN_OUT + "Split: {type: ParallelGateway}\nA: {type: Task}\nB: {type: Task}\nTail: {type: Task}\n%s"
    "F1: In -> Split\nFA: Split -> A\nFB: Split -> B\n"
)
IMPLICIT = AD_HOC_FORK % "" + "F2: A -> Tail\nF3: B -> Tail\nF4: Tail -> Out\n"
JOINED = AD_HOC_FORK % "J: {type: InclusiveGateway}\n" + "F2: A -> J\nF3: B -> J\nF4: J -> Tail\nF5: Tail -> Out\n"

CASES = [
    ("deadlock", "Join:", fork("ExclusiveGateway", "ParallelGateway", CHOICE),
     fork("ExclusiveGateway", "ExclusiveGateway", CHOICE)),
    ("deadlock", "Join:", fork("InclusiveGateway", "ParallelGateway", CHOICE),
     fork("InclusiveGateway", "InclusiveGateway", CHOICE)),
    ("surplus", "Join:", fork("ParallelGateway", "ExclusiveGateway"), fork("ParallelGateway", "ParallelGateway")),
    ("surplus", "Tail:", one_pool(IMPLICIT), one_pool(JOINED)),
    ("surplus", "After:", one_pool(REMIND % "false"), one_pool(REMIND % "true")),
    ("dead", "Tail:", fork("ExclusiveGateway", "ParallelGateway", CHOICE), fork("ParallelGateway", "ParallelGateway")),
    ("dead", "B: {type", one_pool(ESCALATION % "Down", CODES), one_pool(ESCALATION % "Up", CODES)),
    ("deadlock", "Hear:", two_pools(MAYBE, HEAR, M), two_pools(SEND, HEAR, M)),
    ("deadlock", "Hear:", two_pools(SEND, HEAR_TWICE, M), two_pools(TWICE, HEAR_TWICE, M)),
    ("untaken", "M:", two_pools(TWICE, HEAR, M), two_pools(TWICE, HEAR_TWICE, M)),
    ("untaken", "M:", two_pools(SEND, HEAR.replace("Receive", ""), M.replace("Hear", "Out2")), two_pools(SEND, HEAR, M)),
    ("pools-wait", "HearL:", two_pools(WAIT_FIRST, WAIT_TOO, BOTH_WAYS), two_pools(ASK_FIRST, WAIT_TOO, BOTH_WAYS)),
    ("deadlock", "A: {type", one_pool(AWAITS % "Stop" + FORK.replace("A: {type: Task}\nB: {type: Task}\n", "") % "", SIGNALS),
     fork("ParallelGateway", "ParallelGateway")),
]  # fmt: skip


@pytest.mark.parametrize(("code", "line", "wrong", "right"), CASES, ids=range(len(CASES)))
def test_each_fault_is_found_where_it_is_and_its_right_twin_is_sound(code, line, wrong, right):
    study, found = explored(wrong)
    [finding] = [one for one in found if one.code == code and one.place.line == line_of(study, line)]
    assert finding.severity == "warning"
    assert finding.fix
    assert warnings(right) == {}


def test_a_deadlock_says_which_choices_lead_there():
    text = fork("ExclusiveGateway", "ParallelGateway", CHOICE)
    assert '(when "Split" goes on to A)' in warnings(text)["deadlock"].message
    assert '"FB"' not in warnings(text)["deadlock"].message.partition("along")[2].partition("(")[0]
    assert '"F3"' in warnings(text)["deadlock"].message


def test_a_note_says_how_many_states_were_explored():
    note = explored(fork("ParallelGateway", "ParallelGateway"))[1][-1]
    assert (note.severity, note.code) == ("note", "soundness")
    assert note.message.startswith("sound over ")


def test_a_search_that_meets_its_bound_says_so_and_calls_nothing_dead():
    note = explored(fork("InclusiveGateway", "InclusiveGateway", CHOICE), most=1)[1]
    assert [one.code for one in note] == ["soundness"]
    assert "cut off after 1 state (the bound: 1 states)" in note[0].message


def test_a_message_that_came_too_late_is_a_note():
    timer = "eventDefinitions: {D: {type: TimerEventDefinition, timeDuration: PT1M}}"
    hear = HEAR + f"B: {{type: BoundaryEvent, attachedToRef: Hear, {timer}}}\nG3: B -> Out2\n"
    found = explored(two_pools(SEND, hear, M))[1]
    assert [(one.severity, one.code) for one in found] == [("note", "untaken"), ("note", "soundness")]


def test_an_end_that_terminates_cuts_off_what_others_would_have_sent():
    cut = "In: {type: StartEvent}\nS: {type: ParallelGateway}\nTell: {type: SendTask}\nOut: {type: EndEvent}\nX: {type: " \
        "EndEvent, eventDefinitions: {D: {type: TerminateEventDefinition}}}\nF1: In -> S\nF2: S -> Tell\nF3: S -> X\nF4: Tell -> Out\n"  # fmt: skip
    assert "deadlock" in warnings(two_pools(cut, HEAR, M))
    calm = cut.replace("eventDefinitions: {D: {type: TerminateEventDefinition}}", "name: x")
    assert warnings(two_pools(calm, HEAR, M)) == {}


def test_a_loop_that_sends_without_end_is_cut_off_at_the_waiting_messages():
    marker = "loopCharacteristics: {type: StandardLoopCharacteristics, loopCondition: 1 < 2}"
    endless = SEND.replace("{type: SendTask}", f"{{type: SendTask, {marker}}}")
    assert "8 messages waiting along one flow" in explored(two_pools(endless, HEAR, M))[1][-1].message


def test_many_parallel_paths_without_a_choice_are_one_state():
    """Paths that cannot hinder one another are not interleaved."""
    branches = "".join(f"A{i}: {{type: Task}}\nB{i}: {{type: Task}}\nX{i}: S -> A{i}\nY{i}: A{i} -> B{i}\nZ{i}: B{i} -> J\n"
                       for i in range(8))  # fmt: skip
    text = one_pool(
        IN_OUT + "S: {type: ParallelGateway}\nJ: {type: ParallelGateway}\nF1: In -> S\nF2: J -> Out\n" + branches
    )
    study = read(Source("s.studyflow.yaml", text.encode()))
    compiled = compile_study(study, Setting(7))
    found = search(net_of(compiled.graph, compiled.elements))
    assert not found.cut
    assert len(found.states) == 1
