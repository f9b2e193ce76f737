"""Each static check finds its fault at the line that holds it, with a fix, and is silent on what is right."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from reading import FIXTURES, in_process, line_of, said, study_of

from hawthorne.core import registry
from hawthorne.core.document import Source
from hawthorne.flows.check import CHECKS, check
from hawthorne.flows.read import read

LINE = """
flowElements:
  In: {type: StartEvent}
  Step: {type: Task, name: Do it}
  Out: {type: EndEvent}
  F1: In -> Step
  F2: Step -> Out
"""


def changed(**lines: str) -> str:
    """The body of a right process with some lines replaced, by what they begin with; `more` is added at the end."""
    body = []
    for line in LINE.strip().splitlines():
        key = line.strip().partition(":")[0]
        body.append(f"  {key}: {lines.pop(key)}" if key in lines else line)
    more = textwrap.indent(textwrap.dedent(lines.pop("more", "")).strip(), "  ")
    assert not lines, lines
    return "\n".join([*body, more])


def gateway(*flows: str, node: str = "{type: ExclusiveGateway, name: Fork}", more: str = "") -> str:
    """A process with a gateway and flows from it to `Out` (or wherever the flow says), and a property `x`."""
    rows = "\n".join(f"W{i}: {{sourceRef: G, {flow}}}" for i, flow in enumerate(flows))
    return (
        changed(F2=f"Step -> G\n  G: {node}", more=f"{rows}\n{textwrap.dedent(more)}")
        + '\nproperties: {p_x: {name: x, value: "1"}, p_y: {name: y}}'
    )


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
def test_right_studies_have_nothing_said_of_them(path: Path) -> None:
    assert check(read(Source.of_file(path))) == []


def test_a_right_process_has_nothing_said_of_it() -> None:
    assert check(in_process(LINE)) == []
    assert check(in_process(gateway("targetRef: Out, conditionExpression: x > 1", "targetRef: Out"))) == []


def test_every_check_is_asked_whatever_the_others_find() -> None:
    timer = "T: {type: IntermediateCatchEvent, eventDefinitions: [{type: TimerEventDefinition}]}"
    body = changed(Step="{type: Task, startQuantity: many}", F2="Step -> Nowhere", more=timer)
    codes = {finding.code for finding in check(in_process(body))}
    assert {"wrong-value", "unknown-id", "timer"} <= codes
    assert len(CHECKS) == len(set(CHECKS))


SCORE = "score: {type: Task}\nF8: Step -> score\nF9: score -> Out"

CASES = [
    # ids
    (
        "duplicate-id",
        changed(more="X: {type: SubProcess, flowElements: {Step: {type: Task}}}"),
        "Step: {type: Task}}",
        "line 6",
    ),
    ("no-id", "flowElements: [{type: Task, name: bare}]", "bare", "key above"),
    ("id", changed(more="'a/b': {type: Task}"), "a/b", "letter"),
    # endpoints
    ("no-end", changed(F2="{targetRef: Out}"), "{targetRef", "sourceRef"),
    ("unknown-id", changed(F2="Step -> Otu"), "Otu", '"Out"'),
    ("flow-end", changed(F2="Step -> D", more="D: {type: DataObjectReference}"), "Step -> D", "joins nodes"),
    (
        "flow-leaves",
        changed(F2="Step -> Deep", more="S: {type: SubProcess, flowElements: {Deep: {type: Task}}}"),
        "Step -> Deep",
        "stays inside",
    ),
    ("default", changed(Step="{type: Task, default: F1}"), "default", "F2"),
    ("no-host", changed(more="B: {type: BoundaryEvent}"), "BoundaryEvent", "attachedToRef"),
    ("reference-type", changed(more="B: {type: BoundaryEvent, attachedToRef: In}"), "attachedToRef", "Activity"),
    (
        "reference-type",
        changed(Step="{type: Task, dataInputAssociations: [{sourceRef: In}]}"),
        "sourceRef: In",
        "ItemAware",
    ),
    (
        "no-end",
        changed(Step="{type: Task, dataOutputAssociations: [{transformation: '1'}]}"),
        "transformation",
        "targetRef",
    ),
    (
        "out-of-scope",
        changed(
            Step="{type: Task, dataOutputAssociations: [{targetRef: q}]}",
            more="S: {type: SubProcess, properties: {q: {name: q}}, flowElements: {A: {type: Task}}}",
        ),
        "targetRef: q",
        "further out",
    ),
    # paths
    ("no-start", changed(In="{type: Task}"), "P:", "StartEvent"),
    ("no-end", changed(Out="{type: Task}"), "P:", "EndEvent"),
    ("unreachable", changed(more="X: {type: Task}\nF3: X -> Out"), "X: {", "lead into it"),
    ("dead-end", changed(more="X: {type: Task}\nF3: Step -> X"), "X: {", "end event"),
    ("endless-circle", changed(more="X: {type: Task}\nF3: Step -> X\nF4: X -> X"), "X: {", "lead out"),
    ("endless-circle", changed(F2="Step -> Y", more="Y: {type: Task}\nF3: Y -> Step"), "Step: {", "lead out"),
    ("several-starts", changed(more="In2: {type: StartEvent}\nF3: In2 -> Step"), "In2", "alone"),
    (
        "endless-loop",
        changed(Step="{type: Task, loopCharacteristics: {type: StandardLoopCharacteristics}}"),
        "Step:",
        "loopMax",
    ),
    (
        "loop-maximum",
        changed(Step="{type: Task, loopCharacteristics: {type: StandardLoopCharacteristics, loopMaximum: 0}}"),
        "Maximum",
        "1 or more",
    ),
    (
        "stuck-join",
        gateway(
            "targetRef: J, conditionExpression: x > 1", "targetRef: J", more="J: {type: ParallelGateway}\nF9: J -> Out"
        ),
        "J: {type",
        "exclusive",
    ),
    # expressions
    ("expression", gateway("targetRef: Out, conditionExpression: 'x > '", "targetRef: Out"), "x > ", ""),
    (
        "expression",
        gateway("targetRef: Out, conditionExpression: ''", "targetRef: Out"),
        "conditionExpression",
        "remove",
    ),
    (
        "unknown-name",
        gateway("targetRef: Out, conditionExpression: scor > 1", "targetRef: Out", more=SCORE),
        "scor > 1",
        "score",
    ),
    (
        "language",
        gateway("targetRef: Out, conditionExpression: {body: x, language: juel}", "targetRef: Out"),
        "juel",
        "FEEL",
    ),
    ("portability", gateway("targetRef: Out, conditionExpression: x between 1 and 2", "targetRef: Out"), "between", ""),
    # results
    (
        "unknown-field",
        changed(
            Step="{type: behaverse:Task, dataOutputAssociations: "
            "[{targetRef: D, transformation: sum(result.blocks.unansered)}]}",
            more="D: {type: DataObjectReference}",
        ),
        "unansered",
        '"unanswered"',
    ),
    # decisions
    ("no-condition", gateway("targetRef: Out, name: a", "targetRef: Out, name: b"), "Fork", "RandomGateway"),
    (
        "overlap",
        gateway("targetRef: Out, conditionExpression: x < 3", "targetRef: Out, conditionExpression: x >= 2"),
        "x >= 2",
        "(…, 3)",
    ),
    (
        "gap",
        gateway("targetRef: Out, conditionExpression: x < 3", "targetRef: Out, conditionExpression: x > 3"),
        "Fork",
        "default",
    ),
    # allocation
    (
        "ratio",
        gateway("targetRef: Out", "targetRef: Out", node="{type: cognitive:RandomGateway, allocationRatio: '1:1:1'}"),
        "1:1:1",
        '"1:1"',
    ),
    (
        "ratio",
        gateway("targetRef: Out", "targetRef: Out", node="{type: cognitive:RandomGateway, allocationRatio: '1:0'}"),
        "1:0",
        "positive",
    ),
    (
        "block-size",
        gateway(
            "targetRef: Out",
            "targetRef: Out",
            node="{type: cognitive:RandomGateway, algorithm: block, allocationRatio: '2:1'}",
        ),
        "G: {",
        "multiple of 3",
    ),
    (
        "wrong-value",
        gateway("targetRef: Out", "targetRef: Out", node="{type: cognitive:RandomGateway, algorithm: blok}"),
        "blok",
        '"block"',
    ),
    (
        "strata",
        gateway("targetRef: Out", "targetRef: Out", node="{type: cognitive:RandomGateway, stratifyBy: x}"),
        "stratifyBy",
        "block",
    ),
    (
        "strata",
        gateway("targetRef: Out", "targetRef: Out", node="{type: cognitive:RandomGateway, algorithm: minimization}"),
        "minimization",
        "stratifyBy",
    ),
    (
        "strata",
        gateway(
            "targetRef: Out",
            "targetRef: Out",
            node="{type: cognitive:RandomGateway, algorithm: block, stratifyBy: 'x,age'}",
        ),
        "x,age",
        "declare",
    ),
    (
        "concealed",
        gateway("targetRef: Out", "targetRef: Out", node="{type: cognitive:RandomGateway, seedDigest: abc}"),
        "abc",
        "sha256",
    ),
    (
        "unread-condition",
        gateway("targetRef: Out", "targetRef: Out, conditionExpression: x > 1", node="{type: cognitive:RandomGateway}"),
        "x > 1",
        "exclusive",
    ),
    # timers
    *[
        (
            "timer",
            changed(
                Step=f"{{type: IntermediateCatchEvent, eventDefinitions: [{{type: TimerEventDefinition, {text}}}]}}"
            ),
            text,
            "",
        )
        for text in (
            "timeDuration: 5 minutes",
            "timeDuration: P",
            "timeDuration: PT",
            "timeDuration: P1H",
            "timeDate: tomorrow",
            "timeCycle: weekly",
        )
    ],
    (
        "timer-cycle",
        changed(
            Step="{type: IntermediateCatchEvent, eventDefinitions: [{type: TimerEventDefinition, timeCycle: R3/PT1M}]}"
        ),
        "R3",
        "PT1M",
    ),
    # values
    ("wrong-value", "isExecutable: perhaps\n" + LINE, "perhaps", "true or false"),
    ("wrong-value", changed(Step="{type: Task, startQuantity: 1.5}"), "1.5", "whole number"),
    ("wrong-value", changed(Step="{type: behaverse:Task, instrument: NBB}"), "NBB", '"NB"'),
    ("wrong-value", changed(more="D: {type: studyflow:Parameters, values: just text}"), "just text", "mapping"),
    ("pinned", changed(Step="{type: behaverse:Task, platform: unity}"), "unity", "leave it out"),
    ("renamed", changed(Step="{type: behaverse:Task, runtime: simulated}"), "simulated", "who answers"),
    ("renamed", changed(Step="{type: Task, name: 'Task ${x}'}"), "${x}", "dollar"),
    # properties
    ("reserved-name", LINE + "properties: {p: {name: _meta}}", "_meta", "rename"),
    ("declared-twice", LINE + "properties:\n  p: {name: a}\n  q: {name: a}", "q: {", "keep one"),
    ("no-name", LINE + "properties: [{value: '1'}]", "value", "name"),
    ("implementation", changed(Step="{type: ServiceTask, implementation: do something}"), "do something", "scheme"),
    ("digest", changed(more="D: {type: DataObjectReference, uri: a.csv, digest: md5}"), "md5", "sha256"),
    # entry and exit
    ("consent", changed(In="{type: StartEvent, consentFormUri: consent.md}"), "consent.md", "absolute"),
    ("completion-code", changed(Out="{type: EndEvent, completionCodeType: static}"), "static", "completionCode"),
    (
        "completion-code",
        changed(Out="{type: EndEvent, redirectTo: 'https://x.org/{COMPLETION_CODE}'}"),
        "redirectTo",
        "dynamic",
    ),
    # placeholders
    (
        "unfilled",
        changed(Step="{type: cognitive:Instruction, content: 'Hi {nmae}.'}") + "\nproperties: {p: {name: name}}",
        "nmae",
        '"name"',
    ),
    # writes
    (
        "concurrent-writes",
        gateway(
            "targetRef: A",
            "targetRef: B",
            node="{type: ParallelGateway}",
            more="""
        A: {type: Task, name: left, dataOutputAssociations: [{targetRef: p_x, transformation: "1"}]}
        B: {type: Task, name: right, dataOutputAssociations: [{targetRef: p_x, transformation: "2"}]}
        J: {type: ParallelGateway}
        H1: A -> J
        H2: B -> J
        H3: J -> Out
        """,
        ),
        "B: {type",
        "follow",
    ),
    # waits
    (
        "event-branch",
        gateway("targetRef: Out", "targetRef: Out", node="{type: EventBasedGateway}"),
        "W0",
        "catch event",
    ),
    (
        "no-message",
        changed(Step="{type: IntermediateCatchEvent, eventDefinitions: [{type: MessageEventDefinition}]}"),
        "Step:",
        "message flow",
    ),
]


@pytest.mark.parametrize(("code", "body", "part", "fix"), CASES, ids=[f"{i}-{case[0]}" for i, case in enumerate(CASES)])
def test_a_fault_is_found_at_its_line_with_what_would_be_right(code: str, body: str, part: str, fix: str) -> None:
    study = in_process(body)
    found = said(study, code)
    assert found, [str(finding) for finding in check(study)]
    assert line_of(study, part) in [finding.place.line for finding in found], [str(finding) for finding in found]
    assert any(fix in f"{finding.message} {finding.fix}" for finding in found), [str(finding) for finding in found]
    assert all(finding.message and finding.place.file for finding in found)


def test_the_place_of_an_expression_is_inside_the_file_where_the_fault_is() -> None:
    study = in_process(
        """
        flowElements:
          A: {type: Task}
          D: {type: DataObjectReference}
          B:
            type: Task
            dataOutputAssociations:
              one: {targetRef: D, transformation: "1 + (2"}
              two:
                targetRef: D
                transformation: >-
                  sum([1, 2]) +
                  missing
              three: {targetRef: D, transformation: '"it''s" + gone'}
        """
    )
    text = study.text.splitlines()
    (name, other) = said(study, "unknown-name")
    for finding, word in ((name, "missing"), (other, "gone")):
        assert finding.place.line is not None
        assert finding.place.column is not None
        assert text[finding.place.line - 1][finding.place.column - 1 :].startswith(word)
    (syntax,) = said(study, "expression")
    assert syntax.place.line == line_of(study, "1 + (2")


def test_a_binding_reads_its_selection_alone() -> None:
    body = """
    properties: {p: {name: rows}}
    flowElements:
      A:
        type: Task
        dataInputAssociations:
          - {sourceRef: p, transformation: self}
          - {sourceRef: p, transformation: "*"}
          - {sourceRef: p, transformation: "data = rows[1]"}
          - {sourceRef: p, transformation: rows.a}
          - {sourceRef: p, transformation: data = rws}
    """
    study = in_process(body)
    (finding,) = said(study, "unknown-name")
    assert finding.place.line == line_of(study, "rws")
    assert "rws" in finding.message


MESSAGES = """
definitions: {}
C:
  type: Collaboration
  participants: {X: {processRef: P}, Y: {type: studyflow:Actor}, Z: {type: studyflow:Actor}}
  messageFlows:
    M: FLOW
Msg: {type: Message, itemRef: I}
I: {type: ItemDefinition, structureRef: STRUCTURE}
P:
  type: Process
  flowElements:
    In: {type: StartEvent}
    A: {type: Task}
    Out: {type: EndEvent}
    F1: In -> A
    F2: A -> Out
"""


@pytest.mark.parametrize(
    ("flow", "structure", "code", "fix"),
    [
        ("{sourceRef: X}", "cognitive:Trial", "no-end", "targetRef"),
        ("{sourceRef: X, targetRef: A}", "cognitive:Trial", "one-pool", "sequence flow"),
        ("{sourceRef: Y, targetRef: Z}", "cognitive:Trial", "unsent", "process"),
        ("{sourceRef: X, targetRef: F1}", "cognitive:Trial", "reference-type", "node"),
        ("{sourceRef: X, targetRef: Y, messageRef: Msg}", "cognitive:Trail", "unknown-structure", '"cognitive:Trial"'),
        ("{sourceRef: X, targetRef: Y, messageRef: Msg}", "Answer", "unknown-structure", "known"),
        ("{sourceRef: X, targetRef: Y, messageRef: Msg}", "behaverse:Trial", "renamed", "cognitive:Trial"),
        ("{sourceRef: X, targetRef: Y, messageRef: P}", "cognitive:Trial", "reference-type", "Message"),
    ],
)
def test_message_flows_join_pools_and_carry_known_structures(flow: str, structure: str, code: str, fix: str) -> None:
    study = study_of(MESSAGES.replace("FLOW", flow).replace("STRUCTURE", structure))
    found = said(study, code)
    assert found, check(study)
    assert fix in found[0].fix


def test_a_right_message_flow_has_nothing_said_of_it() -> None:
    text = MESSAGES.replace("FLOW", "{sourceRef: X, targetRef: Y, messageRef: Msg}").replace(
        "STRUCTURE", "cognitive:Trial"
    )
    assert check(study_of(text)) == []


def test_a_break_in_a_long_path_is_said_once_on_each_side() -> None:
    steps = [f"S{i}: {{type: Task}}" for i in range(9)]
    flows = [f"L{i}: S{i} -> S{i + 1}" for i in range(8) if i != 4]
    body = changed(F1="In -> S0", Step="{type: Task}", F2="S8 -> Out", more="\n".join([*steps, *flows, "Z: S4 -> S3"]))
    found = [(finding.code, finding.message.split('"')[1]) for finding in check(in_process(body))]
    assert found == [("unreachable", "Step"), ("endless-circle", "S3"), ("unreachable", "S5")]


def test_a_study_without_a_process_has_nothing_to_run() -> None:
    assert said(study_of("definitions: {}\nC: {type: Collaboration}\n"), "no-process")


def test_a_record_of_an_earlier_run_hides_no_type() -> None:
    entries = "[{type: prov:Activity, action: executed}, {type: cognitive:RandomGateway}]"
    node = f"{{type: ExclusiveGateway, extensionElements: {entries}}}"
    assert check(in_process(gateway("targetRef: Out", "targetRef: Out", node=node))) == []


def test_a_pool_without_instances_is_an_error() -> None:
    text = MESSAGES.replace("FLOW", "X -> Y").replace(
        "{processRef: P}", "{processRef: P, participantMultiplicity: {maximum: 0}}"
    )
    assert said(study_of(text), "multiplicity")


def test_concurrent_rows_of_one_dataset_are_no_race() -> None:
    body = gateway("targetRef: A", "targetRef: B", node="{type: ParallelGateway}", more="""
        D: {type: studyflow:Dataset, uri: rows.jsonl}
        A: {type: Task, dataOutputAssociations: [{targetRef: D}]}
        B: {type: Task, dataOutputAssociations: [{targetRef: D}]}
        J: {type: ParallelGateway}
        H1: A -> J
        H2: B -> J
        H3: J -> Out
        """)  # fmt: skip
    assert check(in_process(body)) == []


@pytest.mark.parametrize("text", ["P14D", "PT30S", "P1Y2M3W4DT5H6M7.5S", "PT0,5S", "{pause}"])
def test_durations_of_iso_8601_and_placeholders_are_fine(text: str) -> None:
    body = changed(Step="{type: IntermediateCatchEvent, eventDefinitions: "
                        f"[{{type: TimerEventDefinition, timeDuration: '{text}'}}]}}")  # fmt: skip
    assert check(in_process(body + "\nproperties: {p: {name: pause}}")) == []


def test_a_loop_that_a_boundary_event_ends_is_fine() -> None:
    body = changed(
        Step="{type: Task, loopCharacteristics: {type: StandardLoopCharacteristics}}",
        more="""
        Bell:
          type: BoundaryEvent
          attachedToRef: Step
          eventDefinitions: [{type: TimerEventDefinition, timeDuration: PT9M}]
        F3: Bell -> Out
        """,
    )
    assert check(in_process(body)) == []


def test_one_broken_flow_does_not_make_the_rest_unreachable() -> None:
    study = in_process(changed(F1="In -> Nowhere"))
    assert [finding.code for finding in check(study)] == ["unknown-id"]


def test_an_instrument_that_a_plug_in_registers_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    found = registry.names("instruments") | {"stroop": "somewhere:Stroop"}
    monkeypatch.setitem(registry._found, "instruments", found)
    assert not said(in_process(changed(Step="{type: behaverse:Task, instrument: stroop}")), "wrong-value")
    (finding,) = said(in_process(changed(Step="{type: behaverse:Task, instrument: strop}")), "wrong-value")
    assert '"stroop"' in finding.fix


def test_a_name_of_several_words_is_read_and_noted() -> None:
    body = gateway("targetRef: Out, conditionExpression: hit rate > 1", "targetRef: Out")
    study = in_process(body.replace("{name: y}", "{name: hit rate}"))
    assert [(finding.severity, finding.code) for finding in check(study)] == [("note", "portability")]
