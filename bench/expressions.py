"""Expressions a second, compiled once, beside Python's own `eval` of compiled code that says the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from bench.row import Row, Spread, rate, seconds
from hawthorne.lang import feel


class Case(NamedTuple):
    """An expression, what says the same in Python, the scope, how many are aimed at, how many a repeat evaluates."""

    what: str
    text: str
    python: str
    scope: Mapping[str, Any]
    aim: int
    evaluations: int


BLOCKS = [{"block": name, "trials": 40 + i, "unanswered": i} for i, name in enumerate(("a", "b", "c", "d", "e"))]
CASES = (
    Case('a > 1 and y = "go"', 'a > 1 and y = "go"', 'a > 1 and y == "go"', {"a": 3, "y": "go"}, 500_000, 50_000),
    Case(
        "sum(filter)/sum(filter), five blocks",
        "sum(result.blocks[block in scored_blocks].unanswered) / sum(result.blocks[block in scored_blocks].trials)",
        'sum(b["unanswered"] for b in result["blocks"] if b["block"] in scored_blocks)'
        ' / sum(b["trials"] for b in result["blocks"] if b["block"] in scored_blocks)',
        {"result": {"blocks": BLOCKS}, "scored_blocks": ["b", "d", "e"]},
        50_000,
        5_000,
    ),
)


def rows(quick: bool) -> Iterator[Row]:
    """Both expressions in both lanes. Studies are played in the float lane, which has the aim."""
    repeats = 5 if quick else 9
    for case in CASES:
        code = compile(case.python, "<python>", "eval")
        names = dict(case.scope)
        wanted = eval(code, names)
        python = _a_second(partial(eval, code, names), case.evaluations, repeats)
        for lane in ("float", "decimal"):
            compiled = feel.compile(case.text, names=case.scope.keys(), numbers=lane)
            if abs(float(compiled(case.scope)) - float(wanted)) > 1e-12:
                raise SystemExit(f"{case.text} is {compiled(case.scope)}, and {wanted} in Python")
            mine = _a_second(partial(compiled, case.scope), case.evaluations, repeats)
            yield Row("expressions", f"{case.what} ({lane})", mine, "/s", case.aim if lane == "float" else None,
                      peer=mine.median / python.median, note=f"Python's eval: {python.median:,.0f}/s")  # fmt: skip


def _a_second(evaluate: Callable[[], Any], count: int, repeats: int) -> Spread:
    def many() -> None:
        for _ in range(count):
            evaluate()

    return rate(count, seconds(many, repeats))
