"""Reading a scenario: from bytes to the frozen model, or to every finding that says why there is none.

Strict is the default: a key that the format does not have is an error. Foreign files are read leniently (`compat`):
such keys are left out, each with a note.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import create_model

from hawthorne.core.document import Source
from hawthorne.core.errors import Finding
from hawthorne.core.registry import names
from hawthorne.core.values import JSON
from hawthorne.lang.jsontext import parse
from hawthorne.lang.modelled import decode
from hawthorne.lang.parsed import Places
from hawthorne.scenarios.model import Scenario
from hawthorne.scenarios.pinned import assertion_of, document_types

CODES = {"unknown-key": "E01", "wrong-type": "E02", "missing": "E03", "bad-value": "E04", "unknown-kind": "E05"}
"""The format's own codes for what is wrong with a document's form."""


@dataclass(frozen=True)
class Reading:
    """What a file holds: the scenario (None where its form is wrong), the places of its parts, and whether it was read
    as a foreign file. `draft` is the scenario as it would be without the keys that the format does not have, for the
    checks, so that everything is said at once."""

    scenario: Scenario | None
    places: Places
    compat: bool
    findings: tuple[Finding, ...] = ()
    draft: Scenario | None = None


def read(source: Source, compat: bool = False) -> Reading:
    """Read a file; never raises on bad content."""
    parsed = parse(source.data, source.name)
    places = parsed.places
    if parsed.broken:
        return Reading(None, places, compat, parsed.findings)
    value, unknown = _known(parsed.value, places)
    made, findings = decode(document_model(), value, places, CODES)
    scenario = None if made is None else _scenario(made)
    if compat:
        return Reading(scenario, places, True, (*map(_left_out, unknown), *findings), scenario)
    return Reading(None if unknown else scenario, places, False, (*unknown, *findings), scenario)


def _scenario(made: Scenario) -> Scenario:
    """The scenario with its assertions as those of the registry."""
    parts = {name: getattr(made, name) for name in Scenario.model_fields}
    parts["assertions"] = tuple(map(assertion_of, parts["assertions"]))
    return Scenario.model_construct(made.model_fields_set, **parts)


def _left_out(unknown: Finding) -> Finding:
    return Finding("note", unknown.code, f"{unknown.message} is left out", "", unknown.place)


def document_model() -> type[Scenario]:
    """The model of the document, with the assertions that are registered now."""
    return _document_model(tuple(names("assertions").items()))


@cache
def _document_model(registered: tuple[tuple[str, str], ...]) -> type[Scenario]:
    kind: Any = document_types()
    assertions: Any = (tuple[kind, ...], ...)
    return create_model("Scenario", __base__=Scenario, __doc__=Scenario.__doc__, assertions=assertions)


def _known(value: JSON, places: Places) -> tuple[JSON, list[Finding]]:
    """The value without the keys that the format does not have, and a finding for each."""
    left_out: list[Finding] = []
    while True:
        _, findings = decode(document_model(), value, places, CODES)
        unknown = [finding for finding in findings if finding.code == CODES["unknown-key"]]
        if not unknown:
            return value, left_out
        value = copy.deepcopy(value)
        left_out += unknown
        for finding in unknown:
            _leave_out(value, finding.place.path)


def _leave_out(value: JSON, pointer: str) -> None:
    """Take the member that a JSON pointer names out of its object."""
    *way, last = [piece.replace("~1", "/").replace("~0", "~") for piece in pointer.split("/")[1:]]
    for piece in way:
        value = value[int(piece)] if isinstance(value, list) else value[piece]
    del value[last]
