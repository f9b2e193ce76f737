"""What single things look like in the SVG text: signs, names, colours, own layouts, counts."""

from __future__ import annotations

import re
import sys
from xml.etree import ElementTree

import pytest
from draw.pictures import DEMO, picture_of, study_in, words_of
from reading import in_process, study_of

import hawthorne as hw
from hawthorne.core.document import Document
from hawthorne.core.errors import InvalidDocument, UsageError
from hawthorne.flows.draw import icons
from hawthorne.flows.draw.compose import compose
from hawthorne.flows.draw.counts import Count
from hawthorne.flows.draw.make import draw
from hawthorne.flows.draw.svg import write

LINE = """
flowElements:
  A: {type: StartEvent, name: Here}
  B: {type: Task, name: There}
  F: A -> B
"""
OWN = """
layout:
  A: {bounds: "100 100 36 36"}
  B: {bounds: "300 80 100 80", fill: "#ffeeaa", stroke: "#aa5500", font: "bold #112233"}
  F: {waypoint: "136,118 220,118 220,120 300,120"}
"""


def test_names_and_ids_are_escaped():
    study = in_process('flowElements:\n  "A\\"<b>": {type: Task, name: "<script>&\\"\'"}')
    svg = draw(study).decode()
    ElementTree.fromstring(svg)
    assert "<script>" not in svg
    assert "&lt;script&gt;&amp;" in svg
    assert 'data-element="A&quot;&lt;b&gt;"' in svg


def test_characters_that_xml_cannot_hold_are_replaced():
    study = in_process('flowElements:\n  A: {type: Task, name: "a\\u0007b\\uFFFEc"}')
    ElementTree.fromstring(draw(study).decode())


def test_a_study_is_drawn_as_its_own_layout_says():
    picture = compose(in_process(LINE, OWN))
    boxes = {shape.id: tuple(shape.box) for shape in picture.shapes}
    assert boxes == {"A": (100, 100, 36, 36), "B": (300, 80, 100, 80)}
    assert picture.edges[0].points == ((136, 118), (220, 118), (220, 120), (300, 120))


def test_colours_and_fonts_of_a_layout_are_drawn_and_others_refused():
    svg = draw(in_process(LINE, OWN)).decode()
    assert 'fill="#ffeeaa"' in svg
    assert 'stroke="#aa5500"' in svg
    assert re.search(r'fill="#112233" font-weight="bold"', svg)
    bad = draw(in_process(LINE, OWN.replace("#ffeeaa", "url(#evil)"))).decode()
    assert "evil" not in bad


def test_a_layout_that_leaves_a_node_out_gives_way_to_the_automatic_one():
    partial = "layout:\n  A: {bounds: '100 100 36 36'}\n"
    picture = compose(in_process(LINE, partial))
    assert {shape.id for shape in picture.shapes} == {"A", "B"}


@pytest.mark.parametrize("bounds", ["1 2 3", "a b c d", "nan 0 10 10", "1e9 0 10 10", "0 0 -5 10", "[]", "{x: 1}"])
def test_bounds_that_are_none_give_way_to_the_automatic_layout(bounds):
    study = in_process(LINE, f"layout:\n  A: {{bounds: {bounds!r}}}\n  B: {{bounds: {bounds!r}}}\n")
    assert {shape.id for shape in compose(study).shapes} == {"A", "B"}


def test_flows_without_waypoints_find_their_way_in_an_own_layout():
    picture = compose(in_process(LINE, OWN.rpartition("  F:")[0]))
    start, end = picture.edges[0].points[0], picture.edges[0].points[-1]
    assert start[0] == 136
    assert end[0] == 300


@pytest.mark.parametrize("kind", [name for name in icons.EVENTS if name.endswith("Definition")])
def test_every_event_definition_has_its_sign(kind):
    study = in_process(f"flowElements:\n  A: {{type: IntermediateThrowEvent, eventDefinitions: [{{type: {kind}}}]}}")
    sign = icons.ENVELOPE if kind == "MessageEventDefinition" else icons.EVENTS[kind]
    assert f'd="{sign}"' in draw(study).decode()


@pytest.mark.parametrize("kind", list(icons.GATEWAYS))
def test_every_gateway_has_its_sign(kind):
    assert f'd="{icons.GATEWAYS[kind][0]}"' in draw(in_process(f"flowElements:\n  A: {{type: {kind}}}")).decode()


def test_a_random_gateway_shows_a_die():
    svg = draw(in_process("flowElements:\n  A: {type: cognitive:RandomGateway}")).decode()
    assert icons.DIE in svg
    assert svg.count('r="1.5"') == 5


@pytest.mark.parametrize(
    ("marker", "sign"),
    [
        ("{type: StandardLoopCharacteristics}", icons.LOOP),
        ("{type: MultiInstanceLoopCharacteristics, isSequential: true}", icons.SEQUENTIAL),
        ("{type: MultiInstanceLoopCharacteristics, isSequential: false}", icons.PARALLEL),
    ],
)
def test_repeated_activities_have_their_marker(marker, sign):
    svg = draw(in_process(f"flowElements:\n  A: {{type: Task, loopCharacteristics: {marker}}}")).decode()
    assert f'd="{sign}"' in svg


def test_a_sub_process_without_an_inside_is_drawn_closed():
    assert icons.PLUS in draw(in_process("flowElements:\n  A: {type: SubProcess}")).decode()


def test_the_multiplicity_of_a_pool_stands_in_its_name():
    assert "Subjects(×40)" in words_of(picture_of(study_in(DEMO))[1])


def test_bands_of_an_exchange_name_who_takes_part():
    study = study_of(
        """
        definitions: {}
        Talk:
          type: Choreography
          participants: {Ann: {name: Ann}, Bob: {name: Bob}}
          flowElements:
            A: {type: ChoreographyTask, name: Ask, participantRef: [Ann, Bob], initiatingParticipantRef: Ann}
        """
    )
    shown = words_of(picture_of(study)[1])
    assert "Ann" in shown
    assert "Bob" in shown


def test_lanes_are_bands_that_hold_their_nodes():
    study = study_of(
        """
        definitions: {}
        Lab: {type: Collaboration, participants: {P: {name: Pool, processRef: Q}}}
        Q:
          type: Process
          laneSets:
            L:
              lanes:
                Upper: {name: Upper, flowNodeRef: [A, C]}
                Lower: {name: Lower, flowNodeRef: [B]}
          flowElements: {A: {type: StartEvent}, B: {type: Task}, C: {type: EndEvent}, F: A -> B, G: B -> C}
        """
    )
    boxes = {shape.id: shape.box for shape in compose(study).shapes}
    assert boxes["Upper"].holds(boxes["A"])
    assert boxes["Upper"].holds(boxes["C"])
    assert boxes["Lower"].holds(boxes["B"])
    assert boxes["P"].holds(boxes["Upper"])
    assert boxes["P"].holds(boxes["Lower"])
    assert boxes["Upper"].overlap(boxes["Lower"]) == 0


# --- counts -----------------------------------------------------------------------------------------------------------


def test_counts_stand_on_nodes_and_flows_and_what_was_not_reached_is_faded():
    study = in_process(LINE)
    counts = {"A": Count(12, 12), "F": Count(7, 3), "B": Count(0, 0)}
    svg = write(compose(study), study, counts)
    assert "12" in words_of(svg)
    assert "7·3" in words_of(svg)
    faded = [part.get("data-element") for part in ElementTree.fromstring(svg).iter() if part.get("class") == "faded"]
    assert faded == ["B"]


def test_a_run_shows_its_counts():
    document = hw.load(DEMO)
    run = hw.run(hw.plan(document, n=8))
    svg = hw.draw(document, run=run).decode()
    rows = {row["id"]: row for row in hw.tables(run)["flow"].rows}
    texts = {
        part.get("data-element"): part.findtext("{http://www.w3.org/2000/svg}title") or ""
        for part in ElementTree.fromstring(svg).iter()
        if part.get("data-element")
    }
    assert set(rows) <= set(texts)
    assert all(f"reached {row['passes']} times" in texts[id] for id, row in rows.items())
    assert "8 cases, seed 7" in svg


def test_a_name_that_asks_for_its_count_gets_it():
    study = in_process('flowElements:\n  A: {type: StartEvent, name: "Invited (n={reached})"}')
    row = {"id": "A", "passes": 1200, "subjects": 1200}
    assert "Invited(n=1,200)" in words_of(draw(study, rows=[row]).decode())
    assert "Invited(n={reached})" in words_of(draw(study).decode())


def test_a_run_of_another_study_is_refused():
    other = hw.load(DEMO.with_name("template.studyflow.yaml"))
    study = in_process("flowElements: {Nowhere_else: {type: Task}}")
    with pytest.raises(UsageError, match="the run is none of"):
        hw.draw(Document("flow", "x", study, other.source), run=hw.run(hw.plan(hw.load(DEMO), n=1)))


def test_a_file_that_is_no_study_ends_in_its_findings(tmp_path):
    path = tmp_path / "x.studyflow.yaml"
    path.write_text("a: [")
    with pytest.raises(InvalidDocument):
        hw.draw(path)


def test_an_unknown_format_names_the_known_ones():
    with pytest.raises(UsageError, match=r"\.svg, \.png"):
        hw.draw(DEMO, "gif")


# --- PNG --------------------------------------------------------------------------------------------------------------


def test_a_png_has_two_pixels_for_each_of_the_svg():
    pytest.importorskip("resvg_py", reason="needs the extra hawthorne[png]")
    study = in_process(LINE)
    frame = compose(study).frame
    data = draw(study, "png")
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == pytest.approx(2 * (frame.width + 40), abs=2)


def test_without_the_extra_a_png_is_refused_with_its_name(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(UsageError, match=r"hawthorne\[png\]"):
        draw(in_process(LINE), "png")
