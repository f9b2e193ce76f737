"""What BPMN files hold that no example shows: all of it survives XML and YAML, and is checked without a traceback."""

from __future__ import annotations

import pytest
from samples import again, definitions, of, same

from hawthorne.core.document import Source
from hawthorne.flows.formats.conversion import convert
from hawthorne.flows.kind import FlowKind
from hawthorne.flows.write import write

S = 'xmlns:s="http://behaverse.org/schemas/studyflow/v1"'
ODD = [
    pytest.param("<scriptTask id='S'><script><![CDATA[if (a<b && c) {\n\tx}]]></script></scriptTask>", id="a-script"),
    pytest.param(
        '<laneSet><lane id="l"><partitionElement id="q"><documentation>z</documentation></partitionElement><flowNodeRef>nope</flowNodeRef></lane></laneSet>',
        id="a-part-of-a-lane",
    ),
    pytest.param(
        '<task id="A"><ioSpecification><dataInput id="a"/></ioSpecification><ioSpecification><dataInput id="b"/></ioSpecification></task>',
        id="two-specifications",
    ),
    pytest.param(
        '<task/><startEvent/><sequenceFlow sourceRef="a" targetRef="b"/><subProcess><task/></subProcess>', id="no-ids"
    ),
    pytest.param(
        '<task id="A"><loopCharacteristics xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="tStandardLoopCharacteristics" testBefore="true"/></task>',
        id="a-type-said",
    ),
    pytest.param(
        '<sequenceFlow id="f"><conditionExpression><documentation>q</documentation>a</conditionExpression></sequenceFlow>',
        id="a-documented-expression",
    ),
    pytest.param(
        '<sequenceFlow id="f"><conditionExpression><extensionElements><x:y xmlns:x="u"/></extensionElements></conditionExpression></sequenceFlow>',
        id="an-extended-expression",
    ),
    pytest.param('<task id="A" isForCompensation="maybe" startQuantity="1.5"/>', id="values-that-do-not-fit"),
    pytest.param('<boundaryEvent id="A" cancelActivity="0"/>', id="another-spelling-of-false"),
    pytest.param(
        '<task id="A" loopCharacteristics="x" flowElements="y" documentation="z" extensionElements="q" type="w" label="l"/>',
        id="attributes-named-as-keys",
    ),
    pytest.param('<task id="A" xmlns:x="u" x:type="1" x:id="2" x:label="3"/>', id="attributes-of-others"),
    pytest.param('<documentation/><documentation id="a"/><documentation> </documentation>', id="empty-documentation"),
    pytest.param(
        '<extensionElements/><task id="A"><extensionElements>text</extensionElements></task>', id="empty-extensions"
    ),
    pytest.param(
        '<extensionElements><x:a xmlns:x="u"/></extensionElements><extensionElements><x:b xmlns:x="u"/></extensionElements>',
        id="two-holders",
    ),
    pytest.param(
        '<extensionElements><task id="Q" name="x"><outgoing>f</outgoing><extensionElements><x:a xmlns:x="u"/></extensionElements></task></extensionElements>',
        id="bpmn-among-extensions",
    ),
    pytest.param(
        '<choreographyTask id="C" initiatingParticipantRef="x"><participantRef>x</participantRef></choreographyTask>',
        id="a-choreography-task-in-a-process",
    ),
    pytest.param(
        '<textAnnotation id="T" textFormat="text/html"><text><b xmlns="h">x</b></text></textAnnotation>',
        id="markup-in-an-annotation",
    ),
    pytest.param(
        '<task id="A"><dataInputAssociation id="d"><assignment><from>1</from><to>x</to></assignment></dataInputAssociation></task>',
        id="an-assignment",
    ),
    pytest.param(
        '<task id="A"><multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>3</loopCardinality><loopDataInputRef>z</loopDataInputRef><inputDataItem id="i" name="n"/></multiInstanceLoopCharacteristics></task>',
        id="a-multi-instance",
    ),
    pytest.param(
        '<task id="type"/><task id="documentation"/><task id="a: b"/><task id=" sp "/><task id="1"/><task id="null"/><task id="~"/>',
        id="ids-that-are-words-of-yaml",
    ),
    pytest.param(
        f'<task id="A" {S} s:exchange="true" s:participants="" s:initiator=""/><task id="B" {S} s:exchange="false"/>',
        id="an-empty-exchange",
    ),
    pytest.param(
        f'<dataObjectReference id="D"><extensionElements><s:parameters {S} values="a: 1"/></extensionElements></dataObjectReference>',
        id="a-mapping-in-an-attribute",
    ),
    pytest.param(
        f'<dataObjectReference id="D"><extensionElements><s:parameters {S}><s:values><s:x/>q</s:values></s:parameters></extensionElements></dataObjectReference>',
        id="an-element-in-a-mapping",
    ),
    pytest.param(f'<property id="p" name="n" {S} s:value="[1, 2"/>', id="broken-json"),
    pytest.param(f'<s:parameters {S} id="Z"><s:values>a: 1</s:values></s:parameters>', id="an-entry-as-an-element"),
    pytest.param(
        '<extensionElements><h:keys xmlns:h="urn:hawthorne:keys">{"flowElements": {"X": {"type": "Task"}}, "documentation": 5, "type": "Foo", "id": 7, "zz": NaN}</h:keys></extensionElements><task id="A"/>',
        id="our-own-keys",
    ),
    pytest.param(
        '<laneSet id="ls"><lane id="l1"><childLaneSet id="c"><lane id="l2"/></childLaneSet></lane></laneSet>',
        id="lanes-in-lanes",
    ),
    pytest.param(
        '<userTask id="A"><potentialOwner id="po"><resourceRef>r</resourceRef><resourceAssignmentExpression><formalExpression>user(x)</formalExpression></resourceAssignmentExpression></potentialOwner><performer><resourceParameterBinding parameterRef="p"><formalExpression>1</formalExpression></resourceParameterBinding></performer></userTask>',
        id="resources",
    ),
    pytest.param(
        '</process><correlationProperty id="cp" type="x" name="n"><correlationPropertyRetrievalExpression messageRef="m"><messagePath>a</messagePath></correlationPropertyRetrievalExpression></correlationProperty><process id="PP">',
        id="correlation",
    ),
    pytest.param(
        '</process><collaboration id="co"><participant id="x"><endPointRef>e</endPointRef><interfaceRef>i</interfaceRef><participantMultiplicity minimum="2" maximum="3"/></participant><conversation id="cv"><participantRef>x</participantRef><messageFlowRef>mf</messageFlowRef></conversation><conversationLink id="cl" sourceRef="a" targetRef="b"/></collaboration><process id="PP">',
        id="conversations",
    ),
    pytest.param(
        '</process><relationship type="x"><source>a</source><target>b</target></relationship><foo/><x:y xmlns:x="u" id="id1"><x:z/></x:y><process id="elements"/><process/><process id="layout">',
        id="roots-of-all-kinds",
    ),
]


@pytest.mark.parametrize("body", ODD)
def test_odd_parts_survive(body: str) -> None:
    text = definitions(f'<process id="P">{body}</process>')
    study = of(text)
    same(study, again(study))
    same(study, of(write(study), "a.yaml"))
    same(study, again(of(write(study), "a.yaml")))
    assert again(study).definitions == study.definitions
    document = FlowKind().read(Source("m.bpmn", text.encode()))
    assert all(finding.place.line for finding in FlowKind().check(document))
    assert FlowKind().info(document)["elements"] == len(study.elements)
    convert(document.source, "svg")
