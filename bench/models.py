"""Studies to measure with: models of any length built in memory, and the text of studies to read and to play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from hawthorne.core.document import Document, Setting, Source
from hawthorne.flows.compile import compile_study
from hawthorne.flows.kind import FlowKind
from hawthorne.flows.model import Element, Study
from hawthorne.flows.program import FlowProgram

HEAD = "id: measured\ndefinitions: {targetNamespace: http://bpmn.io/schema/bpmn}\n\n"


def line(steps: int) -> FlowProgram:
    """A start, so many steps one after the other, an end."""
    ids = ["Begin", *(f"Step_{i}" for i in range(steps)), "End"]
    nodes = [Element("bpmn:StartEvent", ids[0]), *(Element("bpmn:Task", id) for id in ids[1:-1])]
    nodes.append(Element("bpmn:EndEvent", ids[-1]))
    flows = [_flow(f"Flow_{i}", a, b) for i, (a, b) in enumerate(pairwise(ids))]
    return _program([*nodes, *flows])


def loop(passes: int) -> FlowProgram:
    """A step and a gateway that leads back to it until it was reached so many times."""
    nodes = [Element("bpmn:StartEvent", "Begin"), Element("bpmn:Task", "Step")]
    nodes += [Element("bpmn:ExclusiveGateway", "Again", {"default": "Leave"}), Element("bpmn:EndEvent", "End")]
    condition = f"state._meta.reached.Step < {passes}"
    flows = [_flow("Enter", "Begin", "Step"), _flow("Ask", "Step", "Again"), _flow("Leave", "Again", "End")]
    return _program([*nodes, *flows, _flow("Back", "Again", "Step", conditionExpression=condition)])


def _flow(id: str, source: str, target: str, **more: str) -> Element:
    return Element("bpmn:SequenceFlow", id, {"sourceRef": source, "targetRef": target, **more})


def _program(inside: Sequence[Element]) -> FlowProgram:
    process = Element("bpmn:Process", "Process", {}, {"flowElements": tuple(inside)})
    elements = {element.id: element for element in process.walk() if element.id is not None}
    parents = {id: "Process" for id in elements if id != "Process"}
    setting = Setting(7)
    compiled = compile_study(Study("measured", {}, (process,), elements=elements, parents=parents), setting)
    if compiled.findings:
        raise SystemExit(f"a model to measure with has findings: {compiled.findings[0]}")
    return FlowProgram(compiled, setting)


def line_text(steps: int) -> str:
    """The file of a line of steps: every third is a user task with a name and a documentation, every seventh reads and
    writes properties."""
    return HEAD + "".join(f"{each}\n" for each in _line_text(steps))


def _line_text(steps: int) -> Iterator[str]:
    yield "Process:"
    yield "  type: Process"
    yield "  properties:"
    yield "    p_count: {name: count, value: 0}"
    yield "  flowElements:"
    yield "    Begin: {type: StartEvent, name: Begin}"
    for i in range(steps):
        if i % 7 == 3:
            yield f"    Step_{i}:"
            yield "      type: Task"
            yield f"      name: Step {i}"
            yield "      dataOutputAssociations:"
            yield f'        Out_{i}: {{targetRef: p_count, transformation: "count + {i % 5}"}}'
        elif i % 3 == 0:
            yield f"    Step_{i}:"
            yield "      type: ManualTask"
            yield f"      name: Step {i}"
            yield f"      documentation: What is done in step {i}, in a sentence."
        else:
            yield f"    Step_{i}: {{type: Task, name: Step {i}}}"
    yield "    End: {type: EndEvent, name: End}"
    ids = ["Begin", *(f"Step_{i}" for i in range(steps)), "End"]
    for i, (a, b) in enumerate(pairwise(ids)):
        yield f"    Flow_{i}: {a} -> {b}"


TRIALS = """\
Lab:
  type: Collaboration
  extensionElements:
    - {type: studyflow:Study, seed: 7}
  participants:
    Subjects: {name: Subjects, participantMultiplicity: {maximum: 1}, processRef: Session}
    Planted:
      type: behaverse:SimulatedActor
      memory: conversation
      accuracy: {default: 0.95, RE: {AX: 0.93, AY: 0.88, BX: 0.72, BY: 0.95}}
      missRate: 0.03
  messageFlows:
    Trials: {sourceRef: Subjects, targetRef: Planted}
    Answers: {sourceRef: Planted, targetRef: Subjects}
Session:
  type: Process
  flowElements:
    Begin: {type: StartEvent}
    AX:
      type: behaverse:Task
      instrument: RE
      timeline: Main
      dataInputAssociations:
        AX_settings: {sourceRef: [Settings]}
      dataOutputAssociations:
        AX_trials: {targetRef: Trial_data}
    End: {type: EndEvent}
    To_AX: Begin -> AX
    To_end: AX -> End
    Trial_data: {type: behaverse:BDMDataset, uri: data/trials.jsonl}
    Settings:
      type: studyflow:Parameters
      values:
        Blocks:
          Test:
            Parameters:
              StimulusType: UpperCaseLetters
              ResponsePatterns: [AX]
              UseNonMatchButton: true
              StimulusColor: "#FFFFFF"
              DistractorColor: "#FF0000"
              StimulusDisplayDuration: 0.5
              InterStimulusInterval: 1.5
              ItemSequence: SEQUENCE
        Timelines:
          Main: {Blocks: [{Name: Test}]}
"""
"""An AX-CPT that a simulated actor answers, with a right answer's probability and a miss rate planted."""

PAIRS = ([0, 23], [1, 23], [0, 24], [1, 24], [0, 23])


def trials(pairs: int) -> Document:
    """The study of a cohort whose every subject plays so many pairs of letters: two trials a pair."""
    sequence = [item for i in range(pairs) for item in PAIRS[i % len(PAIRS)]]
    text = HEAD + TRIALS.replace("SEQUENCE", str(sequence))
    document = FlowKind().read(Source("measured.studyflow.yaml", text.encode()))
    if document.findings:
        raise SystemExit(f"a study to measure with has findings: {document.findings[0]}")
    return document
