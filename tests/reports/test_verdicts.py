"""The report of a scenario says what holds, what was done, and whose turns ended when."""

from __future__ import annotations

import json
from typing import Any

import hawthorne as hw
from hawthorne.cli.app import call
from hawthorne.core.document import Source
from hawthorne.reports.parts import Section
from hawthorne.scenarios.kind import ScenarioKind

DOCUMENT: dict[str, Any] = {
    "id": "one-bot", "title": "T", "behavior": "B.", "world": "coordination",
    "bots": [{"key": "a", "name": "Ada", "turns": [{"steps": [{"tool": "list_bots"}], "reply": "r"}]}],
    "steps": [{"kind": "send", "bot": "a", "text": "t"}, {"kind": "waitForTurns", "bot": "a", "count": 1}],
    "assertions": [{"kind": "turnOrder", "bots": ["a"]}, {"kind": "toolNames", "bot": "a", "equals": []}],
}  # fmt: skip


def sections(**changes: Any) -> dict[str, Section]:
    document = ScenarioKind().read(Source("x.scenario.json", json.dumps(DOCUMENT | changes).encode()))
    return {section.title: section for section in hw.report(hw.run(hw.plan(document, seed=1))).sections}


def test_every_verdict_stands_with_what_was_found() -> None:
    verdicts = sections()["Verdicts"]
    assert verdicts.text == ("4 of 5 assertions hold; those that are implied are marked.",)
    assert [tuple(row.values()) for row in verdicts.tables[0].rows] == [
        ("turnOrder", True, "turns ended as a"),
        ("toolNames", False, "called list_bots, not nothing"),
        ("scriptKept (implied)", True, "a kept to its script"),
        ("scriptConsumed (implied)", True, "every scripted turn of a was reached"),
        ("noOverrun (implied)", True, "no turn of a ran beyond the script"),
    ]


def test_steps_and_turns_stand_in_their_order() -> None:
    made = sections()
    assert [row["step"] for row in made["Steps"].tables[0].rows] == ["boot", "steps/0", "steps/1"]
    turns = made["Turns, in the order of their ends"].tables[0].rows
    assert [(row["bot"], row["turn"], row["outcome"], row["calls"]) for row in turns] == [("a", 0, "ok", "list_bots")]


def test_where_a_step_fails_nothing_is_judged_and_the_step_is_named() -> None:
    made = sections(steps=[{"kind": "waitForBusy", "bot": "a", "busy": True}])
    text = made["Verdicts"].text
    assert text[0] == "Nothing was judged, since a step did not succeed."
    assert text[1].startswith("steps/0 (waitForBusy) stuck: stuck waiting until a is busy")
    assert made["Turns, in the order of their ends" if "Turns" not in made else "Turns"].text == ("No turn ended.",)


def test_a_foreign_file_is_played_again_as_one(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "theirs.json").write_text(json.dumps(DOCUMENT | {"tags": [], "assertions": DOCUMENT["assertions"][:1]}))
    assert call(["run", "theirs.json"]) != 0
    assert call(["run", "--compat", "theirs.json", "--seed", "1", "-o", "r"]) == 0
    assert call(["info", "--compat", "theirs.json"]) == 0
    capsys.readouterr()
    assert call(["report", "r"]) == 0
    assert "theirs.json --compat --seed 1" in capsys.readouterr().out
