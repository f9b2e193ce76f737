"""Every spelling of a study reads to one model, and whatever is off is a finding at its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from reading import FIXTURES, FOLDER, in_process, line_of, study_of

from hawthorne.core.document import Source
from hawthorne.flows.canonical import canonical_form
from hawthorne.flows.digests import digests
from hawthorne.flows.model import Study
from hawthorne.flows.read import read


def same(one: Study, two: Study) -> None:
    assert not [*one.findings, *two.findings]
    assert canonical_form(one) == canonical_form(two)


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
def test_fixture_studies_read_without_a_finding(path: Path) -> None:
    assert read(Source.of_file(path)).findings == ()


def test_a_short_and_a_long_spelling_of_a_study_have_the_same_digests() -> None:
    short, long = (read(Source.of_file(FOLDER / f"{name}.studyflow.yaml")) for name in ("tiny", "tiny_long"))
    same(short, long)
    assert digests(short) == digests(long)


# --- the spelling rules, one by one -------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["Task", "task", "bpmn:Task", "bpmn:task"])
def test_bpmn_is_the_default_vocabulary_and_a_small_first_letter_is_tolerated(written: str) -> None:
    study = in_process(f"flowElements: {{A: {{type: {written}}}}}")
    assert study.elements["A"].type == "bpmn:Task"
    assert not study.findings


def test_the_type_is_implied_by_place_and_keys() -> None:
    study = in_process(
        """
        flowElements:
          A: {type: Task, properties: {p: {name: x}}, dataInputAssociations: {d: {sourceRef: p}}}
          B: {type: Task}
          F: {sourceRef: A, targetRef: B, name: on}
        artifacts: {N: {text: hm}, L: {sourceRef: N, targetRef: A}}
        """,
        """
        C:
          type: Collaboration
          participants: {X: {processRef: P}, Y: }
          messageFlows: {M: {sourceRef: A, targetRef: Y}}
        """,
    )
    assert not study.findings
    types = {id: study.elements[id].local for id in ["F", "N", "L", "p", "d", "X", "Y", "M"]}
    assert types == {
        "F": "SequenceFlow", "N": "TextAnnotation", "L": "Association", "p": "Property", "d": "DataInputAssociation",
        "X": "Participant", "Y": "Participant", "M": "MessageFlow",
    }  # fmt: skip


def test_a_list_of_elements_may_be_a_mapping_by_id() -> None:
    keyed = in_process("flowElements: {A: {type: Task}, B: {type: Task, name: b}}")
    listed = in_process("flowElements: [{id: A, type: Task}, {name: b, type: Task, id: B}]")
    same(keyed, listed)


def test_an_arrow_is_a_flow_with_nothing_but_its_ends() -> None:
    short = in_process(
        """
        flowElements:
          A: {type: Task, dataInputAssociations: {i: D -> p}, properties: {p: {name: x}}}
          D: {type: DataObjectReference}
          F: A  ->  A
        artifacts: {L: D -> A}
        """
    )
    long = in_process(
        """
        flowElements:
          A:
            type: Task
            dataInputAssociations: {i: {sourceRef: [D], targetRef: p}}
            properties: {p: {name: x}}
          D: {type: DataObjectReference}
          F: {type: SequenceFlow, sourceRef: A, targetRef: A}
        artifacts: {L: {type: Association, sourceRef: D, targetRef: A}}
        """
    )
    same(short, long)


def test_the_places_of_an_arrow_are_those_of_its_ends() -> None:
    study = in_process("flowElements:\n  A: {type: Task}\n  Flow: A -> Missing\n")
    (finding,) = study.findings
    assert (finding.code, finding.place.line, finding.place.column) == ("unknown-id", 6, 16)
    assert study.text.splitlines()[5][15:] == "Missing"


def test_a_typed_element_folds_into_its_host() -> None:
    folded = in_process("flowElements: {G: {type: cognitive:RandomGateway, name: g, algorithm: block, blockSize: 6}}")
    long = in_process(
        """
        flowElements:
          G:
            type: ExclusiveGateway
            name: g
            extensionElements: [{type: cognitive:RandomGateway, algorithm: block, blockSize: "6"}]
        """
    )
    same(folded, long)
    gateway = folded.elements["G"]
    assert (gateway.type, gateway.kind, gateway.get("blockSize")) == (
        "bpmn:ExclusiveGateway",
        "cognitive:RandomGateway",
        6,
    )


def test_a_key_of_an_extension_may_stand_on_the_element() -> None:
    study = in_process(
        "flowElements: {T: {type: Task, platform: unity, extensionElements: [{type: cognitive:CognitiveTask}]}}"
    )
    assert not study.findings
    assert study.elements["T"].extensions[0].attributes == {"platform": "unity"}


@pytest.mark.parametrize(
    "written",
    [
        "[{type: studyflow:Study, seed: 4}]",
        "{type: ExtensionElements, values: [{type: studyflow:Study, seed: 4}]}",
        "{values: [{type: studyflow:Study, seed: 4}]}",
        "{type: studyflow:Study, seed: 4}",
    ],
)
def test_extension_elements_are_a_list_or_its_holder(written: str) -> None:
    study = in_process(f"extensionElements: {written}")
    assert not study.findings
    assert study.study is not None
    assert study.study.get("seed") == 4


@pytest.mark.parametrize(
    ("written", "body", "language"),
    [
        ("x > 1", "x > 1", None),
        ('"x > 1"', "x > 1", None),
        ("{body: x > 1}", "x > 1", None),
        ("{type: FormalExpression, body: x > 1, language: FEEL}", "x > 1", "FEEL"),
        ("{x}", "{x}", None),
        ("true", "true", None),
        ('"x >\\n1"', "x >\n1", None),
    ],
)
def test_an_expression_is_a_text_or_a_body_with_a_language(written: str, body: str, language: str | None) -> None:
    study = in_process(
        """
        flowElements:
          A: {type: Task}
          F:
            sourceRef: A
            targetRef: A
            conditionExpression: {}
        """.replace("{}", written)
    )
    assert not study.findings
    attributes = study.elements["F"].attributes
    assert (attributes["conditionExpression"], attributes.get("conditionExpression.language")) == (body, language)


@pytest.mark.parametrize(
    ("written", "texts"),
    [
        ("one", ("one",)),
        ("[one, two]", ("one", "two")),
        ("[{text: one}]", ("one",)),
        ("{type: Documentation, text: one}", ("one",)),
    ],
)
def test_documentation_is_a_text_or_several(written: str, texts: tuple[str, ...]) -> None:
    study = in_process(f"documentation: {written}")
    assert study.elements["P"].attributes["documentation"] == texts


def test_documentation_of_another_format_is_kept_and_the_old_checklist_is_a_checklist() -> None:
    study = in_process("documentation: [{text: a, textFormat: text/html}, {text: '- [ ] b', checklist: true}]")
    process = study.elements["P"]
    assert process.children["documentation"][0].attributes == {"text": "a", "textFormat": "text/html"}
    assert process.attributes["checklist"] == "- [ ] b"


def test_a_yaml_attribute_is_a_mapping_or_the_text_of_one_and_each_part_has_its_place() -> None:
    short = in_process("flowElements:\n  D: {type: studyflow:Parameters, values: {a: {b: [1, {c: no}]}}}\n")
    block = in_process(
        "flowElements:\n  D:\n    type: studyflow:Parameters\n    values: |\n      a:\n        b: [1, {c: no}]\n"
    )
    same(short, block)
    data = block.elements["D"]
    assert data.get("values") == {"a": {"b": [1, {"c": "no"}]}}
    place = data.where("values.a.b.1.c")
    assert place.line is not None
    assert place.column is not None
    assert block.text.splitlines()[place.line - 1][place.column - 1 :] == "c: no}]"


def test_values_have_the_type_that_the_vocabulary_declares_and_stay_text_where_they_do_not_fit() -> None:
    study = in_process(
        """
        name: 010
        isExecutable: "false"
        extensionElements: [{type: studyflow:Study, seed: "7", authors: one, version: 1.10, dependencies: [a, 2]}]
        properties: {p: {name: x, value: [1, "a"]}, q: {name: y, value: 0.20}}
        flowElements: {G: {type: cognitive:RandomGateway, blockSize: many, algorithm: "{rule}"}}
        """
    )
    process, entry, gateway = study.elements["P"], study.elements["P"].extensions[0], study.elements["G"]
    assert (process.get("name"), process.get("isExecutable")) == ("010", False)
    assert entry.attributes == {"seed": 7, "authors": ("one",), "version": "1.10", "dependencies": ("a", "2")}
    assert (study.elements["p"].get("value"), study.elements["q"].get("value")) == ('[1,"a"]', "0.20")
    assert (gateway.get("blockSize"), gateway.get("algorithm")) == ("many", "{rule}")


def test_incoming_and_outgoing_say_nothing_when_the_flows_say_the_same() -> None:
    bare = in_process("flowElements: {A: {type: Task}, B: {type: Task}, F: A -> B}")
    told = in_process("flowElements: {A: {type: Task, outgoing: F}, B: {type: Task, incoming: [F]}, F: A -> B}")
    same(bare, told)
    wrong = in_process("flowElements: {A: {type: Task, incoming: [F]}, B: {type: Task}, F: A -> B}")
    assert [(finding.severity, finding.code) for finding in wrong.findings] == [("warning", "ends")]


def test_the_drawing_moves_to_the_layout() -> None:
    study = in_process(
        'flowElements: {A: {type: Task, bounds: "1 2 3 4", fill: "#fff", name: a}}', "layout: {B: {fill: red}}"
    )
    assert study.layout == {"A": {"bounds": "1 2 3 4", "fill": "#fff"}, "B": {"fill": "red"}}
    assert dict(study.elements["A"].attributes) == {"name": "a"}


def test_roots_that_cannot_be_keys_stand_under_elements() -> None:
    study = study_of("definitions: {}\nelements:\n  state: {type: Process}\n  x: {type: Message}\n")
    assert [root.id for root in study.roots] == ["state", "x"]
    assert not study.findings


def test_a_state_is_read_from_the_top_or_lifted_from_an_older_spelling() -> None:
    new = in_process("extensionElements: [{type: studyflow:Study}]", "state: {P: {arm: a}}")
    old = in_process('extensionElements: [{type: studyflow:Study, state: \'{"P": {"arm": "a"}}\'}]')
    assert new.state == old.state == {"P": {"arm": "a"}}


# --- findings -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "code", "says"),
    [
        (b"", "not-a-study", "empty"),
        (b"  \n# nothing\n", "not-a-study", "empty"),
        (b"- a\n- b\n", "not-a-study", "no mapping"),
        (b"just words", "not-a-study", "no mapping"),
        (b"id: x\ndefinitions: {}\n", "not-a-study", "no element"),
        (b"P: {type: Process}\n", "not-a-study", '"definitions" is missing'),
        (b"definition: {}\nP: {type: Process}\n", "not-a-study", '"definition" stands here'),
        (b"definitions: {}\nP: [\n", "yaml", "not YAML"),
        (b"\x89PNG\r\n\x1a\n....", "picture", "cut off"),
        (b"<?xml version='1.0'?><definitions/>", "not-a-study", "<definitions>"),
        (b"\x00\x01\x02\x03", "yaml", "not allowed"),
        (b"PK\x03\x04\xff\xfe\x00", "encoding", "UTF-8"),
    ],
)
def test_a_file_that_is_no_study_is_a_finding_with_its_place(data: bytes, code: str, says: str) -> None:
    found = read(Source("f", data)).findings[0]
    assert (found.code, found.severity) == (code, "error")
    assert says in str(found)
    assert (found.place.file, found.place.line is not None) == ("f", True)


@pytest.mark.parametrize(
    ("body", "code", "severity", "part", "fix"),
    [
        ("flowElements:\n  A: {type: Tusk}\n", "unknown-type", "error", "Tusk", '"Task"'),
        ("flowElements:\n  A: {type: cognitive:Rst}\n", "unknown-type", "error", "cognitive:Rst", '"cognitive:Rest"'),
        ("flowElements:\n  A: {type: cognitve:Rest}\n", "unknown-prefix", "error", "cognitve", '"cognitive"'),
        ("flowElements:\n  A: {name: a}\n", "no-type", "error", "A:", "such as Task"),
        ("flowElements:\n  A: {type: [Task]}\n", "no-type", "error", "[Task]", "one word"),
        ("flowElements:\n  A: {type: Message}\n", "misplaced", "error", "Message", "due here: Task"),
        ("flowElements:\n  A: some text\n", "body", "error", "some text", "A -> B"),
        ("flowElements: A -> B\n", "body", "error", "A -> B", "from id to element"),
        ("flowElements: {type: Task, name: a}\n", "body", "error", "{type", "- type"),
        ("flowElements:\n  A: {type: Task, nme: a}\n", "unknown-key", "warning", "nme", '"name"'),
        ("flowElements:\n  A: {type: Task, bpmn:nme: a}\n", "unknown-key", "warning", "bpmn:nme", '"name"'),
        ("flowElements:\n  A: {type: Task, zebra: a}\n", "unknown-key", "warning", "zebra", "slip"),
        ("flowElements:\n  A: {type: Task, name: [a]}\n", "wrong-value", "error", "[a]", "one text"),
        ("flowElements:\n  A: {id: B, type: Task}\n", "id", "warning", "B", "the key decides"),
        ("extensionElements: [{seed: 1}]\n", "no-type", "error", "seed", "type:"),
        (
            "flowElements:\n  A: {type: behaverse:SimulatedTaker}\n",
            "renamed",
            "error",
            "Taker",
            "behaverse:SimulatedActor",
        ),
        ("flowElements:\n  A: {type: behaverse:Task, scene: RE}\n", "renamed", "warning", "RE", "`instrument`"),
        (
            "flowElements:\n  A: {type: Task, extensionElements: [{type: cognitive:Rest}]}\n",
            "misplaced",
            "warning",
            "cognitive:Rest",
            "IntermediateCatchEvent",
        ),
        (
            "flowElements:\n  A: {type: Task}\n  B: {type: Task}\n  F: {sourceRef: A, targetRef: BB}\n",
            "unknown-id",
            "error",
            "BB",
            '"B"',
        ),
        ("flowElements:\n  D: {type: studyflow:Parameters, values: 'a: [1'}\n", "yaml", "error", "a: [1", "close it"),
        (
            "flowElements:\n  D:\n    type: studyflow:Parameters\n    values: |\n      a: 1\n      a: 2\n",
            "duplicate-key",
            "error",
            "a: 2",
            "line 8",
        ),
    ],
)
def test_a_fault_is_a_finding_at_its_line_with_what_would_be_right(
    body: str, code: str, severity: str, part: str, fix: str
) -> None:
    study = in_process(body)
    (finding,) = study.findings
    assert (finding.code, finding.severity, finding.place.line) == (code, severity, line_of(study, part))
    assert fix in finding.fix


def test_every_fault_is_said_at_once_in_the_order_of_the_file() -> None:
    study = in_process("flowElements:\n  A: {type: Tusk}\n  B: {type: Task, nme: x}\n  F: A -> Q\n")
    assert [finding.code for finding in study.findings] == ["unknown-type", "unknown-key", "unknown-id"]


def test_parts_of_a_declared_foreign_vocabulary_are_kept_without_a_word() -> None:
    study = study_of(
        """
        definitions: {"xmlns:lab": "https://example.org/lab"}
        P:
          type: Process
          lab:room: 12
          flowElements:
            A: {type: lab:Rig, "lab:power": [1, {a: null}]}
            B: {type: Task, extensionElements: [{type: lab:Booking, desk: 4}]}
        """
    )
    assert not study.findings
    assert study.elements["P"].attributes["lab:room"] == 12
    assert study.elements["A"].attributes == {"lab:power": [1, {"a": None}]}
    assert study.elements["B"].extension("lab:Booking") is not None


def test_a_root_of_a_vocabulary_that_bpmn_has_no_host_for_is_read() -> None:
    study = in_process("name: p", "Shelf: {type: studyflow:DataCatalog, uri: https://example.org/shelf}")
    assert not study.findings
    assert study.elements["Shelf"].get("uri") == "https://example.org/shelf"


def test_unknown_keys_are_kept() -> None:
    study = in_process("flowElements: {A: {type: Task, zebra: {stripes: [1, no]}}}")
    assert study.elements["A"].attributes["zebra"] == {"stripes": [1, "no"]}


def test_a_reference_to_nothing_is_taken_out() -> None:
    study = in_process("flowElements: {A: {type: Task, default: F9, incoming: [F8]}}")
    assert dict(study.elements["A"].attributes) == {}
    assert {(finding.severity, finding.code) for finding in study.findings} == {
        ("error", "unknown-id"), ("warning", "unknown-id"),
    }  # fmt: skip


def test_reading_the_same_bytes_again_reads_nothing_again() -> None:
    source = Source("a", b"definitions: {}\nP: {type: Process}\n")
    assert read(source) is read(Source("a", bytes(source.data)))


REAL = (
    "behaverse.studyflow", "gantt_task.studyflow", "grammar_example.studyflow", "layoutless.studyflow",
    "minimal_study.studyflow.yaml", "state-properties.studyflow",
)  # fmt: skip


@pytest.mark.parametrize("name", REAL)
def test_real_files_read_and_their_older_spellings_are_explained(shared: Path, name: str) -> None:
    study = read(Source.of_file(shared / "examples" / "studyflow" / name))
    assert study.roots
    unexplained = [f for f in study.findings if f.code not in ("renamed", "misplaced")]
    assert not unexplained
    assert all(finding.place.line and finding.fix for finding in study.findings)
