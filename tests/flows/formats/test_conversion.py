"""Converting: what is kept, what is counted, what is refused."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from reading import FIXTURES
from samples import EXAMPLES, definitions, each, of, same

import hawthorne as hw
from hawthorne.core.document import Source
from hawthorne.core.errors import InvalidDocument, UsageError
from hawthorne.flows.formats import conversion
from hawthorne.flows.formats.choreography import as_choreography, as_process
from hawthorne.flows.formats.conversion import convert
from hawthorne.flows.formats.png import blank, chunks, embedded
from hawthorne.flows.kind import FlowKind
from hawthorne.flows.read import read

COMMENTED = Source(
    "c.studyflow.yaml",
    b"""\
# one
definitions: {}   # two
P:
  type: Process
  # three
  flowElements:
    A: {type: Task, name: "# none"}
""",
)


@pytest.mark.parametrize("path", [pytest.param(path, id=path.name) for path in FIXTURES])
def test_a_yaml_file_keeps_every_byte_through_a_picture(path: Path) -> None:
    source = Source.of_file(path)
    there = convert(source, "png")
    back = convert(Source("a.png", there.data), "yaml")
    assert back.data == source.data
    assert there.findings == back.findings == ()


@pytest.mark.parametrize("to", ["xml", "svg"])
def test_comments_that_stay_behind_are_counted(to: str) -> None:
    (finding,) = convert(COMMENTED, to).findings
    assert (finding.code, finding.severity) == ("dropped-comments", "warning")
    assert finding.message.startswith("3 comments")


def test_the_comments_of_xml_are_counted_too() -> None:
    data = definitions('<!-- a --><process id="P"><!-- b --></process>').encode()
    (finding,) = convert(Source("a.bpmn", data), "yaml").findings
    assert finding.message.startswith("2 comments")


def test_a_picture_takes_the_study_up() -> None:
    mine = blank(7, 5)
    made = convert(COMMENTED, "png", Source("mine.png", mine)).data
    assert [part.data for part in chunks(made)][:2] == [part.data for part in chunks(mine)][:2]
    other = convert(Source("a.png", made), "png").data
    assert other == made


def test_an_unreadable_file_is_refused_with_its_findings() -> None:
    for data in (b"", b"a: [", b"<a", b"definitions: {}\nP: {type: Process, flowElements: 5}\n"):
        with pytest.raises(InvalidDocument) as caught:
            convert(Source("a.yaml", data), "xml")
        assert caught.value.findings


@pytest.mark.parametrize(("to", "into"), [("doc", None), ("xml", "a.png"), ("yaml", "a.svg")])
def test_words_that_are_off_are_wrong_use(to: str, into: str | None) -> None:
    with pytest.raises(UsageError):
        convert(COMMENTED, to, None if into is None else Source(into, blank(1, 1)))


def test_a_study_of_an_older_version_is_converted_as_it_is() -> None:
    text = textwrap.dedent("""
        definitions: {}
        P:
          type: Process
          flowElements:
            A:
              type: Task
              extensionElements:
                - type: cognitive:BehaverseTask
                  scene: NB
                  configurations: |
                    Timelines: {T: null}
    """)
    source = Source("old.yaml", text.encode())
    assert "renamed" in {finding.code for finding in read(source).findings}
    made = convert(source, "xml").data
    assert b"<cognitive:configurations>Timelines" in made
    same(read(source), of(made))


def test_a_reference_to_nothing_survives_a_conversion() -> None:
    text = b"definitions: {}\nP: {type: Process, flowElements: {A: {type: Task}, F: A -> Nowhere}}\n"
    made = convert(Source("a.yaml", text), "xml").data
    assert b'targetRef="Nowhere"' in made
    assert b"F: A -> Nowhere" in convert(Source("a.bpmn", made), "yaml").data


def test_what_would_not_be_the_same_is_never_handed_back(monkeypatch: pytest.MonkeyPatch) -> None:
    other = definitions('<process id="Q"/>')
    monkeypatch.setattr(conversion, "write_xml", lambda study: other)
    with pytest.raises(InvalidDocument, match="would not be the same"):
        convert(COMMENTED, "xml")


def test_the_facade_tells_the_format_by_the_files_name(tmp_path: Path) -> None:
    path = tmp_path / "a.studyflow.yaml"
    path.write_bytes(COMMENTED.data)
    assert hw.convert(path, "b.studyflow.png").data.startswith(b"\x89PNG")
    assert hw.convert(path, "xml").data.startswith(b"<?xml")
    with pytest.raises(UsageError, match=r"\.bpmn"):
        hw.convert(path, "b.docx")


@pytest.mark.parametrize(
    "name", ["a.studyflow.yaml", "a.studyflow", "a.bpmn", "a.xml", "a.studyflow.png", "a.studyflow.svg"]
)
def test_a_study_is_told_by_its_name_in_every_format(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(hw.convert(FlowKind().read(COMMENTED), name).data)
    document = hw.load(path)
    assert document.kind == "flow"
    same(read(COMMENTED), document.model)


# --- choreographies -----------------------------------------------------------------------------------------------

CHOREOGRAPHY = definitions("""
<choreography id="C" name="Two talk">
  <participant id="X" name="X"/><participant id="Y" name="Y"/>
  <startEvent id="S"/>
  <choreographyTask id="T" name="Say" initiatingParticipantRef="X">
    <participantRef>X</participantRef><participantRef>Y</participantRef>
  </choreographyTask>
  <endEvent id="E"/>
  <sequenceFlow id="F1" sourceRef="S" targetRef="T"/><sequenceFlow id="F2" sourceRef="T" targetRef="E"/>
</choreography>""").encode()


def test_a_choreography_is_walked_as_a_process_of_exchanges() -> None:
    document = FlowKind().read(Source("c.bpmn", CHOREOGRAPHY))
    assert not [finding for finding in FlowKind().check(document) if finding.severity == "error"]
    assert FlowKind().info(document)["steps"] == 3
    assert [root.type for root in document.model.roots] == ["bpmn:Choreography"]


def test_a_choreography_and_its_process_say_the_same() -> None:
    study = of(CHOREOGRAPHY)
    process = as_process(study)
    assert [root.type for root in process.roots] == ["bpmn:Collaboration", "bpmn:Process"]
    same(study, as_choreography(process))
    assert as_process(process) is process


def test_a_process_becomes_a_choreography_and_back_in_a_file() -> None:
    process = convert(Source("c.bpmn", CHOREOGRAPHY), "yaml", form="process")
    back = convert(Source("c.yaml", process.data), "xml", form="choreography")
    same(of(CHOREOGRAPHY), of(back.data))


def test_only_an_exchange_becomes_a_choreography() -> None:
    with pytest.raises(InvalidDocument, match="exchange"):
        convert(COMMENTED, "yaml", form="choreography")
    with pytest.raises(UsageError, match="choreography"):
        convert(COMMENTED, "yaml", form="song")


@pytest.mark.parametrize("path", each([path for path in EXAMPLES if "choreography" in path.name]))
def test_a_real_choreography_has_a_process_and_comes_back(path: Path) -> None:
    source = Source.of_file(path)
    process = convert(source, "yaml", form="process").data
    same(read(source), of(convert(Source("p.yaml", process), "xml", form="choreography").data))
    assert embedded(source.data).data is not None
