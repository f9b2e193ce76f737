"""Steps that act: what each asks of the harness, what it keeps, and how it is refused."""

from __future__ import annotations

from typing import Any

import pytest
from staged import DONE, HELD, bot, do, staged

from hawthorne.evals.boot import boot
from hawthorne.evals.broken import StepFailed
from hawthorne.evals.stage import Stage
from hawthorne.evals.steps import STEPS
from hawthorne.evals.worlds.inprocess import InProcess
from hawthorne.scenarios.steps import EXTENSIONS, ORIGINAL_STEPS

SKILL = {
    "id": "tidy", "name": "Tidy", "version": "1.0.0", "description": "Tidies.", "triggerTerms": ["tidy"],
    "skillMd": "---\nname: tidy\n---\nTidy up.",
}  # fmt: skip


def thread_of(stage: Stage, key: str) -> list[dict[str, Any]]:
    return stage.look(f"/api/threads/{stage.thread(key)}/messages")["messages"]


def test_every_step_of_the_format_can_be_done() -> None:
    kinds = {step.model_fields["kind"].annotation.__args__[0] for step in (*ORIGINAL_STEPS, *EXTENSIONS)}
    assert set(STEPS) == kinds


def test_a_send_keeps_its_fate() -> None:
    stage = staged(bot("ann", HELD, DONE))
    assert do(stage, "send", bot="@ann", text="one") == "started"
    assert do(stage, "send", bot="ann", text="two") == "steered"
    do(stage, "setConfig", config={"engine": {"canSteer": False}})
    assert do(stage, "send", bot="ann", text="three") == "queued"
    assert do(stage, "send", bot="ann", text=" ", expectStatus=400) == "refused (send.empty)"
    assert stage.sends == [
        {"bot": "ann", "text": "one", "fate": "started", "status": 202},
        {"bot": "ann", "text": "two", "fate": "steered", "status": 202},
        {"bot": "ann", "text": "three", "queued": True, "fate": "queued", "status": 202},
        {"bot": "ann", "text": " ", "fate": "refused", "status": 400, "reason": "send.empty"},
    ]


def test_a_send_that_is_refused_fails_with_the_answer() -> None:
    stage = staged(bot("ann"))
    with pytest.raises(StepFailed, match="answered with 400: .*send.empty"):
        do(stage, "send", bot="ann", text="")
    with pytest.raises(StepFailed, match="answered with 202, not 409"):
        do(stage, "send", bot="ann", text="hi", expectStatus=409)


def test_a_send_goes_to_the_thread_the_bot_was_created_with_unless_one_is_named() -> None:
    stage = staged(bot("ann", DONE, DONE))
    do(stage, "openThread", bot="ann", thread="other")
    do(stage, "send", bot="ann", text="hi", thread="other")
    assert thread_of(stage, "ann") == []
    do(stage, "send", bot="ann", text="hi")
    assert len(thread_of(stage, "ann")) == 2


def test_a_gate_lets_go_whom_it_held() -> None:
    stage = staged(bot("ann", HELD))
    do(stage, "send", bot="ann", text="go")
    do(stage, "writeGate", gate="g")
    assert [each["text"] for each in thread_of(stage, "ann")] == ["go", "Done."]


def test_a_routine_is_created_disabled_and_its_run_is_the_latest() -> None:
    stage = staged(bot("ann", DONE))
    do(stage, "createRoutine", routine="night", bot="ann", prompt="tidy")
    routine = stage.look("/api/routines")["routines"][0]
    assert (routine["name"], routine["enabled"]) == ("night", False)
    with pytest.raises(StepFailed, match="was not run yet"):
        do(stage, "snapshotRoutineRun", routine="night", saveAs="s")
    do(stage, "runRoutine", routine="night")
    assert do(stage, "snapshotRoutineRun", routine="night", saveAs="s") == "completed"
    assert stage.observations["s"]["status"] == "completed"
    assert stage.observations["s"]["deferredAt"] is None


def test_a_run_is_cancelled_while_it_waits() -> None:
    stage = staged(bot("ann", HELD, DONE))
    do(stage, "setConfig", config={"threads": {"maxConcurrentPerBot": 1}})
    do(stage, "send", bot="ann", text="go")
    do(stage, "createRoutine", routine="night", bot="ann", prompt="tidy")
    do(stage, "runRoutine", routine="night")
    assert do(stage, "snapshotRoutineRun", routine="night", saveAs="s") == "queued, deferred"
    do(stage, "cancelRun", routine="night")
    assert do(stage, "waitForRoutineRun", routine="night", status="cancelled") == "the run is cancelled"


def test_a_skill_is_in_the_prompt_of_the_next_turn_that_names_it() -> None:
    stage = staged(bot("ann", DONE, DONE))
    do(stage, "send", bot="ann", text="please tidy")
    do(stage, "installSkill", skill=SKILL)
    do(stage, "send", bot="ann", text="please tidy")
    before, after = (row["system"] for row in stage.host.evidence()["rows"])
    assert "Tidy up." in after
    assert "Tidy up." not in before


def test_an_unsound_skill_is_refused() -> None:
    with pytest.raises(StepFailed, match="was answered with 400"):
        do(staged(), "installSkill", skill=SKILL | {"version": "one"})


def test_library_skills_are_there_from_the_beginning_and_assigned_as_a_whole() -> None:
    skill = {"name": "fold", "instructions": "---\nname: fold\ndescription: Folds.\n---\nFold it."}
    stage = staged(bot("ann", DONE), librarySkills=[skill])
    do(stage, "setConfig", config={"features": {"skillsLibrary": True}})
    do(stage, "setSkillAssignment", bot="ann", skills=["fold"])
    do(stage, "send", bot="ann", text="go")
    assert "fold" in stage.host.evidence()["rows"][0]["system"]
    with pytest.raises(StepFailed, match="was answered with 400"):
        do(stage, "setSkillAssignment", bot="ann", skills=["knead"])


def test_settings_that_are_out_of_bounds_are_refused() -> None:
    with pytest.raises(StepFailed, match="was answered with 400"):
        do(staged(), "setConfig", config={"threads": {"maxConcurrentPerBot": 11}})


def test_a_bot_and_its_threads_are_changed_and_removed() -> None:
    stage = staged(bot("ann"), bot("rob"))
    do(stage, "patchBot", bot="ann", patch={"title": "Editor", "peers": ["@rob"]})
    do(stage, "openThread", bot="ann", thread="spare", title="Spare")
    do(stage, "patchThread", bot="ann", thread="spare", patch={"title": "Other"})
    seen = stage.look(f"/api/bots/{stage.bot('ann')}")["bot"]
    assert (seen["title"], seen["peers"], seen["tasks"][1]["title"]) == ("Editor", [stage.bot("rob")], "Other")
    do(stage, "deleteThread", bot="ann", thread="spare")
    do(stage, "deleteBot", bot="rob")
    assert do(stage, "deleteBot", bot="rob", expectStatus=404, saveAs="gone") == "answered with 404"
    assert stage.observations["gone"]["httpStatus"] == 404


def test_a_turn_is_stopped_and_its_words_taken_up_again() -> None:
    stage = staged(bot("ann", HELD, DONE, DONE))
    do(stage, "send", bot="ann", text="go")
    do(stage, "interrupt", bot="ann")
    assert do(stage, "waitForBusy", bot="ann", busy=False) == "not busy"
    do(stage, "rerun", bot="ann")
    do(stage, "rerun", bot="ann", nth=0, text="go again")
    rows = stage.host.evidence()["rows"]
    assert [row["outcome"] for row in rows] == ["killed", "ok", "ok"]
    with pytest.raises(StepFailed, match="no user message of the thread has the index 7"):
        do(stage, "rerun", bot="ann", nth=7)


def test_queued_words_are_taken_back_from_their_own_thread_alone() -> None:
    stage = staged(bot("ann", HELD))
    do(stage, "setConfig", config={"engine": {"canSteer": False}})
    do(stage, "send", bot="ann", text="one")
    do(stage, "send", bot="ann", text="two")
    do(stage, "openThread", bot="ann", thread="other")
    do(stage, "cancelQueued", bot="ann", thread="other", expectStatus=404)
    do(stage, "cancelQueued", bot="ann")
    with pytest.raises(StepFailed, match="no queued message of the bot has the index 0: there are 0"):
        do(stage, "cancelQueued", bot="ann")


def test_a_request_to_a_person_is_answered() -> None:
    with pytest.raises(StepFailed, match="no open request of the bot has the index 0"):
        do(staged(bot("ann")), "resolveRequest", bot="ann")


def test_time_passes_and_what_falls_due_on_the_way_happens() -> None:
    stage = staged(bot("ann", DONE | {"delayMs": 1000}))
    do(stage, "send", bot="ann", text="go")
    assert do(stage, "advanceClock", ms=2500) == "it is 2.5 s"
    assert [row["turnIndex"] for row in stage.host.evidence()["rows"]] == [0]


def test_a_restart_fails_what_ran_and_keeps_the_rest() -> None:
    stage = staged(bot("ann", HELD, DONE))
    do(stage, "send", bot="ann", text="go")
    do(stage, "advanceClock", ms=7000)
    do(stage, "restartServer")
    assert stage.now == 7.0
    assert do(stage, "waitForBusy", bot="ann", busy=False) == "not busy"
    do(stage, "send", bot="ann", text="again")
    rows = stage.host.evidence()["rows"]
    assert [(row["turnIndex"], row["outcome"]) for row in rows] == [(0, "killed"), (1, "ok")]


# --- the computer -------------------------------------------------------------------------------------------------


def vm(*turns: dict[str, Any], **more: Any) -> Stage:
    return staged(bot("ann", *turns, **({"browser": False} | more)), world="localVm")


def test_a_captured_turn_asks_at_the_gate_until_it_is_over() -> None:
    stage = vm(HELD)
    do(stage, "send", bot="ann", text="go")
    do(stage, "captureComputer", bot="ann")
    assert do(stage, "pollComputerGate", bot="ann", saveAs="a") == "answered with 200, held: false"
    do(stage, "writeGate", gate="g")
    assert do(stage, "pollComputerGate", bot="ann", saveAs="b") == "answered with 401"
    assert stage.observations["a"] == {"httpStatus": 200, "held": False, "helpOpen": False}


def test_a_poll_needs_a_capture_and_a_capture_needs_a_computer() -> None:
    stage = vm(HELD, computer="off")
    with pytest.raises(StepFailed, match="was not captured yet"):
        do(stage, "pollComputerGate", bot="ann", saveAs="a")
    do(stage, "send", bot="ann", text="go")
    with pytest.raises(StepFailed, match="was given no computer"):
        do(stage, "captureComputer", bot="ann")


def test_a_dump_is_seen_once() -> None:
    stage = vm(DONE, DONE)
    do(stage, "send", bot="ann", text="go")
    assert do(stage, "consumeDump") == "a turn of ann"
    do(stage, "send", bot="ann", text="go")
    assert do(stage, "consumeDump") == "a turn of ann"


def test_the_state_of_the_machine_is_replaced_and_an_unknown_key_is_refused() -> None:
    stage = vm(HELD)
    do(stage, "setVmState", state={"failed": True})
    with pytest.raises(StepFailed, match="was answered with 400"):
        do(stage, "setVmState", state={"faild": True})


# --- what words mean ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "fields", "why"),
    [
        ("send", {"bot": "lea", "text": "x"}, 'unknown bot "lea"'),
        ("send", {"bot": "ann", "text": "x", "thread": "t"}, 'unknown thread "t": there is no thread yet'),
        ("send", {"bot": "ann", "text": "x", "thread": "node"}, '"ann" has no handoff node'),
        ("runRoutine", {"routine": "r"}, 'unknown routine "r"'),
    ],
)
def test_a_word_that_means_nothing_here_is_named(kind: str, fields: dict[str, Any], why: str) -> None:
    with pytest.raises(StepFailed, match=why):
        do(staged(bot("ann")), kind, **fields)


def test_references_in_scripted_arguments_are_ids_and_bindings_are_left_to_the_model() -> None:
    stage = staged(bot("ann"))
    value = {"to": ["@ann", "@@x", "a@b.c"], "id": {"$from": "call0.result.id"}, "thread": "@ann.thread"}
    assert stage.meant(value) == {
        "to": ["bot-1", "@x", "a@b.c"], "id": {"$from": "call0.result.id"}, "thread": stage.thread("ann")
    }  # fmt: skip
    with pytest.raises(StepFailed, match='unknown bot "nobody"'):
        stage.meant("@nobody")


def test_a_world_that_cannot_boot_says_what_was_refused() -> None:
    with pytest.raises(StepFailed, match='the world did not boot: the bot "ann" was refused with 400'):
        staged(bot("ann", managedSections=["B"]))


def test_bots_that_a_harness_begins_with_are_renamed_out_of_the_way() -> None:
    host = InProcess()
    host.request("POST", "/api/bots", {"name": "Ann"})
    stage = Stage(host)
    boot(stage, {"world": "coordination", "bots": [bot("ann")]})
    assert [each["name"] for each in stage.look("/api/bots")["bots"]] == ["(not of the scenario) 1", "Ann"]
    assert stage.bot("ann") == "bot-2"
