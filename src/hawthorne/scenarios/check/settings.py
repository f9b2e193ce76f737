"""E65: settings and fields that the harness does not have. It takes them and does nothing with them, so that a slip
would go unseen; a harness of somebody else's may have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hawthorne.core.errors import did_you_mean
from hawthorne.core.values import JSON
from hawthorne.scenarios.check.fault import Fault, Path
from hawthorne.scenarios.model import Scenario
from hawthorne.scenarios.steps import PatchBot, PatchThread, SetConfig

SETTINGS: Mapping[str, frozenset[str]] = {
    "threads": frozenset({"maxConcurrentPerBot"}),
    "features": frozenset({"skillsLibrary", "delegation"}),
    "engine": frozenset({"canSteer"}),
}
"""The settings of the harness, by group."""

BOT = frozenset({
    "name", "title", "description", "section", "hidden", "chiefOfStaff", "managedSections", "acknowledgePeerScope",
    "peers", "approvePeerComms", "computer", "browser", "maxConcurrentThreads", "parkDirectMessages",
    "model", "permissionMode",
})  # fmt: skip
"""What can be changed of a bot."""

THREAD = frozenset({"title", "model", "permissionMode"})
"""What can be changed of a thread."""


def check(scenario: Scenario) -> Iterator[Fault]:
    for i, step in enumerate(scenario.steps):
        path = ("steps", i)
        if isinstance(step, SetConfig):
            yield from _config(step.config, (*path, "config"))
        elif isinstance(step, PatchBot):
            yield from _fields(step.patch, BOT, "field of a bot", (*path, "patch"))
        elif isinstance(step, PatchThread):
            yield from _fields(step.patch, THREAD, "field of a thread", (*path, "patch"))


def _config(config: Mapping[str, JSON], path: Path) -> Iterator[Fault]:
    yield from _fields(config, SETTINGS, "group of settings", path)
    for group, values in config.items():
        if group in SETTINGS and isinstance(values, Mapping):
            yield from _fields(values, SETTINGS[group], "setting", (*path, group), f"{group}.")


def _fields(
    given: Mapping[str, JSON], known: frozenset[str] | Mapping[str, object], word: str, path: Path, within: str = ""
) -> Iterator[Fault]:
    for name in given:
        if name not in known:
            message = f'the harness has no {word} "{within}{name}"'
            yield Fault("E65", (*path, name), message, did_you_mean(name, sorted(known)), "warning")
