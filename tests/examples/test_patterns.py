"""The studies of `examples/patterns` do what their page says of them."""

from __future__ import annotations

import inspect
import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from scipy.stats import linregress, trim_mean

import hawthorne as hw
from hawthorne import facade
from hawthorne.core.errors import HawthorneError
from hawthorne.flows.kind import FlowKind

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "patterns"
STUDIES = sorted(FOLDER.glob("*.studyflow.yaml"))
PAGE = ROOT / "docs" / "examples.md"
CALLS = "allow_code" in inspect.signature(facade.plan).parameters
calling = pytest.mark.skipif(not CALLS, reason="nothing performs python:// yet")
KNOWN = {"elements_all", "calls_versioned"}
"""Those that nobody runs: a page of signs, a call that nothing performs, an order of exchanges."""


def name_of(path: Path) -> str:
    return path.name.partition(".")[0]


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.studyflow.yaml"


def run_of(name_or_path, n=None, **more):
    path = path_of(name_or_path) if isinstance(name_or_path, str) else name_or_path
    if "python://" in path.read_text(encoding="utf-8"):
        more["allow_code"] = True
    return hw.run(hw.plan(path, n=n, **more))


def rows(run, table="flow"):
    return list(hw.tables(run)[table].rows)


def passes(run):
    return {row["id"]: row["passes"] for row in rows(run)}


def written(run):
    """The last value of each property and data element, by its name without the scope."""
    return {
        record.who.rpartition(".")[2]: record.value for record in run.records() if record.what == "wrote"
    }  # fmt: skip


def drawn_arms(run):
    return [record.value["arm"] for record in run.records() if record.what == "drew"]


@pytest.mark.parametrize("path", STUDIES, ids=name_of)
def test_a_pattern_has_no_error_and_no_warning(path):
    if not CALLS and "python://" in path.read_text(encoding="utf-8"):
        pytest.skip("nothing performs python:// yet")
    if name_of(path) not in KNOWN:
        assert [finding for finding in hw.validate(path) if finding.severity != "note"] == []


@pytest.mark.parametrize("path", STUDIES, ids=name_of)
def test_a_pattern_survives_yaml_and_xml(path, tmp_path):
    document = hw.load(path)
    there = tmp_path / "x.bpmn"
    there.write_bytes(hw.convert(document, "xml").data)
    assert FlowKind().digests(hw.load(there)) == FlowKind().digests(document)


@pytest.mark.parametrize("path", STUDIES, ids=name_of)
def test_the_page_shows_every_pattern_as_it_is_drawn_now(path):
    text = PAGE.read_text(encoding="utf-8")
    assert f"(../examples/patterns/{path.name})" in text
    assert f"(pictures/{name_of(path)}.svg)" in text
    picture = ROOT / "docs" / "pictures" / f"{name_of(path)}.svg"
    assert picture.read_bytes() == hw.draw(path), "run docs/make_pictures.py"


# --- order_words_faces ------------------------------------------------------------------------------------------------


def uniform(key: str) -> float:
    """FNV-1a of the key, and mulberry32's first number from it."""
    seed = 0x811C9DC5
    for byte in key.encode():
        seed = (seed ^ byte) * 0x01000193 & 0xFFFFFFFF
    a = (seed + 0x6D2B79F5) & 0xFFFFFFFF
    t = (a ^ a >> 15) * (a | 1) & 0xFFFFFFFF
    t ^= (t + ((t ^ t >> 7) * (t | 61) & 0xFFFFFFFF)) & 0xFFFFFFFF
    return ((t ^ t >> 14) & 0xFFFFFFFF) / 2**32


def block_of_two(seed: int, block: int) -> list[int]:
    arms = [0, 1]
    swap = int(uniform(f"{seed}:Order@1:block{block}:1") * 2)
    arms[1], arms[swap] = arms[swap], arms[1]
    return arms


@pytest.mark.parametrize("seed", [7, 1, 2, 3])
def test_the_orders_are_dealt_by_the_blocks_of_the_seed(seed):
    arms = drawn_arms(run_of("order_words_faces", seed=seed))
    assert arms == block_of_two(seed, 0) + block_of_two(seed, 1)
    assert Counter(arms) == {0: 2, 1: 2}


def test_a_second_run_deals_the_same_orders():
    assert drawn_arms(run_of("order_words_faces")) == drawn_arms(run_of("order_words_faces"))


# --- stimuli_registered -----------------------------------------------------------------------------------------------


@calling
def test_the_answers_come_back_in_the_order_of_the_file_and_twice_the_same():
    first, again = (run_of("stimuli_registered", level="full") for _ in range(2))
    assert [record.value for record in first.records()] == [record.value for record in again.records()]
    shown = [record.value["view"] for record in first.records() if record.what == "put" and record.who == "Person"]
    assert [view["p_trial"]["word"] for view in shown] == ["lamp", "heron", "spoon", "otter"]
    answers = written(first)["answers"]
    assert len(answers) == 4
    assert set(map(str, answers)) <= {"animal", "object"}


@calling
def test_a_changed_list_stops_the_run_and_its_new_digest_is_named(tmp_path):
    study = tmp_path / path_of("stimuli_registered").name
    study.write_bytes(path_of("stimuli_registered").read_bytes())
    words = (FOLDER / "stimuli_words.csv").read_bytes().replace(b"heron", b"crane")
    (tmp_path / "stimuli_words.csv").write_bytes(words)
    with pytest.raises(HawthorneError, match=r"sha256:[0-9a-f]{8}"):
        run_of(study)


# --- calls ------------------------------------------------------------------------------------------------------------


@calling
def test_the_multiverse_has_one_mean_for_each_share_in_order():
    values = written(run_of("multiverse_trimming"))
    times = [0.61, 0.55, 0.48, 0.52, 1.90, 0.57, 0.50, 0.49, 0.58, 0.20]
    assert values["means"] == pytest.approx([trim_mean(sorted(times), cut) for cut in (0.0, 0.1, 0.2)])
    assert values["groups"][:2] == ["a", "b"]


@calling
def test_both_questions_are_decided_by_the_limits_of_the_parameters():
    reached = passes(run_of("within_two_questions"))
    assert reached["Difference"] == 1
    assert reached["For_it"] == 1
    assert not reached["No_difference"] + reached["Against_it"] + reached["Undecided"]


@calling
def test_other_limits_decide_otherwise(tmp_path):
    text = path_of("within_two_questions").read_text(encoding="utf-8")
    path = tmp_path / "w.studyflow.yaml"
    path.write_text(text.replace("{alpha: 0.05, evidence: 3}", "{alpha: 0.000001, evidence: 1000}"), encoding="utf-8")
    reached = passes(run_of(path))
    assert reached["No_difference"] == 1
    assert reached["Undecided"] == 1


@calling
def test_the_drawn_loop_says_hello_eight_times(capfd):
    reached = passes(run_of("loop_drawn"))
    assert reached["Say"] == reached["Gate"] == 8
    assert "".join(capfd.readouterr()).count("hello again") == 8


def test_what_nothing_performs_is_named_before_the_first_step():
    found = [finding for finding in hw.validate(path_of("calls_versioned")) if finding.code == "no-performer"]
    assert any("https://example.org/tools/clean.py@v2" in finding.message for finding in found)


@calling
def test_the_pipeline_reports_when_the_line_fits():
    run = run_of("pipeline_reading")
    line = linregress([3, 9, 5, 7, 4, 8, 6], [310, 640, 405, 520, 360, 590, 470])
    values = written(run)
    assert values["explained"] == pytest.approx(line.rvalue**2)
    assert json.loads(values["summary"]) == pytest.approx({"slope": line.slope, "explained": line.rvalue**2})
    assert passes(run)["Done"] == 1


# --- trials -----------------------------------------------------------------------------------------------------------


def test_three_agents_play_twelve_trials_each():
    run = run_of("agents_pool", actors={"Small_model": "random", "Large_model": "random"})
    trials = Counter(row["task"] for row in rows(run, "trials"))
    assert trials == {"Bot_plays": 12, "Small_plays": 12, "Large_plays": 12}
    assert passes(run)["Score"] == 1


def test_each_persona_is_sent_with_its_own_task():
    assert [role.name for role in hw.plan(path_of("bot_personas")).unplayed] == ["Model"]
    run = run_of("bot_personas", actors="random")
    sent = {(row["task"], row["prompt"]) for row in rows(run, "trials")}
    assert dict(sent) == {
        "Warm_up": "Answer with one word.",
        "Tired_play": "You slept four hours. Answer with one word, as you would then.",
        "Expert_play": "You have done this for years. Answer with one word.",
    }
    assert len(sent) == 3


def test_every_guest_of_the_battery_comes_to_its_end():
    run = run_of("battery_evening", actors={"Guests": "random"})
    reached = passes(run)
    assert reached["Explain"] == reached["Load_questions"] == reached["Leave"] == 5
    assert {row["task"] for row in rows(run, "trials")} == {"Memory", "Control", "Memory_again"}


def test_the_check_finds_its_planted_truth_again():
    run = run_of("planted_check", seed=21)
    trials = [row for row in rows(run, "trials") if row["condition"] == "BX" and row["outcome"] == "answered"]
    share = {
        arm: sum(row["correct"] for row in trials if row["context.state.arm"] == arm)
        / sum(1 for row in trials if row["context.state.arm"] == arm)
        for arm in ("control", "hint")
    }
    assert share["control"] == pytest.approx(0.72, abs=0.08)
    assert share["hint"] == pytest.approx(0.90, abs=0.06)
    reached = passes(run)
    assert reached["Complete"] + reached["Lost"] + reached["Excluded"] == 40
    assert 2 <= reached["Lost"] <= 16


# --- drawings ---------------------------------------------------------------------------------------------------------


def test_nobody_is_lost_between_the_boxes_of_the_trial():
    reached = passes(run_of("consort_breathing", actors="random"))
    assert reached["Invited"] == reached["Excluded"] + reached["Arm"] == 60
    arms = ("Breath", "Rest")
    assert reached["Arm"] == sum(reached[f"{arm}_allocation"] for arm in arms)
    for arm in arms:
        steps = [f"{arm}_allocation", f"{arm}_follow_up", f"{arm}_analysis", f"{arm}_end"]
        for step, after in pairwise(steps):
            assert reached[step] == reached[after] + reached[f"{step}_left"]
    assert reached["Left"] == sum(count for id, count in reached.items() if id.endswith("_left") and "From" not in id)


def test_the_choreography_has_its_three_exchanges_and_no_errors():
    document = hw.load(path_of("exchange_rounds"))
    assert not [finding for finding in hw.validate(document) if finding.severity == "error"]
    shown = re.sub(r"<[^>]*>", "", hw.draw(document).decode())
    assert [shown.count(name) >= 3 for name in ("Host", "Guest")] == [True, True]


def test_the_page_of_signs_holds_every_kind_of_node():
    elements = hw.load(path_of("elements_all")).model.elements.values()
    kinds = {element.local for element in elements}
    assert kinds >= {
        "StartEvent", "EndEvent", "IntermediateCatchEvent", "IntermediateThrowEvent", "BoundaryEvent",
        "ExclusiveGateway", "ParallelGateway", "InclusiveGateway", "ComplexGateway", "EventBasedGateway",
        "Task", "UserTask", "ServiceTask", "ScriptTask", "ManualTask", "SendTask", "ReceiveTask", "BusinessRuleTask",
        "CallActivity", "SubProcess", "Transaction", "AdHocSubProcess", "ChoreographyTask",
        "DataObjectReference", "DataStoreReference", "TextAnnotation", "Group",
    }  # fmt: skip
