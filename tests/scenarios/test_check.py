"""What is wrong with a scenario, as data: `tests/fixtures/scenarios/broken.json` has sound scenarios, what is changed in
them, and every finding that must come of it."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import hawthorne.plugins
from hawthorne.bots.bodies import BODIES, PROFILE
from hawthorne.bots.library import FEATURE
from hawthorne.core.document import Source
from hawthorne.scenarios.check import FATAL, check, check_together
from hawthorne.scenarios.check.settings import BOT, SETTINGS, THREAD
from hawthorne.scenarios.read import CODES, read

assert hawthorne.plugins.POINTS
FIXTURES = Path(__file__).parents[1] / "fixtures" / "scenarios"
BROKEN = json.loads((FIXTURES / "broken.json").read_text())
CASES = BROKEN["cases"]
EVERY = {f"E{number:02}" for number in (1, 2, 3, 4, 5, 10, 11, 12, 20, 21, 30, 31, 32, 40, 41, 42, 50, 51, 52, 53, 54,
                                        60, 61, 62, 63, 64, 65, 70, 71)}  # fmt: skip


def place(document: Any, pointer: str) -> tuple[Any, Any]:
    *way, last = pointer.split("/")[1:]
    for piece in way:
        document = document[int(piece)] if isinstance(document, list) else document[piece]
    return document, int(last) if isinstance(document, list) else last


def changed(case: dict[str, Any]) -> dict[str, Any]:
    document: dict[str, Any] = copy.deepcopy(BROKEN["bases"][case["base"]])
    for pointer in case.get("remove", ()):
        holder, key = place(document, pointer)
        del holder[key]
    for pointer, value in case.get("set", {}).items():
        holder, key = place(document, pointer)
        if isinstance(holder, list) and key == len(holder):
            holder.append(value)
        else:
            holder[key] = value
    return document


def source(document: Any) -> Source:
    return Source("x.scenario.json", json.dumps(document, indent=1).encode())


@pytest.mark.parametrize("case", CASES, ids=[case["rule"] for case in CASES])
def test_every_finding_at_once_with_its_pointer(case: dict[str, Any]) -> None:
    found = [(each.code, each.severity, each.place.path, each.message) for each in check(read(source(changed(case))))]
    wanted = [(each["code"], each["severity"], each["path"], each["message"]) for each in case["findings"]]
    assert sorted(found) == sorted(wanted)


@pytest.mark.parametrize("case", CASES, ids=[case["rule"] for case in CASES])
def test_findings_stand_on_the_line_of_what_they_are_about_and_say_what_would_be_right(case: dict[str, Any]) -> None:
    reading = read(source(changed(case)))
    lines = reading.places.text.splitlines()
    for finding in check(reading):
        assert finding.fix
        assert finding.place.line is not None
        assert finding.place.column is not None
        line = lines[finding.place.line - 1]
        last = finding.place.path.rpartition("/")[2]
        assert last.isdigit() or f'"{last}"' in line or finding.code in ("E03", "E61"), (finding, line)


@pytest.mark.parametrize("case", CASES, ids=[case["rule"] for case in CASES])
def test_of_a_foreign_file_only_what_ends_its_run_is_an_error(case: dict[str, Any]) -> None:
    form = {code for name, code in CODES.items() if name != "unknown-key"}
    strict = check(read(source(changed(case))))
    lenient = check(read(source(changed(case)), compat=True))
    assert not [each for each in lenient if each.severity == "error" and each.code not in FATAL | form]
    if {each.code for each in strict} <= {"E01"}:
        assert {each.severity for each in lenient} <= {"note"}
        assert read(source(changed(case)), compat=True).scenario is not None


def test_every_code_has_a_broken_fixture() -> None:
    assert {each["code"] for case in CASES for each in case["findings"]} == EVERY


def test_what_can_be_changed_is_what_the_harness_takes() -> None:
    assert PROFILE.keys() == BOT
    assert BODIES["patchThread"]["properties"].keys() - {"botId", "threadId"} == THREAD
    assert FEATURE in SETTINGS["features"]


def test_an_id_belongs_to_one_scenario_of_many() -> None:
    one, two = (
        read(Source(name, json.dumps(BROKEN["bases"]["coordination"]).encode())) for name in ("1.json", "2.json")
    )
    other = read(source(BROKEN["bases"]["localVm"]))
    findings = check_together([one, other, two])
    assert [(each.code, each.place.file, each.place.path, each.message) for each in findings] == [
        ("E06", "2.json", "/id", 'the id "base" is that of 1.json too')
    ]


def test_a_text_that_is_no_json_is_one_finding() -> None:
    found = check(read(Source("x.scenario.json", b'{"id": }')))
    assert [(each.code, str(each.place)) for each in found] == [("syntax", "x.scenario.json:1:8")]
