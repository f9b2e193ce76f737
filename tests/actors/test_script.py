"""The script actor: lists of answers, and functions."""

import asyncio
import json
import pickle

import pytest

from hawthorne.actors.script import ScriptActor, function_of
from hawthorne.core.ask import Answer, Ask, Fault, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.spaces.text import Text


def ask(step="A", number=1, role="R") -> Ask:
    return Ask(f"1/{step}.{number}", role, step, {"text": "?"}, Text())


def mind(made):
    return made.open(1, Draws.seeded(1))


def script(tmp_path, content) -> ScriptActor:
    file = tmp_path / "script.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return ScriptActor.from_spec(str(file))


def test_a_list_is_given_in_order_to_whatever_is_asked_and_anew_in_each_case(tmp_path):
    made = script(tmp_path, ["Left", 3, {"x": 1}])
    for _ in range(2):
        head = mind(made)
        assert [head.answer(ask(step)) for step in "ABA"] == [Answer("Left"), Answer(3), Answer({"x": 1})]


def test_lists_go_by_step_then_by_role(tmp_path):
    head = mind(script(tmp_path, {"A": ["a1", "a2"], "R": ["r1", "r2"]}))
    assert [head.answer(ask(step)).value for step in "ABAB"] == ["a1", "r1", "a2", "r2"]


def test_an_entry_may_say_how_long_it_takes_or_that_nothing_is_said(tmp_path):
    head = mind(
        script(tmp_path, [{"value": "Left", "took": 0.4}, None, {"silence": "refused"}, {"silence": "left", "took": 2}])
    )
    assert [head.answer(ask()) for _ in range(4)] == [
        Answer("Left", 0.4), Silence("missed"), Silence("refused"), Silence("left", 2),
    ]  # fmt: skip


def test_a_list_that_has_run_out_is_a_fault_that_says_so(tmp_path):
    head = mind(script(tmp_path, {"A": ["once"]}))
    head.answer(ask())
    fault = head.answer(ask("A", 2))
    assert isinstance(fault, Fault)
    assert fault.error == 'the script for "A" has 1 answers, and ask 1/A.2 is number 2'
    assert 'no answers for the step "B"' in head.answer(ask("B")).error


def test_a_resumed_case_goes_on_where_its_lists_were(tmp_path):
    head = mind(script(tmp_path, ["one", "two"]))
    head.recall(ask(), Answer("one"))
    assert head.answer(ask("A", 2)) == Answer("two")


@pytest.mark.parametrize("content", ["{", "3", '{"A": "Left"}', b"\xff\xfe".decode("latin-1")])
def test_a_file_that_is_no_script_is_an_error_of_use(tmp_path, content):
    with pytest.raises(UsageError, match=r"script\.json"):
        script(tmp_path, content)


@pytest.mark.parametrize(
    "text", ["", "nowhere.json", "words", "no.such.module:function", "json:no_such", "json:__doc__"]
)
def test_what_names_neither_file_nor_function_is_an_error_of_use(text):
    with pytest.raises(UsageError):
        ScriptActor.from_spec(text)


FUNCTIONS = """
from hawthorne.core.ask import Answer, Silence

def value(ask):
    return {"step": ask.step, "pair": (1, 2)}

def answer(ask):
    return Answer("Left", 0.25)

def silence(ask):
    return Silence("refused")

def breaks(ask):
    return {}["missing"]

def strange(ask):
    return object()

async def later(ask):
    return ask.step

async def breaks_later(ask):
    raise ValueError("late")
"""


@pytest.fixture
def functions(tmp_path, monkeypatch):
    (tmp_path / "scripted_answers.py").write_text(FUNCTIONS)
    monkeypatch.syspath_prepend(str(tmp_path))
    function_of.cache_clear()
    return lambda name: mind(ScriptActor.from_spec(f"scripted_answers:{name}"))


def test_a_function_gives_a_value_an_answer_or_a_silence(functions):
    assert functions("value").answer(ask()) == Answer({"step": "A", "pair": [1, 2]})
    assert functions("answer").answer(ask()) == Answer("Left", 0.25)
    assert functions("silence").answer(ask()) == Silence("refused")


def test_a_function_that_breaks_is_a_fault_with_its_error(functions):
    assert functions("breaks").answer(ask()) == Fault("KeyError: 'missing'")
    assert "not a JSON value" in functions("strange").answer(ask()).error


def test_a_function_may_take_its_time(functions):
    assert asyncio.run(functions("later").answer(ask())) == Answer("A")
    assert asyncio.run(functions("breaks_later").answer(ask())) == Fault("ValueError: late")


def test_a_module_of_the_working_folder_is_found(tmp_path, monkeypatch):
    (tmp_path / "answers_of_this_folder.py").write_text("def go(ask):\n    return 'here'\n")
    monkeypatch.setattr("sys.path", [entry for entry in __import__("sys").path if entry])
    monkeypatch.chdir(tmp_path)
    assert mind(ScriptActor.from_spec("answers_of_this_folder:go")).answer(ask()) == Answer("here")


def test_a_list_can_be_repeated_and_nothing_is_promised_of_a_function(tmp_path, functions):
    made = script(tmp_path, ["Left"])
    assert made.describe().parameters == {"answers": ["Left"]}
    assert (made.describe().reproducible, made.describe().sees) == (True, "key"), "a list's answers go by step"
    function = ScriptActor.from_spec("scripted_answers:value")
    assert function.describe().parameters == {"function": "scripted_answers:value"}
    assert function.describe().reproducible is False
    assert pickle.loads(pickle.dumps(function)) == function
