"""The schemas are made from the models: `python -m hawthorne.protocols.schemas.make` writes the shipped files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from hawthorne.protocols.cards.run import Run
from hawthorne.protocols.cards.state import State
from hawthorne.protocols.cards.study import Study
from hawthorne.protocols.model import Protocol

MODELS: dict[str, type[BaseModel]] = {"protocol": Protocol, "study": Study, "run": Run, "state": State}
DIALECT = "https://json-schema.org/draft/2020-12/schema"
LEFT_OUT = frozenset({"discriminator"})
"""Words of other dialects; a union's members exclude one another anyway."""


def made(name: str) -> dict[str, Any]:
    """The schema of a model."""
    schema = _shared(_plain(MODELS[name].model_json_schema(by_alias=True)))
    parts = {key: schema[key] for key in sorted(schema) if key not in ("title", "description", "$defs", "properties")}
    return {
        "$schema": DIALECT,
        "$id": f"hawthorne/{name}.v1",
        "title": schema["title"],
        "description": schema["description"],
        **parts,
        "properties": schema["properties"],
        "$defs": dict(sorted(schema["$defs"].items())),
    }


def _plain(value: Any) -> Any:
    """A schema without titles that only say a key again, and without line breaks in descriptions."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    made: dict[str, Any] = {}
    for key, item in value.items():
        if key == "description":
            made[key] = " ".join(item.split())
        elif key in ("properties", "$defs"):
            made[key] = {name: _untitled(_plain(part)) if key == "properties" else _plain(part)
                         for name, part in item.items()}  # fmt: skip
        elif key not in LEFT_OUT and not (key == "default" and isinstance(item, dict)):
            made[key] = item if key in ("const", "enum") else _plain(item)
    return {key: item for key, item in made.items() if key != "default" or item not in (None, {}, [])}


def _untitled(part: Any) -> Any:
    return {key: item for key, item in part.items() if key != "title"} if isinstance(part, dict) else part


NAMED = {
    "Cited": ("Stage", "cite"), "Flow": ("Case", "do"),
    "OptionalTier": ("Item", "tier"), "Extensions": ("Cite", "extensions"),
}  # fmt: skip
"""Types that have no name of their own in the models and stand in many places: what a schema calls them, and where one
stands."""
BESIDE = ("description", "default")
"""What a place says of itself beside its type."""


def _shared(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema in which the types of `NAMED` are written once."""
    parts = schema.get("$defs", {})
    found = {}
    for name, (part, key) in NAMED.items():
        if part in parts and key in parts[part]["properties"]:
            found[_text(parts[part]["properties"][key])] = name
    used: dict[str, Any] = {}
    schema = _referring(schema, found, used)
    return schema | {"$defs": schema.get("$defs", {}) | used}


def _text(part: dict[str, Any]) -> str:
    return json.dumps({key: item for key, item in part.items() if key not in BESIDE}, sort_keys=True)


def _referring(value: Any, found: dict[str, str], used: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [_referring(item, found, used) for item in value]
    if not isinstance(value, dict):
        return value
    name = found.get(_text(value)) if len(value) > 1 else None
    if name is not None:
        used[name] = {key: item for key, item in value.items() if key not in BESIDE}
        return {"$ref": f"#/$defs/{name}"} | {key: value[key] for key in BESIDE if key in value}
    return {key: _referring(item, found, used) for key, item in value.items()}


def encoded(name: str) -> bytes:
    """The text of a schema's file."""
    return (json.dumps(made(name), indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def write(folder: Path | None = None) -> list[Path]:
    """Write every schema's file; returns the paths."""
    folder = Path(__file__).parent if folder is None else folder
    paths = [folder / f"{name}.v1.json" for name in MODELS]
    for name, path in zip(MODELS, paths, strict=True):
        path.write_bytes(encoded(name))
    return paths


if __name__ == "__main__":
    for path in write():
        print(path)
