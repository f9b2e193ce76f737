"""Four hundred broken XML files: each is still a study, or ends in findings with their lines; none in a traceback."""

from __future__ import annotations

import pytest
from mutate_xml import mutants

from hawthorne.core.document import Source
from hawthorne.core.errors import InvalidDocument
from hawthorne.flows.digests import digests
from hawthorne.flows.formats.conversion import convert
from hawthorne.flows.kind import FlowKind

KIND = FlowKind()
BROKEN = list(mutants(400))


@pytest.mark.parametrize("source", [pytest.param(source, id=name) for name, source in BROKEN])
def test_a_broken_file_is_a_study_still_or_says_where_it_is_broken(source: Source) -> None:
    document = KIND.read(source)
    for finding in KIND.check(document):
        assert finding.message, finding
        assert finding.place.file == source.name, finding
        assert finding.place.line is not None, finding
    assert digests(document.model)
    assert KIND.info(document)["elements"] == len(document.model.elements)


@pytest.mark.parametrize("source", [pytest.param(source, id=name) for name, source in BROKEN[::4]])
def test_a_broken_file_is_converted_without_loss_or_refused_with_findings(source: Source) -> None:
    assert "convert" not in said(source, "yaml") + said(source, "svg")


def said(source: Source, to: str) -> list[str]:
    """The codes of why a file is not converted; none where it is."""
    try:
        convert(source, to)
    except InvalidDocument as refused:
        return [finding.code for finding in refused.findings] or ["convert"]
    return []
