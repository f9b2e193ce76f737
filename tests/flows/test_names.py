"""Scoping: which names an expression may read, by where it stands."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from reading import in_process

from hawthorne.core.place import Place
from hawthorne.flows.names import names_at
from hawthorne.flows.written import place_inside

STUDY = """
name: Whole
properties: {p1: {name: outer}}
flowElements:
  Cfg: {type: studyflow:Parameters, values: {alpha: 1}}
  Sub:
    type: SubProcess
    name: Inside
    properties: {p2: {name: inner}}
    dataInputAssociations: [{sourceRef: Cfg}]
    loopCharacteristics: {type: MultiInstanceLoopCharacteristics, inputDataItem: {name: item}}
    flowElements:
      Deep: {type: Task, name: deep one, properties: {p3: {name: own}}}
      Twin1: {type: Task, name: Twin}
      Twin2: {type: Task, name: Twin}
      Flow: Deep -> Twin1
  Side: {type: Task, name: Neighbour}
  Bell: {type: BoundaryEvent, attachedToRef: Sub}
"""


def test_properties_are_seen_from_inside_out() -> None:
    study = in_process(STUDY)
    assert {"own", "inner", "outer", "item", "alpha", "state", "Deep", "Neighbour"} <= names_at(study, "Deep")
    assert {"inner", "item", "alpha"} <= names_at(study, "Sub")
    assert not {"inner", "own", "item", "alpha", "p2"} & names_at(study, "Side")
    assert "own" not in names_at(study, "Twin1")
    assert "p3" in names_at(study, "Side"), "a plain element's property lasts and is everybody's by its id"


def test_a_name_can_be_cited_when_one_element_has_it_and_it_is_an_identifier() -> None:
    names = names_at(in_process(STUDY), "Side")
    assert {"Neighbour", "Inside", "Whole"} <= names
    assert not {"Twin", "deep one"} & names


def test_a_flow_reads_where_it_begins_and_a_boundary_event_where_it_is_attached() -> None:
    study = in_process(STUDY)
    assert names_at(study, "Flow") == names_at(study, "Deep")
    assert names_at(study, "Bell") == names_at(study, "Sub")


def test_names_of_an_unknown_element_are_those_that_everybody_has() -> None:
    assert "outer" not in names_at(in_process(STUDY), "nobody")


TEXT = st.text("abc +()'", min_size=1, max_size=25).filter(lambda text: text.strip() == text and text[0] != "'")


@given(TEXT, st.data())
def test_a_place_in_a_text_is_the_character_that_was_written(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text) - 1).filter(lambda at: not text[at].isspace()))
    plain = f"key: {text}"
    single = "key: '" + text.replace("'", "''") + "'"
    for source, column in ((plain, 6), (single, 7)):
        place = place_inside(source, Place("f", 1, column), text, offset)
        assert place.column is not None
        assert source[place.column - 1] == text[offset]


def test_a_place_in_a_folded_text_is_on_the_line_where_it_was_written() -> None:
    source = "a: >-\n    one +\n    two\n\n    * three\n"
    text = "one + two\n* three"
    for word, line, column in (("one", 2, 5), ("two", 3, 5), ("three", 5, 7)):
        place = place_inside(source, Place("f", 2, 5), text, text.index(word))
        assert (place.line, place.column) == (line, column)


def test_a_place_in_double_quotes_passes_over_escapes() -> None:
    source = 'a: "\\"x\\" = \\u0041 + y"'
    text = '"x" = A + y'
    place = place_inside(source, Place("f", 1, 5), text, text.index("y"))
    assert place.column == source.index("+ y") + 3
