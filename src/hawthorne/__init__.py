"""Hawthorne: a laboratory for behaviour. One engine, three kinds of documents, any participant.

>>> import hawthorne as hw
>>> sorted(hw.__all__)[:3]
['check', 'convert', 'diff']
"""

from __future__ import annotations

import importlib
from typing import Any

import hawthorne.plugins  # noqa: F401  (installs the built-in names; imports nothing else)

__version__ = "0.1.0"

_VERBS = {
    "check": "hawthorne.facade:check",
    "convert": "hawthorne.facade:convert",
    "diff": "hawthorne.facade:diff",
    "draw": "hawthorne.facade:draw",
    "load": "hawthorne.facade:load",
    "plan": "hawthorne.facade:plan",
    "points": "hawthorne.core.registry:points",
    "preview": "hawthorne.facade:preview",
    "prov": "hawthorne.facade:prov",
    "rehydrate": "hawthorne.facade:rehydrate",
    "release": "hawthorne.facade:release",
    "report": "hawthorne.facade:report",
    "resume": "hawthorne.facade:resume",
    "run": "hawthorne.facade:run",
    "session": "hawthorne.facade:session",
    "tables": "hawthorne.facade:tables",
    "validate": "hawthorne.facade:validate",
}
__all__ = list(_VERBS)


def __getattr__(name: str) -> Any:
    if name not in _VERBS:
        raise AttributeError(f"module 'hawthorne' has no attribute {name!r}")
    module, _, verb = _VERBS[name].partition(":")
    value = getattr(importlib.import_module(module), verb)
    globals()[name] = value
    return value
