"""External runners: real programs that play steps and pools, in Python and (where node is installed) in JavaScript."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from performed_study import ended, line, run, study, wrote

import hawthorne as hw
from hawthorne.cli.app import call
from hawthorne.core.errors import HawthorneError, InvalidDocument, UsageError
from hawthorne.facade import resume
from hawthorne.hold.play import play
from hawthorne.records.run import Run

RUNNERS = Path(__file__).parent / "runners"

POOLS = """\
C:
  type: Collaboration
  participants:
    Session: {processRef: P}
    Someone: {type: studyflow:Actor, NAME}
  messageFlows:
    Out: {sourceRef: Session, targetRef: Someone}
    Back: {sourceRef: Someone, targetRef: Session}
"""


def pools(name: str = "implementation: simulate://random, actorType: software") -> str:
    return POOLS.replace("NAME", name)


def talker(*words: str) -> dict[str, str]:
    return {"talker": " ".join(["python", str(RUNNERS / "talker.py"), *words])}


def played(path: Path, out: Path | None = None, runners: dict[str, str] | None = None, **options: Any) -> Run:
    return run(path, out, allow_code=False, runners=runners or talker(), **options)


def step(name: str, more: str = "") -> str:
    return f"S: {{type: Task, name: {name}{more}}}\n" + line("S")


ADD = step(
    "do add",
    ", dataInputAssociations: [{sourceRef: [numbers]}], dataOutputAssociations: [{targetRef: total, transformation: result * 10}]",
)


def test_a_claimed_step_is_handed_its_values_and_its_result_goes_out(tmp_path: Path) -> None:
    done = played(study(tmp_path, ADD, "numbers: [1, 2, 3]\ntotal:"), tmp_path / "run")
    assert wrote(done) == {"P.total": 60}
    assert done.header.performing["claims"] == {"S": "talker"}
    assert done.header.actors["talker"]["kind"] == "runner"


def test_one_process_serves_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is started once to hear what it claims, and once to play, whatever the number of cases and steps."""
    monkeypatch.setenv("STARTS", str(tmp_path / "starts"))
    played(study(tmp_path, ADD, "numbers: [1]\ntotal:"), n=3)
    assert (tmp_path / "starts").read_text().count("start") == 2


@pytest.mark.parametrize("clock", ["virtual", "wall"])
def test_a_step_asks_along_its_flows_and_hears_the_answers(tmp_path: Path, clock: str) -> None:
    path = study(tmp_path, step("do ask", ", dataOutputAssociations: [{targetRef: said}]"), "said:", pools())
    assert wrote(played(path, clock=clock)) == {"P.said": ["READY", "READY"]}


def test_two_messages_may_be_under_way(tmp_path: Path) -> None:
    path = study(tmp_path, step("do twice", ", dataOutputAssociations: [{targetRef: said}]"), "said:", pools())
    script = tmp_path / "answers.json"
    script.write_text('["one", "two"]')
    assert wrote(played(path, actors={"Someone": f"script:{script}"})) == {"P.said": ["one", "two"]}


def test_a_runner_plays_a_pool_beside_its_own_step(tmp_path: Path) -> None:
    path = study(
        tmp_path, step("do ask", ", dataOutputAssociations: [{targetRef: said}]"), "said:", pools("name: do answer")
    )
    assert wrote(played(path)) == {"P.said": ["{'question': 1}", "{'question': 2}"]}


def test_no_reply_leaves_the_asking_step_waiting_until_something_ends_it(tmp_path: Path) -> None:
    path = study(tmp_path, step("do ask"), "", pools("name: do answer"))
    assert ended(played(path, runners=talker("silent")))["status"] == "stuck"
    timed = (
        step("do ask")
        + "Late: {type: BoundaryEvent, attachedToRef: S, eventDefinitions: [{type: TimerEventDefinition, timeDuration: PT1H}]}\nOther: {type: EndEvent}\nFB: {type: SequenceFlow, sourceRef: Late, targetRef: Other}\n"
    )
    assert (
        ended(played(study(tmp_path, timed, "", pools("name: do answer")), runners=talker("silent")))["where"]
        == "Other"
    )


def test_a_step_hears_a_message_from_another_process(tmp_path: Path) -> None:
    roots = """\
C:
  type: Collaboration
  participants: {A: {processRef: P}, B: {processRef: Q}}
  messageFlows: {M: {sourceRef: Tell, targetRef: S}}
Q:
  type: Process
  flowElements:
    QS: {type: StartEvent}
    QF: {type: SequenceFlow, sourceRef: QS, targetRef: Pause}
    Pause: {type: IntermediateCatchEvent, eventDefinitions: [{type: TimerEventDefinition, timeDuration: PT1M}]}
    QG: {type: SequenceFlow, sourceRef: Pause, targetRef: Tell}
    Tell: {type: SendTask, dataInputAssociations: [{sourceRef: [news]}]}
    QH: {type: SequenceFlow, sourceRef: Tell, targetRef: QE}
    QE: {type: EndEvent}
    news: {type: DataObjectReference, uri: it.txt}
"""
    path = study(tmp_path, step("do wait", ", dataOutputAssociations: [{targetRef: said}]"), "said:", roots)
    done = played(path)
    assert ended(done)["status"] == "ended", ended(done)
    assert next(value for who, value in wrote(done).items() if who.endswith("P.said")) == {"news": "it.txt"}


def test_values_and_state_are_written_beside_the_result(tmp_path: Path) -> None:
    done = played(study(tmp_path, step("do write"), "total:\nother:"))
    assert wrote(done) == {"P.total": 5, "P.other": [1]}
    given = next(record.value for record in done.records() if record.what == "given")
    assert given["record"] == {"version": "3"}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("do fail", "LookupError: no electrode"),
        ("do die", 'the runner "talker" ended before it had answered (exit code 7)'),
    ],
)
def test_an_error_of_the_runner_fails_the_step(tmp_path: Path, name: str, why: str) -> None:
    assert ended(played(study(tmp_path, step(name))))["why"] == f'"{name}" failed: {why}'


@pytest.mark.parametrize("name", ["do sleep", "do hang"])
@pytest.mark.parametrize("clock", ["virtual", "wall"])
def test_a_hand_off_that_takes_too_long_is_cancelled_and_the_next_case_gets_a_runner(
    tmp_path: Path, name: str, clock: str
) -> None:
    done = played(study(tmp_path, step(name)), step_timeout=0.1, clock=clock, n=2)
    whys = [record.value["why"] for record in done.records() if record.what == "done"]
    assert whys == [f'"{name}" failed: took longer than 0.1 s (--step-timeout)'] * 2


def test_a_boundary_timer_cancels_a_hand_off_under_the_wall_clock(tmp_path: Path) -> None:
    timed = (
        step("do sleep")
        + "Late: {type: BoundaryEvent, attachedToRef: S, eventDefinitions: [{type: TimerEventDefinition, timeDuration: PT0.2S}]}\nOther: {type: EndEvent}\nFB: {type: SequenceFlow, sourceRef: Late, targetRef: Other}\n"
    )
    assert ended(played(study(tmp_path, timed), clock="wall"))["where"] == "Other"


def test_a_runner_that_refuses_stops_the_run_in_its_own_words(tmp_path: Path) -> None:
    path = study(tmp_path, ADD, "numbers: [1]\ntotal:")
    with pytest.raises(HawthorneError, match='the runner "talker" says: this study is not for me'):
        played(path, runners=talker("refuse"))
    with pytest.raises(InvalidDocument, match='claims "NOWHERE", which the study does not have'):
        played(path, runners=talker("wrong"))
    with pytest.raises(UsageError, match='"S" is claimed by both "talker" and "other"'):
        played(path, runners=talker() | {"other": talker()["talker"]})
    with pytest.raises(HawthorneError, match="cannot be started"):
        played(path, runners={"none": "/no/such/program"})
    with pytest.raises(HawthorneError, match=r"did not start within 0.2 s \(--start-timeout\)"):
        played(path, runners={"slow": "sleep 30"}, start_timeout=0.2)


def test_a_run_with_a_runner_is_taken_up(tmp_path: Path) -> None:
    path = study(tmp_path, ADD, "numbers: [1, 2, 3]\ntotal:")
    played(path, tmp_path / "run", n=2)
    part = sorted((tmp_path / "run/parts").glob("*.jsonl"))[-1]
    part.with_suffix(".receipt.json").unlink()
    whole = part.read_bytes()
    part.write_bytes(whole[: whole.index(b'"what":"given"') - 30])  # the machine died amid a line
    resume(tmp_path / "run")
    assert part.read_bytes() == whole


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_runner_in_another_language(tmp_path: Path) -> None:
    elements = """\
Add: {type: Task, dataOutputAssociations: [{targetRef: total}]}
Ask: {type: Task, dataOutputAssociations: [{targetRef: said}]}
""" + line("Add", "Ask")
    path = study(tmp_path, elements, "numbers: [1, 2, 3]\ntotal:\nsaid:", pools())
    assert wrote(played(path, runners={"adder": f"node {RUNNERS / 'adder.mjs'}"})) == {
        "P.total": 6,
        "P.said": ["q1", "READY"],
    }


def test_workers_have_a_runner_each(tmp_path: Path) -> None:
    plan = hw.plan(study(tmp_path, ADD, "numbers: [1, 2]\ntotal:"), n=4, runners=talker())
    done = play(plan, tmp_path / "run", executor="processes", workers=2, shard_size=2)
    assert [record.value for record in done.records() if record.what == "wrote"] == [30] * 4


def test_a_claimed_step_repeats_one_pass_after_the_other(tmp_path: Path) -> None:
    loop = (
        ", loopCharacteristics: {type: MultiInstanceLoopCharacteristics, isSequential: SEQUENTIAL, loopCardinality: 3}"
    )
    once = step(
        "do add", loop.replace("SEQUENTIAL", "true") + ADD[len("S: {type: Task, name: do add") : ADD.index("}\n")]
    )
    assert [
        r.value for r in played(study(tmp_path, once, "numbers: [1, 2]\ntotal:")).records() if r.what == "wrote"
    ] == [30] * 3
    with pytest.raises(InvalidDocument, match="repeats at once"):
        played(study(tmp_path, step("do add", loop.replace("SEQUENTIAL", "false"))))


@pytest.mark.parametrize("cut", [1, 2, 3, 4])
def test_a_chain_that_was_cut_is_played_again_up_to_there(tmp_path: Path, cut: int) -> None:
    path = study(tmp_path, step("do ask", ", dataOutputAssociations: [{targetRef: said}]"), "said:", pools())
    played(path, tmp_path / "run")
    (part,) = (tmp_path / "run/parts").glob("*.jsonl")
    part.with_suffix(".receipt.json").unlink()
    whole = part.read_bytes()
    lines = whole.splitlines(keepends=True)
    given = [number for number, text in enumerate(lines) if b'"what":"given"' in text]
    assert len(given) == 5, "two asks of the runner, each answered by the pool, then the hand-back"
    part.write_bytes(b"".join(lines[: given[cut - 1] + 1]))
    resume(tmp_path / "run")
    assert part.read_bytes() == whole


def test_a_runner_performs_a_scheme_that_nothing_else_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = study(
        tmp_path, ADD.replace("type: Task", "type: ServiceTask, implementation: 'eeg://add'"), "numbers: [1]\ntotal:"
    )
    assert [(each.code, each.severity) for each in hw.validate(path) if each.severity != "note"] == [
        ("no-performer", "warning")
    ]
    with pytest.raises(InvalidDocument, match="nothing performs eeg://"):
        hw.plan(path, allow_code=True)
    assert wrote(played(path)) == {"P.total": 10}
    assert call(["run", str(path), "--strict", "--out", "run", "--runner", f"talker={talker()['talker']}"]) == 0
    assert call(["run", str(path), "--out", "other"]) == 1
