"""The drawing: what a layout says, what only a diagram can, and older spellings."""

from __future__ import annotations

import textwrap

from samples import again, definitions, of, same

from hawthorne.flows.digests import protocol
from hawthorne.flows.formats.xml_write import write_xml

DI = (
    'xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" '
    'xmlns:di="http://www.omg.org/spec/DD/20100524/DI" '
    'xmlns:color="http://www.omg.org/spec/BPMN/non-normative/color/1.0"'
)
BOUNDS = '<dc:Bounds x="1" y="2.5" width="30" height="40"/>'


def drawn(shapes: str, plane: str = 'bpmnElement="P"', beside: str = "", process: str = "") -> str:
    return definitions(
        f'<process id="P"><task id="A"/>{process}</process><bpmndi:BPMNDiagram {DI}><bpmndi:BPMNPlane {plane}>{shapes}'
        f"</bpmndi:BPMNPlane>{beside}</bpmndi:BPMNDiagram>"
    )


def test_a_shape_becomes_its_layout() -> None:
    label = '<bpmndi:BPMNLabel color:color="#123456"><dc:Bounds x="5" y="6" width="7" height="8"/></bpmndi:BPMNLabel>'
    study = of(drawn(
        '<bpmndi:BPMNShape id="A_di" bpmnElement="A" isExpanded="true" color:background-color="#ff0000" '
        f'color:border-color="#00ff00">{BOUNDS}{label}</bpmndi:BPMNShape>'
    ))  # fmt: skip
    assert study.layout == {"A": {
        "bounds": "1 2.5 30 40", "label": "5 6 7 8", "font": "#123456", "fill": "#ff0000", "stroke": "#00ff00",
        "isExpanded": True,
    }}  # fmt: skip
    assert "shapes" not in (study.diagram or {})
    same(study, again(study))


def test_a_shape_may_name_its_element_with_the_prefix_of_the_files_own_namespace() -> None:
    text = drawn(f'<bpmndi:BPMNShape id="A_di" bpmnElement="t:A">{BOUNDS}</bpmndi:BPMNShape>', 'bpmnElement="t:P"')
    study = of(text.replace("<definitions ", '<definitions xmlns:t="urn:t" '))
    assert study.layout == {"A": {"bounds": "1 2.5 30 40"}}
    assert "bpmnElement" not in (study.diagram or {}).get("plane", {})
    same(study, again(study))


def test_colours_are_written_in_both_vocabularies() -> None:
    study = of(
        drawn(f'<bpmndi:BPMNShape id="A_di" bpmnElement="A" color:border-color="#0f0">{BOUNDS}</bpmndi:BPMNShape>')
    )
    assert 'color:border-color="#0f0" bioc:stroke="#0f0"' in write_xml(study)


def test_an_edge_becomes_its_points() -> None:
    edge = '<bpmndi:BPMNEdge id="F_di" bpmnElement="F"><di:waypoint x="1" y="2"/><di:waypoint x="-3" y="4.5"/></bpmndi:BPMNEdge>'
    study = of(drawn(edge, process='<sequenceFlow id="F" sourceRef="A" targetRef="A"/>'))
    assert study.layout == {"F": {"waypoint": "1,2 -3,4.5"}}
    same(study, again(study))


def test_what_a_layout_cannot_say_stands_under_diagram() -> None:
    style = '<bpmndi:BPMNLabelStyle id="L"><dc:Font name="Arial" size="11"/></bpmndi:BPMNLabelStyle>'
    shape = (
        f'<bpmndi:BPMNShape id="own" bpmnElement="A" isMessageVisible="true">{BOUNDS}'
        '<bpmndi:BPMNLabel labelStyle="L"/></bpmndi:BPMNShape>'
    )
    nothing = f'<bpmndi:BPMNShape id="empty">{BOUNDS}</bpmndi:BPMNShape>'
    study = of(drawn(shape + nothing + shape, 'id="plane" bpmnElement="Q"', style))
    assert study.diagram["shapes"]["A"] == {
        "attributes": {"id": "own", "isMessageVisible": "true"},
        "label": {"labelStyle": "L"},
    }
    assert study.diagram["plane"] == {"id": "plane", "bpmnElement": "Q"}
    assert len(study.diagram["others"]) == 2
    assert study.diagram["beside"][0]["type"] == "bpmndi:BPMNLabelStyle"
    same(study, again(study))


def test_a_diagram_that_says_what_would_be_inferred_is_dropped() -> None:
    study = of(drawn(
        f'<bpmndi:BPMNShape id="A_di" bpmnElement="A">{BOUNDS}</bpmndi:BPMNShape>', 'id="BPMNPlane_1" bpmnElement="P"'
    ).replace("<bpmndi:BPMNDiagram ", '<bpmndi:BPMNDiagram id="BPMNDiagram_1" '))  # fmt: skip
    assert study.diagram is None


def test_an_older_spelling_of_the_drawing_is_the_same_drawing() -> None:
    older = of(textwrap.dedent("""
        definitions: {}
        P:
          type: Process
          flowElements:
            A:
              type: Task
              bounds: {x: 1, "y": 2.5, width: 30, height: 40}
              label: {bounds: {x: 5, "y": 6, width: 7, height: 8}, color: "#123456"}
              fill: "#ff0000"
              background-color: "#ff0000"
    """), "s.yaml")  # fmt: skip
    newer = of(textwrap.dedent("""
        definitions: {}
        P: {type: Process, flowElements: {A: {type: Task}}}
        layout: {A: {bounds: 1 2.5 30 40, label: 5 6 7 8, font: "#123456", fill: "#ff0000"}}
    """), "s.yaml")  # fmt: skip
    assert older.layout == newer.layout
    same(older, again(newer))


def test_the_drawing_is_no_part_of_the_protocol() -> None:
    plain = of(definitions('<process id="P"><task id="A"/></process>'))
    assert protocol(of(drawn(f'<bpmndi:BPMNShape bpmnElement="A">{BOUNDS}</bpmndi:BPMNShape>'))) == protocol(plain)
