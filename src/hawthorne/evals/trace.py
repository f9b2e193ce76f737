"""The trace of a behaviour: what was done and how it ended, without any value that was said. Two plays whose times and
ids differ have one trace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.core.values import JSON


def trace(id: str, evidence: Mapping[str, Any], passed: bool) -> dict[str, JSON]:
    """The trace of a play: turns in the order of their ends, each with its calls (the tool, the names of its
    arguments, whether it was refused), the tree of handed-off work, and which sends were queued."""
    return {
        "id": id,
        "turns": [
            {"bot": turn["bot"], "index": turn["index"], "calls": [_call(call) for call in turn["toolCalls"]]}
            for turn in evidence["turns"]
        ],
        "handoffs": [
            {name: node[name] for name in ("bot", "status", "hasParent") if name in node}
            for node in evidence["handoffs"]
        ],
        "sends": [{name: send[name] for name in ("bot", "queued") if name in send} for send in evidence["sends"]],
        "outcome": "pass" if passed else "fail",
    }


def _call(call: Mapping[str, Any]) -> dict[str, JSON]:
    return {"tool": call["tool"], "argKeys": sorted(call["arguments"]), "errored": call["errored"]}
