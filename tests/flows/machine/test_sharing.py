"""When the cases of a study must run in order."""

from __future__ import annotations

from hawthorne.core.document import Setting, Source
from hawthorne.flows.compile import compile_study
from hawthorne.flows.program import FlowProgram
from hawthorne.flows.read import read

STUDY = """\
id: shared
definitions: {targetNamespace: http://bpmn.io/schema/bpmn}
Lab:
  type: Collaboration
  participants:
    Subjects: {participantMultiplicity: {maximum: 3}, processRef: Session}
Session:
  type: Process
  properties:
    p_done: {name: done, value: false}
  flowElements:
    Begin: {type: StartEvent}
    Kept: {type: Task, properties: {p_kept: {name: kept, value: 0}}}
    Other:
      type: Task
      dataOutputAssociations:
        Out: {targetRef: p_done, transformation: "EXPRESSION"}
    End: {type: EndEvent}
    A: Begin -> Kept
    B: Kept -> Other
    C: Other -> End
"""


def shared_by(expression: str) -> tuple[str, ...]:
    """Why the study's cases would run in order when its second step reads this."""
    study = read(Source("shared.studyflow.yaml", STUDY.replace("EXPRESSION", expression).encode()))
    setting = Setting(7)
    return FlowProgram(compile_study(study, setting), setting).shared


def test_an_expression_shares_only_the_lasting_properties_that_it_reads() -> None:
    assert shared_by("not(done)") == ()
    assert shared_by("p_kept = 1") == ('"Other" reads the lasting property "kept" of another element',)
