"""What BPMN's XML becomes, part by part, and where each part stands."""

from __future__ import annotations

import pytest
from samples import BPMN, again, definitions, errors, model, of, same

from hawthorne.flows.check import check

FOREIGN = 'xmlns:lab="https://example.org/lab"'


def test_an_element_has_the_place_of_its_tag_and_an_attribute_that_of_its_value() -> None:
    study = of(definitions('<process id="P">\n  <task\n    id="A"\n    name="N"/>\n</process>'))
    task = study.elements["A"]
    assert (task.place.line, task.place.column) == (4, 3)
    assert (task.places["name"].line, task.places["name"].column) == (6, 11)


def test_a_finding_of_the_checks_points_into_the_xml() -> None:
    study = model('\n<startEvent id="S"/>\n<sequenceFlow id="F" sourceRef="S" targetRef="Nowhere"/>')
    finding = next(finding for finding in check(study) if finding.code == "unknown-id")
    assert (finding.place.line, finding.place.column) == (5, 47)
    assert 'names "Nowhere"' in finding.message


def test_a_finding_inside_an_expression_points_behind_its_entities() -> None:
    line = "<conditionExpression>1 &lt; 2 and 1 &lt; nobody</conditionExpression>"
    study = model(
        f'<startEvent id="S"/><exclusiveGateway id="G" default="G2"/><endEvent id="E"/>'
        f'<sequenceFlow id="G0" sourceRef="S" targetRef="G"/><sequenceFlow id="G2" sourceRef="G" targetRef="E"/>'
        f'<sequenceFlow id="G1" sourceRef="G" targetRef="E">\n{line}\n</sequenceFlow>'
    )
    finding = next(finding for finding in check(study) if finding.code == "unknown-name")
    assert (finding.place.line, finding.place.column) == (4, line.index("nobody") + 1)


def test_any_prefix_of_bpmn_is_read() -> None:
    plain = of(definitions('<process id="P"><task id="A"/></process>'))
    other = of(f'<b:definitions xmlns:b="{BPMN}"><b:process id="P"><b:task id="A"/></b:process></b:definitions>')
    assert [root.type for root in plain.roots] == [root.type for root in other.roots] == ["bpmn:Process"]
    assert other.elements["A"].type == "bpmn:Task"


def test_references_lose_the_prefix_of_the_files_own_namespace() -> None:
    study = of(f'<definitions xmlns="{BPMN}" xmlns:t="urn:t" targetNamespace="urn:t"><process id="P"><task id="A"/>'
               '<task id="B"/><sequenceFlow id="F" sourceRef="t:A" targetRef="B"/></process></definitions>')  # fmt: skip
    assert study.elements["F"].attributes["sourceRef"] == "A"
    assert not list(errors(study))


def test_a_reference_into_another_file_is_kept_and_no_error() -> None:
    study = of(f'<definitions xmlns="{BPMN}" xmlns:other="urn:o"><process id="P"><sendTask id="A" '
               'messageRef="other:M"/></process></definitions>')  # fmt: skip
    assert study.elements["A"].attributes["messageRef"] == "other:M"
    assert not list(errors(study))
    same(study, again(study))


def test_elements_of_other_programs_are_kept_whole() -> None:
    body = (
        f'<task id="A"><extensionElements><lab:a {FOREIGN} type="t" x="1">one<lab:b/>two</lab:a>'
        f"<lab:c {FOREIGN}>  text </lab:c></extensionElements></task>"
    )
    study = model(body)
    first, second = study.elements["A"].extensions
    assert first.type == "lab:a"
    assert first.attributes == {"@type": "t", "x": "1", "$children": ["one", {"type": "lab:b"}, "two"]}
    assert second.attributes == {"$body": "  text "}
    assert not study.findings
    same(study, again(study))


def test_an_element_of_no_namespace_is_kept_in_none() -> None:
    study = of(f'<b:definitions xmlns:b="{BPMN}"><b:process id="P"><b:extensionElements><grid spacing="15"/>'
               "</b:extensionElements></b:process></b:definitions>")  # fmt: skip
    assert study.roots[0].extensions[0].type == "nons:grid"
    same(study, again(study))


def test_what_stands_at_a_wrong_place_is_kept_and_said() -> None:
    study = model('<task id="A"><lane id="L"/></task>')
    assert [(f.code, f.severity, f.place.line) for f in study.findings] == [("misplaced", "warning", 3)]
    same(study, again(study))


def test_text_between_elements_is_said() -> None:
    study = model('<task id="A">stray</task>')
    assert [f.code for f in study.findings] == ["stray-text"]


def test_an_unknown_element_of_bpmn_is_an_error_that_keeps_it() -> None:
    study = model('<tusk id="A" name="N"/>')
    assert [f.code for f in errors(study)] == ["unknown-type"]
    assert "Task" in next(errors(study)).fix
    same(study, again(study))


def test_two_elements_of_one_id_are_both_kept() -> None:
    study = model('<task id="A"/><userTask id="A"/>')
    assert [element.type for element in study.roots[0].all("flowElements")] == ["bpmn:Task", "bpmn:UserTask"]
    assert "duplicate-id" in {finding.code for finding in check(study)}
    same(study, again(study))


def test_documentation_keeps_its_markup_its_format_and_its_id() -> None:
    study = model(
        '<task id="A"><documentation id="D" textFormat="text/html">a <b xmlns="urn:h">b &amp; c</b> d</documentation>'
        "<documentation>plain</documentation></task>"
    )
    first, second = study.elements["A"].all("documentation")
    assert first.attributes["textFormat"] == "text/html"
    assert first.attributes["text"] == 'a <b xmlns="urn:h">b &amp; c</b> d'
    assert second.attributes["text"] == "plain"
    same(study, again(study))


def test_an_expression_keeps_its_language_and_what_other_programs_say() -> None:
    study = model(
        f'<sequenceFlow id="F" {FOREIGN}><conditionExpression language="feel" lab:x="1" id="C">a &lt; 1'
        "</conditionExpression></sequenceFlow>"
    )
    flow = study.elements["F"]
    assert flow.attributes["conditionExpression"] == "a < 1"
    assert flow.attributes["conditionExpression.language"] == "feel"
    assert flow.attributes["conditionExpression.lab:x"] == "1"
    same(study, again(study))


def test_what_stands_beside_the_roots_is_kept_under_definitions() -> None:
    study = of(definitions('<import importType="x" location="y" namespace="z"/><process id="P"/>'))
    assert study.definitions["import"] == [
        {"type": "bpmn:import", "importType": "x", "location": "y", "namespace": "z"}
    ]
    assert again(study).definitions == study.definitions


def test_an_exchange_in_a_process_is_restored_from_its_mark() -> None:
    study = of(definitions(
        '<collaboration id="C"><participant id="X"/><participant id="Y"/></collaboration>'
        '<process id="P"><task id="A" xmlns:studyflow="http://behaverse.org/schemas/studyflow/v1" '
        'studyflow:exchange="true" studyflow:participants="X Y" studyflow:initiator="X"/></process>'
    ))  # fmt: skip
    task = study.elements["A"]
    assert task.type == "bpmn:ChoreographyTask"
    assert task.attributes["participantRef"] == ("X", "Y")
    assert task.attributes["initiatingParticipantRef"] == "X"
    assert not list(errors(study))
    same(study, again(study))


def test_a_specification_of_inputs_that_says_something_is_kept() -> None:
    study = model(
        '<task id="A"><ioSpecification id="A_io"><dataInput id="A_in_X" name="the argument"/><inputSet id="A_inputSet">'
        "<dataInputRefs>A_in_X</dataInputRefs></inputSet></ioSpecification><dataInputAssociation id='D'>"
        '<sourceRef>X</sourceRef><targetRef>A_in_X</targetRef></dataInputAssociation></task><dataObjectReference id="X"/>'
    )
    assert study.elements["A_in_X"].attributes["name"] == "the argument"
    same(study, again(study))


@pytest.mark.parametrize("tag", ["cognitive:randomGateway", "cognitive:RandomGateway", "cognitive:RANDOMGATEWAY"])
def test_the_tags_of_the_vocabularies_are_read_whatever_their_case(tag: str) -> None:
    study = of(definitions(
        f'<process id="P"><exclusiveGateway id="G"><extensionElements><{tag} algorithm="block" '
        'xmlns:cognitive="http://behaverse.org/schemas/studyflow/cognitive"/></extensionElements></exclusiveGateway>'
        "</process>"
    ))  # fmt: skip
    assert study.elements["G"].kind == "cognitive:RandomGateway"


def test_state_is_lifted_out_of_the_study_that_carries_it() -> None:
    study = of(definitions(
        '<process id="P"><extensionElements><s:study xmlns:s="http://behaverse.org/schemas/studyflow/v1" '
        "state='{\"P\": {\"n\": 1}}'/></extensionElements></process>"
    ))  # fmt: skip
    assert study.state == {"P": {"n": 1}}
    assert "state" not in study.roots[0].extensions[0].attributes
    same(study, again(study))
