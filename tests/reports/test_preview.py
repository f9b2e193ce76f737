"""Every screen of every arm: what is gathered, what is marked, and a page that a browser can show."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hawthorne as hw
from hawthorne.core.errors import UsageError
from hawthorne.core.record import Record
from hawthorne.reports.differences import Marked, marked
from hawthorne.reports.screens import MOST, gather

STUDIES = Path(__file__).parents[1] / "fixtures" / "studies"
FIXTURES = sorted(folder.name for folder in STUDIES.iterdir() if (folder / "protocol.json").is_file())

TEXTS = st.text(st.sampled_from("ab <&\n"), max_size=12)


@given(TEXTS, st.lists(TEXTS, max_size=3))
def test_marking_adds_marks_and_nothing_else(text: str, twins: list[str]) -> None:
    html = marked(text, twins)
    assert unescape(re.sub("</?mark>", "", html)) == text
    assert html.count("<mark>") == html.count("</mark>")


@given(TEXTS)
def test_the_same_words_are_not_marked(text: str) -> None:
    assert "<mark>" not in marked(text, [text, text])


def test_a_word_is_marked_where_any_other_arm_lacks_it() -> None:
    assert marked("the red box", ["the red box", "the blue box"]) == "the <mark>red</mark> box"
    assert marked("a box", [""]) == "<mark>a box</mark>"


def test_a_text_that_stands_twice_is_marked_at_its_own_place() -> None:
    marks = Marked(["same", "same"], [["same", "other"]])
    assert [marks("same"), marks("same")] == ["same", "<mark>same</mark>"]


def put(case: int, stage: str, text: str, page: int = 1) -> Record:
    view = {"step": 1, "page": page, "items": [{"id": "q", "type": "text", "text": text}], "responses": []}
    return Record(case, 1, 0.0, "put", "participant", f"{case}/{stage}", {"step": stage, "view": view})


def case(number: int, arm: str, *puts: Record) -> list[Record]:
    return [Record(number, 1, 0.0, "begin"), Record(number, 2, 0.0, "drew", "arm", None, arm), *puts]


def test_screens_stand_by_arm_in_the_order_of_the_sessions() -> None:
    records = [
        *case(1, "hi", put(1, "a", "x"), put(1, "c", "z")),
        *case(2, "lo", put(2, "a", "x"), put(2, "b", "y"), put(2, "c", "z")),
    ]
    screens = gather(records)
    assert screens.arms == ["hi", "lo"]
    assert [row.stage for row in screens.rows] == ["a", "b", "c"]
    assert [sorted(row.arms) for row in screens.rows] == [["hi", "lo"], ["lo"], ["hi", "lo"]]


def test_each_role_of_a_group_has_its_own_draw_of_the_arm() -> None:
    drew = [Record(1, 2 + i, 0.0, "drew", f"{role}/arm", None, "hi") for i, role in enumerate(("sender", "receiver"))]
    puts = [
        Record(1, 4 + i, 0.0, "put", role, f"1/{role}", put(1, "a", "x").value)
        for i, role in enumerate(("sender", "receiver"))
    ]
    screens = gather([Record(1, 1, 0.0, "begin"), *drew, *puts])
    assert screens.sessions == {"hi": 1}
    assert [(row.role, list(row.arms)) for row in screens.rows] == [("sender", ["hi"]), ("receiver", ["hi"])]


def test_variants_are_counted_and_a_few_are_kept() -> None:
    records = [record for i in range(9) for record in case(i, "hi", put(i, "a", f"text {i}"), put(i, "a", "text 0"))]
    shown = gather(records).rows[0].arms["hi"]
    assert len(shown.variants) == MOST
    assert shown.count == 9


class Balanced(HTMLParser):
    """Checks that every element that is opened is closed."""

    VOID = frozenset({"input", "br", "hr", "meta", "rect", "path"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """`<rect/>` is its own end."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", FIXTURES)
def test_every_fixture_has_a_page_with_every_stage_and_nothing_from_elsewhere(name: str) -> None:
    page = hw.preview(STUDIES / name)
    parser = Balanced()
    parser.feed(page)
    assert parser.open == []
    assert not re.search(r"(src|href)=|<script|@import", page)
    protocol = hw.load(STUDIES / name).model
    stages = {stage.id for stage in protocol.stages}
    waits = set(re.findall(r'"id": "(\w+)", "needs"', (STUDIES / name / "protocol.json").read_text(encoding="utf-8")))
    shown = set(re.findall(r'<h3 class="where">(\S+) ·', page))
    assert shown <= stages | waits
    assert len(shown & stages) > len(stages) / 2


def test_the_words_that_an_arm_has_for_itself_are_marked() -> None:
    page = hw.preview(STUDIES / "fixture_score")
    assert "<mark>Many</mark>" in page
    assert "<mark>Few</mark>" in page
    assert "<mark>How" not in page


def test_the_arms_of_a_group_stand_side_by_side() -> None:
    page = hw.preview(STUDIES / "fixture_trust")
    assert "Arm double (64 played)" in page
    assert "<mark>doubled</mark>" in page


def test_a_study_flow_has_no_screens_to_show() -> None:
    from importlib.resources import files

    with pytest.raises(UsageError, match="has no screens"):
        hw.preview(str(files("hawthorne.demo") / "ax_nback.studyflow.yaml"))
