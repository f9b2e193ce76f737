"""Environments: designs, specs, sessions, attempts, tables, the operator's log, files, snapshots."""

from __future__ import annotations

import dataclasses
import json
import pickle
import shutil
from pathlib import Path
from typing import Any

import pytest
from taken_study import NAMES, STUDIES, at_random, made, played, seats

import hawthorne.protocol as hs
from hawthorne.core.errors import UsageError

SCORE = "fixture_score"


def ended(env: hs.Env, n: int = 4, seed: int = 7, **options: Any) -> list[hs.Session]:
    return [session for spec in env.design(n, seed) for session in [env.open(spec, **options)] if _play(session)]


def _play(session: hs.Session) -> bool:
    return all(True for _ in played([session]))


# --- making ----------------------------------------------------------------------------------------------------------


def test_a_study_is_made_of_its_folder_or_its_file() -> None:
    assert made(SCORE).protocol_hash == hs.make(STUDIES / SCORE / "protocol.json").protocol_hash
    assert made(SCORE).study_id == SCORE
    assert made(SCORE).code_hash == made("fixture_mini").code_hash


def test_what_is_no_study_is_said_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(hs.ProtocolError, match="is not there") as caught:
        hs.make(tmp_path / "nowhere")
    assert caught.value.code == "no_protocol"
    with pytest.raises(hs.ProtocolError, match=r"holds no protocol\.json"):
        hs.make(tmp_path)
    (tmp_path / "protocol.json").write_text('{"schema": "hawthorne/protocol.v1", "id": "x"}')
    with pytest.raises(hs.ProtocolError) as caught:
        hs.make(tmp_path)
    assert caught.value.code == "schema.valid"
    assert len(caught.value.findings) > 3
    assert "protocol.json:1:" in str(caught.value)


def test_a_picture_that_is_not_the_declared_one_is_refused(tmp_path: Path) -> None:
    shutil.copytree(STUDIES / "fixture_kinds", tmp_path / "k")
    (tmp_path / "k" / "bars.png").write_bytes(b"other")
    with pytest.raises(hs.ProtocolError, match=r"bars\.png"):
        hs.make(tmp_path / "k")


# --- designs and specs -----------------------------------------------------------------------------------------------


def test_a_study_with_a_departure_that_blocks_is_played_only_by_who_says_so(tmp_path: Path) -> None:
    protocol = json.loads((STUDIES / "fixture_score" / "protocol.json").read_text(encoding="utf-8"))
    protocol["departures"] = [
        {"id": "d1", "where": "stage:s2", "kind": "missing_text", "reason": "lost", "severity": "blocking"}
    ]
    (tmp_path / "protocol.json").write_text(json.dumps(protocol), encoding="utf-8")
    with pytest.raises(hs.ProtocolError, match="lost") as caught:
        hs.make(tmp_path)
    assert caught.value.code == "blocked"
    assert hs.make(tmp_path, allow_blocked=True).study_id == "fixture_score"


def test_a_spec_cannot_be_changed_and_survives_json() -> None:
    for name in NAMES:
        env = made(name)
        for spec in env.design("official" if env.official_n() else 12, 7)[:6]:
            assert hs.SessionSpec.from_json(spec.to_json()) == spec
            assert hs.SessionSpec.from_json(json.loads(spec.to_json())) == spec
            assert pickle.loads(pickle.dumps(spec)) == spec
            assert spec.protocol_hash == env.protocol_hash
            with pytest.raises(dataclasses.FrozenInstanceError):
                spec.arm = "x"  # type: ignore[misc]
            with pytest.raises(TypeError):
                spec.draws["x"] = 1  # type: ignore[index]
    with pytest.raises(hs.ProtocolError, match="no session spec"):
        hs.SessionSpec.from_json("{}")


def test_the_first_specs_of_a_larger_design_are_those_of_a_smaller_one() -> None:
    env = made(SCORE)
    small, large = env.design(6, 3), env.design(20, 3)
    assert [dataclasses.replace(spec, n=20) for spec in small] == large[:6]
    assert [spec.participant for spec in large] == [f"p{k}" for k in range(1, 21)]
    assert env.design(6, 4) != small
    assert len(env.design("official")) == env.official_n() == 40


def test_a_design_that_cannot_be_is_said_so() -> None:
    with pytest.raises(hs.ProtocolError, match="groups of 2") as caught:
        made("fixture_trust").design(3)
    assert caught.value.code == "n_not_multiple"
    with pytest.raises(hs.ProtocolError, match="take 2 at least"):
        made("fixture_trust").design(1)
    with pytest.raises(hs.ProtocolError, match="no arm"):
        made(SCORE).design(4, arms=["hj"])
    for n in (0, -1, True, 1.5, "all"):
        with pytest.raises(hs.ProtocolError):
            made(SCORE).design(n)  # type: ignore[arg-type]


def test_a_design_can_be_cut_down_to_some_arms() -> None:
    env = made(SCORE)
    specs = env.design(5, 7, arms=["lo"])
    assert {spec.arm for spec in specs} == {"lo"}
    session = env.open(specs[4])
    _play(session)
    assert [row["arm"] for row in env.unit_tables()["p"]] == ["lo"]


def test_the_spec_of_another_protocol_is_refused() -> None:
    spec = made(SCORE).design(2)[0]
    with pytest.raises(hs.ProtocolError) as caught:
        made("fixture_mini").open(spec)
    assert caught.value.code == "spec_mismatch"
    with pytest.raises(hs.ProtocolError, match="another spec"):
        made(SCORE).open(dataclasses.replace(spec, arm="lo" if spec.arm == "hi" else "hi"))
    with pytest.raises(hs.ProtocolError, match="a spec of `design`, not 'p1'"):
        made(SCORE).open("p1")  # type: ignore[arg-type]


# --- sessions and what came of them ----------------------------------------------------------------------------------


def test_a_seat_that_is_opened_again_is_a_new_attempt() -> None:
    env = made(SCORE)
    spec = env.design(2)[0]
    first, second = env.open(spec), env.open(spec)
    assert first.reset() == second.reset()
    first.close()
    _play(second)
    assert [(s.attempt, s.status) for s in env.sessions()] == [(1, "dropped"), (2, "done")]
    rows = env.unit_tables()["p"]
    assert [(row["_status"], row.get("_attempt")) for row in rows] == [("dropped", None), ("done", 2)]
    assert [row["_status"] for row in env.unit_tables(include_excluded=False)["p"]] == ["done"]


def test_the_order_of_playing_changes_no_table() -> None:
    one, two = made(SCORE), made(SCORE)
    for env, specs in ((one, one.design(6, 7)), (two, two.design(6, 7)[::-1])):
        for spec in specs:
            _play(env.open(spec))
    assert one.unit_tables() == two.unit_tables()
    assert [row["_session"] for row in one.unit_tables()["p"]] == [f"p{k}" for k in range(1, 7)]


@pytest.mark.parametrize("name", NAMES)
def test_the_log_has_everything_that_a_state_has_not(name: str) -> None:
    env = made(name)
    for _ in played(seats(env)):
        pass
    log = env.events()
    kinds = {entry["what"] for entry in log}
    assert {"drew", "given", "left", "done"} <= kinds
    numbers = [entry["n"] for entry in log if "n" in entry]
    assert numbers == sorted(set(numbers))
    for session in env.sessions():
        assert all(opaque[0] in "ira" and opaque[1:].isdigit() for opaque in session.names)


def test_screens_whose_time_is_not_kept_are_in_the_log_and_in_no_state() -> None:
    env = made("fixture_kinds")
    states = [state for k in range(1, 8) for _, state in played(seats(env, k), k)]
    steps = [entry for entry in env.events() if entry["what"] == "timing_not_enforced"]
    assert steps
    assert "timing_not_enforced" not in json.dumps(states)


def test_lenient_answers_are_recorded_with_what_was_sent() -> None:
    env = made(SCORE)
    session = env.open(env.design(1)[0], coerce="lenient")
    session.reset()
    session.step({"r1": "72"})
    assert session.coercions == [{"step": 1, "id": "r1", "sent": "72", "taken": 72}]
    assert [entry["sent"] for entry in env.events() if entry["what"] == "coerced"] == ["72"]


def test_a_picture_is_known_by_its_opaque_name_alone() -> None:
    env = made("fixture_kinds")
    for k in range(1, 30):
        for session, state in played(seats(env, k), k):
            shown = [item["asset"] for item in state["screen"]["items"] if item["type"] == "image"]
            for name in shown:
                assert name == "a1"
                assert session.asset(name) == (STUDIES / "fixture_kinds" / "bars.png").read_bytes()
                with pytest.raises(UsageError, match='no asset "bars" was shown'):
                    session.asset("bars")
                return
    raise AssertionError("no picture was shown")


def test_an_export_holds_the_run_its_records_rows_and_transcripts(tmp_path: Path) -> None:
    env = made(SCORE)
    ended(env)
    env.open(env.design(5, 7)[4], coerce="lenient").reset()
    folder = env.export(tmp_path / "out", agent={"kind": "script", "name": "random"})
    run = json.loads((folder / "run.json").read_text())
    assert run["schema"] == "hawthorne/run.v1"
    assert run["protocol"]["sha256"] == env.protocol_hash
    assert run["agent"] == {"kind": "script", "name": "random"}
    assert run["status"] == "partial"
    assert [entry["status"] for entry in run["sessions"]] == ["done"] * 4 + ["open"]
    rows = [json.loads(line) for line in (folder / "data" / "units" / "p.jsonl").read_text().splitlines()]
    assert rows == env.unit_tables()["p"]
    transcript = [json.loads(line) for line in (folder / "transcripts.jsonl").read_text().splitlines()]
    assert transcript[0]["text"] == "How sure are you?"
    with pytest.raises(UsageError, match="already holds"):
        env.export(tmp_path / "out")


# --- snapshots -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_session_goes_on_from_a_snapshot_as_it_would_have(name: str) -> None:
    env, other = made(name), made(name)
    sessions = seats(env)
    policy = at_random(name)
    states = [session.reset() for session in sessions]
    for turn in range(40):
        for k, session in enumerate(sessions):
            if turn == 3:
                session.step({"r99": 1})
            if not states[k]["done"]:
                waits = states[k]["timing"]["advance"] == "wait"
                states[k] = session.step({} if waits else policy(states[k]))
            if turn in (0, 1, 3, 5, 9) and k == len(sessions) - 1:
                again = other.restore(session.snapshot())
                assert json.dumps(again.state) == json.dumps(session.state)
                assert again._table.group.records == session._table.group.records
                assert (again.invalid, again.steps, again.names) == (session.invalid, session.steps, session.names)
    restored = other.restore(sessions[0].snapshot())
    assert (restored.status, restored.state) == (sessions[0].status, sessions[0].state)


def test_a_snapshot_goes_on_with_its_clock() -> None:
    now = [5.0]
    env = made(SCORE)
    session = env.open(env.design(1)[0], clock=lambda: now[0])
    session.reset()
    now[0] = 8.5
    again = env.restore(session.snapshot(), clock=lambda: now[0])
    now[0] = 10.0
    for each in (session, again):
        each.step({"r1": 3})
        assert [r.took for r in each._table.group.records if r.what == "given"] == [5.0]


def test_what_is_no_snapshot_of_this_study_is_refused() -> None:
    env = made(SCORE)
    session = env.open(env.design(1)[0])
    session.reset()
    for text, code in (("{}", "bad_snapshot"), ("x", "bad_snapshot")):
        with pytest.raises(hs.ProtocolError) as caught:
            env.restore(text)
        assert caught.value.code == code
    with pytest.raises(hs.ProtocolError, match="another protocol"):
        made("fixture_mini").restore(session.snapshot())


# --- driving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("name", NAMES)
def test_an_agent_takes_every_session_of_a_design(name: str, workers: int) -> None:
    env = made(name)
    specs = env.design(12, 7)
    summary = hs.drive(env, specs, at_random(name), on_invalid="random", workers=workers)
    assert summary.sessions == 12
    assert sum(summary.statuses.values()) == 12
    assert "open" not in summary.statuses


def test_an_agent_that_answers_wrongly_again_and_again_is_stopped() -> None:
    env = made(SCORE)
    with pytest.raises(hs.InvalidAgent, match="p1 gave 3 answers in a row"):
        hs.drive(env, env.design(1), lambda state: {"r1": "high"})
    summary = hs.drive(env, env.design(1), lambda state: {}, on_invalid="refuse", max_invalid=2)
    assert (summary.statuses, summary.invalid) == ({"invalid": 1}, 2)
    summary = hs.drive(env, env.design(1), lambda state: None, on_invalid="random", max_invalid=1)
    assert summary.statuses == {"done": 1}


def test_different_agents_can_play_different_seats() -> None:
    env = made("fixture_trust")
    calls: dict[str, int] = {}

    def counted(name: str) -> Any:
        policy = at_random(name)

        def agent(state: hs.State) -> Any:
            calls[name] = calls.get(name, 0) + 1
            return policy(state)

        return agent

    roles = {spec.seat for spec in env.design(2)}
    hs.drive(env, env.design(2), {role: counted(role) for role in roles})
    assert set(calls) == roles


def test_a_seat_that_nobody_takes_is_named() -> None:
    env = made("fixture_trust")
    receiver = env.open(env.design(2)[1])
    state = receiver.reset()
    while state["timing"]["advance"] != "wait":
        state = receiver.step({})
    with pytest.raises(hs.Deadlock, match="nobody has taken the seat of p1") as caught:
        receiver.step({})
    assert caught.value.seats == (f"p2 ({receiver.spec.seat})",)
    sender = env.open(env.design(2)[0])  # it is no end: whoever comes late can still come
    sender.reset()
    assert receiver.step({}) == state


def test_an_agent_cannot_change_what_others_see() -> None:
    env = made(SCORE)

    def vandal(state: hs.State) -> Any:
        answers = at_random(1)(state)
        state["screen"]["responses"].clear()
        state.clear()
        return answers

    hs.drive(env, env.design(2), vandal)
    other = made(SCORE)
    hs.drive(other, other.design(2), at_random(1))
    assert [row["_status"] for row in env.unit_tables()["p"]] == ["done", "done"]
