"""The JSON Schema of scenarios, for editors and for other programs. What the original format does not have is marked
with `x-extension`. The shipped file `scenario.schema.json` is this, as text; a test holds them together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hawthorne.scenarios.fields import OURS
from hawthorne.scenarios.pinned import ORIGINAL_KINDS
from hawthorne.scenarios.read import document_model
from hawthorne.scenarios.steps import EXTENSIONS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FILE = Path(__file__).with_name("scenario.schema.json")


def schema() -> dict[str, Any]:
    """The schema of a scenario, with the assertions that are registered now."""
    made = document_model().model_json_schema(by_alias=True)
    definitions = made["$defs"]
    for step in EXTENSIONS:
        definitions[step.__name__] |= OURS
    for definition in definitions.values():
        kind = definition.get("properties", {}).get("kind", {}).get("const")
        if definition["title"].endswith("Assertion") and kind not in ORIGINAL_KINDS:
            definition |= OURS
    return {"$schema": DIALECT, **_plain(made)}


def text() -> str:
    """The shipped file's text."""
    return json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"


def _plain(value: Any, named: bool = False) -> Any:
    """Without titles made of names, and without defaults of null: what may be left out may not be null. `named` says
    that the keys are names of the document's own."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _plain(item, key in ("properties", "$defs") and not named) for key, item in value.items()
            if named or not (key == "title" or (key == "default" and item is None))}  # fmt: skip
    if not named and isinstance(kept.get("description"), str):
        kept["description"] = " ".join(kept["description"].split())
    return kept
