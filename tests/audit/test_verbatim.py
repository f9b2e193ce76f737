"""Served text against its source: what is there is found, however it was printed; what is not, is not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from defects import FIXTURES

from hawthorne import facade
from hawthorne.audit.make import given
from hawthorne.audit.subject import Subject
from hawthorne.audit.verbatim import Served, check_items, check_own_words, located, nearest, scanned
from hawthorne.core.errors import UsageError
from hawthorne.protocols.release.sources import SourceText

STUDY = FIXTURES / "studies" / "fixture_paper"
PAPER = FIXTURES / "sources" / "fixture_paper.txt"


def source(text: str) -> SourceText:
    return SourceText("s1", text, "")


@pytest.fixture
def subject() -> Subject:
    document = facade.load(STUDY)
    return Subject(document, (), given(document.model, [f"s1={PAPER}"]))


def codes(outcome) -> list[tuple[str, str, str]]:
    return [(detail.where, detail.code, detail.severity) for detail in outcome.details]


def with_text(subject: Subject, change) -> Subject:
    text = change(PAPER.read_text(encoding="utf-8"))
    return replace(subject, sources={"s1": source(text)})


def test_the_fixture_is_its_sources(subject):
    outcome = check_items(subject)
    assert outcome.status == "pass"
    assert outcome.count == 12
    assert outcome.message == "12 of 15 texts compared"


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("a cat sat", [1]),
        ("a cat sat on the mat", [1]),  # over the page's end
        ("on the {{draw.thing}} all day", [2]),
        ("well-known", [3]),
        ("exam", [3]),
        ("a dog", []),
        ("all {{draw.thing}} cat", []),
    ],
)
def test_a_text_is_located_by_its_page(text, pages):
    assert located(text, source("There a cat sat\fon the mat all day.\fA well-\nknown exam-\nple")) == pages


def test_a_pipe_stands_for_forty_characters_at_most():
    assert located("a {{draw.x}} b", source("a " + "x" * 40 + " b")) == [1]
    assert located("a {{draw.x}} b", source("a " + "x" * 41 + " b")) == []


def test_a_text_that_stands_elsewhere_is_a_warning(subject):
    moved = with_text(subject, lambda text: "\f\f" + text)
    assert {code for _, code, _ in codes(check_items(moved))} == {"other_page"}
    assert check_items(moved).status == "warn"


def test_a_text_that_differs_in_a_character_is_nearly_the_sources(subject):
    outcome = check_items(
        with_text(subject, lambda text: text.replace("kettle for the staﬀ. She", "kettle for our staﬀ. She"))
    )
    assert codes(outcome) == [("text:story.page.money", "near_verbatim", "warn")]
    assert outcome.details[0].expected == '"our"'
    assert outcome.details[0].found == '"the"'


def test_what_scanners_mistake_is_forgiven_when_asked(subject):
    scan = with_text(subject, lambda text: text.replace("quarter to nine", "quarter to nlne").replace("brass", "brass"))
    assert check_items(scan).status == "warn"
    forgiven = check_items(replace(scan, ocr=True))
    assert forgiven.status == "pass"
    assert codes(forgiven) == [("text:story.page.warm", "pass_ocr", "known")]
    assert scanned("O1l modern") == scanned("0Il rnodem")


def test_without_the_source_nothing_is_compared(subject):
    assert check_items(replace(subject, sources={})).reason == "source_not_available"
    assert check_items(replace(subject, public=True)).reason == "source_not_available"


def test_a_served_text_is_what_its_text_in_the_document_makes(subject):
    money = next(text for text in subject.shown if text.id == "story.page.money")
    right = Served(money.pointer, money.text.replace("{{draw.reader}}", "Harrow"))
    wrong = Served(money.pointer, money.text.replace("kettle", "{kettle}"))
    assert check_items(subject, [right]).status == "pass"
    assert codes(check_items(subject, [right, wrong])) == [("text:story.page.money", "served_differs", "fail")]
    assert codes(check_items(subject, [Served("/nowhere", "x")])) == [("/nowhere", "not_declared", "fail")]


def test_our_own_words_may_be_like_the_sources_but_not_twelve_in_a_row(subject):
    assert check_own_words(subject).status == "pass"
    same = with_text(subject, lambda text: text + " One more question.")
    assert check_own_words(same).status == "pass"


def test_the_nearest_text_is_found_without_its_page():
    ratio, _, near = nearest("the quick brown fox jumps", source("x" * 500 + " the quick brown fux jumps"), None)
    assert near == "thequickbrownfuxjumps"
    assert ratio > 0.9


def test_a_source_is_told_by_its_digest_or_is_the_only_one_or_must_be_named(subject, tmp_path):
    protocol = subject.protocol
    assert set(given(protocol, [PAPER])) == {"s1"}
    other = tmp_path / "other.txt"
    other.write_text("no such text")
    with pytest.raises(UsageError, match="ID=PATH"):
        given(protocol, [other])
    with pytest.raises(UsageError, match="s2"):
        given(protocol, [f"s3={other}"])
    with pytest.raises(UsageError, match="no source"):
        given(protocol, [tmp_path / "none.txt"])
