"""Calls and files: tables by `uri`, registered digests, other folders, runs that are taken up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from performed_study import ended, line, run, study, wrote

import hawthorne as hw
from hawthorne.cli.app import call
from hawthorne.core import digest
from hawthorne.core.errors import InvalidDocument, UsageError
from hawthorne.facade import resume
from hawthorne.hold.play import play

TRIALS = "word,number,cues\nred,1,a b\nblue,2,c\n"


def trial_list(folder: Path, registered: str | None = None) -> Path:
    """A registered list of trials, each presented to an actor who chooses (a loop over the rows of a file)."""
    roots = """\
C:
  type: Collaboration
  participants:
    Session: {processRef: P}
    Someone: {type: studyflow:Actor, actorType: software, implementation: simulate://random}
  messageFlows:
    Out: {sourceRef: Session, targetRef: Someone}
    Back: {sourceRef: Someone, targetRef: Session}
Columns:
  type: studyflow:Schema
  body: {tableSchema: {columns: [{name: word}, {name: number}, {name: cues, separator: " "}]}}
"""
    elements = f"""\
Trials: {{type: studyflow:Table, uri: trials.csv, schema: Columns, digest: {registered or digest.of_bytes(TRIALS.encode())}}}
Load:
  type: ServiceTask
  implementation: python://rows.rows
  dataInputAssociations: [{{sourceRef: [Trials], transformation: self}}]
  dataOutputAssociations: [{{targetRef: trials}}]
Each:
  type: SubProcess
  properties:
    trial: {{type: Property, name: trial}}
    answer: {{type: Property, name: answer}}
  loopCharacteristics:
    type: MultiInstanceLoopCharacteristics
    isSequential: true
    loopDataInputRef: trials
    loopDataOutputRef: answers
    inputDataItem: {{type: DataInput, name: trial}}
    outputDataItem: {{type: DataOutput, name: answer}}
  flowElements:
    S: {{type: StartEvent}}
    SA: {{type: SequenceFlow, sourceRef: S, targetRef: Ask}}
    Ask:
      type: Task
      dataInputAssociations: [{{sourceRef: [trial]}}]
      dataOutputAssociations: [{{targetRef: answer}}]
    AE: {{type: SequenceFlow, sourceRef: Ask, targetRef: E}}
    E: {{type: EndEvent}}
""" + line("Load", "Each")
    (folder / "trials.csv").write_text(TRIALS)
    (folder / "rows.py").write_text("def rows(table):\n    return table\n")
    # Schemas are data elements, drawn in the process; a root is not.
    head, _, schema = roots.partition("Columns:")
    return study(folder, "Columns:" + schema + elements, "trials:\nanswers:", head)


def test_a_registered_trial_list_is_read_and_looped_over(tmp_path: Path) -> None:
    found = wrote(run(trial_list(tmp_path)))
    assert found["P.trials"] == [
        {"word": "red", "number": 1, "cues": ["a", "b"]},
        {"word": "blue", "number": 2, "cues": ["c"]},
    ]
    assert found["P.answers"] == ["READY", "READY"]


def test_a_changed_file_stops_the_plan_and_names_the_new_digest(tmp_path: Path) -> None:
    path = trial_list(tmp_path)
    (tmp_path / "trials.csv").write_text(TRIALS + "green,3,\n")
    now = digest.of_bytes((TRIALS + "green,3,\n").encode())
    with pytest.raises(InvalidDocument) as caught:
        hw.plan(path)
    (finding,) = caught.value.findings
    assert finding.code == "changed-material"
    assert f"`digest: {now}`" in finding.fix
    assert '"Trials"' in finding.message


def test_a_consent_form_is_compared_too(tmp_path: Path) -> None:
    (tmp_path / "consent.md").write_text("I agree.")
    start = f"Start: {{type: StartEvent, consentFormUri: /consent.md, consentFormDigest: {digest.of_bytes(b'I agreed.')}}}\n"
    elements = line("T").replace("Start: {type: StartEvent}\n", start) + "T: {type: Task}\n"
    with pytest.raises(InvalidDocument, match=digest.of_bytes(b"I agree.")):
        hw.plan(study(tmp_path, elements))
    (tmp_path / "consent.md").write_text("I agreed.")
    assert ended(hw.run(hw.plan(tmp_path / "calls.studyflow.yaml")))["status"] == "ended"


def test_files_are_looked_for_beside_the_study_then_in_the_inputs(tmp_path: Path) -> None:
    path = trial_list(tmp_path)
    data = tmp_path / "data"
    data.mkdir()
    (tmp_path / "trials.csv").rename(data / "trials.csv")
    with pytest.raises(InvalidDocument, match="--inputs DIR"):
        run(path)
    assert (
        call(["run", str(path), "--allow-code", "--strict", "--inputs", str(data), "--out", str(tmp_path / "strict")])
        == 0
    )
    found = run(path, tmp_path / "out", inputs=[data])
    assert len(wrote(found)["P.trials"]) == 2
    assert (tmp_path / "out/document/trials.csv").read_text() == TRIALS
    assert (tmp_path / "out/document/rows.py").is_file()
    with pytest.raises(UsageError, match="there is no folder"):
        run(path, inputs=[tmp_path / "nowhere"])


MULTIVERSE = """\
Load:
  type: ServiceTask
  implementation: python://things.load
  dataOutputAssociations:
    - {targetRef: features, transformation: "result[1]"}
    - {targetRef: labels, transformation: "result[2]"}
    - {targetRef: count, transformation: "count(result[2])"}
features: {type: DataObjectReference, uri: work/features.pkl}
labels: {type: DataObjectReference, uri: work/labels.json}
Each:
  type: ServiceTask
  implementation: python://things.score
  additionalArguments:
    estimator: {implementation: python://things.Estimator, arguments: {C: "{C}"}}
  dataInputAssociations: [{sourceRef: [features]}, {sourceRef: [labels]}]
  loopCharacteristics:
    type: MultiInstanceLoopCharacteristics
    isSequential: true
    loopDataInputRef: cs
    loopDataOutputRef: scores
    inputDataItem: {type: DataInput, name: C}
    outputDataItem: {type: DataOutput, name: score}
""" + line("Load", "Each")

THINGS = """\
class Matrix:
    def __init__(self, rows): self.rows = rows
class Estimator:
    def __init__(self, C): self.C = C
def load():
    return Matrix([[1, 2], [3, 4]]), ["a", "b"]
def score(estimator, features, labels):
    return {"score": estimator.C * sum(map(sum, features.rows)), "labels": labels}
"""


def multiverse(folder: Path) -> Path:
    (folder / "things.py").write_text(THINGS)
    properties = "cs: [0.1, 1, 10]\nscores:\n"
    return study(
        folder, MULTIVERSE.replace('    - {targetRef: count, transformation: "count(result[2])"}\n', ""), properties
    )


def test_what_json_cannot_hold_goes_to_its_file_and_comes_back_as_what_it_was(tmp_path: Path) -> None:
    first = run(multiverse(tmp_path), tmp_path / "run")
    assert ended(first)["status"] == "ended", ended(first)
    found = wrote(first)
    data = (tmp_path / "run/files/work/features.pkl").read_bytes()
    assert found["features"] == {"$file": "work/features.pkl", "digest": digest.of_bytes(data)}
    assert found["labels"] == ["a", "b"], "what a record can hold it holds too"
    assert json.loads((tmp_path / "run/files/work/labels.json").read_text()) == ["a", "b"]
    assert [score["score"] for score in found["P.scores"]] == pytest.approx([1, 10, 100])
    assert [score["labels"] for score in found["P.scores"]] == [["a", "b"]] * 3


def test_a_result_that_nothing_can_hold_says_so(tmp_path: Path) -> None:
    (tmp_path / "things.py").write_text(THINGS)
    path = study(
        tmp_path,
        "L: {type: ServiceTask, implementation: 'python://things.Matrix', additionalArguments: {rows: []}}\n"
        + line("L"),
    )
    assert "a Matrix, which JSON cannot hold: let a data output with a `uri` carry it" in ended(run(path))["why"]


@pytest.mark.parametrize("suffix", ["csv", "tsv", "json", "jsonl", "parquet"])
def test_a_table_is_written_and_read_by_its_suffix(tmp_path: Path, suffix: str) -> None:
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    rows = [{"id": 1, "rt": 0.25, "who": "a"}, {"id": 2, "rt": None, "who": "b, c"}]
    (tmp_path / "rows.json").write_text(json.dumps(rows))
    (tmp_path / "things.py").write_text("def same(x):\n    return x\n")
    elements = f"""\
Rows: {{type: studyflow:Table, uri: rows.json}}
Copy: {{type: studyflow:Table, uri: copy.{suffix}}}
Save:
  type: ServiceTask
  implementation: python://things.same
  dataInputAssociations: [{{sourceRef: [Rows], transformation: x}}]
  dataOutputAssociations: [{{targetRef: Copy}}]
""" + line("Save")
    run(study(tmp_path, elements), tmp_path / "first")
    (tmp_path / f"copy.{suffix}").write_bytes((tmp_path / f"first/files/copy.{suffix}").read_bytes())
    elements = f"""\
Copy: {{type: studyflow:Table, uri: copy.{suffix}}}
Load:
  type: ServiceTask
  implementation: python://things.same
  dataInputAssociations: [{{sourceRef: [Copy], transformation: "x = Copy[1]"}}]
  dataOutputAssociations: [{{targetRef: first}}]
All:
  type: ServiceTask
  implementation: python://things.same
  dataInputAssociations: [{{sourceRef: [Copy], transformation: x}}]
  dataOutputAssociations: [{{targetRef: all}}]
""" + line("Load", "All")
    found = wrote(run(study(tmp_path, elements, "first:\nall:", name="second")))
    assert found["P.all"] == rows
    assert found["P.first"] == rows[0]


def test_a_picture_is_a_file_and_its_record_a_digest(tmp_path: Path) -> None:
    (tmp_path / "things.py").write_text(
        "class Figure:\n    def savefig(self, sink, format): sink.write(b'picture as ' + format.encode())\ndef draw():\n    return Figure()\n"
    )
    elements = (
        "Fig: {type: DataObjectReference, uri: fig.png}\nDraw: {type: ServiceTask, implementation: 'python://things.draw', dataOutputAssociations: [{targetRef: Fig}]}\n"
        + line("Draw")
    )
    found = wrote(run(study(tmp_path, elements), tmp_path / "run"))
    assert (tmp_path / "run/files/fig.png").read_bytes() == b"picture as png"
    assert found["Fig"] == {"$file": "fig.png", "digest": digest.of_bytes(b"picture as png")}


@pytest.mark.parametrize("name", ["../outside.json", "/tmp/outside.json"])
def test_no_file_is_written_outside_of_the_run(tmp_path: Path, name: str) -> None:
    elements = (
        f"Out: {{type: DataObjectReference, uri: {name}}}\nMake: {{type: ServiceTask, implementation: 'python://os.getcwd', dataOutputAssociations: [{{targetRef: Out}}]}}\n"
        + line("Make")
    )
    assert "lies outside of the run's folder" in ended(run(study(tmp_path, elements), tmp_path / "run"))["why"]
    assert not Path("/tmp/outside.json").exists()


SHELL = """\
Text: {type: DataObjectReference, uri: text.txt}
Long: {type: DataObjectReference, uri: long.txt}
Count:
  type: ServiceTask
  implementation: shell://count.sh
  additionalArguments: {loud: true, quiet: false, sep: ";", args: [last]}
  dataInputAssociations: [{sourceRef: [Text], transformation: file}]
  dataOutputAssociations: [{targetRef: said}, {targetRef: Long}]
""" + line("Count")


def test_a_program_beside_the_study_gets_words_and_hands_back_what_it_prints_and_writes(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("a b c")
    (tmp_path / "count.sh").write_text(
        '#!/bin/sh\nwhile [ "$1" != --file ]; do last=$1; all="$all $1"; shift; done\nwc -w < "$2" | tr -d " \\n"; tr " " "\\n" < "$2" > long.txt\necho "$all $3" >&2\n'
    )
    first = run(study(tmp_path, SHELL, "said:"), tmp_path / "run")
    assert ended(first)["status"] == "ended", ended(first)
    assert (tmp_path / "run/files/long.txt").read_text() == "a\nb\nc"
    assert wrote(first)["Long"] == {"$file": "long.txt", "digest": digest.of_bytes(b"a\nb\nc")}
    assert wrote(first)["P.said"] == 3


def test_a_program_that_ends_with_an_error_fails_its_step_in_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "fail.sh").write_text("echo no such subject >&2; exit 3\n")
    path = study(tmp_path, "S: {type: ServiceTask, implementation: 'shell://fail.sh'}\n" + line("S"))
    assert ended(run(path))["why"] == '"S" failed: ended with exit code 3: no such subject'


@pytest.mark.parametrize("clock", ["virtual", "wall"])
@pytest.mark.parametrize("call", ["python://time.sleep", "shell://sleep"])
def test_a_call_that_takes_too_long_fails_its_step(tmp_path: Path, call: str, clock: str) -> None:
    path = study(
        tmp_path,
        f"S: {{type: ServiceTask, implementation: '{call}', additionalArguments: {{args: [30]}}}}\n" + line("S"),
    )
    assert (
        ended(run(path, step_timeout=0.05, clock=clock))["why"]
        == '"S" failed: took longer than 0.05 s (--step-timeout)'
    )


def test_a_boundary_timer_ends_a_call_under_the_wall_clock(tmp_path: Path) -> None:
    elements = """\
S: {type: ServiceTask, implementation: 'python://time.sleep', additionalArguments: {args: [30]}}
Late: {type: BoundaryEvent, attachedToRef: S, eventDefinitions: [{type: TimerEventDefinition, timeDuration: PT0.05S}]}
Other: {type: EndEvent}
FB: {type: SequenceFlow, sourceRef: Late, targetRef: Other}
""" + line("S")
    assert ended(run(study(tmp_path, elements), clock="wall"))["where"] == "Other"


COUNTED = """\
One:
  type: ServiceTask
  implementation: python://things.tick
  additionalArguments: {args: [one]}
  dataOutputAssociations: [{targetRef: one}]
Two:
  type: ServiceTask
  implementation: python://things.tick
  additionalArguments: {args: [two]}
  dataOutputAssociations: [{targetRef: two}]
""" + line("One", "Two")


def counted(folder: Path) -> tuple[Path, Path]:
    log = folder / "log.txt"
    (folder / "things.py").write_text(
        f"def tick(name):\n    with open({str(log)!r}, 'a') as file: file.write(name + ' ')\n    return open({str(log)!r}).read()\n"
    )
    return study(folder, COUNTED, "one:\ntwo:"), log


def test_a_run_that_is_taken_up_calls_nothing_again_that_was_recorded(tmp_path: Path) -> None:
    path, log = counted(tmp_path)
    run(path, tmp_path / "run")
    (part,) = (tmp_path / "run/parts").glob("*.jsonl")
    whole = part.read_bytes()
    cut = whole.index(b'"what":"wrote"')
    for extra in (tmp_path / "run/parts").glob("*.receipt.json"):
        extra.unlink()
    part.write_bytes(whole[:cut])  # the machine died after the first call was recorded
    resume(tmp_path / "run")
    assert log.read_text() == "one two two ", "the first call is not made again, the second is"
    assert part.read_bytes().startswith(whole[:cut])


def test_workers_call_too_and_each_case_has_a_folder(tmp_path: Path) -> None:
    (tmp_path / "things.py").write_text("def made():\n    return [1, 2]\n")
    elements = (
        "Out: {type: DataObjectReference, uri: out.csv}\nMake: {type: ServiceTask, implementation: 'python://things.made', dataOutputAssociations: [{targetRef: Out}]}\n"
        + line("Make")
    )
    plan = hw.plan(study(tmp_path, elements), n=4, allow_code=True)
    play(plan, tmp_path / "run", executor="processes", workers=2, shard_size=2)
    files = sorted(str(path.relative_to(tmp_path / "run/files")) for path in (tmp_path / "run/files").rglob("*.csv"))
    assert files == [f"00000{k}/out.csv" for k in (1, 2, 3, 4)]


def test_validate_compares_registered_files_and_only_warns_of_absent_ones(tmp_path: Path) -> None:
    path = trial_list(tmp_path)
    assert not [each for each in hw.validate(path) if each.code in ("no-material", "changed-material")]
    (tmp_path / "trials.csv").write_text(TRIALS + "green,3,\n")
    assert [each.severity for each in hw.validate(path) if each.code == "changed-material"] == ["error"]
    (tmp_path / "trials.csv").unlink()
    assert [each.severity for each in hw.validate(path) if each.code == "no-material"] == ["warning"]


def test_results_decide_at_gateways_beside_parameters_that_nobody_changes(tmp_path: Path) -> None:
    """Two questions about one table: each a sub-process with its tests, its own property and the shared thresholds."""
    (tmp_path / "data.csv").write_text("id,a,b\n1,1.0,2.0\n2,2.0,3.5\n3,3.0,4.0\n")
    (tmp_path / "tests_of_mine.py").write_text(
        "def difference(data, dv, within):\n    gaps = [row[within] - row[dv] for row in data]\n    return [{'T': sum(gaps) / len(gaps), 'p_unc': 0.02 * len(gaps), 'dof': len(gaps) - 1}]\ndef ratio(t, n): return t * n\n"
    )
    elements = """\
Data: {type: studyflow:Table, uri: data.csv}
Thresholds: {type: studyflow:Parameters, values: {alpha: 0.05, evidence: 3}}
A:
  type: SubProcess
  dataInputAssociations: [{sourceRef: [Thresholds]}]
  properties:
    test: {type: Property, name: test}
  flowElements:
    AS: {type: StartEvent}
    A1: {type: SequenceFlow, sourceRef: AS, targetRef: Test}
    Test:
      type: ServiceTask
      implementation: python://tests_of_mine.difference
      additionalArguments: {dv: a, within: b}
      dataInputAssociations: [{sourceRef: [Data], transformation: data}]
      dataOutputAssociations: [{targetRef: test, transformation: "{statistic: result.T[1], pvalue: result.p_unc[1], subjects: result.dof[1] + 1}"}]
    A2: {type: SequenceFlow, sourceRef: Test, targetRef: Bayes}
    Bayes:
      type: ServiceTask
      implementation: python://tests_of_mine.ratio
      additionalArguments: {t: "{test.statistic}", n: "{test.subjects}"}
      dataOutputAssociations: [{targetRef: bf10}]
    A3: {type: SequenceFlow, sourceRef: Bayes, targetRef: Gate}
    Gate: {type: ExclusiveGateway, default: No}
    Yes: {type: SequenceFlow, sourceRef: Gate, targetRef: Strong, conditionExpression: bf10 > evidence and test.pvalue > alpha}
    No: {type: SequenceFlow, sourceRef: Gate, targetRef: Weak}
    Strong: {type: EndEvent}
    Weak: {type: EndEvent}
""" + line("A")
    done = run(study(tmp_path, elements, "bf10:"))
    assert wrote(done)["A.test"] == {"statistic": pytest.approx(3.5 / 3), "pvalue": pytest.approx(0.06), "subjects": 3}
    assert [record.who for record in done.records() if record.what == "reached"][-2:] == ["Strong", "End"]


def test_a_run_keeps_the_modules_and_packages_that_its_calls_import(tmp_path: Path) -> None:
    (tmp_path / "outer.py").write_text("from inner_package.deep import f\n")
    (tmp_path / "inner_package").mkdir()
    (tmp_path / "inner_package/__init__.py").write_text("")
    (tmp_path / "inner_package/deep.py").write_text("import json\ndef f(): return 1\n")
    (tmp_path / "unused.py").write_text("")
    elements = 'S: {type: ScriptTask, script: "from outer import f; f()"}\n' + line("S")
    run(study(tmp_path, elements), tmp_path / "run")
    kept = {
        path.relative_to(tmp_path / "run/document").as_posix() for path in (tmp_path / "run/document").rglob("*.py")
    }
    assert kept == {"outer.py", "inner_package/__init__.py", "inner_package/deep.py"}
    for receipt in (tmp_path / "run/parts").glob("*.receipt.json"):
        receipt.unlink()
    for part in (tmp_path / "run/parts").glob("*.jsonl"):
        part.write_bytes(b"")
    for path in tmp_path.glob("*.py"):
        path.unlink()
    assert ended(resume(tmp_path / "run"))["status"] == "ended", "the study's folder is needed no more"
