"""A person at the terminal: every response kind by what is typed, mistakes shown, going back, leaving."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from rich.console import Console
from taken_study import NAMES, STUDIES

from hawthorne import facade
from hawthorne.actors.person import PersonActor
from hawthorne.actors.terminal import Left, Terminal
from hawthorne.actors.typed import typed
from hawthorne.core.record import Record
from hawthorne.spaces.asked import SPACES

OPTIONS = [{"code": "o1", "text": "Tea"}, {"code": "o2", "text": "Coffee"}, {"code": "o3", "text": "Water"}]
ROWS = [{"code": "w1", "text": "calm"}, {"code": "w2", "text": "tired", "required": False}]


RULE = "──"
"""What stands above a screen."""


class Desk:
    """A terminal with what is typed at it; the clock moves a second a line, and a minute where the screen says `slow`."""

    def __init__(self, typed: Callable[[str], str] | Iterable[str], slow: str | None = None) -> None:
        self.slow = slow
        self.reads = 0
        self.out = io.StringIO()
        self.lines = None if callable(typed) else iter(typed)
        self.typist = typed if callable(typed) else None
        self.now = 0.0
        self.slept: list[float] = []
        console = Console(file=self.out, width=100, highlight=False)
        self.terminal = Terminal(console, self.read, lambda: self.now, self.sleep)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def read(self, prompt: str) -> str:
        self.now += 1.0
        self.reads += 1
        assert self.reads < 300, self.text[-2000:]
        self.out.write(prompt)
        if self.slow is not None and self.slow in self.text[self.text.rindex(RULE) :]:
            self.now += 60.0
        if self.typist is not None:
            return self.typist(self.text)
        assert self.lines is not None
        found = next(self.lines, None)
        if found is None:
            raise EOFError
        return found

    @property
    def text(self) -> str:
        return self.out.getvalue()


def shown(kind: str, **more: Any) -> dict[str, Any]:
    return {"id": "r1", "kind": kind, "prompt": "Well?", "required": True} | more


CASES: list[tuple[dict[str, Any], list[str], Any]] = [
    (shown("choice", options=OPTIONS), ["2"], "o2"),
    (shown("choice", options=OPTIONS), ["", "4", "wine", "coffee"], "o2"),
    (shown("choice", options=OPTIONS, required=False), [""], None),
    (shown("multi_choice", options=OPTIONS, min=1, max=2), ["", "1 2 3", "1, tea", "3 1"], ["o3", "o1"]),
    (shown("multi_choice", options=OPTIONS), [""], []),
    (shown("multi_choice", options=OPTIONS, required=False), [" "], None),
    (shown("ranking", options=OPTIONS), ["1 2", "2, 3, 1"], ["o2", "o3", "o1"]),
    (shown("ranking", options=OPTIONS, top=1), ["Water"], ["o3"]),
    (shown("likert", range=[1, 7], anchors={"1": "no", "7": "yes"}), ["8", "x", "7"], 7),
    (shown("slider", range=[0, 1], step=0.5, end_labels=["low", "high"]), ["0.3", "0.5"], 0.5),
    (shown("integer", range=[0, None], unit_label="years"), ["-1", "1.5", "30"], 30),
    (shown("number", decimals=1), ["1.25", "1.2"], 1.2),
    (shown("text", min_len=3), ["ab", "", "a word"], "a word"),
    (shown("text", multiline=True), ["one", "two", ""], "one\ntwo"),
    (shown("text", required=False), [""], None),
    (shown("matrix", rows=ROWS, scale={"kind": "likert", "range": [1, 5]}), ["9", "4", ""], {"w1": 4}),
    (shown("matrix", rows=ROWS, scale={"kind": "choice", "options": OPTIONS}), ["1", "water"], {"w1": "o1", "w2": "o3"}),
    (shown("matrix", rows=ROWS, scale={"kind": "likert", "range": [1, 5]}, required=False), [""], None),
    (shown("allocation", options=OPTIONS, total=10), ["5", "5", "5", "5", "4", "1"], {"o1": 5, "o2": 4, "o3": 1}),
    (shown("allocation", options=OPTIONS, total=10, allow_omit=True), ["9", "", "1"], {"o1": 9, "o3": 1}),
    (shown("interval", range=[0, 10]), ["5 4", "4", "4, 5"], [4, 5]),
    (shown("keypress", keys=OPTIONS[:2]), ["3", "2"], {"code": "o2", "rt_ms": 1000}),
    (shown("keypress", keys=OPTIONS[:2], rt="absent"), ["tea"], {"code": "o1"}),
]  # fmt: skip


@pytest.mark.parametrize(("response", "lines", "value"), CASES, ids=lambda part: part.get("kind", "") if isinstance(part, dict) else "")
def test_what_is_typed_becomes_an_answer_and_a_mistake_is_shown(response: dict[str, Any], lines: list[str], value: Any) -> None:
    desk = Desk(lines)
    assert typed(response, desk.terminal) == value
    assert next(desk.lines, "none left") == "none left"  # type: ignore[arg-type]
    assert "Well?" in desk.text
    assert "o1" not in desk.text
    assert "w1" not in desk.text


def test_every_kind_can_be_typed() -> None:
    assert {response["kind"] for response, _, _ in CASES} == set(SPACES)


@pytest.mark.parametrize("line", [None, ":leave"])
def test_the_end_of_the_input_and_a_word_leave(line: str | None) -> None:
    with pytest.raises(Left):
        typed(shown("choice", options=OPTIONS), Desk([line] if line else []).terminal)


# --- whole studies ---------------------------------------------------------------------------------------------------


def taken(name: str, typist: Any, seed: int = 1, slow: str | None = None) -> tuple[list[Record], Desk]:
    """The records of a study with a person in its first seat and random others."""
    desk = Desk(typist, slow)
    document = facade.load(STUDIES / name)
    me, *others = [role.name for role in facade.plan(document, seed=seed).program.roles]
    actors: dict[str, Any] = {me: PersonActor(desk.terminal), **dict.fromkeys(others, "random")}
    run = facade.run(facade.plan(document, n=len(actors), seed=seed, actors=actors))
    return [record for record in run.records() if record.who in (me, None) or not others], desk


def typist(text: str) -> str:
    """Somebody who reads what stands on the screen and types something that fits."""
    screen = text[text.rindex(RULE) :]
    prompt = screen.splitlines()[-1]
    said = [line for line in screen.splitlines() if line.endswith(".")]
    if prompt.startswith("numbers"):
        return {"Put all in order, best first.": "2 1 3", "Put the best 2 in order, best first.": "1 4"}.get(said[-1], "1")
    if prompt.startswith("two numbers"):
        return "3 7"
    if prompt.startswith("  ") and "Divide exactly 10" in screen:
        return "3" if screen[screen.index("Divide exactly") :].count(" > ") > 1 else "4"
    if prompt == "> " and said and said[-1].startswith(("Text", "Several lines")):
        return "" if screen.endswith("> seventeen words\n> ") else "seventeen words"
    if "Which city were you told about?" in screen:
        return re.findall(r"live in ([A-Z]\w+(?: Green)?)", text)[-1]
    found = re.search(r"umber from (-?[\d.]+)", said[-1]) if said and prompt == "> " else None
    return "" if prompt.startswith("Press Enter") else found.group(1) if found else "1"


@pytest.mark.parametrize("name", NAMES)
def test_a_person_takes_every_study_to_its_end(name: str) -> None:
    records, desk = taken(name, typist)
    assert any(record.what == "left" and record.value["status"] == "done" for record in records)
    assert not [record for record in records if record.what in ("failed", "invalid")]
    assert all(record.took is not None for record in records if record.what == "given")


def test_a_person_who_leaves_ends_the_session_cleanly() -> None:
    for lines in ([], ["72"], ["72", "50", ":leave"]):
        records, _ = taken("fixture_score", lines)
        assert [record.why for record in records if record.what == "given"][-1] == "left"
        assert [record.value["status"] for record in records if record.what == "left"] == ["dropped"]
        assert records[-1].value["status"] == "ended"
        row = next(record.value for record in records if record.what == "row")
        assert row["resp.sure"] == (72 if lines else None)


def test_ctrl_c_leaves() -> None:
    def interrupted(text: str) -> str:
        raise KeyboardInterrupt

    records, _ = taken("fixture_score", interrupted)
    assert [record.value["status"] for record in records if record.what == "left"] == ["dropped"]


def test_a_person_goes_back_where_it_is_allowed_and_nowhere_else() -> None:
    lines = [":back", "yes", "30", "Bo", ":back", "31", "", "", ":leave"]
    records, desk = taken("fixture_kinds", lines, seed=2)
    told = [record.value for record in records if record.what == "told"]
    assert [each["name"] for each in told] == ["back", "back"]
    receipts = [record.value for record in records if record.what == "receipt"]
    assert [each["ok"] for each in receipts] == [False, True]
    wrote = [(record.who, record.value) for record in records if record.what == "wrote"]
    assert wrote[:5] == [("resp.consent", "yes"), ("resp.age", 30), ("resp.nickname", "Bo"), ("resp.age", 31), ("resp.nickname", None)]
    row = next(record.value for record in records if record.what == "row")
    assert (row["resp.age"], row["resp.nickname"]) == (31, None)
    assert ":back goes back" in desk.text


def test_a_timed_screen_goes_on_by_itself_and_what_is_typed_too_late_is_late() -> None:
    records, desk = taken("fixture_kinds", typist, seed=2)
    assert 5 in desk.slept
    assert not [record for record in records if record.what == "late"]
    records, _ = taken("fixture_kinds", typist, seed=2, slow="Which bar is higher?")
    assert [record.what for record in records if record.what == "late"] == ["late"]
