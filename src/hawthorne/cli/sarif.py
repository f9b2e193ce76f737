"""Findings as a SARIF 2.1.0 log (OASIS 2020), which editors and code hosts show at the lines that they are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import hawthorne
from hawthorne.core.errors import Finding

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def log(found: Mapping[str, Sequence[Finding]]) -> dict[str, Any]:
    """The log of what was found in each file; every code is a rule, and columns count characters.

    >>> log({"a.yaml": [Finding("error", "no-end", "no end")]})["runs"][0]["results"][0]["ruleId"]
    'no-end'
    """
    codes = sorted({finding.code for findings in found.values() for finding in findings})
    driver = {
        "name": "Hawthorne",
        "version": hawthorne.__version__,
        "rules": [{"id": code, "shortDescription": {"text": code.replace("-", " ")}} for code in codes],
    }
    results = [_result(file, finding, codes) for file, findings in found.items() for finding in findings]
    artifacts = [{"location": {"uri": _uri(file)}} for file in found]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "artifacts": artifacts, "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(file: str, finding: Finding, codes: list[str]) -> dict[str, Any]:
    text = f"{finding.message}\nfix: {finding.fix}" if finding.fix else finding.message
    place = finding.place
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(place.file or file)}}
    if place.line is not None:
        physical["region"] = {"startLine": place.line}
        if place.column is not None:
            physical["region"]["startColumn"] = place.column
    location: dict[str, Any] = {"physicalLocation": physical}
    if place.path:
        location["logicalLocations"] = [{"fullyQualifiedName": place.path}]
    return {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": finding.severity,
        "message": {"text": text},
        "locations": [location],
    }


def _uri(file: str) -> str:
    """A file as a URI reference: relative as it was named, an absolute one with its scheme.

    >>> _uri("my studies/a.yaml"), _uri("/home/a.yaml")
    ('my%20studies/a.yaml', 'file:///home/a.yaml')
    """
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
