"""Studies that call something, from the file to the record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from performed_study import ended, line, run, study, wrote

import hawthorne as hw
from hawthorne.core.errors import InvalidDocument
from hawthorne.core.registry import install
from hawthorne.plugins import POINTS

MEAN = """\
Mean:
  type: ServiceTask
  implementation: python://statistics.mean
  additionalArguments: {data: [1, 2, "{x}"]}
  dataOutputAssociations: [{targetRef: m}]
""" + line("Mean")


def test_a_call_puts_its_result_where_its_data_edge_points(tmp_path: Path) -> None:
    path = study(tmp_path, MEAN, "x: 6\nm:")
    assert wrote(run(path)) == {"P.m": 3}


def test_nothing_is_called_unless_it_is_allowed(tmp_path: Path) -> None:
    path = study(tmp_path, MEAN, "x: 6\nm:")
    plan = hw.plan(path)
    with pytest.raises(InvalidDocument) as caught:
        hw.run(plan, tmp_path / "run")
    (finding,) = caught.value.findings
    assert finding.code == "code-not-allowed"
    assert '"Mean"' in finding.message
    assert "python://statistics.mean" in finding.message
    assert "--allow-code" in finding.fix
    assert finding.place.line == 12
    assert not (tmp_path / "run").exists()
    assert run(path).header.performing["allow_code"]


def test_who_answers_everything_does_not_answer_calls(tmp_path: Path) -> None:
    """`--actor random` is about people; a script named for the role stands in for the code."""
    path = study(tmp_path, MEAN, "x: 6\nm:")
    assert wrote(run(path, actors="random")) == {"P.m": 3}
    script = tmp_path / "answers.json"
    script.write_text(json.dumps({"python": [17]}))
    assert wrote(run(path, allow_code=False, actors={"python": f"script:{script}"})) == {"P.m": 17}


def test_a_replay_gives_the_results_again_without_running_code(tmp_path: Path) -> None:
    path = study(
        tmp_path,
        "R: {type: ServiceTask, implementation: 'python://secrets.token_hex', dataOutputAssociations: [{targetRef: m}]}\n"
        + line("R"),
        "m:",
    )
    first = run(path, tmp_path / "run")
    again = run(path, allow_code=False, actors=f"replay:{tmp_path / 'run'}")
    assert wrote(first) == wrote(again)
    assert wrote(first) != wrote(run(path))


def test_what_cannot_be_called_is_said_before_the_first_step(tmp_path: Path) -> None:
    path = study(tmp_path, MEAN.replace("statistics.mean", "statistics.meen"), "x: 6\nm:")
    with pytest.raises(InvalidDocument, match=r'statistics has no "meen": did you mean "mean"'):
        run(path)
    path = study(tmp_path, MEAN.replace("statistics.mean", "no_such_module.f"), "x: 6\nm:")
    with pytest.raises(InvalidDocument, match="there is no module"):
        run(path)


def test_a_call_that_raises_leaves_by_the_error_boundary_event_else_the_case_fails(tmp_path: Path) -> None:
    fails = MEAN.replace('[1, 2, "{x}"]', "[]")
    done = ended(run(study(tmp_path, fails, "m:")))
    assert done["status"] == "failed"
    assert done["where"] == "Mean"
    assert done["why"] == '"Mean" failed: StatisticsError: mean requires at least one data point'
    caught = (
        fails
        + "Broke: {type: BoundaryEvent, attachedToRef: Mean, eventDefinitions: [{type: ErrorEventDefinition}]}\nOther: {type: EndEvent}\nFB: {type: SequenceFlow, sourceRef: Broke, targetRef: Other}\n"
    )
    done = ended(run(study(tmp_path, caught, "m:")))
    assert done == {"status": "ended", "where": "Other"}


def test_arguments_are_positional_named_nested_and_bound_from_data(tmp_path: Path) -> None:
    (tmp_path / "toolbox.py").write_text(
        "def show(*args, **named):\n    return [list(args), named]\n\nclass Pile:\n    def __init__(self, items): self.items = list(items)\n    def tops(self, n): return self.items[:n]\n"
    )
    elements = """\
Show:
  type: ServiceTask
  implementation: python://toolbox.show
  additionalArguments:
    args: [1, "{x}"]
    size: "{x}"
    text: "x is {x}"
    inner: {implementation: python://math.prod, arguments: {args: [[2, 3, "{x}"]]}}
  dataInputAssociations:
    - {sourceRef: [items], transformation: "*"}
    - {sourceRef: [items], transformation: "first = items[1]"}
    - {sourceRef: [x]}
  dataOutputAssociations:
    - {targetRef: shown}
Tops:
  type: ServiceTask
  implementation: python://toolbox.Pile.tops
  additionalArguments: {n: 2}
  dataInputAssociations: [{sourceRef: [items], transformation: self}]
  dataOutputAssociations: [{targetRef: best, transformation: "result[-1] * 10"}]
""" + line("Show", "Tops")  # fmt: skip
    found = wrote(run(study(tmp_path, elements, "x: 4\nitems: [7, 8, 9]\nshown:\nbest:")))
    assert found["P.shown"] == [[1, 4, [7, 8, 9]], {"size": 4, "text": "x is 4", "inner": 24, "first": 7, "x": 4}]
    assert found["P.best"] == 80


def test_an_argument_that_is_given_twice_is_an_error(tmp_path: Path) -> None:
    twice = MEAN.replace(
        "  dataOutput", "  dataInputAssociations: [{sourceRef: [x], transformation: data}]\n  dataOutput"
    )
    with pytest.raises(InvalidDocument, match='"data" from a data input and from its arguments'):
        run(study(tmp_path, twice, "x: 6\nm:"))


def test_a_script_task_gives_what_it_leaves_under_result_or_its_last_line(tmp_path: Path) -> None:
    elements = """\
Script:
  type: ScriptTask
  scriptFormat: python
  script: |
    half = [value / 2 for value in items]
    f"{sum(half):.1f} of {len(half)}"
  dataInputAssociations: [{sourceRef: [items]}]
  dataOutputAssociations: [{targetRef: told}]
Shell:
  type: ScriptTask
  scriptFormat: bash
  script: |
    echo "[\\"$told\\", $extra]"
  additionalArguments: {extra: 5}
  dataInputAssociations: [{sourceRef: [told]}]
  dataOutputAssociations: [{targetRef: heard}]
""" + line("Script", "Shell")
    path = study(tmp_path, elements, "items: [1, 2]\ntold:\nheard:")
    assert not [finding for finding in hw.validate(path) if finding.code == "unfilled"], (
        "braces in a script are its own"
    )
    assert wrote(run(path)) == {"P.told": "1.5 of 2", "P.heard": ["1.5 of 2", 5]}
    with pytest.raises(InvalidDocument, match='"Script" runs its script'):
        hw.run(hw.plan(path))


def test_a_script_in_an_unknown_language_is_an_error_with_the_known_ones(tmp_path: Path) -> None:
    path = study(tmp_path, "S: {type: ScriptTask, scriptFormat: pyton, script: '1'}\n" + line("S"))
    (finding,) = [finding for finding in hw.validate(path) if finding.code == "no-performer"]
    assert 'did you mean "python"' in finding.fix


def test_a_scheme_that_nothing_performs_is_an_error_with_the_known_ones(tmp_path: Path) -> None:
    path = study(tmp_path, "S: {type: ServiceTask, implementation: 'pythn://os.getcwd'}\n" + line("S"))
    (finding,) = [finding for finding in hw.validate(path) if finding.code == "no-performer"]
    assert 'did you mean "python"' in finding.fix


def test_a_package_adds_a_scheme_by_its_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "loud_package.py").write_text(
        "from hawthorne.actors.performers.python import PythonPerformer\n"
        "from hawthorne.core.performer import HandBack\n"
        "from hawthorne.core.ask import Answer\n"
        "class Loud(PythonPerformer):\n"
        "    kind = 'loud'\n"
        "    def open(self, case, draws): return self\n"
        "    def answer(self, ask): return Answer(HandBack(ask.view['implementation'].upper()).as_json())\n"
        "    def recall(self, ask, answer): pass\n"
        "    @classmethod\n"
        "    def problem(cls, reference, site): return 'it whispers' if 'whisper' in reference else None\n"
    )
    info = tmp_path / "loud_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: loud-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[hawthorne.performers]\nloud = loud_package:Loud\n")
    monkeypatch.syspath_prepend(tmp_path)
    install(POINTS)
    try:
        step = "S: {type: ServiceTask, implementation: 'loud://word', dataOutputAssociations: [{targetRef: m}]}\n"
        assert wrote(run(study(tmp_path, step + line("S"), "m:"))) == {"P.m": "LOUD://WORD"}
        with pytest.raises(InvalidDocument, match="it whispers"):
            run(study(tmp_path, step.replace("word", "whisper") + line("S"), "m:"))
    finally:
        monkeypatch.undo()
        install(POINTS)


def test_a_report_says_how_to_run_it_again_and_that_calls_are_made_anew(tmp_path: Path) -> None:
    done = run(study(tmp_path, MEAN, "x: 6\nm:"), tmp_path / "run", step_timeout=5)
    text = str(hw.report(done))
    assert "--allow-code --step-timeout 5" in text
    assert "python answering anew" in text
