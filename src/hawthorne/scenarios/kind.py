"""The kind of scenarios: how they are read, checked and compiled. Foreign files are of a kind of their own, so that how
a document was read goes wherever the document goes: into a run's header, to workers, into a resumed run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any, ClassVar

from hawthorne.core import digest
from hawthorne.core.document import Document, Setting, Source
from hawthorne.core.errors import Finding, InvalidDocument
from hawthorne.scenarios.check import check
from hawthorne.scenarios.model import Scenario
from hawthorne.scenarios.program import ScenarioProgram
from hawthorne.scenarios.read import Reading, read

SUFFIX = ".scenario.json"


class ScenarioKind:
    """See `hawthorne.core.document.Kind`. A document's model is its `Reading`. `foreign` is the kind that reads files
    of others, whose names end as they like."""

    kind: ClassVar[str] = "scenario"
    version: ClassVar[int] = 1
    suffixes: ClassVar[tuple[str, ...]] = (SUFFIX,)
    compat: ClassVar[bool] = False
    foreign: ClassVar[str] = "foreign-scenario"

    def read(self, source: Source) -> Document:
        reading = read(source, self.compat)
        name = PurePath(source.name).name.removesuffix(SUFFIX)
        if reading.scenario is not None:
            name = reading.scenario.id
        return Document(self.kind, name, reading, source, reading.findings)

    def check(self, document: Document) -> Sequence[Finding]:
        return check(document.model)

    def digests(self, document: Document) -> Mapping[str, str]:
        """`any-actor` is the same whatever the models say."""
        scenario = document.model.scenario
        if scenario is None:
            return {}
        whole = scenario.as_json()
        bots = [{key: value for key, value in bot.items() if key != "turns"} for bot in whole["bots"]]
        return {"protocol": digest.of_value(whole), "any-actor": digest.of_value(whole | {"bots": bots})}

    def info(self, document: Document) -> Mapping[str, Any]:
        reading: Reading = document.model
        scenario = reading.scenario
        if scenario is None:
            return {"scenario": document.name}
        return {
            "scenario": scenario.id,
            "title": scenario.title,
            "behavior": scenario.behavior,
            "issue": scenario.issue,
            "world": scenario.world,
            "bots": [
                {"key": bot.key, "name": bot.name, "section": bot.section, "turns": len(bot.turns),
                 "calls": [call.name for turn in bot.turns for call in turn.calls]}
                for bot in scenario.bots
            ],
            "gates": list(scenario.gates),
            "library": [skill.name for skill in scenario.library_skills],
            "steps": [{"step": i, "kind": step.kind} for i, step in enumerate(scenario.steps)],
            "assertions": dict(Counter(assertion.kind for assertion in scenario.assertions)),
            "read": "as a foreign file" if reading.compat else "strictly",
        }  # fmt: skip

    def operator_fields(self) -> frozenset[str]:
        return frozenset({"assertions", "steps", "turns", "equals", "expectError", "behavior", "gates"})

    def participant_fields(self) -> frozenset[str]:
        return frozenset({"text", "prompt", "name", "instructions", "skillMd"})

    def compile(self, document: Document, setting: Setting) -> ScenarioProgram:
        errors = [finding for finding in check(document.model) if finding.severity == "error"]
        if errors:
            raise InvalidDocument(errors)
        return ScenarioProgram(_scenario(document), document.model.compat, setting)


class ForeignScenarioKind(ScenarioKind):
    """Files of the original format that others wrote: keys that it does not have are left out, and what only we demand
    is a warning. Nothing is of this kind by its name."""

    kind: ClassVar[str] = "foreign-scenario"
    suffixes: ClassVar[tuple[str, ...]] = ()
    compat: ClassVar[bool] = True


def _scenario(document: Document) -> Scenario:
    reading: Reading = document.model
    if reading.scenario is None:
        raise InvalidDocument(reading.findings)
    return reading.scenario
