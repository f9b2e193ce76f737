"""The laws of machines and programs, over every fixture."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from small_paper import FIXTURES, STUDIES, fixture, notes, paper, played, program, question, rows, stage

from hawthorne.actors.random import RandomActor
from hawthorne.core.ask import Answer, Ask
from hawthorne.core.case import Case
from hawthorne.core.document import Setting, Source
from hawthorne.hold.blind import BlindMind
from hawthorne.hold.drive import drive
from hawthorne.protocols.program import ProtocolProgram, compile_protocol
from hawthorne.protocols.read import read
from hawthorne.testing.machine import check_machine, check_program, sampled

ALONE = [name for name in FIXTURES if len(fixture(name).people) == 1]


@pytest.mark.parametrize("name", FIXTURES)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_case_replays_is_cut_and_goes_on_and_ends(name: str, number: int) -> None:
    made = fixture(name)
    check_machine(lambda: made.machine(number), sampled(number), number, cuts=8)


@pytest.mark.parametrize("name", ALONE)
def test_the_first_cases_of_many_are_those_of_few(name: str) -> None:
    document = read(Source.of_file(STUDIES / name / "protocol.json"))
    check_program(lambda n: compile_protocol(document, Setting(seed=4, n=n)))


@pytest.mark.parametrize("name", FIXTURES)
def test_random_participants_come_to_an_end_at_every_seed(name: str) -> None:
    for seed in range(4):
        made = fixture(name, seed)
        for number in range(1, 11):
            case = Case(number, made.machine(number))
            draws = Setting(seed=seed).draws.at("actor", number)
            actors = {role.name: RandomActor().open(number, draws.at(role.name)) for role in made.roles}
            drive(case, {role: BlindMind(mind) for role, mind in actors.items()})
            assert case.result is not None
            assert case.result.status == "ended", case.result


RECORD = """
import json, sys
from small_paper import fixture, played
print(json.dumps([record._asdict() for record in played(fixture(sys.argv[1]))], sort_keys=False))
"""


@pytest.mark.parametrize("name", ["fixture_kinds", "fixture_public_goods"])
def test_records_are_the_same_whatever_python_hashes(name: str) -> None:
    here = Path(__file__).parents[2]
    path = os.pathsep.join([str(here), str(here.parent / "src")])
    said = [
        subprocess.run([sys.executable, "-c", RECORD, name], capture_output=True, check=True, text=True,
                       env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": path}).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert said[0] == said[1] != ""


def test_renaming_ids_changes_nothing_but_names() -> None:
    """Ids of stages, items, options and arms are in no address: what is drawn and shown stays."""
    options = [{"id": f"o{k}", "text": f"Option {k}"} for k in range(6)]
    doc = paper(
        {"sequence": [{"shuffle": [{"stage": "s1"}, {"stage": "s2"}, {"stage": "s3"}]},
                      {"loop": {"id": "l", "over": [1, 2, 3, 4], "order": "shuffle", "do": {"stage": "s4"}}}]},
        [question(f"r{k}", "choice", options=options, shuffle=True) for k in (1, 2, 3, 4)],
        [stage(f"s{k}", f"r{k}", text=f"Text {k} {{{{draw.d}}}}") for k in (1, 2, 3, 4)],
        arms=[{"id": "one"}, {"id": "two"}],
        draws=[{"id": "d", "kind": "pick", "from": ["x", "y", "z"], "public": True}],
    )  # fmt: skip
    text = json.dumps(doc)
    for old, new in (("s1", "zz"), ("s3", "aa"), ("o2", "q9"), ("one", "other"), ("pg1", "page")):
        text = text.replace(f'"{old}"', f'"{new}"')

    def shown(made: ProtocolProgram) -> list[object]:
        log = played(made, _first)
        views = [record.value["view"] for record in log if record.what == "put"]
        return [([item["text"] for item in view["items"]],
                 [[option["text"] for option in each["options"]] for each in view["responses"]]) for view in views]  # fmt: skip

    assert shown(program(doc)) == shown(program(json.loads(text)))


def _first(ask: Ask) -> Answer:
    return Answer({name: space.options[0] for name, space in ask.space.parts.items()})


def test_swapping_who_answers_changes_nothing_that_was_drawn() -> None:
    made = fixture("fixture_score")
    first, second = played(made, sampled(1)), played(made, sampled(2))
    assert notes(first, "drew") == notes(second, "drew")
    assert rows(first)[0]["arm"] == rows(second)[0]["arm"]
