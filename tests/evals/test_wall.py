"""Real time, against a server that nobody can move: held to the trace of the virtual clock."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from staged import DONE, HELD, SUITE, bot, document

from hawthorne.core.document import Source
from hawthorne.evals.trace import trace
from hawthorne.evals.wall import differences, seconds_of
from hawthorne.evals.way import Way
from hawthorne.evals.worlds.folder import is_open, open_gate, read_plan, rows, write_plan
from hawthorne.evals.worlds.process import Server
from hawthorne.scenarios.kind import ScenarioKind

SEND = {"kind": "send", "bot": "ann", "text": "hi"}


@pytest.mark.parametrize("name", ["dispatch-supersede", "restart-midflight"])
def test_a_scenario_leaves_the_same_trace_in_real_time(name: str) -> None:
    player = Way(isolated=True, clock="wall").player()
    result = player.play(ScenarioKind().read(Source.of_file(SUITE / f"{name}.scenario.json")))
    player.close()
    assert result.passed, result.reasons
    assert [each["assertion"]["kind"] for each in result.assertions] == ["trace"]


def test_a_server_that_stands_already_is_played_against_through_its_folder(tmp_path: Path) -> None:
    server = Server(("--scripted",))
    way = Way(url=server.started(), clock="wall", data=str(server.folder))
    result = way.player().play(document(bot("ann", HELD), steps=[
        SEND, {"kind": "waitForBusy", "bot": "ann", "busy": True}, {"kind": "writeGate", "gate": "g"},
        {"kind": "waitForTurns", "bot": "ann", "count": 1}]))  # fmt: skip
    server.close()
    assert result.passed, result.reasons


def test_what_would_take_longer_than_is_allowed_is_skipped() -> None:
    slow = document(bot("ann", DONE | {"delayMs": 1500}), steps=[SEND, {"kind": "advanceClock", "ms": 1000}])
    assert seconds_of(slow.model.scenario) == 2.5
    result = Way(clock="wall", max_wall=2).player().play(slow)
    assert (result.status, result.error) == ("skipped", "it lets 2.5 s pass, which is more than 2 s")


def test_what_a_polled_server_does_not_show_is_skipped() -> None:
    computer = document(bot("ann", HELD), world="localVm", steps=[SEND, {"kind": "captureComputer", "bot": "ann"}])
    result = Way(isolated=True, clock="wall").player().play(computer)
    assert result.status == "skipped"
    assert "captureComputer" in (result.error or "")


def test_a_trace_has_names_and_no_values() -> None:
    evidence = {
        "turns": [
            {"bot": "a", "index": 0, "toolCalls": [{"tool": "t", "arguments": {"b": 1, "a": "x"}, "errored": False}]}
        ],
        "handoffs": [{"bot": "a", "status": "completed", "threadId": "thread-1", "history": []}],
        "sends": [{"bot": "a", "text": "secret", "queued": True, "status": 202}],
    }
    made = trace("one", evidence, True)
    assert made == {
        "id": "one",
        "turns": [{"bot": "a", "index": 0, "calls": [{"tool": "t", "argKeys": ["a", "b"], "errored": False}]}],
        "handoffs": [{"bot": "a", "status": "completed"}],
        "sends": [{"bot": "a", "queued": True}],
        "outcome": "pass",
    }
    assert differences(made, made) == []


def test_the_files_between_a_player_and_scripted_models(tmp_path: Path) -> None:
    write_plan(tmp_path, {"bot-1": [DONE]})
    write_plan(tmp_path, {"bot-2": [HELD]})
    assert read_plan(tmp_path)["bot-1"] == [DONE]
    gate = json.loads((tmp_path / "room-plan.json").read_text())["bot-2"]["turns"][0]["gateFile"]
    assert not is_open(tmp_path, "g")
    open_gate(tmp_path, "g")
    assert Path(gate).read_text() == "open\n"
    (tmp_path / "room-plan.json.evidence.jsonl").write_bytes(b'{"botId":"bot-1"}\n{"botId":')
    assert rows(tmp_path) == [{"botId": "bot-1"}]
