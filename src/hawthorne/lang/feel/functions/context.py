"""Functions of contexts (DMN 1.5, table 82)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..lanes import Lane

Context = dict[str, Any]


def get_value(lane: Lane, m: Context, key: str) -> Any:
    return m.get(key)


def get_entries(lane: Lane, m: Context) -> list[Context]:
    return [{"key": key, "value": value} for key, value in m.items()]


def context(lane: Lane, entries: list[Any]) -> Context | None:
    """Null where an entry has no key or no value, or where a key comes twice."""
    made: Context = {}
    for entry in entries:
        if type(entry) is not dict or type(entry.get("key")) is not str or "value" not in entry:
            return None
        if entry["key"] in made:
            return None
        made[entry["key"]] = entry["value"]
    return made


def context_put(lane: Lane, m: Context, key: str, value: Any) -> Context:
    return {**m, key: value}


def context_put_path(lane: Lane, m: Context, keys: list[Any], value: Any) -> Context | None:
    """Null for an empty path, for a key that is no string, and where an inner value is no context."""
    if not keys or not all(type(key) is str for key in keys):
        return None
    made = dict(m)
    here = made
    for key in keys[:-1]:
        inner = here.get(key)
        if type(inner) is not dict:
            return None
        here[key] = dict(inner)
        here = here[key]
    here[keys[-1]] = value
    return made


def context_merge(lane: Lane, contexts: list[Any]) -> Context | None:
    made: Context = {}
    for entry in contexts:
        if type(entry) is not dict:
            return None
        made.update(entry)
    return made


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "get value": get_value, "get entries": get_entries, "context": context,
    "context put(context, key, value)": context_put, "context put(context, keys, value)": context_put_path,
    "context merge": context_merge,
}  # fmt: skip
