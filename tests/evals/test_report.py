"""What a run of scenarios looks like: as a page, as Markdown, as JUnit XML, as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from staged import DONE, HELD, bot, document

from hawthorne.evals.player import Player
from hawthorne.evals.playing import Outcome
from hawthorne.evals.report.markdown import markdown
from hawthorne.evals.report.page import page
from hawthorne.evals.report.picture import picture
from hawthorne.evals.report.rows import rows_of
from hawthorne.evals.report.write import junit, write
from hawthorne.evals.result import Result

CALL = {"steps": [{"arguments": {"bot_ids": ["@rob"], "message": "help <b>"}}], "reply": "Asked."}
GO = {"kind": "send", "bot": "ann", "text": "go & see"}


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    """One that passes, one that is stuck behind a gate, one whose assertion does not hold."""
    player = Player()
    fine = document(bot("ann", DONE), steps=[GO], id="fine")
    stuck = document(bot("ann", CALL, DONE), bot("rob", HELD), id="held-up",
                     steps=[GO, {"kind": "waitForNodeStatus", "bot": "rob", "status": "completed"}])  # fmt: skip
    wrong = document(
        bot("ann", DONE), steps=[GO], id="wrong", assertions=[{"kind": "turnOrder", "bots": ["ann", "ann"]}]
    )
    return Outcome(tuple(player.play(each) for each in (fine, stuck, wrong)))


def test_the_page_names_what_failed_first_and_why(outcome: Outcome) -> None:
    text = page(outcome, "now")
    assert text.index('id="held-up"') < text.index('id="wrong"') < text.index("All scenarios")
    assert "2 of 3 do not pass" in text
    assert "stuck waiting until the first handoff node of rob is completed" in text
    assert "turnOrder: turns ended as ann, not ann, ann" in text
    assert "go &amp; see" in text


def test_the_page_is_sound_and_needs_nothing_else(outcome: Outcome) -> None:
    text = page(outcome, "now")
    assert "<script" not in text
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    ElementTree.fromstring(text.replace("<!doctype html>", "").replace('<meta charset="utf-8">', "").replace(
        '<meta name="viewport" content="width=device-width, initial-scale=1">', ""))  # fmt: skip


def test_the_timeline_has_each_thing_in_its_lane_in_order(outcome: Outcome) -> None:
    evidence = outcome.results[1].evidence
    assert evidence is not None
    rows = rows_of(evidence["timeline"])
    assert rows.lanes == ("steps", "ann", "rob")
    told = [(mark.event["lane"], mark.event["what"], mark.event["text"]) for mark in rows.marks]
    assert told == [
        ("steps", "step", 'send ann: "go & see"'),
        ("ann", "turn", "turn 0"),
        ("ann", "node", "source"),
        ("rob", "node", "queued"),
        ("ann", "activity", "Asked Rob"),
        ("ann", "activity", "coordinate_bots"),
        ("rob", "node", "running"),
        ("rob", "turn", "turn 0"),
        ("ann", "node", "waiting"),
        ("steps", "wait", "wait: node of rob is completed"),
    ]


def test_what_lasted_ends_at_its_row_and_what_did_not_end_goes_on(outcome: Outcome) -> None:
    evidence = outcome.results[1].evidence
    assert evidence is not None
    marks = {(mark.event["lane"], mark.event["text"]): mark for mark in rows_of(evidence["timeline"]).marks}
    assert marks["ann", "source"].end == marks["ann", "waiting"].row
    assert marks["rob", "turn 0"].end is None
    assert marks["rob", "turn 0"].event["gate"] == "g"
    assert marks["steps", "wait: node of rob is completed"].event["bad"]


def test_turns_that_overlap_have_tracks_of_their_own() -> None:
    events = [
        {"lane": "a", "what": "turn", "text": "one", "from": 0, "seq": 1, "endSeq": 5, "to": 0, "cause": "send"},
        {"lane": "a", "what": "turn", "text": "two", "from": 0, "seq": 2, "endSeq": 3, "to": 0, "cause": "send"},
        {"lane": "a", "what": "turn", "text": "three", "from": 0, "seq": 4, "endSeq": 6, "to": 0, "cause": "send"},
    ]
    assert [mark.track for mark in rows_of(events).marks] == [0, 1, 1]


def test_the_picture_shows_where_time_moved() -> None:
    events = [
        {"lane": "steps", "what": "step", "text": "a", "from": at, "seq": k, "endSeq": k, "index": k, "to": at}
        for k, at in enumerate([0.0, 0.0, 5.0])
    ]
    text = picture(events)
    assert text.count("stroke-dasharray") == 1
    assert "5 s" in text


def test_the_markdown_says_what_the_page_does(outcome: Outcome) -> None:
    text = markdown(outcome, "now")
    assert text.startswith("# FAIL: 3 scenarios, 1 passed, 1 stuck, 1 failed")
    assert "## STUCK: held-up (coordination)" in text
    assert "- FAILED: waitForNodeStatus (0 ms): stuck waiting until" in text
    assert "- 0 s, rob: turn 0" in text
    assert "- FAIL: turnOrder: turns ended as ann, not ann, ann" in text


def test_junit_has_a_case_for_each_play(outcome: Outcome) -> None:
    suite = ElementTree.fromstring(junit(outcome))[0]
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    failure = suite[1].find("failure")
    assert failure is not None
    assert failure.get("type") == "stuck"
    assert "stuck waiting until" in (failure.get("message") or "")


def test_junit_leaves_out_what_xml_cannot_hold(outcome: Outcome) -> None:
    result = Result("a", "t", "b\x00\ud800", "w", "f", "failed", "", 0.0, error="\x1b[31m<why>")
    assert ElementTree.fromstring(junit(Outcome((result,))))[0][0].find("failure") is not None


def test_the_files_hold_result_objects_that_can_be_read_again(outcome: Outcome, tmp_path: Path) -> None:
    paths = write(outcome, tmp_path / "out")
    assert [path.name for path in paths] == ["results.json", "report.md", "report.html"]
    results = json.loads(paths[0].read_text())
    assert [Result.of_json(each).as_json() for each in results] == results
    assert {"id", "title", "behavior", "world", "pass", "startedAt", "durationMs", "steps", "assertions",
            "assertionsInput", "evidence"} <= set(results[0])  # fmt: skip
    assert "error" in results[1]
