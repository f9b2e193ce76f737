"""A hundred and twenty broken studies: each is still a legal study, or ends in findings with file, line and column."""

from __future__ import annotations

import pytest
from mutate import WAYS, Mutant, mutants
from reading import FIXTURES

from hawthorne.core.document import Source
from hawthorne.flows.check import check
from hawthorne.flows.digests import digests
from hawthorne.flows.read import read

SOURCES = [Source.of_file(path) for path in FIXTURES]
BROKEN = list(mutants(SOURCES, 8 * len(WAYS)))


@pytest.mark.parametrize("mutant", BROKEN, ids=lambda mutant: mutant.name)
def test_a_broken_study_is_legal_still_or_says_where_it_is_broken(mutant: Mutant) -> None:
    study = read(mutant.source)
    findings = check(study)
    for finding in findings:
        assert finding.place.file == mutant.source.name, finding
        assert finding.place.line is not None, finding
        assert finding.place.column is not None, finding
        assert finding.message, finding
    lines = study.text.count("\n") + 1
    assert all(1 <= (finding.place.line or 0) <= lines + 1 for finding in findings if study.text)
    if not any(finding.severity == "error" for finding in findings):
        assert study.roots
        assert set(digests(study)) == {"protocol", "any-actor"}


def test_most_of_what_the_mutator_does_is_found() -> None:
    found = [mutant for mutant in BROKEN if check(read(mutant.source))]
    assert len(found) > len(BROKEN) // 2


def test_the_mutator_makes_the_same_mutants_again() -> None:
    again = list(mutants(SOURCES, 8 * len(WAYS)))
    assert [mutant.source.data for mutant in again] == [mutant.source.data for mutant in BROKEN]
    assert {mutant.what for mutant in BROKEN} == {way.__name__ for way in WAYS}
