"""The contracts of the protocol wing as JSON Schema (2020-12), shipped as files and made from the models.

>>> shipped("state")["title"]
'State'
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import orjson

NAMES = ("protocol", "study", "run", "state")
"""The schemas; each is the file `<name>.v1.json`, and its documents say `"schema": "hawthorne/<name>.v1"`."""


@cache
def text(name: str) -> bytes:
    """The shipped file of a schema."""
    return files(__name__).joinpath(f"{name}.v1.json").read_bytes()


def shipped(name: str) -> dict[str, Any]:
    """A shipped schema."""
    found: dict[str, Any] = orjson.loads(text(name))
    return found
