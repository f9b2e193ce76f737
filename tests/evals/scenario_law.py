"""The law of scenarios: one without errors is played to a verdict, whatever its bots' plans hold; one with errors is
told what is wrong, where, and what to do."""

from __future__ import annotations

import re
from typing import NamedTuple

from hawthorne.core.document import Source
from hawthorne.evals.player import Player
from hawthorne.evals.result import Result
from hawthorne.scenarios.kind import ScenarioKind

VERDICTS = {"passed", "failed", "stuck"}
INNER = re.compile(r"Traceback|\b[A-Z][A-Za-z]+Error\b|the world did not boot")
"""What no play of a sound scenario says: something broke inside, or the scenario could not even begin."""


class Outcome(NamedTuple):
    """What becomes of a scenario: `refused`, `played` or `broken`, and for a broken one why."""

    what: str
    why: str = ""


def judged(source: Source, player: Player) -> Outcome:
    """What becomes of a scenario. Raises whatever the harness raises."""
    kind = ScenarioKind()
    document = kind.read(source)
    findings = kind.check(document)
    for finding in findings:
        if finding.place.line is None or not finding.message or (finding.severity == "error" and not finding.fix):
            return Outcome("broken", f"a finding without a place or a fix: {finding!r}")
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors:
        return Outcome("refused", errors[0].code)
    result = player.play(document)
    Result.of_json(result.as_json())
    if result.status not in VERDICTS or INNER.search(result.error or ""):
        return Outcome("broken", f"it comes to {result.status}: {result.error}")
    return Outcome("played", result.status)
