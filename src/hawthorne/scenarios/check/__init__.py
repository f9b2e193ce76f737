"""The static checks of a scenario: everything that can be said of it without playing it, all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from hawthorne.core.errors import Finding, Severity
from hawthorne.scenarios.check import bots, gates, order, pins, references, settings, skills, values, worlds
from hawthorne.scenarios.check.fault import Fault
from hawthorne.scenarios.model import Scenario
from hawthorne.scenarios.read import Reading

RULES: tuple[Callable[[Scenario], Iterator[Fault]], ...] = (
    values.check, bots.check, references.check, gates.check, worlds.check, order.check, pins.check, settings.check,
    skills.check,
)  # fmt: skip

FATAL = frozenset({"E20", "E21", "E40"})
"""What ends a foreign file's run too; whatever else is ours to demand is a warning of a foreign file."""


def check(reading: Reading) -> list[Finding]:
    """The reader's findings and, where the form is right but for unknown keys, those of every rule, by their place."""
    findings = list(reading.findings)
    if reading.draft is not None:
        findings += [_finding(fault, reading) for rule in RULES for fault in rule(reading.draft)]
    return sorted(findings, key=lambda each: (each.place.line or 0, each.place.column or 0, each.code))


def _finding(fault: Fault, reading: Reading) -> Finding:
    severity = fault.severity
    if reading.compat and severity == "error" and fault.code not in FATAL:
        severity = "warning"
    return Finding(severity, fault.code, fault.message, fault.fix, reading.places.of(fault.path))


def check_together(readings: Iterable[Reading]) -> list[Finding]:
    """What is wrong with scenarios only when they are taken together: an id that another has already."""
    first: dict[str, Reading] = {}
    findings = []
    for reading in readings:
        if reading.scenario is None:
            continue
        earlier = first.setdefault(reading.scenario.id, reading)
        if earlier is not reading:
            message = f'the id "{reading.scenario.id}" is that of {earlier.places.name} too'
            severity: Severity = "warning" if reading.compat else "error"
            findings.append(Finding(severity, "E06", message, "give each scenario an id of its own",
                                    reading.places.of(["id"])))  # fmt: skip
    return findings
