"""States and run.json have the forms of the schemas that ship; trials of tasks are screens like any other."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from small_paper import paper, question, stage
from small_tasks import ARROWS, cells, task
from taken_study import NAMES, at_random, made, played, seats

import hawthorne.protocol as hs

jsonschema = pytest.importorskip("jsonschema", reason="the reference validator is an extra of developers")


def validator(name: str) -> Any:
    schema = json.loads(files("hawthorne.protocols").joinpath("schemas", f"{name}.v1.json").read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("clock", ["untimed", "function"])
@pytest.mark.parametrize("name", NAMES)
def test_every_state_has_the_form_that_ships(name: str, clock: str) -> None:
    form, env, now = validator("state"), made(name), [0.0]

    def tick() -> float:
        now[0] += 6.0
        return now[0]

    for group in range(1, 7):
        for session, state in played(seats(env, group, clock="untimed" if clock == "untimed" else tick), group):
            for each in (state, session.step({"r0": 1}), session.step([])):
                form.validate(json.loads(json.dumps(each)))


def test_run_json_has_the_form_that_ships(tmp_path: Path) -> None:
    env = made("fixture_score")
    hs.drive(env, env.design(4, 7), at_random(1))
    env.open(env.design(5, 7)[4])
    folder = env.export(tmp_path / "out", agent={"kind": "script", "name": "random"}, operator={"name": "A. Nonymous"})
    validator("run").validate(json.loads((folder / "run.json").read_text()))


def with_task(folder: Path) -> hs.Env:
    parameters = task({"Test": {"Parameters": ARROWS, "Trials": cells("Congruent", "Incongruent")}})
    flank = {"id": "flank", "pages": [{"id": "pg", "items": [{"id": "i", "type": "text", "text": "Ready?"}]}],
             "instrument": {"name": "FL", "timeline": "T", "parameters": parameters}}  # fmt: skip
    document = paper(
        {"sequence": [{"stage": "flank"}, {"stage": "after"}]}, [question("x")], [flank, stage("after", "x")]
    )
    items = [item for stage in document["stages"] for page in stage["pages"] for item in page["items"]]
    for part in [*document["arms"], document["assignment"], *document["responses"], *document["stages"], *items]:
        part["cite"] = {"source": "own", "locator": {"section": "Whole text"}, "label": "own"}
    (folder / "protocol.json").write_text(json.dumps(document))
    return hs.make(folder)


def test_the_trials_of_a_task_are_screens_between_pages(tmp_path: Path) -> None:
    env = with_task(tmp_path)
    states = [state for _, state in played(seats(env))]
    assert [state["step"] for state in states] == [1, 2, 3, 4, 5, 6, 6]
    trial = states[1]
    assert trial["timing"] == {"advance": "self", "max_seconds": 1.5}
    (response,) = trial["screen"]["responses"]
    assert [option["code"] for option in response["options"]] == ["o1", "o2"]
    assert states[-1]["done"]
    assert [entry["step"] for entry in states[-1]["answered"]] == [2, 3, 4, 5, 6]
    form = validator("state")
    for state in states:
        form.validate(json.loads(json.dumps(state)))
    given = [record.value for record in env.records() if record.what == "given"]
    assert given[0] == {}
    assert set(given[1:5]) <= {"Left", "Right"}
    assert len([record for record in env.records() if record.what == "row" and record.ask is not None]) == 4


def test_a_trial_is_missed_when_its_time_is_over(tmp_path: Path) -> None:
    env, now = with_task(tmp_path), [0.0]
    session = env.open(env.design(1)[0], clock=lambda: now[0])
    session.reset()
    session.step({})
    now[0] += 2.0
    assert session.step({"r1": "o1"})["error"]["code"] == "timed_out"
    assert session.state["step"] == 3
    now[0] += 0.5
    after = session.step({"r2": "o1"})
    assert (after["step"], "error" in after) == (4, False)
    outcomes = [r.value["result"]["outcome"] for r in env.records() if r.what == "row" and r.ask is not None]
    assert outcomes[0] == "missed"
    assert outcomes[1] != "missed"
