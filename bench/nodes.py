"""Node visits a second: the walk, its records at level `facts`, and their lines."""

from __future__ import annotations

from collections.abc import Iterator

from bench import models, spiff
from bench.row import Row, Spread, rate, seconds
from hawthorne.core.case import Case
from hawthorne.core.record import LEVELS, Record
from hawthorne.flows.program import FlowProgram
from hawthorne.hold.drive import drive
from hawthorne.hold.shard import Memory
from hawthorne.records.line import encode

AIM = 200_000
FLAT = 1.25
"""How many times more a node may cost at 100 times the length before it counts as no longer flat."""


def walked(program: FlowProgram, cases: int) -> int:
    """Play cases, keeping their lines in memory as a shard does; returns the node visits."""
    lines = Memory()
    visits = 0

    def log(record: Record) -> None:
        nonlocal visits
        visits += record.what == "reached"
        lines.append(encode(record))

    for number in range(1, cases + 1):
        case = drive(Case(number, program.machine(number), log, LEVELS["facts"]), {})
        assert case.result is not None
        if case.result.status != "ended":
            raise SystemExit(f"a model to measure with did not end: {case.result.why}")
    return visits


def visits(program: FlowProgram, cases: int, repeats: int) -> Spread:
    """Node visits a second."""
    return rate(walked(program, cases), seconds(lambda: walked(program, cases), repeats))


def rows(quick: bool) -> Iterator[Row]:
    """Lines and loops, beside the peer."""
    repeats = 3 if quick else 7
    found: dict[int, Spread] = {}
    for steps, cases in ((10, 1000), (300, 40), (1_000, 10), (100_000, 1)):
        mine = found[steps] = visits(models.line(steps), cases, repeats)
        peer = spiff.visits(steps, repeats) if steps + 2 < spiff.LIMIT and steps < 1000 else None
        note = "" if steps < 1000 else f"SpiffWorkflow stops at {spiff.LIMIT:,} nodes"
        if steps == 10 and peer is None:
            note = "SpiffWorkflow is not installed (the extra `bench` has it)"
        yield Row("nodes", f"line of {steps:,} steps", mine, "visits/s", AIM,
                  peer=mine.median / peer.median if peer else None,
                  note=f"SpiffWorkflow: {peer.median:,.0f}/s" if peer else note)  # fmt: skip
    yield _flat("a node of 100,000 against one of 1,000", found[1_000], found[100_000])
    short, long = (visits(models.loop(passes), cases, repeats) for passes, cases in ((1_000, 10), (10_000, 1)))
    yield Row("nodes", "loop of 1,000 passes", short, "visits/s", note="a step, a gateway, a condition read each pass")
    yield Row("nodes", "loop of 10,000 passes", long, "visits/s", AIM)
    yield _flat("a pass of 10,000 against one of 1,000", short, long)


def _flat(what: str, short: Spread, long: Spread) -> Row:
    ratio = Spread(short.median / long.median, short.low / long.high, short.high / long.low)
    return Row("nodes", what, ratio, "times the cost", FLAT, at_most=True, note="flat: about 1")
