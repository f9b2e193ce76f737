"""The law of protocols: what passes `validate` plays to its end whoever answers, and gives its tables; what does not
is told what is wrong, where, and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import hawthorne as hw
from hawthorne.audit.takes import Take, Taker
from hawthorne.core.document import Document, Source
from hawthorne.core.record import Record
from hawthorne.hold.plan import make
from hawthorne.hold.play import play
from hawthorne.protocols.cards.state import State
from hawthorne.protocols.kind import ProtocolKind

TESTS = Path(__file__).parent.parent
STUDIES = sorted([*(TESTS / "fixtures/studies").glob("*/protocol.json"),
                  *(TESTS.parent / "examples/protocols").glob("*/protocol.yaml")])  # fmt: skip
CASES = 3
"""How many cases an arm are played."""
POLICIES = (0, 3, 4, 5, 6)
"""At random, the first, the last, the ends of ranges, and leaving out what may be: see `audit.answering`."""


class Outcome(NamedTuple):
    """What becomes of a protocol: `refused`, `played` or `broken`, and for a broken one why."""

    what: str
    why: str = ""


def judged(source: Source, cases: int = CASES, preview: bool = False) -> Outcome:
    """What becomes of a protocol. Raises whatever the engine raises."""
    kind = ProtocolKind()
    document = kind.read(source)
    findings = kind.check(document)
    for finding in findings:
        if finding.place.line is None or not finding.fix or not finding.message:
            return Outcome("broken", f"a finding without a place or a fix: {finding!r}")
    if any(finding.severity == "error" for finding in findings):
        return Outcome(
            "refused", Counter(each.code for each in findings if each.severity == "error").most_common(1)[0][0]
        )
    faults = [*_taken(document, cases), *_run(document, cases)]
    if preview:
        hw.preview(document)
    kind.digests(document), kind.info(document), kind.draw(document, "svg"), kind.facts(document)
    return Outcome("broken", faults[0]) if faults else Outcome("played")


def _taken(document: Document, cases: int) -> list[str]:
    """What is wrong with the sessions of those who answer, go back, send nonsense and leave."""
    taker, faults = Taker(document), []
    seats = len(taker.program.people)
    number = 0
    for by in range(len(taker.arms)):
        for rudely in (False, True):
            for policy in POLICIES[: None if cases > 1 else 2]:
                number += 1
                take = taker.take(1 + number % cases, by, rudely=rudely, policy=policy)
                faults += [f"{fault} (arm {by}, case {1 + number % cases}, policy {policy}, rudely {rudely})"
                           for fault in _faults(document, take, seats, rudely)]  # fmt: skip
                if by == 0:
                    taker.program.tables(take.records)
                    list(taker.program.projections(take.records))
    return faults


def _faults(document: Document, take: Take, seats: int, rudely: bool) -> list[str]:
    faults = []
    if take.fault is not None and not _documented(document, take.fault[0], take.records):
        faults.append(": ".join(take.fault))
    for shots in take.seats:
        for shot in shots[:40]:
            State.model_validate(shot.state)
    if take.fault is None and not all(shots[-1].state["done"] for shots in take.seats):
        faults.append("not everybody came to an end")
    return faults


def _documented(document: Document, why: str, records: Iterable[Record]) -> bool:
    """Whether it was said that it may come to this. Of a value that may be missing or may not fit, and of a wait that
    may not end, `validate` warns at the place; a group with `on_drop` "wait" says itself that it waits for whoever
    left."""
    groups = document.model.groups
    warned = {finding.code for finding in ProtocolKind().check(document) if finding.severity == "warning"}
    if why in ("deadlock", "stuck"):
        left = any(record.what == "left" and record.value["status"] not in ("done", "stuck") for record in records)
        return "design.groups" in warned or (groups is not None and groups.on_drop == "wait" and left)
    return why == "failed" and bool(warned & {"reach.values", "design.spaces"})


def _run(document: Document, cases: int) -> list[str]:
    """What is wrong with a run by random actors."""
    plan = make(document, seed=1, actors="random", max_steps=20_000)
    seats = plan.size.participants // plan.size.cases
    plan = make(document, n=seats * cases, seed=1, actors="random", max_steps=20_000)
    run = play(plan)
    hw.tables(run)
    bad = {status: count for status, count in run.counts.items() if status in ("failed", "stuck") and count}
    bad = {status: count for status, count in bad.items() if not _documented(document, status, run.records())}
    return [f"a run comes to {bad}"] if bad else []
