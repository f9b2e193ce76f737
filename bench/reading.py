"""Reading a study: from its bytes to a model, and on to a program."""

from __future__ import annotations

from collections.abc import Iterator

from bench import models
from bench.row import Row, Spread, seconds
from hawthorne.core.document import Setting, Source
from hawthorne.flows.kind import FlowKind
from hawthorne.flows.read import read

STEPS = 1_000


def rows(quick: bool) -> Iterator[Row]:
    """A study of a thousand steps."""
    repeats = 3 if quick else 5
    kind, text = FlowKind(), models.line_text(STEPS)
    times = iter(range(1_000_000))

    def source() -> Source:  # each reading has bytes of its own, since the same bytes are read once in a process
        return Source("measured.studyflow.yaml", f"{text}# {next(times)}\n".encode())

    what = f"a study of {STEPS:,} steps ({text.count(chr(10)):,} lines)"
    yield Row("reading", f"{what}: read", Spread.of(seconds(lambda: read(source()), repeats)), "s")
    document = kind.read(source())
    if any(finding.severity == "error" for finding in kind.check(document)):
        raise SystemExit(f"a study to measure with has findings: {kind.check(document)[0]}")
    yield Row("reading", "the same: check", Spread.of(seconds(lambda: kind.check(document), repeats)), "s")
    compiling = seconds(lambda: kind.compile(document, Setting(7)), repeats)
    yield Row("reading", "the same: compile", Spread.of(compiling), "s")
