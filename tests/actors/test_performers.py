"""What performers hand back, and the files that they read and write."""

from __future__ import annotations

import json
import sys
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hawthorne.actors.performers.files import BadFile, Files
from hawthorne.actors.performers.hand_back import MOST, Unfit, as_json, hand_back, selected
from hawthorne.actors.performers.python import NotCallable, PythonPerformer, found, run_script
from hawthorne.actors.performers.shell import ShellPerformer
from hawthorne.core.ask import Answer, Ask, Fault
from hawthorne.core.draws import Draws
from hawthorne.core.performer import HandBack, Site
from hawthorne.core.values import plain
from hawthorne.spaces.anything import Anything


def ask(**view: Any) -> Ask:
    return Ask("1/S.1", "python", "S", view, Anything())


def call(reference: str, site: Site | None = None, **view: Any) -> Any:
    reply = PythonPerformer.at(site or Site()).open(1, Draws.seeded(7)).answer(ask(implementation=reference, **view))
    assert isinstance(reply, Answer), reply
    return HandBack.of(reply.value).result


class Frame:
    """What a data frame looks like from here."""

    columns = ("a",)

    def to_dict(self, how: str) -> list[dict[str, int]]:
        assert how == "records"
        return [{"a": 1}, {"a": 2}]


class Array:
    def tolist(self) -> list[float]:
        return [1.0, float("nan")]


@pytest.mark.parametrize(
    ("value", "json"),
    [
        ((1, 2.5, None, True, "x"), [1, 2.5, None, True, "x"]),
        ({1: {2, 1}}, {"1": [1, 2]}),
        ([date(2020, 1, 2)], ["2020-01-02"]),
        (Frame(), [{"a": 1}, {"a": 2}]),
        (Array(), [1.0, None]),
        (Fraction(1, 4), 0.25),
        (Decimal("0.5"), 0.5),
    ],
)
def test_results_become_json(value: Any, json: Any) -> None:
    assert as_json(value) == json


@settings(max_examples=50)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=12,
    )
)
def test_what_is_json_stays_as_it_is(value: Any) -> None:
    assert as_json(value) == plain(value)


def test_a_path_reaches_into_any_object_and_an_expression_into_json(tmp_path: Path) -> None:
    frame = Frame()
    assert selected((frame, 2), "result[1].columns[1]") == "a"
    assert selected([1, 2, 3], "result[item > 1]") == [2, 3]
    assert selected({"p-val": 1, "n": [4]}, "result.n[1] + 1") == 5
    for wrong in ("result[9]", "result.nothing", "result[1].nothing"):
        with pytest.raises(Unfit, match="result"):
            selected((frame,), wrong)


def test_what_a_record_cannot_hold_goes_to_a_file_and_the_rest_is_selected(tmp_path: Path) -> None:
    files = Files(Site(), tmp_path, 1)
    outputs = [{"target": "model", "select": "result[1]", "file": "m.pkl"}, {"target": "n", "select": "result[2]"}]
    handed = hand_back((Frame, 3), outputs, files)
    assert handed.result is None
    assert handed.values["n"] == 3
    assert handed.values["model"]["$file"] == "m.pkl"
    assert files.read("m.pkl", handed.values["model"]["digest"]) is Frame
    long = "x" * MOST
    with pytest.raises(Unfit, match="letters of JSON"):
        hand_back(long, [], files)
    assert hand_back(long, [{"target": "t", "file": "t.txt"}], files).values["t"]["$file"] == "t.txt"
    assert (tmp_path / "t.txt").read_text() == long


def test_a_file_that_changed_since_it_was_written_is_refused(tmp_path: Path) -> None:
    files = Files(Site(), tmp_path, 1)
    written = files.write("a.json", [1])
    (tmp_path / "a.json").write_text("[2]")
    with pytest.raises(BadFile, match="no longer what this run wrote"):
        files.read("a.json", written)


@pytest.mark.parametrize(("name", "text"), [("a.json", "{"), ("a.pkl", "nonsense"), ("a.jsonl", "{}\n{")])
def test_a_file_that_is_not_what_its_suffix_says_is_a_finding_of_its_name(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(BadFile, match=f'"{name}" cannot be read'):
        Files(Site(tmp_path), tmp_path / "out", 1).read(name)


def test_files_of_several_cases_lie_apart(tmp_path: Path) -> None:
    site = Site(several=True)
    for case in (1, 2):
        Files(site, tmp_path, case).write("a.json", case)
    assert [json.loads(path.read_text()) for path in sorted(tmp_path.rglob("a.json"))] == [1, 2]


def test_methods_get_their_receiver_and_classes_make_objects() -> None:
    assert call("python://builtins.str.upper", self="abc") == "ABC"
    assert (
        call("python://fractions.Fraction.limit_denominator", self="3.1416", arguments={"max_denominator": 10})
        == 22 / 7
    )
    assert call("python://fractions.Fraction", args=[1, 4]) == 0.25


def test_a_class_is_made_of_a_value_where_the_item_definition_names_one() -> None:
    assert call("python://operator.add", args=[{"$as": "fractions.Fraction", "value": "1/4"}, 1]) == 1.25


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ("python://statistics", "not a function"),
        ("python://sorted", "did you mean python://builtins.sorted"),
        ("python://statistics.mean.real", 'has no "real"'),
        ("python://no_such_package.f", "there is no module"),
        ("python://hypothesis.given@0.1", "is installed, and the study asks for 0.1"),
        ("shell://ls", "cannot be called from Python"),
    ],
)
def test_what_cannot_be_called_says_why(reference: str, why: str) -> None:
    with pytest.raises(NotCallable, match=why):
        found(reference, None)


def test_code_that_raises_or_exits_is_a_fault_and_what_it_prints_is_no_output(
    capsys: pytest.CaptureFixture[str],
) -> None:
    mind = PythonPerformer.at(Site()).open(1, Draws.seeded(7))
    assert mind.answer(ask(implementation="python://json.loads", args=["{"])).error.startswith(
        "JSONDecodeError: Expecting"
    )
    assert mind.answer(ask(implementation="python://sys.exit", args=[3])) == Fault("the code asked Python to exit (3)")
    assert mind.answer(ask(script="1 +")).error.startswith("SyntaxError")
    mind.answer(ask(implementation="python://builtins.print", args=["hello"]))
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "hello\n")


def test_a_module_beside_a_study_is_that_study_s_and_read_again_when_it_changes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "beside_me.py").write_text(f"def who(): return '{name}'\n")
    assert [call("python://beside_me.who", Site(tmp_path / name)) for name in ("one", "two", "one")] == [
        "one",
        "two",
        "one",
    ]
    (tmp_path / "one/beside_me.py").write_text("def who(): return 'another'\n")
    assert call("python://beside_me.who", Site(tmp_path / "one")) == "another"
    (tmp_path / "one/statistics.py").write_text("def mean(x): return 'hidden'\n")
    assert call("python://statistics.mean", Site(tmp_path / "one"), args=[[1, 3]]) == 2, "a package is not hidden"


def test_a_script_sees_its_names_and_can_import_what_stands_beside_it(tmp_path: Path) -> None:
    (tmp_path / "beside_script.py").write_text("def double(x): return 2 * x\n")
    assert run_script("from beside_script import double\ndouble(x)", {"x": 4}, tmp_path) == 8
    assert run_script("x = 1", {}) is None


def test_a_program_gets_its_input_and_its_output_is_json_where_it_is_some(tmp_path: Path) -> None:
    mind = ShellPerformer.at(Site(tmp_path)).open(1, Draws.seeded(7))
    assert mind.answer(ask(implementation="shell://cat", self=[1, {"a": None}])) == Answer({"result": [1, {"a": None}]})
    assert mind.answer(ask(implementation="shell://echo", args=["a b", 1.5])) == Answer({"result": "a b 1.5"})
    assert mind.answer(ask(implementation="shell://true")) == Answer({"result": None})
    assert mind.answer(ask(script='test "$who" = me', names={"who": "you"})) == Fault(
        "ended with exit code 1: it said nothing"
    )


def test_a_call_that_is_left_behind_does_not_take_standard_output_with_it() -> None:
    out = sys.stdout
    mind = PythonPerformer.at(Site(timeout=0.02)).open(1, Draws.seeded(7))
    assert mind.answer(ask(implementation="python://time.sleep", args=[5])) == Fault(
        "took longer than 0.02 s (--step-timeout)"
    )
    assert sys.stdout is out
