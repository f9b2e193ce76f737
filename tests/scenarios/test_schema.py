"""The JSON Schema that ships is the models' own, and it says of every document what they say."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import hawthorne.plugins
from hawthorne.core.document import Source
from hawthorne.core.registry import names
from hawthorne.scenarios import schema
from hawthorne.scenarios.pinned import ORIGINAL_KINDS
from hawthorne.scenarios.read import CODES, read
from hawthorne.scenarios.steps import EXTENSIONS, ORIGINAL_STEPS, word

assert hawthorne.plugins.POINTS
REPOSITORY = Path(__file__).parents[2]
EXAMPLES = sorted((REPOSITORY / "examples" / "scenarios").glob("*.scenario.json"))
BROKEN = json.loads((REPOSITORY / "tests" / "fixtures" / "scenarios" / "broken.json").read_text())
VALIDATOR = Draft202012Validator(json.loads(schema.FILE.read_text(encoding="utf-8")))


def test_the_shipped_schema_is_the_models_own() -> None:
    assert schema.FILE.read_text(encoding="utf-8") == schema.text()
    Draft202012Validator.check_schema(schema.schema())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_our_own_scenarios_are_valid(path: Path) -> None:
    assert not list(VALIDATOR.iter_errors(json.loads(path.read_text())))


def changed(case: dict[str, Any]) -> dict[str, Any]:
    document: dict[str, Any] = copy.deepcopy(BROKEN["bases"][case["base"]])
    changes = [*((pointer, None) for pointer in case.get("remove", ())), *case.get("set", {}).items()]
    for pointer, value in changes:
        *way, last = pointer.split("/")[1:]
        holder: Any = document
        for piece in way:
            holder = holder[int(piece)] if isinstance(holder, list) else holder[piece]
        if pointer in case.get("remove", ()):
            del holder[last]
        elif isinstance(holder, list):
            holder[int(last) : int(last) + 1] = [value]
        else:
            holder[last] = value
    return document


@pytest.mark.parametrize("case", BROKEN["cases"], ids=[case["rule"] for case in BROKEN["cases"]])
def test_the_schema_refuses_what_the_models_refuse_and_nothing_else(case: dict[str, Any]) -> None:
    document = changed(case)
    reading = read(Source("x.scenario.json", json.dumps(document).encode()))
    form = [finding for finding in reading.findings if finding.code in CODES.values()]
    assert bool(form) == bool(list(VALIDATOR.iter_errors(document)))


def test_what_the_original_format_does_not_have_is_marked_and_nothing_else() -> None:
    definitions = schema.schema()["$defs"]
    by_kind = {
        each["properties"]["kind"]["const"]: each for each in definitions.values() if "kind" in each["properties"]
    }
    ours = {kind for kind, definition in by_kind.items() if definition.get("x-extension")}
    assert ours == {*map(word, EXTENSIONS), *(kind for kind in names("assertions") if kind not in ORIGINAL_KINDS)}
    assert set(by_kind) - ours == {*map(word, ORIGINAL_STEPS), *ORIGINAL_KINDS}
    marked = {(name, key) for name, each in definitions.items() if not each.get("x-extension")
              for key, value in each["properties"].items() if value.get("x-extension")}  # fmt: skip
    assert marked == {
        ("Bot", "allowOverrun"), ("Bot", "allowUnusedTurns"), ("Bot", "allowBrokenTurns"), ("ScriptedTurn", "exits"),
            ("Send", "thread"), ("Send", "sendId"),
        ("Send", "expectStatus"), ("WaitForNodeStatus", "nth"), ("WaitForNodeStatus", "any"),
        ("WaitForBusy", "waitingForTeammates"), ("ToolCallsAssertion", "modes"),
    }  # fmt: skip
