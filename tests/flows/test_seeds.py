"""Concealed allocation: the secret seed draws the arms, must be the registered one, and is revealed at the end alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hawthorne as hw
from hawthorne import facade
from hawthorne.cli.app import call
from hawthorne.core.errors import InvalidDocument, UsageError
from hawthorne.flows.machine.allocation import simple, uniform
from hawthorne.flows.seeds import digest_of

SECRET = "a secret of more than thirty-two characters"
OTHER = "another secret of more than thirty-two characters"
STUDY = """\
definitions: {targetNamespace: http://bpmn.io/schema/bpmn}
C:
  type: Collaboration
  participants:
    Sub: {processRef: P, participantMultiplicity: {maximum: 40}}
P:
  type: studyflow:Study
  seed: 7
  flowElements:
    In: {type: StartEvent}
    Arm: {type: cognitive:RandomGateway, seedDigest: "DIGEST"MORE}
    A: {type: EndEvent}
    B: {type: EndEvent}
    F1: In -> Arm
    FA: Arm -> A
    FB: Arm -> B
"""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def write(secret: str = SECRET, digest: str | None = None, more: str = "") -> Path:
    path = Path("c.studyflow.yaml")
    path.write_text(STUDY.replace("DIGEST", digest or digest_of(secret)).replace("MORE", more))
    return path


def arms(run: hw.facade.Run) -> list[int]:
    return [record.value["arm"] for record in run.records() if record.what == "drew"]


def test_a_concealed_gateway_draws_from_its_secret_seed_whatever_the_seed_of_the_run():
    expected = [simple(uniform(f"{SECRET}:Arm:{case}:1"), (1, 1)) for case in range(1, 41)]
    for seed in (7, 8):
        assert arms(hw.run(hw.plan(write(), seed=seed, allocation_seeds={"Arm": SECRET}))) == expected


@pytest.mark.parametrize(
    ("secret", "given", "word"),
    [
        (SECRET, {}, "--allocation-seed Arm=SEED"),
        (SECRET, {"Arm": OTHER}, "registered"),
        ("short", {"Arm": "short"}, "32"),
    ],
    ids=["missing", "wrong", "short"],
)
def test_a_run_without_the_registered_seed_is_refused_before_its_first_step(secret, given, word):
    with pytest.raises(InvalidDocument) as error:
        hw.plan(write(secret), allocation_seeds=given)
    (finding,) = error.value.findings
    assert finding.code == "allocation-seed"
    assert word in finding.message + finding.fix
    assert finding.place.line == 11
    assert OTHER not in str(error.value)


def test_a_seed_of_a_gateway_that_conceals_nothing_is_wrong_use():
    with pytest.raises(UsageError, match='did you mean "Arm"'):
        hw.plan(write(), allocation_seeds={"arm": SECRET})


def test_a_study_that_conceals_is_validated_and_described_without_its_seed(capsys):
    assert [one.severity for one in hw.validate(write())] == ["note"]
    assert call(["info", str(write())]) == 0


def test_the_header_says_nothing_of_the_seed_until_the_run_is_finished():
    class Stop(Exception):
        pass

    def stop(done: int, total: int, waits: str) -> None:
        if done > 20:
            raise Stop

    plan = hw.plan(write(), allocation_seeds={"Arm": SECRET})
    with pytest.raises(Stop):
        hw.run(plan, "runs/a", shard_size=5, progress=stop)
    assert not [path for path in Path("runs/a").rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]
    assert len(hw.tables("runs/a")["cases"].rows) > 0
    with pytest.raises(InvalidDocument, match="--allocation-seed"):
        facade.resume("runs/a")
    run = facade.resume("runs/a", allocation_seeds={"Arm": SECRET})
    assert json.loads(Path("runs/a/run.json").read_bytes())["allocationSeed"] == {"Arm": SECRET}
    assert arms(run) == arms(hw.run(plan))
    assert facade.resume("runs/a").header == run.header


def test_worker_processes_draw_the_same():
    plan = hw.plan(write(), n=6, allocation_seeds={"Arm": SECRET})
    assert arms(hw.run(plan, executor="processes", workers=2, shard_size=2)) == arms(hw.run(plan))


def test_answers_alone_are_played_again_with_the_revealed_seed():
    plan = hw.plan(write(), n=8, allocation_seeds={"Arm": SECRET}, level="answers")
    hw.run(plan, "runs/b")
    again = hw.run(hw.plan(write(), n=8, allocation_seeds={"Arm": SECRET}))
    assert list(hw.tables("runs/b")["flow"].rows) == list(hw.tables(again)["flow"].rows)


@pytest.mark.parametrize("as_file", [False, True])
def test_the_command_line_takes_the_seed_and_a_file_that_holds_it(as_file, capsys):
    Path("secret.txt").write_text(SECRET + "\n")
    word = "Arm=@secret.txt" if as_file else f"Arm={SECRET}"
    assert call(["run", str(write()), "-n", "3", "--allocation-seed", word, "--out", "runs/c", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"]
    assert json.loads(Path("runs/c/run.json").read_bytes())["allocationSeed"] == {"Arm": SECRET}


def test_the_command_line_refuses_and_names_the_flag(capsys):
    assert call(["run", str(write()), "-n", "3", "--out", "runs/d"]) == 1
    assert "--allocation-seed Arm=@FILE" in capsys.readouterr().out
    assert not Path("runs/d").exists()
    assert call(["run", str(write()), "--allocation-seed", SECRET]) == 2
    assert SECRET not in capsys.readouterr().err


def test_a_copy_that_reveals_its_seed_runs_without_the_flag_and_a_wrong_one_is_an_error():
    run = hw.run(hw.plan(write(more=f", allocationSeed: {SECRET}"), n=3))
    assert arms(run) == arms(hw.run(hw.plan(write(), n=3, allocation_seeds={"Arm": SECRET})))
    found = [one for one in hw.validate(write(more=f", allocationSeed: {OTHER}")) if one.severity == "error"]
    assert [one.code for one in found] == ["concealed"]


@pytest.mark.parametrize(
    ("digest", "more", "word"),
    [("sha256:12", "", "64"), (None, ", algorithm: alternation", "another algorithm")],
    ids=["malformed", "alternation"],
)
def test_what_cannot_be_concealed_is_an_error_of_the_document(digest, more, word):
    (finding,) = [one for one in hw.validate(write(digest=digest, more=more)) if one.severity == "error"]
    assert finding.code == "concealed"
    assert word in finding.fix
