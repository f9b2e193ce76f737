"""Small studies that call something, written as files in a folder of their own."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from textwrap import indent
from typing import Any

import hawthorne as hw
from hawthorne.records.run import Run

HEAD = "id: calls\ndefinitions: {targetNamespace: http://bpmn.io/schema/bpmn}\n"


def line(*steps: str) -> str:
    """Sequence flows from Start through these steps to End."""
    nodes = ["Start", *steps, "End"]
    flows = [
        f"F{k}: {{type: SequenceFlow, sourceRef: {a}, targetRef: {b}}}" for k, (a, b) in enumerate(pairwise(nodes))
    ]
    return "\n".join(["Start: {type: StartEvent}", "End: {type: EndEvent}", *flows]) + "\n"


def study(folder: Path, elements: str, properties: str = "", roots: str = "", name: str = "calls") -> Path:
    """A study file with one process `P`; `properties` are names with initial values, one a line."""
    held = "".join(
        f"    {key}: {{type: Property, name: {key}" + (f", value: '{value.strip()}'" if value.strip() else "") + "}\n"
        for key, _, value in (each.partition(":") for each in properties.splitlines() if each.strip())
    )
    text = HEAD + roots + "P:\n  type: studyflow:Study\n  seed: 42\n"
    text += ("  properties:\n" + held if held else "") + "  flowElements:\n" + indent(elements, "    ")
    path = folder / f"{name}.studyflow.yaml"
    path.write_text(text)
    return path


def run(path: Path, out: Path | None = None, **options: Any) -> Run:
    """Run a study that may call what it names."""
    return hw.run(hw.plan(path, **({"allow_code": True} | options)), out)


def ended(run: Run) -> dict[str, Any]:
    """How the run's first case ended."""
    return next(record.value for record in run.records() if record.what == "done")


def wrote(run: Run) -> dict[str, Any]:
    """The last value of everything that was written."""
    return {str(record.who): record.value for record in run.records() if record.what == "wrote"}
