"""A scenario's machine: what it asks of its world and in which order, what it notes, and how it ends. The world here is a
script, so that every answer is in the open."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

import hawthorne as hw
from hawthorne.actors.script import ScriptActor
from hawthorne.core.case import Case, replay
from hawthorne.core.document import Document, Setting, Source, Table
from hawthorne.core.errors import UsageError
from hawthorne.core.record import Record
from hawthorne.core.result import Result
from hawthorne.hold.drive import drive
from hawthorne.records.run import Run
from hawthorne.scenarios.kind import ForeignScenarioKind, ScenarioKind

FINE = {"ok": True, "detail": "done"}
DOCUMENT: dict[str, Any] = {
    "id": "two-steps", "title": "T", "behavior": "B.", "world": "coordination",
    "bots": [{"key": "a", "name": "A", "turns": [{"reply": "r"}]}],
    "steps": [{"kind": "send", "bot": "@a", "text": "t"}, {"kind": "waitForBusy", "bot": "a", "busy": False}],
    "assertions": [{"kind": "turnOrder", "bots": ["@a"]}, {"kind": "activitySeen", "bot": "a", "namePrefix": "go"}],
}  # fmt: skip
EVIDENCE: dict[str, Any] = {
    "turns": [{"bot": "a", "index": 0, "threadId": "t1", "system": "", "outcome": "ok", "seqStart": 1, "seqEnd": 2,
               "toolCalls": [{"tool": "x", "arguments": {}, "errored": True}]}],
    "handoffs": [], "activeThreads": {"a": "t1"}, "threads": {}, "sends": [], "observations": {},
    "activities": {"a": [{"name": "go on"}]}, "overruns": [], "unused": {},
}  # fmt: skip


def document(kind: type[ScenarioKind] = ScenarioKind, **changes: Any) -> Document:
    return kind().read(Source("x.scenario.json", json.dumps(DOCUMENT | changes).encode()))


def played(answers: Sequence[Any], read: Document | None = None) -> tuple[list[Record], Result]:
    """The records and the result of a scenario whose world answers so."""
    plan = hw.plan(read or document(), seed=1, actors={"world": ScriptActor({"world": answers})}, level="full")
    records: list[Record] = []
    case = drive(plan.case(1, records.append), plan.minds(1))
    assert case.result is not None
    return records, case.result


def ran(answers: Sequence[Any], read: Document | None = None) -> Run:
    return hw.run(hw.plan(read or document(), seed=1, actors={"world": ScriptActor({"world": answers})}))


def shown(records: list[Record]) -> list[tuple[str | None, Any]]:
    return [(record.ask, record.value["view"]) for record in records if record.what == "put"]


def test_the_world_is_asked_to_boot_then_for_each_step_then_for_the_evidence() -> None:
    records, result = played([FINE, FINE, FINE, EVIDENCE])
    asks = shown(records)
    assert [ask for ask, _ in asks] == ["1/boot", "1/steps.0", "1/steps.1", "1/evidence"]
    assert asks[1][1] == {"kind": "send", "bot": "a", "text": "t"}
    assert asks[2][1] == {"kind": "waitForBusy", "bot": "a", "busy": False, "timeoutMs": 20000.0}
    assert asks[3][1] == {"kind": "evidence"}
    assert result == Result("ended", value={"pass": True, "steps": 2, "assertions": 4})


def test_the_world_is_not_told_what_is_pinned() -> None:
    records, _ = played([FINE, FINE, FINE, EVIDENCE])
    view = shown(records)[0][1]
    assert view["kind"] == "boot"
    assert view["compat"] is False
    assert view["scenario"] == {key: value for key, value in document().model.scenario.as_json().items()
                                if key != "assertions"}  # fmt: skip


def test_a_world_is_told_that_a_foreign_file_is_one() -> None:
    records, _ = played([FINE, FINE, FINE, EVIDENCE], document(ForeignScenarioKind))
    assert shown(records)[0][1]["compat"] is True


def test_rows_are_noted_for_each_step_each_turn_and_each_verdict() -> None:
    tables = hw.tables(ran([FINE, {"value": FINE, "took": 1.25}, FINE, EVIDENCE]))
    assert [dict(row) for row in tables["steps"].rows] == [
        {"case": 1, "step": "boot", "kind": "boot", "ok": True, "detail": "done"},
        {
            "case": 1,
            "step": "steps/0",
            "kind": "send",
            "subject": "a",
            "ok": True,
            "detail": "done",
            "durationMs": 1250,
        },
        {"case": 1, "step": "steps/1", "kind": "waitForBusy", "subject": "a", "ok": True, "detail": "done"},
    ]
    assert [dict(row) for row in tables["turns"].rows] == [
        {"case": 1, "order": 0, "bot": "a", "turn": 0, "thread": "t1", "outcome": "ok", "calls": ["x (refused)"],
         "seqStart": 1, "seqEnd": 2}
    ]  # fmt: skip
    assert [(row["kind"], row["implied"], row["pass"], row["detail"]) for row in tables["assertions"].rows] == [
        ("turnOrder", False, True, "turns ended as a"),
        ("activitySeen", False, True, 'seen: "go on"'),
        ("scriptConsumed", True, True, "every scripted turn of a was reached"),
        ("noOverrun", True, True, "no turn of a ran beyond the script"),
    ]
    assert tables["assertions"].rows[0]["form"] == {"kind": "turnOrder", "bots": ["a"]}


def test_every_column_of_a_row_is_in_the_codebook() -> None:
    tables = hw.tables(ran([FINE, {"ok": False, "how": "stuck", "detail": "x"}, EVIDENCE]))
    more = hw.tables(ran([FINE, FINE, FINE, EVIDENCE]))
    for table in [*tables.values(), *more.values()]:
        assert isinstance(table, Table)
        assert {key for row in table.rows for key in row} <= {column.name for column in table.columns}


def test_an_assertion_that_does_not_hold_fails_the_scenario_and_says_how_many() -> None:
    _, result = played([FINE, FINE, FINE, EVIDENCE | {"activities": {"a": []}, "unused": {"a": [0]}}])
    assert result.status == "failed"
    assert result.where == "assertions/1"
    assert result.why == 'activitySeen: none of 0 activities of a begins with "go" (and 1 more)'
    assert result.value == {"pass": False, "steps": 2, "assertions": 4, "failed": ["assertions/1", "implied/0"]}


@pytest.mark.parametrize(
    ("evidence", "why"),
    [
        ({"unused": {"a": [0]}}, "scriptConsumed: never reached: turn 0 of a"),
        (
            {"overruns": [{"bot": "a", "index": 1, "threadId": "t1", "system": ""}]},
            "noOverrun: beyond the script: turn 1 of a",
        ),
        ({"unused": None}, "scriptConsumed: the evidence does not say which scripted turns were left over"),
    ],
)
def test_unused_turns_and_overruns_fail_by_default(evidence: dict[str, Any], why: str) -> None:
    assert played([FINE, FINE, FINE, EVIDENCE | evidence])[1].why == why
    assert played([FINE, FINE, FINE, EVIDENCE | evidence], document(ForeignScenarioKind))[1].status == "ended"
    bots = [DOCUMENT["bots"][0] | {"allowOverrun": True, "allowUnusedTurns": True}]
    assert played([FINE, FINE, FINE, EVIDENCE | evidence], document(bots=bots))[1].status == "ended"


def test_what_was_waited_for_counts_as_seen_of_foreign_files_only() -> None:
    evidence = EVIDENCE | {"activities": {"a": []}, "proven": {"a": ["go"]}}
    assert played([FINE, FINE, FINE, evidence])[1].status == "failed"
    assert played([FINE, FINE, FINE, evidence], document(ForeignScenarioKind))[1].status == "ended"


@pytest.mark.parametrize(
    ("answer", "status", "why"),
    [
        ({"ok": False, "how": "stuck", "detail": "nothing is on its way"}, "stuck", "send: nothing is on its way"),
        ({"ok": False, "how": "timed-out", "detail": "waited"}, "failed", "send: waited"),
        ({"ok": False, "detail": "status 404"}, "failed", "send: status 404"),
        ({"ok": "yes"}, "failed", "send: the world's answer does not say whether the step succeeded"),
        ("yes", "failed", "send: the world's answer does not say whether the step succeeded"),
        ({"silence": "refused"}, "failed", "send: the world gave no answer: refused"),
    ],
)
def test_a_step_that_fails_is_the_last_and_nothing_is_judged(answer: Any, status: str, why: str) -> None:
    records, result = played([FINE, answer, EVIDENCE])
    assert [ask for ask, _ in shown(records)] == ["1/boot", "1/steps.0", "1/evidence"]
    assert (result.status, result.where, result.why) == (status, "steps/0", why)
    assert result.value == {"pass": False, "steps": 1}
    rows = [record.who for record in records if record.what == "row"]
    assert rows == ["boot", "steps/0", "turns/0"]


def test_a_step_that_fails_is_the_reason_even_when_there_is_no_evidence() -> None:
    _, result = played([FINE, {"ok": False, "detail": "status 404"}, {"turns": 1}])
    assert result.why == "send: status 404"


def test_a_world_that_breaks_fails_the_scenario() -> None:
    _, result = played([])
    assert result.status == "failed"
    assert result.where == "boot"
    assert str(result.why).startswith("boot: the script")


@pytest.mark.parametrize(
    ("evidence", "why"),
    [
        ({key: value for key, value in EVIDENCE.items() if key != "turns"}, "turns: field required"),
        (EVIDENCE | {"turns": [{"bot": "a"}]}, "turns/0/index: field required"),
        (EVIDENCE | {"nodes": []}, "nodes: extra inputs are not permitted"),
        ("nothing", "it: input should be a valid dictionary or instance of Evidence"),
    ],
)
def test_evidence_that_cannot_be_read_is_no_evidence(evidence: Any, why: str) -> None:
    _, result = played([FINE, FINE, FINE, evidence])
    assert (result.status, result.where) == ("failed", "evidence")
    assert result.why == f"the world's evidence cannot be read: {why}"


def test_a_world_that_never_answers_leaves_the_scenario_stuck() -> None:
    _, result = played([FINE, None])
    assert (result.status, result.where, result.why) == ("stuck", "steps/0", "the world does not answer")


def test_replaying_the_records_gives_the_same_records() -> None:
    records, result = played([FINE, FINE, FINE, EVIDENCE])
    program = ScenarioKind().compile(document(), Setting(1))
    again: list[Record] = []
    case = replay(Case(1, program.machine(1), again.append), records)
    assert case.result == result
    assert again == records


def test_a_scenario_is_played_as_often_as_is_said() -> None:
    program = ScenarioKind().compile(document(), Setting(1, 3))
    assert program.size(3) == (3, 3)
    assert program.size(None) == (1, 1)
    for wrong in (0, {"a": 2}):
        with pytest.raises(UsageError):
            program.size(wrong)


def test_whatever_the_models_say_the_any_actor_digest_stays() -> None:
    one, two = (
        ScenarioKind().digests(document()),
        ScenarioKind().digests(document(bots=[DOCUMENT["bots"][0] | {"turns": [{"reply": "other"}]}])),
    )
    assert one["any-actor"] == two["any-actor"]
    assert one["protocol"] != two["protocol"]
    other = ScenarioKind().digests(document(title="U"))
    assert other["any-actor"] != one["any-actor"]


def test_info_names_the_parts() -> None:
    info = ScenarioKind().info(document())
    assert info["world"] == "coordination"
    assert info["bots"] == [{"key": "a", "name": "A", "section": None, "turns": 1, "calls": []}]
    assert info["assertions"] == {"turnOrder": 1, "activitySeen": 1}
    assert ScenarioKind().info(document(title=7)) == {"scenario": "x"}


def test_the_brand_of_a_skills_block_is_the_harness_own_in_foreign_files_only() -> None:
    evidence = EVIDENCE | {"wording": {"skill.block_tag": "own-skill"}}
    evidence["turns"] = [EVIDENCE["turns"][0] | {"system": '<own-skill id="tidy" version="1.0.0">'}]
    pinned = [{"kind": "systemPromptIncludes", "bot": "a", "turn": 0, "includes": '<their-skill id="tidy"'}]
    assert played([FINE, FINE, FINE, evidence], document(ForeignScenarioKind, assertions=pinned))[1].status == "ended"
    assert played([FINE, FINE, FINE, evidence], document(assertions=pinned))[1].status == "failed"
    other = [pinned[0] | {"includes": '<their-skill id="other"'}]
    assert played([FINE, FINE, FINE, evidence], document(ForeignScenarioKind, assertions=other))[1].status == "failed"
