"""Scenarios as items of pytest; see `hawthorne.testing.pytest_scenarios`, which loads this when there is one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hawthorne.core.document import Source
from hawthorne.evals.player import Player
from hawthorne.evals.result import Result
from hawthorne.evals.summary import steps_before
from hawthorne.evals.way import Way
from hawthorne.scenarios.kind import SUFFIX, ScenarioKind

PLAYER = pytest.StashKey[Player]()
"""The player of a session."""


class ScenarioFailed(Exception):
    """A scenario that did not pass; carries what it came to."""

    def __init__(self, result: Result) -> None:
        super().__init__("\n".join(result.reasons))
        self.result = result


class ScenarioFile(pytest.File):
    """The file of a scenario."""

    def collect(self) -> Iterator[pytest.Item]:
        repeat = self.config.getoption("--scenarios-repeat")
        name = self.path.name.removesuffix(SUFFIX)
        for k in range(1, repeat + 1):
            yield ScenarioItem.from_parent(self, name=name if repeat == 1 else f"{name}[{k}]")


class ScenarioItem(pytest.Item):
    """One play of a scenario."""

    def runtest(self) -> None:
        kind = ScenarioKind()
        document = kind.read(Source.of_file(self.path))
        errors = [finding for finding in kind.check(document) if finding.severity == "error"]
        if errors:
            pytest.fail("\n".join(map(str, errors)), pytrace=False)
        result = _player(self.config).play(document)
        if not result.passed:
            raise ScenarioFailed(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What the scenario pins, how far it came, and why it does not hold."""
        if not isinstance(excinfo.value, ScenarioFailed):
            return super().repr_failure(excinfo, style)
        result = excinfo.value.result
        lines = [f"{result.status}: {result.id}", f"pins: {result.behavior}"]
        lines += [f"{'ok  ' if step['ok'] else 'FAIL'} {step['step']} {step['text']}" for step in steps_before(result)]
        return "\n".join([*lines, *(f"-> {reason}" for reason in result.reasons)])

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"scenario: {self.name}"


def _player(config: pytest.Config) -> Player:
    """The player of the session, made when it is first needed."""
    if PLAYER not in config.stash:
        player = config.stash[PLAYER] = Player(Way(isolated=config.getoption("--scenarios-isolated")).world())
        config.add_cleanup(player.close)
    return config.stash[PLAYER]
