"""A thousand broken files, half of them YAML and half BPMN XML: each runs as a legal study or ends in findings, in
bounded time and memory."""

from __future__ import annotations

import resource
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import mutate
import mutate_xml
import pytest
from reading import FIXTURES

from hawthorne.core.document import Source
from hawthorne.core.errors import InvalidDocument
from hawthorne.flows.kind import FlowKind
from hawthorne.hold.plan import make
from hawthorne.hold.play import play

MOST_MEGABYTES = 500
MOST_SECONDS = 20


@contextmanager
def bounded() -> Iterator[None]:
    """Raises TimeoutError in what takes too long."""

    def stop(*_: Any) -> None:
        raise TimeoutError(f"more than {MOST_SECONDS} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(MOST_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def outcome(source: Source) -> str:
    """What becomes of a file: `played`, or `refused` with findings at their lines."""
    kind = FlowKind()
    document = kind.read(source)
    errors = [finding for finding in kind.check(document) if finding.severity == "error"]
    if errors:
        assert all(finding.place.line for finding in errors), [str(finding) for finding in errors]
        return "refused"
    with suppress(InvalidDocument):
        run = play(make(document, n=2, seed=1, actors="random", max_steps=20_000))
        assert sum(run.counts.values()) in (1, 2)
        return "played"
    return "refused"


@pytest.mark.soak
@pytest.mark.parametrize("form", ["yaml", "xml"])
def test_five_hundred_broken_files_run_or_are_refused(form: str) -> None:
    if form == "yaml":
        broken = [mutant.source for mutant in mutate.mutants([Source.of_file(path) for path in FIXTURES], 500, seed=7)]
    else:
        broken = [source for _, source in mutate_xml.mutants(500)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found: Counter[str] = Counter()
    for source in broken:
        with bounded():
            found[outcome(source)] += 1
    assert sum(found.values()) == 500
    assert found["refused"] > 100
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST_MEGABYTES * 1024
