"""A hundred and twenty broken studies: each is still a legal study, or ends in findings with file, line and column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mutate import WAYS, Mutant, mutants
from reading import FIXTURES

from hawthorne.core.document import Source
from hawthorne.core.errors import InvalidDocument
from hawthorne.flows.check import check
from hawthorne.flows.digests import digests
from hawthorne.flows.emit import emit
from hawthorne.flows.kind import FlowKind
from hawthorne.flows.read import read
from hawthorne.flows.write import write
from hawthorne.hold.plan import make
from hawthorne.hold.play import play

SOURCES = [Source.of_file(path) for path in FIXTURES]
BROKEN = list(mutants(SOURCES, 8 * len(WAYS)))


@pytest.mark.parametrize("mutant", BROKEN, ids=lambda mutant: mutant.name)
def test_a_broken_study_is_legal_still_or_says_where_it_is_broken(mutant: Mutant) -> None:
    study = read(mutant.source)
    findings = check(study)
    for finding in findings:
        assert finding.place.file == mutant.source.name, finding
        assert finding.place.line is not None, finding
        assert finding.place.column is not None, finding
        assert finding.message, finding
    lines = study.text.count("\n") + 1
    assert all(1 <= (finding.place.line or 0) <= lines + 1 for finding in findings if study.text)
    if not any(finding.severity == "error" for finding in findings):
        assert study.roots
        assert set(digests(study)) == {"protocol", "any-actor"}


@pytest.mark.parametrize("mutant", BROKEN, ids=lambda mutant: mutant.name)
def test_a_broken_study_runs_as_a_legal_one_or_is_refused_with_findings(mutant: Mutant) -> None:
    kind = FlowKind()
    document = kind.read(mutant.source)
    errors = [finding for finding in kind.check(document) if finding.severity == "error"]
    if errors:
        with pytest.raises(InvalidDocument) as refused:
            make(document, n=2)
        assert all(finding.place.line for finding in refused.value.findings)
        return
    run = play(make(document, n=2, seed=1, actors="random", max_steps=20_000))
    assert sum(run.counts.values()) in (1, 2)
    assert [record.what for record in run.records()].count("done") == sum(run.counts.values())


def test_most_of_what_the_mutator_does_is_found() -> None:
    found = [mutant for mutant in BROKEN if check(read(mutant.source))]
    assert len(found) > len(BROKEN) // 2


def test_the_mutator_makes_the_same_mutants_again() -> None:
    again = list(mutants(SOURCES, 8 * len(WAYS)))
    assert [mutant.source.data for mutant in again] == [mutant.source.data for mutant in BROKEN]
    assert {mutant.what for mutant in BROKEN} == {way.__name__ for way in WAYS}


KEYS = st.sampled_from(
    [
        *("type", "id", "name", "flowElements", "extensionElements", "documentation", "properties", "sourceRef"),
        *("targetRef", "attachedToRef", "eventDefinitions", "loopCharacteristics", "dataInputAssociations", "default"),
        *("conditionExpression", "values", "participants", "messageFlows", "processRef", "incoming", "timeDuration"),
        *(
            "participantMultiplicity",
            "layout",
            "state",
            "definitions",
            "elements",
            "bounds",
            "checklist",
            "body",
            "A",
            "B",
        ),
        *("transformation", "allocationRatio", "algorithm", "stratifyBy", "blockSize", "value", "bpmn:name", "x:y", ""),
    ]
)
WORDS = st.sampled_from(
    [
        *("Task", "StartEvent", "EndEvent", "SequenceFlow", "SubProcess", "Process", "Collaboration", "BoundaryEvent"),
        *("studyflow:Study", "cognitive:RandomGateway", "behaverse:Task", "prov:Activity", "ExclusiveGateway", "lab:X"),
        *(
            "A",
            "B",
            "A -> B",
            "P",
            "x > 1",
            "{x}",
            "1",
            "PT1S",
            "DataObjectReference",
            "ParallelGateway",
            "",
            "result.x",
        ),
        *("StandardLoopCharacteristics", "TimerEventDefinition", "studyflow:Parameters", "DataOutputAssociation"),
    ]
)
TREES = st.recursive(
    WORDS | st.none() | st.booleans() | st.integers(-2, 99) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=25,
)


@given(st.dictionaries(KEYS, TREES, max_size=4), st.dictionaries(KEYS, TREES, max_size=6))
def test_any_tree_of_a_studys_words_is_read_checked_and_written_without_a_traceback(
    roots: dict[str, object], body: dict[str, object]
) -> None:
    text = emit({"definitions": {}, "P": {"type": "Process", "flowElements": body}} | roots)
    study = read(Source("f", text.encode()))
    assert all(finding.place.line for finding in check(study))
    digests(study)
    write(study)


@given(
    st.binary(max_size=60) | st.text(max_size=60).map(lambda text: b"definitions: {}\n" + text.encode(errors="replace"))
)
def test_any_bytes_are_read_without_a_traceback(data: bytes) -> None:
    study = read(Source("f", data))
    assert study.roots or study.findings
    assert all(finding.place.line for finding in check(study))
