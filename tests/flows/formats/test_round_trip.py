"""The law of formats: a study says the same, is drawn the same and has the same state in each of them."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import EXAMPLES, MODELS, STUDIES, again, each, of, same

import hawthorne as hw
from hawthorne.core.document import Source
from hawthorne.flows.emit import emit
from hawthorne.flows.formats.conversion import convert
from hawthorne.flows.formats.xml_write import write_xml
from hawthorne.flows.read import read
from hawthorne.flows.write import write


@pytest.mark.parametrize("path", each([*STUDIES, *MODELS, *EXAMPLES]))
def test_a_study_is_the_same_through_xml_and_through_yaml(path: Path) -> None:
    study = read(Source.of_file(path))
    same(study, again(study))
    same(study, of(write(study), "a.yaml"))
    same(study, again(of(write(study), "a.yaml")))
    same(study, of(write(again(study)), "a.yaml"))


@pytest.mark.parametrize("path", each([*STUDIES, *MODELS, *EXAMPLES]))
def test_what_is_written_once_is_written_the_same_ever_after(path: Path) -> None:
    text = write_xml(read(Source.of_file(path)))
    assert write_xml(of(text)) == text


@pytest.mark.parametrize("path", each([*STUDIES, *EXAMPLES, *MODELS[:3]]))
def test_a_study_is_the_same_around_all_formats(path: Path) -> None:
    source = Source.of_file(path)
    first = read(source)
    for to in ("xml", "png", "svg", "yaml"):
        source = Source(f"a.{to}", convert(source, to).data)
        same(first, read(source))


@pytest.mark.parametrize("to", ["xml", "png", "svg"])
def test_a_study_runs_to_the_same_records_in_every_format(to: str, tmp_path: Path) -> None:
    source = Source.of_file(next(path for path in STUDIES if path.name.startswith("ax_check")))
    path = tmp_path / f"a.studyflow.{to}"
    path.write_bytes(convert(source, to).data)
    runs = [hw.run(hw.plan(document, n=2, seed=5)) for document in (source.name, path)]
    first, other = (list(run.records()) for run in runs)
    assert other == first


# --- any study ----------------------------------------------------------------------------------------------------

TEXT = st.text(max_size=12) | st.sampled_from(["1", "true", "null", "~", "a: b", "# c", " x ", "a\r\nb", "\x07", "]]>"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(["name", "documentation", "checklist", "zork", "lab:room", "type:x", "a b", "implementation",
                        "additionalArguments", "isForCompensation", "startQuantity", "uri", "@x", "$body", "$children",
                        "label", "color", "id2", "xmlns", "xsi:type"])  # fmt: skip
KINDS = st.sampled_from(["Task", "UserTask", "cognitive:Questionnaire", "behaverse:Task", "studyflow:Parameters",
                         "lab:Thing", "eeg:Recording", "StartEvent", "TextAnnotationX", "DataObject"])  # fmt: skip
ELEMENTS = st.builds(
    lambda kind, keys, entry: {"type": kind, **keys, **({"extensionElements": [entry]} if entry else {})},
    KINDS,
    st.dictionaries(KEYS, VALUES, max_size=4),
    st.none() | st.builds(lambda kind, keys: {"type": kind, **keys}, KINDS, st.dictionaries(KEYS, VALUES, max_size=3)),
)


@settings(max_examples=150)
@given(st.dictionaries(st.text(string.ascii_letters, min_size=1, max_size=4), ELEMENTS, max_size=4), VALUES, VALUES)
def test_whatever_keys_a_study_has_every_format_gives_them_back(elements: dict, drawing: object, state: object) -> None:
    tree = {
        "id": "any",
        "definitions": {"targetNamespace": "urn:t", "xmlns:lab": "https://example.org/lab", "odd": drawing},
        "P": {"type": "Process", "flowElements": elements},
        "layout": {"A": drawing, "B": {"bounds": "1 2 3 4", "fill": drawing}},
        "diagram": drawing,
        "state": {"P": state},
    }
    study = of(emit(tree), "any.yaml")
    same(study, again(study))
    same(study, of(write(study), "again.yaml"))
    assert again(study).definitions == study.definitions
