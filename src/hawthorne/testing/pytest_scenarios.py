"""A pytest plug-in: every `*.scenario.json` that pytest comes by is a test, and fails with the reason.

It is there as soon as Hawthorne is installed, and costs next to nothing until pytest comes by a scenario. Options:
`--scenarios-isolated` plays against a server process, `--scenarios-repeat N` plays each so often, `--no-scenarios`
leaves them alone.
"""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

SUFFIX = ".scenario.json"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("scenarios", "behaviour scenarios")
    group.addoption("--no-scenarios", action="store_true", help="do not collect *.scenario.json")
    group.addoption("--scenarios-isolated", action="store_true", help="play scenarios against a server process")
    group.addoption("--scenarios-repeat", type=int, default=1, metavar="N", help="play each scenario so often")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A scenario's file is a collector of its plays."""
    if parent.config.getoption("--no-scenarios") or not file_path.name.endswith(SUFFIX):
        return None
    items = importlib.import_module("hawthorne.testing.scenario_items")
    found: pytest.Collector = items.ScenarioFile.from_parent(parent, path=file_path)
    return found
