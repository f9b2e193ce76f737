"""Reading a YAML file of planted parameters, with the place of every key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from hawthorne.core.errors import UsageError
from hawthorne.core.place import Place


def read_file(name: str) -> tuple[Mapping[str, Any], Callable[[str], Place]]:
    """The file's mapping, and the place of a dotted path of its keys. Raises UsageError."""
    if not name:
        raise UsageError("a simulated actor needs a file of planted parameters: write simulated:FILE.yaml")
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        content = YAML(typ="rt").load(text)
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f":{mark.line + 1}:{mark.column + 1}" if mark is not None else ""
        problem = getattr(error, "problem", None) or "cannot be read as YAML"
        raise UsageError(f"{name}{where}: not YAML: {problem}") from None
    if content is None:
        content = {}
    if not isinstance(content, Mapping):
        raise UsageError(f"{name} is not a mapping of planted parameters, such as accuracy: {{default: 0.9}}")
    return content, lambda path: _place(name, content, path)


def _place(name: str, content: Any, path: str) -> Place:
    """The place of the deepest key on the path; keys may hold dots."""
    line = column = None
    rest = path
    while rest and isinstance(content, Mapping):
        key = next((key for key in content if rest == str(key) or rest.startswith(f"{key}.")), None)
        if key is None:
            break
        position = content.lc.key(key) if hasattr(content, "lc") else None
        if position is not None:
            line, column = position[0] + 1, position[1] + 1
        content, rest = content[key], rest[len(str(key)) + 1 :]
    return Place(name, line, column, path)
