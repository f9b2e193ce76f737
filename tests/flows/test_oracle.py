"""SpiffWorkflow as an oracle: on models that both can run, the same steps are visited as often."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from structured import Block, study_of
from walked_study import play, program_of

from hawthorne.core.document import Source
from hawthorne.flows.formats.conversion import convert

BOTH: st.SearchStrategy[Block] = st.recursive(
    st.just("task"),
    lambda inner: st.one_of(
        st.tuples(st.just("sequence"), st.lists(inner, min_size=1, max_size=3)),
        st.tuples(st.sampled_from(("exclusive", "parallel", "inclusive")), st.lists(inner, min_size=2, max_size=3)),
        st.tuples(st.just("sub"), st.lists(inner, min_size=1, max_size=1)),
    ),
    max_leaves=8,
)


def visited_by_spiff(xml: bytes) -> Counter[str]:
    """How often SpiffWorkflow completes each task and each end event."""
    bpmn = pytest.importorskip("SpiffWorkflow.bpmn", reason="the oracle (extra `bench`) is not installed")
    parsing = pytest.importorskip("SpiffWorkflow.bpmn.parser")
    util = pytest.importorskip("SpiffWorkflow.util.task")
    parser = parsing.BpmnParser()
    parser.add_bpmn_str(xml)
    specs = parser.get_subprocess_specs("P")
    workflow = bpmn.BpmnWorkflow(parser.get_spec("P"), specs)
    workflow.run_all(halt_on_manual=False)
    assert workflow.is_completed()
    done = workflow.get_tasks(state=util.TaskState.COMPLETED)
    return Counter(str(task.task_spec.bpmn_id) for task in done if task.task_spec.bpmn_id)


@settings(max_examples=40)
@given(BOTH)
def test_the_oracle_visits_the_same_steps(block):
    text = study_of(block, constant=True)
    walked = play(program_of(text))
    ours = Counter(id for id in walked.path if id.startswith(("T", "Out", "In", "Sub")))
    xml = convert(Source("walked.studyflow.yaml", text.encode()), "xml").data
    theirs = visited_by_spiff(xml)
    assert ours == Counter({id: n for id, n in theirs.items() if id.startswith(("T", "Out", "In", "Sub"))})
