"""Playing scenarios: worlds, runs of many, reports.

>>> import hawthorne.evals
>>> hawthorne.evals.run("examples/scenarios", scenarios=["steer-live-turn"]).passed
True
"""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["Outcome", "Result", "run"]

_WHERE = {"run": "playing", "Outcome": "playing", "Result": "result"}


def __getattr__(name: str) -> Any:
    """The verb and what it returns, found when they are first asked for: the worlds below need no runner."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_WHERE[name]}"), name)
