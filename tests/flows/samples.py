"""The studies and models that a change of format must leave as they are, and what counts as the same."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from reading import FIXTURES

from hawthorne.core.document import Source
from hawthorne.core.errors import Finding
from hawthorne.flows.canonical import canonical_form
from hawthorne.flows.digests import digests
from hawthorne.flows.formats.xml_write import write_xml
from hawthorne.flows.model import Study
from hawthorne.flows.read import read

BPMN = "http://www.omg.org/spec/BPMN/20100524/MODEL"
SHIPPED = [Path(str(path)) for path in sorted(files("hawthorne.demo").iterdir(), key=str) if path.name.endswith("yaml")]
STUDIES = [*FIXTURES, *SHIPPED]


def beside(*folders: str) -> list[Path]:
    """The reference files that may lie beside the repository; none where they do not."""
    for folder in Path(__file__).resolve().parents:
        if (folder / "shared" / "spec").is_dir():
            roots = [folder / "shared" / name for name in folders]
            return [
                path for root in roots for path in sorted(root.iterdir()) if path.suffix not in ("", ".md", ".json")
            ]
    return []


MODELS = beside("conformance/miwg")
EXAMPLES = beside("examples/studyflow")
WITHOUT = pytest.param(None, marks=pytest.mark.skip(reason="there is no folder of reference files (shared/)"))


def each(paths: list[Path]) -> list[Any]:
    """The paths as parameters, or one that is skipped with its reason."""
    return [pytest.param(path, id=path.name) for path in paths] or [WITHOUT]


def of(data: bytes | str, name: str = "m.bpmn") -> Study:
    return read(Source(name, data.encode() if isinstance(data, str) else data))


def model(body: str, more: str = "") -> Study:
    """A study from the XML inside of its process."""
    return of(definitions(f'<process id="P">{body}</process>{more}'))


def definitions(inner: str) -> str:
    return (
        f'<?xml version="1.0"?>\n<definitions xmlns="{BPMN}" id="d" targetNamespace="urn:t">\n{inner}\n</definitions>'
    )


def same(one: Study, other: Study) -> None:
    """Assert that two studies say the same, are drawn the same, and have the same state."""
    assert canonical_form(other) == canonical_form(one)
    assert digests(other) == digests(one)
    assert other.layout == one.layout
    assert other.diagram == one.diagram
    assert other.state == one.state


def again(study: Study) -> Study:
    """The study written as XML and read again."""
    return of(write_xml(study))


def errors(study: Study) -> Iterator[Finding]:
    return (finding for finding in study.findings if finding.severity == "error")
