"""Playing many: which scenarios, how often, on how many lanes, and what that comes to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from staged import DONE, HELD, SUITE, bot, document

import hawthorne.evals as evals
from hawthorne.core.errors import InvalidDocument, UsageError
from hawthorne.core.record import Record
from hawthorne.evals.lane import LaneBroke, WorkerLane
from hawthorne.evals.player import Player
from hawthorne.evals.playing import Outcome, play
from hawthorne.evals.select import select
from hawthorne.evals.summary import rows_of
from hawthorne.evals.way import Way
from hawthorne.evals.worlds.world import InProcessWorld
from hawthorne.hold.agenda import Agenda
from hawthorne.hold.drive import drive, go_on
from hawthorne.hold.plan import make
from hawthorne.hold.restore import restore

SEND = {"kind": "send", "bot": "ann", "text": "hi"}


def saved(folder: Path, name: str, **parts: Any) -> Path:
    """A scenario's file."""
    made = document(bot("ann", DONE), **({"id": name, "steps": [SEND]} | parts))
    path = folder / f"{name}.scenario.json"
    path.write_bytes(made.source.data)
    return path


def test_a_scenario_is_played_from_python() -> None:
    outcome = evals.run(SUITE / "steer-live-turn.scenario.json")
    assert outcome.passed
    assert outcome.results[0].evidence is not None


def test_folders_are_read_in_the_order_of_their_files_names(tmp_path: Path) -> None:
    for name in ("b", "a-2", "a-1"):
        saved(tmp_path, name)
    assert [each.name for each in select([tmp_path]).documents] == ["a-1", "a-2", "b"]


def test_ids_select_and_an_unknown_one_is_named_with_the_nearest(tmp_path: Path) -> None:
    saved(tmp_path, "first"), saved(tmp_path, "second")
    assert [each.name for each in select([tmp_path], ["second"]).documents] == ["second"]
    with pytest.raises(UsageError, match='no scenario is called "secnd": did you mean "second"'):
        select([tmp_path], ["secnd"])


def test_nothing_to_play_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no scenario to play"):
        select([tmp_path])
    with pytest.raises(UsageError, match="is not there"):
        select([tmp_path / "none"])


def test_an_id_that_two_files_have_is_an_error(tmp_path: Path) -> None:
    saved(tmp_path, "one")
    (tmp_path / "two.scenario.json").write_bytes((tmp_path / "one.scenario.json").read_bytes())
    with pytest.raises(InvalidDocument, match='the id "one" is that of .*one.scenario.json too'):
        evals.run(tmp_path)


def test_nothing_is_played_when_one_file_is_wrong_and_all_findings_are_told(tmp_path: Path) -> None:
    saved(tmp_path, "good"), saved(tmp_path, "bad", world="mars"), saved(tmp_path, "worse", steps=[{"kind": "fly"}])
    with pytest.raises(InvalidDocument) as raised:
        evals.run(tmp_path)
    assert {Path(finding.place.file or "").name[:3] for finding in raised.value.findings} == {"bad", "wor"}


def test_foreign_files_are_read_in_compatible_mode_whatever_their_name(tmp_path: Path) -> None:
    path = saved(tmp_path, "foreign")
    scenario = json.loads(path.read_text()) | {"note": "a key that we do not know"}
    path.unlink()
    (tmp_path / "foreign.json").write_text(json.dumps(scenario))
    assert evals.run(tmp_path, compat=True).passed


def test_lanes_and_repeats_change_no_verdict(tmp_path: Path) -> None:
    saved(tmp_path, "good")
    saved(tmp_path, "wrong", assertions=[{"kind": "turnOrder", "bots": []}])
    seen: list[tuple[int, int]] = []
    outcome = evals.run(tmp_path, repeat=2, jobs=2, progress=lambda done, total, what: seen.append((done, total)))
    assert [(each.id, each.repeat, each.status) for each in outcome.results] == [
        ("good", 1, "passed"), ("good", 2, "passed"), ("wrong", 1, "failed"), ("wrong", 2, "failed"),
    ]  # fmt: skip
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
    alone = evals.run(tmp_path)
    assert [each.reasons for each in alone.results] == [outcome.results[0].reasons, outcome.results[2].reasons]


def test_a_lane_that_ends_before_its_work_does_breaks_the_run() -> None:
    lane = WorkerLane(Way(url="http://127.0.0.1:9"))
    played = lane.play(document(steps=[]))
    assert played.status == "failed"
    assert lane._process is not None
    lane._process.kill()
    lane._process.wait()
    with pytest.raises(LaneBroke, match="ended with -9"):
        lane.play(document(steps=[]))
    lane.close()


def test_a_table_shows_what_did_not_always_end_alike() -> None:
    wrong = document(bot("ann", DONE), steps=[SEND], assertions=[{"kind": "turnOrder", "bots": []}])
    right = document(bot("ann", DONE), steps=[SEND])
    player = Player()
    results = (player.play(right, 1), player.play(wrong, 2), player.play(right, 3))
    outcome = Outcome(results)
    assert outcome.flakes == {"s": {"passed": 2, "failed": 1}}
    row = rows_of(results)[0]
    assert (row.status, row.passed, row.plays, row.example) == ("flaky", 2, 3, results[1])


def test_a_world_of_ones_own_is_played_in_one_job(tmp_path: Path) -> None:
    documents = select([saved(tmp_path, "one")]).documents
    assert play(documents, Way(), world=InProcessWorld()).passed
    with pytest.raises(UsageError, match="one job"):
        play(documents, Way(), repeat=2, jobs=2, world=InProcessWorld())
    with pytest.raises(UsageError, match="one scenario at a time"):
        play(documents, Way(url="http://127.0.0.1:9"), repeat=2, jobs=2)
    with pytest.raises(UsageError, match="at least once"):
        play(documents, Way(), repeat=0)


@pytest.mark.parametrize(
    "words",
    [
        {"clock": "moon"},
        {"isolated": True, "url": "http://x"},
        {"data": "d"},
        {"url": "moon"},
        {"url": "https://x"},
        {"url": "http://x:y"},
    ],
)
def test_words_that_are_off_are_refused(words: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        Way(**words)


# --- what every scenario must hold of -------------------------------------------------------------------------------


def test_a_gate_that_is_never_opened_ends_the_play_at_once_as_stuck() -> None:
    result = Player().play(document(bot("ann", HELD), steps=[SEND, {"kind": "waitForTurns", "bot": "ann", "count": 1}]))
    assert result.status == "stuck"
    assert 'gate "g" holds ann' in (result.error or "")
    assert result.assertions == []
    assert result.evidence is not None
    assert result.evidence["partial"]


def test_scripted_turns_that_are_never_reached_fail() -> None:
    result = Player().play(document(bot("ann", DONE, DONE), steps=[SEND]))
    assert (result.status, result.reasons) == ("failed", ["scriptConsumed: never reached: turn 1 of ann"])


def test_a_turn_beyond_the_script_fails_and_leaves_no_row() -> None:
    result = Player().play(document(bot("ann"), steps=[SEND]))
    assert result.status == "failed"
    assert result.evidence is not None
    assert result.evidence["turns"] == []
    assert [row["outcome"] for row in result.evidence["overruns"]] == ["overrun"]


def test_a_call_that_is_not_refused_as_scripted_aborts_its_turn() -> None:
    turn = {"steps": [{"tool": "list_bots", "expectError": True}], "reply": "Done."}
    result = Player().play(document(bot("ann", turn), steps=[SEND]))
    assert result.evidence is not None
    assert result.evidence["turns"][0]["outcome"] == "error"
    assert result.reasons == ["scriptKept: ann: turn 0, call 0 (list_bots) was to be refused and succeeded"]
    allowed = bot("ann", turn) | {"allowBrokenTurns": True}
    assert Player().play(document(allowed, steps=[SEND])).passed


def test_a_step_that_comes_to_nothing_names_the_turns_that_broke_before_it() -> None:
    turn = {"steps": [{"tool": "no_such_tool"}], "reply": "Done."}
    wait = {"kind": "waitForTurns", "bot": "ann", "count": 3}
    result = Player().play(document(bot("ann", turn), steps=[SEND, SEND, wait]))
    assert result.status == "stuck"
    first, broken, beyond = result.reasons
    assert first.startswith("steps/2: waitForTurns: stuck")
    assert broken.startswith("turn 0 of ann broke: off script: turn 0, call 0 (no_such_tool) was refused")
    assert beyond == "turn 1 of ann is beyond the script"


def test_a_step_that_comes_to_nothing_names_the_work_that_failed_before_it() -> None:
    hand = {"steps": [{"arguments": {"bot_ids": ["@rob"], "message": "Look."}}], "reply": "Asked."}
    wait = {"kind": "waitForNodeStatus", "bot": "rob", "status": "completed"}
    team = (bot("ann", hand, DONE, section="s"), bot("rob", HELD, section="s"))
    result = Player().play(document(*team, steps=[SEND, {"kind": "restartServer"}, wait]))
    assert result.status == "stuck"
    assert any(reason.startswith("the work of rob failed: ") for reason in result.reasons)


def test_the_wall_clock_sleeps_through_what_is_due() -> None:
    slow = document(
        bot("ann", DONE | {"delayMs": 30}),
        steps=[SEND, {"kind": "waitForTurns", "bot": "ann", "count": 1}],
    )
    result = Player(Way(clock="wall").world()).play(slow)
    assert result.passed
    assert result.duration_ms >= 30


def test_a_play_that_was_cut_goes_on_as_one_that_never_was() -> None:
    """A world in this process is gone with it: what was done is done again before the next step."""
    turn = {"steps": [{"tool": "list_bots"}], "reply": "Done.", "gate": "g"}
    steps = [SEND, {"kind": "writeGate", "gate": "g"}, {"kind": "waitForTurns", "bot": "ann", "count": 1}]
    plan = make(document(bot("ann", turn), steps=steps, assertions=[{"kind": "toolNames", "bot": "ann",
                                                                     "equals": ["list_bots"]}]), seed=1)  # fmt: skip
    whole: list[Record] = []
    drive(plan.case(1, whole.append), plan.minds(1))
    for cut in range(1, len(whole)):
        again: list[Record] = []
        agenda = restore(Agenda(plan.case(1, again.append), plan.minds(1)), whole[:cut], plan.reproducible)
        go_on(agenda)
        assert again == whole, cut
